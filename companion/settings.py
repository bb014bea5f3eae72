"""Settings: what a person may change in a TOML file, with defaults for all of it."""

from __future__ import annotations

import difflib
import enum
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from companion.errors import InputError
from companion.games.catalogue import rules_named
from companion.record import default_data_dir
from companion.referee import Margins
from companion.state import DiceSource, EndOfTurn, Terms

Tree = TypeVar("Tree")


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """``length`` 0 = money play.  ``rules``: see ``companion rules``."""

    light: str = "Light"
    dark: str = "Dark"
    length: int = 0
    rules: str = "tournament"


@dataclass(frozen=True, slots=True)
class TableSettings:
    """``end_of_turn``: the button, or a still board.  ``dice``: electronic ones, or those the camera sees.

    ``looks_before_asking``: unclear looks before a person is asked.  ``same_place``: dice that lie
    within this share of the field from where they lay were not thrown anew.
    """

    end_of_turn: EndOfTurn = EndOfTurn.BUTTON
    dice: DiceSource = DiceSource.ELECTRONIC
    looks_before_asking: int = 3
    same_place: float = 0.04


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """``device``: as ``companion calibrate`` takes it.  ``calibration``: empty = the one in the data folder.

    ``settle_s``: how long nothing may move before a look is taken.  ``retry_s``: between two
    attempts to get a lost camera back.
    """

    device: str = "pi:0"
    calibration: str = ""
    settle_s: float = 0.5
    retry_s: float = 5.0


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """``pin``: BCM number.  ``settle_s``: how long the contact must lie still between two presses."""

    pin: int = 17
    settle_s: float = 0.03


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    fullscreen: bool = True
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole tree; ``referee`` holds how sure the referee has to be (:class:`companion.referee.Margins`)."""

    data_dir: Path = field(default_factory=default_data_dir)
    match: MatchSettings = field(default_factory=MatchSettings)
    table: TableSettings = field(default_factory=TableSettings)
    referee: Margins = field(default_factory=Margins)
    camera: CameraSettings = field(default_factory=CameraSettings)
    button: ButtonSettings = field(default_factory=ButtonSettings)
    screen: ScreenSettings = field(default_factory=ScreenSettings)


def load_settings(path: Path | None, *, data_dir: Path | str | None = None) -> Settings:
    """The settings of a TOML file, defaults where it says nothing or where there is none.

    ``data_dir`` goes before what the file says.  Raises :class:`InputError` naming the file and the
    key for anything that cannot be used.
    """
    values: Mapping[str, Any] = _parsed(path) if path is not None else {}
    if data_dir is not None:
        values = {**values, "data_dir": str(data_dir)}
    return _filled(Settings, values, str(path), "")


def terms_of(settings: Settings, *, asks: bool) -> Terms:
    """The terms of a match at the table.  Raises :class:`InputError` for an unknown rule set."""
    return Terms(
        names=(settings.match.light, settings.match.dark),
        length=settings.match.length,
        rules=rules_named(settings.match.rules),
        end_of_turn=settings.table.end_of_turn,
        dice=settings.table.dice,
        asks=asks,
        looks_before_asking=settings.table.looks_before_asking,
        margins=settings.referee,
        same_place=settings.table.same_place,
    )


def _parsed(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"settings {path}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"settings {path}: is not TOML ({error})") from None


def _filled(tree: type[Tree], values: Mapping[str, Any], file: str, prefix: str) -> Tree:
    assert is_dataclass(tree)
    kinds = get_type_hints(tree)
    names = [entry.name for entry in fields(tree)]
    for key in values:
        if key not in names:
            raise InputError(f"settings {file}: unknown key {prefix + key!r}{_nearest(key, names, prefix)}")
    return tree(**{key: _value(kinds[key], value, file, prefix + key) for key, value in values.items()})


def _nearest(key: str, names: list[str], prefix: str) -> str:
    near = difflib.get_close_matches(key, names, n=2, cutoff=0.5) or names
    return f"; expected {' or '.join(prefix + name for name in near)}"


def _value(kind: Any, value: Any, file: str, key: str) -> Any:
    if is_dataclass(kind) and isinstance(kind, type):
        if not isinstance(value, Mapping):
            raise InputError(f"settings {file}: {key!r} is {value!r}, expected a table [{key}]")
        return _filled(kind, value, file, f"{key}.")
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        choices = [member.value for member in kind]
        if value not in choices:
            raise InputError(f"settings {file}: {key!r} is {value!r}, expected one of {', '.join(choices)}")
        return kind(value)
    if kind is Path and isinstance(value, str):
        return Path(value).expanduser()
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, bool) != (kind is bool) or not isinstance(value, kind):
        raise InputError(f"settings {file}: {key!r} is {value!r}, expected {_NAMES.get(kind, kind)}")
    if kind in (int, float) and value < 0:
        raise InputError(f"settings {file}: {key!r} is {value!r}, expected 0 or more")
    return value


_NAMES = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", Path: "a folder"}
