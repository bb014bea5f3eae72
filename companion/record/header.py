"""The header of a match: the facts before its first entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum

from companion.games.catalogue import GAME_OF, Game


class Mode(Enum):
    """The mode of a match: with rulings, recorded silently, or with help."""

    REFEREED = "refereed"
    RECORDED = "recorded"
    TRAINING = "training"


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of an imported match, which has no times and pictures.

    ``file``: its name, without folders.  ``sha256``: of the match in it, see
    :func:`companion.record.importing.fingerprint`.  ``day``: the day of the match by the file, or None.  ``facts``: the
    rest of its header.
    """

    file: str
    sha256: str
    day: date | None = None
    facts: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def from_values(cls, values: Mapping[str, object]) -> Origin:
        """The inverse of :meth:`values`.  Raises ``ValueError`` for what that cannot have written."""
        match values:
            case {"file": str(file), "sha256": str(sha256), "day": str() | None as day, "facts": dict(facts)} if all(
                isinstance(value, str) for value in facts.values()
            ):
                return cls(file, sha256, None if day is None else date.fromisoformat(day), facts)
        raise ValueError("where it was imported from is not told")

    def values(self) -> dict[str, object]:
        """Return it as JSON values."""
        day = None if self.day is None else self.day.isoformat()
        return {"file": self.file, "sha256": self.sha256, "day": day, "facts": dict(self.facts)}


@dataclass(frozen=True, slots=True)
class Header:
    """The facts of a match before its first entry.

    ``id``: its serial number; matches are ordered by it, because a clock may be wrong.  ``started``: ISO 8601 with the
    offset from UTC, as corrected last; ``first_started``: as first written, None if it was never corrected.  ``names``
    as (light, dark).  ``length`` 0 = money play.  ``boot``: the start of the machine in which it began, counted from 1;
    None if not counted yet.  ``clock_doubtful``: the clock could not be trusted, and the start was not corrected since.
    ``terms``: the match settings, as JSON values.  ``deleted_at``: the time at which it was marked as deleted.
    ``uuid``: random; empty until it is written.  ``epoch``: counted from 1; it grows whenever entries were restored or
    written again, so that an entry's number alone is ambiguous.  ``program``: the version of the companion with which
    it began; empty if unknown.  ``imported``: its origin, if it was not played here; ``started`` is doubtful then.
    """

    id: int
    started: str
    names: tuple[str, str] = ("Light", "Dark")
    length: int = 0
    mode: Mode = Mode.REFEREED
    rules: str = "tournament"
    boot: int | None = None
    clock_doubtful: bool = False
    terms: Mapping[str, object] = field(default_factory=dict)
    deleted_at: str | None = None
    first_started: str | None = None
    uuid: str = ""
    epoch: int = 1
    program: str = ""
    imported: Origin | None = None

    @property
    def game(self) -> Game:
        """The game of its rules; backgammon if the rules are unknown."""
        return GAME_OF.get(next(iter(self.rules.split()), ""), Game.BACKGAMMON)

    @property
    def began(self) -> datetime:
        """``started`` as a datetime."""
        return datetime.fromisoformat(self.started)


@dataclass(frozen=True, slots=True)
class Tombstone:
    """The trace of a deletion: match, epoch and time (ISO 8601, UTC), without personal data.

    A match is deleted as long as one of its tombstones is of its own epoch or a later one.
    """

    uuid: str
    epoch: int
    deleted: str
