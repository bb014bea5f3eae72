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
from companion.lab.simulation.noise import BANK, Bank, Lot, Readings, stand_in
from companion.lab.simulation.table import LyingDie, Shift, SimulatedTable
from vision.observation import CubePlace


def plain() -> dict[str, Any]:
    """The smallest bank: five dark checkers are always read as six."""
    sure = {"0,0": [{"p": [[0, 0, 1.0]], "w": 1}], "1,0": [{"p": [[1, 0, 1.0]], "w": 1}]}
    spots = {**sure, "5,0": [{"p": [[5, 0, 1.0]], "w": 1}], "0,5": [{"p": [[0, 6, 0.9], [0, 5, 0.1]], "w": 1}]}
    faces = {
        str(v): [{"p": [float(k == v) for k in range(1, 7)], "w": 3}, {"unseen": True, "w": 1}] for v in range(1, 7)
    }
    cube = {place.value: [{"place": place.value, "confidence": 1.0, "w": 1}] for place in CubePlace}
    return {
        "spots": spots, "bar": sure, "tray": {"0,0": [{"unseen": True, "w": 1}]}, "dice": faces, "cube": cube,
        "hand": {"missed": 0.0, "false": 0.0}, "persistence": {"spot": 1.0, "dice": 1.0, "tray": 1.0},
    }  # fmt: skip


def test_a_spot_is_read_as_the_bank_says() -> None:
    seen = Readings(Bank.from_plain(plain()), random.Random(1)).look(SimulatedTable(), 0.0)
    assert seen.spot(12).best == (0, 6)
    assert seen.spot(6).best == (5, 0)
    assert not seen.spot(TRAY).seen


def test_a_count_that_the_bank_lacks_is_read_like_the_nearest_of_the_same_owner() -> None:
    table = SimulatedTable()
    table.shift(Shift(Side.DARK, 12, 19))
    seen = Readings(Bank.from_plain(plain()), random.Random(1)).look(table, 0.0)
    assert seen.spot(12).likelihoods == {(0, 5): 0.9, (0, 4): 0.1}
    assert seen.spot(19).likelihoods == {(0, 7): 0.9, (0, 6): 0.1}


def test_both_sides_on_one_spot_are_read_as_each_alone_where_nothing_is_known() -> None:
    table = SimulatedTable()
    table.shift(Shift(Side.LIGHT, 13, 12))
    assert Readings(Bank.from_plain(plain()), random.Random(1)).look(table, 0.0).spot(12).best == (1, 6)


def test_a_reading_stays_as_long_as_nothing_is_moved_there() -> None:
    bank = stand_in(0.5, lasting=1.0)
    table, readings = SimulatedTable(), Readings(bank, random.Random(3))
    first = readings.look(table, 0.0)
    table.shift(Shift(Side.LIGHT, 13, BAR))
    second = readings.look(table, 1.0)
    same = [spot for spot in range(1, 25) if first.spot(spot) is second.spot(spot)]
    assert set(same) >= set(range(1, 25)) - {13}
    assert second.spot(13).best[0] in (3, 4, 5)


def test_without_lasting_each_look_reads_anew() -> None:
    table, readings = SimulatedTable(), Readings(stand_in(0.5, lasting=0.0), random.Random(3))
    bests = {readings.look(table, float(k)).spot(6).best for k in range(60)}
    assert bests == {(4, 0), (5, 0), (6, 0)}


def test_dice_are_missed_as_often_as_the_bank_says_and_stay_missed() -> None:
    bank, missed = Bank.from_plain(plain()), 0
    for seed in range(300):
        table, readings = SimulatedTable(), Readings(bank, random.Random(seed))
        table.dice = (LyingDie(5, (0.7, 0.5), Side.LIGHT),)
        first, second = readings.look(table, 0.0).dice, readings.look(table, 1.0).dice
        assert len(first) == len(second)
        missed += not first
    assert 45 <= missed <= 105


def test_a_hand_covers_what_lies_under_it() -> None:
    table = SimulatedTable()
    table.hand, table.covered = True, (6, 8)
    seen = Readings(Bank.from_plain(plain()), random.Random(1)).look(table, 0.0)
    assert seen.hand
    assert not seen.spot(6).seen
    assert seen.spot(5).seen


def test_a_file_that_is_no_bank_is_named(tmp_path: Path) -> None:
    file = tmp_path / "bank.json.gz"
    file.write_bytes(gzip.compress(json.dumps({"spots": {}}).encode()))
    with pytest.raises(InputError, match=r"bank\.json\.gz.*expected a bank of readings"):
        Bank.load(file)


def test_the_bank_that_is_shipped_reads_all_that_a_start_position_holds() -> None:
    bank = Bank.load(BANK)
    assert {(0, 0), (0, 2), (0, 3), (0, 5), (2, 0), (3, 0), (5, 0)} <= bank.spots.keys()
    assert set(bank.dice) == set(range(1, 7))
    assert set(bank.cube) == set(CubePlace)


def test_a_thing_is_drawn_as_often_as_it_weighs() -> None:
    lot, rng = Lot.of([("seldom", 1.0), ("never", 0.0), ("often", 3.0)]), random.Random(2)
    drawn = [lot.draw(rng) for _ in range(400)]
    assert 70 <= drawn.count("seldom") <= 130
    assert "never" not in drawn


def test_vision_compares_with_the_last_clear_look_before_something_moved() -> None:
    bank = Bank.from_plain({**plain(), "changes": {"changed": [[0.99, 1]], "unchanged": [[0.01, 1]]}})
    table, readings = SimulatedTable(), Readings(bank, random.Random(1))
    assert readings.look(table, 0.0).changes is None
    table.shift(Shift(Side.LIGHT, 6, 5))
    moved = readings.look(table, 1.0).changes
    assert moved is not None
    assert {spot for spot, p in moved.spots.items() if p > 0.5} == {5, 6}
    assert readings.look(table, 2.0, unmoved=True).changes is moved
    table.hand = True
    assert readings.look(table, 3.0).changes is None
    table.hand = False
    again = readings.look(table, 4.0, unmoved=True).changes
    assert again is not None
    assert max(again.spots.values()) < 0.5
