"""Makes the view of a match of draughts from its state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.games.draughts import Move, legal_moves
from companion.games.draughts.squares import DARK_SQUARES
from companion.games.rules import Picture, Side, Stack
from companion.match.clock import is_on_clock
from companion.match.draughts.in_play import way_of
from companion.match.draughts.state import DraughtsState
from companion.match.draughts.view import (
    DraughtsView,
    IllegalMoveShown,
    MoveAnswerShown,
    MoveDisputeShown,
    MoveQuestionShown,
    MoveShown,
)
from companion.match.phases import IN_GAME, Phase
from companion.match.view import Bgr, ClockShown
from companion.record.draughts import Played
from companion.record.match import Cause
from vision.observation import Observation

_PHASES: Final[Mapping[Phase, str]] = MappingProxyType(
    {
        Phase.SETTING_UP: "phase.start",
        Phase.TRYING: "phase.play",
        Phase.CORRECTING: "phase.correct",
        Phase.GAME_OVER: "phase.over",
        Phase.BETWEEN_GAMES: "phase.next-game",
        Phase.MATCH_OVER: "phase.match-over",
        Phase.PAUSED: "phase.paused",
        Phase.PUTTING_BACK: "phase.put-back",
    }
)
_LIKELY: Final = 0.5
"""A look is believed of a square if what it read there is likelier than all else."""


def view_of(
    state: DraughtsState, checker_bgr: tuple[Bgr, Bgr] | None = None, *, trouble: str | None = None,
    beside: Mapping[type, object] = MappingProxyType({}),
) -> DraughtsView:  # fmt: skip
    """The table as a session knows it; arguments as of :func:`companion.match.view.view_of`."""
    record = state.record
    moves = tuple(_move(number, move) for number, move in enumerate(record.moves))
    look = state.seen.look.observation if state.seen.look is not None else None
    outcome = record.outcome
    in_play = state.phase in IN_GAME
    at_bottom = look.orientation.light_at_bottom if look is not None else True
    view = DraughtsView(
        names=state.names,
        position=record.position,
        phase=_PHASES[state.phase],
        to_move=state.side if in_play else None,
        last=moves[-1] if moves else None,
        games=record.points,
        length=state.terms.length,
        moves=moves,
        legal=tuple(legal_moves(record.position)) if in_play else (),
        message=state.shown.message,
        said_t=state.shown.said_t,
        question=_question(state),
        illegal=_illegal(state),
        crown=state.shown.crown,
        clock=ClockShown.of(state.clock, state.t) if state.clock is not None else None,
        winner=outcome.winner if outcome is not None else None,
        result=outcome.text if outcome is not None else None,
        cause=outcome.cause if outcome is not None else Cause.PLAY,
        dimmed=is_on_clock(state.clock) and state.t - state.stirred_t >= state.terms.idle_s,
        draw_offered_by=record.offer,
        dispute=_dispute(state, moves),
        put_back=state.shown.back.left if state.shown.back is not None else None,
        lies=_lies(look) if look is not None else None,
        hand=state.seen.hand,
        camera_lost=state.seen.camera_lost,
        blind=state.seen.blind,
        mode=state.terms.mode,
        may_undo=state.shown.before_change is not None,
        awaits_look=state.phase is Phase.TRYING and state.seen.ended_t is not None,
        trouble=trouble,
        light_at_bottom=at_bottom is not record.turned,
        beside=beside,
    )
    return view if checker_bgr is None else replace(view, checker_bgr=checker_bgr)


def _move(number: int, played: Played) -> MoveShown:
    return MoveShown(number, played.side, played.move, played.text, played.before, played.after)


def _question(state: DraughtsState) -> MoveQuestionShown | None:
    question = state.shown.question
    if question is None:
        return None
    answers = tuple(
        MoveAnswerShown(one.text, one.meaning if isinstance(one.meaning, Move) else None, one.end)
        for one in question.answers
    )
    return MoveQuestionShown(
        question.key, answers, question.to or frozenset(Side), question.values, of_consent=question.wanted is not None
    )


def _illegal(state: DraughtsState) -> IllegalMoveShown | None:
    """What the warning that is on show is about."""
    wrong, message = state.record.wrong, state.shown.alarm
    if state.phase is not Phase.CORRECTING or wrong is None or message is None:
        return None
    picture = dict(wrong.picture)
    if state.seen.look is not None and not state.seen.blind:
        seen = {square: state.seen.look.observation.spot(square) for square in DARK_SQUARES}
        picture |= {square: Stack(*one.best) for square, one in seen.items() if one.confidence > _LIKELY}
    picture = {square: stack for square, stack in picture.items() if sum(stack)}
    return IllegalMoveShown(picture, state.side, way_of(state.record.position, picture), message.points)


def _dispute(state: DraughtsState, moves: tuple[MoveShown, ...]) -> MoveDisputeShown | None:
    dispute = state.record.dispute
    if dispute is None:
        return None
    return MoveDisputeShown(state.side, state.record.position, moves[-1] if moves else None, dispute.claims)


def _lies(look: Observation) -> Picture:
    seen = {square: look.spot(square) for square in look.evidence}
    return {square: Stack(*one.best) for square, one in seen.items() if one.seen}
