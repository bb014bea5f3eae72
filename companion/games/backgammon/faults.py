"""The rules that a turn may break, one function a rule.

Each function takes a :class:`Case`: the tables before and after.  Some faults show on the tables, whichever
checker went where; others belong to one checker's way.  A way with numbers goes as far as the dice say; a way
without any goes astray.  The order of :class:`Reason` decides which of several faults is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.games.backgammon.dice import Dice
from companion.games.backgammon.generator import starts
from companion.games.backgammon.reason import BrokenRule, Reason
from companion.games.backgammon.ruleset import RuleSet
from companion.games.backgammon.table import (
    OTHER_BAR,
    OTHER_OFF,
    OWN_BAR,
    OWN_OFF,
    PLACES,
    POINTS,
    Table,
    view_of_table,
)
from companion.games.backgammon.ways import Change, Hand, Way, change_of, routes
from companion.games.rules import Side


@dataclass(frozen=True, slots=True)
class Case:
    """One turn to check: the board before and after, as the mover counts it.

    ``most``: how many numbers of the roll can be played.  ``tray_seen``: whether the tray was seen
    or its checkers are only inferred.  ``change``: of the mover's checkers.  ``blocked``: the points
    with two or more opposing checkers before the turn; ``blots``: those with one.
    """

    before: Table
    after: Table
    dice: Dice
    rules: RuleSet
    mover: Side
    most: int
    tray_seen: bool
    change: Change
    blocked: frozenset[int]
    blots: frozenset[int]

    @classmethod
    def of(
        cls, before: Table, after: Table, dice: Dice, rules: RuleSet, mover: Side, *, most: int, tray_seen: bool
    ) -> Case:
        blocked = frozenset(point for point in POINTS if before.other[point] >= 2)
        blots = frozenset(point for point in POINTS if before.other[point] == 1)
        return cls(before, after, dice, rules, mover, most, tray_seen, change_of(before, after), blocked, blots)


# Faults that show on the tables


def table_faults(case: Case) -> list[BrokenRule]:
    """Return the faults that do not depend on the ways of the mover's checkers."""
    return [*_bar_first(case), *_bearing_off_from_outside(case), *_landed_on_blocked_points(case)]


def _bar_first(case: Case) -> Iterator[BrokenRule]:
    """Other checkers wait until all have come in from the bar."""
    if case.after.own[OWN_BAR] and any(case.change[place] < 0 for place in POINTS):
        yield BrokenRule(Reason.BAR_FIRST)


def _bearing_off_from_outside(case: Case) -> Iterator[BrokenRule]:
    """No checker is borne off while another one is outside the home board."""
    outside = [place for place in range(case.rules.home_size + 1, PLACES) if case.after.own[place]]
    if case.change[OWN_OFF] > 0 and outside:
        yield BrokenRule(Reason.BEAR_OFF_OUTSIDE, tuple(outside), variant="bar" if OWN_BAR in outside else "")


def _landed_on_blocked_points(case: Case) -> Iterator[BrokenRule]:
    """Two opposing checkers block a point."""
    for point in sorted(case.blocked, reverse=True):
        if case.change[point] > 0:
            yield _blocked(point)


# Faults with the opponent's checkers


def opponents_faults(case: Case, touched: Iterable[int]) -> list[BrokenRule]:
    """The opponent's checkers stay where they are, except blots that were hit: these go to the bar."""
    hit = sorted(case.blots & set(touched), reverse=True)
    expected = list(case.before.other)
    expected[OTHER_BAR] += len(hit)
    for point in hit:
        expected[point] -= 1
    gained = [now - then for then, now in zip(expected, case.after.other, strict=True)]
    missing = [place for place in range(PLACES) for _ in range(-gained[place])]
    not_on_bar = [place for place in missing if place == OTHER_BAR][: len(hit)]
    moved = missing[len(not_on_bar) :]  # the bar comes first among the missing
    return [_hit_not_on_bar(hit, gained) for _ in not_on_bar] + [_opponent_moved(case, p, gained) for p in moved]


def _hit_not_on_bar(hit: Sequence[int], gained: Sequence[int]) -> BrokenRule:
    """A hit checker is put on the bar; it is neither left where it was nor taken off."""
    left = [point for point in hit if gained[point] > 0]
    variant = "unseen" if not left and gained[OTHER_OFF] > 0 else ""
    point = (left or hit)[0]
    return BrokenRule(Reason.HIT_NOT_ON_BAR, (point,), {"point": str(point)}, variant)


def _opponent_moved(case: Case, place: int, gained: Sequence[int]) -> BrokenRule:
    """A player does not move the other side's checkers; one that is not seen may only be hidden."""
    if gained[OTHER_OFF] > 0 and not case.tray_seen:
        return _hidden(case, own=False)
    to = [point for point in POINTS if gained[point] > 0]
    values = {"from": str(place)} if place in POINTS else {}
    return BrokenRule(Reason.OPPONENT_MOVED, (place, *to), values)


# Faults in the way of a checker that went as far as the dice say


def way_faults(case: Case, way: Way) -> list[BrokenRule]:
    return [*_entered_and_went_on(case, way), *_lower_checker_off(case, way), *_blocked_on_the_way(case, way)]


def _entered_and_went_on(case: Case, way: Way) -> Iterator[BrokenRule]:
    """A checker that has entered waits until all the others have entered."""
    if way.start == OWN_BAR and way.stops and case.after.own[OWN_BAR]:
        yield BrokenRule(Reason.BAR_FIRST)


def _lower_checker_off(case: Case, way: Way) -> Iterator[BrokenRule]:
    """A number larger than a checker's point bears it off only if no checker is farther back."""
    last = (way.start, *way.stops)[-1]
    if way.end == OWN_OFF and way.numbers[-1] > last and any(case.after.own[last + 1 :]):
        yield BrokenRule(Reason.LOWER_CHECKER_OFF, (last,), {"die": str(way.numbers[-1])})


def _blocked_on_the_way(case: Case, way: Way) -> Iterator[BrokenRule]:
    """Each number is played separately: a checker touches down after every one."""
    for stop in way.stops:
        if stop in case.blocked:
            other_stop = way.start - way.numbers[1]
            if not case.dice.is_double and other_stop in case.blocked:
                a, b = sorted((stop, other_stop), reverse=True)
                yield BrokenRule(Reason.BLOCKED_POINT, (a, b), {"a": str(a), "b": str(b)}, "both")
            else:
                yield _blocked(stop)


def _blocked(point: int) -> BrokenRule:
    return BrokenRule(Reason.BLOCKED_POINT, (point,), {"point": str(point)})


# Faults in the ways of checkers that went astray


def stray_faults(case: Case, ways: Sequence[Way], unused: tuple[int, ...]) -> list[BrokenRule]:
    """Return the faults of ways that went astray; ``unused``: the numbers that no other checker's way accounts for."""
    beyond = [way for way in ways if routes(way.start, way.end, case.dice.numbers)]
    astray = [_astray(case, way, unused) for way in ways if way not in beyond]
    return [*astray, *_beyond_the_roll(case, beyond, unused)]


def _astray(case: Case, way: Way, unused: tuple[int, ...]) -> BrokenRule:
    if way.end == OWN_BAR:
        return _put_on_bar(case, way)
    if way.end > way.start:
        return BrokenRule(Reason.BACKWARD, (way.start, way.end))
    if way.end == OWN_OFF and way.start > case.rules.home_size:
        return BrokenRule(Reason.BEAR_OFF_OUTSIDE, (way.start,), variant="bar" if way.start == OWN_BAR else "")
    if way.start == OWN_BAR and way.end in range(OWN_BAR - 6, OWN_BAR):
        return _wrong_entry(case, way, unused)
    return _wrong_distance(case, way)


def _beyond_the_roll(case: Case, ways: Sequence[Way], unused: tuple[int, ...]) -> list[BrokenRule]:
    """No more is moved than the dice allow, and no number replaces the other."""
    needed = sum(min(map(len, routes(way.start, way.end, case.dice.numbers))) for way in ways)
    if needed <= len(unused):
        return [_wrong_distance(case, way) for way in ways]
    points = tuple(place for way in ways for place in (way.start, way.end))
    return [BrokenRule(Reason.WRONG_NUMBER_OF_MOVES, points, {"dice": str(case.dice)}) for _ in ways]


def _put_on_bar(case: Case, way: Way) -> BrokenRule:
    """A checker that is borne off is put beside the board; only one that was hit is put on the bar."""
    all_home = not any(case.after.own[case.rules.home_size + 1 : OWN_BAR])
    borne_off = all_home and routes(way.start, OWN_OFF, case.dice.numbers)
    return BrokenRule(Reason.OWN_ON_BAR, (way.start,), variant="" if borne_off else "moved")


def _wrong_entry(case: Case, way: Way, unused: tuple[int, ...]) -> BrokenRule:
    """A checker comes in on the point of a number that was rolled."""
    die = (*unused, case.dice.first)[0]
    return BrokenRule(Reason.WRONG_DISTANCE, (way.end,), {"die": str(die), "point": str(OWN_BAR - die)}, "entry")


def _wrong_distance(case: Case, way: Way) -> BrokenRule:
    """A checker moves as far as the dice show."""
    return BrokenRule(Reason.WRONG_DISTANCE, (way.start, way.end), {"n": str(way.distance), "dice": str(case.dice)})


# What is left undone if every step was right


def left_undone(case: Case, hand: Hand) -> list[BrokenRule]:
    """Return the first of these rules that is broken."""
    rules = (_nothing_moved, _larger_number, _number_left, _both_numbers)
    return [fault for rule in rules for fault in rule(case, hand)][:1]


def _nothing_moved(case: Case, hand: Hand) -> Iterator[BrokenRule]:
    """Playing is compulsory."""
    if case.after == case.before and not hand.ways:
        yield BrokenRule(Reason.WRONG_NUMBER_OF_MOVES, variant="none")


def _larger_number(case: Case, hand: Hand) -> Iterator[BrokenRule]:
    """If either number can be played but not both, the larger must be played."""
    larger = max(case.dice.numbers)
    if case.rules.larger_number and case.most == 1 and not case.dice.is_double and hand.unused == (larger,):
        yield BrokenRule(Reason.LARGER_NUMBER, (), {"die": str(larger)})


def _number_left(case: Case, hand: Hand) -> Iterator[BrokenRule]:
    """The turn is not over while a number can be played from here."""
    for number in hand.unused:
        if starts(view_of_table(case.after), number, case.rules.home_size):
            yield BrokenRule(Reason.MOVE_LEFT, (), {"die": str(number)})


def _both_numbers(case: Case, hand: Hand) -> Iterator[BrokenRule]:
    """Both numbers are played if any order allows it.

    Of a double that is not played to its end a number can always be played from here: its steps do
    not get into each other's way.
    """
    del case, hand
    yield BrokenRule(Reason.BOTH_NUMBERS)


# Checkers that are not seen


def checkers_unaccounted_for(case: Case, hand: Hand, own: Sequence[BrokenRule]) -> Iterator[BrokenRule]:
    """A checker that may have been borne off to an unseen tray may only be hidden.

    It was borne off if there is no other fault of the mover's checkers, and if the roll is used
    up exactly by a turn that is wrong only in bearing off.
    """
    only_bearing_off = {fault.reason for fault in own} <= {Reason.BEAR_OFF_OUTSIDE, Reason.LOWER_CHECKER_OFF}
    believed = not own or (only_bearing_off and not hand.astray and not hand.unused)
    if case.change[OWN_OFF] > 0 and not case.tray_seen and not believed:
        yield _hidden(case, own=True)


def _hidden(case: Case, *, own: bool) -> BrokenRule:
    """The question about a checker that is not on the board while the tray is unseen."""
    seen = sum(case.after.own[1:]) if own else sum(case.after.other[:OTHER_OFF])
    expected = sum(case.before.own[1:]) if own else sum(case.before.other[:OTHER_OFF])
    return miscounted(case.mover if own else case.mover.other, seen, expected)


def miscounted(side: Side, seen: int, expected: int) -> BrokenRule:
    """The sides have as many checkers as before."""
    return BrokenRule(Reason.CHECKER_COUNT, (), {"side": side.value, "n": str(seen), "expected": str(expected)})
