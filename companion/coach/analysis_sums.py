"""The sums at the end of saved analyses: all that a player's page needs of them, read quickly."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from companion.coach.grading import CubeFault
from companion.coach.themes import ErrorTheme
from companion.games.rules import Side

FOLDER: Final = "analyses"
SUM: Final = "sum"
"""The key of the last line of a whole analysis."""

ErrorKind: TypeAlias = ErrorTheme | CubeFault
"""The subject of a play that lost equity, or the fault of a cube decision."""

_KINDS: Final[Mapping[str, ErrorKind]] = {kind.value: kind for kind in (*ErrorTheme, *CubeFault)}
_LONGEST: Final = 2**16  # bytes


@dataclass(frozen=True, slots=True)
class SummedUp:
    """The sums of a whole analysis of a match of the archive.

    ``number``: of the match; ``score``: as (light, dark) when it was analysed.  ``losses``: by player, the loss of each
    decision that counts, in points.  ``errors``: by player and kind, their number and total loss.
    """

    number: int
    engine: str
    ply: int
    score: tuple[int, int]
    losses: Mapping[Side, tuple[float, ...]]
    errors: Mapping[Side, Mapping[ErrorKind, tuple[int, float]]]


def summed_up(data_dir: Path, numbers: Collection[int]) -> Mapping[int, tuple[SummedUp, ...]]:
    """The whole analyses of these matches, by match, the newest first."""
    found: dict[int, list[tuple[float, SummedUp]]] = {}
    for path in (data_dir / FOLDER).glob("match-*.jsonl"):
        with suppress(OSError, ValueError, LookupError, TypeError):
            number = int(path.name.split("-")[1])
            values = sum_in(path) if number in numbers else None
            if values is not None:
                found.setdefault(number, []).append((path.stat().st_mtime, _summed_up(number, values)))
    by_age = {number: sorted(each, key=lambda one: -one[0]) for number, each in found.items()}
    return {number: tuple(one for _, one in each) for number, each in by_age.items()}


def sum_in(path: Path) -> Any:
    """The sum at the end of a file, or None."""
    try:
        with path.open("rb") as file:
            file.seek(max(path.stat().st_size - _LONGEST, 0))
            *_, last = file.read().splitlines() or [b"{}"]
        return json.loads(last).get(SUM) if last.startswith(f'{{"{SUM}"'.encode()) else None
    except (OSError, ValueError, AttributeError):
        return None


def _summed_up(number: int, values: Any) -> SummedUp:
    light, dark = values["score"]
    return SummedUp(
        number, str(values["engine"]), int(values["ply"]), (int(light), int(dark)),
        {side: tuple(map(float, values[side.value]["losses"])) for side in Side},
        {side: dict(_errors_of(values[side.value]["errors"])) for side in Side},
    )  # fmt: skip


def _errors_of(values: Any) -> Iterator[tuple[ErrorKind, tuple[int, float]]]:
    for name, (number, lost) in values.items():
        if (kind := _KINDS.get(name)) is not None:
            yield kind, (int(number), float(lost))
