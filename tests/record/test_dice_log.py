"""Electronic rolls: drawn before they are shown, used once, never changed; and what is usual for fair dice."""

from __future__ import annotations

import math
import random
import sqlite3
from fractions import Fraction
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.games.rules import Side
from companion.record import Journal
from companion.record.dice_log import Draw, counted, never_used, usual_range, verdict
from companion.record.entries import Entry, Kind
from companion.record.facts import RollOff
from hardware.dice_source import fair_roll


def rolled(n: int, draw: int, dice: tuple[int, int] = (3, 1)) -> Entry:
    return Entry(n, float(n), Kind.ROLL, side=Side.LIGHT, dice=dice, draw=draw)


def draws(rolls: list[tuple[int, int]]) -> list[Draw]:
    return [
        Draw(number, "", 1, *roll, entry_n=number, turn=number, recorded=roll) for number, roll in enumerate(rolls, 1)
    ]


def test_a_roll_is_on_disk_once_it_is_drawn_and_waits_to_be_used(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        assert journal.unused_draw() is None
        number = journal.draw(6, 5)
    with Journal(tmp_path) as journal:
        journal.resume(1)
        unused = journal.unused_draw()
        assert unused is not None
        assert (unused.id, unused.numbers) == (number, (6, 5))
        journal.append(rolled(1, number, (6, 5)))
        assert journal.unused_draw() is None


def test_a_roll_of_another_match_is_not_used(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        number = journal.draw(6, 5)
        journal.begin()
        assert journal.unused_draw() is None
        with pytest.raises(StorageError, match="no unused roll 1 in its match"):
            journal.append(rolled(1, number))


def test_a_roll_is_used_once_and_with_its_entry_or_not_at_all(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        number = journal.draw(3, 1)
        with pytest.raises(StorageError, match="does not follow"):
            journal.append_all((rolled(1, number), Entry(3, 0.0, Kind.NOTE)))
        assert journal.unused_draw() is not None
        journal.append(rolled(1, number))
        with pytest.raises(StorageError, match="no unused roll"):
            journal.append(rolled(2, number))
        assert len(journal.entries(1)) == 1


@pytest.mark.parametrize("change", ["first = 6", "drawn = 'x'", "entry_n = 2", "entry_n = NULL", "match_id = 2"])
def test_a_roll_never_changes(change: str, tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        journal.append(rolled(1, journal.draw(3, 1)))
        with pytest.raises(sqlite3.IntegrityError, match="never changes"):
            journal._file.database.execute(f"UPDATE draws SET {change}")
        with pytest.raises(sqlite3.IntegrityError, match="only with their match"):
            journal._file.database.execute("DELETE FROM draws")


def test_the_log_tells_match_turn_and_what_was_recorded(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        tie, opening = journal.draw(4, 4), journal.draw(3, 1)
        journal.append(Entry(1, 0.0, Kind.NOTE, facts=RollOff(4), draw=tie))
        journal.append(rolled(2, opening))
        journal.append(rolled(3, journal.draw(6, 2), (5, 5)))
        journal.begin()
        journal.draw(1, 2)
        told = [(draw.match_id, draw.numbers, draw.turn, draw.recorded) for draw in journal.draws()]
        assert told == [
            (1, (4, 4), None, None),
            (1, (3, 1), 1, (3, 1)),
            (1, (6, 2), 2, (5, 5)),
            (2, (1, 2), None, None),
        ]
        assert [draw.id for draw in never_used(journal.draws())] == [4]
        assert [draw.id for draw in journal.draws(2)] == [4]
        assert "1 roll on record is not the one that was drawn: match 1 turn 2" in verdict(journal.draws(), ())


def test_rolls_go_with_their_match(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin()
        journal.append(rolled(1, journal.draw(3, 1)))
        journal.delete(1)
        journal.purge()
        assert journal.draws() == ()


@pytest.mark.parametrize(("of", "chance"), [(300, Fraction(1, 6)), (40, Fraction(1, 36)), (1, Fraction(1, 2))])
def test_the_usual_range_holds_the_middle_99_percent_exactly(of: int, chance: Fraction) -> None:
    def at_most(k: int) -> Fraction:
        return sum((math.comb(of, i) * chance**i * (1 - chance) ** (of - i) for i in range(k + 1)), Fraction(0))

    low, high = usual_range(of, chance)
    tail = Fraction(1, 200)
    assert at_most(low - 1) <= tail < at_most(low)
    assert at_most(high - 1) < 1 - tail <= at_most(high)


def test_every_roll_is_counted_once_in_each_way() -> None:
    source = random.Random(5)
    counts = counted(draws([fair_roll(source) for _ in range(1000)]))
    totals = {kind: sum(c.count for c in counts if c.name.startswith(kind)) for kind in ("sum", "roll")}
    assert totals == {"sum": 1000, "roll": 1000}
    assert sum(count.count for count in counts[:6]) == 2000
    assert len(counts) == 6 + 1 + 11 + 21


def test_fair_dice_are_found_fair_and_loaded_ones_are_not() -> None:
    source = random.Random(5)
    fair = draws([fair_roll(source) for _ in range(2000)])
    assert verdict(fair, counted(fair)).startswith("as fair dice fall")
    loaded = draws([(6, source.choice([1, 2, 3, 4, 5, 6, 6])) for _ in range(300)])
    told = verdict(loaded, counted(loaded))
    assert told.startswith("not as fair dice fall")
    assert "sixes" in told


@pytest.mark.slow
def test_a_few_unusual_counts_are_usual() -> None:
    source = random.Random(11)
    verdicts = [
        verdict(log, counted(log)) for log in (draws([fair_roll(source) for _ in range(200)]) for _ in range(50))
    ]
    assert sum(told.startswith("not as") for told in verdicts) <= 2
    assert any("unusual" in told for told in verdicts), "one count in a hundred is"


def test_an_empty_log_says_so() -> None:
    assert verdict((), counted(())) == "no electronic roll was drawn"
