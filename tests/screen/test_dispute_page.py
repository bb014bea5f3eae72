"""A turn in dispute, by touch: the pictures, what both players say, and how it is decided."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games.backgammon import START
from companion.games.rules import Side
from companion.match.events import Claimed, Disputed, LeftToDirector
from companion.match.interruptions import LONGEST_CLAIM
from companion.match.phases import Phase
from companion.match.session import resumed
from companion.match.terms import Terms
from companion.match.view import view_of
from companion.record.entries import Kind
from companion.record.facts import KeptForDirector, TurnClaimed
from companion.record.reports.dispute import PAGE, dispute_pack
from companion.record.snapshot_files import SnapshotFacts, SnapshotKind, keep, keep_dispute
from companion.screen.turn_pages import correction
from companion.screen.widgets.fields import Chair
from companion.screen.widgets.zooming import MOST, TAPPED, Zoom
from companion.texts import Language
from tests.screen.conftest import HOUSE, Stage
from tests.screen.test_gallery import drawn
from tests.screen.test_story import Story, open_with_three_one, set_up, told
from tests.screen.with_services import over, settle, touch, wait_until
from tests.states import backgammon
from tests.table import LEFT, opened

CLIP = HOUSE / "companion" / "demo" / "clip"


# --- what is shown of a picture ------------------------------------------------------------------


def test_what_is_under_the_fingers_stays_there() -> None:
    corner = Zoom().by(2.0, (1.0, 0.0))
    assert (corner.left, corner.low, corner.share) == (0.5, 0.0, 0.5)
    middle = Zoom().by(4.0)
    assert (middle.left, middle.low) == (0.375, 0.375)
    pinched = Zoom().pinched([(0.4, 0.5), (0.6, 0.5)], [(0.3, 0.5), (0.7, 0.5)])
    assert pinched.times == pytest.approx(2.0)
    assert (pinched.left, pinched.low) == pytest.approx((0.25, 0.25))


def test_a_picture_is_neither_left_nor_enlarged_without_end() -> None:
    assert Zoom().moved((0.5, -0.5)) == Zoom(), "a whole picture does not move"
    assert Zoom().by(2.0).moved((5.0, 5.0)) == Zoom(2.0, 0.0, 0.0)
    assert Zoom().by(100.0).times == MOST
    assert Zoom().by(2.0).by(0.1) == Zoom()
    assert Zoom().pinched([(0.5, 0.5), (0.5, 0.5)], [(0.4, 0.5), (0.6, 0.5)]) == Zoom()


def test_a_double_tap_enlarges_and_brings_the_whole_picture_back() -> None:
    once = Zoom().tapped((0.0, 0.0))
    assert (once.times, once.left, once.low) == (TAPPED, 0.0, 0.0)
    assert once.tapped((0.5, 0.5)) == Zoom()


# --- the story -----------------------------------------------------------------------------------


def board_picture(at: int) -> bytes:
    picture = cv2.imread(str(sorted(CLIP.glob("*.jpg"))[at])) if any(CLIP.glob("*.jpg")) else None
    if picture is None:
        picture = np.full((360, 640, 3), (60, 90, 40 * at % 255), np.uint8)
        cv2.circle(picture, (480, 100), 30, (255, 255, 255), -1)
    return bytes(cv2.imencode(".jpg", picture)[1].tobytes())


def kept(story: Story, folder: Path, turn: int) -> None:
    """The pictures that the camera would have left of a turn."""
    match = story.session.header.id
    roll = next(one.n for one in story.session._journal.entries(match) if one.event is Kind.ROLL)

    def facts(what: str, frame: int) -> SnapshotFacts:
        return SnapshotFacts(match, turn, what, roll, frame, float(frame), "")

    for at, what in enumerate(("before", "roll")):
        keep(folder, board_picture(at), facts(what, at))
    keep_dispute(folder, [(board_picture(at), facts("dispute", at)) for at in (2, 3)], match, turn)


def page(story: Story) -> Any:
    settle()
    return story.stage.app.app_root.top.content


def disputed(story: Story, side: Side = Side.DARK) -> Any:
    """One touch of the board's field leads to the page, which is turned to who touched it."""
    story.touches("dispute", side=side)
    content = page(story)
    assert type(content).__name__ == "DisputePage"
    assert content.opposite is (side is Side.DARK)
    return content


def claims(story: Story) -> list[tuple[Side | None, str]]:
    entries = story.session._journal.entries(story.session.header.id)
    return [(entry.side, entry.facts.claim) for entry in entries if isinstance(entry.facts, TurnClaimed)]


def chosen(story: Story, content: Any, side: Side, claim: str) -> None:
    touch(story.stage, content.claims[side])
    touch(story.stage, over(story.stage).rows[claim])
    story.look()


def test_a_turn_is_disputed_spoken_of_and_kept_for_the_director(stage: Stage, tmp_path: Path) -> None:
    with told(stage, tmp_path, Language.ENGLISH, (800, 480)) as story:
        set_up(story)
        story.lies(START)
        story.touches("action", side=Side.LIGHT)
        kept(story, tmp_path, 1)
        content = disputed(story, Side.LIGHT)
        assert story.session.state.phase is Phase.PAUSED
        assert "The clock is stopped." in content.clock.text
        assert "play 3-1" in content.turn.text
        wait_until(lambda: len(content._paths) == 3)
        assert content.stage is SnapshotKind.ROLL, "the picture of the roll is there at once"
        assert content._texture is content.picture.texture_shown is not None
        chosen(story, content, Side.LIGHT, "claim.cocked")
        touch(stage, content.claims[Side.DARK])
        touch(stage, over(stage).rows["claim.own-words"])
        over(stage).write("it lay flat, I saw it")
        over(stage).enter()
        story.look()
        assert claims(story) == [(Side.LIGHT, "claim.cocked"), (Side.DARK, "it lay flat, I saw it")]
        assert content.claims[Side.LIGHT].text.endswith(": The dice were cocked.")
        assert content.claims[Side.DARK].text.endswith(": it lay flat, I saw it")
        stage.write("gallery-dispute")
        drawn("dispute")
        touch(stage, content.keep)
        story.look()
        assert stage.app.app_root.top is None, "the game is seen"
        assert view_of(backgammon(story.session.state)).phase == "phase.paused", "the other player is asked"
        stage.keep("dispute-left")
        story.touches("answer-0", side=Side.DARK)
        assert view_of(backgammon(story.session.state)).phase == "phase.play", "and goes on"
        entries = story.session._journal.entries(story.session.header.id)
        assert [entry.facts for entry in entries if isinstance(entry.facts, KeptForDirector)] == [KeptForDirector(1)]
        out = dispute_pack(story.session._journal, tmp_path, story.session.header.id, 1, tmp_path / "out")
        told_page = (out / PAGE).read_text(encoding="utf-8")
        for words in ("says of turn 1: The dice were cocked.", "says of turn 1: it lay flat, I saw it",
                      "turn 1 is kept for the director"):  # fmt: skip
            assert words in told_page
        assert told_page.count("<img") == 4


def test_a_picture_is_enlarged_by_buttons_taps_and_over_the_whole_page(stage: Stage, tmp_path: Path) -> None:
    with told(stage, tmp_path, Language.ENGLISH, (480, 800)) as story:
        set_up(story)
        story.lies(START)
        story.touches("action", side=Side.LIGHT)
        kept(story, tmp_path, 1)
        content = disputed(story, Side.LIGHT)
        wait_until(lambda: content.picture.texture_shown is not None)
        touch(stage, content.more)
        assert content.picture.zoom.times > 1.0
        small = stage.picture()
        touch(stage, content.less)
        assert content.picture.zoom == Zoom()
        assert (stage.picture() != small).any()
        touch(stage, content.large)
        whole = over(stage)
        assert whole.picture.frame.width * whole.picture.frame.height > 1.3 * (
            content.picture.frame.width * content.picture.frame.height
        )
        double_tap(whole.picture.center)
        assert whole.picture.zoom.times == TAPPED
        stage.keep("dispute-whole")
        drag(whole.picture, (0.5, 0.5), (0.2, 0.5))
        assert whole.picture.zoom.left > Zoom().tapped((0.5, 0.5)).left
        touch(stage, whole.leave)
        assert over(stage) is None
        touch(stage, content.stages[SnapshotKind.AFTER])
        assert content.picture.zoom == Zoom()
        assert story.session.state.phase is Phase.PAUSED


def test_in_a_refereed_match_both_agree_to_correct_the_disputed_turn(stage: Stage, tmp_path: Path) -> None:
    with told(stage, tmp_path, Language.ENGLISH, (800, 480)) as story:
        set_up(story)
        story.lies(START)
        open_with_three_one(story)
        content = disputed(story, Side.DARK)
        assert content.turn.text.endswith("3-1: 8/5 6/5")
        assert content.picture.texture_shown is None
        assert content.caption.text == "No picture was kept: the board as on record."
        stage.keep("dispute-drawn-800x480")
        touch(stage, content.correct)
        assert stage.app.app_root.top is None
        assert stage.screen.panel is not None
        story.touches("8/4", side=Side.DARK)
        assert [turn.play for turn in view_of(backgammon(story.session.state)).history] == ["8/5 6/5"], (
            "the other player is asked"
        )
        assert "wants the last play changed to 8/4. Agree?" in stage.screen.ids.lower.message
        story.touches("answer-0", side=Side.LIGHT)
        assert [turn.play for turn in view_of(backgammon(story.session.state)).history] == ["8/4"]
        story.touches("action", side=Side.DARK)
        assert view_of(backgammon(story.session.state)).dispute is not None, "nobody alone ends a pause"
        story.touches("answer-0", side=Side.LIGHT)
        assert view_of(backgammon(story.session.state)).dispute is None


def test_the_page_is_opened_again_and_an_electronic_roll_is_final(stage: Stage, tmp_path: Path) -> None:
    with told(stage, tmp_path, Language.ENGLISH, (800, 480)) as story:
        set_up(story)
        story.lies(START)
        story.touches("action", side=Side.LIGHT)
        content = disputed(story, Side.LIGHT)
        stage.app.app_root.back()
        story.look()
        content = disputed(story, Side.LIGHT)
        notes = [one for one in story.session._journal.entries(story.session.header.id) if one.event is Kind.NOTE]
        assert sum("dispute" in (one.details or {}) for one in notes) == 1, "one dispute, opened twice"
        assert content.correct.text == "Correct the roll"
        assert content.correct.dead, "an electronic roll is final"


def test_the_roll_of_a_turn_that_is_not_over_is_corrected_and_play_goes_on() -> None:
    table, board = opened(Terms(asks=True))
    table.see(board, "65", LEFT)
    table.happen(Disputed(9.0))
    view = view_of(table.state)
    assert view.dispute is not None
    assert (view.dispute.number, view.dispute.turn, view.dispute.side) == (2, 2, Side.DARK)
    assert (view.dispute.after, view.dispute.is_final) == (None, False)
    page = correction(Chair(view, Side.DARK), view.dispute.turn)
    assert page is not None
    assert len(page.fields) == 21
    roll = next(field for field in page.fields if field.dice == (2, 6))
    assert roll.event is not None
    table.happen(roll.event(11.0))
    asked = view_of(table.state).question
    assert asked is not None
    assert (asked.key, asked.to) == ("question.change-roll", frozenset({Side.LIGHT}))


def test_what_was_said_of_a_turn_is_there_again_after_a_power_cut_and_gone_with_the_dispute() -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.happen(Claimed(Side.DARK, "claim.roll", 8.0))
    assert not [one for one in table.journal if isinstance(one.facts, TurnClaimed)], "nothing is in dispute yet"
    table.happen(Disputed(9.0))
    table.happen(Claimed(Side.DARK, "claim.roll", 10.0))
    table.happen(Claimed(Side.DARK, "  I rolled 64 " + "x" * 200, 11.0))
    again = view_of(resumed(Terms(), table.journal)).dispute
    assert again is not None
    assert again == view_of(table.state).dispute
    light, dark = again.claims
    assert (light, dark[:13], len(dark)) == ("", "I rolled 64 x", LONGEST_CLAIM)
    table.happen(LeftToDirector(12.0))
    assert view_of(table.state).dispute is None
    assert table.state.phase is not Phase.PAUSED


def double_tap(place: tuple[float, float]) -> None:
    from kivy.tests.common import UnitTestTouch

    finger = UnitTestTouch(*place)
    finger.is_double_tap = True
    finger.touch_down()
    settle()
    finger.touch_up()
    settle()


def drag(widget: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    from kivy.tests.common import UnitTestTouch

    frame = widget.frame
    finger = UnitTestTouch(frame.x + start[0] * frame.width, frame.y + start[1] * frame.height)
    finger.touch_down()
    finger.touch_move(frame.x + end[0] * frame.width, frame.y + end[1] * frame.height)
    finger.touch_up()
    settle()
