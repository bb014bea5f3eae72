"""Analyses on disk, decision by decision, so that no decision is judged twice.

Each is a file of its own in the folder ``analyses`` of the data folder, one decision a line; a kill during writing
loses one decision.  The last line of a whole analysis sums it up, so that the page of a player with many matches reads
little.  They can all be computed again, so they are in no backup, and only the newest are kept.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import BinaryIO, Final

from companion.closing import Closes
from companion.coach.analysis_json import judged_from, values_of
from companion.coach.analysis_sums import FOLDER, SUM, sum_in
from companion.coach.decisions import decisions
from companion.coach.error_kinds import kind_of
from companion.coach.report import Judged, counted, losses
from companion.errors import StorageError
from companion.games.rules import Side
from companion.record.files.document import document
from companion.record.match import Match
from companion.record.replaying import rules_of
from companion.record.scores import score_after

_VERSION: Final = 2
_MOST: Final = 200
_COMPANION: Final = "backgammon-companion"
_DIGITS: Final = 6


class Keeping(Closes):
    """The decisions of one match as judged by one engine at one depth; a context manager.

    ``so_far``: those on disk, in order.  ``number``: of the match in the archive, whose deletion deletes the analysis;
    None for a match file.  Raises :class:`StorageError` where the disk fails.
    """

    def __init__(
        self, data_dir: Path, match: Match, *, engine: str, ply: int, luck: bool = True, number: int | None = None
    ) -> None:
        whose = f"match-{number}" if number is not None else "file"
        self.path: Final = data_dir / FOLDER / f"{whose}-{_sum_of(match, engine, ply, luck=luck)}.jsonl"
        self._about: Final = (match, engine, ply)
        read = list(_kept(self.path))
        self.so_far: tuple[Judged, ...] = tuple(judged for judged, _ in read)
        self._sound = read[-1][1] if read else 0
        self._judged = list(self.so_far)
        self._file: BinaryIO | None = None

    def forget(self) -> None:
        """Begin again: the next addition overwrites what is saved."""
        self.so_far, self._sound, self._judged = (), 0, []

    def add(self, judged: Judged) -> None:
        """Keep one more."""
        self._write(values_of(judged))
        self._judged.append(judged)

    def close(self) -> None:
        """Sum up an analysis that is whole, and close its file."""
        match, engine, ply = self._about
        if self._judged and len(self._judged) == len(decisions(match)) and sum_in(self.path) is None:
            with suppress(StorageError):  # it is written the next time
                self._write({SUM: {"engine": engine, "ply": ply, **_sum_values(match, self._judged)}})
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None

    def _write(self, values: Mapping[str, object]) -> None:
        try:
            file = self._file or self._opened()
            file.write(json.dumps(values).encode() + b"\n")
            file.flush()
        except OSError as error:
            raise StorageError(f"{self.path}: the analysis was not written ({error.strerror})") from error

    def _opened(self) -> BinaryIO:
        folder = self.path.parent
        folder.mkdir(parents=True, exist_ok=True)
        if not self.path.exists():
            _make_room(folder)
        self._file = self.path.open("ab")
        self._file.truncate(self._sound)  # what was cut off in the middle of a line
        return self._file


def kept_in(path: Path) -> tuple[Judged, ...]:
    """The decisions of a file of :class:`Keeping`, as far as it is whole; none without a file."""
    return tuple(judged for judged, _ in _kept(path))


def delete_analyses(data_dir: Path, number: int) -> None:
    """Remove the analyses of a match of the archive.  Raises :class:`StorageError` where that fails."""
    for path in (data_dir / FOLDER).glob(f"match-{number}-*.jsonl"):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(f"{path}: was not deleted ({error.strerror})") from error


def _sum_of(match: Match, engine: str, ply: int, *, luck: bool) -> str:
    # The header and the names say nothing of the game.
    values = {key: value for key, value in document(match).items() if key in ("length", "rules", "games")}
    text = json.dumps([_VERSION, _release(), engine, ply, luck, values], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _release() -> str:
    # The built-in engine of another one may say something else.
    try:
        return version(_COMPANION)
    except PackageNotFoundError:
        return ""


def _sum_values(match: Match, judged: Sequence[Judged]) -> Mapping[str, object]:
    rules = rules_of(match)
    score = score_after(match.games[-1]) if match.games else (0, 0)
    values: dict[str, object] = {"score": score}
    for side in Side:
        errors: dict[str, tuple[int, float]] = {}
        for one in counted(judged, side):
            if (kind := kind_of(one, rules)) is not None:
                number, lost = errors.get(kind.value, (0, 0.0))
                errors[kind.value] = (number + 1, round(lost + one.loss, _DIGITS))
        values[side.value] = {"losses": losses(judged, side), "errors": errors}
    return values


def _kept(path: Path) -> Iterator[tuple[Judged, int]]:
    """The decisions of a file as far as they are whole, each with the bytes up to its end."""
    end = 0
    try:
        with path.open("rb") as file:
            for line in file:
                end += len(line)
                if not line.endswith(b"\n"):
                    return
                values = json.loads(line)
                if SUM not in values:
                    yield judged_from(values), end
    except (OSError, ValueError):
        return  # not there yet, or damaged from here on


def _make_room(folder: Path) -> None:
    found = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found[_MOST - 1 :]:
        path.unlink(missing_ok=True)
