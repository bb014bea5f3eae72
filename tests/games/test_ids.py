"""Position IDs, Match IDs and XGIDs, both ways."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest
from hypothesis import given

from companion.errors import InputError
from companion.games.backgammon import START, Position, position_id
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.plays import view_of
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side, Stack
from tests.games.boards import ORACLE, positions

# Five states as GNU Backgammon 1.07 prints them, with the XGID it accepts for each.
WORKED = [
    ("4HPwATDgc/ABMA:cAkAAAAAAAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"),
    ("M07wATDgc/AFQA:cBEgAwAAAAAE", "XGID=-b----E-C---eEA--a-c--b-bA:0:0:1:D:0:0:0:25:10"),
    ("mHPkBRAzTvABMA:AQEgAwAAAAAE", "XGID=-b--B-C-C--AeDA--a-c--bAb-:1:-1:-1:00:0:0:0:25:10"),
    ("4HPwATDgc/ABMA:8AmgAEAAEAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:1:5:10"),
    ("4HPwATDgc/ABMA:EwEuAxABsAAE", "XGID=-b----E-C---eE---c-e----B-:3:1:-1:43:22:17:0:25:10"),
]


@pytest.mark.parametrize(("gnubg_id", "xgid"), WORKED)
def test_worked_examples_go_from_one_form_to_the_other_and_back(gnubg_id: str, xgid: str) -> None:
    assert Situation.from_text(gnubg_id).xgid() == xgid
    assert Situation.from_text(xgid).gnubg_id() == gnubg_id


def test_a_position_id_writes_the_player_not_on_roll_first() -> None:
    # Only the side on roll has moved (8/5 6/5 with its own checkers), so the first half is the start's.
    position = Position.from_id("4HPwATDgc/ABMA", Side.LIGHT)
    moved = Position((*position.points[:4], 2, 4, 0, 2, *position.points[8:]))
    assert moved.id()[:6] == START.id()[:6]
    assert moved.mirrored().id() == moved.id()


def test_a_position_id_holds_no_turn_so_light_is_on_roll_unless_said() -> None:
    assert Position.from_id("4HPwATDgc/ABMA").on_roll is Side.LIGHT
    assert Position.from_id("4HPwATDgc/ABMA", Side.DARK).on_roll is Side.DARK


def test_an_xgid_is_the_same_board_whoever_is_on_roll() -> None:
    light, dark = (Position.from_xgid(f"XGID=-b----E-C---eE---c-e----B-:0:0:{k}:00:0:0:0:0:10") for k in (1, -1))
    assert (light.points, light.on_roll, dark.on_roll) == (dark.points, Side.LIGHT, Side.DARK)


def test_a_position_id_alone_means_money_play_with_the_cube_in_the_middle() -> None:
    assert Situation.from_text("4HPwATDgc/ABMA").state == MatchState(cube=1, owner=None, length=0, jacoby=False)


def test_a_situation_answers_in_the_form_it_was_asked_in() -> None:
    asked = Situation.from_text("XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:2:4:0:5:10")
    assert asked.state.dice == Dice(3, 1)
    assert asked.state.score == Stack(2, 4)
    after = asked.after(Position(asked.position.points, on_roll=Side.DARK))
    assert after.text() == "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:00:2:4:0:5:10"
    assert Situation.from_text("4HPwATDgc/ABMA:cAkAAAAAAAAE").text() == "4HPwATDgc/ABMA"


@given(positions())
def test_any_position_survives_its_id_and_its_xgid(position: Position) -> None:
    assert Position.from_id(position.id(), position.on_roll) == position
    assert Position.from_xgid(position.xgid()) == position


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "''"),
        ("4HPwATDgc/ABM", "'4HPwATDgc/ABM'"),
        ("4HPwATDgc/AB!A", "'4HPwATDgc/AB!A'"),
        ("//////////////", "more than 15"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAA", "'cAkAAAAAAAA'"),
        ("4HPwATDgc/ABMA:cAnzAAAAAAAE:", "expected 26 characters"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0", "9 more fields"),
        ("XGID=-b----E-C---eE---c-e----Z-:0:0:1:00:0:0:0:0:10", "'Z'"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:2:00:0:0:0:0:10", "turn 2"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:0:10", "'71'"),
        ("XGID=-O----E-----------------o-:0:0:1:00:0:0:0:0:10", "20 checkers"),
        ("XGID=-O----E----------------o-:0:0:1:00:0:0:0:0:10", "expected 26 characters"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:9:0:0:7:10", "match length 7"),
        ("XGID=-b----E-C---eE---c-e----B-:x:0:1:00:0:0:0:7:10", "'x'"),
        ("XGID=Bb----C-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", "bar"),
    ],
)
def test_an_id_that_makes_no_sense_is_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(InputError, match=re.escape(named)):
        Situation.from_text(text)


def test_both_sides_on_one_point_are_refused() -> None:
    with pytest.raises(InputError, match="both sides"):
        Position.from_id(position_id.encode([0] * 23 + [1, 0], [1] + [0] * 24))


def test_all_labelled_reference_states() -> None:
    for row in _reference("ids.json"):
        situation = Situation.from_text(row["gnubgid"])
        assert situation.gnubg_id() == row["gnubgid"]
        assert list(view_of(situation.position)) == row["board_on_roll_view"]
        if row["xgid"]:
            assert situation.xgid() == row["xgid"]
            assert Situation.from_text(row["xgid"]).gnubg_id() == row["gnubgid"]


def test_all_random_reference_states() -> None:
    for row in _reference("ids_stress.json.gz"):
        situation = Situation.from_text(row["gnubgid"])
        assert list(view_of(situation.position)) == row["board_on_roll_view"]
        assert situation.xgid() == row["xgid"]
        assert Situation.from_text(row["xgid"]).gnubg_id() == row["gnubgid"]


def _reference(name: str) -> list[dict[str, Any]]:
    path = ORACLE / name
    if not path.is_file():
        pytest.skip(f"reference data {name} is not beside the project")
    raw = path.read_bytes()
    rows: list[dict[str, Any]] = json.loads(gzip.decompress(raw) if name.endswith(".gz") else raw)
    return rows
