"""Setting up a match by the code on a table sheet."""

from __future__ import annotations

import pytest

from companion.errors import InputError
from companion.settings.match_code import LONGEST, PARTS, code_of, settings_in
from companion.settings.reading import changed
from companion.settings.tree import Settings


def test_a_code_names_settings_by_its_parts() -> None:
    parts = {"light": "Łucja & Co", "dark": "Иван", "length": "9", "rules": "tactic jacoby=true", "mode": "recorded",
             "clock": "1", "event": "Cup", "round": "2", "board": "4", "younger": "dark", "dice": "camera",
             "pictures": "0"}  # fmt: skip
    assert set(parts) == set(PARTS)
    match = (settings := changed(Settings(), settings_in(code_of(parts)))).match
    assert (match.light, match.dark, match.length, match.clock) == ("Łucja & Co", "Иван", 9, True)
    assert (match.rules, match.mode.value, match.younger.value) == ("tactic jacoby=true", "recorded", "dark")
    assert (match.event, match.round, match.board) == ("Cup", "2", "4")
    assert (settings.table.dice.value, settings.pictures.keep) == ("camera", False)


def test_what_a_code_does_not_say_stays_as_it_is() -> None:
    assert settings_in("companion:1?length=5") == {"match.length": 5}
    assert settings_in("companion:1") == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("https://example.org", "sets up no match here, expected one that begins with companion:1"),
        ("companion:2?length=5", "expected one that begins with companion:1"),
        ("companion:1?length=five", "the code says length='five', expected points"),
        ("companion:1?length=-1", "expected points"),
        ("companion:1?clock=yes", "the code says clock='yes', expected 0 or 1"),
        ("companion:1?stake=5", "the code says 'stake', expected one of light"),
        ("companion:1?length=5&length=7", "the code says 'length' twice"),
        ("companion:1?length", "cannot be read, expected name=value"),
        ("companion:1?rules=/etc/rules.toml", "expected the name of a rule set, not a file"),
        ("companion:1?event=" + "x" * LONGEST, "longer than"),
        ("companion:1?" + "&".join(f"a{n}=1" for n in range(50)), "cannot be read"),
    ],
)
def test_a_code_that_cannot_be_used_is_named_with_what_was_expected(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        settings_in(text)
    assert says in str(caught.value)


def test_a_code_is_not_written_that_could_not_be_read() -> None:
    with pytest.raises(InputError, match="expected one of light"):
        code_of({"stake": "5"})
