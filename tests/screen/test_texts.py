from __future__ import annotations

import ast
import doctest
import re
import struct
from pathlib import Path

import pytest

from companion import texts
from companion.games.backgammon import Reason
from companion.screen import theme
from companion.texts import LONGEST, SILENT_ABOUT_WHERE, TEXTS, blanks, label, sentence

HOUSE = Path(__file__).parents[2]
KEY = re.compile(r"(phase|notice|question|answer|button|turn|result|score|side|title|trouble|play(?=\.none))\.[a-z-]+")
VARIANTS = (
    "hit-not-on-bar.unseen",
    "own-on-bar.moved",
    "bear-off-outside.bar",
    "blocked-point.both",
    "wrong-distance.entry",
    "wrong-number-of-moves.none",
)
SENTENCES = [
    key
    for key in TEXTS
    if not key.startswith(("side.", "turn.", "result.", "score.", "button.", "answer.", "title.", "trouble.", "play.",
                          "screen.", "welcome."))
]
# As long as they come.
VALUES = {
    "point": "24",
    "a": "18",
    "b": "23",
    "n": "15",
    "dice": "6-6",
    "die": "6",
    "k": "4",
    "m": "3",
    "from": "24",
    "side": "light",
    "expected": "15",
    "now": "6-5",
    "roll": "6-4",
    "name": "Aleksandra",
    "seen": "64",
    "value": "64",
    "points": "192",
    "own": "24",
    "other": "24",
    "length": "25",
    "why": "turn 117 could not have been played as it was; set the board back instead",
    "turn": "117",
    "play": "24/22*(2) 13/11*(2)",
}


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_text_with_and_without_values(reason: Reason) -> None:
    assert sentence(reason.value, VALUES)
    assert sentence(reason.value)


@pytest.mark.parametrize("key", VARIANTS)
def test_a_variant_of_a_reason_has_a_text_of_its_own(key: str) -> None:
    assert sentence(key, VALUES) != sentence(key.split(".", maxsplit=1)[0], {})


@pytest.mark.parametrize("key", SENTENCES)
def test_a_text_fits_two_lines_with_its_blanks_filled_in(key: str) -> None:
    for wording in TEXTS[key]:
        assert len(wording.format_map(VALUES)) <= LONGEST, wording


def test_the_texts_that_tell_of_a_play_left_undone_are_those_that_must_not_say_where() -> None:
    undone = {Reason.LARGER_NUMBER.value, Reason.MOVE_LEFT.value, Reason.BOTH_NUMBERS.value}
    assert undone | {f"{Reason.WRONG_NUMBER_OF_MOVES.value}.none"} == SILENT_ABOUT_WHERE


@pytest.mark.parametrize("key", sorted(SILENT_ABOUT_WHERE))
def test_a_text_that_must_not_give_the_play_away_names_no_point(key: str) -> None:
    for wording in TEXTS[key]:
        assert not blanks(wording) & {"point", "a", "b", "from", "play"}
        assert "point" not in wording


def test_every_key_that_the_companion_uses_has_a_text() -> None:
    used = {
        (node.value, path.name)
        for path in (HOUSE / "companion").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value)
    }
    assert {(key, name) for key, name in used if key not in TEXTS} == set()


def test_an_unknown_key_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="no-such-reason"):
        sentence("no-such-reason")


def test_values_that_fill_no_wording_are_a_key_error_that_names_the_blanks() -> None:
    with pytest.raises(KeyError, match=r"'score\.money' needs values for: other"):
        sentence("score.money", {"own": "3"})


def test_a_point_is_named_where_its_number_is_known() -> None:
    assert sentence("blocked-point", {"point": "8"}).startswith("Point 8 is blocked")
    assert sentence("blocked-point").startswith("This point is blocked")


def test_a_side_is_said_in_words() -> None:
    said = sentence("checker-count", {"side": "dark", "n": "14", "expected": "15"})
    assert said == "Dark: I count 14, should be 15. Fallen or hidden?"


def test_a_label_is_a_text_or_the_words_themselves() -> None:
    assert label("answer.drop") == "Drop"
    assert label("13/7*/5") == "13/7*/5"


def test_another_language_is_a_catalogue_in_the_locale_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = tmp_path / "pl" / "LC_MESSAGES" / "companion.mo"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_bytes(_compiled({"Take": "Przyjmuję", "Dark": "Ciemne"}))
    monkeypatch.setattr(texts, "LOCALE", tmp_path)
    texts._translation.cache_clear()
    try:
        assert sentence("answer.take", language="pl") == "Przyjmuję"
        assert sentence("checker-count", {"side": "dark", "n": "1", "expected": "2"}, language="pl")[:6] == "Ciemne"
        assert sentence("answer.drop", language="pl") == "Drop"
        assert sentence("answer.take", language="xx") == "Take"
    finally:
        texts._translation.cache_clear()


def test_the_examples_in_the_documentation_hold() -> None:
    for module in (texts, theme):
        assert doctest.testmod(module).failed == 0


def _compiled(messages: dict[str, str]) -> bytes:
    """A catalogue as gettext reads it: https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html"""
    entries = sorted({"": "Content-Type: text/plain; charset=UTF-8\n", **messages}.items())
    table_at = 28
    text_at = table_at + 16 * len(entries)
    tables, body = [b"", b""], b""
    for column in (0, 1):
        for entry in entries:
            encoded = entry[column].encode()
            tables[column] += struct.pack("<II", len(encoded), text_at + len(body))
            body += encoded + b"\0"
    header = struct.pack("<7I", 0x950412DE, 0, len(entries), table_at, table_at + 8 * len(entries), 0, 0)
    return header + tables[0] + tables[1] + body
