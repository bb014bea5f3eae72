"""The roll area: the part of a board in which dice count, if people have drawn one."""

from __future__ import annotations

from typing import Final

from companion.errors import InputError, quoted

Area = tuple[float, float, float, float]
"""A part of the board: left, top, right, bottom, 0 to 1, with Light's home at the lower right."""

WHOLE: Final[Area] = (0.0, 0.0, 1.0, 1.0)
_SURELY: Final = 0.02
"""A die whose middle is no farther outside than this may still count as inside."""


def area_from(text: str) -> Area | None:
    """A roll area as settings have it, four numbers; None for the whole board.  Raises :class:`InputError`."""
    if not text.strip():
        return None
    try:
        left, top, right, bottom = (float(word) for word in text.split())
    except ValueError:
        left = top = right = bottom = -1.0
    if not (0 <= left < right <= 1 and 0 <= top < bottom <= 1):
        raise InputError(f"roll area {quoted(text)}: expected left, top, right and bottom, each from 0 to 1")
    return left, top, right, bottom


def area_text(area: Area) -> str:
    """The same as text; nothing for the whole board."""
    return "" if area == WHOLE else " ".join(f"{edge:.3f}" for edge in area)


def on_board(place: tuple[float, float], *, light_at_bottom: bool, home_at_right: bool) -> tuple[float, float]:
    """A place of the field as it is seen, as a place of the board; its own inverse."""
    x, y = place
    return x if home_at_right else 1 - x, y if light_at_bottom else 1 - y


def surely_outside(place: tuple[float, float], area: Area) -> bool:
    """Whether a die at this place of the board is certainly outside."""
    (x, y), (left, top, right, bottom) = place, area
    return not (left - _SURELY <= x <= right + _SURELY and top - _SURELY <= y <= bottom + _SURELY)
