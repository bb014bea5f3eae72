"""Decision theory: the expected cost of every act, from five costs and a few rates.

The acts are: write an item of the record, take one back, warn, ask and wait.  The cheapest is done.  A doubt clears up
by itself less often the longer the table has been at rest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Costs:
    """Costs in tenths of a question; judged.

    ``wrong``: an item that stays wrong; ``false``: a false accusation; ``missed``: an illegal act that is not reported;
    ``question``: a question; ``delay``: a look without an act; ``change``: an item taken back in sight of the players.
    """

    wrong: float = 300.0
    false: float = 300.0
    missed: float = 30.0
    question: float = 10.0
    delay: float = 1.0
    change: float = 20.0


ASKED: Final = Costs()
"""With a person who answers."""
ALONE: Final = replace(ASKED, question=math.inf)
"""Without one."""


def costs_where(*, asks: bool) -> Costs:
    """The costs; ``asks``: a person answers."""
    return ASKED if asks else ALONE


class Line(Enum):
    """The kind of an item.  Its value: how often one that was written while unsure stays wrong; judged.

    The play corrects its roll and the next roll corrects a play; nothing corrects a turn that stood, a double or a gap.
    """

    ROLL = 0.11
    PLAY = 0.22
    OTHER = 0.33


class Rest(Enum):
    """The table while there is doubt.  Its value: the probability that the first look at rest clears the doubt; judged.

    For the n-th look it is divided by n.
    """

    STILL = 0.0
    TURN_OVER = 0.3
    UNDECIDED = 0.4
    LOST_TRACK = 0.6
    NEXT_THINKS = 0.9


_CLEARS: Final = 0.1
"""The probability that a look settles which item is right while play goes on; judged."""


class About(Enum):
    """The subject of a question."""

    TURN = auto()  # whose it is
    ROLL = auto()
    PLAY = auto()
    OUTSIDE_TURN = auto()  # early dice, the cube, a new set-up: these do not wait for the turn


@dataclass(frozen=True, slots=True)
class Outlook:
    """Probabilities of what may be wrong with the record and the board.

    ``n``: the number of the item to write or to change, and ``line`` its kind, None if there is none.  ``p``: its
    probability; ``was``: the probability of the recorded item, None if there is none yet; ``fault``: the probability
    that writing it passes over an illegal act.  ``late``: write without waiting.  ``against``: the probability that the
    board breaks a rule that can be named, and ``rest`` what may clear that up.  ``doubts``: probabilities that the
    record is wrong without a question, each with what may clear it up.  ``answers``: for each possible question, the
    probability that one of its answers is true.  ``looks``: the number of looks at rest.
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
    """Write this item."""

    n: int


@dataclass(frozen=True, slots=True)
class Revise:
    """Take back the record from this item on."""

    n: int


@dataclass(frozen=True, slots=True)
class Warn:
    """Report an illegal act to its player."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask a person."""

    about: About


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing before the next look."""


Act: TypeAlias = Write | Revise | Warn | Ask | Wait


def decide(outlook: Outlook, costs: Costs) -> Act:
    """The cheapest act; the record is first brought in line with the belief."""
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
    if cost > unsaid or (act == Ask(About.TURN) and waits(o.looks, Rest.LOST_TRACK, costs)):
        return Wait()
    return act


def writing(p: float, line: Line, costs: Costs, *, fault: float = 0.0) -> float:
    """The expected cost of writing an item of this probability; ``fault``: that of passing over an illegal act."""
    other = max(1.0 - p - fault, 0.0)
    return costs.wrong * (line.value * other + Line.OTHER.value * fault) + costs.missed * fault


def is_written(p: float, line: Line, costs: Costs, *, fault: float = 0.0) -> bool:
    """Whether a line is written now, rather than after one more look."""
    return writing(p, line, costs, fault=fault) * _CLEARS <= costs.delay


def is_changed(was: float, now: float, line: Line, costs: Costs, *, open_yet: bool) -> bool:
    """Whether a recorded item is replaced.

    ``open_yet``: the next item may still decide, so only a near certainty is replaced.
    """
    saved = writing(was, line, costs) - writing(now, line, costs)
    return saved > costs.change and (not open_yet or costs.wrong * (1.0 - now) * _CLEARS <= costs.delay)


def is_asked_outside_turn(p: float, costs: Costs) -> bool:
    """Whether a doubt outside the turn with probability ``p`` is worth a question."""
    return decide(Outlook(doubts=((p, Rest.STILL),), answers={About.OUTSIDE_TURN: p}), costs) == Ask(About.OUTSIDE_TURN)


def is_asked_about(fault: float, costs: Costs) -> bool:
    """Whether it is asked what was played, where an act against the rules is so likely."""
    return costs.question <= writing(1.0 - fault, Line.PLAY, costs, fault=fault)


def waits(looks: int, rest: Rest, costs: Costs) -> bool:
    """Whether to wait for one more look after ``looks`` at rest.

    Waiting may save a question, or an equal loss where nobody can answer.
    """
    return rest.value / (1 + looks) * ASKED.question > costs.delay


def unaccused(costs: Costs) -> float:
    """The factor by which a course with an unreported illegal act counts less."""
    return costs.missed / costs.false
