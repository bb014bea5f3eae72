"""The page and the overlay in a real browser: they follow the match, fit every screen, and can be heard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from tests.live.browser import PROGRAM, Browser, browsers
from tests.live.device import DRAUGHTS, TERMS, Device

pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="Chromium is not installed: apt-get install chromium"),
]
PICTURES: Final = Path(__file__).parents[2] / "build" / "live"
PHONE, TELEVISION = (360, 740), (1920, 1080)
NAMES: Final = ("Anna Nowak", "Boris Petrov")


@pytest.fixture
def browser() -> Iterator[Callable[..., Browser]]:
    yield from browsers()


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    made = Device(tmp_path, replace(TERMS, names=NAMES, clock=True))
    made.begin()
    yield made
    made.close()


@pytest.fixture
def draughts(tmp_path: Path) -> Iterator[Device]:
    made = Device(tmp_path / "draughts", replace(DRAUGHTS, names=NAMES))
    made.tell("next")
    yield made
    made.close()


def address(device: Device, path: str = "/") -> str:
    return f"http://127.0.0.1:{device.port}{path}"


def told(page: Browser) -> list[str]:
    return list(page.run("[...document.querySelectorAll('#turns li')].map(line => line.textContent)"))


def part(page: Browser, name: str) -> str:
    return str(page.run(f"document.querySelector('[data-part={name}]').textContent"))


def test_the_page_follows_the_match(browser: Any, device: Device) -> None:
    page = browser(*PHONE)
    page.open(address(device, "/?lang=en"))
    device.turns(2)
    page.wait("document.querySelectorAll('#turns li').length >= 5")
    assert told(page)[-1].startswith("Boris Petrov plays 24/18")
    assert part(page, "last").startswith("Boris Petrov 6-4: 24/18")
    assert page.run("document.body.dataset.act") == "light"
    assert page.said == []


def test_a_page_that_was_cut_off_goes_on_where_it_was(browser: Any, device: Device) -> None:
    page = browser(*PHONE)
    page.open(address(device, "/?lang=en"))
    page.wait("document.querySelectorAll('#turns li').length > 0")
    server, port = device.live.server, device.port
    assert server is not None
    server.stop()
    page.wait("document.getElementById('lost').textContent !== ''")
    device.turns(3)
    device.live.close()
    device.change(port=port)
    page.wait("document.getElementById('lost').textContent === ''")
    page.wait("document.querySelectorAll('#turns li').length >= 7")
    lines = told(page)
    assert lines == [line for line in lines if line]
    assert len([line for line in lines if " plays " in line]) == 3
    assert len(lines) == len(set(lines))


SHOWN: Final = """[...document.querySelectorAll('#turns li')].filter(line => {
    const box = line.parentElement.parentElement.getBoundingClientRect(), own = line.getBoundingClientRect();
    return own.top >= box.top - 1 && own.bottom <= box.bottom + 1;
}).map(line => line.textContent)"""
"""The lines of the turns that can be read without scrolling."""


@pytest.mark.parametrize("size", [PHONE, TELEVISION], ids=str)
def test_the_list_opens_at_the_newest_turn_and_stays_there(browser: Any, device: Device, size: tuple[int, int]) -> None:
    device.turns(30)
    page = browser(*size)
    page.open(address(device, "/?lang=en"))
    assert page.run(SHOWN)[-1] == told(page)[-1]
    page.wait("shown.size > 0")
    assert page.run(SHOWN)[-1] == told(page)[-1]
    lines = len(told(page))
    device.turns(2)
    page.wait(f"document.querySelectorAll('#turns li').length > {lines}")
    assert page.run(SHOWN)[-1] == told(page)[-1]


def test_who_has_scrolled_up_reads_on_where_they_are(browser: Any, device: Device) -> None:
    device.turns(30)
    page = browser(*PHONE)
    page.open(address(device, "/?lang=en"))
    page.wait("shown.size > 0")
    page.run("document.querySelectorAll('#turns li')[10].scrollIntoView({block: 'start'})")
    read, lines = page.run(SHOWN), len(told(page))
    assert read[-1] != told(page)[-1]
    device.turns(2)
    page.wait(f"document.querySelectorAll('#turns li').length > {lines}")
    assert page.run(SHOWN) == read


def test_a_correction_comes_to_stand_at_its_play_and_stands_there_on_a_page_loaded_later(
    browser: Any, device: Device
) -> None:
    device.turns(3)
    page = browser(*PHONE)
    page.open(address(device, "/?lang=en"))
    page.wait("shown.size > 0")
    device.agreed("edit 2 play 24/20 13/7")
    page.wait("[...document.querySelectorAll('#turns li')].some(line => line.textContent.startsWith('Edited'))")
    for _ in range(2):
        lines = told(page)
        place = lines.index("Edited to 6-4: 24/20 13/7")
        assert lines[place - 1].startswith("Boris Petrov plays 24/18")
        assert lines[place + 1].startswith("Anna Nowak rolls")
        assert part(page, "corrected") == ""
        page.open(address(device, "/?lang=en"))
        page.wait("shown.size > 0")
    page.picture(PICTURES / "corrected.png")


@pytest.mark.parametrize("size", [PHONE, (768, 1024), TELEVISION], ids=str)
@pytest.mark.parametrize("language", ["en", "pl", "sk", "ru"])
def test_nothing_is_wider_than_the_screen(browser: Any, device: Device, size: tuple[int, int], language: str) -> None:
    device.turns(3)
    page = browser(*size)
    for path in ("/", "/overlay/build"):
        page.open(address(device, f"{path}?lang={language}"))
        assert page.run("document.documentElement.scrollWidth") <= size[0]
        assert page.run("document.documentElement.lang") == language
        page.picture(PICTURES / f"{path.strip('/').replace('/', '-') or 'page'}-{size[0]}-{language}.png")
    assert page.said == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_their_ground(browser: Any, device: Device, scheme: str) -> None:
    device.turns(1)
    page = browser(*PHONE, scheme=scheme)
    page.open(address(device))
    for place in (".status", ".quiet", "h1 .name", "#turns li", "footer a"):
        ink = luminance(page.run(f"getComputedStyle(document.querySelector('{place}')).color"))
        ground = luminance(page.run("getComputedStyle(document.body).backgroundColor"))
        assert (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05) >= 4.5, place  # WCAG 2.2, 1.4.3
    assert (luminance(page.run("getComputedStyle(document.body).backgroundColor")) > 0.5) is (scheme == "light")


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    channels = [int(number) / 255 for number in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_screen_reader_finds_the_board_its_points_and_every_new_turn(browser: Any, device: Device) -> None:
    page = browser(*PHONE)
    page.open(address(device, "/?lang=en"))
    page.wait("shown.size > 0")  # the whole state has come
    device.turns(1)
    page.wait("document.querySelectorAll('#turns li').length >= 3")
    page.wait("document.querySelector('[role=log]').getAttribute('aria-live') === 'polite'")
    spoken = page.spoken()
    (board,) = (name for role, name in spoken if role == "image")
    assert re.match(r"Anna Nowak – \d+: \d", board)
    assert "Boris Petrov – " in board
    assert ("table", "The board as a table") in spoken
    rows = [name for role, name in spoken if role == "rowheader"]
    assert rows == [*(str(point) for point in range(24, 0, -1)), "Bar", "Borne off"]
    assert ("log", "Turns") in spoken
    assert {"live": "polite", "relevant": "additions"}.items() <= {
        key: value
        for region in page.live_regions()
        for key, value in region.items()
        if region["relevant"] == "additions"
    }.items()
    heading = next(name for role, name in spoken if role == "heading")
    assert "Anna Nowak" in heading
    assert next(name for role, name in spoken if role == "link") == "Download the match"


def test_a_screen_reader_finds_every_square_of_a_draughts_board(browser: Any, draughts: Device) -> None:
    draughts.moves(3)
    page = browser(*PHONE)
    page.open(address(draughts, "/?lang=en"))
    spoken = page.spoken()
    assert len([name for role, name in spoken if role in ("cell", "gridcell")]) == 64
    assert ("cell", "Anna Nowak, Man") in spoken or ("gridcell", "Anna Nowak, Man") in spoken
    page.picture(PICTURES / "draughts.png")


def test_who_wants_no_movement_gets_none(browser: Any, device: Device) -> None:
    for still in (True, False):
        page = browser(*PHONE, still=still)
        page.open(address(device))
        duration = page.run("getComputedStyle(document.querySelector('.player')).transitionDuration")
        assert (duration == "0s") is still


def test_the_overlay_is_transparent_and_dressed_as_its_address_says(browser: Any, device: Device) -> None:
    device.turns(3)
    page = browser(*TELEVISION)
    page.open(address(device, "/overlay?at=br&size=150&ink=112233&back=ddeeff&accent=ff0000&hide=clock,last&lang=en"))
    box = page.run("JSON.parse(JSON.stringify(document.querySelector('.panel').getBoundingClientRect()))")
    assert (box["right"], box["bottom"]) == (1880, 1040)
    assert box["width"] == 660
    assert page.run("getComputedStyle(document.querySelector('.panel')).color") == "rgb(17, 34, 51)"
    assert page.run("getComputedStyle(document.querySelector('.panel')).backgroundColor") == "rgb(221, 238, 255)"
    assert page.run("getComputedStyle(document.querySelector('.panel .clock')).display") == "none"
    assert page.run("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    device.turns(1)
    page.wait("document.querySelector('[data-part=status]').textContent.startsWith('Anna')")
    page.picture(PICTURES / "overlay.png", clear=True)
    assert page.said == []


def test_an_overlay_with_nonsense_in_its_address_is_the_usual_one(browser: Any, device: Device) -> None:
    page = browser(*TELEVISION)
    page.open(address(device, "/overlay?at=middle&size=1e9&ink=url(x)&back=%3Cb%3E&hide=everything"))
    assert page.run("document.querySelector('.panel').getAttribute('style')") is None
    assert page.run("getComputedStyle(document.querySelector('.panel')).display") == "block"


def test_the_address_of_an_overlay_is_built_by_clicking(browser: Any, device: Device) -> None:
    page = browser(1280, 900)
    page.open(address(device, "/overlay/build?lang=en"))
    page.run("document.querySelector('input[value=tr]').click()")
    page.run("document.querySelector('input[name=clock]').click()")
    page.run("document.querySelector('input[value=pl]').click()")
    built = page.run("document.getElementById('address').value")
    assert built == address(device, "/overlay?lang=pl&at=tr&size=100&ink=ffffff&back=14181d&accent=ffcf4d&hide=clock")
    assert page.run("document.querySelector('.panel').dataset.at") == "tr"
    page.open(built)
    assert page.run("document.documentElement.lang") == "pl"


def test_the_clock_runs_between_the_turns(browser: Any, device: Device) -> None:
    page = browser(*PHONE)
    page.open(address(device))
    device.turns(2)
    page.wait("document.body.dataset.act === 'light' && clock !== null")
    before = part(page, "light-clock")
    page.run("clockAt -= 20000")  # as if as much time had passed: the delay of the turn is over then
    page.wait(f"document.querySelector('[data-part=light-clock]').textContent !== '{before}'")
