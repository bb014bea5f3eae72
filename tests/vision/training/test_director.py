"""A script is carried out on the renderer's table: what lies there in the end is what the script says."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.games.backgammon import Position
from companion.games.rules import Side
from companion.lab.simulation.script import script
from vision.training.director import FPS, Director, write_truth

RENDERER = Path(__file__).parents[4] / "shared" / "render"
SHOT = {"id": "film", "mess": 0.5}
"""What the director needs of a shot."""


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> argparse.Namespace:
    if not RENDERER.is_dir():
        pytest.skip("the renderer is not there")
    monkeypatch.setattr(sys, "path", [str(RENDERER), *sys.path])
    names = ("game", "layout", "render", "styles")
    return argparse.Namespace(**{name: importlib.import_module(name) for name in names})


@pytest.fixture
def film(parts: argparse.Namespace, tmp_path: Path) -> dict[str, Any]:
    turns = json.loads(json.dumps(script(1801, fast=False, turns=12, acts=4)))["turns"]
    geometry = parts.layout.geometry(parts.styles.STYLES["walnut_maple"], "right")
    director = Director.of(parts, geometry, np.random.default_rng(1), SHOT, 0.2)
    director.film(turns)
    write_truth(tmp_path / "film", director, turns)
    found: dict[str, Any] = json.loads((tmp_path / "film" / "film.json").read_text())
    listed = [json.loads(row)["file"] for row in (tmp_path / "film" / "frames.jsonl").read_text().splitlines()]
    assert listed == [frame["file"] for frame in found["frames"]]
    found["boards"] = [position for _, position, _ in director.pictures]
    return found


def test_every_turn_ends_as_it_is_scripted(film: dict[str, Any]) -> None:
    for turn in film["turns"]:
        shown = film["frames"][round(turn["end_s"] * FPS)]
        position = Position.from_id(turn["end"], Side(turn["side"]).other)
        assert film["boards"][int(shown["file"][:4])]["points"] == list(position.points)


def test_a_turn_is_over_before_the_hand_is_gone_and_the_next_begins(film: dict[str, Any]) -> None:
    for turn, following in zip(film["turns"], film["turns"][1:], strict=False):
        assert turn["signal_s"] <= turn["clear_s"]
        assert turn["end_s"] < following["end_s"]


def test_a_planted_mistake_lies_there_from_a_time_on(film: dict[str, Any]) -> None:
    acts = [turn for turn in film["turns"] if turn["act"]]
    assert acts
    for turn in acts:
        assert turn["lies"], turn["act"]
