"""The size of letters with which words fit; it is measured, so that any language and any name fits."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from kivy.core.text import Label as CoreLabel

from companion.screen.theme import THEME, whole

_STEPS: Final = 8


def height_of(words: str, size_px: float, width_px: float, *, bold: bool = False) -> float:
    """The height of words broken into lines of a width."""
    if not words:
        return 0.0
    return (
        _line_height(size_px, bold)
        if _is_one_line(words, size_px, width_px, bold)
        else _height(words, size_px, width_px, bold)
    )


def _is_one_line(words: str, size_px: float, width_px: float, bold: bool) -> bool:
    return "\n" not in words and width_of(words, size_px, bold=bold) <= width_px


@lru_cache(maxsize=128)
def _line_height(size_px: float, bold: bool) -> float:
    return _height("X", size_px, 1, bold)


@lru_cache(maxsize=1024)
def _height(words: str, size_px: float, width_px: float, bold: bool) -> float:
    laid_out = CoreLabel(text=words, font_size=whole(size_px), bold=bold, text_size=(max(width_px, 1), None))
    return float(laid_out.render()[1])


def width_of(words: str, size_px: float, *, bold: bool = False) -> float:
    """The width of words in one line."""
    return _width(words, whole(size_px), bold)


@lru_cache(maxsize=16384)
def _width(words: str, size_px: float, bold: bool) -> float:
    return float(_measure(size_px, bold).get_extents(words)[0]) if words else 0.0


@lru_cache(maxsize=128)
def _measure(size_px: float, bold: bool) -> CoreLabel:
    """What measures words in these letters."""
    return CoreLabel(font_size=size_px, bold=bold)


def fits(words: str, size_px: float, width_px: float, height_px: float, *, bold: bool = False) -> bool:
    """Whether words fit a box without any of them being broken."""
    if _is_one_line(words, size_px, width_px, bold):
        return not words or _line_height(size_px, bold) <= height_px
    longest = max((width_of(word, size_px, bold=bold) for word in words.split()), default=0.0)
    return longest <= width_px and _height(words, size_px, width_px, bold) <= height_px


def letters(
    words: str, width_px: float, height_px: float, *, most_px: float, least_px: float, bold: bool = False
) -> float:
    """The largest letters between ``most_px`` and ``least_px`` with which words fit a box; the least if none fit.

    They are whole pixels.
    """
    sizes = _sizes(most_px, least_px)
    if fits(words, sizes[0], width_px, height_px, bold=bold):
        return sizes[0]  # as most do
    fitting = bisect_left(sizes, True, lo=1, key=lambda size: fits(words, size, width_px, height_px, bold=bold))
    return sizes[fitting] if fitting < len(sizes) else whole(least_px)


def _sizes(most_px: float, least_px: float) -> Sequence[float]:
    step = max((most_px - least_px) / _STEPS, THEME.px(1))
    count = max(1, round((most_px - least_px) / step)) if most_px > least_px else 0
    return [whole(most_px - index * (most_px - least_px) / max(count, 1)) for index in range(count + 1)]
