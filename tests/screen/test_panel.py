"""The panel: what is entered and corrected by touch, and with how few touches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.games.backgammon import START as BOARD
from companion.games.backgammon import Dice, legal_plays
from companion.games.backgammon.cube import Act
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side, Stack
from companion.match.events import (
    Answered,
    CameraLost,
    CubeActed,
    Edited,
    Ended,
    PutBackAsked,
    Resigned,
    RollEntered,
    RulingAsked,
    UndoAsked,
)
from companion.match.session import Terms
from companion.match.state import DiceSource
from companion.match.view import View, view_of
from companion.record.journal import Mode
from companion.screen.touch_fields import menu
from companion.screen.turn_pages import play_page, plays_page, roll_page, turns_page
from companion.screen.widgets.fields import Chair, Page
from tests.screen.conftest import NOW_S, Stage
from tests.screen.entering import drag, tap
from tests.screen.frames import pass_frames
from tests.screen.views import UNDER_WAY
from tests.table import LEFT, Table, after, opened

MOST_TOUCHES = 4


def told(stage: Stage, table: Table, *touches: str, opposite: bool = False) -> None:
    """Touch these fields, one after the other, at the screen of a real session."""
    stage.lay(view_of(table.state))
    assert len(touches) <= MOST_TOUCHES
    for number, words in enumerate(touches, start=1):
        events = stage.touch_field(words, opposite=opposite)
        assert bool(events) == (number == len(touches)), words
        for event in events:
            table.happen(event)


def shown(page: Page) -> list[str]:
    return [each.words for each in page.shown]


def lies(view: View, play: str) -> View:
    """The view, with the last look showing the end of a play of the standing roll."""
    assert view.dice is not None
    end = after(replace(BOARD, on_roll=view.on_roll or Side.LIGHT), "".join(map(str, view.dice)), play)
    points = (Stack(max(count, 0), max(-count, 0)) for count in end.points)
    return replace(view, board_read=(Stack(*end.bar), *points))


ROLLED = replace(
    UNDER_WAY, points=BOARD.points, bar=(0, 0), on_roll=Side.LIGHT, dice=(3, 1), rolled=True, last_side=None, arrows=()
)


# --- a wrong read is repaired ---------------------------------------------------------------------------


def test_a_last_play_that_was_read_wrongly_is_put_right_with_at_most_four_touches(stage: Stage) -> None:
    board = replace(BOARD, on_roll=Side.LIGHT)
    plays = {play.text() for play in legal_plays(board, Dice(3, 1)).values() if play.text() != "8/5 6/5"}
    table, _ = opened()
    stage.lay(view_of(table.state))
    stage.touch_field("last")
    touches = 1
    offered = plays.intersection(button.text for button in stage.screen.panel.buttons)
    while offered != plays:
        stage.touch_field("More")
        touches += 1
        offered |= (new := plays.intersection(button.text for button in stage.screen.panel.buttons))
    play = min(new)
    (edited,) = stage.touch_field(play)
    assert edited == Edited(1, NOW_S, None, play, by=Side.LIGHT)
    assert touches + 1 <= MOST_TOUCHES
    table.happen(edited)
    assert view_of(table.state).last_play == play
    assert view_of(table.state).points == after(board, "31", play).points


def test_the_play_that_the_camera_reads_is_the_first_one_offered() -> None:
    for play in ("24/23 13/10", "13/9", "6/2"):
        view = lies(replace(ROLLED, mode=Mode.RECORDED), play)
        assert shown(plays_page(Chair(view, Side.LIGHT)))[0] == play


def test_a_roll_that_was_read_wrongly_is_put_right_with_two_touches(stage: Stage) -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    stage.lay(view_of(table.state))
    assert stage.touch_field("dice", opposite=True) == []
    (entered,) = touch_dice(stage, (4, 6), opposite=True)
    assert entered == RollEntered(4, 6, NOW_S, by=Side.DARK)
    table.happen(entered)
    assert sorted(view_of(table.state).dice or ()) == [4, 6]


def test_a_roll_whose_play_is_on_record_is_put_right_with_four_touches(stage: Stage) -> None:
    table, _ = opened()
    stage.lay(view_of(table.state))
    stage.touch_field("last")
    stage.touch_field("Another roll")
    assert touch_dice(stage, (2, 3)) == []
    (edited,) = stage.touch_field("8/5 6/4")
    assert edited == Edited(1, NOW_S, (2, 3), "8/5 6/4", by=Side.LIGHT)
    table.happen(edited)
    assert view_of(table.state).last_play == "8/5 6/4"


def test_the_play_before_the_last_is_put_right_with_three_touches(stage: Stage) -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(after(board, "65", "24/13"), "65", LEFT)
    told(stage, table, "last", "Earlier turn", "24/23 8/5")
    turns = view_of(table.state).history
    assert [(turn.dice.text(), turn.play) for turn in turns] == [("31", "24/23 8/5"), ("65", "24/13")]


def test_any_turn_of_the_game_is_put_right_with_four_touches(stage: Stage) -> None:
    table, board = opened()
    table.see(board, "65", LEFT)
    table.see(after(board, "65", "24/13"), "65", LEFT)
    stage.lay(view_of(table.state))
    stage.touch_field("menu")
    stage.touch_field("Correct a turn")
    stage.touch_field("1   8/5 6/5")
    (edited,) = stage.touch_field("24/23 8/5")
    assert edited == Edited(1, NOW_S, None, "24/23 8/5", by=Side.LIGHT)


def test_the_last_play_is_taken_back_with_three_touches(stage: Stage) -> None:
    table, _ = opened(Terms(asks=True))
    told(stage, table, "menu", "Undo")
    told(stage, table, "Yes", opposite=True)
    assert view_of(table.state).phase == "phase.play"
    assert view_of(table.state).history == ()


# --- without a camera -----------------------------------------------------------------------------------


def test_a_blind_game_is_played_by_touch(stage: Stage) -> None:
    table = Table(Terms(mode=Mode.RECORDED))
    table.happen(CameraLost("gone", 0.5))
    view = replace(view_of(table.state), electronic=False)
    stage.lay(view)
    stage.touch_field("action")
    assert touch_dice(stage, (3,)) == [], "a die of Light's, then one of Dark's"
    (entered,) = touch_dice(stage, (1,), row=1)
    assert entered == RollEntered(3, 1, NOW_S, by=Side.LIGHT)
    table.happen(entered)
    told(stage, table, "List", first_play(table))
    view = view_of(table.state)
    assert (view.phase, view.on_roll) == ("phase.roll", Side.DARK)


def test_a_match_is_played_disputed_corrected_and_finished_by_touch_alone(stage: Stage) -> None:
    table = Table(Terms(length=1, mode=Mode.RECORDED, dice=DiceSource.CAMERA, asks=True))
    table.happen(CameraLost("no camera", 0.5))
    phases = []

    def touch(*touches: str, opposite: bool = False) -> None:
        told(stage, table, *touches, opposite=opposite)
        phases.append(view_of(table.state).phase)

    def roll(*dice: tuple[int, ...], opposite: bool = False) -> None:
        stage.lay(view_of(table.state))
        stage.touch_field("action", opposite=opposite)
        for row, each in enumerate(dice):
            for event in touch_dice(stage, each, row=row, opposite=opposite):
                table.happen(event)  # type: ignore[arg-type]
        phases.append(view_of(table.state).phase)

    roll((3,), (1,))
    touch("List", "8/5 6/5")
    roll((6, 5), opposite=True)
    touch("dispute")
    touch("action", opposite=True)
    touch("List", "24/13", opposite=True)
    touch("last", "List", "24/18 13/8", opposite=True)
    assert [turn.play for turn in view_of(table.state).history] == ["8/5 6/5", "24/18 13/8"]
    roll((2, 2))
    touch("menu", "Resign", "Single game", opposite=True)
    touch("Yes")
    assert phases == [
        *("phase.play", "phase.roll", "phase.play", "phase.paused", "phase.play", "phase.roll", "phase.roll"),
        *("phase.play", "phase.play", "phase.match-over"),
    ]
    assert view_of(table.state).score == (1, 0)


def test_in_a_refereed_match_no_plays_are_listed() -> None:
    view = lies(ROLLED, "8/5 6/5")
    refereed = play_page(Chair(view, Side.LIGHT))
    recorded = Chair(replace(view, mode=Mode.RECORDED), Side.LIGHT)
    assert [field.words for field in refereed.also] == ["Another roll"]
    assert [field.words for field in play_page(recorded).also] == ["List", "Another roll"]
    assert plays_page(recorded).fields[0].words == "8/5 6/5"
    assert len(plays_page(recorded).fields) == 16


@pytest.mark.parametrize(
    ("size", "opposite"), [((800, 480), False), ((480, 800), True)], ids=["near chair", "far chair"]
)
def test_beside_a_camera_a_play_is_entered_on_a_page_with_a_board(
    stage: Stage, size: tuple[int, int], opposite: bool
) -> None:
    table = Table(Terms(asks=True, dice=DiceSource.CAMERA))
    table.see(BOARD)
    table.happen(RollEntered(3, 1, 1.0))
    stage.resize(*size)
    stage.lay(view_of(table.state))
    stage.touch_field("menu", opposite=opposite)
    stage.touch_field("Enter play", opposite=opposite)
    assert "List" not in [button.text for button in stage.screen.panel.buttons], "in a refereed match"
    pass_frames(3)
    assert tap(stage, 8, opposite=opposite) == drag(stage, 24, 23, opposite=opposite) == []
    stage.keep(f"enter-play-{'far' if opposite else 'near'}-{size[0]}x{size[1]}")
    stage.touch_field("Undo", opposite=opposite)
    assert tap(stage, 6, opposite=opposite) == []
    (entered,) = stage.touch_field("Done", opposite=opposite)
    table.happen(entered)
    if opposite:  # who has rolled is asked
        table.happen(Answered(0, NOW_S, by=Side.LIGHT))
    assert view_of(table.state).last_play == "8/5 6/5"


def test_what_is_entered_on_a_page_is_undone_as_a_whole_and_only_a_whole_play_is_told(stage: Stage) -> None:
    stage.lay(replace(ROLLED, mode=Mode.RECORDED))
    stage.touch_field("menu")
    stage.touch_field("Enter play")
    tap(stage, 13, 24)
    assert stage.touch_field("Undo all") == []
    assert "List" in [button.text for button in stage.screen.panel.buttons]
    tap(stage, 13)
    assert stage.touch_field("Done") == []
    assert stage.screen.panel is not None


# --- the menu -------------------------------------------------------------------------------------------


def test_the_menu_tells_the_session(stage: Stage) -> None:
    view = replace(view_of(opened()[0].state), rulings_on_request=True)
    found = {}
    for touches in (
        ("Undo",), ("Double",), ("Resign", "Gammon"), ("Game over", "Light\nBackgammon", "Light\nBackgammon"),
        ("Restore position", "Restore position"),
        ("Was it legal?",),
    ):  # fmt: skip
        stage.lay(view)
        for words in ("menu", *touches):
            events = stage.touch_field(words, opposite=True)
        found[touches[0]] = events
    assert found == {
        "Undo": [UndoAsked(NOW_S, by=Side.DARK)],
        "Double": [CubeActed(Act.DOUBLE, Side.DARK, NOW_S)],
        "Resign": [Resigned(Side.DARK, Result.GAMMON, NOW_S)],
        "Game over": [Ended(Side.LIGHT, Result.BACKGAMMON, NOW_S, by=Side.DARK)],
        "Restore position": [PutBackAsked(NOW_S, by=Side.DARK)],
        "Was it legal?": [RulingAsked(NOW_S)],
    }


def test_only_who_is_on_roll_doubles_and_only_where_it_is_allowed(stage: Stage) -> None:
    view = view_of(opened()[0].state)
    dead = {
        (side, allowed): not next(
            each for each in menu(Chair(replace(view, may_double=allowed), side)).fields if each.words == "Double"
        ).alive
        for side in Side
        for allowed in (True, False)
    }
    assert dead == {
        (Side.DARK, True): False,
        (Side.DARK, False): True,
        (Side.LIGHT, True): True,
        (Side.LIGHT, False): True,
    }
    stage.lay(view)
    stage.touch_field("menu")
    assert stage.touch_field("Double") == []
    assert stage.screen.panel is not None, "what is dead does nothing"


def test_a_panel_is_closed_by_its_field_and_covers_what_lies_below(stage: Stage) -> None:
    stage.lay(UNDER_WAY)
    stage.touch_field("menu", opposite=True)
    assert stage.touch(70, 355) == [], "the button below it"
    stage.touch_field("Close", opposite=True)
    assert stage.screen.panel is None
    assert len(stage.touch(70, 355)) == 1


def test_a_trembling_finger_turns_one_page(stage: Stage) -> None:
    stage.lay(UNDER_WAY)
    stage.touch_field("menu")
    title = stage.screen.panel.page.title
    x, y = next(button.center for button in stage.screen.panel.buttons if button.text == "Game over")
    stage.touch(x, y, after_s=0.1)
    assert stage.screen.panel.page.title == title
    stage.touch(x, y)
    assert stage.screen.panel.page.title != title


def test_a_panel_goes_away_when_something_is_asked_or_ruled(stage: Stage) -> None:
    stage.lay(UNDER_WAY)
    stage.touch_field("menu")
    stage.screen.view = replace(UNDER_WAY, hand=True)
    assert stage.screen.panel is not None
    table, _ = opened(Terms(asks=True))
    table.happen(Resigned(Side.LIGHT, Result.SINGLE, 9.0))
    stage.screen.view = view_of(table.state)
    assert stage.screen.panel is None


def test_the_panel_is_turned_to_who_opened_it(stage: Stage) -> None:
    view = replace(UNDER_WAY, names=("Anna", "Anna"), on_roll=Side.LIGHT)
    stage.lay(replace(view, on_roll=None))
    stage.touch_field("menu")
    mine = stage.picture()
    stage.lay(replace(view, on_roll=None))
    stage.touch_field("menu", opposite=True)
    theirs = stage.picture()
    assert (mine == theirs[::-1, ::-1]).mean() > 0.99
    assert (mine == theirs).mean() < 0.99


LONG = replace(ROLLED, names=("Maximiliana-Aleksandra", "Wielkopolska-Nowakowska"), mode=Mode.RECORDED)


@pytest.mark.parametrize("pages", ["menu", "roll", "play", "doubles", "turns", "ending"])
def test_what_a_panel_says_fits_its_fields(stage: Stage, pages: str) -> None:
    stage.lay(LONG)
    for page in long_pages(pages):
        stage.screen.open(page, opposite=False)
        pass_frames(3)
        for button in stage.screen.panel.buttons:
            assert button.texture_size[0] <= button.width, button.text
            assert button.texture_size[1] <= button.height, button.text
            for board in button.children:
                words_top = button.y + 4 + button.font_size * 1.2
                assert board.y >= words_top - 6, button.text
        stage.screen.close()


def long_pages(pages: str) -> Iterator[Page]:
    chair = Chair(LONG, Side.LIGHT)
    match pages:
        case "menu":
            yield menu(Chair(replace(LONG, rulings_on_request=True), Side.LIGHT))
        case "roll":
            yield roll_page(chair)
            yield roll_page(Chair(replace(LONG, phase="phase.opening"), Side.LIGHT))
        case "play":
            yield play_page(chair)
            yield plays_page(chair)
            yield plays_page(Chair(lies(LONG, "8/5 6/5"), Side.LIGHT))
        case "doubles":
            seen = lies(LONG, "8/5 6/5")
            for view in (LONG, seen):
                page = plays_page(Chair(replace(view, dice=(1, 1)), Side.LIGHT))
                yield page
                following = page.more()
                if following is not None:
                    yield following
        case "turns":
            table, board = opened()
            table.see(board, "65", LEFT)
            table.see(after(board, "65", "24/13"), "65", LEFT)
            view = view_of(table.state)
            longest = replace(view.history[0], number=117, play="24/22*(2) 13/11*(2)")
            yield turns_page(Chair(replace(view, history=(longest, *view.history)), Side.LIGHT))
        case "ending":
            for each in menu(chair).fields:
                if each.words in ("Resign", "Game over") and each.page is not None:
                    page = each.page()
                    yield page
                    yield from (field.page() for field in page.fields if field.page is not None)


def touch_dice(stage: Stage, dice: tuple[int, ...], *, row: int = 0, opposite: bool = False) -> list[object]:
    """Touch the field of the open panel that shows these dice."""
    screen = stage.screen
    same = [button for button in screen.panel.buttons if sorted(button.field.dice) == sorted(dice)]
    x, y = same[row].center
    return list(stage.touch(screen.width - x, screen.height - y) if opposite else stage.touch(x, y))


def first_play(table: Table) -> str:
    view = view_of(table.state)
    return shown(plays_page(Chair(view, Side.LIGHT)))[0]
