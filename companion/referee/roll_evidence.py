"""The dice on the board that may have been rolled since the last movement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, islice, pairwise
from typing import Final

from companion.referee import people
from companion.referee.boards import Values, rolls_of, rolls_with
from companion.referee.course import Course, Turn
from companion.referee.evidence import Epoch, Gathered, Track

_DICE_LEFT: Final = 4
"""Events before the current turn whose dice may still be on the board."""

_DICE_OF_A_ROLL: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class RollEvidence:
    """Dice that may have been rolled in this epoch.  ``rolls``: (21,) normalised log-likelihoods."""

    numbers: tuple[int, ...]
    tracks: tuple[Track, ...]
    rolls: Values
    prior: float


def recent_dice(course: Course) -> Iterator[tuple[int, ...]]:
    """The dice of the standing turn and of those before it."""
    yield course.standing.track_numbers or ()
    for past in islice(course.pasts(), _DICE_LEFT):
        if isinstance(past.event, Turn):
            yield past.event.track_numbers


def rolled_twice(gathered: Gathered, epoch: Epoch) -> Iterator[RollEvidence]:
    """Rolls of one die that was lifted and rolled again."""
    tracks = gathered.tracks
    for first, second in pairwise(tracks):
        if second.number in epoch.fresh and first.number not in epoch.on_board:
            yield RollEvidence((second.number,), (first, second), rolls_of(first.shows, second.shows), 0.0)


def possible_rolls(gathered: Gathered, epoch: Epoch) -> Iterator[RollEvidence]:
    """The rolls that may have happened in this epoch: two new dice, one that joins another, or one alone.

    Or two that came in one movement with those of the turn before.
    """
    tracks: Mapping[int, Track] = {t.number: t for t in gathered.tracks}
    fresh = [tracks[n] for n in epoch.fresh if n in tracks]
    others = [tracks[n] for n in epoch.on_board if n not in epoch.fresh and n in tracks]
    cocked = {track.number: people.COCKED * track.cocked for track in (*fresh, *others)}
    none = sum(track.is_none for track in fresh)
    for a, b in combinations(fresh, 2):
        late = people.SECOND_LATER * sum(not track.at_first for track in (a, b))
        prior = none - a.is_none - b.is_none + late + cocked[a.number] + cocked[b.number]
        yield RollEvidence((a.number, b.number), (a, b), rolls_of(a.shows, b.shows), prior)
    for a, b in combinations(others, 2):
        if a.first == b.first and sum(track.first == a.first for track in tracks.values()) > _DICE_OF_A_ROLL:
            prior = people.TOGETHER + none - a.is_none - b.is_none + cocked[a.number] + cocked[b.number]
            yield RollEvidence(
                (a.number, b.number), (a, b), rolls_of(a.shows, b.shows), prior
            )  # two rolls in one movement
    for a in fresh:
        rest = none - a.is_none + cocked[a.number]
        for b in others:
            prior = people.ONE_BY_ONE + rest - b.is_none + cocked[b.number]  # it was a die after all
            yield RollEvidence((b.number, a.number), (b, a), rolls_of(a.shows, b.shows), prior)
        late = 0.0 if a.at_first else people.SECOND_LATER
        yield RollEvidence((a.number,), (a,), rolls_with(a.shows), people.UNSEEN_DIE + rest + late)
