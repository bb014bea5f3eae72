"""``companion replay``: frames in, a match file and every event out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.lab.bench.rendered import TruthFrame
from companion.lab.bench.replay import recorded_turns, true_illegal, true_turns
from companion.record import Journal, line, read_match
from companion.record.match import Roll
from tests.clips import quicker
from tests.commands.test_demo import CLIP
from tests.truth import RENDERS, truths

FIRST_FRAMES = 31


@pytest.fixture(scope="module")
def game() -> Path:
    if not (RENDERS / "dev4").is_dir():
        pytest.skip(f"the rendered games are not here: {RENDERS}")
    return RENDERS / "dev4"


@pytest.fixture(scope="module")
def frames(game: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first frames of a rendered game: pictures and times, no truth beside them."""
    return beginning(game, tmp_path_factory.mktemp("frames"), FIRST_FRAMES)


@pytest.fixture(scope="module")
def two_frames(game: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return beginning(game, tmp_path_factory.mktemp("two_frames"), 2)


def beginning(game: Path, folder: Path, most: int) -> Path:
    """A folder with so many frames of a game."""
    for picture in sorted(game.glob("*.jpg"))[:most]:
        (folder / picture.name).write_bytes(picture.read_bytes())
    times = (game / "frames.jsonl").read_text().splitlines()[:most]
    (folder / "frames.jsonl").write_text("\n".join(times) + "\n")
    return folder


def corners(game: Path) -> list[str]:
    first = TruthFrame(game / "0000.jpg", truths(game.name)[0])
    return [f"{x:g},{y:g}" for x, y in first.corners()]


def test_frames_become_a_match_file_and_events(
    game: Path, frames: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, events = tmp_path / "game.mat", tmp_path / "events.jsonl"
    words = ["replay", str(frames), "--corners", *corners(game), "--names", "Ann,Bob", "--length", "5",
             "--out", str(out), "--events", str(events), "--data-dir", str(tmp_path / "data")]  # fmt: skip
    assert main(words) == 0
    transcript = capsys.readouterr().out
    played = truths(game.name)[:FIRST_FRAMES]
    with Journal(tmp_path / "data") as journal:
        (header,) = journal.matches()
        kept = journal.entries(header.id)
    assert [json.loads(text) for text in events.read_text().splitlines()] == [line(entry) for entry in kept]
    wanted = true_turns(played)[:-1]
    assert recorded_turns(kept)[: len(wanted)] == wanted
    assert f"against the rules ({true_illegal(played)[0][1]})" in transcript
    match = read_match(out)
    assert (match.names, match.length) == (("Ann", "Bob"), 5)
    rolls = [action for action in match.games[0].actions if isinstance(action, Roll)]
    dice = [tuple(sorted((roll.dice.first, roll.dice.second), reverse=True)) for roll in rolls]
    assert dice[: len(wanted)] == [turn.dice for turn in wanted]


def test_with_json_one_object_is_printed_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clip, out = quicker(CLIP, tmp_path / "clip", most=14), tmp_path / "game.json"
    words = ["replay", str(clip), "--out", str(out), "--json"]
    assert main([*words, "--data-dir", str(tmp_path)]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["out"], summary["games"], summary["illegal"]) == (str(out), 1, 1)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere", "--out", "game.mat"], "nowhere: expected a folder of frames"),
        (["FRAMES", "--out", "game.doc"], "game.doc: the ending says the format"),
        (["FRAMES", "--out", "no/such/folder/game.mat"], "there is no folder"),
        (["FRAMES", "--out", "game.mat", "--corners", "1,1", "2,2"], "--corners '1,1 2,2': expected four pairs"),
        (["FRAMES", "--out", "game.mat", "--corners", "-5,-5 40,-5 40,30 -5,30"], "shows no start position"),
        (["FRAMES", "--out", "game.mat", "--names", "Ann"], "--names 'Ann': expected two names"),
        (["FRAMES", "--out", "game.mat", "--length", "-3"], "'match.length' is -3, expected a number from 0 to 64"),
        (["FRAMES", "--out", "game.mat", "--rules", "chess"], "rule set 'chess': expected one of"),
        (["FRAMES", "--out", "game.mat", "--calibration", "none.json"], "none.json: cannot be read"),
        (["FRAMES", "--out", "game.mat", "--events", "./game.mat"], "--events game.mat: is the file of --out"),
    ],
)
def test_bad_input_ends_with_2_and_one_sentence(
    two_frames: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    given = ["replay", *[str(two_frames) if word == "FRAMES" else word for word in words], "--data-dir", str(tmp_path)]
    assert main(given) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert len(shown.err.strip().splitlines()) == 1
    assert not (tmp_path / "game.mat").exists()
