"""The evidence of looks for a backgammon board: checkers, dice and cube; :mod:`companion.referee.looks` gathers it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from companion.referee import looks, people
from companion.referee.boards import CHECKERS, COUNTS, SPOTS, Packed, Values
from companion.referee.looks import Grid, Look, weighed, with_look
from vision.observation import BAR, Counts, CubePlace, Observation, SeenDie

_FACE_FLOOR: Final = -9.0
_SURER: Final = ((0.99, 1.5), (0.0, 1.0))
"""(least likelihood of the face, factor of its log-likelihoods).

Measured on twelve boards that no net learned from: of 389 dice read with 100 to 1 or more none was misread, of 54 read
with 50 to 1 two, of 70 read with 10 to 1 four.
"""
SAME_PLACE: Final = 0.03
"""Share of the field: two dice nearer than this are the same die."""
_SAME_FACE: Final = 0.2
SURE_OF_FACE: Final = 6.0
_OVERLOOKED: Final = 40
"""Looks for which a die may be overlooked while nothing moves."""
_HIDDEN: Final = 8
"""Looks for which a die may be hidden and keep its face; 4 s, judged."""

_COUNTS: Final = np.arange(COUNTS)
_TALLEST: Final = np.maximum(_COUNTS // 16, _COUNTS % 16)
_MISREADS: Final = np.tile(
    np.where(_TALLEST > 5, people.TALL_MISREAD, people.POINT_MISREAD).astype(np.float32), (25, 1)
)
"""(25, 256).  What is less sure than that, its likelihoods say themselves."""
_MISREADS[BAR] = people.BAR_MISREAD


def _number(counts: Counts) -> int | None:
    light, dark = counts
    return 16 * light + dark if 0 <= light <= CHECKERS and 0 <= dark <= CHECKERS else None


GRID: Final = Grid(_MISREADS, _number)
"""The bar and the points of a packed board."""


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """One die in one place.

    ``shows``: log-likelihoods of the six faces, the mean of ``readings`` different readings, since a misread face is
    misread in each of them.  ``first``: the epoch in which it appeared; ``at_first``: in its first look.  ``leaning``:
    looks in which it leaned, less those in which it was flat.  ``turned``: looks that showed another number than it
    surely had.  ``looked``: the last look that showed it; ``last``: its likelihoods there.
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
        """The log-odds that this is no die, by how surely its face is read."""
        return next(odds for least, odds in people.NO_DIE if max(self.last) >= least)


@dataclass(frozen=True, eq=False)
class Epoch(looks.Epoch):
    """The looks since the last movement, with the dice and the cube.

    ``on_board``: the track numbers of the dice; ``fresh``: those that are new; ``dice_before``: the dice in the last
    look before the movement; ``dice_gone``: those that had gone by then.  ``cube_before``: the place of the cube
    before.
    """

    on_board: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    dice_before: tuple[int, ...] = ()
    dice_gone: tuple[int, ...] = ()
    cube: CubePlace | None = None
    cube_before: CubePlace | None = None


@dataclass(frozen=True, eq=False)
class Gathered(looks.Gathered):
    """All looks so far, with the dice."""

    grid: Grid = GRID
    shown: Values = field(default_factory=GRID.nothing)
    epoch: Epoch | None = None
    tracks: tuple[Track, ...] = ()
    looks: int = 0

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
    look = weighed(before.grid, tables(seen), before.shown, seen)
    last = before.epoch
    epoch = _next_epoch(before, look) if moved or last is None else with_look(last, look)
    place = seen.cube.place if seen.cube is not None and not seen.hand else epoch.cube
    if place is not epoch.cube:
        epoch = replace(epoch, cube=place, news=epoch.news + 1)
    return _with_dice(replace(before, epoch=epoch, looks=before.looks + 1, shown=look.shown), epoch, flat_dice(seen))


def _next_epoch(before: Gathered, look: Look) -> Epoch:
    last = before.epoch
    if last is None:
        return Epoch(before.grid, 0, 1, look.gain, look.again, look.reread)
    dice = {n: before.was_seen(n) for n in last.on_board}
    still_there, dice_gone = (tuple(n for n, seen in dice.items() if seen is one) for one in (True, False))
    cube_place = last.cube or last.cube_before
    number = last.number + 1
    return Epoch(
        before.grid,
        number,
        1,
        look.gain,
        look.again,
        look.reread,
        dice_before=still_there,
        dice_gone=dice_gone,
        cube_before=cube_place,
    )


def tables(seen: Observation) -> Values:
    """The log-likelihoods (25, 256) of the numbers on each spot, 0 for the likeliest; 0 for all on an unseen spot."""
    if _newest and _newest[0][0] is seen:
        return _newest[0][1]
    _newest[:] = [(seen, GRID.table(seen))]
    return _newest[0][1]


_newest: list[tuple[Observation, Values]] = []
"""The tables of the look that was asked for last: it is asked for several times."""


# --- dice --------------------------------------------------------------------------------------------------------

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
    on_board, fresh = list(epoch.on_board), list(epoch.fresh)
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
            news += not repeated or known.number not in on_board or (leaning > 0) != known.cocked
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
        if known.number not in on_board:
            on_board.append(known.number)
    epoch = replace(epoch, on_board=tuple(on_board), fresh=tuple(fresh), news=epoch.news + news)
    kept = tuple(sorted(tracks.values(), key=lambda track: track.number)[-_MOST_TRACKS:])
    return replace(now, epoch=epoch, tracks=kept)


_MOST_TRACKS: Final = 12


def _same_die(now: Gathered, die: SeenDie, tracks: Iterable[Track], taken: set[int], *, first: bool) -> Track | None:
    """The known die in this place, which may have been overlooked while nothing moved."""
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
