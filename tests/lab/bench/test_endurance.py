"""The bench of endurance counts what is lost, and sees where a folder of files costs memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

from companion.lab.bench import endurance
from companion.lab.bench.figure import Figure
from companion.lab.bench.screen_day import missing


def value(figures: Sequence[Figure], name: str) -> float:
    return next(figure.value for figure in figures if figure.name.startswith(name))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sequence[endurance.Played]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(endurance, "_MATCHES", 6)
        patch.setattr(endurance, "_PLAYED", 2)
        patch.setattr(endurance, "_FEW_FILES", 2)
        patch.setattr(endurance, "_FILES", 4)
        patch.setattr(endurance, "measured", lambda *_, **__: {"ready": 1.0})
        yield list(endurance.played(tmp_path_factory.mktemp("played")))


def test_what_an_archive_gives_back_is_compared_with_what_was_played(
    tmp_path: Path, played: Sequence[endurance.Played]
) -> None:
    figures = list(endurance.archived(tmp_path / "archive", played))
    assert value(figures, "matches that are not listed") == 0
    assert value(figures, "matches that are not as they were") == 0
    (header, entries), other = played
    changed = [(header, entries[:-1]), other]
    figures = list(endurance.kept(tmp_path / "archive", changed, tmp_path / "again"))
    assert value(figures, "matches that are not as they were") == 3


def test_files_that_are_not_found_right_are_counted(tmp_path: Path, played: Sequence[endurance.Played]) -> None:
    figures = list(endurance.verified(tmp_path / "files", played))
    assert value(figures, "files of a folder that verify did not find right") == 0
    assert value(figures, "memory of verify") < 20


def test_a_spectator_misses_what_is_public_and_came_after_it() -> None:
    got = json.loads("[[1, 3, 0.0, [1, 2, 3]], [1, 4, 0.1, [4]], [1, 6, 0.2, [6]], [2, 2, 0.3, [1, 2]]]")
    first, second = [(1, n) for n in (1, 2, 3, 4, 6)], [(2, 1), (2, 2)]
    assert missing(got, first + second) == 0
    assert missing(got, [*first, (1, 5), (1, 7), *second, (2, 3)]) == 3
    assert missing(got[1:], first + second) == 0


TEXTURE: Final = """
from kivy.core.window import Window
from kivy.graphics.texture import Texture
from companion.lab.bench.scripted_window import memory_mb, resident_mb
before = memory_mb() - resident_mb()
kept = Texture.create(size=(512, 1024))
print(memory_mb() - resident_mb() - before)
"""


def test_textures_count_where_nothing_is_drawn() -> None:
    quiet = {"KIVY_GL_BACKEND": "mock", "SDL_VIDEODRIVER": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", TEXTURE], env=os.environ | quiet, stdout=subprocess.PIPE, text=True, check=True
    )
    assert float(done.stdout.splitlines()[-1]) == pytest.approx(2.0, abs=0.3)
