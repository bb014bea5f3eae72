"""What was judged is on disk, and a process that is killed loses one decision at most."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from companion.coach.analysing import analysed
from companion.coach.analysis_json import judged_from, report_values, values_of
from companion.coach.analysis_sums import FOLDER
from companion.coach.report import Judged, LeftOut, LeftOutReason, PlayJudged
from companion.coach.saved_analyses import Keeping, delete_analyses
from companion.errors import InputError
from companion.games.rules import Side
from companion.record.match import Match
from tests.coach.fakes import ByNotation
from tests.coach.judged import TWO_GAMES, report
from tests.record.playing import random_match

WHOLE = [step.judged for step in analysed(TWO_GAMES, ByNotation())]


def keeping(folder: Path, match: Match = TWO_GAMES, *, engine: str = "fake", ply: int = 0) -> Keeping:
    return Keeping(folder, match, engine=engine, ply=ply)


def keep(folder: Path, judged: list[Judged]) -> Path:
    with keeping(folder) as kept:
        for one in judged:
            kept.add(one)
    return kept.path


def values(judged: tuple[Judged, ...] | list[Judged]) -> list[dict[str, object]]:
    return [values_of(one) for one in judged]


def test_what_was_kept_is_there_again(tmp_path: Path) -> None:
    keep(tmp_path, WHOLE)
    assert values(keeping(tmp_path).so_far) == values(WHOLE)


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    keep(tmp_path, WHOLE[:5])
    with keeping(tmp_path) as kept:
        assert len(kept.so_far) == 5
        for one in WHOLE[5:]:
            kept.add(one)
    assert values(keeping(tmp_path).so_far) == values(WHOLE)


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_line_that_was_cut_off_is_judged_again_and_nothing_else(tmp_path: Path, cut: int) -> None:
    path = keep(tmp_path, WHOLE[:6])
    path.write_bytes(path.read_bytes()[:-cut])
    with keeping(tmp_path) as kept:
        assert values(kept.so_far) == values(WHOLE[:5])
        kept.add(WHOLE[5])
    assert values(keeping(tmp_path).so_far) == values(WHOLE[:6])


@pytest.mark.parametrize("junk", [b"{}\n", b"\xff\xfe\n", b"[1]\n", b'{"game": 1e999}\n'])
def test_what_comes_behind_damage_is_judged_again(tmp_path: Path, junk: bytes) -> None:
    path = keep(tmp_path, WHOLE[:3])
    path.write_bytes(path.read_bytes() + junk + b"more\n")
    assert len(keeping(tmp_path).so_far) == 3


def test_another_engine_depth_or_match_is_kept_apart(tmp_path: Path) -> None:
    keep(tmp_path, WHOLE[:3])
    assert keeping(tmp_path, engine="other").so_far == ()
    assert keeping(tmp_path, ply=2).so_far == ()
    assert keeping(tmp_path, replace(TWO_GAMES, length=7)).so_far == ()
    assert len(keeping(tmp_path, replace(TWO_GAMES, names=("Eva", "Bob"))).so_far) == 3, "names decide nothing"


def test_it_can_be_judged_anew(tmp_path: Path) -> None:
    keep(tmp_path, WHOLE[:3])
    with keeping(tmp_path) as kept:
        kept.forget()
        kept.add(WHOLE[0])
    assert len(keeping(tmp_path).so_far) == 1


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir()
    for number in range(210):
        (folder / f"file-{number:03}.jsonl").touch()
        os.utime(folder / f"file-{number:03}.jsonl", (number, number))
    keep(tmp_path, WHOLE[:1])
    assert len(list(folder.iterdir())) == 200
    assert not (folder / "file-010.jsonl").exists()
    assert (folder / "file-209.jsonl").exists()


def test_the_analyses_of_a_match_go_with_it(tmp_path: Path) -> None:
    with Keeping(tmp_path, TWO_GAMES, engine="fake", ply=0, number=3) as kept:
        kept.add(WHOLE[0])
    other = keep(tmp_path, WHOLE[:1])
    delete_analyses(tmp_path, 30)
    assert kept.path.exists()
    delete_analyses(tmp_path, 3)
    assert not kept.path.exists()
    assert other.exists()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_every_decision_of_a_match_can_be_written_and_read(seed: int) -> None:
    for step in analysed(random_match(seed, 3, games=2), ByNotation(), luck_ply=None):
        told = json.loads(json.dumps(values_of(step.judged)))
        assert values_of(judged_from(told)) == told


def test_a_decision_that_was_left_out_can_be_written_and_read() -> None:
    left_out = LeftOut(2, 7, Side.DARK, LeftOutReason.NOT_VALUED)
    assert judged_from(values_of(left_out)) == left_out


def test_what_an_earlier_version_saved_without_plays_is_read() -> None:
    first = WHOLE[0]
    assert isinstance(first, PlayJudged)
    told = values_of(first)
    assert len(told.pop("plays")) == told["choices"]
    read = judged_from(told)
    assert read == replace(first, plays=())
    whole = report()
    assert whole.without_plays == 0
    games = (replace(whole.games[0], judged=(read, *whole.games[0].judged[1:])), whole.games[1])
    assert replace(whole, games=games).without_plays == 1


@pytest.mark.parametrize("change", [
    {"side": "red"}, {"position": "XGID=?"}, {"best": {}}, {"turn": 0}, {"kind": "?"}, {"plays": [["8/5 6/5", 0.1]]},
])  # fmt: skip
def test_what_is_no_decision_is_told(change: dict[str, object]) -> None:
    with pytest.raises(InputError):
        judged_from(values_of(WHOLE[0]) | change)


def test_the_report_holds_the_sums_the_worst_and_every_decision() -> None:
    told = json.loads(json.dumps(report_values(report(), worst=3)))
    assert (told["names"], told["length"], told["whole"]) == (["Anna", "Bob"], 5, True)
    assert [len(game["decisions"]) for game in told["games"]] == [8, 5]
    assert len(told["worst"]) == 3
    assert [one["match_lost"] for one in told["worst"]] == sorted(
        (one["match_lost"] for one in told["worst"]), reverse=True
    )
    light = told["players"]["light"]
    assert light["loss"] == pytest.approx(sum(game["players"]["light"]["loss"] for game in told["games"]), abs=1e-5)
    assert (told["swings_of"], told["swings"][0]) == ("match", [1, 0, 0.5])
    assert report_values(report(replace(TWO_GAMES, length=0)))["swings_of"] == "game"
