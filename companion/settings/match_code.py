"""Reads and writes match codes: the text of a QR code on a director's table sheet, which sets up a match.

``companion:1?light=Ann&dark=Ben&length=7&rules=tournament&mode=refereed&clock=1&event=Cup&round=2&board=4``

Every part may be left out; then the table's settings apply.  ``1`` is the version of the format;
blanks and signs are percent-encoded as in web addresses (RFC 3986).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final
from urllib.parse import parse_qsl, urlencode

from companion.errors import InputError, quoted

VERSION: Final = "companion:1"
LONGEST: Final = 1000

_TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {name: f"match.{name}" for name in ("light", "dark", "rules", "mode", "younger", "event", "round", "board")}
    | {"dice": "table.dice"}
)
_SWITCHES: Final[Mapping[str, str]] = MappingProxyType({"clock": "match.clock", "pictures": "pictures.keep"})
_LENGTH: Final = "length"
PARTS: Final = (*_TEXTS, *_SWITCHES, _LENGTH)
"""The parts of a code."""


def is_set_up_code(text: str) -> bool:
    """Return whether a text is meant to be such a code, whatever else is wrong with it."""
    return text.startswith("companion:")


def settings_in(text: str) -> dict[str, object]:
    """Return the settings that a code names, by key, as a settings file has them; their values are not checked.

    Raises :class:`InputError` naming what is unusable.

    >>> settings_in("companion:1?light=Ann%20B&length=7&clock=1")
    {'match.light': 'Ann B', 'match.length': 7, 'match.clock': True}
    """
    version, _, parts = text.partition("?")
    if version != VERSION:
        expected = f"one that begins with {VERSION}?"
        raise InputError(f"the code {quoted(text)} sets up no match here, expected {expected}")
    if len(text) > LONGEST:
        raise InputError(f"the code is longer than {LONGEST:,} characters, expected the settings of one match")
    try:
        named = parse_qsl(parts, keep_blank_values=True, strict_parsing=bool(parts), max_num_fields=len(PARTS))
    except ValueError:
        raise InputError(f"the code {quoted(text)} cannot be read, expected name=value&name=value") from None
    settings: dict[str, object] = {}
    for name, value in named:
        key, read = _read(name, value)
        if key in settings:
            raise InputError(f"the code says {name!r} twice, expected it once")
        settings[key] = read
    return settings


def code_of(parts: Mapping[str, str]) -> str:
    """Return the text of a code with these parts.  Raises :class:`InputError` for an unknown part.

    >>> code_of({"light": "Ann", "length": "7"})
    'companion:1?light=Ann&length=7'
    """
    text = f"{VERSION}?{urlencode(parts)}"
    settings_in(text)
    return text


def _read(name: str, value: str) -> tuple[str, object]:
    if name == "rules" and value.endswith(".toml"):
        raise InputError(f"the code says rules={quoted(value)}, expected the name of a rule set, not a file")
    if name in _TEXTS:
        return _TEXTS[name], value
    if name in _SWITCHES:
        if value not in ("0", "1"):
            raise InputError(f"the code says {name}={quoted(value)}, expected 0 or 1")
        return _SWITCHES[name], value == "1"
    if name == _LENGTH:
        if not (value.isascii() and value.isdigit() and len(value) <= 3):
            raise InputError(f"the code says {name}={quoted(value)}, expected points, or 0 for money play")
        return f"match.{_LENGTH}", int(value)
    raise InputError(f"the code says {quoted(name)}, expected one of {', '.join(PARTS)}")
