"""A match goes on under the terms it was begun with, whatever the settings say by then."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path

import pytest

from companion.app.games import AnyTerms
from companion.app.match_settings import agreement, terms_from
from companion.app.recorded_sequence import begin, is_agreed
from companion.errors import InputError
from companion.games.backgammon import Dice
from companion.games.catalogue import backgammon_named, draughts_named
from companion.games.rules import Side
from companion.match.session import resumed
from companion.match.state import DiceSource, EndOfTurn, Terms
from companion.match.terms import (
    DraughtsTerms,
    EngineOpponent,
    HintLevel,
    Level,
    Opponent,
    PlayerTraining,
    Strength,
    TrainingSettings,
    WordingLevel,
)
from companion.record import Header, Journal, Mode
from companion.record.journal import FILE_NAME
from companion.settings.reading import changed
from companion.settings.tree import Settings, terms_of

WITH_MARGINS = Path(__file__).parents[1] / "record" / "journal_with_margins.sql"
"""A journal of schema 3 by the last version in whose settings a player could say how sure the referee has to be."""
UNUSUAL = Terms(
    names=("Ann", "Ben"), length=7, rules=backgammon_named("tactic jacoby=true"), mode=Mode.TRAINING,
    end_of_turn=EndOfTurn.LIFTED, dice=DiceSource.BOTH, clock=True, asks=True, younger=Side.DARK,
    patience_s=9.5, idle_s=60.0,
    sure_of_cube=0.4, roll_area=(0.5, 0.0, 1.0, 1.0),
    teaching=TrainingSettings(
        PlayerTraining(HintLevel.PLAY, WordingLevel.SIMPLE, guard=True), speaks=False, threshold=0.2
    ),
    opponent=Opponent(Side.DARK, Strength.IMPROVER, 7),
)  # fmt: skip


UNUSUAL_DRAUGHTS = DraughtsTerms(
    names=("Ann", "Ben"), length=7, rules=draughts_named("draughts-federation"), mode=Mode.TRAINING,
    end_of_turn=EndOfTurn.LIFTED, clock=True, asks=True, time_s=600.0, increment_s=1.0, patience_s=9.5, idle_s=60.0,
    teaching=UNUSUAL.teaching, opponent=EngineOpponent(Side.LIGHT, Level.STRONG, 7),
)  # fmt: skip


@pytest.mark.parametrize("unusual", [UNUSUAL, UNUSUAL_DRAUGHTS])
def test_no_term_of_the_example_is_as_usual(unusual: AnyTerms) -> None:
    usual = type(unusual)()
    assert [one.name for one in fields(usual) if getattr(usual, one.name) == getattr(unusual, one.name)] == []


@pytest.mark.parametrize("unusual", [UNUSUAL, UNUSUAL_DRAUGHTS])
def test_every_term_comes_back_from_the_journal(tmp_path: Path, unusual: AnyTerms) -> None:
    with Journal(tmp_path) as journal:
        begun = begin(journal, unusual, {"event": "Club", "pictures": False})
    with Journal(tmp_path) as journal:
        header = journal.header(begun.id)
    assert terms_from(header) == unusual
    assert (header.terms["event"], header.terms["pictures"]) == ("Club", False)


def test_what_is_agreed_is_plain_json() -> None:
    assert json.loads(json.dumps(agreement(UNUSUAL), allow_nan=False)) == agreement(UNUSUAL)


def test_what_a_header_does_not_say_or_another_version_wrote_is_as_usual() -> None:
    header = Header(1, "2026-11-22T10:00:00+00:00")
    assert terms_from(header) == Terms()
    assert terms_from(replace(header, terms={"margins": {"certain": 4.0}, "of_tomorrow": 1})) == Terms()


@pytest.mark.parametrize(
    "terms",
    [
        {"dice": "loaded"},
        {"idle_s": "long"},
        {"opponent": {"side": "dark", "strength": "god", "seed": 1}},
    ],
)
def test_terms_that_cannot_be_read_name_the_match(terms: dict[str, object]) -> None:
    header = replace(Header(3, "2026-11-22T10:00:00+00:00"), terms=terms)
    with pytest.raises(InputError, match="match 3: its terms cannot be read"):
        terms_from(header)


def test_a_match_begun_by_a_version_that_wrote_down_the_margins_of_the_referee_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        database.executescript(WITH_MARGINS.read_text(encoding="utf-8"))
    with Journal(tmp_path) as journal:
        (header,) = journal.matches()
        entries = journal.entries(header.id)
    assert "margins" in header.terms
    agreed = {"match.light": "Anna", "match.dark": "Ben", "match.length": 3, "match.rules": "tournament jacoby=true"}
    agreed["table.end_of_turn"] = "button"  # the default of that version
    terms = terms_of(changed(Settings(), agreed), asks=True)
    assert terms_from(header) == terms
    assert [record.getMessage() for record in caplog.records if "'aids' has no effect" in record.getMessage()]
    assert is_agreed(replace(header, rules=terms.rules.rules.text()), terms, {"pictures": True})
    from_header = terms_from(header)
    assert isinstance(from_header, Terms)
    state = resumed(from_header, entries)
    assert (state.record.turns, state.side, state.record.turn and state.record.turn.dice) == (2, Side.DARK, Dice(6, 5))
