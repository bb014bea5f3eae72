"""What may happen at a table of draughts: mostly what people do there, now and then anything at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from companion.coach.draughts.at_the_table import MoveDecision, MoveHelpAsked, MoveReady
from companion.games.catalogue import DRAUGHTS
from companion.games.draughts import START, Position, legal_moves, picture_of
from companion.games.draughts.notation import text
from companion.games.draughts.squares import DARK_SQUARES
from companion.games.rules import Picture, Side, Stack
from companion.match.draughts.session import DraughtsState, DraughtsTerms
from companion.match.events import (
    Answered,
    BoardSeen,
    ButtonPressed,
    ChangeUndone,
    Claimed,
    Disputed,
    DrawOffered,
    FramesEnded,
    GameResigned,
    LeftToDirector,
    MoveEdited,
    MoveEntered,
    NextGame,
    Paused,
    PositionEntered,
    PutBackAsked,
    Resumed,
    UndoAsked,
)
from companion.match.phases import IN_GAME, INTERRUPTED, OVER
from companion.match.state import EndOfTurn
from companion.match.terms import EngineOpponent, Level
from companion.record.journal import Mode
from vision.observation import Evidence, Observation

_CORNERS: Final = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_LATE: Final = ("W:Wc1,Kd4:Bf6,h8", "B:WKa1:BKh8", "W:Wa3,c3:Bb6,Kd6", "W:W:Ba7")


def terms(rng: Random) -> DraughtsTerms:
    mode = rng.choice(tuple(Mode))
    engine = EngineOpponent(rng.choice(tuple(Side)), rng.choice(tuple(Level)), rng.randrange(9))
    return DraughtsTerms(
        length=rng.choice((0, 1, 2, 3)), rules=DRAUGHTS[rng.choice(tuple(DRAUGHTS))], mode=mode,
        end_of_turn=rng.choice((EndOfTurn.STILL, EndOfTurn.BUTTON)), clock=rng.random() < 0.5,
        time_s=rng.choice((60.0, 900.0)), asks=rng.random() < 0.9, idle_s=rng.choice((30.0, 300.0)),
        opponent=engine if mode is Mode.TRAINING and rng.random() < 0.5 else None,
    )  # fmt: skip


def usual(state: DraughtsState, rng: Random, at_s: float) -> Any:
    """What goes on with the game, by touch or by button."""
    if state.shown.question is not None and rng.random() < 0.8:
        return Answered(rng.randrange(len(state.shown.question.answers)), at_s)
    if state.phase in INTERRUPTED:
        return rng.choice((Resumed(at_s), Resumed(at_s), PutBackAsked(at_s)))
    if state.phase in OVER:
        return NextGame(at_s)
    if state.phase in IN_GAME and (moves := legal_moves(state.record.position, state.terms.rules.rules)):
        return MoveEntered(text(rng.choice(moves), state.record.position), at_s)
    return rng.choice((ButtonPressed, NextGame))(at_s)


def anything(state: DraughtsState, rng: Random, at_s: float) -> Any:
    """Any touch at all, whether it makes sense now or not."""
    side, by = rng.choice(tuple(Side)), rng.choice((None, *Side))
    choices: Sequence[Callable[[], Any]] = (
        lambda: ButtonPressed(at_s, by),
        lambda: UndoAsked(at_s, by),
        lambda: UndoAsked(at_s, by),
        lambda: ChangeUndone(at_s),
        lambda: ChangeUndone(at_s),
        lambda: Answered(rng.randrange(-1, 5), at_s),
        lambda: FramesEnded(at_s),
        lambda: Paused(at_s),
        lambda: Resumed(at_s),
        lambda: Disputed(at_s),
        lambda: Claimed(side, rng.choice(("claim.dice", "", "x" * 200)), at_s),
        lambda: LeftToDirector(at_s),
        lambda: PutBackAsked(at_s),
        lambda: PutBackAsked(at_s),
        lambda: NextGame(at_s),
        lambda: MoveEntered(_some_move(state, rng), at_s),
        lambda: MoveEdited(rng.randrange(-1, 9), _some_move(state, rng), at_s, by),
        lambda: PositionEntered(rng.choice((_some_position(state, rng).fen(), "nonsense")), at_s),
        lambda: DrawOffered(side, at_s),
        lambda: GameResigned(side, at_s) if rng.random() < 0.3 else Paused(at_s),
        lambda: MoveHelpAsked(side, at_s),
    )
    return rng.choice(choices)()


def look(state: DraughtsState, rng: Random, at_s: float, frame: int) -> BoardSeen:
    """A look at the board: as on record, moved on, spilled, cleared, or any other."""
    position = _some_position(state, rng) if rng.random() < 0.08 else state.record.position
    if state.phase in IN_GAME and rng.random() < 0.5 and state.terms.rules.legal_ends(position):
        position = rng.choice(tuple(state.terms.rules.legal_ends(position)))
    board, draw = {**picture_of(position)}, rng.random()
    if draw < 0.15:
        for _ in range(rng.choice((1, 1, 2, 6))):
            board[rng.choice(DARK_SQUARES)] = rng.choice((Stack(0, 0), Stack(1, 0), Stack(0, 1)))
    elif draw < 0.18:
        board = {}
    return BoardSeen(_observed(board, at_s, hand=rng.random() < 0.1), frame, at_s, unmoved=rng.random() < 0.2)


def hint(decision: MoveDecision, rng: Random, at_s: float) -> MoveReady:
    """What an engine of no understanding answers, or that it cannot."""
    moves = legal_moves(decision.position)
    if rng.random() < 0.2 or not moves or decision.level is None:
        return MoveReady(decision, at_s, failure="it has ended")
    return MoveReady(decision, at_s, move=rng.choice(moves))


def _observed(board: Picture, at_s: float, *, hand: bool) -> Observation:
    pairs = {square: tuple(board.get(square, Stack(0, 0))) for square in DARK_SQUARES}
    evidence = {square: Evidence({(light, dark): 0.998}) for square, (light, dark) in pairs.items()}
    return Observation(evidence, (), None, hand=hand, seen_at_s=at_s, corners_px=_CORNERS)


def _some_move(state: DraughtsState, rng: Random) -> str:
    played = [move.text for move in state.record.moves] if state.record.games else []
    return rng.choice(("c3-d4", "a3-b4", "c3xe5", "", "nonsense", *played[-4:]))


def _some_position(state: DraughtsState, rng: Random) -> Position:
    """The start, or one near the end of a game."""
    return rng.choice((START, state.record.position, Position.from_fen(rng.choice(_LATE[:3]))))
