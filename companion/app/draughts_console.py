"""Controls a match of draughts by commands for ``run --control``, and prints its state."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from companion.app.console_words import (
    SIDES,
    Command,
    adjusted,
    answered,
    asked_lines,
    awarded,
    claimed,
    message_in_words,
    minutes,
    number_in,
    pressed,
    question_facts,
    shown_notice,
    side_in,
    understood,
)
from companion.errors import InputError, quoted
from companion.games.draughts import Position
from companion.games.draughts.notation import squares_in
from companion.games.draughts.squares import name
from companion.games.rules import Side
from companion.match.draughts.state import DraughtsState
from companion.match.events import DrawOffered, Event, GameResigned, MoveEdited, MoveEntered, PositionEntered, UndoAsked
from companion.match.phases import IN_GAME
from companion.texts import many

_MOVE: Final = re.compile(r"[a-h][1-8][-x:].*", re.ASCII)

HELP: Final = """\
press [light|dark]                the button
move c3-d4                        the side to move plays so; also without the word: c3xe5xg3
draw                              the side to move offers a draw, or agrees to one; also: draw dark
resign                            the side to move gives the game up; also: resign dark
answer 1                          the first of the answers to the question
undo [light|dark]                 take the last move back; with a side, as that player asks it
undo-change                       undo the change of the record that was reported last
edit 3 c3-b4                      what is on record for move 3 of the game is wrong
position W:Wc1,Kd4:Bf6            the pieces are there, White (light) to move
put-back                          the board was disturbed: show which squares to restore
dispute                           stop the clock and keep what was seen of the turn
claim dark it stood on d6         what a player says of the disputed turn
director                          keep the disputed turn for the director, and play on
pause, resume
award light, draw, light match    with award: the director gives the game, a draw, or the match
time dark -60                     the director gives time on the clock, or takes it
next                              the result is right; the next game
new                               another match with the same settings
dark: undo                        as that player does it; in a refereed match the other one is asked
show                              how things stand
quit"""


def command(line: str, state: DraughtsState, at_s: float) -> Command:
    """Return the command that a line gives to a match in this state.

    Raises :class:`InputError` with a sentence for an unknown command, or one that is impossible now.
    """
    if _MOVE.fullmatch(line.split(": ", 1)[-1].strip()) and not line.startswith("move"):
        side, _, move = line.rpartition(": ")
        line = f"{side}: move {move}" if side else f"move {move}"
    return understood(line, state, at_s, _WITH_WORDS)


def _moved(rest: Sequence[str], state: DraughtsState, at_s: float) -> MoveEntered:
    del state
    squares_in(" ".join(rest))
    return MoveEntered(" ".join(rest), at_s)


def _drawn(rest: Sequence[str], state: DraughtsState, at_s: float) -> DrawOffered:
    offered = state.record.offer
    return DrawOffered(_whose("draw", rest, state) if rest or offered is None else offered.other, at_s)


def _resigned(rest: Sequence[str], state: DraughtsState, at_s: float) -> GameResigned:
    return GameResigned(_whose("resign", rest, state), at_s)


def _whose(word: str, rest: Sequence[str], state: DraughtsState) -> Side:
    """The side that is named, else the one to move."""
    if rest:
        return side_in(word, " ".join(rest))
    if not state.in_game:
        raise InputError(f"{word}: nobody is to move yet, expected light or dark")
    return state.side


def _edited(rest: Sequence[str], state: DraughtsState, at_s: float) -> MoveEdited:
    del state
    if len(rest) not in (2, 3) or (len(rest) == 3 and rest[1] not in SIDES):
        raise InputError(f"edit {quoted(' '.join(rest))}: expected the move's number, then the move: 3 c3-b4")
    squares_in(rest[-1])
    by = Side(rest[1]) if len(rest) == 3 else None
    return MoveEdited(number_in("edit", rest[0]) - 1, rest[-1], at_s, by)


def _placed(rest: Sequence[str], state: DraughtsState, at_s: float) -> PositionEntered:
    del state
    fen = " ".join(rest)
    Position.from_fen(fen)
    return PositionEntered(fen, at_s)


def _undone(rest: Sequence[str], state: DraughtsState, at_s: float) -> UndoAsked:
    del state
    return UndoAsked(at_s, side_in("undo", " ".join(rest)) if rest else None)


_WITH_WORDS: Final[Mapping[str, Callable[[Sequence[str], DraughtsState, float], Event]]] = MappingProxyType(
    {
        "press": pressed, "move": _moved, "draw": _drawn, "resign": _resigned, "answer": answered, "edit": _edited,
        "position": _placed, "claim": claimed, "undo": _undone, "award": awarded, "time": adjusted,
    }
)  # fmt: skip


# --- the answers ------------------------------------------------------------------------------


def shown(state: DraughtsState, match_id: int, *, trouble: str | None = None) -> dict[str, object]:
    """Return the state of the match as JSON values.

    ``names``: of the players of the (light, dark) men in this game; ``score``: their points.  ``position``: FEN of the
    record.  ``moves``: those of this game.  ``trouble``: why the record is in memory only.
    """
    record, clock, asked = state.record, state.clock, state.shown.question
    outcome = record.outcome
    return {
        "match": match_id,
        "names": list(state.names),
        "length": state.terms.length,
        "mode": state.terms.mode.value,
        "phase": state.phase.value,
        "to_move": state.side.value if state.phase in IN_GAME else None,
        "position": record.position.fen() if record.games else None,
        "score": list(record.points),
        "game": record.game,
        "moves": [played.text for played in record.moves],
        "result": outcome.text if outcome is not None else None,
        "why": outcome.why if outcome is not None else None,
        "draw_offered_by": record.offer.value if record.offer is not None else None,
        "clock": None if clock is None else [clock.left_s(side, state.t) for side in Side],
        "dispute": None if record.dispute is None else list(record.dispute.claims),
        "crown": [name(square) for square in state.shown.crown],
        "question": question_facts(asked, state.asked_of(asked) if asked is not None else frozenset()),
        "notice": notice(state),
        "trouble": trouble,
    }


def shown_lines(state: DraughtsState, match_id: int, *, trouble: str | None = None) -> list[str]:
    """Return what :func:`shown` returns, as lines to read."""
    record, (light, dark) = state.record, state.names
    length = many(state.terms.length, "game") if state.terms.length else "an open match"
    lines = [
        f"match {match_id}: {light} (light) - {dark} (dark), {length}, {state.terms.mode.value}",
        f"score {record.points[0]}-{record.points[1]}, game {record.game}",
    ]
    who = f", {state.name_of(state.side)} to move" if state.phase in IN_GAME else ""
    result = f", {record.outcome.text} ({record.outcome.why})" if record.outcome is not None else ""
    lines.append(f"phase {state.phase.value}{who}, {many(len(record.moves), 'move')}{result}")
    if record.games:
        lines.append(f"position {record.position.fen()}")
    if state.clock is not None and state.clock.has_reserve:
        left = (minutes(state.clock.left_s(side, state.t) or 0.0) for side in Side)
        lines.append(f"clock {' '.join(left)}, {'running' if state.clock.runs else 'standing'}")
    lines += said_lines(state)
    if trouble is not None:
        lines.append(f"record in memory only: {trouble}")
    return lines


def said_lines(state: DraughtsState) -> list[str]:
    """Return what the screen would say now: the notice, then the question with its numbered answers."""
    said = notice(state)
    lines = [] if said is None else [f"! {said}"]
    return [*lines, *asked_lines(state.shown.question)] if state.shown.question is not None else lines


def notice(state: DraughtsState) -> str | None:
    """Return the message in the strips of the screen, None if it is only the open question."""
    message = shown_notice(state.shown.message, state.shown.question)
    squares = f"squares {', '.join(map(name, message.points))}" if message is not None and message.points else ""
    return message_in_words(message, squares)
