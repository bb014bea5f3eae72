"""Holds the settings while the program runs: read once, changed on the screen, written at once."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import tomlkit
from tomlkit.exceptions import TOMLKitError

from companion.errors import StorageError
from companion.record.alone import in_turn
from companion.record.saving import save
from companion.settings.director_lock import SALT_BYTES, is_outdated, is_pin, stored
from companion.settings.reading import changed
from companion.settings.tree import Settings, written

PIN: Final = "director.pin"

log = logging.getLogger(__name__)


def kept_pin(pin: str) -> str:
    """Return a director's PIN as a settings file keeps it."""
    return stored(pin, secrets.token_bytes(SALT_BYTES))


class SettingsFile:
    """The current settings and the file that changes are written to; None = they are kept in memory only.

    A change is written into the text of the file, so that a person's own comments stay.  ``on_change``: called with the
    settings after each change.
    """

    def __init__(
        self, settings: Settings, path: Path | None = None, *, on_change: Callable[[Settings], None] | None = None
    ) -> None:
        self._settings = settings
        self._path = path
        self._on_change = on_change

    def now(self) -> Settings:
        """The current settings."""
        return self._settings

    def change(self, values: Mapping[str, object]) -> None:
        """Set values by key, ``{"match.length": 7}``, all of them or none.

        A change takes effect even if it cannot be written.  Raises :class:`InputError` for a value that is not
        allowed, and :class:`StorageError` if the file cannot be written.
        """
        before, self._settings = self._settings, changed(self._settings, values)
        if self._on_change is not None:
            self._on_change(self._settings)
        new = {key: written(self._settings, key) for key in values}
        if self._path is not None and any(written(before, key) != value for key, value in new.items()):
            _write(self._path, new)

    def hide_pin(self) -> None:
        """Replace a director's PIN that stands in the file in plain digits by its hash."""
        if is_pin(self._settings.director.pin):
            self.renew_pin(self._settings.director.pin)

    def renew_pin(self, pin: str) -> None:
        """Keep the director's PIN, which was just typed, as this release does, if an earlier one wrote it."""
        if not is_outdated(self._settings.director.pin):
            return
        try:
            self.change({PIN: kept_pin(pin)})
        except StorageError as error:
            log.warning("the director's PIN stays as it was written: %s", error)


def _write(path: Path, values: Mapping[str, object]) -> None:
    """Replaces the file in one step: after a power cut it is the old one or the new one.

    Another program that changes it at the same time does so before or after that, so that both changes are in it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with in_turn(path.parent):
            _rewrite(path, values)
    except StorageError as error:
        raise StorageError(f"settings {error}; they apply until the program ends") from None
    except OSError as error:
        raise StorageError(
            f"settings {path}: cannot be written ({error.strerror}); they apply until the program ends"
        ) from None
    except (TOMLKitError, ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        # A text that is none, or a value where the table should be; the program runs with defaults in its place.
        raise StorageError(f"settings {path}: is no longer TOML ({error}); they apply until the program ends") from None


def _rewrite(path: Path, values: Mapping[str, object]) -> None:
    text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
    document = tomlkit.parse(text)
    for key, value in values.items():
        *tables, name = key.split(".")
        table: tomlkit.TOMLDocument | tomlkit.items.Table = document
        for each in tables:
            table = table.setdefault(each, tomlkit.table())
        table[name] = value
    # An address with a user name; the file stays as private as it is then.
    save(path, tomlkit.dumps(document), private="@" in str(values.get("camera.device", "")))
