"""No word of any page is cut off: every page in all its states, in every language, from both chairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from companion.screen import PageName
from companion.texts import Language
from tests.screen.conftest import Stage
from tests.screen.every_page import MADE, NAMES, PAGES, everything, recorded, shown
from tests.screen.overflow import bare_boards, drawn_words, unfit
from tests.screen.with_services import settle

SIZES: Final = ((800, 480), (480, 800))
"""Where there is least room."""


class Seen(NamedTuple):
    """How pages are looked at."""

    size: tuple[int, int]
    language: Language
    opposite: bool
    large: bool

    def __str__(self) -> str:
        chair, letters = ("far", "near")[not self.opposite], ("large", "normal")[not self.large]
        return f"{self.size[0]}x{self.size[1]}-{self.language.value}-{chair}-{letters}"


# Each size in each language; the chair and the text size change from one to the next, so that each pair occurs.
ALL: Final = tuple(
    Seen(size, language, opposite=(row + column) % 2 == 1, large=column // 2 == row % 2)
    for (row, size), (column, language) in product(enumerate(SIZES), enumerate(Language))
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pages")
    recorded(made)
    return made


def settings_of(how: Seen) -> Mapping[str, object]:
    letters = "large" if how.large else "usual"
    return {"screen.language": how.language.value, "light.text": letters, "dark.text": letters}


def walked(stage: Stage, folder: Path, how: Seen, patch: pytest.MonkeyPatch) -> Iterator[str]:
    """What is wrong on any page."""
    patch.setattr("companion.screen.pages.draughts_drill.made", MADE)
    boards = nullcontext() if stage.keeps else bare_boards()
    with boards, everything(stage, folder, settings_of(how)), drawn_words(patch) as shortened:
        for place in PageName:
            shortened.clear()
            for state in shown(stage, place, opposite=how.opposite):
                settle()
                top = stage.app.app_root.top
                assert top is not None, place
                stage.keep(f"page-{place.value}-{state.replace(' ', '-')}-{how}")
                yield from (f"{place.value} {state}: {fault}" for fault in [*unfit(top), *shortened])
            stage.app.app_root.home()


def test_every_page_is_in_the_table() -> None:
    assert set(PAGES) == set(PageName)


def test_the_names_are_as_long_as_they_may_be() -> None:
    assert [len(name) for name in NAMES] == [24, 24]


def test_each_pair_of_size_language_chair_and_text_size_occurs() -> None:
    for one, other in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3)):
        kinds = [{seen[place] for seen in ALL} for place in (one, other)]
        assert {(seen[one], seen[other]) for seen in ALL} == set(product(*kinds))


@pytest.mark.parametrize("how", ALL, ids=str)
def test_no_page_cuts_anything_off(stage: Stage, folder: Path, how: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.resize(*how.size)
    faults = "\n".join(walked(stage, folder, how, monkeypatch))
    assert not faults, faults


def test_what_does_not_fit_is_found(stage: Stage) -> None:
    from kivy.uix.floatlayout import FloatLayout

    from companion.screen.widgets.words import WordField, Words

    del stage  # the window must be open
    page = FloatLayout(size=(800, 400), pos=(0, 0))
    assert unfit(page) == []
    for words in (
        WordField(text="Diagnostics", size_hint=(None, None), size=(70, 80)),
        WordField(text="Two", size_hint=(None, None), size=(80, 80), pos=(60, 0)),
        Words(text="Far too long for so small a place", size=(120, 24), pos=(300, 0)),
        Words(text="Beside", size=(100, 40), pos=(790, 300)),
    ):
        page.add_widget(words)
    told = "\n".join(unfit(page))
    assert "'Diagnostics' is drawn with a broken word" in told
    assert "'Far too long for so small a place' is shortened" in told
    assert "'Beside' lies beside the page" in told
    assert "'Two' lies over 'Diagnostics'" in told or "'Diagnostics' lies over 'Two'" in told
