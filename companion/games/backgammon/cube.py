"""The doubling cube: the stake, its owner, a pending offer, and the acts that the rules allow.

Source of the rules: the published leaflets for doubling as such; for beavers and raccoons the
backgammon FAQ of rec.games.backgammon (question 8) and the manual of GNU Backgammon (2.8, optional
rules); for the Holland rule the same FAQ (question 7).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, assert_never

from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.rules import Side, Stack


class Act(Enum):
    """The acts of a player with the cube."""

    DOUBLE = "double"
    BEAVER = "beaver"  # the doubled player redoubles at once, and keeps the cube
    RACCOON = "raccoon"  # the doubler redoubles the beaver; the cube stays with the player who beavered
    TAKE = "take"
    DROP = "drop"


class Refusal(Enum):
    """The reasons to refuse an act; the text of each is ``notice.`` with its value (:mod:`companion.texts`)."""

    GAME_OVER = "game-over"
    NO_CUBE = "no-cube"
    CRAWFORD = "crawford"
    OPENING = "double-too-soon"  # the opening roll comes before any double
    NOT_ON_ROLL = "out-of-turn"
    AFTER_ROLL = "double-too-late"
    NOT_OWNER = "not-owner"
    ALREADY_OFFERED = "already-offered"
    NOTHING_OFFERED = "nothing-offered"
    OWN_OFFER = "own-offer"  # it is the other player's to answer
    NO_BEAVERS = "no-beavers"
    NO_RACCOONS = "no-raccoons"
    MONEY_ONLY = "money-only"  # beavers and raccoons do not exist in a match to a number of points
    LIMIT = "cube-limit"  # the cube would exceed the rules' limit
    HOLLAND = "holland"  # after the Crawford game both must have rolled twice first


@dataclass(frozen=True, slots=True)
class Offer:
    """An act that awaits an answer: which one, who turned the cube, and the value it would show."""

    act: Act
    by: Side
    value: int

    @property
    def to(self) -> Side:
        """The side that has to answer."""
        return self.by.other

    @property
    def keeper(self) -> Side:
        """The owner of the cube once the offer is accepted: a beaver keeps it, and a raccoon leaves it there."""
        return self.by if self.act is Act.BEAVER else self.to


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube.  ``value``: the agreed stake.  ``owner`` None: the cube is in the middle."""

    value: int = 1
    owner: Side | None = None
    offer: Offer | None = None

    @classmethod
    def at_start(cls, rules: RuleSet = STANDARD, *, ties: int = 0, money: bool = False) -> Cube:
        """Return the cube of a new game after this many equal opening rolls.

        Automatic doubles exist in money play only; they leave the cube in the middle.
        """
        return cls(1 << min(ties, rules.automatic_doubles)) if money and rules.cube else cls()

    def double(self, side: Side) -> Cube:
        """Return the cube offered at twice the stake."""
        return replace(self, offer=Offer(Act.DOUBLE, side, 2 * self.value))

    def beaver(self, side: Side) -> Cube:
        """Return the cube after a beaver: the double is accepted and redoubled at once; ``side`` keeps the cube."""
        return self._turned_again(Act.BEAVER, side)

    def raccoon(self, side: Side) -> Cube:
        """Return the cube after a raccoon: the beaver is accepted and redoubled; its owner stays the same."""
        return self._turned_again(Act.RACCOON, side)

    def take(self) -> Cube:
        """Return the cube after a take: the stake is the offered value."""
        assert self.offer is not None
        return Cube(self.offer.value, self.offer.keeper)

    def drop(self) -> Cube:
        """Return the cube after a drop, which loses the game: ``value`` is the stake before the refused offer."""
        return replace(self, offer=None)

    def act_of_turning(self, side: Side) -> Act:
        """Return which act it is if a side turns the cube now."""
        if self.offer is not None and self.offer.to is side:
            return _DOUBLED_BACK.get(self.offer.act, Act.DOUBLE)
        return Act.DOUBLE

    def turn(self, side: Side) -> Cube:
        """Return the cube after a side has turned it, whichever act that is."""
        match self.act_of_turning(side):
            case Act.BEAVER:
                return self.beaver(side)
            case Act.RACCOON:
                return self.raccoon(side)
            case _:
                return self.double(side)

    def gone_on(self, side: Side) -> Cube:
        """Return the cube once a side rolls: a beavered player who rolls has accepted the beaver."""
        accepted = self.offer is not None and self.offer.act is Act.BEAVER and self.offer.to is side
        return self.take() if accepted else self

    @property
    def turned(self) -> bool:
        """Return whether a double has been accepted in this game; an automatic double does not count."""
        return self.owner is not None

    def face(self, rules: RuleSet = STANDARD) -> int:
        """Return the number on the cube's upper face: a stake of 1 has none of its own on most cubes."""
        return rules.cube_starts_at if self.value == 1 else self.value

    def _turned_again(self, act: Act, side: Side) -> Cube:
        taken = self.take()
        return replace(taken, owner=Offer(act, side, 0).keeper, offer=Offer(act, side, 2 * taken.value))


CENTRED: Final = Cube()
"""The cube before either player has turned it."""

_DOUBLED_BACK: Final = {Act.DOUBLE: Act.BEAVER, Act.BEAVER: Act.RACCOON}


_NONE: Final = Stack(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The facts that an act depends on besides the cube.

    ``on_roll``: the side whose turn it is, None before the opening roll.  ``rolled``: that side has rolled
    already.  ``rolls``: how often (light, dark) have rolled in this game.  ``money``: no match to a
    number of points.  ``crawford``: this is the Crawford game; ``post_crawford``: it has been.
    """

    on_roll: Side | None
    rolled: bool = False
    rolls: Stack = _NONE
    money: bool = False
    crawford: bool = False
    post_crawford: bool = False
    over: bool = False


_ROLLS_BEFORE_DOUBLE: Final = 2
"""How often both players must have rolled under the Holland rule."""


def refusal(act: Act, side: Side, cube: Cube, moment: Moment, rules: RuleSet = STANDARD) -> Refusal | None:
    """Return why a side may not do this now, None if it may.

    A pointless double is never refused: see :func:`is_pointless`.
    """
    if moment.over:
        return Refusal.GAME_OVER
    match act:
        case Act.DOUBLE:
            return _against_doubling(side, cube, moment, rules)
        case Act.BEAVER | Act.RACCOON:
            return _against_answering(side, cube) or _against_doubling_back(act, cube, moment, rules)
        case Act.TAKE | Act.DROP:
            return _against_answering(side, cube)
    assert_never(act)


def is_pointless(cube: Cube, needed: int | None) -> bool:
    """Return whether a higher stake is useless to a side that needs this many points (None in money play).

    A single game at the agreed stake is then enough: its own double gains nothing, and a cube that
    it owns is dead.
    """
    return needed is not None and needed <= cube.value


def _against_doubling(side: Side, cube: Cube, moment: Moment, rules: RuleSet) -> Refusal | None:
    if not rules.cube:
        return Refusal.NO_CUBE
    if rules.crawford and moment.crawford:
        return Refusal.CRAWFORD
    if cube.offer is not None:
        return Refusal.ALREADY_OFFERED
    if moment.on_roll is None:
        return Refusal.OPENING
    if moment.on_roll is not side:
        return Refusal.NOT_ON_ROLL
    if moment.rolled:
        return Refusal.AFTER_ROLL
    if cube.owner is side.other:
        return Refusal.NOT_OWNER
    if rules.holland and moment.post_crawford and min(moment.rolls) < _ROLLS_BEFORE_DOUBLE:
        return Refusal.HOLLAND
    return _against_more(2 * cube.value, rules)


def _against_answering(side: Side, cube: Cube) -> Refusal | None:
    if cube.offer is None:
        return Refusal.NOTHING_OFFERED
    return Refusal.OWN_OFFER if cube.offer.by is side else None


def _against_doubling_back(act: Act, cube: Cube, moment: Moment, rules: RuleSet) -> Refusal | None:
    assert cube.offer is not None
    if _DOUBLED_BACK.get(cube.offer.act) is not act:
        return Refusal.ALREADY_OFFERED
    if act is Act.BEAVER and not rules.beavers:
        return Refusal.NO_BEAVERS
    if act is Act.RACCOON and not rules.raccoons:
        return Refusal.NO_RACCOONS
    if not moment.money:
        return Refusal.MONEY_ONLY
    return _against_more(2 * cube.offer.value, rules)


def _against_more(value: int, rules: RuleSet) -> Refusal | None:
    return Refusal.LIMIT if rules.cube_limit and value > rules.cube_limit else None
