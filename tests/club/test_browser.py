"""The pages in a browser: nothing is cut off, everything has a name, and what happens at a table is seen at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from companion.club.analysing import Analyser
from companion.club.directing import draw_round
from companion.club.middleware import COOKIE
from companion.club.models import Result
from companion.texts import Language, sentence
from tests.club.cups import play_round, tournament
from tests.club.evening import Evening
from tests.club.sending import Sender
from tests.club.served import served
from tests.coach.fakes import ByNotation
from tests.live.browser import PROGRAM, Browser, browsers

pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="Chromium is not installed: apt-get install chromium"),
    pytest.mark.django_db(transaction=True),
]

NAMED = frozenset(
    {"link", "button", "textbox", "searchbox", "combobox", "image", "heading", "table", "navigation", "log"}
)
"""Roles of which a screen reader says the name."""
CUT_OFF = """
[...document.body.querySelectorAll('*')].filter((one) => {
  if (one.closest('svg svg, svg > *, .unseen, .skip, thead, caption, option')) return false;
  const box = one.getBoundingClientRect(), style = getComputedStyle(one);
  const hidden = style.overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1 && one.tagName !== 'INPUT';
  return box.width && (box.left < -0.5 || box.right > innerWidth + 0.5 || hidden);
}).map((one) => one.outerHTML.slice(0, 100))
"""


@pytest.fixture
def browser() -> Iterator[Callable[..., Browser]]:
    yield from browsers()


@pytest.fixture
def address() -> Iterator[str]:
    with served() as found:
        yield found


def tournaments() -> dict[str, str]:
    """The pages of tournaments: one that is drawn, with somebody in line, and one that is not."""
    cup = tournament("Anna", "Bert", "Cora", "Katarína Horváthová-Ondrejkovičová", name="Cup", places=3, rounds=2)
    draw_round(cup)
    play_round(Sender("Table 9"), cup)
    new = tournament("Anna", "Bert", name="New cup", lives=2)
    return {"tournaments": "/tournaments", "cup": f"/tournaments/{cup.pk}", "new cup": f"/tournaments/{new.pk}"}


@pytest.mark.parametrize(("width", "height", "scheme"), [(360, 740, "dark"), (1920, 1080, "light")])
def test_every_page_fits_and_has_names_in_every_language(
    width: int, height: int, scheme: str, address: str, browser: Callable[..., Browser]
) -> None:
    pages = Evening().addresses() | tournaments()
    assert Analyser(ByNotation("builtin"), 0).analyse_new()
    with browser(width, height, scheme=scheme) as seen:
        for language in Language:
            seen.do("Network.setCookie", name=COOKIE, value=language.value, url=address)
            for name, path in pages.items():
                seen.open(address + path)
                assert seen.run("document.documentElement.lang") == language, name
                assert seen.run("document.documentElement.scrollWidth") <= width, name
                assert seen.run(CUT_OFF) == [], name
                spoken = seen.spoken()
                assert [role for role, said in spoken if role in NAMED and not said] == [], name
                roles = [role for role, _ in spoken]
                assert roles.count("main") == 1, name
                assert sum(role == "heading" for role in roles) >= 1, name
                levels = seen.run("[...document.querySelectorAll('h1, h2, h3')].map((one) => Number(one.tagName[1]))")
                assert levels[0] == 1, name
                assert all(below <= above + 1 for above, below in pairwise(levels)), name
        assert seen.said == []


def test_what_happens_at_a_table_is_seen_without_loading_again(address: str, browser: Callable[..., Browser]) -> None:
    evening = Evening()
    table = evening.tables[2].table.pk
    with browser(1000, 900) as seen:
        seen.open(f"{address}/")
        seen.run("window.same = true")
        for _ in range(4):
            evening.go_on()
            revision = Result.objects.get(match__uuid=evening.playing.uuid).revision
            seen.wait(f"document.querySelector('[data-table=\"{table}\"] .card').dataset.revision === '{revision}'")
        evening.tables[0].header(evening.over, deleted=True)
        evening.deriver.derive_new()
        seen.wait("document.querySelectorAll('.card').length === 3")
        assert seen.run("window.same")
        assert seen.said == []


def test_a_page_goes_on_by_itself_after_the_server_was_gone(browser: Callable[..., Browser]) -> None:
    evening = Evening()
    with browser(1000, 900) as seen:
        with served() as address:
            seen.open(f"{address}/")
            seen.wait("document.getElementById('lost').textContent === ''")
        seen.wait(f"document.getElementById('lost').textContent === {sentence('live.lost')!r}")
        evening.go_on(3)
        revision = Result.objects.get(match__uuid=evening.playing.uuid).revision
        with served(int(address.rpartition(":")[2])):
            seen.wait(f"document.querySelector('[data-revision=\"{revision}\"]') !== null")
            assert seen.run("document.getElementById('lost').textContent") == ""


def test_turns_of_a_match_in_play_are_spoken_as_they_come(address: str, browser: Callable[..., Browser]) -> None:
    evening = Evening()
    with browser(1000, 900) as seen:
        seen.open(f"{address}/matches/{evening.playing.uuid}")
        last = seen.run("document.querySelector('.last').textContent")
        assert [region["live"] for region in seen.live_regions()] == ["polite", "polite"]
        while (told := Result.objects.get(match__uuid=evening.playing.uuid).state["last"]["play"]) in last:
            evening.go_on()
        seen.wait(f"document.getElementById('log').textContent.includes({told!r})")


def test_one_steps_through_a_match_by_keys_and_links(address: str, browser: Callable[..., Browser]) -> None:
    evening = Evening()
    with browser(1000, 900) as seen:
        seen.open(f"{address}/matches/{evening.over.uuid}")
        seen.run("window.same = true")
        boards = [seen.run("document.querySelector('.board').innerHTML")]
        for turn in range(1, 4):
            seen.do("Input.dispatchKeyEvent", type="keyDown", key="ArrowRight", code="ArrowRight")
            seen.wait(f"location.search === '?game=1&turn={turn}'")
            boards.append(seen.run("document.querySelector('.board').innerHTML"))
        assert len(set(boards)) == 4
        seen.run("document.querySelector('[rel=prev]').click()")
        seen.wait("location.search === '?game=1&turn=2'")
        assert seen.run("document.querySelector('.board').innerHTML") == boards[2]
        assert seen.run("document.activeElement.getAttribute('rel')") == "prev"
        assert seen.run("document.querySelector('[aria-current=step]').textContent").startswith("2. ")
        assert seen.run("window.same")
        assert seen.said == []
