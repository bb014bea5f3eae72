"""What people do at the table, by name, and how likely each of it is; what each means stands in ``priors.toml``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.referee.priors import priors_of

FILE: Final = Path(__file__).with_name("priors.toml")
PRIORS: Final = priors_of(FILE)

PLAYS: Final = PRIORS["plays"].value
HALF_WAY: Final = PRIORS["half_way"].value
STILL_HALF_WAY: Final = PRIORS["still_half_way"].value
IN_HAND: Final = PRIORS["in_hand"].value
CHANGES: Final = PRIORS["changes"].value
TAKES_BACK: Final = PRIORS["takes_back"].value
TOGETHER: Final = PRIORS["together"].value
CHANGED_UNSEEN: Final = PRIORS["changed_unseen"].value
PLAYED_AFTER: Final = PRIORS["played_after"].value
AT_ONCE: Final = PRIORS["at_once"].value
HALF_WAY_AT_ONCE: Final = PRIORS["half_way_at_once"].value
TOO_SOON: Final = PRIORS["too_soon"].value
UNLIFTED: Final = PRIORS["unlifted"].value
AFTERWARDS: Final = PRIORS["afterwards"].value
PUTS_RIGHT: Final = PRIORS["puts_right"].value
OTHERS_DICE: Final = PRIORS["others_dice"].value
SET_UP_ANEW: Final = PRIORS["set_up_anew"].value
FREE_BOARD: Final = PRIORS["free_board"].value
COCKED: Final = PRIORS["cocked"].value
LEANS: Final = PRIORS["leans"].value
UNSEEN_DIE: Final = PRIORS["unseen_die"].value
GONE_FIRST: Final = PRIORS["gone_first"].value
UNSEEN_ROLL: Final = PRIORS["unseen_roll"].value
SECOND_LATER: Final = PRIORS["second_later"].value
TURNED: Final = PRIORS["turned"].value
ONE_BY_ONE: Final = PRIORS["one_by_one"].value
ASIDE: Final = PRIORS["aside"].value
THROWN_AGAIN: Final = PRIORS["thrown_again"].value
ROLLS_AGAIN: Final = PRIORS["rolls_again"].value
LIFTED_EARLY: Final = PRIORS["lifted_early"].value
ILLEGAL: Final = PRIORS["illegal"].value
LEFT_UNPLAYED: Final = PRIORS["left_unplayed"].value
LEFT_LYING: Final = PRIORS["left_lying"].value
WRONG_AFTERWARDS: Final = PRIORS["wrong_afterwards"].value
STILL_MENDING: Final = PRIORS["still_mending"].value
POINT_MISREAD: Final = PRIORS["point_misread"].value
BAR_MISREAD: Final = PRIORS["bar_misread"].value
LIKE_OTHERS: Final = PRIORS["like_others"].value
TALL_MISREAD: Final = PRIORS["tall_misread"].value
LEFT_OUT: Final = PRIORS["left_out"].value
BY_NUMBERS: Final = PRIORS["by_numbers"].value
FREE_MOVE: Final = PRIORS["free_move"].value
MORE_THAN_DICE: Final = PRIORS["more_than_dice"].value
MISSING: Final = PRIORS["missing"].value
UNNOTICED: Final = PRIORS["unnoticed"].value
IN_PASSING: Final = PRIORS["in_passing"].value
NOT_ON_BAR: Final = PRIORS["not_on_bar"].value
COME_BACK: Final = PRIORS["come_back"].value
EXPECTED: Final = PRIORS["expected"].value
MENDS: Final = PRIORS["mends"].value
ONE_MORE_SPOT: Final = PRIORS["one_more_spot"].value
SHUT_OUT_ROLLS: Final = PRIORS["shut_out_rolls"].value
SHUT_OUT_DOUBLES: Final = PRIORS["shut_out_doubles"].value
DOUBLES: Final = PRIORS["doubles"].value
TAKES: Final = PRIORS["takes"].value
NOT_OFFERED: Final = PRIORS["not_offered"].value
CUBE_MISREAD: Final = PRIORS["cube_misread"].value
SURPRISE: Final = PRIORS["surprise"].value
DENIED: Final = PRIORS["denied"].value
OTHER_SIDE: Final = PRIORS["other_side"].value
STRAYED: Final = PRIORS["strayed"].value
DENIES: Final = PRIORS["denies"].value
LOST: Final = PRIORS["lost"].value
CHOICE: Final = PRIORS["choice"].value
HALF_WAY_ROLL: Final = PRIORS["half_way_roll"].value
NO_DIE: Final = tuple(
    (least, PRIORS[name].value)
    for least, name in ((0.9, "no_die_surest"), (0.7, "no_die_sure"), (0.0, "no_die_unsure"))
)
"""The odds that what is taken for a die is none, by how surely its face is read."""
