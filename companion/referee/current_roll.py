"""The likely values of the current roll, and whether its dice are still on the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from companion.referee.boards import Values, rolls_of, rolls_with, together_one
from companion.referee.course import Standing
from companion.referee.evidence import Epoch, Gathered
from companion.referee.model import Model

_FARTHEST_ROLL: Final = 7.5
"""Rolls that the dice show so much less likely are not tried."""
_MOST_ROLLS: Final = 9


def rolls_now(standing: Standing, model: Model, gathered: Gathered, epoch: Epoch) -> Values:
    """(21,) log-likelihoods of the rolls by all looks at the dice of a turn."""
    assert standing.rolls is not None
    tracks = [track for n in standing.track_numbers or () if (track := gathered.track(n)) is not None]
    if (
        model.one_die
        or not tracks
        or len(tracks) < len(standing.track_numbers or ())
        or not any(t.number in epoch.on_board for t in tracks)
    ):
        return standing.rolls
    seen = rolls_of(tracks[0].shows, tracks[1].shows) if len(tracks) > 1 else rolls_with(tracks[0].shows)
    return together_one(seen + standing.known)


def likely_rolls(standing: Standing) -> Iterator[tuple[int, float]]:
    """The rolls that are tried, the likeliest first, and how likely each is by its dice."""
    assert standing.rolls is not None
    rolls = standing.rolls
    most = _MOST_ROLLS if len(standing.track_numbers or ()) != 1 else 14
    for roll in np.argsort(-rolls)[:most]:
        if rolls[roll] < rolls.max() - _FARTHEST_ROLL:
            return
        yield int(roll), float(rolls[roll])


def is_lifted(standing: Standing, model: Model, epoch: Epoch) -> bool:
    """Whether no die of the roll is on the board."""
    track_numbers = standing.track_numbers
    on_board = any(n in epoch.on_board for n in track_numbers or ())
    return model.lifting_ends and bool(track_numbers) and not on_board


def is_parted(track_numbers: tuple[int, ...], epoch: Epoch) -> bool:
    """Whether one of two dice has gone while the other was still there."""
    now, before = epoch.on_board, epoch.dice_before
    gone = any(n in epoch.dice_gone for n in track_numbers) and any(n in before for n in track_numbers)
    return gone or (any(n in before and n not in now for n in track_numbers) and any(n in now for n in track_numbers))
