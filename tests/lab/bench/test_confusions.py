"""The bank of readings: what was there on which board, what was read, how often, and how long that stays."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.backgammon import START, picture_of
from companion.games.rules import Side
from companion.lab.bench.confusions import bank, main
from companion.lab.bench.misreadings import by_height, figures
from companion.lab.bench.rendered import TruthFrame
from companion.lab.simulation.noise import BANK, Bank
from companion.lab.simulation.session import SeenLook
from companion.lab.simulation.table import LyingDie
from tests.table import observed
from vision.observation import TRAY, UNSEEN, Counts, CubePlace, Evidence, SeenCube, SeenDie

SHARED = Path(__file__).parents[4] / "shared"
LYING: dict[int, Counts] = {spot: (stack.light, stack.dark) for spot, stack in picture_of(START).items()}
WRONG = Evidence({(4, 0): 0.8, (5, 0): 0.2})
OTHER = Evidence({(4, 0): 0.86, (5, 0): 0.14})

needs_renders = pytest.mark.skipif(
    not (SHARED / "data" / "renders" / "stills").is_dir(), reason="the rendered pictures are not beside the project"
)


def die(value: int, sure: float, place: tuple[float, float]) -> SeenDie:
    rest = (1 - sure) / 5
    one, two, three, four, five, six = (sure if value == k else rest for k in range(1, 7))
    return SeenDie((0.0, 0.0), place, (one, two, three, four, five, six))


def look(
    read: Mapping[int, Evidence] | None = None,
    *,
    counts: Mapping[int, Counts] | None = None,
    dice: tuple[SeenDie, ...] = (),
    lying: tuple[LyingDie, ...] = (),
    cube: SeenCube | None = None,
    unmoved: bool = False,
    hand: bool = False,
) -> SeenLook:
    """A look at the start position, read rightly but for what is named."""
    seen = observed(START)
    seen = replace(seen, evidence={**seen.evidence, **(read or {})}, dice=dice, cube=cube, hand=hand)
    return SeenLook(0.0, seen, {**LYING, **(counts or {})}, lying, "", unmoved, CubePlace.LIGHT if cube else None)


def board(*looks: SeenLook) -> dict[str, Any]:
    found: dict[str, Any] = bank({"oak": looks}, {})["boards"]["oak"]
    return found


def test_readings_of_the_same_and_as_sure_are_told_together_by_spot_and_by_what_lies_there() -> None:
    sure = Evidence({(5, 0): 0.97, (4, 0): 0.03})
    rows = board(look({6: sure}), look({6: sure}), look({6: WRONG}), look({6: OTHER}))["spots"]["6 5,0"]
    assert [row["w"] for row in rows] == [2, 1, 1]
    assert rows[0]["p"] == [[5, 0, 0.97], [4, 0, 0.03]]


def test_an_unseen_tray_is_counted_and_an_unseen_spot_told_as_unseen() -> None:
    seen = Evidence({(0, 0): 1.0})
    made = board(look({TRAY: UNSEEN, 6: UNSEEN}), look({TRAY: seen, 6: UNSEEN}))
    assert made["spots"]["6 5,0"] == [{"unseen": True, "w": 2}]
    assert made["tray_unseen"] == 0.5


def test_a_die_is_known_by_its_place_and_one_elsewhere_is_a_false_one() -> None:
    lying = LyingDie(4, (0.2, 0.5), Side.LIGHT), LyingDie(1, (0.4, 0.5), Side.LIGHT)
    made = board(look(dice=(die(3, 0.6, (0.21, 0.5)), die(5, 0.9, (0.7, 0.1))), lying=lying))
    assert made["dice"]["4"][0]["p"][2] == 0.6
    assert made["dice"]["1"] == [{"unseen": True, "w": 1}]
    assert [row["at"] for row in made["false_dice"]] == [[0.7, 0.1]]


def test_cocked_dice_are_counted_apart() -> None:
    lying = (LyingDie(4, (0.2, 0.5), Side.LIGHT, cocked=True),)
    made = bank({"oak": [look(dice=(die(4, 0.9, (0.2, 0.5)),), lying=lying), look(lying=lying)]}, {})
    assert made["cocked_noticed"] == 0.5
    assert made["boards"]["oak"]["dice"] == {}


def test_cubes_in_the_same_place_and_about_as_sure_are_told_together() -> None:
    looks = [look(cube=SeenCube((0.0, 0.0), CubePlace.LIGHT, sure)) for sure in (0.93, 0.88)]
    assert board(*looks)["cube"] == {"light": [{"place": "light", "confidence": 0.9, "w": 2}]}


def test_a_hand_seen_over_a_clear_board_is_counted() -> None:
    assert board(look(), look(hand=True))["hand"]["false"] == 0.5


def test_readings_that_are_not_the_same_by_chance_alone_stay() -> None:
    in_a_row = [look({6: WRONG}), *[look({6: WRONG}, unmoved=True)] * 9, *[look(unmoved=True)] * 10]
    by_turns = [look({6: WRONG}, unmoved=True), look(unmoved=True)] * 10
    assert bank({"oak": in_a_row}, {})["lasting"]["still"] > 0.7
    assert bank({"oak": by_turns}, {})["lasting"]["still"] == 0


def test_the_figures_tell_what_is_misread_again_and_what_is_not() -> None:
    moved = look({6: WRONG}, counts={8: (2, 0), 7: (1, 0)})
    found = figures(
        {"oak": [look({6: WRONG}), look({6: WRONG}, unmoved=True), moved, look(counts={6: (4, 0)}), look()]}
    )
    assert found["misread so again: next look, nothing moved"] == 1
    assert found["misread so again: next look, moved elsewhere"] == 1
    assert found["misread so again: when the same lies there again"] == 0


def test_misreadings_are_told_by_how_many_checkers_lie_there() -> None:
    rows = dict(row.split(": ", 1) for row in by_height({"oak": [look({6: WRONG}), look(counts={6: (7, 0)})]}))
    assert rows["1 to 5"].startswith("15 seen, 1 misread (66.67 in 1,000), ")
    assert rows["7"].startswith("1 seen, ")
    assert rows["bar, none"].startswith("2 seen, 0 misread")


def test_the_bank_in_the_tree_can_be_drawn_from_and_is_small() -> None:
    drawn = Bank.load(BANK)
    assert {(False, (n, 0)) for n in range(7)} | {(False, (0, n)) for n in range(7)} <= drawn.cells.keys()
    assert BANK.stat().st_size < 300_000


@needs_renders
def test_the_command_writes_a_bank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = SHARED / "data" / "renders" / "stills"
    one = TruthFrame.of(folder / "ds001.json")
    monkeypatch.setattr("companion.lab.bench.looks.stills", lambda _: [one])
    monkeypatch.setattr("companion.lab.bench.looks.games", lambda _: [])
    out = tmp_path / "bank.json.gz"
    main(["--shared", str(SHARED), "--out", str(out)])
    made: dict[str, Any] = json.loads(gzip.decompress(out.read_bytes()))
    assert sum(entry["w"] for entries in made["stills"][one.style]["spots"].values() for entry in entries) == 25
    assert "stays in the next look" in capsys.readouterr().out
