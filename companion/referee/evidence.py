"""What a stretch of looks between two movements shows: evidence counts when it is new.

A reader misreads the same spot in the same way again and again, so a look that shows what the look before it showed
is hardly any evidence.  Looks are gathered in *epochs*: while nothing moves, nothing happens.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

import numpy as np

from companion.referee import people
from companion.referee.boards import CHECKERS, COUNTS, SPOTS, Packed, Values
from companion.referee.stack_readings import as_it_may_be
from vision.observation import BAR, CubePlace, Evidence, Observation, SeenDie

_ALIKE: Final = 0.995
"""Bhattacharyya's coefficient of two readings above which they are the same one."""
_FLOOR: Final = 1e-5
_FACE_FLOOR: Final = -9.0
_SURER: Final = ((0.99, 1.5), (0.0, 1.0))
"""By how much surer a face is than its reading says, by how surely it is read.

Measured on twelve boards that no net learned from: of 389 dice read with 100 to 1 or more none was misread, of 54 read
with 50 to 1 two, of 70 read with 10 to 1 four.
"""
SAME_PLACE: Final = 0.03
"""Of the field: a die that is nearer to where one lay is that die."""
_SAME_FACE: Final = 0.2
SURE_OF_FACE: Final = 6.0
_OVERLOOKED: Final = 40
"""Looks for which a die may be overlooked while nothing moves."""
_HIDDEN: Final = 8
"""Looks for which it may be hidden: what lies in its place with its face was not thrown anew; 4 s, judged."""

_BESIDE_HAND: Final = -3.0
"""The most that a spot can speak against a course while a hand is over the board: 1 in 20 is misread then; judged."""

_COUNTS: Final = np.arange(COUNTS)
_TALLEST: Final = np.maximum(_COUNTS // 16, _COUNTS % 16)
CAP: Final = np.tile(np.interp(_TALLEST, (5, 6, 7, 8), (-7.0, -1.5, -1.2, -1.0)).astype(np.float32), (25, 1))
"""The most that a number on a spot can speak against a course while it lies there: it may be misread all the while.

(25, 256).  Of points of boards that no net learned from, with up to five checkers, 0.8 in 1,000 are misread for sure:
measured.  A sixth checker was missed on three of three boards in films, and on one of ten elsewhere.
"""
CAP[BAR] = np.maximum(CAP[BAR], -5.0)  # in films on two boards of three every second checker there was misread


_MISREAD: Final = -3.0
"""A spot against which so much speaks is misread, if the course is true."""
_AGAIN: Final = np.maximum(CAP, -1.5)
"""The most that it speaks against a course once something else lies there: judged on one film, in which a point was
read as one checker too many from its first turn to its last."""


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """A die that lies in one place.

    ``shows``: log-likelihoods of the six faces, the mean of ``readings`` different readings: a face that is misread is
    misread in each of them.  ``first``: the epoch in which it came to lie
    there; ``at_first``: at the first look of that.  ``leaning``: in how many looks it leaned on something, less those
    in which it lay flat.  ``turned``: in how many looks it showed another number than it surely showed before.
    ``looked``: the number of the last look that showed it, ``last``: as what.
    """

    number: int
    place: tuple[float, float]
    shows: Values
    readings: int
    first: int
    at_first: bool
    leaning: int
    turned: int
    looked: int
    last: tuple[float, ...]

    @property
    def value(self) -> int:
        return 1 + int(self.shows.argmax())

    @property
    def is_sure(self) -> bool:
        """Whether its number was read so surely that another one is a die that was turned."""
        best, second = np.sort(self.shows)[:-3:-1]
        return bool(best - second > SURE_OF_FACE)

    @property
    def cocked(self) -> bool:
        return self.leaning > 0

    @property
    def is_none(self) -> float:
        """How likely (natural logarithm) it is that this is no die, against its being one: a face is read surely."""
        return next(odds for least, odds in people.NO_DIE if max(self.last) >= least)


@dataclass(frozen=True, eq=False)
class Epoch:
    """The looks since something moved.

    ``gain``: (25, 256), what they add to the log-likelihood of each number on each spot; ``again``: what is to be added
    besides where a course says that the number has changed, so that an unchanged picture speaks against it.
    ``unlike``: (25, 2), how likely it is that each spot looks as unlike its picture before the movement as it does, if
    it is as it was and if it is not.  ``lying``: the numbers of the dice that were seen; ``fresh``: of those that lay
    nowhere before; ``lay``: of those in the last look before the movement, ``left``: of those that were gone by then.
    ``cube_before``: where the cube lay before.  ``news``: how many of the looks showed something that
    the one before did not.
    """

    number: int
    looks: int
    gain: Values
    again: Values
    unlike: Values
    lying: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    lay: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    cube: CubePlace | None = None
    cube_before: CubePlace | None = None
    news: int = 0

    @cached_property
    def read(self) -> Values:
        """What the looks say of each number, where nothing is known of what lay there before."""
        return self.gain + self.again

    @cached_property
    def changed(self) -> Values:
        """What they say of a number that lies there anew."""
        return np.asarray(np.maximum(self.read, CAP) + self.unlike[:, 1:], dtype=np.float32)

    @cached_property
    def misread_again(self) -> Values:
        """The same for a spot that was misread before: something there deceives the reader."""
        return np.asarray(np.maximum(self.read, _AGAIN) + self.unlike[:, 1:], dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """All looks so far: the present epoch, the dice, and what each spot showed last."""

    epoch: Epoch | None = None
    tracks: tuple[Track, ...] = ()
    looks: int = 0
    shown: Values = field(default_factory=lambda: np.zeros((25, COUNTS), dtype=np.float32))

    def track(self, number: int) -> Track | None:
        return next((track for track in self.tracks if track.number == number), None)

    def was_seen(self, number: int) -> bool:
        """Whether the last look showed a die."""
        track = self.track(number)
        return track is not None and track.looked == self.looks

    def without(self, dice: Collection[Track]) -> Gathered:
        """The looks without these dice."""
        return replace(self, tracks=tuple(track for track in self.tracks if track not in dice))


def gathered(before: Gathered, seen: Observation, *, moved: bool) -> Gathered:
    """The looks with one more; ``moved``: something has moved since the one before, or may have."""
    table, roots = tables(seen), _roots(seen)
    if seen.hand:
        return _gathered_beside_hand(before, seen, np.maximum(table, _BESIDE_HAND), moved=moved)
    in_sight, known = roots.max(axis=1) > 0, before.shown.max(axis=1) > 0
    alike = (roots.argmax(axis=1) == before.shown.argmax(axis=1)) & ((roots * before.shown).sum(axis=1) > _ALIKE)
    new = in_sight & ~(known & alike)
    weight = np.asarray(new, dtype=np.float32)[:, None]
    shown = np.where(in_sight[:, None], roots, before.shown)
    last = before.epoch
    if moved or last is None:
        epoch = _next_epoch(before, weight * table, (1 - weight) * table, _unlike(seen))
    else:
        gain = last.gain + weight * table if new.any() else last.gain
        epoch = replace(last, looks=last.looks + 1, gain=gain, news=last.news + bool(new.any()))
    place = seen.cube.place if seen.cube is not None else epoch.cube
    if place is not epoch.cube:
        epoch = replace(epoch, cube=place, news=epoch.news + 1)
    looks = before.looks + 1
    return _with_dice(replace(before, epoch=epoch, looks=looks, shown=shown), epoch, flat_dice(seen))


def _gathered_beside_hand(before: Gathered, seen: Observation, table: Values, *, moved: bool) -> Gathered:
    """The looks with one while a hand is over the board: it counts little, and no other one like it counts again."""
    last, looks = before.epoch, before.looks + 1
    if moved or last is None:
        epoch = _next_epoch(before, table, np.zeros_like(table), np.zeros((25, 2), dtype=np.float32))
    else:
        epoch = replace(last, looks=last.looks + 1)
    return _with_dice(replace(before, epoch=epoch, looks=looks), epoch, flat_dice(seen))


def _next_epoch(before: Gathered, gain: Values, again: Values, unlike: Values) -> Epoch:
    last = before.epoch
    if last is None:
        return Epoch(0, 1, gain, again, unlike)
    dice = {n: before.was_seen(n) for n in last.lying}
    there, left = (tuple(n for n, lies in dice.items() if lies is one) for one in (True, False))
    lay = last.cube or last.cube_before
    return Epoch(last.number + 1, 1, gain, again, unlike, lay=there, left=left, cube_before=lay)


def _unlike(seen: Observation) -> Values:
    """What vision says of each spot's picture before and after the movement: (25, 2), 0 for the likelier."""
    found = np.zeros((25, 2), dtype=np.float32)
    for spot, changed in (seen.changes.spots if seen.changes is not None else {}).items():
        if spot < 25:
            odds = math.log(max(changed, 1e-9) / max(1.0 - changed, 1e-9)) - _CHANGED_IN_TRAINING
            found[spot] = (-min(odds, _SUREST), 0.0) if odds > 0 else (0.0, max(odds, -_SUREST))
    return found


def tables(seen: Observation) -> Values:
    """The log-likelihoods (25, 256) of the numbers on each spot, 0 for the likeliest; 0 for all on an unseen spot."""
    if _newest and _newest[0][0] is seen:
        return _newest[0][1]
    _newest[:] = [(seen, _tables(seen))]
    return _newest[0][1]


_newest: list[tuple[Observation, Values]] = []
"""The tables of the look that was asked for last: it is asked for several times."""


def _tables(seen: Observation) -> Values:
    found = np.zeros((25, COUNTS), dtype=np.float32)
    for spot, one in _in_sight(seen):
        likely = as_it_may_be(spot, one)
        row = np.full(COUNTS, math.log(max(likely.floor, _FLOOR)), dtype=np.float32)
        for number, p in _numbers(likely):
            row[number] = math.log(max(p, likely.floor, _FLOOR))
        found[spot] = row - row.max()
    return found


def _roots(seen: Observation) -> Values:
    """The roots (25, 256) of the likelihoods of the numbers on each spot, 0 where none is seen."""
    found = np.zeros((25, COUNTS), dtype=np.float32)
    for spot, one in _in_sight(seen):
        for number, p in _numbers(one):
            found[spot, number] = math.sqrt(p)
    return found


def _in_sight(seen: Observation) -> Iterator[tuple[int, Evidence]]:
    """The spots of a packed board that are seen."""
    evidence = seen.unbiased
    return ((spot, one) for spot in range(25) if (one := evidence.get(spot)) is not None and one.seen)


def _numbers(one: Evidence) -> Iterator[tuple[int, float]]:
    """How likely the numbers are that a spot of a packed board can hold."""
    for (light, dark), p in one.likelihoods.items():
        if 0 <= light <= CHECKERS and 0 <= dark <= CHECKERS:
            yield 16 * light + dark, p


# --- dice --------------------------------------------------------------------------------------------------------

_CHANGED_IN_TRAINING: Final = math.log(2 / 3)
"""The odds of a changed spot among those by which vision's comparison was fitted: two in five."""
_SUREST: Final = 4.0
"""The most that a comparison says, as an odd look is never ruled out: in six films 28 of 631 changed spots were taken
for unchanged, and 53 of 9,819 unchanged ones for changed.
"""
_CUBE_SIZE: Final = 0.045
"""Of the width of the field: a die in the place of the cube is the cube."""


def flat_dice(seen: Observation) -> list[SeenDie]:
    """The dice of a look, without what is the cube."""
    if seen.cube is None:
        return list(seen.dice)
    left, right = seen.corners_px[0], seen.corners_px[1]
    near = _CUBE_SIZE * math.dist(left, right)
    return [die for die in seen.dice if math.dist(die.center_px, seen.cube.center_px) >= near]


def _with_dice(now: Gathered, epoch: Epoch, dice: Iterable[SeenDie]) -> Gathered:
    tracks = {track.number: track for track in now.tracks}
    lying, fresh = list(epoch.lying), list(epoch.fresh)
    first, taken = epoch.looks == 1, set[int]()
    following = max(tracks, default=0) + 1
    news = 0
    for die in dice:
        sure = next(by for least, by in _SURER if max(die.likelihoods) >= least)
        shows = np.array([max(sure * math.log(max(p, 1e-9)), _FACE_FLOOR) for p in die.likelihoods], dtype=np.float32)
        known = _same_die(now, die, tracks.values(), taken, first=first)
        if known is None:
            leaning = 1 if die.cocked else -1
            known = Track(
                following, die.field_xy, shows, 1, epoch.number, first, leaning, 0, now.looks, die.likelihoods
            )
            fresh.append(following)
            following, news = following + 1, news + 1
        else:
            repeated = sum(abs(a - b) for a, b in zip(known.last, die.likelihoods, strict=True)) < _SAME_FACE
            leaning = known.leaning + (1 if die.cocked else -1)
            news += not repeated or known.number not in lying or (leaning > 0) != known.cocked
            turned = known.is_sure and int(shows.argmax()) + 1 != known.value
            readings = known.readings + (not repeated)
            total = known.shows + (0.0 if repeated else (shows - known.shows) / np.float32(readings))
            if turned:
                total = np.maximum(known.shows, shows + people.TURNED)
            count = known.turned + turned
            known = replace(
                known,
                shows=total,
                readings=readings,
                leaning=leaning,
                turned=count,
                looked=now.looks,
                last=die.likelihoods,
            )
        tracks[known.number] = known
        taken.add(known.number)
        if known.number not in lying:
            lying.append(known.number)
    epoch = replace(epoch, lying=tuple(lying), fresh=tuple(fresh), news=epoch.news + news)
    kept = tuple(sorted(tracks.values(), key=lambda track: track.number)[-_MOST_TRACKS:])
    return replace(now, epoch=epoch, tracks=kept)


_MOST_TRACKS: Final = 12


def _same_die(now: Gathered, die: SeenDie, tracks: Iterable[Track], taken: set[int], *, first: bool) -> Track | None:
    """The die that lies there: all the time, or overlooked while nothing moved."""
    near = [
        track for track in tracks if math.dist(track.place, die.field_xy) < SAME_PLACE and track.number not in taken
    ]
    for track in sorted(near, key=lambda one: -one.looked):
        gap = now.looks - track.looked
        same_face = max(range(6), key=lambda k: track.last[k]) + 1 == die.value
        if gap <= 1 or (not first and gap < _OVERLOOKED) or (same_face and gap < _HIDDEN):
            return track
    return None


# --- boards as read ------------------------------------------------------------------------------------------------


def regret_after(epoch: Epoch, regret: Values, before: Packed, boards: Packed) -> Values:
    """What speaks against each spot of a course (…, 25) with these boards now; ``regret``: until now."""
    changed = boards != before
    base = np.where(changed, np.float32(0.0), regret)
    shown = epoch.gain[SPOTS, boards] + epoch.again[SPOTS, boards] * changed
    deceives = changed & (regret < _MISREAD)  # as much as is counted, see misread_again
    return np.asarray(base + np.where(deceives, np.maximum(shown, _AGAIN[SPOTS, boards]), shown), dtype=np.float32)


def gain_table(epoch: Epoch, regret: Values, before: Packed) -> Values:
    """How much likelier each number on each spot makes a course; (25, 256), at most 0.

    ``regret``: what spoke against what lay there ``before``.  No spot speaks against a course more than its cap.
    """
    table = np.where((regret < _MISREAD)[:, None], epoch.misread_again, epoch.changed)
    cap = CAP[SPOTS, before]
    as_it_was = np.maximum(regret + epoch.gain[SPOTS, before], cap) - np.maximum(regret, cap)
    table[SPOTS, before] = as_it_was + epoch.unlike[:, 0]
    return table


def as_read(epoch: Epoch) -> Packed:
    """The likeliest board by the looks alone, with at most fifteen checkers a side."""
    table = epoch.read
    board = table.argmax(axis=1).astype(np.int16)
    for shift in (16, 1):
        while True:
            counts = board // 16 if shift == 16 else board % 16
            over = int(counts.sum()) - CHECKERS
            if over <= 0:
                break
            # The checker that is missed least where one more is taken away.
            fewer = board - shift
            cost = np.where(counts > 0, table[SPOTS, board] - table[SPOTS, np.maximum(fewer, 0)], np.inf)
            spot = int(cost.argmin())
            board[spot] -= shift
    return np.asarray(board, dtype=np.int16)
