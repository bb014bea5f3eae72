"""What people do at the table, and how likely each of it is: the table of priors.

All numbers are natural logarithms of probabilities.  Beside each stands where it comes from: *measured*, or *judged*,
which is a guess that was kept while simulated matches and films were looked at.  None was fitted yet.
"""

from __future__ import annotations

from typing import Final

# --- playing ---------------------------------------------------------------------------------------------------
PLAYS: Final = -0.3  # from a roll to its whole play without a still moment between; judged
HALF_WAY: Final = -1.0  # a still moment half-way through a play; judged
PART_WAY: Final = -3.0  # ... with some of its checkers moved, in another order than numbers are played; judged
CHANGES: Final = -2.5  # another play instead of the one that lay there; judged
TAKES_BACK: Final = -2.5  # the play is taken back; judged
TOGETHER: Final = -2.0  # the play and the opponent's throw within one movement; judged
TOO_SOON: Final = -4.5  # the opponent throws before the play is over; judged
AFTERWARDS: Final = -4.5  # another board after the dice are up, though nothing was wrong; judged
PUTS_RIGHT: Final = -0.5  # ... where something was wrong; judged
OTHERS_DICE: Final = -6.0  # the next player plays the roll that lies there, without having thrown; judged
FREE_BOARD: Final = -6.0  # checkers lie about before a roll, or are knocked; judged
# --- dice ------------------------------------------------------------------------------------------------------
NO_DIE: Final = ((0.9, -4.5), (0.7, -1.4), (0.0, 1.5))
"""The odds that what is taken for a die is none, by how surely its face is read.

Measured in films of four boards: 20 of 994 of the surest, 6 of 32, 63 of 79.  The first was judged lower than that, for
the same one is counted at many looks.
"""
COCKED: Final = -5.8  # a die that seems to lean on something counts; measured: 3 in 1,000 flat dice seem to lean
LEANS: Final = -4.0  # a throw does not count, for one of its dice leans on something; judged
UNSEEN_DIE: Final = -4.5
"""One die of a throw is not seen at all.

Measured: in twelve films 0 to 38 % of the looks at a die do not show it, on the median board 2 %; on the boards before
those 1.3 % of the sixes and 0.03 % of the rest.

Something that is no die shows up far oftener: in films about once in 25 turns.
"""
GONE_FIRST: Final = -3.0  # one die of a throw is gone while the other still lies there; judged: it was none, rather
UNSEEN_ROLL: Final = -6.0  # a hand or an arm hides a roll from its throw until it is taken up; judged
SECOND_LATER: Final = -2.0  # a die is first seen later than its throw; judged
TURNED: Final = -3.0  # a die shows another number where it lies; judged
ONE_BY_ONE: Final = -4.0  # the two dice of a throw come to rest in two movements; judged
ASIDE: Final = -4.0  # dice are pushed aside during a turn; judged
THROWN_AGAIN: Final = -5.0  # dice are thrown again before anything was moved; judged
ROLLS_AGAIN: Final = -0.2
"""Who took up the dice of a roll that can be played, and has moved nothing, throws them again: both saw that a die was
cocked; judged: 1 throw in 50 is, and half of those are read as flat.  LEFT_UNPLAYED is for the others."""
LIFTED_EARLY: Final = -4.0  # dice are taken up over a play that is not whole; judged
# --- breaking rules --------------------------------------------------------------------------------------------
ILLEGAL: Final = -5.0  # a turn is played illegally: 1 in 150; judged
LEFT_UNPLAYED: Final = -3.0  # who took up the dice of a roll that can be played plays none of it; judged
MORE_THAN_DICE: Final = -2.5  # for each checker moved beyond what the dice allow, and each of the other side's; judged
MISSING: Final = -2.5  # for each checker that went nowhere: it is rather misread; judged
UNNOTICED: Final = -6.0  # ... and the next player throws over it, for each: nobody did in films; judged
UNNOTICED_OFF: Final = -3.0  # ... each of the player's own, with many still outside the home board; judged
NOT_ON_BAR: Final = -1.0  # ... but a checker that was hit is easily forgotten; judged
OFF_TOO_SOON: Final = -1.0  # for each checker that is off, and each other one outside the home board; judged
COME_BACK: Final = -5.0  # for each checker that was borne off, or gone, and lies there again; judged
EXPECTED: Final = 3.0  # so much likelier is what lay there before, where a board is read that no rule leads to; judged
MENDS: Final = -3.0  # one more still moment while a wrong play is put right; judged
ONE_MORE_SPOT: Final = -0.3  # for each spot that an illegal play changes; so that the nearest board explains it; judged
SHUT_OUT_ROLLS: Final = -2.0  # who is shut out rolls all the same; judged
SHUT_OUT_DOUBLES: Final = -4.0  # ... or doubles, which only gives the game away; judged
# --- the cube --------------------------------------------------------------------------------------------------
DOUBLES: Final = -3.5  # a player doubles before a roll; judged
NOT_OFFERED: Final = -5.0  # ... and the cube goes to the other player without being offered first; judged
SURPRISE: Final = (
    8.0  # by so much a board has to be likelier than what lay there before an unseen turn is thought of; judged
)
# --- answering --------------------------------------------------------------------------------------------------
DENIED: Final = -7.0  # what a person says did not happen, happened: 1 in 1,000; judged
# --- a wrong record ------------------------------------------------------------------------------------------------
OTHER_SIDE: Final = -10.0  # it is the other side's turn: a roll or a turn was taken for another's; judged
STRAYED: Final = -12.0  # checkers lie elsewhere than they were seen to be played; judged
DENIES: Final = -3.0  # so much has to speak against a spot, which then lies as the looks show it; judged
# --- losing track ----------------------------------------------------------------------------------------------
LOST: Final = -10.5
"""Something happened that nothing above explains: the board as it lies, either side to roll; judged: more than one spot
that is misread all the while, less than two."""
