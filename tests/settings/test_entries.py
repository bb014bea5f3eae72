"""Every setting as an entry of a list."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.errors import InputError
from companion.settings.entries import Holds, entries
from companion.settings.reading import changed
from companion.settings.tree import Settings

DOCS = Path(__file__).parents[2] / "docs" / "settings.md"


def documented() -> list[str]:
    text = DOCS.read_text(encoding="utf-8").split("```toml\n", 1)[1].split("```", 1)[0]

    def keys(table: dict[str, Any], prefix: str) -> list[str]:
        named = []
        for name, value in table.items():
            named += keys(value, f"{prefix}{name}.") if isinstance(value, dict) else [prefix + name]
        return named

    return ["data_dir", *keys(tomllib.loads(text), "")]


def test_the_list_holds_every_documented_setting() -> None:
    assert sorted(entry.key for entry in entries(Settings())) == sorted(documented())


def test_nothing_is_changed_as_delivered_and_a_change_is_marked() -> None:
    assert not [entry.key for entry in entries(Settings()) if entry.is_changed]
    new = changed(Settings(), {"match.length": 7, "table.dice": "camera"})
    assert [(entry.key, entry.value, entry.delivered) for entry in entries(new) if entry.is_changed] == [
        ("match.length", 7, 0), ("table.dice", "camera", "both"),
    ]  # fmt: skip


def test_every_setting_can_be_set_to_what_the_list_offers() -> None:
    for entry in entries(Settings()):
        for value in (entry.value, *entry.choices):
            changed(Settings(), {entry.key: value})
        if entry.kind in (int, float) and not entry.key.endswith("pin"):
            for number in (entry.least, min(entry.most, entry.least + entry.step)):
                changed(Settings(), {entry.key: entry.kind(number)})


def test_a_number_is_offered_within_what_a_file_may_say() -> None:
    for entry in entries(Settings()):
        if entry.kind in (int, float):
            assert entry.least <= float(str(entry.value)) <= entry.most
            assert entry.step > 0
            if entry.key.startswith("sound.speed"):
                with pytest.raises(InputError):
                    changed(Settings(), {entry.key: int(entry.most + entry.step)})


def test_a_change_of_the_match_holds_from_the_next_match_and_of_the_look_at_once() -> None:
    holds = {entry.key: entry.holds for entry in entries(Settings())}
    assert holds["match.length"] is holds["table.patience_s"] is holds["pictures.keep"] is Holds.NEXT_MATCH
    assert holds["screen.theme"] is holds["light.text"] is holds["sound.volume"] is Holds.AT_ONCE
    assert holds["camera.device"] is holds["screen.fullscreen"] is holds["pictures.days"] is Holds.NEXT_START
