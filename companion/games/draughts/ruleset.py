"""The rule sets of draughts as data: the leaflet in the box, and the rules of federations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final

from companion.errors import InputError
from companion.games.rule_data import RuleData
from companion.games.rule_fields import Field, fields_of, rule

NAMES: Final = ("draughts-box", "draughts-federation")


@dataclass(frozen=True, slots=True, kw_only=True)
class DraughtsRuleSet(RuleData):
    """When a game of draughts is drawn without a word of the players; every field says its source.

    ``name``: the published set that this is, or that it was made from by changing fields.

    On these lines all sources agree, so they are no fields: twelve men a side, Light begins, men capture forward and
    backward, capturing is compulsory, and most pieces have to be taken, kings and men counting alike; captured
    pieces come off after the move; a man that ends its move on the far row becomes a king, and a king moves any
    distance; who cannot move has lost; players may agree on a draw.

    Raises :class:`InputError` for values that are out of range.
    """

    EXAMPLE: ClassVar[str] = "repetitions=3"

    name: str

    repetitions: int = rule(
        0,
        "The game is drawn when the same pieces have stood on the same squares so many times with the same side to "
        "move; 0 = never.",
        source="3: FMJD, official rules of draughts-64; the leaflet does not say",
    )
    king_moves: int = rule(
        0,
        "The game is drawn when each side has made so many moves in a row with kings only and nothing was captured; "
        "0 = never.",
        source="15: FMJD, official rules of draughts-64; the leaflet does not say",
    )
    three_kings_moves: int = rule(
        0,
        "The game is drawn when a side with three kings or more, and no men, has made so many moves against a lone "
        "king and not captured it; 0 = never.",
        source="15: FMJD, official rules of draughts-64; the leaflet does not say",
    )
    long_diagonal_moves: int = rule(
        0,
        "The game is drawn when a side with at most three pieces has made so many moves against a lone king that "
        "stays on the long diagonal from a1 to h8; 0 = never.",
        source="5: FMJD, official rules of draughts-64; the leaflet does not say",
    )

    def __hash__(self) -> int:
        return hash(self.name)

    def __post_init__(self) -> None:
        for reason in _contradictions(self):
            raise InputError(reason)

    @classmethod
    def sets(cls) -> Mapping[str, DraughtsRuleSet]:
        return RULE_SETS

    @classmethod
    def fields(cls) -> Mapping[str, Field]:
        return FIELDS


FIELDS: Final[Mapping[str, Field]] = MappingProxyType(fields_of(DraughtsRuleSet))
"""Every field of a rule set, in the order in which people read them."""

_MOST_MOVES: Final = 1_000


def _contradictions(rules: DraughtsRuleSet) -> Iterator[str]:
    if rules.name not in NAMES:
        yield f"rule set {rules.name!r}: expected one of {', '.join(NAMES)}"
    for field in FIELDS.values():
        value = getattr(rules, field.name)
        if not field.may_be(value) or value > _MOST_MOVES:
            yield f"{field.name} is {value}, expected 0 to {_MOST_MOVES}"
    if rules.repetitions == 1:
        yield "repetitions is 1, expected 0 for never, or 2 and more"


BOX: Final = DraughtsRuleSet(name="draughts-box")
FEDERATION: Final = DraughtsRuleSet(
    name="draughts-federation", repetitions=3, king_moves=15, three_kings_moves=15, long_diagonal_moves=5
)
RULE_SETS: Final[Mapping[str, DraughtsRuleSet]] = MappingProxyType({rules.name: rules for rules in (BOX, FEDERATION)})
