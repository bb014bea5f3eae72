"""What is worth doing by what is believed: of every act its expected cost, over five costs and a few rates.

The acts: to write a line of the record, to take one back, to warn, to ask, and to wait.  One is done when nothing else
costs less, waiting included: a doubt clears up by itself the seldomer, the longer everything has been at rest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final


@dataclass(frozen=True, slots=True)
class Costs:
    """What goes wrong, in tenths of a question.  Judged.

    ``wrong``: a line that stays wrong; ``false``: a false accusation; ``missed``: an act against the rules that nobody
    is told of; ``question``: one that is asked; ``delay``: a look after which nothing is done; ``change``: a line that
    is taken back before the players' eyes.
    """

    wrong: float = 300.0
    false: float = 300.0
    missed: float = 30.0
    question: float = 10.0
    delay: float = 1.0
    change: float = 20.0


ASKED: Final = Costs()
"""Where a person answers."""
ALONE: Final = replace(ASKED, question=math.inf)
"""Where nobody does."""


def costs_where(*, asks: bool) -> Costs:
    """What goes wrong, and what it costs; ``asks``: where a person answers."""
    return ASKED if asks else ALONE


class Line(Enum):
    """What a line of the record says.  Its value: how often one that was written unsurely stays wrong, judged.

    A roll shows in its play, a play in the next one; a turn that stood, a double or a gap in nothing.
    """

    ROLL = 0.11
    PLAY = 0.22
    OTHER = 0.33


class Rest(Enum):
    """What the table is doing while there is doubt.  Its value: how likely a look at rest clears it up, judged.

    That is for the first look; for each later one less, as one over their number.
    """

    TURN_OVER = 0.3
    UNDECIDED = 0.4
    ADRIFT = 0.6
    NEXT_THINKS = 0.9


_CLEARS: Final = 0.1
"""How likely a look clears up by itself which line is right, while the game goes on; judged."""


def writing(p: float, line: Line, costs: Costs, *, fault: float = 0.0) -> float:
    """What it costs to write a line that is so likely; ``fault``: how likely an act is passed over by it."""
    other = max(1.0 - p - fault, 0.0)
    return costs.wrong * (line.value * other + Line.OTHER.value * fault) + costs.missed * fault


def is_written(p: float, line: Line, costs: Costs, *, fault: float = 0.0) -> bool:
    """Whether a line is written now, rather than after one more look."""
    return writing(p, line, costs, fault=fault) * _CLEARS <= costs.delay


def is_changed(was: float, now: float, line: Line, costs: Costs, *, open_yet: bool) -> bool:
    """Whether a line is written otherwise than before.

    ``open_yet``: the next one may still tell, and everything may change back: only what would be right for ever.
    """
    saved = writing(was, line, costs) - writing(now, line, costs)
    return saved > costs.change and (not open_yet or costs.wrong * (1.0 - now) * _CLEARS <= costs.delay)


def is_told_of(fault: float, costs: Costs) -> bool:
    """Whether a player is told of an act against the rules that is so likely: rather than asked, or let go on."""
    return costs.false * (1.0 - fault) <= min(costs.question, costs.missed * fault)


def is_asked_about(fault: float, costs: Costs) -> bool:
    """Whether it is asked what was played, where an act against the rules is so likely."""
    return costs.question <= writing(1.0 - fault, Line.PLAY, costs, fault=fault)


def is_worth_asking(answerable: float, costs: Costs) -> bool:
    """Whether a question helps whose answers together are so likely."""
    return costs.question <= costs.wrong * Line.OTHER.value * answerable


def waits(looks: int, rest: Rest, costs: Costs) -> bool:
    """Whether one more look is waited for, after so many at rest, rather than saying something now.

    What is saved if the doubt clears up is a question, or what is as bad where nobody could answer one.
    """
    return rest.value / (1 + looks) * ASKED.question > costs.delay


def unaccused(costs: Costs) -> float:
    """How much less welcome a course is in which an act stood that nobody was told of."""
    return costs.missed / costs.false
