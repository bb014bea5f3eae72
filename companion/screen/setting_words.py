"""The settings in words: their values, and those from which one is chosen.  No Kivy here."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from companion.screen.games import GAMES, rules_options, rules_words
from companion.settings.entries import SettingEntry
from companion.settings.reading import themes
from companion.texts import TEXTS, sentence
from hardware.cameras.address import shown


def value_words(entry: SettingEntry, value: object, language: str) -> str:
    """A value of a setting in words."""
    if entry.key == "camera.device":
        return shown(str(value))
    if entry.key == "match.rules":
        return rules_words(str(value), language)
    if entry.key == "director.pin":
        key = "settings.pin-set" if value else "settings.pin-none"
    elif isinstance(value, bool):
        key = "edit.on" if value else "edit.off"
    else:
        key = f"setting.{entry.key}={value}"
        if key not in TEXTS:
            usual = f"{value:g}" if isinstance(value, float) else str(value)
            return usual or sentence("edit.none", language=language)
    return sentence(key, language=language)


def options_of(entry: SettingEntry, language: str) -> list[tuple[str, str, str]] | None:
    """The values a setting may have, with words and a note; None if it may be anything."""
    if entry.key == "screen.theme":
        return [(name, value_words(entry, name, language), "") for name in themes()]
    if entry.key == "match.rules":
        return rules_options(str(entry.value), language, tuple(GAMES.values()))
    if issubclass(entry.kind, Enum):
        return [(choice, value_words(entry, choice, language), "") for choice in entry.choices]
    return None


def is_stacked(entry: SettingEntry) -> bool | None:
    """Whether the editor goes below the words: fields beside each other need the whole width, a switch does not."""
    if 0 < len(entry.choices) <= 3 or entry.key == "screen.theme":
        return True
    return None if entry.kind in (int, float, str, Path) else False
