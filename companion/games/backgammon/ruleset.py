"""The rule sets as data: five printed leaflets and the rules of tournaments, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final

from companion.errors import InputError
from companion.games.backgammon.choices import (
    Colours,
    DiceInRoll,
    DieOnChecker,
    Direction,
    GammonBy,
    IllegalPlay,
    MatchCounts,
    Numbering,
    Opening,
    OutOfReserve,
    PrematureRoll,
    RollArea,
    ToldChoice,
    TurnEnds,
    WhoseDice,
)
from companion.games.rule_data import RuleData
from companion.games.rule_fields import Field, fields_of, rule

NAMES: Final = ("tournament", "tactic", "djeco", "box-leaflet", "gamez")
MOST_AUTOMATIC_DOUBLES: Final = 6  # 64, the highest number on a cube


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet(RuleData):
    """The rules of one leaflet, chosen when a match is set up and stored with it; every field says its source.

    ``name``: the published set that this is, or that it was made from by changing fields.

    On these lines all sources agree, so they are no fields: a double is offered at the start of one's
    own turn, before the roll, by the cube's owner or by anyone while it is in the middle; a player who refuses
    it loses the stake before it; a cube beyond what a match needs is pointless and never refused; while
    an illegal play is corrected the offender's own time runs.

    Raises :class:`InputError` for values that are out of range or contradict each other.
    """

    EXAMPLE: ClassVar[str] = "jacoby=true"
    RETIRED: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "wrong_start_until": "what follows from a wrong start is for the players or the director",
            "aids": "the mode of a match says what players are shown",
        }
    )

    name: str

    # --- who starts, and with what -----------------------------------------------------------------

    opening: Opening = rule(
        Opening.HIGHER_DIE,
        "Who starts: the higher of one die each, who plays both numbers, or in every game the younger player.",
        source=(
            "higher die: Tactic, gamez, all tournament rules, and as in Tactic where Djeco says nothing; younger: "
            "the box leaflet"
        ),
    )
    automatic_doubles: int = rule(
        0,
        "So many times at most equal dice in the roll-off double the stake, in money play, the cube staying in "
        "the middle; 0 = they are just rolled again.",
        source="an option of gamez, which names no limit: 6 is as far as a cube shows; off where leaflets say nothing",
    )
    dice: DiceInRoll = rule(
        DiceInRoll.TWO,
        "What a roll is: two dice thrown at once, or one die thrown twice.",
        source="two: Tactic, Djeco, gamez, tournaments; one twice: the box leaflet",
    )
    whose_dice: WhoseDice = rule(
        WhoseDice.EITHER,
        "Whether each player has dice of their own, so that a die tells by its colour whose it is.",
        source="own: gamez; either one pair or two: tournaments; the other leaflets say nothing",
    )

    # --- what may be played ------------------------------------------------------------------------

    both_numbers: bool = rule(
        True,
        "As many numbers of a roll must be played as any order allows; else a player may spoil the second one.",
        source=(
            "all leaflets and tournament rules; the box leaflet says only that a number that cannot be played is lost"
        ),
    )
    larger_number: bool = rule(
        True,
        "Where either number can be played but not both, it must be the larger.",
        source="Tactic, Djeco, gamez, tournaments; not in the box leaflet",
    )
    home_size: int = rule(
        6,
        "So many points nearest to a player's edge are home: all checkers in play must stand there before one "
        "is borne off, and one left in the winner's home makes a backgammon.",
        source="6: Tactic, Djeco, gamez, tournaments; 12: the box leaflet",
    )

    # --- the cube ----------------------------------------------------------------------------------

    cube: bool = rule(
        True,
        "A doubling cube is used.",
        source="Tactic, gamez, tournaments; Djeco and the box leaflet have none",
    )
    cube_starts_at: int = rule(
        64,
        "The number that the cube shows while the stake is 1: 1, or 64 on a cube without a 1.",
        source="1: gamez; 64: tournaments, and our choice for Tactic, which does not say",
    )
    cube_limit: int = rule(
        0,
        "The highest stake to which the cube may be turned; 0 = no limit.",
        source="no limit: Tactic in so many words, and nobody else names one; a limit is our option",
    )
    crawford: bool = rule(
        False,
        "No doubling in the first game after a player has come within a point of winning the match; a double in "
        "it is annulled.",
        source="tournaments; not in the leaflets",
    )
    holland: bool = rule(
        False,
        "After the Crawford game nobody doubles before both players have rolled twice.",
        source="older tournament rules; off everywhere",
    )
    jacoby: bool = rule(
        False,
        "In money play gammons and backgammons count only once a player has turned the cube.",
        source="an option of money play; not in the leaflets",
    )
    beavers: bool = rule(
        False,
        "In money play who is doubled may double back at once and keep the cube.",
        source="an option of money play; not in the leaflets",
    )
    raccoons: bool = rule(
        False,
        "In money play a beaver may be doubled back at once; the cube stays with who beavered.",
        source="an option of money play; not in the leaflets",
    )

    # --- what a win counts -------------------------------------------------------------------------

    gammon: bool = rule(
        True,
        "A win counts twice where the loser has borne off no checker.",
        source="Tactic, gamez, tournaments; in Djeco and the box leaflet a win is a win",
    )
    backgammon: bool = rule(
        True,
        "A gammon counts three times where the loser has a checker in the winner's home or on the bar.",
        source="Tactic, gamez, tournaments; in Djeco and the box leaflet a win is a win",
    )
    gammon_by: GammonBy = rule(
        GammonBy.RECORD,
        "Whether the record or the tray tells that the loser has borne a checker off: taken off illegally, it "
        "saves no gammon.",
        source="record: US rules of 2008, 4.4; the leaflets say nothing",
    )
    match_counts: MatchCounts = rule(
        MatchCounts.POINTS,
        "What adds up over a match: points, or games won.",
        source="points: Tactic, gamez, tournaments; games: Djeco and the box leaflet, where a win is a win",
    )

    # --- the board and its words -------------------------------------------------------------------

    has_bar: bool = rule(
        True,
        "Hit checkers go to a bar; else to the middle of the board.",
        source="Tactic, the box leaflet, gamez, tournaments; Djeco lays them in the middle of the board",
    )
    colours: Colours = rule(
        Colours.ANY,
        "What the lighter and the darker checkers are called.",
        source=(
            "white and black: Tactic and the box leaflet; white and orange: Djeco; dark ones: gamez; tournaments: any"
        ),
    )
    direction: Direction = rule(
        Direction.ANY,
        "Which way the lighter checkers go round the board; the darker ones go the other way.",
        source=(
            "anticlockwise: Tactic; clockwise: gamez (top left, top right, bottom right, bottom left); Djeco and "
            "the box leaflet show it in pictures; tournaments: any"
        ),
    )
    numbering: Numbering = rule(
        Numbering.OWN_SIDE,
        "How points are numbered in what players read: by each player down to the own home, or along one way "
        "round the board.",
        source=(
            "own side: tournaments, and always to a lower number in the box leaflet (though on its printed board "
            "white enters on 1 to 6, black on 19 to 24); Djeco: orange goes from 1 to 24; Tactic and gamez say "
            "nothing"
        ),
    )

    # --- at the table ------------------------------------------------------------------------------

    illegal_play: IllegalPlay = rule(
        IllegalPlay.LEGAL_MOVES,
        "An illegal play noticed before the opponent has validly rolled or doubled must be corrected, or may be "
        "let stand by the opponent; after that it stands.",
        source="legal moves: UKBGF, and WBGF 2.1 (2023) unless said otherwise; responsible moves: USBGF 2014",
    )
    told: ToldChoice = rule(
        ToldChoice.AT_ONCE,
        "When the players are told of an illegal play: at once, when one asks, or never.",
        source=(
            "follows from the line before: where an illegal play may be condoned, an alarm would be help from outside"
        ),
    )
    roll_area: RollArea = rule(
        RollArea.ANYWHERE,
        "Where dice must come to rest, both flat, else both are rolled again.",
        source="anywhere on the playing field: our choice; right of the bar or a baffle box: US rules of 2008, 4.2",
    )
    die_on_checker: DieOnChecker = rule(
        DieOnChecker.COCKED,
        "Whether a die that lies flat on a checker is cocked or counts.",
        source="cocked: US rules of 2008, 4.2; counts: San Diego",
    )
    premature_roll: PrematureRoll = rule(
        PrematureRoll.STANDS,
        "A roll or double before the opponent's turn has ended stands, or is made again if the opponent wants.",
        source="stands: US rules of 2008, 4.6, and UKBGF; re-roll: Simborg 1997",
    )
    turn_ends: TurnEnds = rule(
        TurnEnds.DICE_LIFTED,
        "What ends a turn: lifting the dice, or pressing clock or button, the dice staying where they lie.",
        source="lifting: US rules of 2008, 4.5; pressing: Unified Clock Rules 2001, 3.4",
    )
    shut_out_rolls: bool = rule(
        False,
        "A player on the bar before a closed board has to roll all the same.",
        source="need not roll: Unified Clock Rules 2001, 3.4; the leaflets say nothing",
    )
    delay_s: int = rule(
        12,
        "Where a clock is used: so many seconds of each turn cost nothing.",
        source="twelve seconds: US Clock Rules 2013, 2.1, and UKBGF",
    )
    reserve_per_point_s: int = rule(
        120,
        "Where a clock is used: each player's reserve in seconds for every point of the match's length.",
        source="two minutes: US Clock Rules 2013, 2.1, and UKBGF",
    )
    reserve_less_per_point_scored_s: int = rule(
        60,
        "Where a clock is used: the reserve is less by so many seconds for every point that either player has scored.",
        source="one minute: US Clock Rules 2013, 2.1; none: UKBGF",
    )
    reserve_s: int = rule(
        0,
        "Where a clock is used: each player's reserve in seconds for the whole match, instead of one by its points; "
        "0 = by points.",
        source="our option, where a time is agreed for the match as a whole; by points: US Clock Rules 2013, UKBGF",
    )
    increment_s: int = rule(
        0,
        "Where a clock is used: a player's reserve grows by so many seconds with each turn that the player ends.",
        source="our option, as digital clocks have it; none: US Clock Rules 2013, UKBGF",
    )
    out_of_reserve: OutOfReserve = rule(
        OutOfReserve.MATCH_LOST,
        "Where a clock is used: who has no reserve left loses the match, or the director says what follows.",
        source="US Clock Rules 2013, UKBGF; which of the two is a matter of the event",
    )

    def __hash__(self) -> int:
        return hash(self.name)  # equal sets have equal names; this is asked for at every roll

    def __post_init__(self) -> None:
        for reason in _contradictions(self):
            raise InputError(reason)

    @classmethod
    def sets(cls) -> Mapping[str, RuleSet]:
        return RULE_SETS

    @classmethod
    def fields(cls) -> Mapping[str, Field]:
        return FIELDS

    @property
    def terms(self) -> str:
        """The vocabulary of this game (:func:`companion.texts.sentence`), empty for that of tournaments.

        The words follow the leaflet; for a board without a bar, those of the leaflet that has none.

        >>> RuleSet.from_text("tactic jacoby=true").terms, RuleSet.from_text("djeco has_bar=true").terms
        ('tactic', '')
        """
        if not self.has_bar:
            return "djeco"
        return self.name if self.name in ("tactic", "box-leaflet") else ""


FIELDS: Final[Mapping[str, Field]] = MappingProxyType(fields_of(RuleSet))
"""Every field of a rule set, in the order in which people read them."""


def _contradictions(rules: RuleSet) -> Iterator[str]:
    """The contradictions between these values, a sentence each."""
    if rules.name not in NAMES:
        yield f"rule set {rules.name!r}: expected one of {', '.join(NAMES)}"
    for field in FIELDS.values():
        if not field.may_be(getattr(rules, field.name)):
            yield f"{field.name} is {getattr(rules, field.name)}, expected {field.expected}"
    if not 1 <= rules.home_size <= 24:
        yield f"home_size is {rules.home_size}, expected 1 to 24 points"
    if rules.cube_starts_at not in (1, 64):
        yield f"cube_starts_at is {rules.cube_starts_at}, expected 1 or 64"
    if rules.cube_limit == 1 or rules.cube_limit.bit_count() > 1:
        yield f"cube_limit is {rules.cube_limit}, expected 0 for none, or 2, 4, 8 and so on"
    if rules.automatic_doubles > MOST_AUTOMATIC_DOUBLES:
        yield f"automatic_doubles is {rules.automatic_doubles}, expected 0 to {MOST_AUTOMATIC_DOUBLES}"
    if rules.cube_limit and 1 << rules.automatic_doubles > rules.cube_limit:
        yield f"automatic_doubles={rules.automatic_doubles} would turn the cube beyond cube_limit={rules.cube_limit}"
    if rules.automatic_doubles and rules.opening is Opening.YOUNGER:
        yield "automatic_doubles need a roll-off, and opening=younger has none"
    for key in ("automatic_doubles", "jacoby", "beavers"):
        if getattr(rules, key) and not rules.cube:
            yield f"{key} is set, and cube=false leaves no cube to turn"
    if rules.raccoons and not rules.beavers:
        yield "raccoons=true answers a beaver, and beavers=false allows none"
    if rules.holland and not rules.crawford:
        yield "holland=true is about the games after the Crawford game, and crawford=false has none"
    if rules.backgammon and not rules.gammon:
        yield "backgammon=true counts a gammon three times, and gammon=false has none"
    if rules.illegal_play is IllegalPlay.RESPONSIBLE_MOVES and rules.told is ToldChoice.AT_ONCE:
        yield "illegal_play=responsible-moves leaves it to the players to notice, and told=at-once tells them"
    if 2 * rules.reserve_less_per_point_scored_s > rules.reserve_per_point_s:
        yield "reserve_less_per_point_scored_s is more than half of reserve_per_point_s: nothing would be left late on"


_ALL: Final = (
    RuleSet(name="tournament", crawford=True),
    RuleSet(name="tactic", colours=Colours.WHITE_BLACK, direction=Direction.ANTICLOCKWISE),
    RuleSet(
        name="djeco", cube=False, gammon=False, backgammon=False, match_counts=MatchCounts.GAMES, has_bar=False,
        colours=Colours.WHITE_ORANGE, numbering=Numbering.DARK_PATH,
    ),
    RuleSet(
        name="box-leaflet", opening=Opening.YOUNGER, dice=DiceInRoll.ONE_TWICE, larger_number=False, home_size=12,
        cube=False, gammon=False, backgammon=False, match_counts=MatchCounts.GAMES, colours=Colours.WHITE_BLACK,
    ),
    RuleSet(
        name="gamez", automatic_doubles=6, whose_dice=WhoseDice.OWN, cube_starts_at=1, colours=Colours.LIGHT_DARK,
        direction=Direction.CLOCKWISE,
    ),
)  # fmt: skip

RULE_SETS: Final[Mapping[str, RuleSet]] = MappingProxyType({rules.name: rules for rules in _ALL})
STANDARD: Final = RULE_SETS["tournament"]
