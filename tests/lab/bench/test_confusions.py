"""The bank of readings: what is there, what was read of it, and how often."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from companion.lab.bench.confusions import SHARES, Sample, bank, held_out, main, samples, summary
from companion.lab.bench.rendered import TruthFrame
from companion.lab.simulation.noise import BANK, Bank
from vision.observation import BAR, POINTS, TRAY, UNSEEN, Counts, CubePlace, Evidence, Observation, SeenCube, SeenDie

SHARED = Path(__file__).parents[4] / "shared"
CORNERS = ((0.0, 0.0), (1000.0, 0.0), (1000.0, 800.0), (0.0, 800.0))

needs_renders = pytest.mark.skipif(
    not (SHARED / "data" / "renders" / "stills").is_dir(), reason="the rendered pictures are not beside the project"
)


def die(value: int, sure: float, place: tuple[float, float]) -> SeenDie:
    rest = (1 - sure) / 5
    one, two, three, four, five, six = (sure if value == k else rest for k in range(1, 7))
    return SeenDie(place, (0.5, 0.5), (one, two, three, four, five, six))


def sample(
    read: dict[int, Evidence],
    truth: dict[int, Counts],
    *,
    dice: tuple[SeenDie, ...] = (),
    true_dice: tuple[tuple[int, float], ...] = (),
    cube: SeenCube | None = None,
    weight: float = 1.0,
    hand: bool = False,
) -> Sample:
    """A look at a board on which all that is not named is empty and read so."""
    empty = Evidence({(0, 0): 1.0})
    evidence = {spot: read.get(spot, empty) for spot in (*POINTS, BAR, TRAY)}
    thrown = [
        {"value": value, "cocked": False, "bbox": [x - 10, 90, x + 10, 110], "center": [x, 100.0]}
        for value, x in true_dice
    ]
    lying = {"place": "W_side", "owner": "W"} if cube else None
    facts = {"stable": True, "hand": None, "dice": thrown, "cube": lying, "sequence": "dev",
             "field_corners": [[0, 800], [1000, 800], [1000, 0], [0, 0]], "home": "right"}  # fmt: skip
    seen = Observation(evidence, dice, cube, hand, 0.0, CORNERS)
    whole = {spot: truth.get(spot, (0, 0)) for spot in (*POINTS, BAR, TRAY)}
    return Sample(TruthFrame(Path("0.jpg"), facts), "dev", seen, whole, weight)


SURE = Evidence({(2, 0): 0.97, (1, 0): 0.03})
WRONG = Evidence({(3, 0): 0.8, (2, 0): 0.2})


def test_sure_readings_are_told_together_and_each_misreading_by_itself() -> None:
    made = bank([sample({6: SURE}, {6: (2, 0)}, weight=w) for w in (1, 2)] + [sample({6: WRONG}, {6: (2, 0)})] * 2)
    rows = made["spots"]["2,0"]
    assert [row["w"] for row in rows] == [3, 1, 1]
    assert rows[0]["p"] == [[2, 0, 0.97], [1, 0, 0.03]]
    assert rows[1]["p"][0] == [3, 0, 0.8]


def test_an_unseen_spot_is_told_as_unseen() -> None:
    made = bank([sample({TRAY: UNSEEN}, {TRAY: (4, 0)})])
    assert made["tray"] == {"4,0": [{"unseen": True, "w": 1}]}


def test_the_bar_is_told_apart_from_the_points() -> None:
    made = bank([sample({BAR: Evidence({(1, 0): 0.6, (0, 0): 0.4})}, {BAR: (1, 0)})])
    assert list(made["bar"]) == ["1,0"]
    assert "1,0" not in made["spots"]


def test_a_die_is_known_by_its_place_and_one_elsewhere_is_a_false_one() -> None:
    seen = (die(3, 0.6, (102.0, 101.0)), die(5, 0.9, (700.0, 100.0)))
    made = bank([sample({}, {}, dice=seen, true_dice=((4, 100.0), (1, 300.0)))])
    assert made["dice"]["4"][0]["p"][2] == 0.6
    assert made["dice"]["1"] == [{"unseen": True, "w": 1}]
    assert made["false_dice"] == 1


def test_a_cube_that_was_not_seen_has_no_place() -> None:
    shown = sample({}, {}, cube=SeenCube((0.0, 0.0), CubePlace.LIGHT, 0.93))
    assert bank([shown])["cube"] == {"light": [{"place": "light", "confidence": 0.9, "w": 1}]}


def test_a_hand_seen_over_a_clear_board_is_counted() -> None:
    made = bank([sample({}, {}), sample({}, {}, hand=True)])
    assert made["hand"]["false"] == 0.5


def test_a_misreading_that_stays_in_the_next_picture_persists() -> None:
    wrong, right = sample({6: WRONG}, {6: (2, 0)}), sample({6: SURE}, {6: (2, 0)})
    assert bank([wrong, wrong, wrong, right])["persistence"]["spot"] == pytest.approx(2 / 3, abs=1e-3)


def test_what_was_moved_between_two_pictures_does_not_count_for_persistence() -> None:
    wrong, moved = sample({6: WRONG}, {6: (2, 0)}), sample({6: WRONG}, {6: (1, 0)})
    still = sample({8: WRONG}, {8: (2, 0)})
    assert bank([wrong, moved])["persistence"]["spot"] == 0
    assert bank([still, still, moved])["persistence"]["spot"] == 1


def test_the_bank_in_the_tree_can_be_drawn_from_and_is_small() -> None:
    drawn = Bank.load(BANK)
    assert {(n, 0) for n in range(8)} | {(0, n) for n in range(8)} <= set(drawn.spots)
    assert set(drawn.dice) == set(range(1, 7))
    assert BANK.stat().st_size < 300_000


def test_the_bank_in_the_tree_misreads_as_often_as_the_reader_does() -> None:
    told = list(summary(json.loads(gzip.decompress(BANK.read_bytes()))))
    misread = next(float(line.split(":")[1].strip(" %")) for line in told if line.startswith("points misread"))
    assert 0.3 < misread < 1.5


def test_every_eighth_board_of_the_training_pictures_is_held_out(tmp_path: Path) -> None:
    for name in ("r11_0006_0", "r11_0007_0", "r12_0015_3", "r12_0016_0", "notes"):
        (tmp_path / f"{name}.json").touch()
    assert [file.stem for file in held_out([tmp_path])] == ["r11_0007_0", "r12_0015_3"]


@pytest.mark.slow
@needs_renders
def test_each_board_of_a_kind_weighs_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = SHARED / "data" / "renders" / "stills"
    few = [TruthFrame.beside(folder / f"ds{k:03d}.json") for k in (0, 1, 10)]
    monkeypatch.setattr("companion.lab.bench.confusions.stills", lambda _: few)
    monkeypatch.setattr("companion.lab.bench.confusions.games", lambda _: [])
    read = samples(SHARED, [])
    by_board: dict[str, float] = {}
    for one in read:
        by_board[one.board] = by_board.get(one.board, 0.0) + one.weight
    assert by_board == {board: pytest.approx(SHARES["stills"] / len(by_board)) for board in by_board}


@needs_renders
def test_the_command_writes_a_bank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = SHARED / "data" / "renders" / "stills"
    monkeypatch.setattr("companion.lab.bench.confusions.stills", lambda _: [TruthFrame.beside(folder / "ds001.json")])
    monkeypatch.setattr("companion.lab.bench.confusions.games", lambda _: [])
    out = tmp_path / "bank.json.gz"
    main(["--shared", str(SHARED), "--out", str(out)])
    made: dict[str, Any] = json.loads(gzip.decompress(out.read_bytes()))
    assert sum(entry["w"] for entries in made["spots"].values() for entry in entries) > 0
    assert "points misread" in capsys.readouterr().out
