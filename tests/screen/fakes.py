"""What lies behind the screens, for tests: a table at which matches begin, players, a doctor, a machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.doctor import Fact, Finding
from companion.errors import InputError, StorageError
from companion.record import Header, Mode
from companion.record.archive import ListedMatch
from companion.record.files.short import short_text
from companion.screen.closing import AfterClosing
from companion.screen.services import HandedMatch, LiveShown
from companion.settings.file import SettingsFile
from companion.settings.tree import Settings
from companion.updating.device import UpdateStep
from companion.updating.offers import RefusedRelease, ReleaseOffer
from tests.record.playing import random_match
from vision import Calibration


@dataclass
class Matches:
    """``begun``: the settings with which each match began."""

    settings: SettingsFile
    begun: list[Settings] = field(default_factory=list)
    standing: ListedMatch | None = None

    def unfinished(self) -> ListedMatch | None:
        return self.standing

    def begin(self) -> None:
        self.begun.append(self.settings.now())

    def take_up(self, number: int) -> None:
        raise AssertionError(number)


@dataclass
class Cameras:
    """The camera port, scripted."""

    learned: Calibration | None = None
    taken: list[str] = field(default_factory=list)

    def known(self) -> Calibration | None:
        return self.learned

    def cameras(self) -> tuple[tuple[str, str], ...]:
        return (("auto", "whichever"), ("usb:2", "USB camera"))

    def take(self, camera: str) -> None:
        self.taken.append(camera)


@dataclass
class Players:
    names: Sequence[str] = ()

    def recent(self) -> Sequence[str]:
        return self.names


def standing(
    names: tuple[str, str] = ("Anna", "Boris"), length: int = 7, score: tuple[int, int] = (2, 5), *,
    mode: Mode = Mode.REFEREED,
) -> ListedMatch:  # fmt: skip
    """A match that is not over."""
    header = Header(
        id=12, names=names, length=length, mode=mode, rules="tournament", started="2026-11-22T10:00:00+00:00"
    )
    return ListedMatch(header, score, finished=False)


FINDINGS = (
    Finding(Fact.PYTHON_FINE, {"version": "3.11.2"}),
    Finding(Fact.DATA_FOLDER_FINE, {"folder": "/var/lib/companion"}),
    Finding(Fact.FREE_SPACE_LOW, {"free": "12", "place": "/", "least": "200"}),
    Finding(Fact.WINDOW_FINE),
    Finding(Fact.CAMERAS_NONE, {"package": "rpicam-apps"}),
    Finding(Fact.PIN_UNUSABLE, {"device": "finding.device.button", "pin": "17", "reason": "no pins here",
                                "package": "python3-lgpio", "group": "gpio"}),
)  # fmt: skip


@dataclass
class Doctor:
    found: Sequence[Finding] = FINDINGS
    saved: Path | None = None
    examined: int = 0

    def examine(self) -> Iterator[Finding]:
        self.examined += 1
        yield from self.found

    def bundle(self) -> Path:
        if self.saved is None:
            raise StorageError("/media: no stick is plugged in, expected one")
        return self.saved


@dataclass
class Live:
    """A live page that is on or off as the settings say; ``trouble``: why it cannot be."""

    book: SettingsFile
    trouble: LiveShown | None = None

    def invite(self) -> LiveShown:
        if self.shown().address is None:
            return LiveShown(None, "phone.no-page")
        return LiveShown("http://192.168.1.7:8100/picture/Tq3kZ0uYv1m8s5xWbGd2hA", "picture.scan")

    def shown(self) -> LiveShown:
        live = self.book.now().live
        if not live.on:
            return LiveShown(None, "live.off-now")
        return self.trouble or LiveShown(f"http://192.168.178.123:{live.port}/", "live.open")


@dataclass
class Phone:
    """Hands a match to a phone; ``handed``: the numbers of those that were."""

    code: str = field(default_factory=lambda: short_text(random_match(1, 7)))
    handed: list[int | None] = field(default_factory=list)
    form: str = "mat"
    page: LiveShown = field(
        default_factory=lambda: LiveShown(
            "http://192.168.178.123:8100/match/0b52a6a4-3f5c-4d0e-9d2c-9a3a5f1e7c11", "phone.opens"
        )
    )

    def hand(self, number: int | None) -> HandedMatch:
        self.handed.append(number)
        return HandedMatch(self.page, self.code, self.form)

    @property
    def without_page(self) -> HandedMatch:
        return HandedMatch(LiveShown(None, "phone.no-page"), self.code, "mat")

    @property
    def too_long(self) -> HandedMatch:
        return HandedMatch(LiveShown(None, "phone.no-page"), self.code * 12, "mat")


@dataclass
class Device:
    """``told``: what it was left for; ``installed``: which releases were; ``turned_down``: files on the stick."""

    told: list[AfterClosing] = field(default_factory=list)
    installed: list[str] = field(default_factory=list)
    broken: bool = False
    turned_down: Sequence[RefusedRelease] = ()

    def leave(self, what: AfterClosing) -> None:
        self.told.append(what)

    def version(self) -> str | None:
        return "0.3.0"

    def version_before(self) -> str | None:
        return "0.2.0"

    def offers(self) -> list[ReleaseOffer]:
        return [ReleaseOffer(Path("/media/FRIDAY/companion-0.4.0.tar.gz"), "0.4.0", has_wheels=True)]

    def refused(self) -> list[RefusedRelease]:
        return list(self.turned_down)

    def install(self, offer: ReleaseOffer, on_progress: Callable[[UpdateStep], None]) -> None:
        on_progress(UpdateStep.UNPACKING)
        if self.broken:
            raise InputError(f"{offer.file}: is not whole, expected a release file")
        self.installed.append(offer.version)
