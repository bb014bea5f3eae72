"""Every change that a person makes in the record is reported, and one touch on the notice undoes it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.backgammon.cube import Act
from companion.games.backgammon.scoring import Result
from companion.match.phases import Phase
from companion.match.session import resumed
from companion.match.view import view_of
from companion.record import Header, match_from_entries
from companion.record.entries import Kind
from companion.record.match import Game
from tests.casebook.scene import ANNA, BEN, Desk, Scene, on_record
from tests.games.boards import board
from tests.table import LEFT

LATE = board("6:5 5:5 4:5", "6:5 5:5 4:5", on_roll=BEN)


def games(scene: Scene) -> tuple[Game, ...]:
    header = Header(1, "2026-11-20T19:30:00+00:00", scene.terms.names, scene.terms.length)
    return match_from_entries(header, scene.journal).games


def played() -> Scene:
    """Ben has played 24/13 with 65, Anna 24/20 13/11 with 42; Ben is to roll, in a match to five with a clock."""
    return Desk().two_turns(length=5, clock=True)


def rolled() -> Scene:
    scene = played()
    scene.throws("31", LEFT, looks=2)
    return scene


def doubled() -> Scene:
    scene = played()
    scene.acts(Act.DOUBLE, BEN)
    scene.waits(30)
    return scene


def over() -> Scene:
    scene = played()
    scene.touches("Ended", ANNA, Result.SINGLE)
    scene.waits(30)
    return scene


def undo(scene: Scene) -> None:
    scene.touches("UndoAsked")
    scene.answers("answer.yes")


def edits(turn: int, play: str) -> Callable[[Scene], object]:
    return lambda scene: scene.touches("Edited", turn, play=play)


def sets(scene: Scene) -> None:
    scene.touches("PositionSet", LATE.id(), BEN)


CHANGES: dict[str, tuple[Callable[[], Scene], Callable[[Scene], object], str]] = {
    "the last play is taken back": (played, undo, "notice.undone"),
    "a play is taken back after the next roll": (rolled, undo, "notice.undone"),
    "the last play is another": (played, edits(3, "13/9 13/11"), "notice.amended"),
    "an earlier play is another": (played, edits(2, "13/7 13/8"), "notice.amended"),
    "the roll is another": (rolled, lambda scene: scene.touches("RollEntered", 6, 6), "notice.roll-changed"),
    "the position is set": (played, sets, "notice.placed"),
    "the position is set in a turn": (rolled, sets, "notice.placed"),
    "a double": (played, lambda scene: scene.acts(Act.DOUBLE, BEN), "notice.doubled"),
    "a take": (doubled, lambda scene: scene.acts(Act.TAKE, ANNA), "notice.taken"),
    "a drop": (doubled, lambda scene: scene.acts(Act.DROP, ANNA), "notice.dropped"),
    "the end of the game": (rolled, lambda scene: scene.touches("Ended", BEN, Result.GAMMON), "notice.result"),
    "the result": (over, lambda scene: scene.touches("Ended", BEN, Result.GAMMON), "notice.result"),
    "the end of the match": (played, lambda scene: scene.touches("Ended", BEN, Result.BACKGAMMON), "notice.result"),
}  # fmt: skip
made = pytest.mark.parametrize(("begins", "changes", "notice"), CHANGES.values(), ids=CHANGES.keys())


@made
def test_a_change_is_reported_and_a_touch_on_its_notice_restores_exactly_the_record_before(
    begins: Callable[[], Scene], changes: Callable[[Scene], object], notice: str
) -> None:
    scene = begins()
    before, written, shown = on_record(scene.state), games(scene), view_of(scene.state)
    changes(scene)
    assert scene.message == notice
    assert view_of(scene.state).may_undo
    assert (on_record(scene.state), games(scene)) != (before, written)
    scene.touches("ChangeUndone")
    assert (on_record(scene.state), games(scene)) == (before, written)
    after = view_of(scene.state)
    assert (after.history, after.dice, after.points, after.score) == (
        shown.history, shown.dice, shown.points, shown.score,
    )  # fmt: skip
    assert on_record(resumed(scene.terms, scene.journal)) == before
    assert scene.message == "notice.change-undone"


@made
def test_what_was_undone_is_made_again_by_another_touch(
    begins: Callable[[], Scene], changes: Callable[[Scene], object], notice: str
) -> None:
    del notice
    scene = begins()
    changes(scene)
    changed, written = on_record(scene.state), games(scene)
    scene.touches("ChangeUndone")
    scene.touches("ChangeUndone")
    assert (on_record(scene.state), games(scene)) == (changed, written)
    assert on_record(resumed(scene.terms, scene.journal)) == changed


@made
def test_the_record_keeps_the_change_and_that_it_was_undone(
    begins: Callable[[], Scene], changes: Callable[[Scene], object], notice: str
) -> None:
    del notice
    scene = begins()
    before = len(scene.journal)
    changes(scene)
    changed = len(scene.journal)
    scene.touches("ChangeUndone")
    assert changed > before
    asked = [Kind.ASKED, Kind.ANSWERED]  # both agree
    assert [entry.event for entry in scene.journal[changed:]] == [*asked, Kind.RESTORED]
    assert [entry.n for entry in scene.journal] == list(range(1, len(scene.journal) + 1))


def test_the_game_goes_on_after_a_change_was_undone() -> None:
    scene = played()
    undo(scene)
    scene.touches("ChangeUndone")
    scene.throws("31", LEFT)
    scene.moves(BEN, "8/5* 6/5", looks=2)
    scene.lifts()
    assert scene.recorded()[-4:] == ["light undo 42", "dark restored", "dark roll 31", "dark play 31 8/5* 6/5"]


def test_once_the_game_has_gone_on_nothing_is_undone_by_a_touch_that_comes_late() -> None:
    scene = played()
    scene.acts(Act.DOUBLE, BEN)
    scene.acts(Act.TAKE, ANNA)
    scene.throws("31", LEFT, looks=2)
    assert scene.message == ""
    before = on_record(scene.state)
    scene.touches("ChangeUndone")
    assert on_record(scene.state) == before
    assert not scene.entries(Kind.RESTORED)


def test_a_notice_of_a_change_goes_once_it_has_been_read() -> None:
    scene = played()
    scene.acts(Act.DOUBLE, BEN)
    assert scene.message == "notice.doubled"
    scene.waits(5)
    assert scene.message == ""
    assert view_of(scene.state).may_undo, "the way back stays longer than its words"
    scene.waits(16)
    assert not view_of(scene.state).may_undo
    scene.touches("ChangeUndone")
    assert scene.phase == "doubled"


def test_another_message_takes_the_way_back_with_it() -> None:
    scene = played()
    scene.acts(Act.DOUBLE, BEN)
    scene.touches("Paused")
    assert scene.message == "notice.paused"
    scene.touches("ChangeUndone")
    assert scene.state.phase is Phase.PAUSED


def test_the_time_that_has_passed_is_not_given_back() -> None:
    scene = played()
    clock = scene.state.clock
    assert clock is not None
    scene.acts(Act.DOUBLE, BEN)
    scene.waits(15)
    scene.touches("ChangeUndone")
    after = scene.state.clock
    assert after is not None
    assert after.turn is not None
    assert (after.runs, after.turn.side) == (True, BEN)
    assert sum(map(sum, after.spent_s)) >= sum(map(sum, clock.spent_s)) + 15


def test_what_the_camera_sees_is_reported_by_no_such_notice() -> None:
    scene = played()
    assert scene.state.shown.before_change is None
    scene.throws("31", LEFT, looks=2)
    assert (scene.message, scene.state.shown.before_change) == ("", None)
