"""The match as JSON: everything comes back, and whatever is not as the schema says is named with its place."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games.backgammon import START, Dice, Play, Position, RuleSet
from companion.games.rules import Side, Stack
from companion.lab.bench.wild import wild_match
from companion.record import Match
from companion.record.files.document import document, json_text, match_from_json
from companion.record.match import Game, MatchScore, Pass, Placed, Roll
from companion.record.replaying import marked
from tests.games.boards import board
from tests.record.playing import game_of

VERSION_1: Final = """{"format": "companion-match", "version": 1, "names": ["Anna", "Ben"], "length": 7,
 "rules": "tournament", "header": {"Event": "Club evening"},
 "games": [{"score": [0, 0], "crawford": false, "start": "4HPwATDgc/ABMA", "starts": "light",
  "actions": [{"action": "roll", "side": "light", "dice": [3, 1], "play": "8/5 6/5", "standing": "legal"},
              {"action": "double", "side": "dark", "value": 2}, {"action": "drop", "side": "light"}],
  "win": {"side": "dark", "points": 1}}]}"""

Path = tuple[str | int, ...]


def example() -> dict[str, Any]:
    """A document with every kind of action in it."""
    for seed in range(100):
        found: dict[str, Any] = document(wild_match(seed, games=4))
        kinds = {action["action"] for game in found["games"] for action in game["actions"]}
        if kinds == {"roll", "pass", "placed", "double", "take", "drop", "resign", "accept", "refuse"}:
            return found
    raise AssertionError("no match had everything in it")


EXAMPLE: Final = example()


def places(value: object, path: Path = ()) -> Iterator[Path]:
    """Where every value of a document stands."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield from places(below, (*path, key))


def with_value(path: Path, value: object) -> str:
    """The example with another value at one place, as text."""
    changed: Any = copy.deepcopy(EXAMPLE)
    holder = changed
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return json.dumps(changed)


# --- everything comes back -----------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=12)
@given(seed=st.integers(0, 10**6))
def test_everything_that_a_record_can_hold_comes_back(seed: int) -> None:
    match = wild_match(seed, games=2)
    rules = RuleSet.from_text(match.rules)
    match = replace(match, games=tuple(marked(game, rules) for game in match.games))
    assert match_from_json(json_text(match)) == match


def test_checkers_that_a_side_never_had_are_not_borne_off() -> None:
    start = replace(START, points=(*START.points[:12], START.points[12] - 1, *START.points[13:]))
    assert document(Match(games=(Game(start=start),)))["games"][0]["checkers"] == [14, 15]
    assert match_from_json(json_text(Match(games=(Game(start=start),)))).games[0].start.off == Stack(0, 0)


def test_a_position_that_was_set_up_says_who_has_borne_off() -> None:
    placed = Placed(board("6:2", "1:3", on_roll=Side.DARK))
    match = Match(games=(Game(actions=(placed,)),))
    assert match_from_json(json_text(match)).games[0].actions == (placed,)


def test_a_play_is_written_number_by_number() -> None:
    passed = Roll(Side.LIGHT, Dice(6, 4), Play.from_text("24/18 18/14"))
    (action,) = document(Match(games=(Game(actions=(passed,)),)))["games"][0]["actions"]
    assert action["play"] == "24/18 18/14"


def test_a_shut_out_player_has_no_roll() -> None:
    (action,) = document(Match(games=(Game(actions=(Pass(Side.DARK),)),)))["games"][0]["actions"]
    assert action == {"action": "pass", "side": "dark"}


def test_changed_rules_and_properties_are_kept() -> None:
    roll = Roll(Side.LIGHT, Dice(3, 1), Play.from_text("8/5 6/5"), MatchScore.UNCERTAIN)
    game = Game(actions=(roll,), cube=2, properties={-1: {"C": ("a", "b")}, 0: {"BM": ("1",)}})
    match = Match(games=(game,), rules="tournament automatic_doubles=1")
    assert match_from_json(json_text(match)) == match
    (written,) = document(match)["games"]
    assert written["properties"] == {"C": ["a", "b"]}
    assert written["actions"][0]["properties"] == {"BM": ["1"]}


def test_version_1_is_still_read() -> None:
    game = replace(game_of("light 31 8/5 6/5", "dark double 2", "light drop"), win=None)
    read = match_from_json(VERSION_1)
    assert (read.names, read.length, read.header) == (("Anna", "Ben"), 7, {"Event": "Club evening"})
    assert replace(read.games[0], win=None) == game


def test_a_newer_version_is_refused() -> None:
    with pytest.raises(InputError, match="version 3: this companion reads up to 2"):
        match_from_json(with_value(("version",), 3))


def test_keys_that_are_not_known_are_skipped() -> None:
    assert match_from_json(with_value(("games", 0, "mood"), "good")) == match_from_json(json.dumps(EXAMPLE))


# --- what is not as the schema says --------------------------------------------------------------


ROLL: Final = (
    '{"format": "companion-match", "version": 2, "names": ["A", "B"], "length": 7, "rules": "tournament", '
    '"games": [{"score": [0, 0], "crawford": false, "start": "4HPwATDgc/ABMA", "starts": "light", "win": null, '
    '"actions": [ACTION]}]}'
)


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ('{"action": "roll", "side": "light", "dice": [7, 1]}', "games[0].actions[0].dice: expected two numbers"),
        ('{"action": "roll", "side": "light", "dice": [true, 1]}', "games[0].actions[0].dice: expected two numbers"),
        ('{"action": "roll", "side": "light", "dice": 31}', "games[0].actions[0].dice: expected two numbers"),
        ('{"action": "roll", "side": "light"}', "games[0].actions[0].dice: is missing"),
        ('{"action": "roll", "side": "l", "dice": [3, 1]}', "games[0].actions[0].side: expected light or dark"),
        ('{"action": "take"}', "games[0].actions[0].side: is missing"),
        ('{"action": "dance", "side": "light"}', "games[0].actions[0].action: expected roll, pass, placed,"),
        ('{"action": "double", "side": "light", "value": 1e3}', "games[0].actions[0].value: expected a whole number"),
        ('{"action": "double", "side": "light", "value": ' + "9" * 4000 + "}", "actions[0].value: expected a whole"),
        ('{"action": "resign", "side": "light", "result": 3}', "actions[0].result: expected a text"),
        ('{"action": "resign", "side": "light", "result": "all"}', "result: expected single or gammon or backgammon"),
        (
            '{"action": "placed", "position": "4HPw", "on_roll": "dark"}',
            "games[0].actions[0].position: position '4HPw'",
        ),
        ('{"action": "placed", "position": "4HPwATDgc/ABMA", "on_roll": "dark", "checkers": [14, 15]}', ".checkers:"),
        ("null", "games[0].actions[0]: expected an object"),
        ("[[[]]]", "games[0].actions[0]: expected an object"),
        ('{"action": "take", "side": "dark", "properties": {"C": "text"}}', "properties.C: expected a list"),
        ('{"action": "take", "side": "dark", "properties": {"C": ["\\ud800"]}}', "properties.C[0]: expected a text"),
    ],
)
def test_a_value_that_is_not_as_the_schema_says_is_named_with_its_place(action: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        match_from_json(ROLL.replace("ACTION", action))
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_play_that_cannot_be_read_is_named_with_its_place() -> None:
    text = '{"action": "roll", "side": "light", "dice": [3, 1], "standing": "legal", "play": "8/8"}'
    with pytest.raises(InputError, match=r"games\[0\]\.actions\[0\]\.play: play '8/8'"):
        match_from_json(ROLL.replace("ACTION", text))


def test_the_place_of_a_play_that_is_no_text_is_named_once() -> None:
    text = '{"action": "roll", "side": "light", "dice": [3, 1], "standing": "legal", "play": 7}'
    with pytest.raises(InputError) as caught:
        match_from_json(ROLL.replace("ACTION", text))
    assert str(caught.value) == "games[0].actions[0].play: expected a text, found 7"


@pytest.mark.slow
@given(
    path=st.sampled_from([path for path in places(EXAMPLE) if path]),
    value=st.sampled_from([None, True, -1, 10**40, 0.5, "", "light", "x" * 5000, [], [[]], {}, [None, None], {"a": 1}]),
)
def test_no_wrong_value_anywhere_crashes_the_reader(path: Path, value: object) -> None:
    try:
        read = match_from_json(with_value(path, value))
    except InputError:
        return
    assert match_from_json(json_text(read)) == read


@pytest.mark.parametrize("key", ["score", "crawford", "start", "starts", "actions"])
def test_a_missing_key_is_named(key: str) -> None:
    changed = copy.deepcopy(EXAMPLE)
    del changed["games"][0][key]
    with pytest.raises(InputError, match=rf"games\[0\]\.{key}: is missing"):
        match_from_json(json.dumps(changed))


def test_positions_are_read_for_the_side_that_they_count_as_on_roll() -> None:
    start = Position.from_id(START.id(), Side.DARK)
    assert match_from_json(json_text(Match(games=(Game(start=start),)))).games[0].start == start
