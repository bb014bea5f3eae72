"""The card after a game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.rules import Side
from companion.record import Journal, Mode
from companion.screen import Place
from tests.archived import fill
from tests.screen.conftest import Stage
from tests.screen.shelves import furnished, settle, shelf_of, touch_words
from tests.screen.views import OVER, UNDER_WAY

SIZES = [(800, 480), (1024, 600), (1280, 720), (480, 800)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_look(stage: Stage, tmp_path: Path, size) -> None:
    with Journal(tmp_path) as journal:
        fill(journal, 5, length=7)
        header = fill(journal, 4, length=7, names=("Anna", "Łukasz"))
        n = journal.lengths()[header.id]
    shelf = shelf_of(tmp_path, header)
    stage.resize(*size)
    with furnished(stage, shelf=shelf, exports=shelf) as shell:
        stage.show(replace(OVER, names=("Anna", "Łukasz")))
        shell.open(Place.RECAP)
        settle(stage)
        stage.keep(f"recap-game-{size[0]}x{size[1]}")
        touch_words(stage, shell.top, "Dice")
        stage.keep(f"recap-dice-{size[0]}x{size[1]}")
        touch_words(stage, shell.top, "Game")
        touch_words(stage, shell.top, "Code")
        stage.keep(f"recap-code-{size[0]}x{size[1]}")
        print(list(tmp_path.rglob("*.png")))
    stage.resize(800, 480)
