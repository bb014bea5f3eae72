"""``companion analyse`` as a person uses it, and what the screen has judged for it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.analyses import AnalysesHere
from companion.app.match_settings import agreement
from companion.app.progress_bar import ProgressBar, with_bar
from companion.cli import main
from companion.coach.analysis_sums import FOLDER
from companion.coach.drill_box import DrillBox
from companion.commands import analyse
from companion.errors import EngineError, InputError
from companion.games.rules import Side
from companion.match.state import Terms
from companion.match.terms import Opponent, Strength
from companion.record import Journal, Mode, write_match
from companion.record.archive import listed
from companion.record.archived_match import ArchivedMatch
from tests.archived import entries_of_match
from tests.coach.fakes import ByNotation
from tests.coach.judged import TWO_GAMES, one_game

Said = tuple[int, str, str]
Analyse = Callable[..., Said]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> ByNotation:
    """The engine that is asked, whichever is named."""
    fake = ByNotation()
    monkeypatch.setattr(analyse, "engine_named", lambda *_: fake)
    return fake


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], engine: ByNotation) -> Analyse:
    """Runs the command; answers status, output and what was said on standard error."""
    assert engine.name == "fake"

    def words(*given: object) -> Said:
        try:
            status = main(["--data-dir", str(tmp_path / "data"), "analyse", *map(str, given)])
        except SystemExit as ended:
            status = int(ended.code or 0)
        said = capsys.readouterr()
        return status, said.out, said.err

    return words


@pytest.fixture
def file(tmp_path: Path) -> Path:
    write_match(TWO_GAMES, tmp_path / "match.mat")
    return tmp_path / "match.mat"


def recorded(folder: Path, mode: Mode, *, over: bool, opponent: Opponent | None = None) -> int:
    """A match in the archive, won or given up in the middle of a game; answers its number."""
    entries = entries_of_match(replace(TWO_GAMES, length=3))
    terms = agreement(Terms(opponent=opponent))
    with Journal(folder) as journal:
        number = journal.begin(names=("Anna", "Bob"), length=3, mode=mode, terms=terms).id
        journal.append_all(entries if over else entries[:9])
    return number


def test_the_summary_tells_of_both_players_and_the_worst_plays(run: Analyse, file: Path) -> None:
    status, out, err = run(file, "--worst", 2)
    assert (status, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[0] == f"{file}. Analysis: Anna – Bob"
    assert "Anna Bob" in lines
    assert any(line.startswith("Error rate ") for line in lines)
    assert sum(line.startswith("XGID=") for line in lines) == 2


def test_all_of_it_as_one_object(run: Analyse, file: Path) -> None:
    status, out, _ = run(file, "--json")
    (line,) = out.splitlines()
    told = json.loads(line)
    assert (status, told["file"], told["engine"], told["ply"]) == (0, str(file), "fake", 0)
    assert [len(game["decisions"]) for game in told["games"]] == [8, 5]


def test_a_page_is_written(run: Analyse, file: Path, tmp_path: Path) -> None:
    status, out, _ = run(file, "--html", tmp_path / "page.html", "--language", "pl")
    assert status == 0
    assert f"written: {tmp_path / 'page.html'}" in out
    assert "Najgorsze decyzje" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Najgorsze decyzje" in out


def test_the_language_is_that_of_the_screen_where_nobody_says(run: Analyse, file: Path, tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text('[screen]\nlanguage = "sk"\n', encoding="utf-8")
    assert "Najhoršie rozhodnutia" in run(file, "--settings", tmp_path / "set.toml")[1]


def test_a_folder_becomes_a_folder_of_pages(run: Analyse, file: Path, tmp_path: Path) -> None:
    (file.parent / "in" / "deep").mkdir(parents=True)
    for name in ("in/one.mat", "in/two.json", "in/deep/one.sgf"):
        write_match(TWO_GAMES, file.parent / name)
    status, out, _ = run(file.parent / "in", "--html", tmp_path / "out", "--json")
    assert status == 0
    assert len(out.splitlines()) == 3
    assert sorted(page.name for page in (tmp_path / "out").iterdir()) == ["one-2.html", "one.html", "two.html"]


def test_nothing_is_judged_twice(run: Analyse, file: Path, engine: ByNotation) -> None:
    first = run(file, "--json")
    asked = len(engine.asked)
    assert asked
    assert run(file, "--json")[1] == first[1]
    assert len(engine.asked) == asked
    run(file, "--anew")
    assert len(engine.asked) == 2 * asked


def test_luck_can_be_left_out(run: Analyse, file: Path, engine: ByNotation) -> None:
    _, out, _ = run(file, "--no-luck")
    assert "Luck" not in out
    assert len(engine.asked) < 30


def test_one_that_cannot_be_read_is_named_and_the_others_are_analysed(run: Analyse, file: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.mat").write_text("nothing of the kind", encoding="utf-8")
    status, out, err = run(tmp_path / "bad.mat", tmp_path / "none.mat", file)
    assert status == 2
    assert out.startswith(str(file))
    *faults, ready = err.splitlines()
    assert len(faults) == 2
    assert str(tmp_path / "none.mat") in err
    assert ready == "companion analyse: 1 of 3 matches, 13 decisions"


def test_a_match_in_which_nobody_rolled_is_told(run: Analyse, tmp_path: Path) -> None:
    write_match(one_game(), tmp_path / "empty.json")
    status, _, err = run(tmp_path / "empty.json")
    assert status == 2
    assert "no turns to judge" in err


@pytest.mark.parametrize("words", [["--html", "{}/none/page.html"], ["--worst", "x"], ["--language", "xx"]])
def test_what_cannot_be_meant_is_told_before_anything_is_judged(
    words: list[str], run: Analyse, file: Path, engine: ByNotation
) -> None:
    status, _, err = run(file, *(word.format(file.parent) for word in words))
    assert status == 2
    assert len(err.splitlines()) == 1
    assert not engine.asked


def test_a_depth_that_the_engine_does_not_know_is_told(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["analyse", str(file), "--engine", "builtin", "--ply", "9"]
    assert main(["--data-dir", str(tmp_path / "data"), *words]) == 2
    assert "9 plies: the built-in engine is asked for 0, 1" in capsys.readouterr().err


def test_drills_are_made_of_the_worst_plays_of_a_player(run: Analyse, file: Path, tmp_path: Path) -> None:
    assert "new drill" in run(file, "--drills", "--player", "ann")[1]
    assert run(file, "--drills", "--player", "ann")[1].splitlines()[-1] == "0 new drills"
    status, _, err = run(file, "--drills", "--player", "zoe")
    assert status == 2
    assert "expected one of Anna and Bob" in err
    assert main(["--data-dir", str(tmp_path / "data"), "archive", "drills", "--delete", "99"]) == 2


def test_the_drills_are_listed_those_about_the_cube_too(
    run: Analyse, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Dark doubled, and light dropped at 0.6: a wrong drop.
    write_match(replace(TWO_GAMES, games=TWO_GAMES.games[1:]), tmp_path / "match.mat")
    run(tmp_path / "match.mat", "--drills")
    words = ["--data-dir", str(tmp_path / "data"), "archive", "drills", "--player", "Anna"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "Anna: cube, played drop, best take, lost 0.400" in out
    assert "Anna: cube, played no double, best double, lost 0.100" in out
    assert main([*words, "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (answer,) = [one for one in told if one["task"] == "answer"]
    assert (answer["best"], answer["made"], answer["position"].split(":")[4]) == ("took", "dropped", "D")


def test_where_there_is_no_journal_there_is_no_drill_to_remove(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--data-dir", str(tmp_path / "none"), "archive", "drills"]
    assert main([*words, "--delete", "3"]) == 2
    said = capsys.readouterr()
    assert (said.out, "drill 3: not found;" in said.err) == ("", True)
    assert main(words) == 0
    assert capsys.readouterr().out == "no exercises\n"


def test_how_many_there_are_in_a_folder_is_said_first_and_the_bar_counts_over_all(
    run: Analyse, file: Path, engine: ByNotation, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_match(one_game("light 31 8/5 6/5"), file.with_name("second.mat"))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    _, out, err = run(file.parent)
    assert err.startswith("companion analyse: 2 of 2 matches, 14 decisions\n")
    assert re.findall(r"\d+/\d+", err) == [f"{n}/14" for n in range(1, 15)]
    assert out.count("Error rate ") == 2
    assert engine.asked


def test_a_single_match_needs_no_count(run: Analyse, file: Path) -> None:
    assert run(file)[2] == ""


def test_a_bar_tells_the_time_left_as_the_work_went_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    times = iter([0.0, 7.0, 100.0])
    with ProgressBar(clock=lambda: next(times)) as bar:
        bar.show(2, 22)
        assert "left" not in capsys.readouterr().err
        bar.show(4, 22)
        assert capsys.readouterr().err.endswith(" 4/22, 1:03 left")
        bar.show(23, 22)  # the number that a film tells may be too small
        assert capsys.readouterr().err.endswith(" 22/22")


def test_a_bar_shows_how_far_it_is_on_a_terminal_and_is_wiped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert list(with_bar([1, 2], lambda step: (step, 2))) == [1, 2]
    assert capsys.readouterr().err.endswith("2/2\r\x1b[K")
    assert list(with_bar([1, 2], lambda step: (step, 2), quiet=True)) == [1, 2]
    assert capsys.readouterr().err == ""


# --- the archive ---------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", Mode)
def test_a_match_that_is_over_may_be_analysed(mode: Mode, run: Analyse, tmp_path: Path) -> None:
    number = recorded(tmp_path / "data", mode, over=True)
    status, out, err = run(number, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["id"] == number


@pytest.mark.parametrize(("mode", "status"), [(Mode.REFEREED, 2), (Mode.RECORDED, 2), (Mode.TRAINING, 0)])
def test_one_that_goes_on_may_be_analysed_in_training_only(
    mode: Mode, status: int, run: Analyse, engine: ByNotation, tmp_path: Path
) -> None:
    number = recorded(tmp_path / "data", mode, over=False)
    found, out, err = run(number, "--json")
    assert found == status
    if status:
        assert f"match {number}: is {mode.value} and not over" in err
        assert (out, engine.asked) == ("", [])
        assert not (tmp_path / "data" / FOLDER).exists()


def test_a_match_that_is_not_there_is_told(run: Analyse, tmp_path: Path) -> None:
    assert "holds no journal" in run("7")[2]
    recorded(tmp_path / "data", Mode.TRAINING, over=True)
    status, _, err = run("7")
    assert status == 2
    assert "match 7: not found" in err


def test_what_was_judged_goes_with_the_match(run: Analyse, tmp_path: Path) -> None:
    number = recorded(tmp_path / "data", Mode.REFEREED, over=True)
    run(number)
    assert list((tmp_path / "data" / FOLDER).iterdir())
    assert main(["--data-dir", str(tmp_path / "data"), "archive", "delete", str(number), "--now", "--yes"]) == 0
    assert not list((tmp_path / "data" / FOLDER).iterdir())


# --- for the screen ------------------------------------------------------------------------------

COMPANION = """
import sys
from companion.cli import main
from companion.commands import analyse
from tests.coach.fakes import ByNotation
from tests.coach.judged import Failing
analyse.engine_named = lambda *_: {engine}
sys.exit(main(sys.argv[1:]))
"""


def untold(done: int, of: int) -> None:
    assert 0 < done <= of


def go_on() -> bool:
    return False


def first_of(told: list[int]) -> Callable[[int, int], None]:
    """Notes how many decisions are done."""
    return lambda done, _: told.append(done)


def analyses(data_dir: Path, engine: str = "ByNotation()") -> AnalysesHere:
    def record(number: int | None) -> ArchivedMatch:
        with Journal(data_dir, shared=True) as journal:
            header = journal.header(number or 1)
            entries = journal.entries(header.id)
        return ArchivedMatch(header, entries, listed(header, entries).finished, at_table=False)

    return AnalysesHere(data_dir, record, command=(sys.executable, "-c", COMPANION.format(engine=engine)))


def test_a_match_is_judged_for_the_screen_and_how_far_it_is_is_told(tmp_path: Path) -> None:
    recorded(tmp_path, Mode.REFEREED, over=True)
    told: list[tuple[int, int]] = []
    report = analyses(tmp_path).analyse(1, on_progress=lambda *step: told.append(step), stop=go_on)
    assert report is not None
    assert report.is_whole
    assert told == [(n, report.of) for n in range(1, report.of + 1)]
    again = analyses(tmp_path).analyse(1, on_progress=lambda *step: told.append(step), stop=go_on)
    assert again == report
    assert len(told) == report.of, "nothing is judged twice"


def test_what_an_earlier_version_saved_is_shown_and_completed_when_it_is_judged_anew(tmp_path: Path) -> None:
    recorded(tmp_path, Mode.REFEREED, over=True)
    here = analyses(tmp_path)
    whole = here.analyse(1, on_progress=untold, stop=go_on)
    assert whole is not None
    (path,) = (tmp_path / FOLDER).iterdir()
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps(line | ({"plays": None} if "plays" in line else {})) + "\n" for line in lines))
    saved = here.analyse(1, on_progress=untold, stop=go_on)
    assert saved is not None
    assert (whole.without_plays, saved.without_plays > 0, saved.is_whole) == (0, True, True)
    assert here.analyse(1, on_progress=untold, stop=go_on, again=True) == whole


def test_who_stops_it_gets_nothing_and_loses_nothing(tmp_path: Path) -> None:
    recorded(tmp_path, Mode.REFEREED, over=True)
    told: list[int] = []
    here = analyses(tmp_path)
    assert here.analyse(1, on_progress=first_of(told), stop=lambda: len(told) >= 5) is None
    before = len(told)
    report = here.analyse(1, on_progress=first_of(told), stop=go_on)
    assert report is not None
    assert report.is_whole
    assert before < len(told)
    assert told[before] > 1, "it goes on where it was stopped"


def test_a_match_that_goes_on_is_judged_in_training_only(tmp_path: Path) -> None:
    recorded(tmp_path, Mode.REFEREED, over=False)
    with pytest.raises(InputError, match="not over"):
        analyses(tmp_path).analyse(1, on_progress=untold, stop=go_on)


def test_an_engine_that_dies_is_told(tmp_path: Path) -> None:
    recorded(tmp_path, Mode.REFEREED, over=True)
    with pytest.raises(EngineError, match="the engine died"):
        analyses(tmp_path, "Failing(50, times=2)").analyse(1, on_progress=untold, stop=go_on)


def test_the_worst_plays_are_kept_as_drills(tmp_path: Path) -> None:
    recorded(tmp_path, Mode.REFEREED, over=True)
    here = analyses(tmp_path)
    report = here.analyse(1, on_progress=untold, stop=go_on)
    assert report is not None
    assert here.keep_drills(report, 1) > 0
    assert here.keep_drills(report, 1) == 0


def test_nobody_is_to_repeat_what_the_engine_did_wrong(run: Analyse, tmp_path: Path) -> None:
    recorded(tmp_path / "data", Mode.TRAINING, over=True, opponent=Opponent(Side.DARK, Strength.BEGINNER))
    assert "new drill" in run(1, "--drills")[1]
    here = analyses(tmp_path / "data")
    report = here.analyse(1, on_progress=untold, stop=go_on)
    assert report is not None
    here.keep_drills(report, 1)
    with DrillBox(tmp_path / "data") as box:
        assert {drill.player for drill in box.drills()} == {"Anna"}


def test_who_stops_it_is_told_that_it_goes_on(run: Analyse, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(analyse, "analysed", stopped)
    status, out, err = run(file)
    assert (status, out) == (130, "")
    assert "goes on from there" in err
