"""What a rule set may choose between, matter by matter; :class:`.ruleset.RuleSet` says where each comes from."""

from __future__ import annotations

from enum import Enum


class Opening(Enum):
    """How it is decided who starts a game."""

    HIGHER_DIE = "higher-die"  # one die each, and the higher one plays both
    YOUNGER = "younger"  # the younger player, in every game, with a roll of their own


class DiceInRoll(Enum):
    """What a roll is."""

    TWO = "two"  # two dice at once
    ONE_TWICE = "one-twice"  # one die, thrown twice


class WhoseDice(Enum):
    """Whether the players have dice of their own."""

    EITHER = "either"  # one shared pair, or a pair each: nobody may be told by a die's colour
    OWN = "own"


class Colours(Enum):
    """What the lighter and the darker checkers are called."""

    ANY = "any"
    LIGHT_DARK = "light-dark"
    WHITE_BLACK = "white-black"
    WHITE_ORANGE = "white-orange"


class Direction(Enum):
    """Which way the lighter checkers go round the board; the darker ones go the other way."""

    ANY = "any"
    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


class Numbering(Enum):
    """How the points are numbered in what players read."""

    OWN_SIDE = "own-side"  # each player counts down to the own home, 24 to 1
    LIGHT_PATH = "light-path"  # 1 to 24 along the way of the lighter checkers, for both players
    DARK_PATH = "dark-path"  # 1 to 24 along the way of the darker checkers, for both players


class MatchCounts(Enum):
    """What adds up over a match."""

    POINTS = "points"
    GAMES = "games"


class GammonBy(Enum):
    """What tells whether the loser has borne a checker off."""

    RECORD = "record"  # what was borne off legally
    TRAY = "tray"  # what lies beside the board


class IllegalPlay(Enum):
    """What may come of an illegal play that is noticed in time."""

    LEGAL_MOVES = "legal-moves"  # it must be corrected
    RESPONSIBLE_MOVES = "responsible-moves"  # the opponent may demand a legal play or let it stand


class Told(Enum):
    """When the players are told of an illegal play."""

    AT_ONCE = "at-once"
    ON_REQUEST = "on-request"
    SILENT = "silent"  # it is only recorded


class RollArea(Enum):
    """Where dice must come to rest."""

    ANYWHERE = "anywhere"  # on the playing field
    RIGHT_OF_BAR = "right-of-bar"  # on the half at the roller's right hand
    BAFFLE_BOX = "baffle-box"
    RECTANGLE = "rectangle"  # drawn for it


class DieOnChecker(Enum):
    """What a die that lies flat on a checker is."""

    COCKED = "cocked"
    LEGAL = "legal"


class PrematureRoll(Enum):
    """What becomes of a roll or double before the opponent's turn has ended."""

    STANDS = "stands"
    MAY_BE_ANNULLED = "re-roll"  # at the opponent's option it is made again, in turn


class TurnEnds(Enum):
    """What ends a turn."""

    DICE_LIFTED = "dice-lifted"
    CLOCK_OR_BUTTON = "clock-or-button"  # pressed, the dice staying where they lie


class OutOfReserve(Enum):
    """What becomes of a player whose reserve of time is used up."""

    MATCH_LOST = "match-lost"
    DIRECTOR = "director"  # as the director says
