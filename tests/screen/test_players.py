"""The pages of the players, touched as people touch them; and every word of them in every size and language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from companion.app.players import StoredPlayers
from companion.coach.analysing import analysed
from companion.coach.rate_words import pr_says
from companion.coach.saved_analyses import Keeping
from companion.record import Journal, Mode, match_from_entries
from companion.screen import PageName
from tests.archived import BEGAN, fill, random_entries
from tests.coach.fakes import ByNotation
from tests.screen.archives import (
    labels_of,
    settle,
    shelf_of,
    touch_row,
    touch_widget,
    touch_words,
    with_services,
)
from tests.screen.conftest import Stage
from tests.screen.views import UNDER_WAY

LONG = "Maria Konstancja Nowicka"
"""As many letters as a name may have."""


@pytest.fixture
def data(written: Path, tmp_path: Path) -> Path:
    """A folder of its own with these matches."""
    return Path(copytree(written, tmp_path / "data"))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Seven matches, two of them analysed; not to be changed."""
    folder = tmp_path_factory.mktemp("players")
    with Journal(folder) as journal:
        for seed, names in enumerate(
            ((LONG, "Aleksander Dobrowolski-B"), ("Ania", LONG), ("Zoë", LONG), ("Zoë", "Ania"))
        ):
            fill(journal, seed, length=1, names=names, mode=Mode.REFEREED)
        opponent = {"opponent": {"side": "dark", "strength": "weak", "seed": 1}}
        journal.begin(names=(LONG, "GNU Backgammon (medium)"), length=1, started=BEGAN, terms=opponent)
        journal.append_all(random_entries(3, 1))
        fill(journal, 4, length=0, names=(LONG, "Zoë"), most_entries=40, games=1)
        fill(journal, 5, length=1, names=("Light", LONG))
        for number in (1, 2):
            match = match_from_entries(journal.header(number), journal.entries(number))
            with Keeping(folder, match, engine="builtin", ply=1, number=number) as kept:
                for step in analysed(match, ByNotation(), luck_ply=None):
                    kept.add(step.judged)
    return folder


def services(folder: Path, *at_table: str) -> dict[str, Any]:
    archive = shelf_of(folder)
    records = StoredPlayers(folder, at_table=lambda: at_table, shared=True)
    return {"archive": archive, "trash": archive, "exports": archive, "records": records}


@pytest.fixture
def at(stage: Stage, data: Path) -> Iterator[Any]:
    with with_services(stage, **services(data)) as app_root:
        stage.lay(replace(UNDER_WAY, mode=Mode.REFEREED))
        yield app_root


def opened(app_root: Any, place: PageName, **told: Any) -> Any:
    app_root.open(place, **told)
    settle()
    return top(app_root)


def top(app_root: Any) -> Any:
    """The page that is shown."""
    return app_root.top.content


def titles(content: Any) -> list[str]:
    return [row["title"] for row in content.rows.data]


def test_a_player_is_found_from_the_archive_and_leads_to_a_match(stage: Stage, at: Any) -> None:
    touch_words(stage, opened(at, PageName.ARCHIVE), "Players")
    players = at.top.content
    assert titles(players)[0] == LONG
    assert set(titles(players)) == {LONG, "Zoë", "Ania", "Aleksander Dobrowolski-B"}
    touch_row(stage, players.rows, 0)
    page = at.top.content
    assert at.top.title == LONG
    assert titles(page)[:4] == ["Matches", "Rating", "Error rate (millipoints per decision)", "Trend"]
    assert "built in, 1-ply" in page.rows.data[2]["note"]
    assert "(PR\N{NO-BREAK SPACE}" in page.rows.data[2]["value"]
    touch_row(stage, page.rows, 2)
    assert at.said == pr_says("en")
    stage.keep("player-pr")
    at._unsay()
    stage.keep("player-rates")
    touch_words(stage, page, "Opponents")
    engine = next(row for row in page.rows.data if row["title"].startswith("GNU"))
    assert engine["note"].startswith("Computer opponent")
    touch_words(stage, page, "Matches")
    assert len(page.rows.data) == 6
    touch_row(stage, page.rows, 0)
    assert at.top.content.title == "screen.review"


def test_the_kinds_of_errors_are_listed(stage: Stage, at: Any) -> None:
    page = opened(at, PageName.PLAYER, name=LONG)
    touch_words(stage, page, "Errors")
    assert page.rows.data
    assert all(row["value"].split()[1].startswith("error") for row in page.rows.data)


def test_two_names_become_one_player_and_two_again(stage: Stage, data: Path) -> None:
    with Journal(data) as journal:
        fill(journal, 8, length=1, names=("Zosia", LONG), mode=Mode.REFEREED)
    with with_services(stage, **services(data)) as app_root:
        opened(app_root, PageName.PLAYERS)
        page = opened(app_root, PageName.PLAYER, name="Ania")
        touch_words(stage, page, "Merge")
        touch_widget(stage, chooser(app_root).rows["merge", "Zosia"])
        assert app_root.said == "Zosia is now Ania. “Merge” can undo it."
        app_root._unsay()
        settle()
        page = top(app_root)
        assert ("Also written", "Zosia") in [(row["title"], row["note"]) for row in page.rows.data]
        touch_words(stage, page, "Merge")
        touch_widget(stage, chooser(app_root).rows["separate", "Zosia"])
        assert app_root.said == "Zosia is a player again."
        app_root._unsay()
        settle()
        assert "Also written" not in titles(top(app_root))
        app_root.back()
        assert "Zosia" in titles(top(app_root))


def test_a_name_is_removed_after_a_question(stage: Stage, at: Any, data: Path) -> None:
    opened(at, PageName.PLAYERS)
    page = opened(at, PageName.PLAYER, name="Ania")
    touch_words(stage, page, "Delete")
    assert "Remove the name Ania from 2 matches for good? The matches stay." in labels_of(at.top)
    touch_words(stage, confirm(at), "Back")
    touch_words(stage, page, "Delete")
    touch_words(stage, confirm(at), "Delete")
    assert at.said == "The name is removed. The matches stay."
    settle()
    assert "Ania" not in titles(at.top.content), "the list is read again"
    with Journal(data) as journal:
        assert journal.header(2).names == ("Light", LONG)
        assert journal.header(4).names == ("Zoë", "Dark")


def test_who_is_at_the_table_keeps_the_name(stage: Stage, data: Path) -> None:
    with with_services(stage, **services(data, "Ania")) as app_root:
        page = opened(app_root, PageName.PLAYER, name="Ania")
        touch_words(stage, page, "Delete")
        touch_words(stage, confirm(app_root), "Delete")
        assert "at the table" in app_root.said
        assert top(app_root) is page


def test_without_players_the_page_says_so(stage: Stage, tmp_path: Path) -> None:
    with with_services(stage, **services(tmp_path)) as app_root:
        assert opened(app_root, PageName.PLAYERS).nothing.text == "No players yet. Name the players in a match."


def chooser(app_root: Any) -> Any:
    from companion.screen.widgets.modals import Chooser

    return next(one for one in app_root.top.walk() if isinstance(one, Chooser))


def confirm(app_root: Any) -> Any:
    from companion.screen.widgets.modals import Confirm

    return next(one for one in app_root.top.walk() if isinstance(one, Confirm))
