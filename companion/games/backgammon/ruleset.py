"""Rule sets as data: what the published leaflets and tournament rules say, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The rules of one leaflet, chosen when a match is set up and stored with it.

    Source: the comparison of five printed leaflets and of tournament rules (``docs/``).

    Acted upon now:

    ``both_numbers``   as many numbers of a roll as any order allows must be played.
    ``larger_number``  where either number can be played but not both, it must be the larger.
    ``home_size``      all checkers in play must stand on so many nearest points before one is borne off.
    ``gammon``, ``backgammon``  a win may count twice, three times (:mod:`.scoring`).
    ``jacoby``         in money play gammons count only once the cube has been turned (:mod:`.scoring`).

    Stated as data, not acted upon yet:

    ``opening``            who starts: the higher of one die each, or the younger player.
    ``one_die_twice``      a roll is one die thrown twice.
    ``cube``               a doubling cube is used; ``cube_starts_at`` is the number it shows at first.
    ``crawford``           no doubling in the first game after a player comes within a point of winning.
    ``automatic_doubles``  equal dice in the roll-off double the stake.
    ``beavers``            who is doubled may redouble at once and keep the cube.
    ``match_counts``       what adds up over a match: points or games won.
    ``has_bar``            False where hit checkers go to the middle of the board.
    """

    name: str
    both_numbers: bool = True
    larger_number: bool = True
    home_size: int = 6
    gammon: bool = True
    backgammon: bool = True
    jacoby: bool = False
    opening: Literal["higher-die", "younger"] = "higher-die"
    one_die_twice: bool = False
    cube: bool = True
    cube_starts_at: int = 64
    crawford: bool = False
    automatic_doubles: bool = False
    beavers: bool = False
    match_counts: Literal["points", "games"] = "points"
    has_bar: bool = True


_ALL: Final = (
    RuleSet(name="tournament", crawford=True),
    RuleSet(name="tactic"),
    RuleSet(
        name="djeco", gammon=False, backgammon=False, cube=False, match_counts="games", has_bar=False
    ),
    RuleSet(
        name="box-leaflet", larger_number=False, home_size=12, gammon=False, backgammon=False,
        opening="younger", one_die_twice=True, cube=False, match_counts="games",
    ),
    RuleSet(name="gamez", cube_starts_at=1),
)  # fmt: skip

RULE_SETS: Final[Mapping[str, RuleSet]] = MappingProxyType({rules.name: rules for rules in _ALL})
STANDARD: Final = RULE_SETS["tournament"]
