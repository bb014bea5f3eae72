"""What does not fit: words larger than their place, places beside the screen or over each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any, Final

import numpy as np
import pytest

from tests.screen.conftest import Stage
from tests.screen.with_services import settle

_SLACK_PX: Final = 2.0
_LEAST_LETTERS_PX: Final = 14.0
"""On the 800 x 480 screen, of 0.19 mm a pixel: letters of 2.7 mm, as large as those of a book."""

_LEAST_TOUCH_PX: Final = 47.0
"""On the same screen: 9 mm, the least that a finger hits."""


def cut_off(content: Any) -> list[str]:
    """What of a screen's words and fields cannot be seen whole."""
    from kivy.uix.label import Label  # not before the window is opened

    shown = [each for each in content.walk(restrict=True) if isinstance(each, Label) and each.opacity and each.text]
    wrong = [f"{each.text!r} is cut off" for each in shown if _is_too_small(each)]
    wrong += [f"{each.text!r} lies beside the screen" for each in shown if not _within(each, content)]
    return wrong


def _is_too_small(words: Any) -> bool:
    wide, high = words.texture_size
    return bool(words.shorten or wide > words.width + _SLACK_PX or high > words.height + _SLACK_PX)


def _within(words: Any, content: Any) -> bool:
    return bool(
        words.x >= content.x - _SLACK_PX
        and words.y >= content.y - _SLACK_PX
        and words.right <= content.right + _SLACK_PX
        and words.top <= content.top + _SLACK_PX
    )


# --- whole pages -----------------------------------------------------------------------------------


def seen(root: Any) -> Iterator[Any]:
    """A widget and everything below it that is shown."""
    if root.opacity:
        yield root
        for child in root.children:
            yield from seen(child)


def unfit(page: Any) -> list[str]:
    """What of a page is not seen whole, is too small to be read, lies beside the page or over another field.

    ``page``: what fills the window below whatever turns it.  Paths may lose their beginning.
    """
    from kivy.uix.label import Label

    from companion.screen.widgets.keyboard import KeyField

    labels = [one for one in seen(page) if isinstance(one, Label) and one.text and not isinstance(one, KeyField)]
    wrong = [f"{one.text!r} {fault}" for one in labels for fault in _faults(one)]
    return [*wrong, *_beside(page), *_over_each_other(page), *_too_small_to_touch(page)]


def looked_at(stage: Stage, what: str) -> list[str]:
    """What of the page that is open does not fit."""
    settle()
    return [f"{what}: {fault}" for fault in unfit(stage.app.app_root.top)]


def _faults(label: Any) -> Iterator[str]:
    from companion.screen.theme import THEME
    from companion.screen.widgets.fitting import width_of

    label.texture_update()
    room = (label.text_size[0] or label.width) - label.padding[0] - label.padding[2]
    is_path = "/" in label.text and " " not in label.text.strip()
    lines = ["".join(part.text for part in line.words) for line in label._label._cached_lines]
    if label.is_shortened and not is_path:
        yield f"is shortened: {width_of(label.text, label.font_size, bold=label.bold):.0f} in {room:.0f}"
    elif not is_path and any(all(word not in line for line in lines) for word in label.text.split()):
        yield f"is drawn with a broken word: {lines} in {room:.0f}"
    if label.text_size[0] is None and label.texture_size[0] > label.width + _SLACK_PX:
        yield f"is wider than its place: {label.texture_size[0]} in {label.width:.0f}"
    if label.texture_size[1] > label.height + _SLACK_PX + THEME.px(4):
        yield f"is higher than its place: {label.texture_size[1]} in {label.height:.0f}"
    if label.text_size[1] is not None and _height(label) > label.text_size[1] + _SLACK_PX:
        yield f"loses a line: {_height(label):.0f} in {label.text_size[1]:.0f}"
    if label.font_size < THEME.px(_LEAST_LETTERS_PX) - 0.01:
        yield f"is too small to be read: {label.font_size:.1f}"


def _height(label: Any) -> float:
    from companion.screen.widgets.fitting import height_of

    room = label.text_size[0] - label.padding[0] - label.padding[2]
    needed = height_of(label.text, label.font_size, room, bold=label.bold) * float(label.line_height)
    return float(needed + label.padding[1] + label.padding[3])


def _beside(page: Any) -> Iterator[str]:
    """Fields and words that lie beside the page; what scrolls may, and what is put away above it."""
    from kivy.uix.label import Label

    for one in fixed(page):
        if isinstance(one, Label) and one.text and one.width > 1 and one.y < page.top and not _within(one, page):
            yield f"{one.text!r} lies beside the page: {one.pos} {one.size}"


def _over_each_other(page: Any) -> Iterator[str]:
    """What lies over each other: fields to touch, words and what scrolls, but for what lies over a whole page.

    Of a player's half of the table, which shows notices over its words, and may be turned: its fields.
    """
    from companion.screen.widgets.half import PlayerHalf
    from companion.screen.widgets.touching import TouchField

    halves = [one for one in seen(page) if isinstance(one, PlayerHalf)]
    fields = ([one for one in half.children if isinstance(one, TouchField)] for half in halves)
    for shown in (list(_blocks(page)), *fields):
        for one, other in combinations([one for one in shown if one.width > 1 and one.height > 1], 2):
            across = min(one.right, other.right) - max(one.x, other.x)
            up = min(one.top, other.top) - max(one.y, other.y)
            if across > _SLACK_PX and up > _SLACK_PX:
                yield f"{_name(one)} lies over {_name(other)}"


def _blocks(root: Any) -> Iterator[Any]:
    """The fields, words and what scrolls of a page, as wholes."""
    from kivy.uix.label import Label
    from kivy.uix.scrollview import ScrollView

    from companion.screen.widgets.half import PlayerHalf
    from companion.screen.widgets.modals import Modal
    from companion.screen.widgets.touching import Opposite, TouchField

    if not root.opacity or isinstance(root, Modal | PlayerHalf | Opposite):
        return
    if not isinstance(root, TouchField | Label | ScrollView):
        for child in root.children:
            yield from _blocks(child)
    elif isinstance(root, TouchField) or any(isinstance(one, Label) and one.text for one in seen(root)):
        yield root


def _too_small_to_touch(page: Any) -> Iterator[str]:
    from companion.screen.theme import THEME
    from companion.screen.widgets.keyboard import KeyField
    from companion.screen.widgets.touching import TouchField

    for one in fixed(page):
        if (
            isinstance(one, TouchField)
            and not isinstance(one, KeyField)
            and 1 < min(one.size) < THEME.px(_LEAST_TOUCH_PX)
        ):
            yield f"{_name(one)} is too small to be touched: {one.width:.0f} x {one.height:.0f}"


def _name(widget: Any) -> str:
    return repr(getattr(widget, "text", type(widget).__name__))


def fixed(root: Any) -> Iterator[Any]:
    """A widget and everything below it that is shown and does not scroll."""
    from kivy.uix.scrollview import ScrollView

    if root.opacity:
        yield root
        if not isinstance(root, ScrollView):
            for child in root.children:
                yield from fixed(child)


@contextmanager
def bare_boards() -> Iterator[None]:
    """Boards without wood and leather, which say no word and take a third of the time, are drawn meanwhile."""
    from companion.screen.board import board, draughts_board
    from companion.screen.widgets.signs import texture_of

    bare = texture_of(np.zeros((1, 1, 4), np.uint8))
    with pytest.MonkeyPatch.context() as patch:
        for module in (board, draughts_board):
            patch.setattr(module, "_ground", lambda *_: bare)
        yield


@contextmanager
def drawn_words(patch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The words that are drawn shortened into a canvas meanwhile, without a label."""
    from companion.screen.widgets import signs

    shortened: list[str] = []
    text = signs.text

    def noted(words: str, center: Any, size: float, colour: Any, **more: Any) -> None:
        width = more.get("width")
        if width is not None and signs.width_of(words, size) > width + _SLACK_PX:
            shortened.append(f"{words!r} is drawn shortened: {signs.width_of(words, size):.0f} in {width:.0f}")
        text(words, center, size, colour, **more)

    patch.setattr(signs, "text", noted)
    yield shortened
