"""The readings: as often wrong as the bank says, and a mistake lasts."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from companion.errors import InputError
from companion.games.rules import BAR, TRAY, Side
from companion.lab.simulation.noise import BANK, KINDS, Bank, Half, Lot, Readings
from companion.lab.simulation.table import LyingDie, Shift, SimulatedTable
from tests.lab.simulation.bank import stand_in
from vision.observation import CubePlace


def read_as(light: int, dark: int, p: float = 1.0) -> dict[str, Any]:
    other = [] if p == 1.0 else [[light, dark - 1, 1 - p]]
    return {"p": [[light, dark, p], *other], "w": 1}


def plain(**of_board: Any) -> dict[str, Any]:
    """The smallest bank: on its one board five dark checkers are always read as six."""
    spots = {f"{spot} {n},0": [read_as(n, 0)] for spot, n in ((0, 0), (0, 1), (1, 0), (1, 1), (6, 5))}
    spots["12 0,5"] = [read_as(0, 6, 0.9)]
    faces = {
        str(v): [{"p": [float(k == v) for k in range(1, 7)], "w": 3}, {"unseen": True, "w": 1}] for v in range(1, 7)
    }
    cube = {place.value: [{"place": place.value, "confidence": 1.0, "w": 1}] for place in CubePlace}
    board = {
        "spots": spots, "tray_unseen": 1.0, "dice": faces, "false_dice": [], "clear_looks": 10, "cube": cube,
        "hand": {"missed": 0.0, "false": 0.0},
    }  # fmt: skip
    return {
        "boards": {"oak": {**board, **of_board}}, "stills": {}, "lasting": dict.fromkeys(KINDS, 1.0),
        "cocked_noticed": 1.0,
    }  # fmt: skip


def readings(bank: dict[str, Any], seed: int = 1) -> Readings:
    return Readings(Bank.from_plain(bank), random.Random(seed))


def test_a_spot_is_read_as_on_the_board_that_was_drawn() -> None:
    seen = readings(plain()).look(SimulatedTable(), 0.0)
    assert seen.spot(12).best == (0, 6)
    assert seen.spot(6).best == (5, 0)
    assert not seen.spot(TRAY).seen


def test_a_spot_that_never_held_so_many_is_read_like_one_that_did() -> None:
    assert readings(plain()).look(SimulatedTable(), 0.0).spot(19).best == (0, 6)


def test_what_a_board_never_had_is_read_as_on_another_board_and_then_as_in_stills() -> None:
    bank = plain()
    bank["boards"]["elm"] = {**bank["boards"]["oak"], "spots": {"3 0,4": [read_as(0, 9)]}}
    bank["stills"]["ash"] = {"spots": {"3 0,4": [read_as(0, 8)], "3 0,3": [read_as(0, 7)]}}
    table = SimulatedTable()
    table.shift(Shift(Side.DARK, 12, BAR))
    table.shift(Shift(Side.DARK, 19, BAR))
    table.shift(Shift(Side.DARK, 19, BAR))
    eyes = readings(bank)
    eyes.board = eyes.bank.boards["oak"]
    seen = eyes.look(table, 0.0)
    assert seen.spot(12).best == (0, 9)
    assert seen.spot(19).best == (0, 7)


def test_a_count_that_no_board_had_is_read_like_the_nearest_of_the_same_owner() -> None:
    table = SimulatedTable()
    table.shift(Shift(Side.DARK, 12, 19))
    seen = readings(plain()).look(table, 0.0)
    assert seen.spot(12).likelihoods == pytest.approx({(0, 5): 0.9, (0, 4): 0.1})
    assert seen.spot(19).likelihoods == pytest.approx({(0, 7): 0.9, (0, 6): 0.1})


def test_both_sides_on_one_spot_are_read_as_each_alone_where_nothing_is_known() -> None:
    table = SimulatedTable()
    table.shift(Shift(Side.LIGHT, 13, 12))
    assert readings(plain()).look(table, 0.0).spot(12).best == (1, 6)


def test_a_match_is_played_on_one_board_and_each_half_has_its_own() -> None:
    bank = Bank.load(BANK)
    halves = [bank.half(half).boards.keys() for half in Half]
    assert all(halves)
    assert not halves[0] & halves[1]
    assert halves[0] | halves[1] == bank.boards.keys()
    assert len({id(Readings(bank, random.Random(seed)).board) for seed in range(40)}) > 2


def test_a_reading_stays_as_long_as_nothing_is_moved_there() -> None:
    bank = stand_in(0.5, lasting=1.0)
    table, eyes = SimulatedTable(), Readings(bank, random.Random(3))
    first = eyes.look(table, 0.0)
    table.shift(Shift(Side.LIGHT, 13, BAR))
    second = eyes.look(table, 1.0)
    same = [spot for spot in range(1, 25) if first.spot(spot) is second.spot(spot)]
    assert set(same) >= set(range(1, 25)) - {13}
    assert second.spot(13).best[0] in (3, 4, 5)


def test_without_lasting_each_look_reads_anew() -> None:
    table, eyes = SimulatedTable(), Readings(stand_in(0.5, lasting=0.0), random.Random(3))
    bests = {eyes.look(table, float(k)).spot(6).best for k in range(60)}
    assert bests == {(4, 0), (5, 0), (6, 0)}


def test_the_tray_is_right_where_it_is_seen() -> None:
    table = SimulatedTable()
    table.shift(Shift(Side.LIGHT, 6, TRAY))
    assert readings(plain(tray_unseen=0.0)).look(table, 0.0).spot(TRAY).best == (1, 0)


def test_dice_are_missed_as_often_as_the_bank_says_and_stay_missed() -> None:
    missed = 0
    for seed in range(300):
        table, eyes = SimulatedTable(), readings(plain(), seed)
        table.dice = (LyingDie(5, (0.7, 0.5), Side.LIGHT),)
        first, second = eyes.look(table, 0.0).dice, eyes.look(table, 1.0).dice
        assert len(first) == len(second)
        missed += not first
    assert 45 <= missed <= 105


def test_a_false_die_lies_where_one_was_seen_on_this_board() -> None:
    eyes = readings(plain(false_dice=[{"at": [0.2, 0.3], "p": [1, 0, 0, 0, 0, 0]}], clear_looks=1))
    (die,) = eyes.look(SimulatedTable(), 0.0).dice
    assert die.value == 1
    assert die.field_xy == pytest.approx((0.2, 0.3), abs=0.01)


def test_a_cocked_die_is_taken_for_a_flat_one_where_that_is_not_noticed() -> None:
    table = SimulatedTable()
    table.dice = (LyingDie(5, (0.7, 0.5), Side.LIGHT, cocked=True),)
    for noticed in (0.0, 1.0):
        seen = [readings({**plain(), "cocked_noticed": noticed}, seed).look(table, 0.0).dice for seed in range(9)]
        assert {die.cocked for dice in seen for die in dice} == {bool(noticed)}


def test_a_hand_covers_what_lies_under_it() -> None:
    table = SimulatedTable()
    table.hand, table.covered = True, (6, 8)
    seen = readings(plain()).look(table, 0.0)
    assert seen.hand
    assert not seen.spot(6).seen
    assert seen.spot(5).seen


def test_a_file_that_is_no_bank_is_named(tmp_path: Path) -> None:
    file = tmp_path / "bank.json.gz"
    file.write_bytes(gzip.compress(json.dumps({"boards": {}}).encode()))
    with pytest.raises(InputError, match=r"bank\.json\.gz.*expected a bank of readings"):
        Bank.load(file)


def test_the_bank_that_is_shipped_reads_all_that_a_start_position_holds() -> None:
    for half in Half:
        bank = Bank.load(BANK).half(half)
        assert {(False, pair) for pair in ((0, 0), (0, 2), (0, 3), (0, 5), (2, 0), (3, 0), (5, 0))} <= bank.cells.keys()
        assert all(bank.dice(value) for value in range(1, 7))


def test_a_thing_is_drawn_as_often_as_it_weighs() -> None:
    lot, rng = Lot.of([("seldom", 1.0), ("never", 0.0), ("often", 3.0)]), random.Random(2)
    drawn = [lot.draw(rng) for _ in range(400)]
    assert 70 <= drawn.count("seldom") <= 130
    assert "never" not in drawn
