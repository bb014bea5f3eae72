"""Position IDs, Match IDs and XGIDs, both ways."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games.backgammon import START, Position, match_id, position_id
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.match_id import MOST_POINTS, MatchState
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


@pytest.mark.slow
@given(positions())
def test_any_position_survives_its_id_and_its_xgid(position: Position) -> None:
    assert Position.from_id(position.id(), position.on_roll) == position
    assert Position.from_xgid(position.xgid()) == position


@st.composite
def states(draw: st.DrawFn) -> MatchState:
    """What an ID says about a match: money play or a match, a double or a resignation pending or not."""
    length = draw(st.integers(0, MOST_POINTS))
    scores = st.integers(0, length or MOST_POINTS)
    on_roll = draw(st.sampled_from(Side))
    doubled = draw(st.booleans())
    dice = None if doubled else draw(st.none() | st.builds(Dice, st.integers(1, 6), st.integers(1, 6)))
    return MatchState(
        cube=1 << draw(st.integers(0, 15)),
        owner=draw(st.sampled_from((None, *Side))),
        on_roll=on_roll,
        to_act=on_roll.other if doubled else on_roll,
        doubled=doubled,
        dice=dice,
        length=length,
        score=Stack(draw(scores), draw(scores)),
        crawford=length > 0 and draw(st.booleans()),
        jacoby=length == 0 and draw(st.booleans()),
    )


@given(states(), st.sampled_from(match_id.Stage), st.integers(0, 3))
def test_any_state_survives_its_match_id(state: MatchState, stage: match_id.Stage, resigned: int) -> None:
    state = replace(state, stage=stage, resigned=resigned)
    read = match_id.decode(match_id.encode(state))
    if state.dice is not None:  # the larger die is written first
        assert read.dice is not None
        assert read.dice.same_numbers(state.dice)
    assert replace(read, dice=state.dice) == state


@pytest.mark.slow
@given(positions(), states(), st.booleans(), st.integers(0, 15))
def test_any_situation_survives_its_xgid(position: Position, state: MatchState, beavers: bool, most: int) -> None:
    state = replace(state, beavers=beavers and state.length == 0, max_cube=1 << most)
    situation = Situation(replace(position, on_roll=state.on_roll), state, "xgid")
    assert Situation.from_text(situation.xgid()) == situation


@pytest.mark.slow
@given(positions(), states())
def test_any_situation_survives_its_gnubg_id(position: Position, state: MatchState) -> None:
    situation = Situation(replace(position, on_roll=state.on_roll), state, "gnubg-id")
    again = Situation.from_text(situation.gnubg_id())
    assert again.position == situation.position
    assert again.gnubg_id() == situation.gnubg_id()


@given(st.text(st.sampled_from("AaBbOoZz09+/:=- XGID٣\0D\n"), max_size=60) | st.text(max_size=40))
def test_any_text_is_an_id_or_is_refused_in_a_short_sentence(text: str) -> None:
    assert len(refusal(text)) < 1000


def refusal(text: str) -> str:
    """The sentence in which an ID is refused, empty for one that is read."""
    try:
        Situation.from_text(text)
    except InputError as refused:
        return str(refused)
    return ""


XG = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("4HPwATDgc/ABMA".lower() + "A", "14 base64"),
        ("４HPwATDgc/ABMA", "14 base64"),
        ("A" * 10**6, "'AAAA"),
        ("4HPwATDgc/ABMA:////////////", "'////////////'"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAA=", "12 base64"),
        ("4HPwATDgc/ABMA:cAk/AAAAAAAE", "dice"),
        ("4HPwATDgc/ABMA:8AkAAAAAAAAE", "no Crawford game in money play"),
        (XG.replace(":0:0:1:", ":99:0:1:"), "cube 99"),
        (XG.replace(":0:0:1:", ":-1:0:1:"), "cube -1"),
        (XG.replace(":0:0:1:", ":0:2:1:"), "cube place 2"),
        (XG.replace(":1:00:", ":1:07:"), "'07'"),
        (XG.replace(":1:00:", ":1:B:"), "'B'"),
        (XG.replace(":0:10", ":99999:10"), "between 0 and 32767"),
        (XG.replace(":0:10", ":" + "9" * 5000 + ":10"), "'99999"),
        (XG.replace(":0:10", ":0:１0"), "'１0'"),
        (XG.replace(":0:10", ":0: 10"), "' 10'"),
        (XG.replace(":0:10", ":0:1_0"), "'1_0'"),
        (XG.replace("E-C", "É-C"), "'É'"),
        (XG.replace("E-C", "Q-C"), "'Q'"),
        (XG.replace("XGID=-b", "XGID=-٣"), "'٣'"),
    ],
)
def test_hostile_ids_are_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(InputError, match=re.escape(named)) as refused:
        Situation.from_text(text)
    assert len(str(refused.value)) < 500


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
