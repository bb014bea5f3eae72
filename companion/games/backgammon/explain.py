"""Whether a turn may end as the board looks, and which rule it breaks if not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.games.backgammon import generator
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.generator import View
from companion.games.backgammon.plays import view_of
from companion.games.backgammon.position import Position
from companion.games.backgammon.reason import Explanation, Fault, Reason
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.table import (
    OTHER_BAR,
    OTHER_OFF,
    OWN_BAR,
    OWN_OFF,
    POINTS,
    Table,
    after_view,
    completions,
    seen_counts,
    spot_of,
    table_of,
)
from companion.games.backgammon.ways import Reading, best_reading, may_have_passed
from companion.games.rules import BAR, TRAY, Picture, Stack


def picture_of(position: Position) -> Picture:
    """How the board looks in a position: all spots, bar and tray included."""
    points = {k: Stack(max(n, 0), max(-n, 0)) for k, n in enumerate(position.points, start=1)}
    return {**points, BAR: position.bar, TRAY: position.off}


def explain(
    before: Position, dice: Dice, after: Picture, rules: RuleSet = STANDARD, *, shown: Dice | None = None
) -> Explanation | None:
    """None where the turn of the side on roll may end like this, else the rule it breaks.

    ``after``: the board as it looks, any counts, both sides on one point included.  A spot that is
    absent was not seen: it is taken to hold what fits best, and an unseen tray holds the mover's
    missing checkers where the roll could have taken them off.  ``shown``: the dice as they lie now.

    Where several reasons fit, the first in the order of :class:`Reason` is named.  The source of
    the order is the referee's word list in ``docs/``.
    """
    turn = _Turn.of(before, dice, rules)
    tables = list(completions(after, before.on_roll, (turn.before, *turn.legal)))
    if any(table in turn.legal for table in tables):
        return None
    if not tables:
        return turn.said(turn.miscount(after))
    if shown and not shown.same_numbers(dice):
        return Explanation(Reason.DICE_CHANGED, (), {"now": str(shown), "roll": str(dice)})
    return turn.said(min((turn.judge(table, tray_seen=TRAY in after) for table in tables), key=_Verdict.cost).fault)


@dataclass(frozen=True, slots=True)
class _Verdict:
    fault: Fault
    wrong: int
    surplus: int

    def cost(self) -> tuple[int, int, int]:
        return self.wrong, self.surplus, self.fault.reason.rank


@dataclass(frozen=True, slots=True)
class _Turn:
    """A roll to be played.

    ``legal``: the tables on which it may end.  ``reached``: every table that legal steps lead to,
    too few of them included, with the numbers played and the mover's view.  ``most``: how many
    numbers can be played.
    """

    position: Position
    dice: Dice
    rules: RuleSet
    before: Table
    legal: dict[Table, None]
    reached: dict[Table, list[tuple[tuple[int, ...], View]]]
    most: int

    @classmethod
    def of(cls, position: Position, dice: Dice, rules: RuleSet) -> _Turn:
        before, view = table_of(position, position.on_roll), view_of(position)
        ends = generator.ends(view, dice.first, dice.second, rules)
        reached: dict[Table, list[tuple[tuple[int, ...], View]]] = {}
        for played, board in _stops(view, dice.numbers, rules.home_size):
            reached.setdefault(after_view(board, before), []).append((played, board))
        legal = dict.fromkeys(after_view(end, before) for end in ends)
        return cls(position, dice, rules, before, legal, reached, max(len(steps) for steps in ends.values()))

    def judge(self, table: Table, *, tray_seen: bool) -> _Verdict:
        """What is wrong with a table on which the turn may not end."""
        if fault := self._opponents_fault(table):
            return _Verdict(fault, 1, 0)
        if fault := self._hit_in_passing(table, self.legal):
            return _Verdict(fault, 1, 0)
        if table in self.reached:
            return _Verdict(self._stopped_too_soon(table), 0, 0)
        if fault := self._hit_in_passing(table, self.reached):
            return _Verdict(fault, 1, 0)
        if table.own[OWN_BAR] > self.before.own[OWN_BAR]:
            return _Verdict(Fault(Reason.OWN_ON_BAR), 1, 0)
        reading = best_reading(self.before, table, self.dice, self.rules.home_size)
        taken_off = table.own[OWN_OFF] > self.before.own[OWN_OFF]
        if taken_off and not tray_seen and not _only_borne_off_wrongly(reading):
            return _Verdict(self._count(own=True, seen=sum(table.own[1:])), reading.wrong, reading.surplus)
        return _Verdict(reading.first, reading.wrong, reading.surplus)

    def miscount(self, picture: Picture) -> Fault:
        """The side whose checkers are too few or too many, where a picture cannot be made to agree."""
        mover = self.position.on_roll
        own, other = seen_counts(picture, mover)
        own_in_all, other_in_all = self.before.totals()
        if TRAY not in picture:
            own_in_all -= self.before.own[OWN_OFF]
            other_in_all -= self.before.other[OTHER_OFF]
        all_seen = picture.keys() >= {*POINTS, BAR}
        own_is_wrong = own > own_in_all or (all_seen and TRAY in picture and own != own_in_all)
        return self._count(own=own_is_wrong, seen=own if own_is_wrong else other, tray_seen=TRAY in picture)

    def said(self, fault: Fault) -> Explanation:
        """A fault in everybody's numbering."""
        spots = [spot_of(place, self.position.on_roll) for place in fault.places]
        points = tuple(dict.fromkeys(spot for spot in spots if spot in POINTS))
        return Explanation(fault.reason, points, fault.values, fault.variant)

    def _count(self, *, own: bool, seen: int, tray_seen: bool = False) -> Fault:
        side = self.position.on_roll if own else self.position.on_roll.other
        expected = self.position.checkers(side) + (self.position.off.of(side) if tray_seen else 0)
        return Fault(Reason.CHECKER_COUNT, (), {"side": side.value, "n": str(seen), "expected": str(expected)})

    def _opponents_fault(self, table: Table) -> Fault | None:
        change = [now - then for now, then in zip(table.other, self.before.other, strict=True)]
        lost = [place for place, number in enumerate(change) if number < 0]
        blots = [place for place in lost if place in POINTS and self.before.other[place] == 1]
        hit = [place for place in blots if table.own[place]]
        passed = [p for p in blots if not table.own[p] and may_have_passed(self.before, table, p, self.dice)]
        moved = [place for place in lost if place not in hit and place not in passed]
        to_the_bar = change[OTHER_BAR]
        if passed and len(hit) + len(passed) > to_the_bar:
            moved += passed
        if moved:
            gained = [place for place in POINTS if change[place] > 0]
            return Fault(Reason.OPPONENT_MOVED, (moved[0], *gained), _from(moved[0]))
        left = [p for p in POINTS if table.own[p] and table.other[p] == self.before.other[p] == 1]
        if left:
            return Fault(Reason.HIT_NOT_ON_BAR, (left[0],), {"point": str(left[0])})
        if len(hit) > to_the_bar:
            variant = "unseen" if change[OTHER_OFF] > 0 else ""
            return Fault(Reason.HIT_NOT_ON_BAR, (hit[0],), {"point": str(hit[0])}, variant)
        return None

    def _hit_in_passing(self, table: Table, possible: Iterable[Table]) -> Fault | None:
        """A checker hit on the way and left where it was, the mover's checkers being where they may be."""
        for known in possible:
            hit = [place for place in POINTS if table.other[place] > known.other[place]]
            if hit and known.own == table.own:
                return Fault(Reason.HIT_NOT_ON_BAR, (hit[0],), {"point": str(hit[0])})
        return None

    def _stopped_too_soon(self, table: Table) -> Fault:
        return min((self._left_undone(*stop) for stop in self.reached[table]), key=lambda fault: fault.reason.rank)

    def _left_undone(self, played: tuple[int, ...], view: View) -> Fault:
        if not played:
            return Fault(Reason.WRONG_NUMBER_OF_MOVES, variant="none")
        larger = max(self.dice.first, self.dice.second)
        if not self.dice.is_double and self.most == 1 and played != (larger,):
            return Fault(Reason.LARGER_NUMBER, (), {"die": str(larger)})
        left = list(self.dice.numbers)
        for number in played:
            left.remove(number)
        for number in left:
            if generator.starts(view, number, self.rules.home_size):
                return Fault(Reason.MOVE_LEFT, (), {"die": str(number)})
        if self.dice.is_double:
            values = {"die": str(larger), "k": str(self.most), "m": str(len(played))}
            return Fault(Reason.BOTH_NUMBERS, (), values, "double")
        return Fault(Reason.BOTH_NUMBERS)


def _stops(view: View, numbers: tuple[int, ...], home: int) -> Iterator[tuple[tuple[int, ...], View]]:
    """(numbers played, view) wherever legal steps lead, the position before the first step included."""
    waiting: list[tuple[tuple[int, ...], View]] = [((), view)]
    known = set(waiting)
    while waiting:
        played, board = waiting.pop()
        yield played, board
        for following in _next_stops(played, board, numbers, home):
            if following not in known:
                known.add(following)
                waiting.append(following)


def _next_stops(
    played: tuple[int, ...], board: View, numbers: tuple[int, ...], home: int
) -> Iterable[tuple[tuple[int, ...], View]]:
    for number in sorted(set(numbers)):
        if played.count(number) < numbers.count(number):
            for start in generator.starts(board, number, home):
                after = list(board)
                generator.advance(after, start, number)
                yield tuple(sorted((*played, number))), tuple(after)


def _only_borne_off_wrongly(reading: Reading) -> bool:
    """Whether the roll is used up exactly, so that a checker nobody sees must have been borne off."""
    allowed = {Reason.BEAR_OFF_OUTSIDE, Reason.LOWER_CHECKER_OFF}
    return not reading.surplus and not reading.unused and {fault.reason for fault in reading.faults} <= allowed


def _from(place: int) -> dict[str, str]:
    return {"from": str(place)} if place in POINTS else {}
