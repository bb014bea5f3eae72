"""Settings: what a person may change in a TOML file, with defaults for all of it."""

from __future__ import annotations

import contextlib
import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any, Final, TypeVar, get_type_hints

from companion.errors import InputError, quoted
from companion.games.catalogue import rules_named
from companion.games.rules import Side
from companion.record import Mode, default_data_dir
from companion.referee import Margins
from companion.state import DiceSource, EndOfTurn, Terms

Tree = TypeVar("Tree")
_LONGEST: Final = 16_000
_LONGEST_NAME: Final = 80
_MOST: Final = 1_000_000
"""More than any number in a settings file; neither infinity nor what is no number lies within."""
_NEVER_S: Final = 1e9


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """``length`` 0 = money play.  ``rules``: see ``companion rules``; a file is looked for beside the settings.

    ``younger``: whose the younger player's checkers are, for rules by which that one begins.
    ``event``, ``round``, ``board``: where the match is played, stored with it.
    """

    light: str = "Light"
    dark: str = "Dark"
    length: int = 0
    rules: str = "tournament"
    mode: Mode = Mode.REFEREED
    clock: bool = False
    younger: Side = Side.LIGHT
    event: str = ""
    round: str = ""
    board: str = ""


class EndsWith(Enum):
    """What ends a turn, as settings say it; ``USUAL``: what fits the dice, see :func:`end_of_turn`."""

    USUAL = "usual"
    STILL = EndOfTurn.STILL.value
    LIFTED = EndOfTurn.LIFTED.value
    BUTTON = EndOfTurn.BUTTON.value


@dataclass(frozen=True, slots=True)
class TableSettings:
    """``dice``: electronic ones, those the camera sees, or either.  ``end_of_turn``: see :class:`EndsWith`.

    ``looks_before_asking``: unclear looks before a person is asked.  ``same_place``: dice that lie
    within this share of the field from where they lay were not thrown anew.  ``patience_s``: how long a
    board may stay unreadable before that is said.  ``idle_s``: how long nothing may happen before the
    game is paused, 0 = any time.
    """

    dice: DiceSource = DiceSource.BOTH
    end_of_turn: EndsWith = EndsWith.USUAL
    looks_before_asking: int = 3
    same_place: float = 0.04
    patience_s: float = 8.0
    idle_s: float = 300.0


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """Which pictures of the turns are kept (:class:`companion.evidence.Limits`); ``keep`` False: none."""

    keep: bool = True
    per_match_mb: float = 40.0
    days: float = 90.0
    free_mb: float = 500.0


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """``device``: as ``companion calibrate`` takes it; ``auto`` = the Pi's camera, else the first at USB.

    ``width``, ``height``: of its pictures in pixels, 0 = what suits its kind; ``rate``: pictures a second.
    ``lock``: hold exposure, white balance and focus once the board is known.  ``calibration``: empty = the one in
    the data folder.  ``settle_s``: how long nothing may move before a look is taken.  ``retry_s``: between two
    attempts to get a lost camera back.
    """

    device: str = "auto"
    width: int = 0
    height: int = 0
    rate: int = 30
    lock: bool = True
    calibration: str = ""
    settle_s: float = 0.2
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
    pictures: PictureSettings = field(default_factory=PictureSettings)


def load_settings(path: Path | None, *, data_dir: Path | str | None = None) -> Settings:
    """The settings of a TOML file, defaults where it says nothing or where there is none.

    ``data_dir`` goes before what the file says.  Raises :class:`InputError` naming the file and the
    key for anything that cannot be used.
    """
    values: Mapping[str, Any] = _parsed(path) if path is not None else {}
    if data_dir is not None:
        values = {**values, "data_dir": str(data_dir)}
    settings = _filled(Settings, values, str(path), "")
    return _with_rules_beside(path, settings) if path is not None else settings


def terms_of(settings: Settings, *, asks: bool) -> Terms:
    """The terms of a match at the table.  Raises :class:`InputError` for an unknown rule set."""
    return Terms(
        names=(settings.match.light, settings.match.dark),
        length=settings.match.length,
        rules=rules_named(settings.match.rules),
        mode=settings.match.mode,
        clock=settings.match.clock,
        younger=settings.match.younger,
        end_of_turn=end_of_turn(settings.table),
        dice=settings.table.dice,
        asks=asks,
        looks_before_asking=settings.table.looks_before_asking,
        patience_s=settings.table.patience_s,
        idle_s=settings.table.idle_s or _NEVER_S,
        margins=settings.referee,
        same_place=settings.table.same_place,
    )


def end_of_turn(table: TableSettings) -> EndOfTurn:
    """What ends a turn: where the settings leave that to the dice, lifting them, or the button.

    Who may roll by the button has no dice to lift.
    """
    if table.end_of_turn is not EndsWith.USUAL:
        return EndOfTurn(table.end_of_turn.value)
    return EndOfTurn.LIFTED if table.dice is DiceSource.CAMERA else EndOfTurn.BUTTON


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


def _filled(tree: type[Tree], values: Mapping[str, Any], file: str, prefix: str) -> Tree:
    assert is_dataclass(tree)
    kinds = get_type_hints(tree)
    names = [entry.name for entry in fields(tree)]
    for key in values:
        if key not in names:
            raise InputError(f"settings {file}: unknown key {quoted(prefix + key)}{_nearest(key, names, prefix)}")
    return tree(**{key: _value(kinds[key], value, file, prefix + key) for key, value in values.items()})


def _nearest(key: str, names: list[str], prefix: str) -> str:
    near = difflib.get_close_matches(key[:_LONGEST_NAME], names, n=2, cutoff=0.5) or names
    return f"; expected {' or '.join(prefix + name for name in near)}"


def _value(kind: Any, value: Any, file: str, key: str) -> Any:
    if is_dataclass(kind) and isinstance(kind, type):
        if not isinstance(value, Mapping):
            raise InputError(f"settings {file}: {key!r} is {quoted(value)}, expected a table [{key}]")
        return _filled(kind, value, file, f"{key}.")
    if isinstance(kind, type) and issubclass(kind, Enum):
        choices = [member.value for member in kind]
        if value not in choices:
            raise InputError(f"settings {file}: {key!r} is {quoted(value)}, expected one of {', '.join(choices)}")
        return kind(value)
    if isinstance(value, bool) != (kind is bool) or not isinstance(value, _WRITTEN_AS.get(kind, kind)):
        raise InputError(f"settings {file}: {key!r} is {quoted(value)}, expected {_NAMES[kind]}")
    if kind in (int, float) and not 0 <= value <= _MOST:
        raise InputError(f"settings {file}: {key!r} is {quoted(value)}, expected a number from 0 to {_MOST:,}")
    return _folder(value, file, key) if kind is Path else kind(value)


def _folder(text: str, file: str, key: str) -> Path:
    if "\0" not in text:
        with contextlib.suppress(RuntimeError):  # the home of somebody who has none
            return Path(text).expanduser()
    raise InputError(f"settings {file}: {key!r} is {quoted(text)}, expected a folder")


_WRITTEN_AS: Final[Mapping[Any, Any]] = {float: (int, float), Path: str}
_NAMES: Final = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", Path: "a folder"}
