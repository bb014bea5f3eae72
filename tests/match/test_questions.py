"""Which question stands: none is lost because another takes its place, and none outlives what it is about."""

from __future__ import annotations

from dataclasses import replace

from companion.games.backgammon import Dice
from companion.games.backgammon.cube import Act
from companion.match.any_game import coming_back, put
from companion.match.phases import Phase
from companion.match.session import resumed
from companion.match.state import Answer, Question, State
from companion.record.match import Game
from tests.casebook.scene import ANNA, BEN, Desk, Scene
from tests.table import LEFT

ROLL = Question("question.which-roll", (Answer("65", Dice(6, 5)), Answer("64", Dice(6, 4))))
UNDO = Question("question.undo", ())


def rolled() -> State:
    scene = Desk().opened()
    scene.throws("65", LEFT, looks=2)
    return scene.state


def standing(state: State) -> str:
    return state.shown.question.key if state.shown.question else ""


def test_the_question_that_made_way_comes_back() -> None:
    state = put(put(rolled(), ROLL), UNDO)
    assert standing(coming_back(state)) == "question.undo"
    state = coming_back(state.with_shown(question=None))
    assert (standing(state), state.shown.deferred) == ("question.which-roll", ())
    assert standing(coming_back(state.with_shown(question=None))) == ""


def test_a_question_about_the_standing_turn_falls_with_it() -> None:
    state = put(put(rolled(), ROLL), UNDO).with_shown(question=None)
    assert standing(coming_back(state.with_record(turns=state.record.turns + 1))) == ""
    assert standing(coming_back(state.with_record(phase=Phase.CORRECTING))) == ""


def test_a_question_about_an_earlier_turn_lasts_as_long_as_its_game() -> None:
    state = put(put(rolled(), replace(ROLL, turn=1)), UNDO).with_shown(question=None)
    later = state.with_record(turns=state.record.turns + 3)
    assert standing(coming_back(later)) == "question.which-roll"
    assert standing(coming_back(later.with_record(games=(*later.record.games, Game())))) == ""


def test_the_same_question_asked_twice_stands_once() -> None:
    state = put(put(put(rolled(), ROLL), UNDO), UNDO)
    assert [question.key for question in state.shown.deferred] == ["question.which-roll"]


def test_a_paused_game_asks_nothing_and_asks_again_when_it_goes_on() -> None:
    scene = Desk().opened()
    scene.throws("65", LEFT, looks=2)
    scene.state = put(scene.state, ROLL)
    scene.touches("Paused")
    assert scene.question == ""
    scene.touches("Resumed")
    assert scene.question == "question.which-roll"


def doubled() -> Scene:
    scene = Desk().opened("tournament beavers=true raccoons=true")
    scene.acts(Act.DOUBLE, BEN)
    return scene


def test_a_double_is_asked_about_after_a_restart_by_what_is_on_record() -> None:
    scene = doubled()
    again = resumed(scene.terms, scene.journal)
    assert again.shown.question is not None
    assert again.shown.question.choices == ("answer.take", "answer.drop", "answer.beaver")


def test_a_beaver_is_offered_its_raccoon_and_a_raccoon_nothing_more() -> None:
    scene = doubled()
    scene.answers("answer.beaver")
    assert scene.choices == ["answer.take", "answer.drop", "answer.raccoon"]
    assert scene.state.record.cube.offer is not None
    assert scene.state.record.cube.offer.to is BEN
    scene.answers("answer.raccoon")
    assert scene.choices == ["answer.take", "answer.drop"]
    scene.answers("answer.take")
    assert (scene.state.record.cube.value, scene.state.record.cube.owner) == (8, ANNA)
    assert scene.recorded() == ["dark double", "light double", "dark double", "light take"]
