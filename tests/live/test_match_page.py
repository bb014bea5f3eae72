"""The page of one match in a real browser: it fits every screen, can be heard, and shows the analysis when it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from companion.app import live as live_here
from companion.live.published import Judging
from tests.live.browser import PROGRAM, Browser, browsers
from tests.live.test_page import luminance
from tests.live.test_phone import Table, draughts_table, judge_of, judged_draughts
from tests.patience import eventually

pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="Chromium is not installed: apt-get install chromium"),
]
PICTURES: Final = Path(__file__).parents[2] / "build" / "live"
PHONE, DESK = (360, 740), (1280, 720)


@pytest.fixture(autouse=True)
def _network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_here, "address_here", lambda port: f"http://127.0.0.1:{port}/")


@pytest.fixture
def browser() -> Iterator[Callable[..., Browser]]:
    yield from browsers()


def whole(page: Browser, path: Path, width: int) -> None:
    """Write the whole page as a picture."""
    height = page.run("document.documentElement.scrollHeight")
    page.do("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    page.picture(path)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_every_screen_in_every_language(browser: Any, tmp_path: Path, scheme: str) -> None:
    table = Table(tmp_path, judge_of(11, 3))
    try:
        address = table.phone.hand(table.fill(11, length=3)).page.address
        assert address is not None
        published = table.device.live.published

        def is_judged() -> bool:
            match = published.find(address.rpartition("/")[2])
            return match is not None and match.judged.state is Judging.DONE

        assert eventually(is_judged)
        for size in (PHONE, DESK):
            page = browser(*size, scheme=scheme)
            for language in ("en", "pl", "sk", "ru"):
                page.open(f"{address}?lang={language}")
                assert page.run("document.documentElement.scrollWidth") <= size[0]
                assert page.run("document.querySelectorAll('article').length") == 3
            assert (luminance(page.run("getComputedStyle(document.body).backgroundColor")) > 0.5) is (scheme == "light")
            for place in (".status", ".quiet", "h1 .name", "article p", ".files a", "td", "footer a"):
                ink = luminance(page.run(f"getComputedStyle(document.querySelector('{place}')).color"))
                ground = luminance(page.run("getComputedStyle(document.body).backgroundColor"))
                assert (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05) >= 4.5, place  # WCAG 2.2, 1.4.3
            page.open(f"{address}?lang=en")
            assert page.said == []
            whole(page, PICTURES / f"match-{size[0]}-{scheme}.png", size[0])
    finally:
        table.close()


def test_the_analysis_comes_by_itself_and_a_screen_reader_hears_of_it(browser: Any, tmp_path: Path) -> None:
    ready: list[Any] = []

    def judge(record: Any, told: Any, stop: Any) -> Any:
        told(3, 12)
        return ready[0](record, told, stop) if ready else None

    table = Table(tmp_path, judge)
    try:
        address = table.phone.hand(table.fill(11)).page.address
        page = browser(*PHONE)
        page.open(f"{address}?lang=en")
        page.picture(PICTURES / "match-waiting.png")
        spoken = page.spoken()
        assert ("progressbar", "Progress of the analysis") in [(role.lower(), name) for role, name in spoken]
        assert "image" not in [role for role, _ in spoken]
        ready.append(judge_of(11))
        page.wait("document.getElementById('decisions').dataset.judging === 'done'")
        assert page.run("document.getElementById('judging').textContent") == "The analysis is ready."
        spoken = page.spoken()
        assert len([name for role, name in spoken if role == "image" and name.startswith("Anna – ")]) == 3
        assert [name for role, name in spoken if role == "table"] == ["Score by game", *["The board as a table"] * 3]
        assert ("heading", "Worst decisions") in spoken
        assert "status" in {region.get("role", "status") for region in page.live_regions()}
        links = {name for role, name in spoken if role == "link"}
        assert {"Download the match (.mat)", "Download the match (.sgf)", "Live page"} <= links
        assert page.said == []
    finally:
        table.close()


def test_a_match_of_draughts_is_shown_with_both_moves_on_its_boards(browser: Any, tmp_path: Path) -> None:
    table = draughts_table(tmp_path, judged_draughts)
    try:
        address = table.phone.hand(None).page.address
        assert address is not None
        page = browser(*PHONE)
        page.open(f"{address}?lang=en")
        page.wait("document.getElementById('decisions').dataset.judging === 'done'")
        assert page.run("document.querySelectorAll('article svg rect[stroke-dasharray]').length") >= 6
        whole(page, PICTURES / "match-draughts.png", PHONE[0])
        assert page.said == []
    finally:
        table.close()


def test_a_match_that_is_not_there_says_so_on_a_page_of_its_own(browser: Any, tmp_path: Path) -> None:
    table = Table(tmp_path, judge_of(11))
    try:
        page = browser(*PHONE)
        page.open(f"http://127.0.0.1:{table.device.port}/match/nothing?lang=en")
        assert page.run("document.querySelector('h1').textContent").startswith("This match is not shown here.")
        page.picture(PICTURES / "match-gone.png")
    finally:
        table.close()
