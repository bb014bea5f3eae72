"""The device behind the screen: what it can do once the table is closed, and its releases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from companion.app.table import TableSource
from companion.errors import InputError
from companion.screen.closing import AfterClosing
from companion.updating.device import Installed, UpdateStep, home_of, install, installed
from companion.updating.offers import RefusedRelease, ReleaseOffer, offers, refused
from hardware.sticks import sticks

_HOME: Final = home_of(Path(__file__))


class ThisDevice:
    """The device behind a table: :class:`companion.screen.services.DevicePort`.

    ``keys``: of trusted releases; None = those of this companion.
    """

    def __init__(
        self,
        table: TableSource,
        data_dir: Path,
        *,
        home: Path | None = _HOME,
        keys: Mapping[str, bytes] | None = None,
    ) -> None:
        self._table: Final = table
        self._data_dir: Final = data_dir
        self._home: Final = home
        self._keys: Final = keys

    def leave(self, what: AfterClosing) -> None:
        self._table.leave(what)

    def version(self) -> str | None:
        return next((here.version for here in self._installed() if here.is_current), None)

    def version_before(self) -> str | None:
        return next((here.version for here in self._installed() if here.is_previous), None)

    def offers(self) -> list[ReleaseOffer]:
        return offers(sticks(), keys=self._keys) if self._home is not None else []

    def refused(self) -> list[RefusedRelease]:
        return refused(sticks(), keys=self._keys) if self._home is not None else []

    def install(self, offer: ReleaseOffer, on_progress: Callable[[UpdateStep], None]) -> None:
        if self._home is None:
            raise InputError("no release can be taken here: this companion was not installed")
        install(self._home, offer.file, self._data_dir, on_progress=on_progress, keys=self._keys)

    def _installed(self) -> list[Installed]:
        return installed(self._home) if self._home is not None else []
