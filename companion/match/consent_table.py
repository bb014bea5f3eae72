"""The table of consent for every game: who may do what in a refereed match, and who has to agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from companion.games.rules import Side
from companion.record.header import Mode

BOTH: Final = frozenset(Side)
SLIP_S: Final = 5.0
"""Seconds in which a slip of the finger can be undone alone; judged."""


class Deed(Enum):
    """The acts of a person at the table."""

    END_TURN = "press the button, or touch *Done*"
    ENTER_ROLL = "enter the roll that is due"
    CHANGE_ROLL = "change the roll on record"
    ENTER_PLAY = "enter how the turn is played"
    CHANGE_TURN = "change an earlier roll or play of the game"
    UNDO = "take the last play back"
    TAKE_BACK = "undo the change that the notice reports"
    SET_POSITION = "set the position, or whose turn it is"
    DOUBLE = "double"
    ANSWER_DOUBLE = "take, drop, or double back"
    RESIGN = "offer to lose the game"
    GIVE_UP = "give a game of draughts up"
    OFFER_DRAW = "offer a draw, or agree to one"
    CONDONE = "let an illegal play stand"
    ASK_RULING = "ask whether the play was legal"
    END_GAME = "say that the game is over, and who has won"
    CHANGE_RESULT = "change the result of a game that is over"
    AGREE_RESULT = "agree with the result"
    NEXT_GAME = "begin the next game"
    PAUSE = "pause, or put the board back, while no clock runs"
    STOP_CLOCK = "pause, or put the board back, while a clock runs"
    GO_ON = "end a pause"
    DISPUTE = "dispute a turn, which stops the clock"
    CLAIM = "say what happened in the disputed turn"
    LEAVE_DISPUTE = "keep the disputed turn for the director, and play on"
    ANSWER = "answer a question"
    AWARD = "give points, a game or the match"
    ADJUST_CLOCK = "give a player time, or take it"


class Who(Enum):
    """The owner of a deed."""

    EITHER = "either player"
    ON_TURN = "the player whose turn it is"
    ON_TURN_ONLY = "the player whose turn it is; the other's press says nothing"
    OPPONENT = "the opponent of the player whose turn it is, and nobody else"
    OWN = "each player, for the own side"
    ASKED = "whoever is asked"
    DIRECTOR = "the director"


class Lasts(Enum):
    """How long the question of consent to a deed stands."""

    TURN = "until the game goes on"
    GAME = "until the game is over"
    PAUSE = "until a pause begins or ends"


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the table.

    ``who``: the owner of the deed.  ``agrees``: the other player has to agree, whoever does it.  ``alone_s``: seconds
    in which its player can undo it alone.  ``lasts``: how long the question stands.  ``answer``: the other player's
    answer by the rules of the game.
    """

    who: Who = Who.EITHER
    agrees: bool = False
    alone_s: float = 0.0
    lasts: Lasts = Lasts.TURN
    answer: str = ""


_TOGETHER: Final = Rule(agrees=True)
TABLE: Final[Mapping[Deed, Rule]] = MappingProxyType(
    {
        Deed.END_TURN: Rule(Who.ON_TURN_ONLY),
        Deed.ENTER_ROLL: Rule(Who.ON_TURN),
        Deed.CHANGE_ROLL: _TOGETHER,
        Deed.ENTER_PLAY: Rule(Who.ON_TURN),
        Deed.CHANGE_TURN: Rule(agrees=True, lasts=Lasts.GAME),
        Deed.UNDO: _TOGETHER,
        Deed.TAKE_BACK: _TOGETHER,
        Deed.SET_POSITION: _TOGETHER,
        Deed.DOUBLE: Rule(Who.OWN, answer="take or drop"),
        Deed.ANSWER_DOUBLE: Rule(Who.OWN, alone_s=SLIP_S),
        Deed.RESIGN: Rule(Who.OWN, answer="accept or refuse"),
        Deed.GIVE_UP: Rule(Who.OWN),
        Deed.OFFER_DRAW: Rule(Who.OWN, answer="agree, or move"),
        Deed.CONDONE: Rule(Who.OPPONENT),
        Deed.ASK_RULING: Rule(),
        Deed.END_GAME: _TOGETHER,
        Deed.CHANGE_RESULT: _TOGETHER,
        Deed.AGREE_RESULT: _TOGETHER,
        Deed.NEXT_GAME: Rule(),
        Deed.PAUSE: Rule(lasts=Lasts.PAUSE),
        Deed.STOP_CLOCK: Rule(agrees=True, lasts=Lasts.PAUSE),
        Deed.GO_ON: Rule(agrees=True, lasts=Lasts.PAUSE),
        Deed.DISPUTE: Rule(),
        Deed.CLAIM: Rule(Who.OWN),
        Deed.LEAVE_DISPUTE: Rule(agrees=True, lasts=Lasts.PAUSE),
        Deed.ANSWER: Rule(Who.ASKED),
        Deed.AWARD: Rule(Who.DIRECTOR, agrees=True, lasts=Lasts.GAME),
        Deed.ADJUST_CLOCK: Rule(Who.DIRECTOR, agrees=True, lasts=Lasts.GAME),
    }
)
"""The rule of every deed of a person."""


def applies(terms: Any) -> bool:
    """Whether the players of a match have to agree: it is refereed, and they are there to be asked."""
    return terms.mode is Mode.REFEREED and terms.asks is True


def who_agrees(deed: Deed, by: Side | None, owner: Side | None = None) -> frozenset[Side]:
    """The sides that have to agree to a deed from this chair; ``owner``: the player whose turn it is, or None.

    >>> sorted(side.value for side in who_agrees(Deed.UNDO, Side.LIGHT))
    ['dark']
    """
    rule = TABLE[deed]
    if rule.agrees:
        return BOTH if by is None else frozenset({by.other})
    is_its = rule.who is not Who.ON_TURN or by is None or by is owner
    return frozenset() if is_its or owner is None else frozenset({owner})
