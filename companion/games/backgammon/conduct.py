"""The rules of conduct at a table, each a small function of the rule set and the facts.

Source: the rules of tournaments, line by line in :class:`.ruleset.RuleSet`; they disagree, so each line is a choice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from companion.games.backgammon.choices import (
    DiceInRoll,
    DieOnChecker,
    IllegalPlay,
    Opening,
    OutOfReserve,
    PrematureRoll,
    RollArea,
    ToldChoice,
    TurnEnds,
    WhoseDice,
)
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import is_closed_out
from companion.games.backgammon.position import Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.rules import Side, Stack

# --- the opening -------------------------------------------------------------------------------------


def starter(roll_off: Stack, rules: RuleSet = STANDARD, *, younger: Side) -> Side | None:
    """Return who starts the game: by one die each as (light, dark), None if they are rolled again; or by age."""
    match rules.opening:
        case Opening.YOUNGER:
            return younger
        case Opening.HIGHER_DIE:
            if roll_off.light == roll_off.dark:
                return None
            return Side.LIGHT if roll_off.light > roll_off.dark else Side.DARK
    assert_never(rules.opening)


def may_open(roll: Dice, rules: RuleSet = STANDARD) -> bool:
    """Return whether a game may begin with this roll: equal dice in the opening roll are rolled again.

    Without an opening roll-off, a game may begin with a double.
    """
    return rules.opening is Opening.YOUNGER or not roll.is_double


# --- dice --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rest:
    """How a die came to rest; ``within``: all the areas that it is in, as its roller sees the board."""

    flat: bool = True
    on_checker: bool = False
    within: frozenset[RollArea] = frozenset({RollArea.ANYWHERE})


def throws_in_roll(rules: RuleSet = STANDARD) -> int:
    """Return how many throws make a roll: one of two dice, or two of one die."""
    return 2 if rules.dice is DiceInRoll.ONE_TWICE else 1


def die_tells_player(rules: RuleSet = STANDARD) -> bool:
    """Return whether a die's colour identifies the roller."""
    return rules.whose_dice is WhoseDice.OWN


def die_counts(die: Rest, rules: RuleSet = STANDARD) -> bool:
    """Return whether a die counts: it is flat, in the area for it, and on no checker unless the rules allow that."""
    cocked = die.on_checker and rules.die_on_checker is DieOnChecker.COCKED
    return die.flat and not cocked and rules.roll_area in die.within


def roll_counts(dice: Iterable[Rest], rules: RuleSet = STANDARD) -> bool:
    """Return whether a roll is valid: all of its dice count, or all are rolled again."""
    return all(die_counts(die, rules) for die in dice)


def may_be_annulled(rules: RuleSet = STANDARD) -> bool:
    """Return whether the opponent may demand that a premature roll or double is made again."""
    return rules.premature_roll is PrematureRoll.MAY_BE_ANNULLED


def has_to_roll(position: Position, side: Side, rules: RuleSet = STANDARD) -> bool:
    """Return whether a side has to roll in its turn: a side that is closed out cannot play any number."""
    return rules.shut_out_rolls or not is_closed_out(position, side)


# --- the end of a turn, and what was wrong with it ---------------------------------------------------


class AtTheTable(Enum):
    """What a player does to end the turn."""

    LIFTS_DICE = "lifts-dice"
    PRESSES = "presses"  # clock or button


class ConductOutcome(Enum):
    """The outcome of an illegal play."""

    MUST_BE_CORRECTED = "must-be-corrected"
    OPPONENT_CHOOSES = "opponent-chooses"  # a legal play instead, or the illegal one
    STANDS = "stands"


def ends_turn(act: AtTheTable, rules: RuleSet = STANDARD) -> bool:
    """Return whether this ends the turn."""
    match rules.turn_ends:
        case TurnEnds.DICE_LIFTED:
            return act is AtTheTable.LIFTS_DICE
        case TurnEnds.CLOCK_OR_BUTTON:
            return act is AtTheTable.PRESSES
    assert_never(rules.turn_ends)


def outcome_of_illegal_play(rules: RuleSet = STANDARD, *, opponent_acted: bool) -> ConductOutcome:
    """Return the outcome of an illegal play; ``opponent_acted``: the opponent has validly rolled or doubled since."""
    if opponent_acted:
        return ConductOutcome.STANDS
    match rules.illegal_play:
        case IllegalPlay.LEGAL_MOVES:
            return ConductOutcome.MUST_BE_CORRECTED
        case IllegalPlay.RESPONSIBLE_MOVES:
            return ConductOutcome.OPPONENT_CHOOSES
    assert_never(rules.illegal_play)


def players_are_told(rules: RuleSet = STANDARD, *, asked: bool) -> bool:
    """Return whether an illegal play is reported to the players; ``asked``: one of them wants to know."""
    match rules.told:
        case ToldChoice.AT_ONCE:
            return True
        case ToldChoice.ON_REQUEST:
            return asked
        case ToldChoice.SILENT:
            return False
    assert_never(rules.told)


# --- the clock ---------------------------------------------------------------------------------------


def reserve_s(length: int, score: tuple[int, int], rules: RuleSet = STANDARD) -> int:
    """Return each player's reserve of time in seconds when a clock starts at this score; money play has none."""
    if not length:
        return 0
    if rules.reserve_s:
        return rules.reserve_s
    return length * rules.reserve_per_point_s - sum(score) * rules.reserve_less_per_point_scored_s


def loses_on_time(left_s: float, rules: RuleSet = STANDARD) -> bool:
    """Return whether a player with this reserve left has lost the match without a ruling of the director."""
    return left_s <= 0 and rules.out_of_reserve is OutOfReserve.MATCH_LOST
