"""A sample of what ``companion bench formats`` measures over the whole corpus."""

from __future__ import annotations

import random
import tarfile
from pathlib import Path
from typing import Final

import pytest

from companion.games.backgammon import Dice
from companion.games.rules import Side
from companion.lab.bench import gnubg
from companion.lab.bench.formats import Row, is_as_expected, is_shown, stated
from companion.lab.bench.reference import rows_of
from companion.record.checking import problems_of
from companion.record.files.formats import read, write_match
from companion.record.match import Game, Match, Pass, Roll

ORACLE: Final = Path(__file__).parents[4] / "shared" / "data" / "oracle"
EVERY: Final = 300  # so many files of the corpus are passed over for one that is read, others in each run
BROKEN: Final = 6  # of those in which something is wrong

needs_corpus = pytest.mark.skipif(not ORACLE.exists(), reason="the match corpus shared/data/oracle is not here")
needs_gnubg = pytest.mark.skipif(gnubg.PROGRAM is None, reason="gnubg is not installed")


def unpacked(names: list[str], folder: Path) -> list[Path]:
    with tarfile.open(ORACLE / "corpus_raw.tar.gz") as archive:
        for name in names:
            member = archive.extractfile(f"corpus_raw/{name}")
            assert member is not None
            (folder / name).write_bytes(member.read())
    return [folder / name for name in names]


def corpus(*, sound: bool) -> tuple[list[Row], list[Row]]:
    """What is said of sound or of broken files in the manifest, and roll by roll."""
    manifest = {row["file"]: row for row in rows_of(ORACLE / "corpus_manifest.jsonl.gz")}
    expected = [
        row
        for row in rows_of(ORACLE / "corpus_expected.jsonl.gz")
        if sound is (manifest[row["file"]]["n_problems"] == 0)
    ]
    return [manifest[row["file"]] for row in expected], expected


@needs_corpus
def test_real_matches_are_read_with_every_roll_in_its_position_and_nothing_is_wrong(tmp_path: Path) -> None:
    expected = corpus(sound=True)[1][random.randrange(EVERY) :: EVERY]
    for path, row in zip(unpacked([row["file"] for row in expected], tmp_path), expected, strict=True):
        reading = read(path)
        assert is_as_expected(reading, row), path.name
        assert problems_of(reading) == (), path.name


@needs_corpus
def test_what_is_wrong_in_real_matches_is_told_at_its_game_and_line(tmp_path: Path) -> None:
    manifest = random.sample(corpus(sound=False)[0], BROKEN)
    for path, row in zip(unpacked([row["file"] for row in manifest], tmp_path), manifest, strict=True):
        assert {(p.game, p.line, p.kind) for p in problems_of(read(path))} == stated(row), path.name


@needs_corpus
@needs_gnubg
@pytest.mark.parametrize("ending", [".mat", ".sgf"])
def test_gnubg_imports_real_matches_that_we_wrote_in_the_positions_that_we_see(ending: str, tmp_path: Path) -> None:
    broken, sound = corpus(sound=False)[0], corpus(sound=True)[0]
    names = [row["file"] for row in random.sample(broken, BROKEN) + sound[random.randrange(EVERY) :: EVERY]]
    matches = [read(path).match for path in unpacked(names, tmp_path)]
    paths = [tmp_path / f"{name}{ending}" for name in names]
    for match, path in zip(matches, paths, strict=True):
        write_match(match, path)
    shown = gnubg.as_gnubg_shows(paths)
    assert [name for name, match, rolls in zip(names, matches, shown, strict=True) if not is_shown(match, rolls)] == []


def test_a_match_is_shown_where_every_roll_stands_in_its_position() -> None:
    game = Game(actions=(Roll(Side.LIGHT, Dice(3, 1), None), Pass(Side.DARK)))
    match = Match(games=(game,))
    start, other = (Side.LIGHT, (3, 1), "4HPwATDgc/ABMA"), (Side.LIGHT, (3, 1), "4HPwATDgc/AAGA")
    passed = (Side.DARK, (6, 6), "sGfwATDgc/ABMA")
    assert is_shown(match, [[start, passed]])
    for rolls in ([start], [other, passed], [passed, start], [start, start], []):
        assert not is_shown(match, [rolls])
    assert not is_shown(match, [])
    assert not is_shown(match, None)
