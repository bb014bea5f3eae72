"""A match whose code the table has shown has a page of its own: no other match has one, and none in play."""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from companion.app import live as live_here
from companion.app.analyses import AnalysesHere
from companion.app.archive import StoredArchive
from companion.app.dearest import dearest_moves, dearest_of
from companion.app.phone import Judge, PhoneHere, judges_of
from companion.app.players import StoredPlayers
from companion.coach.analysing import analysed, report_of
from companion.coach.draughts.judging import GameMove, dearest, judged_moves, values_of
from companion.coach.draughts.search import Limits
from companion.coach.engines.choosing import engine_named
from companion.coach.report import MatchReport
from companion.errors import EngineError, InputError
from companion.games.catalogue import Game
from companion.live.guard import HEADERS
from companion.live.published import Decision, Judging, PublishedMatches, ShownMatch
from companion.match.phases import Phase
from companion.record import Journal, Mode
from companion.record.exporting import export_text
from companion.record.files.short import match_of_short
from companion.record.match import Match
from companion.record.recorded import draughts_match, recorded_match
from companion.texts import Language
from tests.archived import fill
from tests.live.device import DRAUGHTS, TERMS, Device
from tests.patience import eventually
from tests.record.playing import random_match

NAMES: Final = ("Anna", "Ben <b>Šťastný</b>")


class Table:
    """A device with its archive, and what hands its matches to phones.  ``judge``: how a match is judged."""

    def __init__(self, folder: Path, judge: Judge | None = None, terms: Any = TERMS, **live: Any) -> None:
        self._open = ExitStack()
        self.device = Device(folder, terms, **live)
        self._open.callback(self.device.close)
        self.archive = StoredArchive(folder, self.device.session, deleted=self.device.live.published.withdraw)
        self.players = StoredPlayers(folder, changed=self.device.live.published.withdraw, shared=True)
        self.analyses = AnalysesHere(folder, self.archive.record)
        judges = judges_of(folder, self.analyses) if judge is None else dict.fromkeys(Game, judge)
        self.phone = self._open.enter_context(PhoneHere(self.archive.record, self.device.live, judges))
        self.folder = folder

    def fill(self, seed: int = 1, **facts: Any) -> int:
        """Put a match into the archive, and return its number."""
        with Journal(self.folder, shared=True) as journal:
            return fill(journal, seed, names=NAMES, **{"mode": Mode.REFEREED, "length": 1, **facts}).id

    def shown(self, number: int | None = None) -> str:
        """Show the code of a match, and return the path that it opens."""
        address = self.phone.hand(number).page.address
        assert address is not None
        return address[address.index("/match/") :]

    def content(self, path: str, language: str = "en") -> str:
        status, _, content = self.device.ask(f"{path}?lang={language}")
        assert status == 200
        return content.decode()

    def close(self) -> None:
        self._open.close()


@pytest.fixture(autouse=True)
def _network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_here, "address_here", lambda port: f"http://192.168.1.7:{port}/")


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    with ExitStack() as stack:

        def table(judge: Judge | None = never, terms: Any = TERMS, **live: Any) -> Table:
            made = Table(tmp_path / str(random.getrandbits(32)), judge, terms, **live)
            stack.callback(made.close)
            return made

        yield table


def never(record: Any, told: Any, stop: Any) -> None:
    """A judge who is never ready."""
    del record, told, stop


def played_out(device: Device) -> None:
    """Play a match to one point at the table to its end."""
    device.begin()
    device.turns(3)
    device.tell("resign light single", "answer 1")
    assert device.session.state.phase is Phase.MATCH_OVER, device.session.state.phase


def test_a_match_that_is_over_is_opened_by_its_code_and_by_nothing_else(tables: Any) -> None:
    table = tables()
    number, other = table.fill(1, length=3), table.fill(2)
    header = table.archive.record(number).header
    assert table.device.ask(f"/match/{header.uuid}")[0] == 404
    path = table.shown(number)
    assert path == f"/match/{header.uuid}"
    status, headers, content = table.device.ask(path)
    assert status == 200
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "set-cookie" not in headers
    assert b"<b>" not in content.replace(b'<b class="score">', b"")
    assert table.device.ask(path, "HEAD")[2] == b""
    assert table.device.ask(path, "POST")[0] == 405
    assert table.device.ask(path, Host="evil.example")[0] == 400
    for unknown in (
        table.archive.record(other).header.uuid,
        str(number),
        "",
        "..",
        "%2e%2e",
        f"{header.uuid}.json",
        "x.y",
    ):
        assert table.device.ask(f"/match/{unknown}")[0] == 404, unknown


def test_the_page_tells_result_and_score_by_game_and_gives_the_files(tables: Any) -> None:
    table = tables()
    number = table.fill(3, length=3)
    record = table.archive.record(number)
    match = recorded_match(record.header, record.entries)
    assert isinstance(match, Match)
    path = table.shown(number)
    page = table.content(path)
    winner = "Anna" if random_match(3, 3).games[-1].win.side.value == "light" else "Ben"  # type: ignore[union-attr]
    assert f"{winner}" in re.findall(r'class="status">([^<]+) wins the match', page)[0].replace("&lt;", " ")
    assert len(re.findall(r'<th scope="row">\d+</th>', page)) == len(match.games)
    for form in ("mat", "sgf"):
        status, headers, content = table.device.ask(f"{path}.{form}")
        assert status == 200
        assert headers["content-disposition"] == f'attachment; filename="match-{number}.{form}"'
        assert content.decode() == export_text(form, match, ())
        assert f'href="{record.header.uuid}.{form}" download' in page


def test_the_code_holds_the_match_itself_with_and_without_a_live_page(tables: Any) -> None:
    table = tables()
    number = table.fill(4)
    handed = table.phone.hand(number)
    assert handed.page.said == "phone.opens"
    table.device.change(on=False)
    off = table.phone.hand(number)
    assert (off.page.address, off.page.said) == (None, "phone.no-page")
    assert off.code == handed.code
    found = match_of_short(off.code)
    assert isinstance(found, Match)
    assert [game.win for game in found.games] == [game.win for game in random_match(4, 1).games]


@pytest.mark.parametrize("mode", [Mode.REFEREED, Mode.RECORDED])
def test_a_match_in_play_is_handed_to_nobody(tables: Any, mode: Mode) -> None:
    table = tables(terms=replace(TERMS, mode=mode))
    unfinished = table.fill(5, mode=mode, length=3, most_entries=30)
    for number in (None, unfinished):
        with pytest.raises(InputError, match="not over"):
            table.phone.hand(number)
    table.device.begin()
    table.device.turns(2)
    with pytest.raises(InputError, match="not over"):
        table.phone.hand(None)
    for number in (unfinished, table.device.session.number):
        assert table.device.ask(f"/match/{table.archive.record(number).header.uuid}")[0] == 404


def test_a_match_for_training_is_handed_also_while_it_is_played(tables: Any) -> None:
    table = tables(terms=replace(TERMS, mode=Mode.TRAINING))
    table.device.begin()
    table.device.turns(3)
    page = table.content(table.shown())
    assert "Not over yet" in page
    table.device.turns(1)
    assert table.device.ask(table.shown())[0] == 200
    table.device.change(delay_turns=2)
    assert table.phone.hand(None).page.said == "phone.not-yet"


def test_a_match_whose_end_is_taken_back_is_shown_no_more(tables: Any) -> None:
    table = tables(terms=replace(TERMS, length=1))
    played_out(table.device)
    path = table.shown()
    table.device.pass_time(1.0)
    assert table.device.ask(path)[0] == 200
    table.device.tell("undo", "answer 1")
    assert table.device.session.state.phase is not Phase.MATCH_OVER
    assert table.device.ask(path)[0] == 404


def test_a_match_of_the_archive_that_is_played_on_is_shown_no_more(tables: Any) -> None:
    table = tables()
    number = table.fill(6)
    path = table.shown(number)
    table.device.session.leave()
    table.device.session.take_up(table.archive.record(number).header)
    table.device.pass_time(1.0)
    assert table.device.ask(path)[0] == 200, "it is over"
    table.device.tell("undo", "answer 1")
    assert table.device.ask(path)[0] == 404


def test_what_is_deleted_is_gone_and_so_is_a_removed_name(tables: Any) -> None:
    table = tables()
    first, second, third = (table.fill(seed) for seed in (7, 8, 9))
    paths = [table.shown(number) for number in (first, second, third)]
    table.archive.delete(first)
    assert [table.device.ask(path)[0] for path in paths] == [404, 200, 200]
    table.players.delete("Anna")
    assert [table.device.ask(path)[0] for path in paths] == [404, 404, 404]
    assert "Anna" not in table.content(table.shown(second))


def test_a_page_that_is_turned_off_forgets_what_it_showed(tables: Any) -> None:
    table = tables()
    path = table.shown(table.fill(1))
    table.device.change(on=False)
    table.device.change(on=True)
    status, _, content = table.device.ask(f"{path}?lang=pl")
    assert status == 404
    assert b'<html lang="pl"' in content
    assert "Tego meczu tu nie ma" in content.decode()


def test_spectators_who_are_minutes_behind_wait_for_the_match_too(tables: Any) -> None:
    table = tables(terms=replace(TERMS, length=1), delay_minutes=10.0)
    old = table.fill(2)
    played_out(table.device)
    path = table.shown()
    assert table.device.ask(table.shown(old))[0] == 200
    for _ in range(9):
        table.device.pass_time(60.0)
        status, _, content = table.device.ask(f"{path}?lang=en")
        assert (status, table.device.ask(f"{path}.mat")[0]) == (404, 404)
        assert "is shown here later" in content.decode()
        assert "wins" not in content.decode()
    table.device.pass_time(61.0)
    assert table.device.ask(path)[0] == 200


def test_initials_are_all_that_is_told_of_the_names(tables: Any) -> None:
    table = tables(judge_of(11), initials=True)
    path = table.shown(table.fill(11))
    assert eventually(lambda: table.device.live.published.find(path[7:]).judged.state is Judging.DONE)
    told = table.content(path) + table.content(f"{path}.mat") + table.content(f"{path}.sgf")
    assert "Anna" not in told
    assert "A." in told


def test_a_few_matches_are_kept(tables: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.live.published.KEPT", 2)
    table = tables()
    paths = [table.shown(table.fill(seed)) for seed in range(3)]
    assert [table.device.ask(path)[0] for path in paths] == [404, 200, 200]


# --- the dearest decisions ------------------------------------------------------------------------------------------


@cache
def report(seed: int, length: int) -> MatchReport:
    """What comes of the analysis of a match."""
    match = replace(random_match(seed, length), names=NAMES)
    with engine_named("builtin") as engine:
        judged = [step.judged for step in analysed(match, engine, ply=0, luck_ply=None)]
    return report_of(match, judged, engine="builtin", ply=0)


def judge_of(seed: int, length: int = 1) -> Judge:
    """A judge who has judged this match already."""

    def judge(record: Any, told: Any, stop: Any) -> tuple[Decision, ...]:
        del stop
        told(1, 1)
        return dearest_of(replace(report(seed, length), names=record.header.names))

    return judge


def test_the_page_says_that_the_analysis_is_not_ready_and_shows_it_when_it_is(tables: Any) -> None:
    ready: list[Judge] = []

    def judge(record: Any, told: Any, stop: Any) -> tuple[Decision, ...] | None:
        told(3, 12)
        return ready[0](record, told, stop) if ready else None

    table = tables(judge)
    path = table.shown(table.fill(11))
    assert eventually(lambda: 'value="3" max="12"' in table.content(path))
    page = table.content(path)
    assert 'data-judging="runs"' in page
    assert "The analysis is not ready yet." in page
    assert "<article>" not in page
    ready.append(judge_of(11))
    assert eventually(lambda: 'data-judging="done"' in table.content(path))
    for language in Language:
        page = table.content(path, language.value)
        assert page.count("<article>") == 3
        assert page.count('role="img"') == 3
        assert all(page.count(f'<p class="{kind}">') == 3 for kind in ("made", "best", "cost"))
    assert "Played: " in (page := table.content(path))
    assert re.search(r"Lost: [\d.]+% match winning chances", page)
    assert re.search(r'aria-label="Anna – [^"]*Ben &lt;b', page)
    assert 'stroke-dasharray="7 5"' in page, "the best play is drawn beside the one that was made"


def test_what_was_judged_is_there_at_once_when_the_code_is_shown_again(tables: Any) -> None:
    table = tables(judge_of(11))
    path = table.shown(number := table.fill(11))
    assert eventually(lambda: 'data-judging="done"' in table.content(path))
    assert table.shown(number) == path
    assert 'data-judging="done"' in table.content(path)


def test_an_analysis_that_fails_says_so(tables: Any, caplog: pytest.LogCaptureFixture) -> None:
    def judge(record: Any, told: Any, stop: Any) -> None:
        del record, told, stop
        raise EngineError("the engine is gone")

    table = tables(judge)
    path = table.shown(table.fill(11))
    assert eventually(lambda: "The analysis failed." in table.content(path))
    caplog.clear()


def test_a_match_that_cannot_be_read_when_its_turn_comes_says_so(tables: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tables(judge_of(11))
    read, readings = table.phone._record, []

    def record(number: int | None) -> Any:
        """Read it for the code, and no more after that."""
        readings.append(number)
        if len(readings) > 1:
            raise InputError("match 1: cannot be read")
        return read(number)

    monkeypatch.setattr(table.phone, "_record", record)
    path = table.shown(table.fill(11))
    assert eventually(lambda: "The analysis failed." in table.content(path))


def test_an_analysis_waits_for_the_one_that_the_screen_shows(tmp_path: Path) -> None:
    table = Table(tmp_path)
    try:
        number = table.fill(11)
        asked: list[bool] = []

        def stop() -> bool:
            asked.append(True)
            return True

        with table.analyses._alone(lambda: False, background=False) as free:
            assert free
            with table.analyses._alone(stop, background=True) as second:
                assert not second
        assert asked
        assert not table.analyses.is_wanted
        path = table.shown(number)
        table.analyses._waiting += 1  # somebody opens the analysis on the screen
        assert table.analyses.analyse(number, on_progress=lambda *_: None, stop=lambda: False, background=True) is None
        table.analyses._waiting -= 1
        assert table.content(path)
    finally:
        table.close()


def test_a_match_in_training_that_goes_on_is_judged_once_as_it_stands(tables: Any) -> None:
    seen: list[int] = []
    stopped: list[int] = []

    def judge(record: Any, told: Any, stop: Callable[[], bool]) -> None:
        """Work until told to stop, as an engine does; the first match keeps it busy."""
        del told
        seen.append(record.header.id)
        while not stop():
            time.sleep(0.01)
        stopped.append(record.header.id)

    table = tables(judge, replace(TERMS, mode=Mode.TRAINING))
    table.device.begin()
    first = table.device.session.header.id
    table.device.turns(1)
    table.shown()
    assert eventually(lambda: seen == [first])
    for _ in range(2):
        table.device.turns(1)
        table.shown()
    assert eventually(lambda: first in stopped), "what the page shows no more is not judged on"
    assert eventually(lambda: len(seen) > len(stopped))
    other = table.fill(11)
    for _ in range(3):
        table.shown(other)
    assert list(table.phone._waiting.values()) == [other], "a match waits once, however often it is opened"


def test_a_match_is_analysed_by_the_engine_and_shown(tmp_path: Path) -> None:
    table = Table(tmp_path)
    try:
        path = table.shown(table.fill(13, mode=Mode.TRAINING, most_entries=7))
        assert eventually(lambda: 'data-judging="done"' in table.content(path))
        assert table.content(path).count("<article>") == 3
    finally:
        table.close()


# --- draughts -------------------------------------------------------------------------------------------------------


def draughts_table(folder: Path, judge: Judge | None) -> Table:
    table = Table(folder, judge, replace(DRAUGHTS, names=NAMES, length=1))
    table.device.tell("next")
    table.device.moves(24)
    table.device.tell("resign")
    return table


def test_a_match_of_draughts_has_its_page_and_its_file(tmp_path: Path) -> None:
    table = draughts_table(tmp_path, judged_draughts)
    try:
        path = table.shown()
        assert eventually(lambda: 'data-judging="done"' in table.content(path))
        page = table.content(path)
        assert "wins the match" in page
        assert page.count("<article>") == 3
        assert "% winning chances." in page
        assert 'stroke-dasharray="6 4"' in page
        assert [table.device.ask(f"{path}.{form}")[0] for form in ("pdn", "mat", "json")] == [200, 404, 404]
        assert table.content(f"{path}.pdn").startswith("[")
        assert isinstance(match_of_short(table.phone.hand(None).code), tuple)
    finally:
        table.close()


def judged_draughts(record: Any, told: Any, stop: Any) -> tuple[Decision, ...]:
    del stop
    match = draughts_match(record.header, record.entries)
    moves: list[GameMove] = []
    for one in judged_moves(match, Limits(nodes=60)):
        moves.append(one)
        told(len(moves), 24)
    return dearest_moves(match, json.loads(json.dumps([values_of(one) for one in dearest(moves)])))


def test_a_match_of_draughts_is_analysed_by_a_process_of_its_own(tmp_path: Path) -> None:
    table = draughts_table(tmp_path, None)
    try:
        record = table.archive.record()
        told: list[tuple[int, int]] = []
        command = (sys.executable, "-m", "companion.coach.draughts.judging", "--nodes", "60")
        judge = judges_of(table.folder, table.analyses, draughts=command)[Game.DRAUGHTS]
        found = judge(record, lambda done, of: told.append((done, of)), lambda: False)
        assert told == [(done, 24) for done in range(1, 25)]
        assert found == judged_draughts(record, lambda *_: None, None)
        assert judge(record, lambda *_: None, lambda: True) is None
    finally:
        table.close()


# --- the shelf ------------------------------------------------------------------------------------------------------


def test_the_shelf_forgets_what_was_judged_of_another_record() -> None:
    published = PublishedMatches()
    match = ShownMatch("u", 1, 10, Game.BACKGAMMON, NAMES, 1, "2026-11-20", (1, 0), True, None, (), {})
    published.put(match)
    done = replace(match.judged, state=Judging.DONE)
    published.report("u", 9, done)
    assert published.find("u") == match
    published.report("u", 10, done)
    assert published.find("u") == replace(match, judged=done)
    published.put(replace(match, n=11))
    assert published.find("u") == replace(match, n=11)
    assert published.find("v") is None
