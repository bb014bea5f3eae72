"""GNU Backgammon is the judge of how other people's files are read; without it nothing is judged."""

from __future__ import annotations

import tarfile
from pathlib import Path
from typing import Final

import pytest

from companion.record.files.mat import mat_text
from tests.record.files.judge import GNUBG, judged, match_files
from tests.record.playing import random_match

ORACLE: Final = Path(__file__).parents[3] / "../shared/data/oracle/corpus_raw.tar.gz"
EVERY: Final = 180
"""Every so many real files are judged here; ``python -m tests.record.files.judge FOLDER`` judges all."""

needs_gnubg = pytest.mark.skipif(GNUBG is None, reason="gnubg is not installed")

LAYOUTS: Final = {
    "opengammon.mat": """; [Site "OpenGammon"]
; [Player 1 "anna"]
; [Player 2 "ben"]
; [Cubelimit "64"]

5 point match

 Game 1
 anna: 0                                  ben: 0
  1) 31: 8/5 6/5                              42: 8/4 6/4
  2) 61: 13/7 8/7                             Resigned Game
                                            Wins 2 points
""",
    "galaxy.txt": """; [Site "BackgammonGalaxy"]
 3 point match

 Game 1
 anna : 0                         ben : 0
  1) 31: 8/5 6/5                   62: 24/18 13/11
  2) 61: 13/7 8/7                  11: 8/7 8/7 6/5 6/5
  3)  Losses 1 point                Wins 1 point
""",
    "choue.txt": """1 point match

 Game 1
Bot1: 0                          chouehandle: 0
  1)                               64: 24/14
  2) 21: 13/11 6/5                 Doubles ==> 2
  3)  Takes                        55: 14/4 8/3(2)
""",
    "studio.txt": """; [Site "Backgammon Studio"]
7 point match

 Game 1
 Anna,1512 : 0                       Ben : 0
  1) 44: 24/20(2) 13/9(2)            52: 13/11 13/8
  2) 66: 20/14(2) 13/7(2)            31: 6/5 8/5
  3) 21: ????                        Wins 1 point
""",
    "xg.txt": """; [Site "eXtreme Gammon"]
; [Player 1 "XG Roller+"]
; [Player 2 "me"]
; [Jacoby "On"]
; [Beaver "On"]
; [CubeLimit "1024"]

0 point match

 Game 1
 me : 0                               XG Roller+ : 0
  1)                                  51: 13/8 6/5
  2) 61: 13/7 8/7                     43: 24/20 13/10
      Wins 1 point
""",
}


@needs_gnubg
def test_gnubg_reads_other_programs_layouts_as_we_do(tmp_path: Path) -> None:
    for name, text in LAYOUTS.items():
        (tmp_path / name).write_text(text)
    for seed in range(4):
        (tmp_path / f"own{seed}.mat").write_text(mat_text(random_match(seed, 5, games=2)))
    verdicts = list(judged(match_files([tmp_path])))
    assert {
        verdict.path.name: verdict.differs or verdict.ours for verdict in verdicts if verdict.differs or verdict.ours
    } == {}
    assert all(verdict.judged for verdict in verdicts)
    assert sum(verdict.rolls for verdict in verdicts) > 100


@needs_gnubg
def test_a_difference_is_found(tmp_path: Path) -> None:
    # GNU Backgammon does not know our mark of a turn that was passed.
    path = tmp_path / "passed.mat"
    path.write_text('; [Passed "game 1, move 2, left"]\n' + LAYOUTS["xg.txt"])
    (verdict,) = judged([path])
    assert verdict.differs is not None


@pytest.mark.slow
@needs_gnubg
@pytest.mark.skipif(not ORACLE.exists(), reason="the real files are not here")
def test_gnubg_sees_real_files_as_we_do(tmp_path: Path) -> None:
    with tarfile.open(ORACLE) as corpus:
        names = sorted(name for name in corpus.getnames() if name.endswith((".mat", ".sgf")))[::EVERY]
        corpus.extractall(tmp_path, members=[corpus.getmember(name) for name in names])
    verdicts = list(judged(match_files([tmp_path])))
    assert [
        (verdict.path.name, verdict.differs, verdict.ours) for verdict in verdicts if verdict.differs or verdict.ours
    ] == []
    assert sum(verdict.judged for verdict in verdicts) > 0.9 * len(names)
