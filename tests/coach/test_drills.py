"""Errors come back as exercises, less and less often, and are kept with the matches."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from companion.coach.cube_acts import CubeAct
from companion.coach.drill_box import DrillBox, choice_text
from companion.coach.drills import DAYS, Drill, Task, drills_of, due, graded
from companion.coach.report import GameReport, Judged, MatchReport
from companion.errors import StorageError
from companion.games.rules import Side
from companion.record import Journal
from companion.record.backup import backup, restore
from companion.record.journal import FILE_NAME
from tests.coach.judged import OPENING, cube, report

TODAY = date(2026, 11, 22)


def drills(match: int | None = None, most: int = 10) -> tuple[Drill, ...]:
    return drills_of(report(), "club evening", TODAY, match=match, most=most)


def test_the_worst_plays_become_exercises_that_are_due_at_once() -> None:
    found = drills()
    assert found
    assert {drill.player for drill in found} == {"Anna", "Bob"}
    assert all(drill.due == TODAY and drill.box == 0 and drill.loss > 0.04 for drill in found)
    assert all(drill.side is drill.position.on_roll for drill in found if drill.task is not Task.ANSWER)
    assert due(found, TODAY) == tuple(sorted(found, key=lambda drill: -drill.loss))


def test_so_many_of_each_player_at_most() -> None:
    assert [drill.player for drill in drills(most=1)] == ["Anna", "Bob"]
    assert {drill.player for drill in drills_of(report(), "x", TODAY, side=Side.DARK)} == {"Bob"}


def cube_drills(*judged: Judged, side: Side | None = None) -> tuple[Drill, ...]:
    game = GameReport(1, (0, 0), None, crawford=False, judged=judged)
    return drills_of(MatchReport(("Anna", "Bob"), 7, "fake", 2, (game,), len(judged)), "x", TODAY, side=side)


def test_what_went_wrong_with_the_cube_becomes_an_exercise_of_who_decided() -> None:
    missed, early, taken, dropped = (
        *cube_drills(cube(CubeAct.ROLLED, 0.3, 0.5)),
        *cube_drills(cube(CubeAct.DOUBLED, 0.3, 0.1)),
        *cube_drills(cube(CubeAct.TOOK, 0.9, 1.5, side=Side.DARK)),
        *cube_drills(cube(CubeAct.DROPPED, 0.9, 0.8, side=Side.DARK)),
    )
    found = (missed, early, taken, dropped)
    assert [(drill.task, drill.best, drill.made, drill.side, drill.player) for drill in found] == [
        (Task.DOUBLE, CubeAct.DOUBLED, CubeAct.ROLLED, Side.LIGHT, "Anna"),
        (Task.DOUBLE, CubeAct.ROLLED, CubeAct.DOUBLED, Side.LIGHT, "Anna"),
        (Task.ANSWER, CubeAct.DROPPED, CubeAct.TOOK, Side.DARK, "Bob"),
        (Task.ANSWER, CubeAct.TOOK, CubeAct.DROPPED, Side.DARK, "Bob"),
    ]  # fmt: skip
    assert taken.position.on_roll is Side.LIGHT, "the doubler"
    assert taken.loss == pytest.approx(0.5)


def test_what_was_nearly_right_with_the_cube_becomes_none() -> None:
    assert cube_drills(cube(CubeAct.ROLLED, 0.3, 0.33), cube(CubeAct.TOOK, 0.9, 1.0, side=Side.DARK)) == ()


def test_an_exercise_solved_again_and_again_comes_back_later_each_time() -> None:
    drill, day, waits = drills()[0], TODAY, []
    for _ in range(7):
        drill = graded(drill, 0.0, day)
        waits.append((drill.due - day).days)
        day = drill.due
    assert waits == [*DAYS, DAYS[-1], DAYS[-1]]
    assert (drill.tries, drill.solved) == (7, 7)


def test_one_that_is_not_solved_begins_anew_the_next_day() -> None:
    drill = replace(drills()[0], box=4)
    missed = graded(drill, 0.05, TODAY)
    assert (missed.box, missed.due, missed.tries, missed.solved) == (0, TODAY + timedelta(days=1), 1, 0)


def test_a_play_nearly_as_good_as_the_best_solves_it() -> None:
    assert graded(drills()[0], 0.04, TODAY).box == 1


@pytest.mark.slow
def test_only_what_is_due_is_asked_the_longest_overdue_first() -> None:
    first, second, third = (
        replace(drills()[0], due=TODAY + timedelta(days=days), player=player)
        for days, player in ((0, "Anna"), (-3, "Bob"), (1, "Anna"))
    )
    assert due([first, second, third], TODAY) == (second, first)
    assert due([first, second, third], TODAY, player="Anna") == (first,)


# --- kept ----------------------------------------------------------------------------------------


def texts(found: tuple[Drill, ...]) -> list[tuple[str, str, str, float, str]]:
    return [(d.situation.xgid(), choice_text(d.best), choice_text(d.made), d.loss, d.player) for d in found]


@pytest.mark.slow
def test_they_are_there_after_the_program_was_closed(tmp_path: Path) -> None:
    with DrillBox(tmp_path) as box:
        assert box.add(drills()) == len(drills())
    with DrillBox(tmp_path) as box:
        found = box.drills()
    assert texts(found) == texts(drills())
    assert [drill.id for drill in found] == list(range(1, len(found) + 1))
    assert {(drill.source, drill.engine, drill.match) for drill in found} == {("club evening", "fake", None)}


def test_those_about_the_cube_are_kept_beside_those_of_plays(tmp_path: Path) -> None:
    made = (
        *cube_drills(cube(CubeAct.ROLLED, 0.3, 0.5)),
        *cube_drills(cube(CubeAct.TOOK, 0.9, 1.5, side=Side.DARK)),
    )
    both = [replace(drill, player="Anna") for drill in made]  # who plays against himself has one name
    with DrillBox(tmp_path) as box:
        box.add(drills())
        assert box.add(both) == 2
        found = box.drills()[-2:]
    assert [(drill.task, drill.best, drill.made, drill.side) for drill in found] == [
        (Task.DOUBLE, CubeAct.DOUBLED, CubeAct.ROLLED, Side.LIGHT),
        (Task.ANSWER, CubeAct.DROPPED, CubeAct.TOOK, Side.DARK),
    ]


def test_the_plays_that_were_kept_before_there_were_any_about_the_cube_are_read(tmp_path: Path) -> None:
    with DrillBox(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database, database:
        database.execute(
            "INSERT INTO drills (player, source, game, turn, position, best, made, loss, engine, ply, due, box, tries, "
            "solved) VALUES ('Anna', 'x', 1, 1, ?, '8/5 6/5', '24/20', 0.24, 'gnubg', 2, '2026-11-20', 2, 3, 2)",
            (OPENING.xgid(),),
        )
    with DrillBox(tmp_path) as box:
        (drill,) = box.drills()
    assert (drill.task, str(drill.best), str(drill.made), drill.box) == (Task.PLAY, "8/5 6/5", "24/20", 2)
    assert drill.dice is not None


def test_one_that_makes_no_sense_is_told(tmp_path: Path) -> None:
    with DrillBox(tmp_path) as box:
        box.add(cube_drills(cube(CubeAct.ROLLED, 0.3, 0.5)))
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database, database:
        database.execute("UPDATE drills SET best = 'juggled'")
    with DrillBox(tmp_path) as box, pytest.raises(StorageError, match="juggled"):
        box.drills()


def test_a_position_is_kept_once_with_what_was_learnt(tmp_path: Path) -> None:
    with DrillBox(tmp_path) as box:
        box.add(drills())
        box.put(graded(box.drills()[0], 0.0, TODAY))
        assert box.add(drills()) == 0
        assert (box.drills()[0].box, box.drills()[0].due) == (1, TODAY + timedelta(days=1))


def test_one_can_be_removed(tmp_path: Path) -> None:
    with DrillBox(tmp_path) as box:
        box.add(drills())
        box.delete(1)
        assert 1 not in {drill.id for drill in box.drills()}


def test_the_exercises_of_a_match_wait_while_it_is_marked_as_deleted_and_go_with_it(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        number = journal.begin(names=("Anna", "Bob")).id
    with DrillBox(tmp_path) as box:
        box.add(drills(match=number))
    with Journal(tmp_path) as journal, DrillBox(tmp_path, shared=True) as box:
        journal.delete(number)
        assert box.drills() == ()
        journal.undelete(number)
        assert len(box.drills()) == len(drills())
        journal.delete(number)
        assert journal.purge() == (number,)
        assert box.drills() == ()


def test_they_are_in_a_backup(tmp_path: Path) -> None:
    with DrillBox(tmp_path / "data") as box:
        box.add(drills())
    backup(tmp_path / "data", tmp_path / "all.zip")
    restore(tmp_path / "new", tmp_path / "all.zip")
    with DrillBox(tmp_path / "new") as box:
        assert texts(box.drills()) == texts(drills())


def test_they_survive_a_damaged_journal(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with DrillBox(tmp_path) as box:
        box.add(drills())
    path = tmp_path / FILE_NAME
    path.write_bytes(bytes(4096) + path.read_bytes()[4096:])
    with DrillBox(tmp_path) as box:
        assert texts(box.drills()) == texts(drills())
    assert "was damaged" in caplog.text
    caplog.clear()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError):
        DrillBox(tmp_path / "file")
