"""In a refereed match the record of a turn is changed only if the other player than the one who asks agrees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match.any_seen import Camera
from companion.match.events import PlayEntered, Resigned, RollEntered
from companion.match.session import begun, resumed, step
from companion.match.state import Question, Terms
from companion.match.view import view_of
from companion.record.entries import Kind
from companion.record.journal import Mode
from tests.casebook.scene import ANNA, BEN, Desk, Scene
from tests.table import LEFT


def played(mode: Mode = Mode.REFEREED, **facts: Any) -> Scene:
    """Ben has played 24/13 with 65, Anna 24/20 13/11 with 42; Ben is to roll."""
    return Desk().two_turns(mode=mode, **facts)


def rolled(mode: Mode = Mode.REFEREED, **facts: Any) -> Scene:
    scene = played(mode, **facts)
    scene.throws("31", LEFT, looks=2)
    return scene


Wish = Callable[[Scene, Side | None], object]

WISHES: dict[str, tuple[Callable[..., Scene], Wish, str, str]] = {
    "the last play": (
        played, lambda scene, by: scene.touches("Edited", 3, play="24/18", by=by), "question.change-play",
        "light edit 42 24/18",
    ),
    "its roll and the play": (
        played, lambda scene, by: scene.touches("Edited", 3, dice=(4, 1), play="24/20 6/5", by=by),
        "question.change-play", "light edit 41 24/20 6/5",
    ),
    "an earlier play": (
        played, lambda scene, by: scene.touches("Edited", 2, play="13/7 13/8", by=by), "question.change-turn",
        "edit 65 13/7 13/8",
    ),
    "the roll that is played": (
        rolled, lambda scene, by: scene.touches("RollEntered", 6, 6, by=by), "question.change-roll",
        "dark edit 66 dice-changed",
    ),
    "an undo": (played, lambda scene, by: scene.touches("UndoAsked", by=by), "question.take-back", "light undo 42"),
}  # fmt: skip
wished = pytest.mark.parametrize(("begins", "wish", "question", "change"), WISHES.values(), ids=WISHES.keys())


def changes(scene: Scene) -> list[str]:
    return [line for line in scene.recorded() if " edit " in f" {line} " or " undo " in f" {line} "]


def _any(wanted: Any) -> Any:
    return wanted


def is_like(one: Question | None, other: Question | None) -> bool:
    """Whether two questions are the same, asked at whatever time."""
    if one is None or other is None or one.wanted is None or other.wanted is None:
        return False
    first, second = (replace(wanted, at_s=0.0) for wanted in map(_any, (one.wanted, other.wanted)))
    return bool(first == second) and replace(one, wanted=None) == replace(other, wanted=None)


@wished
@pytest.mark.parametrize("by", list(Side))
def test_the_other_player_than_the_one_who_asks_is_asked_and_a_yes_changes_the_record(
    begins: Callable[..., Scene], wish: Wish, question: str, change: str, by: Side
) -> None:
    scene = begins()
    wish(scene, by)
    shown = view_of(scene.state).question
    assert shown is not None
    assert (shown.key, shown.to) == (question, frozenset({by.other}))
    assert shown.values["name"] == scene.terms.names[by is BEN]
    assert changes(scene) == []
    scene.answers("answer.yes")
    assert [line.endswith(change.removeprefix("light ").removeprefix("dark ")) for line in changes(scene)] == [True]
    assert view_of(scene.state).question is None
    assert view_of(scene.state).may_undo


@wished
def test_a_no_leaves_the_record_as_it_is_and_says_so(
    begins: Callable[..., Scene], wish: Wish, question: str, change: str
) -> None:
    del question, change
    scene = begins()
    before = view_of(scene.state)
    wish(scene, BEN)
    scene.answers("answer.no")
    after = view_of(scene.state)
    assert (changes(scene), after.history, after.dice) == ([], before.history, before.dice)
    assert scene.message == "notice.not-agreed"


@wished
def test_a_match_that_is_resumed_asks_the_same_of_the_same_player(
    begins: Callable[..., Scene], wish: Wish, question: str, change: str
) -> None:
    scene = begins()
    wish(scene, BEN)
    again = resumed(scene.terms, scene.journal)
    assert is_like(again.shown.question, scene.state.shown.question)
    assert view_of(again).question == view_of(scene.state).question
    scene.state = again
    assert scene.question == question
    scene.answers("answer.yes")
    assert len(changes(scene)) == 1, change
    answered = resumed(scene.terms, scene.journal)
    assert answered.shown.question is None
    assert answered.record.position == scene.state.record.position


@wished
def test_a_question_that_was_answered_is_not_asked_again_after_a_restart(
    begins: Callable[..., Scene], wish: Wish, question: str, change: str
) -> None:
    del question, change
    scene = begins()
    wish(scene, ANNA)
    scene.answers("answer.no")
    assert resumed(scene.terms, scene.journal).shown.question is None


@wished
@pytest.mark.parametrize("mode", [Mode.RECORDED, Mode.TRAINING])
def test_in_other_matches_a_turn_is_changed_at_once(
    begins: Callable[..., Scene], wish: Wish, question: str, change: str, mode: Mode
) -> None:
    del change
    scene = begins(mode)
    wish(scene, BEN)
    if question == "question.take-back":  # whoever asks, an undo is asked about once
        assert scene.question == "question.undo"
        scene.answers("answer.yes")
    assert scene.question == ""
    assert len(changes(scene)) == 1


@wished
def test_where_nobody_knows_who_asks_it_is_as_at_a_table_of_one(
    begins: Callable[..., Scene], wish: Wish, question: str, change: str
) -> None:
    del change
    scene = begins()
    wish(scene, None)
    if question == "question.take-back":
        scene.answers("answer.yes")
    assert scene.question == ""
    assert len(changes(scene)) == 1


def test_what_cannot_be_changed_is_refused_and_nobody_is_asked() -> None:
    scene = played()
    scene.touches("Edited", 3, play="24/10", by=BEN)
    assert (scene.question, scene.message) == ("", "notice.refused")


def test_the_question_waits_while_the_game_goes_on_and_is_answered_later() -> None:
    scene = played()
    scene.touches("Edited", 2, play="13/7 13/8", by=ANNA)
    scene.throws("31", LEFT)
    scene.moves(BEN, "8/5 6/5", looks=2)
    scene.lifts()
    assert scene.question == "question.change-turn"
    scene.answers("answer.yes")
    assert scene.last(Kind.EDIT).play == "13/7 13/8"


def test_the_wish_to_take_a_play_back_falls_when_the_next_one_is_played() -> None:
    scene = played()
    scene.touches("UndoAsked", by=ANNA)
    scene.throws("31", LEFT)
    scene.moves(BEN, "8/5 6/5", looks=2)
    scene.lifts()
    assert scene.question == ""
    assert resumed(scene.terms, scene.journal).shown.question is None


def test_a_resignation_that_nobody_answered_is_none_once_the_game_has_gone_on() -> None:
    state = begun(Terms(names=("Ann", "Ben"), length=5, mode=Mode.REFEREED, asks=True)).with_seen(camera=Camera.NONE)
    for event in (
        RollEntered(3, 1, 1.0), PlayEntered("8/5 6/5", 2.0), RollEntered(4, 2, 3.0),
        Resigned(Side.DARK, Result.SINGLE, 4.0), PlayEntered("8/4 6/4", 5.0, by=Side.DARK),
    ):  # fmt: skip
        state, _ = step(state, event)
    assert (state.record.resignation, state.shown.question) == (None, None)
