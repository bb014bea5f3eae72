"""What is stored of an analysis is what the coach finds; it stays as long as what was played stays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from companion.club.analysing import Analyser
from companion.club.deriving import Deriver
from companion.club.lock import Work
from companion.club.lock import alone as alone_at
from companion.club.management.commands import analyse
from companion.club.models import Analysis, Player
from companion.club.people import forget, merge, player_of
from companion.club.rebuilding import rebuild
from companion.coach.analysing import analysed, report_of
from companion.errors import EngineError
from companion.games.rules import Side
from companion.record.entries import Entry, Kind
from companion.record.facts import CoachHelped
from companion.record.recorded import match_from_entries
from tests.club.evening import DRAUGHTS, content
from tests.club.sending import Played, Sender
from tests.coach.fakes import ByNotation

pytestmark = pytest.mark.django_db


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> ByNotation:
    """The engine that is asked, also by the command."""
    found = ByNotation("builtin")
    monkeypatch.setattr(analyse, "engine_named", lambda *_: found)
    return found


@pytest.fixture
def table() -> Sender:
    return Sender()


def played(seed: int, dark: str = "Bert") -> Played:
    return Played(seed, ("Anna", dark), 1)


def sent(table: Sender, *matches: Played) -> None:
    for match in matches:
        table.match(match)
    Deriver().derive_new()


def stored() -> list[tuple[Any, ...]]:
    return list(Analysis.objects.order_by("pk").values_list("match__uuid", "engine", "ply", "light", "dark"))


def test_what_each_decision_lost_is_what_the_coach_finds(table: Sender, engine: ByNotation) -> None:
    match = played(1)
    sent(table, match, Played(2, length=0), Played(3, rules=DRAUGHTS, length=2))
    assert Analyser(engine, 0).analyse_new() == 2
    found = match_from_entries(match.header, match.entries)
    judged = [step.judged for step in analysed(found, engine, ply=0, luck_ply=None)]
    report = report_of(found, judged, engine=engine.name, ply=0)
    analysis = Analysis.objects.get(match__uuid=match.uuid)
    for side, losses in ((Side.LIGHT, analysis.light), (Side.DARK, analysis.dark)):
        totals = report.totals(side)
        assert losses is not None
        assert len(losses) == totals.plays + totals.cubes > 0
        assert sum(losses) == pytest.approx(totals.play_loss + totals.cube_loss, abs=1e-4)
    assert Analyser(engine, 0).analyse_new() == 0


def test_a_match_in_play_is_judged_once_it_is_over(table: Sender, engine: ByNotation) -> None:
    match, deriver, analyser = played(1), Deriver(), Analyser(engine, 0)
    table.header(match)
    table.entries(match, 1, 30)
    deriver.derive_new()
    assert analyser.analyse_new() == 0
    table.entries(match, 31)
    deriver.derive_new()
    assert analyser.analyse_new() == 1


@pytest.mark.postgresql
def test_it_stays_while_the_same_was_played_and_goes_with_the_match(table: Sender, engine: ByNotation) -> None:
    match, other = played(1), played(2, "Cora")
    sent(table, match, other)
    Analyser(engine, 0).analyse_new()
    before = stored()
    forget(player_of("Bert"))
    merge(player_of("Cora"), player_of("Anna"))
    Deriver().derive_new()
    rebuild()
    assert stored() == before
    table.header(match, deleted=True)
    Deriver().derive_new()
    assert stored() == before[1:]
    rebuild()
    assert stored() == before[1:]


def test_it_goes_when_something_else_was_played(table: Sender, engine: ByNotation) -> None:
    match = played(1)
    sent(table, match)
    Analyser(engine, 0).analyse_new()
    match.epoch, match.entries = 2, played(5).entries
    sent(table, match)
    assert not stored()
    assert Analyser(engine, 0).analyse_new() == 1


@pytest.mark.postgresql
def test_what_is_changed_while_it_is_judged_is_not_stored(table: Sender, engine: ByNotation) -> None:
    match = played(1)
    sent(table, match)

    def other_epoch() -> bool:
        if match.epoch == 1:
            match.epoch, match.entries = 2, played(5).entries
            table.match(match)
        return True

    assert Analyser(engine, 0, other_epoch).analyse_new() == 0
    assert not stored()


def test_a_side_that_the_coach_helped_is_not_judged(table: Sender, engine: ByNotation) -> None:
    match = played(1)
    before = next(entry for entry in match.entries if entry.event is Kind.PLAY and entry.side is Side.DARK).n - 1
    hint = Entry(0, 0.0, Kind.NOTE, side=Side.DARK, facts=CoachHelped(1))
    entries = (*match.entries[:before], hint, *match.entries[before:])
    match.entries = tuple(replace(entry, n=n) for n, entry in enumerate(entries, 1))
    sent(table, match)
    Analyser(engine, 0).analyse_new()
    ((*_, light, dark),) = stored()
    assert light
    assert dark is None
    assert content(f"/matches/{match.uuid}").count("With help from the coach") == 1


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process of the tests keeps its priority and its signals."""
    monkeypatch.setattr("os.nice", lambda _: None)
    monkeypatch.setattr("signal.signal", lambda *_: None)


@pytest.mark.postgresql
@pytest.mark.usefixtures("alone")
def test_pages_say_rate_range_engine_and_depth(
    table: Sender, engine: ByNotation, capsys: pytest.CaptureFixture[str]
) -> None:
    matches = [played(1), played(2), played(3)]
    sent(table, *matches[:2])
    Analyser(engine, 0).analyse_new()
    number = Player.objects.get(name="Anna").pk
    player = content(f"/players/{number}")
    assert "Error rate (millipoints per decision)" in player
    assert "2 matches · " in player
    assert "built in, 0-ply" in player
    assert "does not count" not in player
    assert "Error rate" not in content(f"/players/{number}?game=draughts")
    sent(table, matches[2])
    assert "Error rate" not in content(f"/matches/{matches[2].uuid}")
    Analysis.objects.update(engine="gnubg")
    assert Analyser(engine, 0).analyse_new(most=1) == 1
    assert "1 match of another engine or depth does not count" in content(f"/players/{number}")
    match = content(f"/matches/{matches[2].uuid}")
    assert match.count(" decisions<") == 2
    assert "built in, 0-ply" in match
    call_command("analyse", engine="builtin", ply=0, once=True)
    assert "2 matches were analysed" in capsys.readouterr().out
    assert "3 matches · " in content(f"/players/{number}")
    before = stored()
    Analysis.objects.update(light=[0.5])
    call_command("analyse", engine="builtin", ply=0, anew=True)
    assert stored() == before


@pytest.mark.usefixtures("alone")
def test_the_command_says_what_it_cannot_do() -> None:
    with pytest.raises(CommandError, match="9 plies"):
        call_command("analyse", engine="builtin", ply=9, once=True)
    with pytest.raises(CommandError, match="expected auto"):
        call_command("analyse", engine="deep", once=True)
    with alone_at(Work.ANALYSING), pytest.raises(CommandError, match="analysed already, by another process"):
        call_command("analyse", engine="builtin", once=True)


def test_a_match_that_cannot_be_judged_holds_no_other_up_but_a_dead_engine_is_named(
    table: Sender, engine: ByNotation
) -> None:
    sent(table, *map(played, range(1, 5)))
    analyser, engine.fails = Analyser(engine, 0), True
    assert analyser.analyse_new(most=2) == 0
    engine.fails = False
    assert analyser.analyse_new() == 2
    assert Analyser(engine, 0).analyse_new() == 2
    engine.fails = True
    with pytest.raises(EngineError, match="no answer"):
        Analyser(engine, 1).analyse_new()
