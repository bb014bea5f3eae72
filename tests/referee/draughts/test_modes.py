"""What people may do next at a draughts board is a distribution in each stage."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from companion.games.draughts import Position, after, legal_moves
from companion.referee.belief import covered
from companion.referee.draughts.boards import on_the_way, packed
from companion.referee.draughts.course import NO_REGRET, Course, Stage
from companion.referee.draughts.game import Draughts, anchored
from companion.referee.draughts.happening import Continued
from companion.referee.draughts.modes import ASTRAY, WAYS, spread
from tests.referee.draughts.table import look
from vision.observation import UNSEEN, Observation

FORCED = Position.from_fen("W:Wc3,g1:Bd4,f6,a7")
"""Light has one legal move, and so has Dark after it."""
TAKES = legal_moves(FORCED)[0]
LYING = {
    Stage.TO_MOVE: packed(FORCED),
    Stage.HALF_WAY: on_the_way(FORCED)[1][0],
    Stage.MOVED: packed(after(FORCED, TAKES)),
    Stage.WRONG: packed(Position.from_fen("W:Wc3,h2:Bd4,f6,a7")),
}


def blind() -> Observation:
    """A look that says nothing of any square."""
    return replace(look(packed(FORCED)), evidence=dict.fromkeys(range(64), UNSEEN))


@pytest.mark.parametrize("stage", Stage)
def test_the_ways_out_of_a_stage_are_together_one(stage: Stage) -> None:
    for astray, table in ((False, WAYS), (True, {**WAYS, **ASTRAY})):
        assert sum(math.exp(way - spread(stage, astray=astray)) for way in table[stage]) == pytest.approx(1.0)


@pytest.mark.parametrize("stage", Stage)
def test_what_may_come_of_a_course_with_one_legal_move_is_no_likelier_than_the_course(stage: Stage) -> None:
    """By a look that says nothing; half of all movements change nothing, the others share the rest."""
    end = after(FORCED, TAKES) if stage is Stage.MOVED else None
    course = Course(0.0, LYING[stage], NO_REGRET, FORCED, stage, move=TAKES if end else None, end=end)
    belief = covered(anchored(FORCED))
    looks = Draughts().gathered(belief.gathered, blind(), moved=True)
    now = Continued(replace(belief, gathered=looks))
    now.go_on(course)
    assert 0.0 < now.found.total <= math.log(2.0) + 1e-6
