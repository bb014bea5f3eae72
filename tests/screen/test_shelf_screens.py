from __future__ import annotations
from dataclasses import replace
from pathlib import Path
import pytest
from companion.record import Journal
from companion.screen import Place
from tests.archived import fill, evenings
from tests.screen.conftest import Stage
from tests.screen.shelves import furnished, settle, shelf_of, touch_words
from tests.screen.views import OVER, UNDER_WAY

SIZES = [(800, 480), (480, 800)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_look(stage: Stage, tmp_path: Path, size) -> None:
    evenings(tmp_path, 7)
    shelf = shelf_of(tmp_path, None, sticks=(tmp_path / "KINGSTON",))
    stage.resize(*size)
    n = f"{size[0]}x{size[1]}"
    with furnished(stage, shelf=shelf, exports=shelf, bin=shelf) as shell:
        stage.show(UNDER_WAY)
        shell.open(Place.ARCHIVE)
        settle(stage)
        stage.keep(f"archive-{n}")
        a = shell.top.content
        a.rows.data[0]["then"]()
        settle(stage)
        stage.keep(f"archive-chosen-{n}")
        touch_words(stage, shell.top, "Delete")
        stage.keep(f"archive-undo-{n}")
        touch_words(stage, shell.top, "Search")
        stage.keep(f"archive-search-{n}")
        shell.home()
        shell.open(Place.EXPORT, match=5)
        settle(stage)
        stage.keep(f"export-{n}")
        touch_words(stage, shell.top, "Code")
        stage.keep(f"export-code-{n}")
        shell.home()
        shell.open(Place.REVIEW, match=5)
        settle(stage)
        r = shell.top.content
        r._go(9)
        settle(stage)
        stage.keep(f"review-{n}")
        touch_words(stage, shell.top, "What happened")
        stage.keep(f"review-events-{n}")
        touch_words(stage, shell.top, "Code")
        stage.keep(f"review-code-{n}")
    stage.resize(800, 480)
