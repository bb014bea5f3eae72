"""Plays matches by touch alone, without a camera: chooses what a person does next, for benches of the rest."""

from __future__ import annotations

import random
from typing import Final

from companion.app.games import AnyState
from companion.games.backgammon.cube import Act
from companion.match.events import Answered, ButtonPressed, CameraLost, CubeActed, Event, NextGame, PlayEntered
from companion.match.phases import OVER, PLAYING, TO_ROLL, Phase
from companion.match.session import State, Terms
from companion.match.state import DiceSource, EndOfTurn, may_double

TERMS: Final = Terms(end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC, asks=True)
"""Money play with electronic dice: it never ends."""

_DOUBLES: Final = 0.05


def next_touch(state: AnyState, source: random.Random, at_s: float) -> Event:
    """What people who play backgammon at random do next."""
    assert isinstance(state, State)
    if state.shown.question is not None and state.shown.question.wanted is not None:
        return Answered(0, at_s)
    match state.phase:
        case Phase.SETTING_UP if not state.seen.blind:
            return CameraLost("there is none", at_s)
        case Phase.SETTING_UP | Phase.GAME_OVER | Phase.BETWEEN_GAMES:
            return NextGame(at_s)
        case Phase.DOUBLED:
            assert state.record.cube.offer is not None
            return CubeActed(Act.TAKE, state.record.cube.offer.to, at_s)
        case phase if phase in TO_ROLL and may_double(state) and source.random() < _DOUBLES:
            return CubeActed(Act.DOUBLE, state.side, at_s)
        case phase if phase in PLAYING:
            return PlayEntered(_any_play(state, source), at_s)
        case phase if phase not in OVER and state.shown.question is not None:
            return Answered(0, at_s)
        case _:
            return ButtonPressed(at_s)


def _any_play(state: State, source: random.Random) -> str:
    assert state.record.turn is not None
    assert state.record.turn.dice is not None
    plays = state.terms.rules.legal_ends(state.record.position, state.record.turn.dice).values()
    return source.choice(sorted(play.text() for play in plays))
