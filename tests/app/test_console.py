"""A line typed at ``run --control`` is one thing that a person does at the table."""

from __future__ import annotations

import pytest

from companion.app import draughts_console
from companion.app.console import HELP, command, said_lines, shown, shown_lines
from companion.app.console_words import Order
from companion.errors import InputError
from companion.games.backgammon import START
from companion.games.backgammon.cube import Act
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match.any_seen import Camera
from companion.match.draughts import session as draughts
from companion.match.events import (
    ButtonPressed,
    ChangeUndone,
    Claimed,
    CubeActed,
    Disputed,
    Edited,
    Ended,
    Event,
    LeftToDirector,
    NextGame,
    Paused,
    PlayEntered,
    PositionSet,
    PutBackAsked,
    Resigned,
    Resumed,
    RollEntered,
    RulingAsked,
    UndoAsked,
)
from companion.match.phases import Phase
from companion.match.session import State, Terms, begun, step

OPENING = begun(Terms(asks=True))


def told(*lines: str, state: State = OPENING) -> State:
    for line in lines:
        said = command(line, state, state.t + 1.0)
        assert not isinstance(said, Order)
        state, _ = step(state, said)
    return state


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("press", ButtonPressed(2.0)),
        ("press dark", ButtonPressed(2.0, Side.DARK)),
        ("roll 31", RollEntered(3, 1, 2.0)),
        ("roll 3 1", RollEntered(3, 1, 2.0)),
        ("play 8/5  6/5", PlayEntered("8/5 6/5", 2.0)),
        ("undo", UndoAsked(2.0)),
        ("undo-change", ChangeUndone(2.0)),
        ("dispute", Disputed(2.0)),
        ("director", LeftToDirector(2.0)),
        ("pause", Paused(2.0)),
        ("resume", Resumed(2.0)),
        ("resign light gammon", Resigned(Side.LIGHT, Result.GAMMON, 2.0)),
        ("end dark backgammon", Ended(Side.DARK, Result.BACKGAMMON, 2.0)),
        ("edit 7 play 8/5 6/5", Edited(7, 2.0, None, "8/5 6/5")),
        ("edit 7 roll 31", Edited(7, 2.0, (3, 1))),
        ("edit 7 roll 31 play 8/5 6/5", Edited(7, 2.0, (3, 1), "8/5 6/5")),
        (f"position {START.id()} dark", PositionSet(START.id(), Side.DARK, 2.0)),
        ("next", NextGame(2.0)),
        ("put-back", PutBackAsked(2.0)),
        ("ruling", RulingAsked(2.0)),
    ],
)
def test_a_line_says_what_a_person_does(line: str, event: Event) -> None:
    assert command(line, OPENING, 2.0) == event


@pytest.mark.parametrize("order", Order)
def test_a_word_may_be_meant_for_the_program(order: Order) -> None:
    assert command(order.value, OPENING, 0.0) is order


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("rol 31", "'rol': expected one of press, roll"),
        ("roll 37", "dice '37': expected two numbers from 1 to 6"),
        ("play", "play: expected checkers' ways"),
        ("play 8-5", "'8-5' is no checker's way"),
        ("press twice", "press 'twice': expected light or dark"),
        ("undo it", "undo 'it': expected nothing after undo"),
        ("take it", "take 'it': expected nothing after take"),
        ("answer 1", "answer: nothing is asked"),
        ("edit seven roll 31", "edit 'seven': expected a number"),
        ("edit 7 31", "edit '7 31': expected the turn's number, then"),
        ("edit 7 roll 31 8/5", "edit '7 roll 31 8/5': expected the turn's number, then"),
        ("position 4HPwATDgc/ABMA", "expected a Position ID and light or dark"),
        ("position nonsense light", "position 'nonsense': expected a GNU Position ID"),
        ("resign single", "resign: nobody is to act yet"),
        ("resign light all", "resign 'all': expected single, gammon or backgammon"),
        ("end gammon", "end 'gammon': expected light or dark"),
        ("claim flat", "claim 'flat': expected light or dark"),
        ("claim dark it was flat", "claim: no turn is in dispute"),
    ],
)
def test_a_line_that_says_nothing_is_answered_by_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        command(line, OPENING, 0.0)
    assert sentence in str(caught.value)


def test_a_claim_is_about_the_turn_in_dispute() -> None:
    state, _ = step(told("roll 31"), Disputed(1.0))
    assert command("claim dark it was flat", state, 2.0) == Claimed(Side.DARK, "it was flat", 2.0)
    with pytest.raises(InputError, match="expected what the player says"):
        command("claim dark", state, 2.0)


def test_the_cube_is_the_business_of_the_side_whose_turn_it_is_to_speak() -> None:
    state = told("roll 31", "play 8/5 6/5")
    double = command("double", state, 0.0)
    assert double == CubeActed(Act.DOUBLE, Side.DARK, 0.0)
    assert isinstance(double, CubeActed)
    state, _ = step(state, double)
    for word, act in {"take": Act.TAKE, "drop": Act.DROP, "beaver": Act.BEAVER}.items():
        assert command(word, state, 0.0) == CubeActed(act, Side.LIGHT, 0.0)


def test_from_a_chair_nobody_says_what_is_the_other_players_to_say() -> None:
    state = told("roll 31", "play 8/5 6/5")
    for line in ("light: resign dark backgammon", "light: press dark"):
        with pytest.raises(InputError, match="that is dark's to say"):
            command(line, state, 0.0)
    assert command("light: resign single", state, 0.0) == Resigned(Side.LIGHT, Result.SINGLE, 0.0)
    assert told("light: double", state=state).record.cube.offer is None, "it is Dark's turn"
    state = told("dark: double", state=state)
    assert told("dark: take", "dark: drop", "dark: beaver", "dark: answer 1", state=state).phase is Phase.DOUBLED
    assert told("light: take", state=state).record.cube.value == 2
    state = told("dispute", state=state)
    with pytest.raises(InputError, match="that is dark's to say"):
        command("light: claim dark it was flat", state, 0.0)
    mine = command("light: claim light dark has moved it", state, 0.0)
    assert mine == Claimed(Side.LIGHT, "dark has moved it", 0.0)


def _event(line: str, state: draughts.DraughtsState) -> Event:
    event = draughts_console.command(line, state, state.t + 1.0)
    assert not isinstance(event, Order)
    return event


def test_an_offer_of_a_draw_from_a_chair_is_that_players() -> None:
    state = draughts.begun(draughts.DraughtsTerms(asks=True)).with_seen(camera=Camera.NONE)
    for line in ("next", "c3-d4", "b6-a5"):
        state, _ = draughts.step(state, _event(line, state))
    for line in ("dark: draw", "dark: draw"):
        state, _ = draughts.step(state, _event(line, state))
        assert (state.record.offer, state.phase) == (Side.DARK, Phase.TRYING)
    state, _ = draughts.step(state, _event("light: draw", state))
    assert state.phase is Phase.MATCH_OVER


def test_an_answer_is_one_of_those_offered_counted_from_one() -> None:
    state = told("roll 31", "play 8/5 6/5", "double")
    for line in ("answer 0", "answer 3", "answer yes"):
        with pytest.raises(InputError, match="answer"):
            command(line, state, 0.0)
    assert told("answer 1", state=state).record.cube.value == 2


def test_every_command_is_named_by_help() -> None:
    with pytest.raises(InputError) as caught:
        command("?", OPENING, 0.0)
    words = str(caught.value).partition("one of ")[2].split(", ")
    assert [word for word in words if word not in HELP and word not in ("raccoon", "help")] == []


def test_show_tells_a_person_what_it_tells_a_program() -> None:
    state = told("roll 31", "play 8/5 6/5", "double")
    facts = shown(state, 3)
    assert (facts["match"], facts["phase"], facts["dice"], facts["score"]) == (3, "doubled", None, [0, 0])
    assert facts["position"] == state.record.position.id()
    assert facts["cube"] == {"value": 1, "owner": None, "offered": 2}
    assert facts["question"] == {"text": "Take or drop?", "choices": ["Take", "Drop"], "to": ["light"]}
    lines = "\n".join(shown_lines(state, 3, trouble="the disk is full"))
    for words in (
        "match 3",
        "phase doubled",
        state.record.position.id(),
        "cube offered at 2 to Light",
        "the disk is full",
    ):
        assert words in lines
    assert lines.count("1: Take") == 1


def test_what_is_said_is_a_sentence_and_never_a_key() -> None:
    state = told("roll 31", "play 8/2")
    (line,) = said_lines(state)
    assert line.startswith("! This checker moved 6")
    assert "(points 8, 2)" in line
    assert said_lines(state.with_shown(message=None)) == []
