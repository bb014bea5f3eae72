"""What the bench makes of looks at which something has changed, and of a board that is learned in play."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.lab.bench import changing, learning
from companion.lab.bench.changing import ChangeMarks
from companion.lab.bench.learning import LearnedMarks
from companion.lab.bench.rendered import games

SHARED = Path(__file__).parents[4] / "shared"

needs_renders = pytest.mark.skipif(
    not (SHARED / "data" / "renders" / "stills").is_dir(), reason="the rendered games are not beside the project"
)


def test_changes_that_were_missed_and_called_are_counted_over_all_films() -> None:
    one = ChangeMarks("one", spots=[(True, True), (False, False), (False, True)], dice=[(True, False)], silent=1)
    two = ChangeMarks("two", spots=[(True, False)])
    rows = {row.name: row for row in changing.figures([one, two])}
    assert rows["change: changed spots noticed"].value == 50
    assert rows["change: unchanged spots called changed"].value == 50
    assert rows["change: changed dice noticed"].value == 0
    assert rows["change: spots that could not be compared"].value == pytest.approx(20)
    assert not rows["change: changed spots noticed"].ok
    assert rows["change, one: changed spots noticed"].limit is None


def test_what_is_learned_is_measured_against_a_reader_that_learns_nothing() -> None:
    better = LearnedMarks("one", after=(1, 10), before=(5, 5), looks_after=40)
    worse = LearnedMarks("two", after=(1, 0), before=(2, 2), looks_after=40)
    rows = {row.name: row for row in learning.figures([better, worse])}
    assert rows["learned: spots misread after 20 turns, of those without learning"].value == 20
    assert rows["learned: films read worse than without learning"].value == 1
    assert not rows["learned: films read worse than without learning"].ok


def test_where_nothing_is_misread_no_share_of_it_is_told() -> None:
    rows = [row.name for row in learning.figures([LearnedMarks("one", (0, 0), (0, 0), 40)])]
    assert not any(name.startswith("learned: spots") for name in rows)


@needs_renders
@pytest.mark.slow
def test_a_rendered_game_is_watched_for_changes_and_learned_from() -> None:
    name, frames = next(iter(games(SHARED)))
    marks = changing.marks_of(name, frames[:6])
    assert marks is not None
    assert any(is_one for is_one, _ in marks.spots)
    assert [marks.film for marks in learning.marks_of(name, frames[:4])] == [name]
