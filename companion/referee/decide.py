"""What is worth doing by what is believed: of every act its expected cost, over five costs and a few rates.

The acts: to write a line of the record, to take one back, to warn, to ask, and to wait.  One is done when nothing else
costs less, waiting included: a doubt clears up by itself the seldomer, the longer everything has been at rest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final, TypeAlias


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

    STILL = 0.0
    TURN_OVER = 0.3
    UNDECIDED = 0.4
    ADRIFT = 0.6
    NEXT_THINKS = 0.9


_CLEARS: Final = 0.1
"""How likely a look clears up by itself which line is right, while the game goes on; judged."""


class About(Enum):
    """What a question is about."""

    TURN = auto()  # whose it is
    ROLL = auto()
    PLAY = auto()
    BESIDE = auto()  # what does not wait for the turn: dice that came too soon, the cube, a board set up anew


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is believed of the record and of the table, in chances.

    ``n``: the number of the line that is to be written, or written otherwise, and ``line`` its kind, None where there
    is none.  ``p``: how likely it is; ``was``: how likely what the record has there is, None where it has nothing yet;
    ``fault``: how likely an act against the rules is passed over by it.  ``late``: nothing that may still come is
    waited for.  ``against``: how likely what lies there breaks the rules, where that can be named, and ``rest`` what
    may clear that up.  ``doubts``: how likely the record is wrong if nobody is asked, each with what may clear it up.
    ``answers``: how likely an answer is true to each question that there is.  ``looks``: for how many of them the table
    has been at rest.
    """

    n: int = 0
    line: Line | None = None
    p: float = 0.0
    was: float | None = None
    fault: float = 0.0
    late: bool = False
    against: float = 0.0
    rest: Rest = Rest.TURN_OVER
    doubts: tuple[tuple[float, Rest], ...] = ()
    answers: Mapping[About, float] = field(default_factory=dict)
    looks: int = 0


@dataclass(frozen=True, slots=True)
class Write:
    """The line with this number is written."""

    n: int


@dataclass(frozen=True, slots=True)
class Revise:
    """What was written from the line with this number on is taken back."""

    n: int


@dataclass(frozen=True, slots=True)
class Warn:
    """A player is told of an act against the rules."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A person is asked."""

    about: About


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing is done before the next look."""


Act: TypeAlias = Write | Revise | Warn | Ask | Wait


def decide(outlook: Outlook, costs: Costs) -> Act:
    """What is done now: the cheapest act; first the record is brought up to what is believed."""
    o = outlook
    if o.line is not None and o.was is None and (o.late or is_written(o.p, o.line, costs, fault=o.fault)):
        return Write(o.n)
    if o.line is not None and o.was is not None and is_changed(o.was, o.p, o.line, costs, open_yet=not o.late):
        return Revise(o.n)
    due = [writing(1.0 - p, Line.PLAY, costs, fault=p) for p, rest in o.doubts if not waits(o.looks, rest, costs)]
    unasked = max(due, default=0.0)
    unwarned = 0.0 if waits(o.looks, o.rest, costs) else costs.missed * o.against
    # Where none of its answers is true, a question has cleared nothing up.
    said: list[tuple[float, float, Act]] = [(costs.false * (1.0 - o.against), unwarned, Warn())]
    said += [(costs.question + (1.0 - p) * unasked, unasked, Ask(about)) for about, p in o.answers.items()]
    cost, unsaid, act = min(said, key=lambda one: one[0])
    if cost > unsaid or (act == Ask(About.TURN) and waits(o.looks, Rest.ADRIFT, costs)):
        return Wait()
    return act


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


def is_asked_beside(p: float, costs: Costs) -> bool:
    """Whether something beside the turn, that is so likely, is worth asking about if it does not clear up."""
    return decide(Outlook(doubts=((p, Rest.STILL),), answers={About.BESIDE: p}), costs) == Ask(About.BESIDE)


def is_asked_about(fault: float, costs: Costs) -> bool:
    """Whether it is asked what was played, where an act against the rules is so likely."""
    return costs.question <= writing(1.0 - fault, Line.PLAY, costs, fault=fault)


def waits(looks: int, rest: Rest, costs: Costs) -> bool:
    """Whether one more look is waited for, after so many at rest, rather than saying something now.

    What is saved if the doubt clears up is a question, or what is as bad where nobody could answer one.
    """
    return rest.value / (1 + looks) * ASKED.question > costs.delay


def unaccused(costs: Costs) -> float:
    """How much less welcome a course is in which an act stood that nobody was told of."""
    return costs.missed / costs.false
