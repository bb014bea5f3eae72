"""The wiring drawing and the pages are right about the header, and agree with each other and with the settings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gpiozero.pins.mock import MockFactory

from companion.settings.reading import load_settings
from companion.settings.tree import Settings

HOUSE = Path(__file__).parents[2]
DRAWING = HOUSE / "docs" / "wiring.svg"
SVG = "{http://www.w3.org/2000/svg}"
PAGES = (HOUSE / "README.md", HOUSE / "docs" / "setup.md", DRAWING)


@pytest.fixture(scope="module")
def header() -> Mapping[int, str]:
    """What each pin of the 40-pin header is, as the pin library knows it."""
    return {number: pin.name for number, pin in MockFactory().board_info.headers["J8"].pins.items()}


def elements(name: str) -> Iterator[ElementTree.Element]:
    return ElementTree.parse(DRAWING).iter(f"{SVG}{name}")


def wires() -> dict[int, str]:
    """What is connected to which pin of the header: ground, button, lamp, buzzer."""
    drawn = (element for element in elements("path") if "data-from" in element.attrib)
    return {int(wire.attrib["data-from"]): wire.attrib["class"].removeprefix("wire ") for wire in drawn}


def test_every_pin_of_the_drawing_is_what_it_says(header: Mapping[int, str]) -> None:
    drawn = {int(pin.attrib["data-pin"]): pin for pin in elements("g") if "data-pin" in pin.attrib}
    assert {number: pin.attrib["data-name"] for number, pin in drawn.items()} == header
    for number, pin in drawn.items():
        count, label = ("".join(text.itertext()) for text in pin.iter(f"{SVG}text"))
        assert count == str(number)
        said = {"ground": "GND", "3.3 V": "3V3", "5 V": "5V"}.get(label, label.replace(" ", ""))
        assert said == header[number] or (label == "ID" and number in (27, 28))


def test_ground_is_ground_and_signals_are_signals(header: Mapping[int, str]) -> None:
    for number, kind in wires().items():
        assert (header[number] == "GND") is (kind == "ground"), f"pin {number}"
    kinds = sorted(wires().values())
    assert kinds == ["button"] * 2 + ["buzzer"] + ["ground"] * 5 + ["lamp"] * 2


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_pin_that_is_named_has_that_place_on_the_header(page: Path, header: Mapping[int, str]) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"(GPIO \d+|ground|5 V)\s\(pin (\d+)", text)
    assert named or page.name == "README.md"
    for what, number in named:
        assert header[int(number)] == {"ground": "GND", "5 V": "5V"}.get(what, what.replace(" ", "")), what


def test_the_settings_beside_the_drawing_are_its_pins(tmp_path: Path, header: Mapping[int, str]) -> None:
    page = (HOUSE / "docs" / "setup.md").read_text(encoding="utf-8")
    (block,) = (toml for toml in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if "[lamps]" in toml)
    (tmp_path / "settings.toml").write_text(block, encoding="utf-8")
    told: Settings = load_settings(tmp_path / "settings.toml")
    named = {
        *((pin, "button") for pin in (told.button.pin, told.button.second_pin)),
        *((pin, "lamp") for pin in (told.lamps.pin, told.lamps.second_pin)),
        (told.buzzer.pin, "buzzer"),
    }
    drawn = {(header[number], kind) for number, kind in wires().items() if kind != "ground"}
    assert {(f"GPIO{pin}", kind) for pin, kind in named} == drawn
