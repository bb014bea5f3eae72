"""The keyboard on the screen: every letter of the four languages, and nothing that is no line of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.screen.widgets.keyboard_layouts import LAYOUTS, SIGNS, Typed, first_layouts, one_line
from tests.screen.conftest import Stage
from tests.screen.frames import pass_frames

LETTERS = {
    "en": "abcdefghijklmnopqrstuvwxyz",
    "pl": "aąbcćdeęfghijklłmnńoóprsśtuwyzźż",
    "sk": "aáäbcčdďeéfghiíjklĺľmnňoóôpqrŕsštťuúvwxyýzž",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
}
SIZES = [(800, 480), (480, 800)]


@pytest.mark.parametrize("language", LETTERS)
def test_a_layout_has_every_letter_of_its_language_once(language: str) -> None:
    keys = "".join(LAYOUTS[language].rows)
    assert set(LETTERS[language]) <= set(keys)
    assert len(keys) == len(set(keys))


def test_every_key_gives_a_character_of_a_line() -> None:
    for layout in (*LAYOUTS.values(), SIGNS):
        assert "".join(layout.rows).isprintable()


def test_words_of_a_name_begin_with_capitals() -> None:
    typed = Typed()
    for character in "anna-maria kowalska":
        typed = typed.key(character)
    assert typed.text == "Anna-Maria Kowalska"


def test_a_capital_is_chosen_or_refused_by_shift_and_holds_for_one_letter() -> None:
    assert Typed("Mc").shift().key("d").key("o").text == "McDo"
    assert Typed("").shift().key("v").text == "v"


@pytest.mark.parametrize("character", ["\n", "\t", "\x00", "\x1b", "\x7f", "", "ab"])
def test_what_is_no_character_of_a_line_cannot_be_typed(character: str) -> None:
    assert Typed("Ann").key(character).text == "Ann"


def test_a_text_ends_at_its_longest_and_has_no_blanks_around_it() -> None:
    typed = Typed("", longest=4)
    for character in " abcdef":
        typed = typed.key(character)
    assert typed.text == "Abcd"
    assert Typed("Ann").key(" ").key(" ").done == "Ann"
    assert one_line("Ann\nBen\x00", 5) == "AnnBe"


def test_one_key_leads_through_all_layouts_beginning_with_ones_own() -> None:
    assert list(first_layouts("sk")) == ["sk", "ru", "en", "pl"]


# --- the keys that are touched ----------------------------------------------------------------------


@pytest.fixture
def page(stage: Stage) -> Iterator[Any]:
    from kivy.uix.floatlayout import FloatLayout

    page = FloatLayout()
    stage.app.root.add_widget(page)
    yield page
    stage.app.root.remove_widget(page)


def press(stage: Stage, board: Any, *keys: str) -> None:
    for key in keys:
        pass_frames(3)
        stage.touch(*board.keys[key].center, after_s=0.1)


def test_a_name_is_typed_in_the_letters_of_another_language(stage: Stage, page: Any) -> None:
    from companion.screen.widgets.keyboard import Keyboard

    done: list[str] = []
    board = Keyboard("", hint="Light", done=done.append, language="pl")
    board.lie_over(page)
    press(stage, board, "ł", "u", "c", "j", "a", "space", "layout", "ľ", "layout", "ж", "back", "ж", "done")
    assert done == ["Łucja Ľж"]
    assert board.parent is None


def test_the_same_key_counts_twice(stage: Stage, page: Any) -> None:
    from companion.screen.widgets.keyboard import Keyboard

    done: list[str] = []
    board = Keyboard("", hint="Light", done=done.append)
    board.lie_over(page)
    press(stage, board, "a", "n", "n", "a", "done")
    assert done == ["Anna"]


def test_a_known_name_is_chosen_with_one_touch_and_found_by_typing(stage: Stage, page: Any) -> None:
    from companion.screen.widgets.keyboard import Keyboard

    done: list[str] = []
    board = Keyboard("", hint="Light", done=done.append, known=["Ann", "Ben", "Benedikta"])
    board.lie_over(page)
    press(stage, board, "b")
    assert [field.text for field in reversed(board._names.children)] == ["Ben", "Benedikta"]
    pass_frames(3)
    field = board._names.children[-1]
    stage.touch(*field.to_window(*field.center))
    assert done == ["Ben"]


def test_leaving_the_keyboard_keeps_what_was_typed(stage: Stage, page: Any) -> None:
    from companion.screen.widgets.keyboard import Keyboard

    done: list[str] = []
    board = Keyboard("Ann", hint="Light", done=done.append)
    board.lie_over(page)
    press(stage, board, "a")
    stage.touch(*board.leave.center)
    assert (done, board.parent) == (["Anna"], None)


def test_leaving_the_keyboard_with_nothing_new_changes_nothing(stage: Stage, page: Any) -> None:
    from companion.screen.widgets.keyboard import Keyboard

    done: list[str] = []
    for keys in ((), ("x", "back"), ("back", "back", "back")):
        board = Keyboard("Ann", hint="Light", done=done.append)
        board.lie_over(page)
        press(stage, board, *keys)
        stage.touch(*board.leave.center)
        assert (done, board.parent) == ([], None), "a text that was only deleted is there still"


def test_what_must_be_finished_is_told_apart_from_what_was_left(stage: Stage, page: Any) -> None:
    from companion.screen.widgets.keyboard import Keyboard

    done: list[str] = []
    left: list[str] = []
    board = Keyboard("", hint="Claim", done=done.append, left=left.append, names=False)
    board.lie_over(page)
    press(stage, board, "n", "o")
    stage.touch(*board.leave.center)
    assert (done, left) == ([], ["no"])


def test_a_pad_that_is_left_keeps_its_number_but_gives_a_secret_one_to_nobody(stage: Stage, page: Any) -> None:
    from companion.screen.widgets.keyboard import Pad

    done: list[str] = []
    for secret in (False, True):
        pad = Pad(hint="Port", done=done.append, secret=secret)
        pad.lie_over(page)
        press(stage, pad, "8", "1")
        stage.touch(*pad.leave.center)
        assert (done, pad.parent) == (["81"], None)


def test_a_number_is_typed_on_the_pad_and_a_secret_one_is_not_shown(stage: Stage, page: Any) -> None:
    from companion.screen.widgets.keyboard import Pad

    done: list[str] = []
    pad = Pad(hint="PIN", done=done.append, secret=True)
    pad.lie_over(page)
    press(stage, pad, "1", "2", "2", "0")
    assert pad.line.text == "••••"
    press(stage, pad, "done")
    assert done == ["1220"]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_keys_are_high_enough_and_lie_within_the_window_without_overlap(stage: Stage, size: tuple[int, int]) -> None:
    from kivy.uix.floatlayout import FloatLayout

    from companion.screen.theme import THEME
    from companion.screen.widgets.keyboard import Keyboard, Pad

    stage.resize(*size)
    page = FloatLayout()
    stage.app.root.add_widget(page)
    try:
        for language in LAYOUTS:
            board = Keyboard("", hint="Light", done=lambda _: None, known=["Ann", "Ben"], language=language)
            board.lie_over(page)
            stage.keep(f"keyboard-{language}-{size[0]}x{size[1]}")
            boxes = [(key.x, key.y, key.right, key.top) for key in board.keys.values()]
            assert min(top - y for _, y, _, top in boxes) >= THEME.px(60)
            assert all(x >= 0 and y >= 0 and right <= size[0] + 1 and top <= size[1] for x, y, right, top in boxes)
            for index, (x, y, right, top) in enumerate(boxes):
                for other in boxes[index + 1 :]:
                    assert right <= other[0] + 1 or other[2] <= x + 1 or top <= other[1] + 1 or other[3] <= y + 1
            board.close()
        pad = Pad(hint="PIN", done=lambda _: None, signs=".")
        pad.lie_over(page)
        stage.keep(f"pad-{size[0]}x{size[1]}")
    finally:
        stage.app.root.remove_widget(page)
