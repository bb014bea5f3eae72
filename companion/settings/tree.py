"""The tree of settings that a person may change in a TOML file, with defaults for all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.games.backgammon import RuleSet
from companion.games.backgammon.conduct import AtTheTable, ends_turn
from companion.games.catalogue import backgammon_named
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
from companion.texts import Language

if TYPE_CHECKING:
    from companion.match.state import Terms


NEVER_S: Final = 1e9
_CALIBRATION: Final = "calibration.json"


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


def calibration_file(settings: Settings) -> Path:
    """Return the path of the board's calibration, existing or not."""
    named = settings.camera.calibration
    return Path(named).expanduser() if named else settings.data_dir / _CALIBRATION


def written(settings: Settings, key: str) -> object:
    """Return the value of a key such as ``match.length`` as a settings file has it."""
    value: Any = settings
    for name in key.split("."):
        value = getattr(value, name)
    return value.value if isinstance(value, Enum) else str(value) if isinstance(value, Path) else value


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
