"""Reads settings from a TOML file, and changes them: every value passes one check, wherever it comes from."""

from __future__ import annotations

import contextlib
import difflib
import logging
import os
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_type_hints

from companion.errors import InputError, quoted
from companion.games.catalogue import rules_named
from companion.match.terms import (
    area_from,
)
from companion.record import default_data_dir
from companion.settings.director_lock import DIGITS, is_stored
from companion.settings.limits import GPIO, LONGEST_TEXT, limits_of

if TYPE_CHECKING:
    pass
from companion.settings.tree import BrokerSettings, Settings, written

log = logging.getLogger(__name__)
Tree = TypeVar("Tree")
FILE_NAME: Final = "settings.toml"
"""The name of the settings file in the data folder, which the screen writes."""
_LONGEST: Final = 16_000
_LONGEST_NAME: Final = 80
_CONTROLS: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
_SCREEN: Final = "on the screen"
_RETIRED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "referee": "how sure the referee has to be is no setting, every match is ruled alike",
        "table.looks_before_asking": "it is asked as soon as nothing clearer is expected",
        "table.same_place": "dice are followed from look to look",
    }
)
"""Obsolete keys of earlier versions' settings files, and why they have no effect any more."""
_SECRET: Final = ("camera", "camera.device")
"""An address there may hold a password, and is not repeated."""


class SettingError(InputError):
    """A setting that cannot be used.  ``key``: which, such as ``match.length``.

    A settings file, an option, a code and the screen all pass this one check and are refused in the same words,
    except for the place where the setting was found.
    """

    def __init__(self, place: str, key: str, says: str) -> None:
        super().__init__(f"settings {place}: {says}")
        self.key = key

    @classmethod
    def of(cls, place: str, key: str, value: object, expected: str) -> SettingError:
        found = "is none of these" if key in _SECRET else f"is {quoted(value)}"
        return cls(place, key, f"{key!r} {found}, expected {expected}")


def settings_file(path: Path | None, *, data_dir: Path | str | None = None) -> Path:
    """Return the settings file: the named one, else ``settings.toml`` in the data folder."""
    return path if path is not None else Path(data_dir or default_data_dir()) / FILE_NAME


def load_settings(path: Path | None, *, data_dir: Path | str | None = None, warns: bool = True) -> Settings:
    """Return the settings of a TOML file, with defaults for missing keys or a missing file.

    ``path`` None: the file in the data folder, if there is one.  ``data_dir`` overrides what the file
    says.  An obsolete key has no effect, and with ``warns`` a warning says so.  Raises
    :class:`InputError` naming the file and the key for anything unusable.
    """
    if path is None:
        kept = settings_file(None, data_dir=data_dir)
        path = kept if kept.is_file() else None
    values = _without_retired(_parsed(path), str(path), warns=warns) if path is not None else {}
    return _from_file(path, values, data_dir)


def usable_settings(path: Path | None, *, data_dir: Path | str | None = None) -> tuple[Settings, tuple[str, ...]]:
    """Load settings as :func:`load_settings`, with defaults for anything unusable: for a device that starts by itself.

    Also returns a sentence for each unusable value.  Raises :class:`InputError` only for what the caller named: a
    missing file, or a data folder that is no folder.
    """
    if path is not None and not path.is_file():
        return load_settings(path, data_dir=data_dir), ()
    file, troubles, values = settings_file(path, data_dir=data_dir), [], {}
    try:
        values = _without_retired(_parsed(file), str(file), warns=True) if file.exists() else {}
    except InputError as error:
        troubles.append(str(error))
    while True:
        try:
            settings = _from_file(file, values, data_dir)
            if "data_dir" in values and data_dir is None:
                _check_folder(settings.data_dir, str(file))
            return settings, tuple(troubles)
        except SettingError as error:
            if not values or (error.key == "data_dir" and data_dir is not None):
                raise
            troubles.append(str(error))
            values = _without(values, error.key)


def _has(values: Mapping[str, Any], key: str) -> bool:
    name, _, rest = key.partition(".")
    if not rest:
        return name in values
    return isinstance(values.get(name), Mapping) and _has(values[name], rest)


def _without(values: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The values of a file except one; none at all if that one cannot be told apart."""
    name, _, rest = key.partition(".")
    if rest and isinstance(values.get(name), Mapping):
        return {**values, name: _without(values[name], rest)}
    return {each: value for each, value in values.items() if each != name} if name in values else {}


def _from_file(path: Path | None, values: Mapping[str, Any], data_dir: Path | str | None) -> Settings:
    if data_dir is not None:
        values = {**values, "data_dir": str(data_dir)}
    settings = _filled(Settings, values, str(path), "")
    if path is not None:
        settings = _with_rules_beside(path, settings)
    _check(settings, str(path))
    return settings


def changed(settings: Settings, values: Mapping[str, object], *, place: str = _SCREEN) -> Settings:
    """Return the settings with other values, by key: ``{"match.length": 7, "table.dice": "camera"}``.

    Values are as a settings file has them.  ``place``: where they come from, for the error sentence.  Raises
    :class:`SettingError` for what a file could not say.
    """
    for key, value in values.items():
        settings = _with(settings, key, value, key, place)
    _check(settings, place)
    return settings


@cache
def _kinds(tree: Any) -> Mapping[str, Any]:
    """The type of each field of a part of the settings; ``tree``: its class."""
    return get_type_hints(tree)


def _with(tree: Any, key: str, value: object, whole: str, place: str) -> Any:
    name, _, rest = key.partition(".")
    kinds = _kinds(tree.__class__)
    if name not in kinds:
        raise SettingError(place, whole, f"unknown key {quoted(whole)}")
    new = _with(getattr(tree, name), rest, value, whole, place) if rest else _value(kinds[name], value, place, whole)
    return replace(tree, **{name: new})


def is_one_line(text: str) -> bool:
    """Return whether a text holds no line break and no other character that controls the display."""
    return not any(unicodedata.category(character) in _CONTROLS for character in text)


def _with_rules_beside(path: Path, settings: Settings) -> Settings:
    rules = settings.match.rules
    if rules.startswith("~") or not rules.endswith(".toml"):
        return settings
    return replace(settings, match=replace(settings.match, rules=str(path.parent / rules)))


def _parsed(path: Path) -> Mapping[str, Any]:
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(_LONGEST + 1)
        if len(text) > _LONGEST:
            raise InputError(f"settings {path}: longer than {_LONGEST:,} characters, expected a few lines of settings")
        return tomllib.loads(text)
    except OSError as error:
        raise InputError(f"settings {path}: cannot be read ({error.strerror})") from None
    except InputError:
        raise
    except ValueError as error:  # also numbers of more digits than Python reads
        raise InputError(f"settings {path}: is not TOML ({error})") from None
    except RecursionError:
        raise InputError(f"settings {path}: is nested too deeply, expected tables of values") from None


def _without_retired(values: Mapping[str, Any], file: str, *, warns: bool) -> dict[str, Any]:
    for key, why in _RETIRED.items():
        if not _has(values, key):
            continue
        values = _without(values, key)
        if warns:
            log.warning("settings %s: %r has no effect any more (%s); it may be deleted", file, key, why)
    return dict(values)


def _filled(tree: type[Tree], values: Mapping[str, Any], file: str, prefix: str) -> Tree:
    assert is_dataclass(tree)
    kinds = _kinds(tree)
    names = [entry.name for entry in fields(tree)]
    for key in values:
        if key not in names:
            whole = prefix + key
            raise SettingError(file, whole, f"unknown key {quoted(whole)}{_nearest(key, names, prefix)}")
    return tree(**{key: _value(kinds[key], value, file, prefix + key) for key, value in values.items()})


_PINS: Final = ("button.pin", "button.second_pin", "lamps.pin", "lamps.second_pin", "buzzer.pin")


def _check(settings: Settings, place: str) -> None:
    """Checks beyond the kind of a value: pins exist and are not used twice, and required values are there."""
    used: dict[int, str] = {}
    for key in _PINS:
        pin = int(str(written(settings, key)))
        if pin and pin not in GPIO:
            raise SettingError.of(place, key, pin, limits_of(key).text())
        if pin and pin in used:
            raise SettingError(place, key, f"{key!r} is {pin}, which is {used[pin]!r} already, expected another pin")
        used[pin] = key
    if not is_stored(settings.director.pin):
        expected = f"{DIGITS[0]} to {DIGITS[1]} digits, or what the screen wrote"
        raise SettingError.of(place, "director.pin", settings.director.pin, expected)
    _check_broker(settings.broker, place)
    if settings.screen.theme not in themes():
        raise SettingError.of(place, "screen.theme", settings.screen.theme, f"one of {', '.join(themes())}")
    for key, read in (("match.rules", rules_named), ("table.roll_area", area_from)):
        try:
            read(str(written(settings, key)))
        except InputError as error:
            raise SettingError(place, key, f"{key!r}: {error}") from None


def _check_broker(broker: BrokerSettings, place: str) -> None:
    if broker.on and not broker.host.strip():
        raise SettingError(
            place, "broker.on", "'broker.on' is true, expected 'broker.host' as well, where the broker is"
        )
    prefix = broker.prefix
    if set(prefix) & set("+#") or prefix != prefix.strip("/") or prefix.startswith("$"):
        expected = "the first part of a topic, without + and #, without / at its ends and $ at its start"
        raise SettingError.of(place, "broker.prefix", prefix, expected)


@cache
def themes() -> tuple[str, ...]:
    """Return the available themes of the screen."""
    return tuple(
        sorted(
            path.name.removesuffix(".toml")
            for path in (files("companion") / "screen" / "themes").iterdir()
            if path.name.endswith(".toml")
        )
    )


def _check_folder(folder: Path, place: str) -> None:
    """Check that the data can be kept there: a device that starts by itself needs a usable folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingError.of(place, "data_dir", str(folder), f"a folder that can be made ({error.strerror})") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise SettingError.of(place, "data_dir", str(folder), "a folder that can be written to")


def _nearest(key: str, names: list[str], prefix: str) -> str:
    near = difflib.get_close_matches(key[:_LONGEST_NAME], names, n=2, cutoff=0.5) or names
    return f"; expected {' or '.join(prefix + name for name in near)}"


def _value(kind: Any, value: Any, place: str, key: str) -> Any:
    if is_dataclass(kind) and isinstance(kind, type):
        if not isinstance(value, Mapping):
            raise SettingError.of(place, key, value, f"a table [{key}]")
        return _filled(kind, value, place, f"{key}.")
    if isinstance(kind, type) and issubclass(kind, Enum):
        choices = [member.value for member in kind]
        if value not in choices:
            raise SettingError.of(place, key, value, f"one of {', '.join(choices)}")
        return kind(value)
    if isinstance(value, bool) != (kind is bool) or not isinstance(value, _WRITTEN_AS.get(kind, kind)):
        raise SettingError.of(place, key, value, _NAMES[kind])
    if kind in (int, float) and not limits_of(key).hold(value):
        raise SettingError.of(place, key, value, limits_of(key).text())
    if kind is str and not is_one_line(value):
        raise SettingError.of(place, key, value, "one line of text")
    if kind is str and len(value) > LONGEST_TEXT:
        raise SettingError.of(place, key, value, f"at most {LONGEST_TEXT:,} letters")
    return _folder(value, place, key) if kind is Path else kind(value)


def _folder(text: str, place: str, key: str) -> Path:
    if "\0" not in text:
        with contextlib.suppress(RuntimeError):  # the home folder of a user without one
            return Path(text).expanduser()
    raise SettingError.of(place, key, text, "a folder")


_WRITTEN_AS: Final[Mapping[Any, Any]] = {float: (int, float), Path: str}
_NAMES: Final = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", Path: "a folder"}
