from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion import texts
from companion.games.backgammon import Reason
from companion.settings.tree import MatchSettings
from companion.texts import (
    LONGEST,
    POINT_NUMBERS,
    SILENT_ABOUT_WHERE,
    TEXTS,
    blanks,
    coaching,
    forms,
    label,
    merged,
    notices,
    phases,
    questions,
    reasons,
    sentence,
)

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
# What is said across the screen; the other areas are words on fields and pages of their own.
SENTENCES = [key for area in (reasons, phases, notices, questions, coaching) for key in area.WORDINGS]
# As long as they come.
VALUES = {
    "change": "+10:00",
    "player": "Aleksandra",
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
    "loss": "1.25",
    "result": "result.backgammon",
}


def every_form(key: str) -> list[str]:
    """The English wordings of a key, the plurals among them."""
    return [form for wording in TEXTS[key] for form in forms(wording)]


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_text_with_and_without_values(reason: Reason) -> None:
    assert sentence(reason.value, VALUES)
    assert sentence(reason.value)


@pytest.mark.parametrize("key", VARIANTS)
def test_a_variant_of_a_reason_has_a_text_of_its_own(key: str) -> None:
    assert sentence(key, VALUES) != sentence(key.split(".", maxsplit=1)[0], {})


@pytest.mark.parametrize("key", SENTENCES)
def test_a_text_fits_two_lines_with_its_blanks_filled_in(key: str) -> None:
    spoken = {**VALUES, "side": "Light", "result": "backgammon"}
    for form in every_form(key):
        assert len(form.format_map(spoken)) <= LONGEST, form


def test_the_texts_that_tell_of_a_play_left_undone_are_those_that_must_not_say_where() -> None:
    undone = {Reason.LARGER_NUMBER.value, Reason.MOVE_LEFT.value, Reason.BOTH_NUMBERS.value}
    assert undone | {f"{Reason.WRONG_NUMBER_OF_MOVES.value}.none"} == SILENT_ABOUT_WHERE


@pytest.mark.parametrize("key", sorted(SILENT_ABOUT_WHERE))
def test_a_text_that_must_not_give_the_play_away_names_no_point(key: str) -> None:
    for text in TEXTS[key]:
        assert not blanks(text) & POINT_NUMBERS
        assert not any("point" in form for form in forms(text))


@pytest.mark.slow
def test_every_key_that_the_companion_uses_has_a_text() -> None:
    used = {
        (node.value, path.name)
        for path in (HOUSE / "companion").rglob("*.py")
        if path.name != "setting_labels.py" and path.parent.name != "settings"  # their keys look alike: button.pin
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
    assert sentence("blocked-point", {"point": "8"}).startswith("The 8-point is blocked")
    assert sentence("blocked-point").startswith("This point is blocked")


@pytest.mark.parametrize(
    "key", sorted(key for key in TEXTS if any(blanks(text) & POINT_NUMBERS for text in TEXTS[key]))
)
def test_every_text_can_do_without_numbers_of_points(key: str) -> None:
    assert not any(VALUES[name] in sentence(key, VALUES, point_numbers=False) for name in POINT_NUMBERS)


def test_one_point_and_more_points_are_counted() -> None:
    assert sentence("result.won", {"name": "Anna", "points": "1"}) == "Anna wins 1 point"
    assert sentence("result.won", {"name": "Anna", "points": "2"}) == "Anna wins 2 points"


def test_what_is_counted_by_no_number_is_a_key_error_that_names_the_blank() -> None:
    with pytest.raises(KeyError, match="points is 'many', expected a whole number"):
        sentence("result.won", {"name": "Anna", "points": "many"})


def test_a_key_of_two_areas_is_an_error_that_names_it() -> None:
    with pytest.raises(ValueError, match=r"given twice: title\.menu"):
        merged([{"title.menu": ("{name}",), "button.menu": ("Menu",)}, {"title.menu": ("Menu",)}])


def test_a_side_is_said_in_words() -> None:
    said = sentence("checker-count", {"side": "dark", "n": "14", "expected": "15"})
    assert said == "Dark: I see 14 checkers, not 15. Is one hidden or off the board?"


def test_a_label_is_a_text_or_the_words_themselves() -> None:
    assert label("answer.drop") == "Drop"
    assert label("13/7*/5") == "13/7*/5"


def test_a_player_without_a_name_is_called_by_the_colour_in_every_language() -> None:
    nameless = MatchSettings()
    assert [label(name) for name in (nameless.light, nameless.dark)] == ["Light", "Dark"]
    assert sentence("notice.out-of-turn", {"name": nameless.light}, language="pl") == "Na ruchu jest Jasny."


def test_another_language_is_a_catalogue_in_the_locale_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    polish = Catalog(locale="pl")
    polish.add("Take", "Przyjmuję")
    polish.add("Take", "Tak", context="tactic")
    polish.add("Dark", "Ciemne")
    counted = ("{name} wins {points} point", "{name} wins {points} points")
    polish.add(counted, tuple(f"Wygrywa {{name}}: {{points}} {noun}" for noun in ("punkt", "punkty", "punktów")))
    catalogue = tmp_path / "pl" / "LC_MESSAGES" / "companion.mo"
    catalogue.parent.mkdir(parents=True)
    with catalogue.open("wb") as file:
        write_mo(file, polish)
    monkeypatch.setattr(texts, "LOCALE", tmp_path)
    texts._translation.cache_clear()
    try:
        assert sentence("answer.take", language="pl") == "Przyjmuję"
        assert sentence("checker-count", {"side": "dark", "n": "1", "expected": "2"}, language="pl")[:6] == "Ciemne"
        assert sentence("answer.drop", language="pl") == "Drop"
        assert sentence("answer.take", language="pl", terms="tactic") == "Tak"
        assert sentence("answer.take", language="pl", terms="djeco") == "Przyjmuję"
        assert sentence("result.won", {"name": "Anna", "points": "22"}, language="pl") == "Wygrywa Anna: 22 punkty"
        assert sentence("result.won", {"name": "Anna", "points": "5"}, language="pl", terms="djeco")[-7:] == "punktów"
        assert sentence("answer.take", language="xx") == "Take"
    finally:
        texts._translation.cache_clear()
