"""The match clock as a value: delay, increment and reserve, whose time runs, and how long each turn took.

A turn's first seconds cost nothing (the *delay*); the time beyond them comes off the side's
*reserve* (:mod:`companion.games.backgammon.conduct`).  Sources: US Clock Rules 2013, 2.1, and UKBGF.
One turn has one delay, whatever interrupts it.  So the time of who must correct an illegal play "runs
again" (UKBGF; WBGF 2.1; USBGF 2014) from where it stood when the turn was ended: the
rules name no second delay, and giving none is our reading of them.  The other player begins
the turn after it with a whole delay; the reserve that was spent until then stays spent.
A side may get an *increment* with each turn that it has ended: so the rules may say, and so the terms of other games,
which have a time for each game.

Times are data: ``at_s`` is monotonic and never runs back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from companion.errors import InputError, quoted
from companion.games.backgammon.conduct import reserve_s
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.rules import Side
from companion.record.clock_mark import ClockMark
from companion.record.entries import Entry, Kind
from companion.record.facts import ClockAdjusted, GoneOn, Halted, Replaced

BySide = tuple[float, float]
"""Seconds as (light, dark)."""

_MOST_S: Final = 1e7
"""More than any match takes: infinity and nonsense are kept out."""
_MOST_SEATS: Final = 99
_REMEMBERED: Final = 6
"""Turns before the one on the clock that a correction returns to; one further back begins with a whole delay."""


class Stop(Enum):
    """The reason why a clock is stopped."""

    BETWEEN_TURNS = "between-turns"  # what runs next is a new turn, also between games
    DISPUTE = "dispute"
    PAUSE = "pause"
    DIE_OFF_TABLE = "die-off-table"


@dataclass(frozen=True, slots=True)
class TurnTime:
    """A turn on the clock: its side, the team member who plays it (from 0), and the seconds used so far.

    ``gained_s``: what the end of the turn has added to the reserve.
    """

    side: Side
    seat: int = 0
    used_s: float = 0.0
    gained_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Clock:
    """The state of a clock at ``since_s``, running since then unless that is None.

    ``reserve_s``: what was left, as (light, dark); None without a reserve, as in money play: then
    only the time of turns is counted.  A team shares its side's reserve.  ``spent_s``: the time that
    each seat of (light, dark) has used, delays included.  ``turn``: the one on the clock; ``before``: those before it,
    the newest first, to which corrections return.  ``stop``: why it is stopped.
    ``increment_s``: what a side's reserve gains at the end of each of its turns.  ``gained_s``: what (light, dark) have
    gained so in all.
    """

    delay_s: float = 0.0
    reserve_s: BySide | None = None
    spent_s: tuple[tuple[float, ...], tuple[float, ...]] = ((0.0,), (0.0,))
    turn: TurnTime | None = None
    before: tuple[TurnTime, ...] = ()
    since_s: float | None = None
    stop: Stop | None = Stop.BETWEEN_TURNS
    increment_s: float = 0.0
    gained_s: BySide = (0.0, 0.0)

    @classmethod
    def at_start(
        cls, length: int, score: tuple[int, int] = (0, 0), rules: RuleSet = STANDARD, *, seats: tuple[int, int] = (1, 1)
    ) -> Clock:
        """The clock of a match that begins, or is resumed, at this score; ``length`` 0 = money play.

        ``seats``: how many persons play for (light, dark).

        >>> Clock.at_start(7).left_s(Side.LIGHT, 0.0)
        840.0
        """
        light, dark = seats
        spent = ((0.0,) * light, (0.0,) * dark)
        reserve = float(reserve_s(length, score, rules))
        return cls(
            float(rules.delay_s), (reserve, reserve) if reserve > 0 else None, spent,
            increment_s=float(rules.increment_s),
        )  # fmt: skip

    @classmethod
    def of_game(cls, time_s: float, increment_s: float = 0.0) -> Clock:
        """The clock of a game for which each side has a time, and more with each turn that it ends.

        >>> Clock.of_game(600, 5).running(Side.LIGHT, 0.0).running(Side.DARK, 30.0).left_s(Side.LIGHT, 40.0)
        575.0
        """
        return cls(reserve_s=(time_s, time_s), increment_s=increment_s)

    # --- reading it ------------------------------------------------------------------------------

    @property
    def runs(self) -> bool:
        return self.since_s is not None

    @property
    def has_reserve(self) -> bool:
        return self.reserve_s is not None

    def left_s(self, side: Side, at_s: float) -> float | None:
        """The rest of a side's reserve in seconds, at least 0; None without a reserve."""
        reserve = self._settled(at_s).reserve_s
        return None if reserve is None else reserve[_place(side)]

    def delay_left_s(self, at_s: float) -> float:
        """The rest of the delay of the turn on the clock in seconds; the whole delay before a turn begins."""
        return max(0.0, self.delay_s - self.move_s(at_s))

    def move_s(self, at_s: float) -> float:
        """The seconds of the turn on the clock, without stops; 0 before a turn begins."""
        turn = self._settled(at_s).turn
        return 0.0 if turn is None else turn.used_s

    def out_of_time(self, at_s: float) -> Side | None:
        """The side with no reserve left; the side on the clock if neither has any.

        The consequence is a matter of the rules (:func:`companion.games.backgammon.conduct.loses_on_time`).
        """
        reserve = self._settled(at_s).reserve_s
        if reserve is None:
            return None
        first = Side.LIGHT if self.turn is None else self.turn.side
        return next((side for side in (first, first.other) if reserve[_place(side)] <= 0), None)

    # --- changing it -----------------------------------------------------------------------------

    def running(self, side: Side, at_s: float, *, seat: int = 0) -> Clock:
        """The clock with a side's time running.

        It is a new turn with a whole delay, unless this side's turn is on the clock already and was
        not over: that turn continues.
        """
        settled = self._settled(at_s)
        going_on = settled.turn is not None and settled.turn.side is side and self.stop is not Stop.BETWEEN_TURNS
        if going_on:
            return replace(settled, since_s=at_s, stop=None)
        assert 0 <= seat < len(self.spent_s[_place(side)]), f"{side.value} has no seat {seat}"
        if self.runs and settled.turn is not None and settled.turn.side is not side:
            settled = settled._with_increment()
        before = () if settled.turn is None else (settled.turn, *settled.before)[:_REMEMBERED]
        return replace(settled, turn=TurnTime(side, seat), before=before, since_s=at_s, stop=None)

    def stopped(self, at_s: float, reason: Stop = Stop.BETWEEN_TURNS) -> Clock:
        """The clock stopped.  A finished turn stays finished."""
        over = not self.runs and self.stop is Stop.BETWEEN_TURNS
        return replace(self._settled(at_s), since_s=None, stop=Stop.BETWEEN_TURNS if over else reason)

    def going_on(self, at_s: float) -> Clock:
        """The clock resumed after a dispute, a pause or a die off the table; otherwise unchanged."""
        if self.runs or self.turn is None or self.stop is Stop.BETWEEN_TURNS:
            return self
        return replace(self, since_s=at_s, stop=None)

    def adjusted(self, side: Side, by_s: float, at_s: float) -> Clock:
        """The clock with a side's reserve so many seconds larger, or smaller; it runs or stands as before.

        >>> Clock.of_game(600.0).adjusted(Side.DARK, -60, 0.0).left_s(Side.DARK, 0.0)
        540.0
        """
        return self._settled(at_s)._with(side, by_s)

    def correcting(self, side: Side, at_s: float) -> Clock:
        """The clock with the offender's time running again where it stopped.

        A corrected turn has no second delay, and what its end had added is added when it ends again.

        >>> clock = Clock.of_game(600, 5).running(Side.LIGHT, 0.0).running(Side.DARK, 30.0)
        >>> clock.correcting(Side.LIGHT, 32.0).running(Side.DARK, 40.0).left_s(Side.LIGHT, 40.0)
        567.0
        """
        settled = self._settled(at_s)
        turns = () if settled.turn is None else (settled.turn, *settled.before)
        for k, turn in enumerate(turns[:2]):
            if turn.side is side:
                again = replace(
                    settled, turn=replace(turn, gained_s=0.0), before=turns[k + 1 :], since_s=at_s, stop=None
                )
                return again._gaining(side, -turn.gained_s)
        return replace(settled, turn=TurnTime(side), before=(), since_s=at_s, stop=None)

    def back_to(self, then: Clock, then_s: float, at_s: float) -> Clock:
        """The clock with the turn on it that was on it ``then``, running or standing as it did.

        Time that was used since stays used, and no delay begins anew; increments are those that had been gained then.

        >>> then = Clock.of_game(600, 5).running(Side.LIGHT, 0.0).running(Side.DARK, 30.0)
        >>> again = then.correcting(Side.LIGHT, 32.0).back_to(then, 32.0, 40.0)
        >>> again.left_s(Side.LIGHT, 40.0), again.left_s(Side.DARK, 50.0)
        (567.0, 588.0)
        """
        settled, then = self._settled(at_s), then._settled(then_s)
        turn, now = then.turn, settled.turn
        if turn is not None and now is not None and now.side is turn.side:
            turn = replace(turn, used_s=max(turn.used_s, now.used_s))
        for side in Side:
            settled = settled._gaining(side, then.gained_s[_place(side)] - settled.gained_s[_place(side)])
        return replace(settled, turn=turn, before=then.before, since_s=at_s if then.runs else None, stop=then.stop)

    def _settled(self, at_s: float) -> Clock:
        """The same clock with the time used until now added up."""
        if self.since_s is None or self.turn is None:
            return self
        passed_s = max(0.0, at_s - self.since_s)
        turn = replace(self.turn, used_s=self.turn.used_s + passed_s)
        return replace(
            self,
            reserve_s=self._less(self._cost_s(turn.used_s) - self._cost_s(self.turn.used_s)),
            spent_s=self._spent(passed_s),
            turn=turn,
            since_s=self.since_s + passed_s,
        )

    def _with_increment(self) -> Clock:
        """The clock with the increment of the side that has ended its turn in time."""
        turn = self.turn
        if turn is None or self.reserve_s is None or self.reserve_s[_place(turn.side)] <= 0:
            return self
        return replace(self, turn=replace(turn, gained_s=self.increment_s))._gaining(turn.side, self.increment_s)

    def _gaining(self, side: Side, more_s: float) -> Clock:
        """The clock with so much more gained by increments, or less."""
        light, dark = self.gained_s
        gained = (light + more_s, dark) if side is Side.LIGHT else (light, dark + more_s)
        return replace(self._with(side, more_s), gained_s=gained)

    def _with(self, side: Side, more_s: float) -> Clock:
        """The clock with a side's reserve so much larger, or smaller."""
        if self.reserve_s is None:
            return self
        light, dark = self.reserve_s
        reserve = (max(0.0, light + more_s), dark) if side is Side.LIGHT else (light, max(0.0, dark + more_s))
        return replace(self, reserve_s=reserve)

    def _cost_s(self, used_s: float) -> float:
        return max(0.0, used_s - self.delay_s)

    def _less(self, cost_s: float) -> BySide | None:
        if self.reserve_s is None or self.turn is None:
            return self.reserve_s
        light, dark = self.reserve_s
        if self.turn.side is Side.LIGHT:
            return max(0.0, light - cost_s), dark
        return light, max(0.0, dark - cost_s)

    def _spent(self, passed_s: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
        assert self.turn is not None
        place, seat = _place(self.turn.side), self.turn.seat
        light, dark = (
            tuple(spent + passed_s * (at == (place, seat)) for at, spent in _numbered(place_of, times))
            for place_of, times in enumerate(self.spent_s)
        )
        return light, dark

    # --- as the journal keeps it -----------------------------------------------------------------

    def as_details(self, at_s: float) -> dict[str, object]:
        """The clock at this moment as values for JSON, seconds to the millisecond: for an entry's details."""
        settled = self._settled(at_s)
        return {
            "delay": _rounded(settled.delay_s),
            "left": None if settled.reserve_s is None else [_rounded(left) for left in settled.reserve_s],
            "spent": [[_rounded(spent) for spent in times] for times in settled.spent_s],
            "turn": _turn_details(settled.turn),
            **self._turns_before(),
            "stopped": settled.stop.value if settled.stop is not None else None,
            **self._increments(),
        }

    def _turns_before(self) -> dict[str, object]:
        """The newest by itself: earlier versions read that one, and a release may be taken back."""
        newest, *earlier = [_turn_details(turn) for turn in self.before] or [None]
        return {"before": newest, **({"earlier": earlier} if earlier else {})}

    def _increments(self) -> dict[str, object]:
        if not self.increment_s:
            return {}
        return {"increment": _rounded(self.increment_s), "gained": [_rounded(gained) for gained in self.gained_s]}

    @classmethod
    def from_details(cls, details: Mapping[str, object], at_s: float) -> Clock:
        """The inverse of :meth:`as_details`; a clock that ran then runs on from ``at_s``.

        Raises :class:`InputError` naming the value that makes no sense.
        """
        stopped = details.get("stopped")
        if stopped not in (None, *(stop.value for stop in Stop)):
            raise _bad("stopped", stopped, f"null or one of {', '.join(stop.value for stop in Stop)}")
        spent = _pair(details.get("spent"), "spent")
        turn = _turn_from(details.get("turn"), "turn")
        if stopped is None and turn is None:
            raise _bad("turn", None, "a turn, as the clock runs")
        clock = cls(
            delay_s=_seconds(details.get("delay"), "delay"),
            reserve_s=_reserve(details.get("left")),
            spent_s=(_times(spent[0]), _times(spent[1])),
            turn=turn,
            before=_turns_from(details),
            since_s=at_s if stopped is None else None,
            stop=None if stopped is None else Stop(stopped),
            increment_s=_seconds(details.get("increment", 0.0), "increment"),
            gained_s=_reserve(details.get("gained")) or (0.0, 0.0),
        )
        for one in (clock.turn, *clock.before):
            if one is not None and one.seat >= len(clock.spent_s[_place(one.side)]):
                raise _bad("seat", one.seat, "one that has a time in spent")
        return clock


def clock_after_break(
    clock: Clock | None, entries: Sequence[Entry], t: float, mark: ClockMark | None = None
) -> Clock | None:
    """The clock as it was written last, standing: nobody loses time while the machine is off, and nobody gains any.

    ``mark``: how it stood after the last entry, if that was kept.  It stands as in a pause if it ran.
    """
    written = [entry.clock for entry in entries if entry.clock is not None]
    if clock is None or not written:
        return clock
    clock = Clock.from_details(mark.clock if mark is not None else written[-1], t)
    return clock.stopped(t, Stop.PAUSE) if clock.runs else clock


def clock_before_change(
    clock: Clock | None, entries: Sequence[Entry], number: int, t: float
) -> tuple[Clock | None, float]:
    """The clock before the change that follows the entry of this number, and the time of the change.

    ``clock``: that of a match that begins.  ``t``: the time of a change that is not on record.
    """
    at_s = next((entry.t for entry in entries if entry.n > number), t)
    if clock is None:
        return None, at_s
    written = [entry for entry in entries if entry.n <= number and entry.clock is not None]
    return (Clock.from_details(written[-1].clock or {}, written[-1].t) if written else clock), at_s


def clock_after(clock: Clock, entry: Entry, side: Side, t: float) -> Clock:
    """The clock once an entry is on record, as it is in any game; ``side``: whose turn it is then."""
    match entry.event, entry.facts:
        case (Kind.PLAY | Kind.CORRECTED | Kind.STOOD | Kind.TAKE, _) | (Kind.EDIT, Replaced()):
            return clock.running(side, t)
        case Kind.ILLEGAL | Kind.UNDO, _:
            return clock.correcting(side, t)
        case Kind.NOTE, Halted(why):
            return clock.stopped(t, Stop(why))
        case Kind.NOTE, GoneOn():
            return clock.going_on(t)
        case Kind.NOTE, ClockAdjusted(seconds) if entry.side is not None:
            return clock.adjusted(entry.side, seconds, t)
        case Kind.GAME_OVER | Kind.MATCH_OVER, _:
            return clock.stopped(t)
    return clock


def is_on_clock(clock: Clock | None) -> bool:
    """Whether anybody's time runs."""
    return clock is not None and clock.runs


def was_cut_off(clock: Clock | None) -> bool:
    """Whether a player's time ran until a break and stands now."""
    return clock is not None and clock.turn is not None and clock.stop is Stop.PAUSE


def _place(side: Side) -> int:
    return 0 if side is Side.LIGHT else 1


def _numbered(place: int, times: tuple[float, ...]) -> list[tuple[tuple[int, int], float]]:
    return [((place, seat), spent) for seat, spent in enumerate(times)]


def _rounded(seconds: float) -> float:
    return round(seconds, 3)


def _turn_details(turn: TurnTime | None) -> dict[str, object] | None:
    if turn is None:
        return None
    gained = {"gained": _rounded(turn.gained_s)} if turn.gained_s else {}
    return {"side": turn.side.value, "seat": turn.seat, "used": _rounded(turn.used_s), **gained}


def _turn_from(value: object, key: str) -> TurnTime | None:
    match value:
        case None:
            return None
        case {"side": "light" | "dark" as side, "seat": int(seat), "used": used, **more} if 0 <= seat < _MOST_SEATS:
            gained_s = _seconds(more.get("gained", 0.0), "gained")
            return TurnTime(Side(side), int(seat), _seconds(used, "used"), gained_s)
    raise _bad(key, value, 'null or {"side", "seat", "used"}')


def _turns_from(details: Mapping[str, object]) -> tuple[TurnTime, ...]:
    earlier = details.get("earlier", ())
    if not isinstance(earlier, list | tuple):
        raise _bad("earlier", earlier, "turns")
    found = (_turn_from(details.get("before"), "before"), *(_turn_from(one, "earlier") for one in earlier))
    return tuple(turn for turn in found if turn is not None)


def _reserve(value: object) -> BySide | None:
    if value is None:
        return None
    light, dark = _pair(value, "left")
    return _seconds(light, "left"), _seconds(dark, "left")


def _times(value: object) -> tuple[float, ...]:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= _MOST_SEATS:
        raise _bad("spent", value, "the seconds of each seat")
    return tuple(_seconds(spent, "spent") for spent in value)


def _pair(value: object, key: str) -> tuple[object, object]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise _bad(key, value, "two values, light and dark")
    return value[0], value[1]


def _seconds(value: object, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < _MOST_S:
        raise _bad(key, value, "seconds, not below 0")
    return float(value)


def _bad(key: str, value: object, expected: str) -> InputError:
    return InputError(f"clock: {key} is {quoted(value)}, expected {expected}")
