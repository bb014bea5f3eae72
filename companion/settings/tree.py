"""The tree of settings that a person may change in a TOML file, with defaults for all of them."""

from __future__ import annotations

import contextlib
import difflib
import logging
import os
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_type_hints

from companion.errors import InputError, quoted
from companion.games.backgammon import RuleSet
from companion.games.backgammon.conduct import AtTheTable, ends_turn
from companion.games.catalogue import backgammon_named, rules_named
from companion.games.rules import Side
from companion.match.terms import (
    DiceSource,
    EndOfTurn,
    HintLevel,
    Level,
    PlayerTraining,
    TrainingSettings,
    WordingLevel,
    area_from,
)
from companion.record import Mode, default_data_dir
from companion.settings.director_lock import DIGITS, is_stored
from companion.settings.limits import GPIO, LONGEST_TEXT, limits_of
from companion.texts import Language

if TYPE_CHECKING:
    from companion.match.state import Terms

log = logging.getLogger(__name__)

Tree = TypeVar("Tree")
FILE_NAME: Final = "settings.toml"
"""The name of the settings file in the data folder, which the screen writes."""
_LONGEST: Final = 16_000
_LONGEST_NAME: Final = 80
NEVER_S: Final = 1e9
_CONTROLS: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
_SCREEN: Final = "on the screen"
_CALIBRATION: Final = "calibration.json"
_RETIRED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "referee": "how sure the referee has to be is no setting, every match is ruled alike",
        "table.looks_before_asking": "it is asked as soon as nothing clearer is expected",
        "table.same_place": "dice are followed from look to look",
    }
)
"""Obsolete keys of earlier versions' settings files, and why they have no effect any more."""


class Against(Enum):
    """Who plays the other side in training: a person, or the engine at a level."""

    PERSON = "person"
    CHILD = Level.CHILD.value
    BEGINNER = Level.BEGINNER.value
    CASUAL = Level.CASUAL.value
    STRONG = Level.STRONG.value
    FULL = Level.FULL.value


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """``length`` 0 = money play.  ``rules``: see ``companion rules``; a file is searched for beside the settings.

    ``younger``: the side of the younger player, for rules by which that player begins.
    ``event``, ``round``, ``board``: where the match is played, stored with it.  ``minutes``, ``increment_s``: the time
    of a side for a game of draughts, and what it gets with each move, where a clock runs.  ``against``: who plays
    the other side of draughts in training, the engine that of ``engine_side``.
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
    minutes: int = 15
    increment_s: int = 5
    against: Against = Against.PERSON
    engine_side: Side = Side.DARK


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


class EndsWith(Enum):
    """The setting for what ends a turn; ``USUAL``: what fits dice and rules, see :func:`end_of_turn`."""

    USUAL = "usual"
    STILL = EndOfTurn.STILL.value
    LIFTED = EndOfTurn.LIFTED.value
    BUTTON = EndOfTurn.BUTTON.value


@dataclass(frozen=True, slots=True)
class TableSettings:
    """``dice``: electronic ones, those the camera sees, or either.  ``end_of_turn``: see :class:`EndsWith`.

    ``patience_s``: how long a board may stay unreadable before that is reported.  ``idle_s``: how long nothing may
    happen before the game is paused, 0 = any time.  ``pause_hides_board``: during a pause the drawn board is hidden.
    ``roll_area``: where dice count, see
    :mod:`companion.match.terms`; empty = as the rule set says.
    """

    dice: DiceSource = DiceSource.BOTH
    end_of_turn: EndsWith = EndsWith.USUAL
    patience_s: float = 8.0
    idle_s: float = 300.0
    pause_hides_board: bool = False
    roll_area: str = ""


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """The limits of the pictures kept of the turns, see :class:`companion.app.snapshots.SnapshotLimits`.

    ``keep`` False: none are kept.
    """

    keep: bool = True
    per_match_mb: float = 40.0
    days: float = 90.0
    free_mb: float = 500.0


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """``device``: as ``companion calibrate`` takes it; ``auto`` = the Pi's camera, else the first at USB.

    ``width``, ``height``: of its pictures in pixels, 0 = what suits its kind; ``rate``: pictures a second.
    ``lock``: hold exposure, white balance and focus once the board is known.  ``calibration``: empty = the one in
    the data folder.  ``settle_s``: how long nothing may move before the board is read.  ``retry_s``: seconds between
    two attempts to reopen a lost camera.
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
    """``pin``, ``second_pin``: as in :class:`LampSettings`.  ``settle_s``: how long the contact must be still
    between two presses.

    A single button serves both players.  With a second one, each is the button of the player who sits there.
    """

    pin: int = 17
    second_pin: int = 0
    settle_s: float = 0.03


class Lower(Enum):
    """The side at the lower edge of the screen; ``AUTO``: the side at the lower edge of the camera's picture."""

    AUTO = "auto"
    LIGHT = Side.LIGHT.value
    DARK = Side.DARK.value


@dataclass(frozen=True, slots=True)
class LampSettings:
    """The lamps at the chairs: BCM numbers, 0 = none.

    ``pin``: at the chair by the lower edge of the camera's picture; ``second_pin``: opposite.
    """

    pin: int = 0
    second_pin: int = 0


@dataclass(frozen=True, slots=True)
class BuzzerSettings:
    """``pin``: BCM number, 0 = none."""

    pin: int = 0


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """The sounds of the loudspeaker: ``effects``, short sounds; ``voice``, spoken words.

    ``volume``: 0..1.  ``speed``: of the voice, words a minute.
    """

    effects: bool = True
    voice: bool = False
    volume: float = 0.6
    speed: int = 150


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """``theme``: a file of ``companion/screen/themes``.  ``lower``: see :class:`Lower`.

    ``first_steps``: whether they are shown at the next start; showing them turns it off.  ``entry_hints``: how often
    the board still says how a turn is entered on it; each time takes one away.
    """

    fullscreen: bool = True
    language: Language = Language.ENGLISH
    theme: str = "dusk"
    lower: Lower = Lower.AUTO
    first_steps: bool = True
    entry_hints: int = 3


class TextSize(Enum):
    """The text size of a player's half of the screen."""

    USUAL = "usual"
    LARGE = "large"


class OwnLanguage(Enum):
    """The language of one player's half; ``SAME``: the screen's."""

    SAME = "same"
    ENGLISH = Language.ENGLISH.value
    POLISH = Language.POLISH.value
    SLOVAK = Language.SLOVAK.value
    RUSSIAN = Language.RUSSIAN.value


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """The settings of one player's half of the screen.

    ``point_numbers``: texts name points by their numbers, else a mark on the board shows which is meant.
    ``help``, ``words``, ``guard``: in training, see :class:`companion.match.terms.PlayerTraining`.
    """

    language: OwnLanguage = OwnLanguage.SAME
    point_numbers: bool = True
    text: TextSize = TextSize.USUAL
    help: int = int(HintLevel.LIST)
    words: WordingLevel = WordingLevel.USUAL
    guard: bool = False


class EngineChoice(Enum):
    """The engine that values plays; ``AUTO``: the strongest available."""

    AUTO = "auto"
    BUILTIN = "builtin"
    GNUBG = "gnubg"
    SAGE = "sage"


@dataclass(frozen=True, slots=True)
class CoachSettings:
    """``speaks``, ``threshold``, ``pips``: see :class:`companion.match.terms.TrainingSettings`."""

    engine: EngineChoice = EngineChoice.AUTO
    speaks: bool = True
    threshold: float = 0.15
    pips: bool = False


@dataclass(frozen=True, slots=True)
class DirectorSettings:
    """``pin``: if set, the screen asks for it before rule set, mode or sound are changed.

    Stored as :mod:`companion.settings.director_lock` says, or in plain digits.
    """

    pin: str = ""


@dataclass(frozen=True, slots=True)
class LiveSettings:
    """The live page, which anybody in the same network can open while it is ``on``.

    ``port``: where it is served.  ``delay_turns``, ``delay_minutes``: how far spectators are behind.  ``initials``:
    they see no names.  ``names``: further host names of this device, separated by blanks.
    """

    on: bool = False
    port: int = 8100
    delay_turns: int = 0
    delay_minutes: float = 0.0
    initials: bool = False
    names: str = ""


@dataclass(frozen=True, slots=True)
class BrokerSettings:
    """The MQTT broker that is told of the match while this is ``on``.

    ``port`` 0: the usual one, with or without ``tls``.  ``ca_file``: who signs the broker's certificate; empty = whom
    the system trusts.  ``password_file``: its first line is the password.  ``prefix``: of the topics; empty =
    ``companion/`` and the name of this device.
    """

    on: bool = False
    host: str = ""
    port: int = 0
    tls: bool = False
    ca_file: str = ""
    user: str = ""
    password_file: str = ""
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole tree of settings."""

    data_dir: Path = field(default_factory=default_data_dir)
    match: MatchSettings = field(default_factory=MatchSettings)
    table: TableSettings = field(default_factory=TableSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    button: ButtonSettings = field(default_factory=ButtonSettings)
    lamps: LampSettings = field(default_factory=LampSettings)
    buzzer: BuzzerSettings = field(default_factory=BuzzerSettings)
    sound: SoundSettings = field(default_factory=SoundSettings)
    screen: ScreenSettings = field(default_factory=ScreenSettings)
    light: PlayerSettings = field(default_factory=PlayerSettings)
    dark: PlayerSettings = field(default_factory=PlayerSettings)
    coach: CoachSettings = field(default_factory=CoachSettings)
    director: DirectorSettings = field(default_factory=DirectorSettings)
    pictures: PictureSettings = field(default_factory=PictureSettings)
    live: LiveSettings = field(default_factory=LiveSettings)
    broker: BrokerSettings = field(default_factory=BrokerSettings)


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


def calibration_file(settings: Settings) -> Path:
    """Return the path of the board's calibration, existing or not."""
    named = settings.camera.calibration
    return Path(named).expanduser() if named else settings.data_dir / _CALIBRATION


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


def written(settings: Settings, key: str) -> object:
    """Return the value of a key such as ``match.length`` as a settings file has it."""
    value: Any = settings
    for name in key.split("."):
        value = getattr(value, name)
    return value.value if isinstance(value, Enum) else str(value) if isinstance(value, Path) else value


def is_one_line(text: str) -> bool:
    """Return whether a text holds no line break and no other character that controls the display."""
    return not any(unicodedata.category(character) in _CONTROLS for character in text)


def terms_of(settings: Settings, *, asks: bool) -> Terms:
    """Return the settings of a match of backgammon.  Raises :class:`InputError` for other rules, or a bad roll area."""
    from companion.match.state import (
        Terms,  # imports all of a match in play, which a command that only reads settings does not need
    )

    rules = backgammon_named(settings.match.rules)
    return Terms(
        names=(settings.match.light, settings.match.dark),
        length=settings.match.length,
        rules=rules,
        mode=settings.match.mode,
        clock=settings.match.clock,
        younger=settings.match.younger,
        end_of_turn=end_of_turn(settings.table, rules.rules),
        dice=settings.table.dice,
        asks=asks,
        patience_s=settings.table.patience_s,
        idle_s=settings.table.idle_s or NEVER_S,
        roll_area=area_from(settings.table.roll_area),
        teaching=teaching_of(settings),
    )


def teaching_of(settings: Settings) -> TrainingSettings:
    """The coach's terms of a match in training."""
    coach = settings.coach
    light, dark = _tutoring(settings.light), _tutoring(settings.dark)
    return TrainingSettings(light, dark, coach.speaks, coach.threshold, coach.pips)


def _tutoring(player: PlayerSettings) -> PlayerTraining:
    return PlayerTraining(HintLevel(player.help), player.words, player.guard)


def of_player(settings: Settings, side: Side) -> PlayerSettings:
    """Return the settings of one player."""
    return settings.light if side is Side.LIGHT else settings.dark


def language_of(settings: Settings, side: Side) -> str:
    """Return the language of one player's half of the screen."""
    own = of_player(settings, side).language
    return settings.screen.language.value if own is OwnLanguage.SAME else own.value


def end_of_turn(table: TableSettings, rules: RuleSet) -> EndOfTurn:
    """Return what ends a turn: if the settings leave that to dice and rules, lifting real dice, or the button.

    If either kind of dice counts, each roll decides it: see :attr:`companion.match.state.State.ends_by`.
    """
    if table.end_of_turn is not EndsWith.USUAL:
        return EndOfTurn(table.end_of_turn.value)
    lifts = table.dice.seen and ends_turn(AtTheTable.LIFTS_DICE, rules)
    return EndOfTurn.LIFTED if lifts else EndOfTurn.BUTTON


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


def _check(settings: Settings, place: str) -> None:
    """Checks beyond the kind of a value: pins exist and are not used twice, and required values are there."""
    used: dict[int, str] = {}
    for key, pin in _pins(settings):
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


def _pins(settings: Settings) -> tuple[tuple[str, int], ...]:
    return (
        ("button.pin", settings.button.pin),
        ("button.second_pin", settings.button.second_pin),
        ("lamps.pin", settings.lamps.pin),
        ("lamps.second_pin", settings.lamps.second_pin),
        ("buzzer.pin", settings.buzzer.pin),
    )


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
