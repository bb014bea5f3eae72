"""Derives the cues for sounds, voice and lamps from two successive views; pure.

A refereed match makes no sound for a legal play: only a warning sounds, and softly a question.  A recorded match
is silent.  No cue says more than the screen does, and none helps to play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final, Protocol

from companion.games.backgammon.cube import Act
from companion.games.rules import Side
from companion.match.message import Message
from companion.match.view import TurnShown, View
from companion.record.journal import Mode
from companion.record.reports.ending_words import ending_key


class SoundCue(Enum):
    """The sounds, the most urgent first."""

    ALARM = "alarm"
    QUESTION = "question"
    HIT = "hit"
    BEAR_OFF = "home"
    ROLL = "roll"


class CueKind(Enum):
    """The kinds of events that a cue can be about."""

    ROLL = "roll"
    HIT = "hit"
    BEAR_OFF = "home"  # checkers were borne off
    WARNING = "warning"
    NOTICE = "notice"
    QUESTION = "question"
    DOUBLED = "doubled"
    TAKEN = "taken"
    DROPPED = "dropped"
    GAME_OVER = "game-over"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence for the voice: a text key and its values."""

    key: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cue:
    """One event; ``tone``: its sound in this mode; ``said``: its sentences for the voice."""

    kind: CueKind
    tone: SoundCue | None = None
    said: tuple[Spoken, ...] = ()


class Heard(Protocol):
    """A view of whatever game, with what it says."""

    @property
    def message(self) -> Message | None: ...

    @property
    def said_t(self) -> float: ...

    @property
    def alarm(self) -> Message | None: ...


class LampCue(Enum):
    """The state of a player's lamp: nothing is awaited from that player, something is, or something is wrong."""

    OFF = "off"
    ON = "on"
    BLINKING = "blinking"


def cues(before: View | None, after: View) -> tuple[Cue, ...]:
    """Return the audible events between two views of one table in this mode, in order of time.

    ``before`` None: the first view, which brings no news.
    """
    if before is None or after.mode is Mode.RECORDED or before.mode is not after.mode:
        return ()
    tones = TONES[after.mode]
    return tuple(Cue(kind, tones.get(kind), said) for kind, said in _happened(before, after))


def lamps(view: View) -> Mapping[Side, LampCue]:
    """Return the state of each player's lamp."""
    return {side: _lamp(view, side) for side in Side}


_QUIET: Final = {CueKind.WARNING: SoundCue.ALARM, CueKind.QUESTION: SoundCue.QUESTION}
TONES: Final[Mapping[Mode, Mapping[CueKind, SoundCue]]] = MappingProxyType(
    {
        Mode.REFEREED: _QUIET,
        Mode.TRAINING: {
            **_QUIET,
            CueKind.ROLL: SoundCue.ROLL,
            CueKind.HIT: SoundCue.HIT,
            CueKind.BEAR_OFF: SoundCue.BEAR_OFF,
        },
    }
)
_PUT_BY_RECORD: Final = frozenset(
    {
        "phase.take-or-drop", "question.resigned", "question.stands", "question.take-back", "question.change-play",
        "question.change-turn", "question.change-roll", "question.roll-entered", "question.play-entered",
        "question.position", "question.said-over", "question.result-right", "question.undo-change",
        "question.undo-double", "question.undo-answer", "question.pause", "question.go-on", "question.leave-dispute",
        "question.award", "question.award-match", "question.award-draw", "question.adjust-clock",
    }
)  # fmt: skip
"""Questions that one player puts to the other.  All others are about an unclear reading."""
_SAID_ANYHOW: Final = frozenset(
    {
        "notice.doubled",
        "notice.beavered",
        "notice.raccooned",
        "notice.taken",
        "notice.dropped",
        "notice.result",
        "notice.roll-changed",
    }
)
"""Notices of what has a sentence of its own for the voice."""
_HIT: Final = "*"
_MATCH_OVER: Final = "phase.match-over"


def _lamp(view: View, side: Side) -> LampCue:
    if side not in view.awaited and not _is_warned(view, side):
        return LampCue.OFF
    asked = view.question is not None and view.question.key in _PUT_BY_RECORD and side in view.question.to
    return LampCue.BLINKING if asked or _is_warned(view, side) else LampCue.ON


_OFFERS: Final = {Act.DOUBLE: "voice.doubles", Act.BEAVER: "voice.beavers", Act.RACCOON: "voice.raccoons"}
"""The announcement of each offer."""


def _is_warned(view: View, side: Side) -> bool:
    return view.alarm is not None and view.on_roll in (side, None)


def _happened(before: View, after: View) -> Iterator[tuple[CueKind, tuple[Spoken, ...]]]:
    yield from _by_cube(before, after)
    yield from _by_turns(before, after)
    yield from _by_words(before, after)
    yield from _by_result(before, after)


def _by_cube(before: View, after: View) -> Iterator[tuple[CueKind, tuple[Spoken, ...]]]:
    by, was_by = after.cube_offered_by, before.cube_offered_by
    if by is not None and by is not was_by:
        yield (
            CueKind.DOUBLED,
            (_says(_OFFERS[after.cube_act or Act.DOUBLE], after, by, value=str(2 * after.cube_value)),),
        )
    elif by is None and was_by is not None and after.winner is was_by:
        yield CueKind.DROPPED, (_says("voice.drops", after, was_by.other),)
    elif by is None and after.cube_value > before.cube_value and after.cube_owner is not None:
        taker = was_by.other if was_by is not None else after.cube_owner
        yield CueKind.TAKEN, (_says("voice.takes", after, taker, value=str(after.cube_value)),)


def _by_turns(before: View, after: View) -> Iterator[tuple[CueKind, tuple[Spoken, ...]]]:
    """The new turns; a game that restarted, or in which something was taken back, has none."""
    turns = after.history[len(before.history) :]
    if _rolls(after) > _rolls(before) or (after.rolled and before.rolled and _is_another_roll(before, after)):
        roll = after.dice if after.rolled else (turns[-1].dice.first, turns[-1].dice.second) if turns else None
        if roll is not None:
            yield CueKind.ROLL, (Spoken("voice.roll", {"first": str(max(roll)), "second": str(min(roll))}),)
    if any(_HIT in turn.play for turn in turns):
        yield CueKind.HIT, ()
    if any(_borne_off(turn) for turn in turns):
        yield CueKind.BEAR_OFF, ()


def _rolls(view: View) -> int:
    return len(view.history) + view.rolled


def _is_another_roll(before: View, after: View) -> bool:
    """Whether the current roll was misread and has been corrected."""
    return len(after.history) == len(before.history) and after.dice != before.dice


def _borne_off(turn: TurnShown) -> bool:
    return turn.after.off.of(turn.side) > turn.before.off.of(turn.side)


def _by_words(before: View, after: View) -> Iterator[tuple[CueKind, tuple[Spoken, ...]]]:
    message, question = after.message, after.question
    asked = question is not None and question.key != after.phase and _key_of(before) != question.key
    is_said = message is not None and (message.key in _SAID_ANYHOW or (question and message.key == question.key))
    if message is not None and is_new(before, after) and not is_said:
        yield CueKind.WARNING if message.alarm else CueKind.NOTICE, (Spoken(message.key, message.values),)
    if asked and question is not None:
        yield CueKind.QUESTION, (Spoken(question.key, question.values),)


def is_new(before: Heard, after: Heard) -> bool:
    """Whether the message is said now: not one that a notice has only stood before for its time."""
    message = after.message
    said = message != before.message or after.said_t != before.said_t
    return (
        message is not None and said and not (message.alarm and before.alarm == message and before.message != message)
    )


def _key_of(view: View) -> str:
    return view.question.key if view.question is not None else ""


def _by_result(before: View, after: View) -> Iterator[tuple[CueKind, tuple[Spoken, ...]]]:
    if after.winner is None or before.winner is not None:
        return
    light, dark = after.names
    score = {"light": light, "points_light": str(after.score[0]), "dark": dark, "points_dark": str(after.score[1])}
    key = ending_key(after.cause, match_over=after.phase == _MATCH_OVER) or "result.won"
    loser = after.names[0 if after.winner is Side.DARK else 1]
    won = _says(key, after, after.winner, points=str(after.points_won), loser=loser)
    yield CueKind.GAME_OVER, (won, Spoken("voice.score", score))


def _says(key: str, view: View, side: Side, **values: str) -> Spoken:
    return Spoken(key, {"name": view.names[0 if side is Side.LIGHT else 1], **values})
