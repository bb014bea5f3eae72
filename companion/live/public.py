"""The entries of the journal that spectators may see, and their words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.games.backgammon import Dice
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.wording import play_in_numbers
from companion.games.rules import Side
from companion.live.state import Say
from companion.record.entries import Entry, Kind, decided_by, is_drawn
from companion.record.facts import (
    CubeTurned,
    Fault,
    GameScored,
    GoneOn,
    Halted,
    KeptForDirector,
    MoveAmended,
    Offered,
    PlayMade,
    PointsWon,
    TurnAmended,
    TurnDisputed,
)
from companion.record.match import CAUSES, Cause
from companion.record.reports.event_words import how_ended
from companion.record.reports.transcript import answer_of
from companion.texts import TEXTS

CORRECTIONS: Final = frozenset({Kind.CORRECTED, Kind.EDIT, Kind.UNDO, Kind.RESTORED})
"""The entries that change a recorded or ruled turn."""
TURNS: Final = frozenset({Kind.PLAY, Kind.STOOD, Kind.CORRECTED})
"""The entries that end a turn."""
_NOTES: Final = (Halted, GoneOn, TurnDisputed, KeptForDirector)
"""The notes that spectators see; all others are of the coach, the camera, or the players' own words."""
_ENDS: Final = frozenset({Kind.GAME_OVER, Kind.MATCH_OVER})
_WIN: Final = 2


def public(entries: Iterable[Entry], *, faults_shown: bool) -> tuple[Entry, ...]:
    """The entries that spectators may see.

    ``faults_shown``: the players read of an illegal play at once; else it looks like any other that stood.
    """
    return tuple(
        _as_reported(entry, faults_shown=faults_shown)
        for entry in entries
        if _is_public(entry, faults_shown=faults_shown)
    )


def _is_public(entry: Entry, *, faults_shown: bool) -> bool:
    match entry.event:
        case Kind.NOTE:
            return isinstance(entry.facts, _NOTES)
        case Kind.ILLEGAL:
            return faults_shown
        case Kind.ANSWERED:
            return answer_of(entry) != "" and faults_shown
        case Kind.ASKED:
            return faults_shown
    return True


def _as_reported(entry: Entry, *, faults_shown: bool) -> Entry:
    if entry.event is Kind.STOOD and not faults_shown:
        return replace(entry, event=Kind.PLAY, reason=None)
    return entry


def ended(entries: Sequence[Entry]) -> int:
    """The number of entries up to the last end of a game, whose secrets are of no use any more."""
    return next((n for n in range(len(entries), 0, -1) if entries[n - 1].event in _ENDS), 0)


Speaker = Callable[[Entry, tuple[str, str], Say], Iterator[str]]


def backgammon_speaker(rules: RuleSet = STANDARD) -> Speaker:
    """Return what says an entry of backgammon: nothing, or one sentence; ``rules`` give the points their numbers."""

    def sentences_of(entry: Entry, names: tuple[str, str], say: Say) -> Iterator[str]:
        side = entry.side or Side.LIGHT
        made = {"made": play_in_numbers(entry.play, side, rules)} if entry.play else {}
        dice = {"dice": str(Dice(*entry.dice))} if entry.dice else {}
        facts = entry.facts
        match entry.event:
            case Kind.PLAY if entry.dice is None:
                yield from _say(entry, "event.shut-out", {}, names, say)
            case Kind.PLAY | Kind.CORRECTED if not any(sign.isdigit() for sign in entry.play or ""):
                yield from _say(entry, "event.no-move", {}, names, say)
            case Kind.PLAY | Kind.CORRECTED if isinstance(facts, PlayMade) and facts.uncertain:
                yield from _say(entry, "event.uncertain", made, names, say)
            case Kind.EDIT if isinstance(facts, TurnAmended):
                yield from _say(entry, "event.turn-edited", {**dice, **made}, names, say)
            case Kind.EDIT if entry.dice is not None:
                yield from _say(entry, "event.roll-edited", dice, names, say)
            case Kind.GAME_OVER:
                won = facts if isinstance(facts, PointsWon) else PointsWon(1)
                key = f"event.game-over{how_ended(won.cause)}"
                yield from _say(entry, key, {"points": str(won.points)}, names, say)
            case Kind.MATCH_OVER:
                yield from _say(entry, f"event.match-over{how_ended(decided_by(entry) or Cause.PLAY)}", {}, names, say)
            case _:
                yield from _of_every_game(entry, {**dice, **made}, names, say)

    return sentences_of


def draughts_speaker() -> Speaker:
    """Return what says an entry of draughts."""

    def sentences_of(entry: Entry, names: tuple[str, str], say: Say) -> Iterator[str]:
        made = {"made": entry.play} if entry.play else {}
        match entry.event:
            case Kind.PLAY | Kind.CORRECTED if isinstance(entry.facts, PlayMade) and entry.facts.uncertain:
                yield from _say(entry, "event.uncertain", made, names, say)
            case Kind.EDIT if isinstance(entry.facts, MoveAmended):
                yield from _say(entry, "event.move-edited", {"made": "", **made}, names, say)
            case Kind.GAME_OVER if entry.side is None:
                yield say("result.drawn")
            case Kind.GAME_OVER if isinstance(entry.facts, GameScored):
                key = f"event.game-over{how_ended(CAUSES.get(entry.facts.why, Cause.PLAY))}"
                yield from _say(entry, key, {"points": str(_WIN)}, names, say)
            case Kind.MATCH_OVER if is_drawn(entry):
                yield say("event.match-drawn")
            case Kind.MATCH_OVER if entry.side is None:
                return  # an earlier version has not written who won
            case _:
                yield from _of_every_game(entry, made, names, say)

    return sentences_of


def _of_every_game(entry: Entry, values: Mapping[str, str], names: tuple[str, str], say: Say) -> Iterator[str]:
    facts: Any = entry.facts
    match entry.event:
        case Kind.ILLEGAL:
            fault = facts if isinstance(facts, Fault) else Fault()
            key = fault.text or str(entry.reason)
            if key in TEXTS:
                yield say("event.illegal", why=say(key, **(fault.values or {})))
        case Kind.DOUBLE if isinstance(facts, CubeTurned):
            yield from _say(entry, f"event.{facts.act.value}", {"value": str(facts.value)}, names, say)
        case Kind.RESIGN if isinstance(facts, Offered):
            yield from _say(entry, "event.resign", {"result": f"result.{facts.result.name.lower()}"}, names, say)
        case Kind.EDIT:
            yield say("event.placed")
        case Kind.NOTE if isinstance(facts, TurnDisputed) or (isinstance(facts, Halted) and facts.dispute is not None):
            yield say("event.dispute")
        case Kind.NOTE if isinstance(facts, KeptForDirector):
            yield say("event.kept-for-director")
        case Kind.NOTE if isinstance(facts, Halted):
            yield say("event.taken-up" if facts.taken_up else "event.paused")
        case Kind.NOTE if isinstance(facts, GoneOn):
            yield say("event.gone-on")
        case Kind.ASKED | Kind.ANSWERED | Kind.HAND | Kind.UNSEEN | Kind.CALIBRATED | Kind.NOTE:
            return
        case _:
            yield from _say(entry, f"event.{entry.event.value.replace('_', '-')}", values, names, say)


def _say(entry: Entry, key: str, values: Mapping[str, str], names: tuple[str, str], say: Say) -> Iterator[str]:
    if key in TEXTS:
        who = {} if entry.side is None else {"name": names[entry.side is Side.DARK]}
        yield say(key, **who, **values)
