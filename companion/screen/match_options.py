"""What *New match* offers of a rule set besides its name: the options of money play, and the clock's time.  No Kivy.

Every option is a field of the rules, so that a match code, a settings file and the header of a match hold it as the
screen does: ``tournament jacoby=true reserve_s=720``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.games.backgammon import RuleSet
from companion.games.backgammon.choices import Opening
from companion.games.backgammon.conduct import reserve_s
from companion.games.backgammon.ruleset import MOST_AUTOMATIC_DOUBLES
from companion.games.catalogue import Game, backgammon_named
from companion.games.rule_fields import Value
from companion.screen.games import game_of, time_words
from companion.settings.limits import Limits, limits_of
from companion.settings.tree import MatchSettings
from companion.texts import sentence

_MINUTE_S: Final = 60
_LIMITS: Final[Mapping[str, Limits]] = MappingProxyType(
    {
        "automatic_doubles": Limits(0, MOST_AUTOMATIC_DOUBLES, 1),
        "reserve_per_point_s": Limits(30, 10 * _MINUTE_S, 30),
        "reserve_s": Limits(_MINUTE_S, 180 * _MINUTE_S, _MINUTE_S),
        "delay_s": Limits(0, _MINUTE_S, 1),
        "increment_s": limits_of("match.increment_s"),
    }
)
"""What is sensible at a table; a rule set that is written may say more."""


@dataclass(frozen=True, slots=True)
class RuleOption:
    """A field of the rules that may be changed for one match, and what it is now; ``limits``: of a number."""

    field: str
    now: bool | int
    limits: Limits | None = None


def money_options(match: MatchSettings) -> tuple[RuleOption, ...]:
    """The options of money play; none in a match to points, under rules without a cube, and of another game.

    >>> [option.field for option in money_options(MatchSettings())]
    ['jacoby', 'beavers', 'automatic_doubles']
    >>> money_options(MatchSettings(length=5)), money_options(MatchSettings(rules="djeco"))
    ((), ())
    """
    rules = _rules(match)
    if rules is None or match.length or not rules.cube:
        return ()
    options = (RuleOption("jacoby", rules.jacoby), RuleOption("beavers", rules.beavers))
    if rules.opening is Opening.YOUNGER:  # there is no roll-off in which dice could be equal
        return options
    most = rules.cube_limit.bit_length() - 1 if rules.cube_limit else MOST_AUTOMATIC_DOUBLES
    return *options, RuleOption("automatic_doubles", rules.automatic_doubles, Limits(0, most, 1))


def reserve_option(match: MatchSettings) -> RuleOption | None:
    """The reserve of a clocked match of backgammon, for each point or as a whole; None where there is none to set."""
    rules = _rules(match)
    if rules is None or not match.length:
        return None
    field = "reserve_s" if rules.reserve_s else "reserve_per_point_s"
    return _option(rules, field)


def time_options(match: MatchSettings) -> tuple[RuleOption, ...]:
    """Delay and increment of a clocked match of backgammon."""
    rules = _rules(match)
    return () if rules is None or not match.length else (_option(rules, "delay_s"), _option(rules, "increment_s"))


def with_option(match: MatchSettings, field: str, value: bool | int) -> str:
    """The rules of a match with an option changed, and what would contradict it."""
    rules = _rules(match)
    assert rules is not None
    changes: dict[str, Value] = {field: value}
    if field == "beavers" and not value:
        changes["raccoons"] = False
    if field == "reserve_per_point_s":
        usual = RuleSet.sets()[rules.name].reserve_less_per_point_scored_s
        changes["reserve_less_per_point_scored_s"] = min(usual, value // 2)
    return rules.changed(changes).text()


def with_reserve(match: MatchSettings, *, whole: bool) -> str:
    """The rules of a match with a reserve as a whole, as long as it was by points; or by points again."""
    rules = _rules(match)
    assert rules is not None
    seconds = reserve_s(match.length, (0, 0), rules.changed({"reserve_s": 0})) if whole else 0
    least = int(_LIMITS["reserve_s"].least)
    return rules.changed({"reserve_s": max(seconds, least) if whole else 0}).text()


def clock_words(match: MatchSettings, language: str) -> str:
    """What a clock gives each player in this match, as people say it; or that it gives nothing.

    >>> clock_words(MatchSettings(length=5), "en")
    '10 min each; the first 12 s of each turn are free.'
    >>> clock_words(MatchSettings(rules="draughts-box"), "en")
    '15 min each; each turn adds 5 s.'
    """
    rules = _rules(match)
    if rules is None:
        return _says(_MINUTE_S * match.minutes, 0, match.increment_s, language)
    reserve = reserve_s(match.length, (0, 0), rules)
    if not reserve:
        return sentence("notice.no-reserve", language=language)
    return _says(reserve, rules.delay_s, rules.increment_s, language)


def _says(time_s: int, delay_s: int, increment_s: int, language: str) -> str:
    values = {"time": time_words(time_s, language)}
    values |= {name: str(n) for name, n in (("delay", delay_s), ("increment", increment_s)) if n}
    return sentence("new.clock.gives", values, language=language)


def _option(rules: RuleSet, field: str) -> RuleOption:
    return RuleOption(field, int(getattr(rules, field)), _LIMITS[field])


def _rules(match: MatchSettings) -> RuleSet | None:
    """The rules of backgammon; None of another game."""
    return backgammon_named(match.rules).rules if game_of(match.rules).game is Game.BACKGAMMON else None
