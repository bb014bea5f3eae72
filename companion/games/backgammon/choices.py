"""The choices of a rule set, one enumeration for each; :class:`.ruleset.RuleSet` gives their sources."""

from __future__ import annotations

from enum import Enum


class Opening(Enum):
    """The ways to decide who starts a game."""

    HIGHER_DIE = "higher-die"  # one die each, and the higher one plays both
    YOUNGER = "younger"  # the younger player, in every game, with a roll of their own


class DiceInRoll(Enum):
    """The dice of a roll."""

    TWO = "two"  # two dice at once
    ONE_TWICE = "one-twice"  # one die, rolled twice


class WhoseDice(Enum):
    """Whether the players have dice of their own."""

    EITHER = "either"  # one shared pair, or a pair each: a die's colour does not identify its player
    OWN = "own"


class Colours(Enum):
    """The names of the lighter and the darker checkers."""

    ANY = "any"
    LIGHT_DARK = "light-dark"
    WHITE_BLACK = "white-black"
    WHITE_ORANGE = "white-orange"


class Direction(Enum):
    """The direction of the lighter checkers round the board; the darker ones move the other way."""

    ANY = "any"
    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


class Numbering(Enum):
    """The numbering of the points in the texts that players read."""

    OWN_SIDE = "own-side"  # each player counts down to the own home board, 24 to 1
    LIGHT_PATH = "light-path"  # 1 to 24 along the way of the lighter checkers, for both players
    DARK_PATH = "dark-path"  # 1 to 24 along the way of the darker checkers, for both players


class MatchCounts(Enum):
    """What is counted over a match."""

    POINTS = "points"
    GAMES = "games"


class GammonBy(Enum):
    """The evidence for whether the loser has borne a checker off."""

    RECORD = "record"  # the checkers borne off legally
    TRAY = "tray"  # the checkers beside the board


class IllegalPlay(Enum):
    """The possible outcomes of an illegal play that is noticed in time."""

    LEGAL_MOVES = "legal-moves"  # it must be corrected
    RESPONSIBLE_MOVES = "responsible-moves"  # the opponent may demand a legal play or condone the illegal one


class ToldChoice(Enum):
    """When an illegal play is reported to the players."""

    AT_ONCE = "at-once"
    ON_REQUEST = "on-request"
    SILENT = "silent"  # it is only recorded


class RollArea(Enum):
    """The area where dice must come to rest."""

    ANYWHERE = "anywhere"  # on the playing field
    RIGHT_OF_BAR = "right-of-bar"  # on the half at the roller's right hand
    BAFFLE_BOX = "baffle-box"
    RECTANGLE = "rectangle"  # an area drawn for it


class DieOnChecker(Enum):
    """The ruling on a die that is flat on a checker."""

    COCKED = "cocked"
    LEGAL = "legal"


class PrematureRoll(Enum):
    """The ruling on a roll or double before the opponent's turn has ended."""

    STANDS = "stands"
    MAY_BE_ANNULLED = "re-roll"  # the opponent may demand that it is made again, in turn


class TurnEnds(Enum):
    """What ends a turn."""

    DICE_LIFTED = "dice-lifted"
    CLOCK_OR_BUTTON = "clock-or-button"  # pressed, while the dice stay on the board


class OutOfReserve(Enum):
    """The ruling on a player whose reserve of time is used up."""

    MATCH_LOST = "match-lost"
    DIRECTOR = "director"  # as the director says
