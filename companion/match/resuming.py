"""The session as the journal tells it: after a restart, play goes on from what is on record.

Each entry is told again to the same functions that wrote it (:mod:`companion.match.actions`), so that a
resumed session is in the state in which the one that was interrupted had written it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import Dice, Play, Position
from companion.games.rules import Picture, Side, Stack
from companion.match import actions, corrections
from companion.match.clock import Clock, Stop
from companion.match.events import Edited
from companion.match.layer import Layer
from companion.match.message import Message
from companion.match.orientation import BoardOrientation
from companion.match.phases import ASIDE, PLAYING, WRONG, Phase
from companion.match.questions import coming_back
from companion.match.session import begun
from companion.match.state import State, Terms, Wrong
from companion.record.entries import Entry, Kind
from companion.record.facts import (
    CorrectionDemanded,
    Fault,
    GameBegun,
    GoneOn,
    Halted,
    OfferAnswered,
    Offered,
    PlayMade,
    PointsWon,
    Replaced,
    ResultConfirmed,
    RollOff,
    RollSource,
    RulingTold,
    TurnAmended,
)

_NOTHING: Final = Stack(0, 0)
_QUIET: Final = frozenset(
    {
        Kind.CALIBRATED, Kind.ASKED, Kind.ANSWERED, Kind.COCKED, Kind.HAND, Kind.UNSEEN, Kind.CAMERA_LOST,
        Kind.CAMERA_BACK, Kind.PREMATURE,
    }
)  # fmt: skip
"""Entries that change nothing on record."""


def resumed(terms: Terms, entries: Sequence[Entry], layer: Layer | None = None) -> State:
    """The state after these entries, in which the camera has not looked yet; ``layer``: what was round the match.

    Raises :class:`InputError` naming the first entry that does not follow from those before it.
    """
    state = begun(terms)
    for entry in entries:
        if entry.n <= state.n:
            continue  # written together with the one before it
        try:
            told = _told(replace(state, t=max(state.t, entry.t)), entry)
            state = told if layer is None else layer.retold(state, told, entry)
        except Exception as error:  # whatever does not go with an entry: another version may have written it
            why = str(error) or type(error).__name__
            raise InputError(f"journal entry {entry.n} ({entry.event.value}) does not follow: {why}") from error
        if state.n < entry.n:
            state = replace(state, n=entry.n)
    stirred = coming_back(replace(state, stirred_t=state.t).with_record(rolled_t=state.t).with_shown(message=None))
    return replace(stirred, clock=_clock_of(entries, stirred))


def _told(state: State, entry: Entry) -> State:
    state = replace(state, n=entry.n - 1)
    match entry.event:
        case Kind.ANSWERED if isinstance(entry.facts, OfferAnswered):
            return actions.resignation_answered(state, accepted=entry.facts.accepted)[0]
        case kind if kind in _QUIET:
            return state
        case Kind.START:
            return _started(state, entry)
        case Kind.ROLL:
            return _rolled(state, entry)
        case Kind.PLAY | Kind.CORRECTED:
            return _played(state, entry)
        case Kind.ILLEGAL:
            return _illegal(state, entry)
        case Kind.STOOD:
            return _stood(state, entry)
        case Kind.DOUBLE:
            return _doubled(state)
        case Kind.TAKE:
            return actions.taken(state, None, None)[0]
        case Kind.DROP:
            return actions.dropped(state, None)[0]
        case Kind.RESIGN if isinstance(entry.facts, Offered):
            return actions.resigned(state, _side(entry), entry.facts.result)[0]
        case Kind.EDIT:
            return _edited(state, entry)
        case Kind.UNDO:
            return actions.undone(state)[0]
        case Kind.GAME_OVER if isinstance(entry.facts, PointsWon) and entry.facts.said:
            return actions.points_changed(state, _side(entry), entry.facts.points)[0]
        case Kind.MATCH_OVER if entry.reason == "time":
            return actions.lost_on_time(state, _side(entry).other)[0]
        case Kind.NOTE:
            return _noted(state, entry)
    raise InputError("nothing in the game so far leads to it")


def _started(state: State, entry: Entry) -> State:
    facts = entry.facts if isinstance(entry.facts, GameBegun) else GameBegun()
    seating = BoardOrientation(mirrored=facts.mirrored, swapped=facts.swapped)
    if facts.cube:
        return replace(state, n=entry.n)  # the same start again, for a higher stake: the tie before it has told
    if state.phase in PLAYING | WRONG or state.phase not in _MAY_START:
        state = state.with_record(phase=Phase.CLEARED)
    return actions.started(state.with_record(seating=seating), entry.frame)[0]


_MAY_START: Final = frozenset({Phase.SETTING_UP, Phase.GAME_OVER, Phase.BETWEEN_GAMES, Phase.CLEARED})


def _rolled(state: State, entry: Entry) -> State:
    state = state.with_record(position=replace(state.record.position, on_roll=_side(entry)))
    if state.phase in PLAYING:
        state = state.with_record(phase=Phase.ROLLING)
    drawn = isinstance(entry.facts, RollSource) and entry.facts.electronic
    return actions.rolled(state, _dice(entry), entry.frame, passes=False, drawn=drawn)[0]


def _played(state: State, entry: Entry) -> State:
    if entry.dice is None:
        return actions.passed(state)[0]
    end = _end(entry)
    play = Play.from_text(entry.play or "")
    found = state.terms.rules.legal_ends(state.record.position, _dice(entry))
    legal = next((one for one in found if one.points == end.points and one.bar == end.bar), None)
    if legal is None:
        raise InputError(f"{entry.play} is no legal play of {entry.dice} there")
    uncertain = isinstance(entry.facts, PlayMade) and entry.facts.uncertain
    told = actions.played(state, found[legal] if play.steps else Play(), legal, None, None, None, sure=not uncertain)
    return told[0]


def _end(entry: Entry) -> Position:
    assert entry.position is not None
    return Position.from_id(entry.position, _side(entry).other)


def _illegal(state: State, entry: Entry) -> State:
    fault = entry.facts if isinstance(entry.facts, Fault) else Fault()
    picture: Picture = {**dict.fromkeys(range(26), _NOTHING), **(fault.seen or {})}
    message = Message(fault.text or "", fault.values or {}, fault.points or ())
    return actions.found_wrong(state, picture, str(entry.reason), message, None, None, None)[0]


def _stood(state: State, entry: Entry) -> State:
    assert state.record.wrong is not None
    lies = replace(_end(entry), on_roll=state.side)
    return actions.stood(state.with_record(wrong=Wrong(state.record.wrong.picture, lies, str(entry.reason))), None)[0]


def _doubled(state: State) -> State:
    if state.phase is Phase.DOUBLED:
        return actions.doubled_back(state, None, None)[0]
    return actions.doubled(state, None, None)[0]


def _edited(state: State, entry: Entry) -> State:
    match entry.facts:
        case Replaced():
            return actions.placed(state, Position.from_id(str(entry.position), _side(entry)))[0]
        case TurnAmended(turn=turn):
            return corrections.edited(state, Edited(turn, 0.0, entry.dice, entry.play))[0]
    if state.phase in WRONG:
        state = state.with_record(phase=Phase.TRYING, wrong=None)
    return actions.roll_corrected(state, _dice(entry), entry.frame)[0]


def _noted(state: State, entry: Entry) -> State:
    match entry.facts:
        case RollOff(number):
            return actions.tied(state, number, entry.frame)[0]
        case ResultConfirmed():
            return actions.confirmed(state)[0]
        case Halted(why, phase, idle):
            return actions.halted(state, Stop(why), phase=Phase(phase), idle=idle)[0]
        case RulingTold():
            return actions.ruling_told(state)[0]
        case CorrectionDemanded():
            return actions.correction_demanded(state)[0]
        case GoneOn() if state.phase in ASIDE:
            return actions.resumed(state)[0]
    return state


def _clock_of(entries: Iterable[Entry], state: State) -> Clock | None:
    """The clock as it was written last, standing: nobody loses time while the machine is off."""
    if state.clock is None:
        return None
    written = [entry.clock for entry in entries if entry.clock is not None]
    if not written:
        return state.clock
    clock = Clock.from_details(written[-1], state.t)
    return clock.stopped(state.t, Stop.PAUSE) if clock.runs else clock


def _dice(entry: Entry) -> Dice:
    assert entry.dice is not None, "it has no dice"
    return Dice(*entry.dice)


def _side(entry: Entry) -> Side:
    assert entry.side is not None, "it has no side"
    return entry.side
