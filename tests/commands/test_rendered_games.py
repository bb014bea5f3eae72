"""Whole games as eyes that see truly, or known badly, report them: every roll, play and illegal play."""

from __future__ import annotations

import random

import pytest

from companion.lab.bench.replay import (
    illegal_found,
    recorded_cube,
    recorded_turns,
    true_cube,
    true_illegal,
    true_turns,
)
from companion.match.state import DiceSource
from companion.record.entries import Kind
from companion.settings.tree import Settings, terms_of
from tests.replaying import replayed
from tests.truth import looks, truths

GAMES = ("dev1", "dev2", "dev3", "dev4")


@pytest.mark.parametrize("game", GAMES)
def test_eyes_that_see_truly_lead_to_the_true_record(game: str) -> None:
    truth = truths(game)
    _, journal = replayed(looks(game))
    assert recorded_turns(journal) == true_turns(truth)
    assert recorded_cube(journal) == true_cube(truth)
    assert illegal_found(journal) == true_illegal(truth)
    assert not [entry for entry in journal if entry.event in (Kind.ASKED, Kind.UNDO, Kind.EDIT, Kind.STOOD)]
    if game == "dev4":
        places = [place for place, entry in enumerate(journal) if entry.event is Kind.ILLEGAL]
        assert len(places) == 5
        assert all(journal[place + 1].event is Kind.CORRECTED for place in places), "each is followed by its correction"


@pytest.mark.parametrize("game", GAMES[2:])
def test_with_the_settings_as_shipped_every_turn_and_every_act_with_the_cube_is_recorded(game: str) -> None:
    """Nobody presses a button, and nobody answers: dice are lifted, thrown, and the cube is turned on the board."""
    truth = truths(game)
    terms = terms_of(Settings(), asks=True)
    assert terms.dice is DiceSource.BOTH
    _, journal = replayed(looks(game), terms)
    assert recorded_turns(journal) == true_turns(truth)[:-1], "the dice of the last turn are never lifted"
    assert recorded_cube(journal) == true_cube(truth)
    assert not [
        entry for entry in journal if entry.event in (Kind.ILLEGAL, Kind.ASKED, Kind.UNDO, Kind.EDIT, Kind.PREMATURE)
    ]


@pytest.mark.parametrize(("game", "seed"), [("dev1", 1), ("dev4", 2)])
def test_eyes_that_misread_one_spot_in_twenty_lead_to_the_true_record_and_accuse_nobody(game: str, seed: int) -> None:
    truth = truths(game)
    _, journal = replayed(looks(game, random.Random(seed)))
    assert recorded_turns(journal) == true_turns(truth), f"seed {seed}"
    assert set(illegal_found(journal)) <= set(true_illegal(truth)), f"seed {seed}"


def test_rolls_under_a_hand_are_recorded_with_the_play() -> None:
    game = "dev2"
    truth = truths(game)
    chance = random.Random(3)
    seen = [look for look in looks(game) if truth[look.frame]["kind"] != "after_roll" or chance.random() < 0.6]
    _, journal = replayed(seen)
    assert recorded_turns(journal) == true_turns(truth)
    assert illegal_found(journal) == true_illegal(truth)
