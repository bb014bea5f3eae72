"""Killed at any moment, cut at any byte: what was shown is on disk, and nothing half-written is read."""

from __future__ import annotations

import argparse
import random
from dataclasses import replace
from pathlib import Path

import pytest

from companion.lab.bench import durability, killing
from companion.lab.bench.by_touch import TERMS, next_touch
from companion.lab.bench.cutting import CutWritten, blanked_wrong, cut_wrong, opened_wrong, written
from companion.lab.bench.figure import Figure
from companion.lab.bench.killing import Output, Toll, killed
from companion.lab.commands import bench
from companion.match.events import DiceRolled
from companion.match.session import RollDice, begun, resumed, step
from companion.record import Journal
from companion.record.entries import Entry, Kind
from hardware.dice_source import fair_roll
from tests.record.journals import notes

# --- killed ----------------------------------------------------------------------------------------


def test_a_kill_at_any_moment_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    seed = random.randrange(10_000)
    *_, toll = killed(tmp_path, random.Random(seed), 4)
    cost = replace(toll, kills=0, shown=0, steps=0, rolls=0)
    assert cost == Toll(), f"seed {seed}: {toll.where}"
    assert toll.kills == 4
    assert toll.shown > 0


def looked_through(folder: Path, told: Output) -> Toll:
    toll = Toll()
    killing._look_through(folder, told, toll)
    return toll


def test_what_a_kill_costs_is_found(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        journal.append_all(notes([1, 2, 3]))
        journal.draw(6, 4)
        journal.draw(3, 1)
    sums = {entry.n: killing._sum_of(entry) for entry in notes([1, 2, 3, 4])}
    whole = {n: sums[n] for n in (1, 2, 3)}
    assert looked_through(tmp_path, Output(frozenset({0, 3}), whole)).lost == 0
    assert looked_through(tmp_path, Output(frozenset({0, 4}), sums)).lost == 1
    assert looked_through(tmp_path, Output(frozenset({0, 3}), whole | {2: 0})).lost == 1
    assert looked_through(tmp_path, Output(frozenset({0, 3}), whole)).torn == 0
    assert looked_through(tmp_path, Output(frozenset({0, 4}), whole)).torn == 1
    assert looked_through(tmp_path, Output(frozenset({0, 3}), whole)).passed_over == 1


def test_a_match_that_cannot_go_on_is_found(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        journal.append(Entry(1, 0.0, Kind.TAKE))
    assert looked_through(tmp_path, Output(frozenset({0, 1}))).unresumed == 1


def test_what_was_being_said_at_the_kill_counts_as_not_said() -> None:
    told = killing._output(b'["step", 2]\n["shown", 1, 77]\n["shown", 2, 7')
    assert (told.steps, told.shown) == (frozenset({2}), {1: 77})


# --- cut -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> CutWritten:
    return written(tmp_path_factory.mktemp("written"))


def test_a_log_cut_at_any_byte_opens_to_the_whole_commits_before_it(made: CutWritten, tmp_path: Path) -> None:
    assert len(made.every_byte()) == 64 * 1024 + 1
    assert len(made.log) > 64 * 1024
    assert list(cut_wrong(made, tmp_path, [*made.every_byte(2999), *made.boundaries()[::2]])) == []


def test_a_log_that_is_blank_behind_any_byte_opens_to_the_whole_commits_before_it(
    made: CutWritten, tmp_path: Path
) -> None:
    assert list(blanked_wrong(made, tmp_path, made.every_byte(2999))) == []


def test_a_journal_with_a_cut_log_opens_and_goes_on(made: CutWritten, tmp_path: Path) -> None:
    assert list(opened_wrong(made, tmp_path, made.boundaries()[::6])) == []


def test_a_cut_that_opens_to_something_else_is_found(made: CutWritten, tmp_path: Path) -> None:
    more = replace(made, entries=(*made.entries[:-1], made.entries[-1] + 1))
    for wrong in (cut_wrong, blanked_wrong, opened_wrong):
        assert list(wrong(more, tmp_path, [len(made.log)])) == [(len(made.log), made.entries[-1])]


# --- the bench -------------------------------------------------------------------------------------


def test_matches_played_by_touch_go_on_from_their_journal() -> None:
    source, state, journal = random.Random(3), begun(TERMS), list[Entry]()
    for at_s in range(1, 320):
        state, effects = step(state, next_touch(state, source, float(at_s)))
        if any(isinstance(effect, RollDice) for effect in effects):
            state, effects = step(state, DiceRolled(*fair_roll(source), float(at_s)))
        journal += [effect for effect in effects if isinstance(effect, Entry)]
    told = {entry.event for entry in journal}
    back = resumed(TERMS, journal)
    assert {Kind.START, Kind.ROLL, Kind.PLAY, Kind.DOUBLE, Kind.TAKE, Kind.GAME_OVER} <= told
    assert (back.record.position, back.record.cube, back.record.score) == (
        state.record.position,
        state.record.cube,
        state.record.score,
    )


def test_the_bench_measures_all_of_it_and_every_figure_keeps_to_its_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, few in (("_COMMITS", 5), ("_LONG", 15), ("_DAMAGED", 3), ("_TOUCHES", 5)):
        monkeypatch.setattr(durability, name, few)
    options = argparse.Namespace(data_dir=tmp_path, kills=1, every=29989, json=True)
    figures = durability.figures(options)
    assert [figure.name for figure in figures if not figure.ok] == []
    names = " ".join(figure.name for figure in figures)
    for what in (
        "kill -9",
        "log cut",
        "log blank",
        "full disk",
        "read-only",
        "locked",
        "broken",
        "lost page",
        "commit",
    ):
        assert what in names
    assert list(tmp_path.iterdir()) == []


def test_durability_needs_no_test_data(monkeypatch: pytest.MonkeyPatch) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--data-dir", type=Path)
    bench.add(parser.add_subparsers().add_parser("bench"))
    seen: list[argparse.Namespace] = []

    def figures(options: argparse.Namespace) -> list[Figure]:
        seen.append(options)
        return []

    monkeypatch.setattr(durability, "figures", figures)
    options = parser.parse_args(["bench", "durability", "--kills", "1000", "--shared", "/nowhere"])
    assert options.run(options) == 0
    assert (seen[0].kills, seen[0].every) == (1000, 1)
