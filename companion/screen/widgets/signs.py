"""The small pictures of the screen: checkers, dice, cube, arrows, signs.

Every function adds its picture to the Kivy canvas that is open (``with widget.canvas:``).  Places
are window pixels; ``turned`` draws for the player at the upper edge, rotated by 180 degrees.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Final

from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    Color,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
    SmoothTriangle,
)
from kivy.graphics.texture import Texture

from companion.games.rules import Side
from companion.screen.board.layout import Box
from companion.screen.theme import THEME, Colour, whole
from companion.screen.theme import ink_for as ink_for  # the pictures' edges, asked for here by those who draw
from companion.screen.widgets import fitting, shapes

_PLAIN_BELOW_PX: Final = 8.0
_LEAST_PX: Final = 1.0
_LEAST_WRITTEN: Final = 0.6
_FLAT: Final = 2.0
_DIMMED: Final = 0.3
"""The opacity of what is played already."""


def text(
    words: str,
    center: tuple[float, float],
    size: float,
    colour: Colour,
    *,
    angle: float = 0,
    width: float | None = None,
) -> None:
    """One line of bold words around a centre, ``angle`` in degrees against the clock.

    Words wider than ``width`` are shortened in the middle.
    """
    texture = _texture(words, whole(size), width)
    x, y = center
    PushMatrix()
    Rotate(angle=angle, origin=center)
    Color(*colour)
    Rectangle(texture=texture, size=texture.size, pos=(x - texture.width / 2, y - texture.height / 2))
    PopMatrix()


def width_of(words: str, size: float) -> float:
    """How wide one line of bold words is, in pixels."""
    return fitting.width_of(words, size, bold=True)


def letters_for(words: str, largest: float, width: float, height: float = 0.0, *, least: float = 0.55) -> float:
    """The largest letters, in pixels, with which words fit on one line, or on as many lines as fit ``height``.

    They are whole pixels, and no fewer than ``least`` times the largest.
    """
    size = min(largest, height / LINE) if height else largest
    while size > least * largest and not _fit(words, size, width, max(1, int(height // (size * LINE)))):
        size *= 0.96
    return whole(max(size, min(least * largest, height / LINE) if height else least * largest))


def written(words: str, box: Box, *, turned: bool = False) -> None:
    """A hand and a few words on a ground of their own, beside each other where the room is flat."""
    pad, flat = THEME.px(7), box.width > _FLAT * box.height
    icon = min(THEME.px(32), box.height - 2 * pad if flat else box.height * 0.3)
    width = box.width - 2 * pad - (icon + pad if flat else 0.0)
    height = box.height - 2 * pad - (0.0 if flat else icon + pad)
    size = letters_for(words, THEME.caption_px, width, height, least=_LEAST_WRITTEN)
    lines = _lines(words, size, width)
    high = len(lines) * size * LINE
    x, y = box.center
    whole_height = 2 * pad + (max(high, icon) if flat else high + icon + pad)
    top = y + high / 2 if flat else y + whole_height / 2 - 2 * pad - icon
    center = (box.x + pad + icon / 2, y) if flat else (x, y + whole_height / 2 - pad - icon / 2)
    PushMatrix()
    Rotate(angle=180 if turned else 0, origin=(x, y))
    chip(Box(box.x, y - whole_height / 2, box.width, whole_height), THEME.notice)
    hand(center, icon, THEME.ink_band)
    middle = box.x + box.width - pad - width / 2
    for number, line in enumerate(lines):
        text(line, (middle, top - (number + 0.5) * size * LINE), size, THEME.ink_band)
    PopMatrix()


def _lines(words: str, size: float, width: float) -> list[str]:
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


LINE: Final = 1.115
"""The distance from line to line, in letter heights, for fields and messages."""


def _fit(words: str, size: float, width: float, rows: int) -> bool:
    return sum(rows_of(line, size, width) for line in words.split("\n")) <= rows


def rows_of(line: str, size: float, width: float) -> int:
    """The number of rows that words need without being broken; very many if one word is too wide."""
    used, room = 1, width
    for word in line.split(" "):
        if width_of(word, size) > width:
            return 99
        wide = width_of(word + " ", size)  # the space counts, as it does for Kivy
        if wide > room and room < width:
            used, room = used + 1, width
        room -= wide
    return used


def chip(box: Box, colour: Colour) -> None:
    """A rounded ground behind a few letters."""
    Color(*colour)
    SmoothRoundedRectangle(pos=box[:2], size=box[2:], radius=[THEME.px(6)])


def outline(box: Box, colour: Colour) -> None:
    """A frame inside a field."""
    Color(*colour)
    px = THEME.px
    inner = (box.x + px(2), box.y + px(2), box.width - px(4), box.height - px(4), px(10))
    SmoothLine(rounded_rectangle=inner, width=px(2))


def underline(x: float, y: float, width: float, colour: Colour) -> None:
    """A thin line below words that can be touched."""
    Color(*colour[:3], 0.6)
    Rectangle(pos=(x, y), size=(width, THEME.px(1.5)))


def number(count: int, center: tuple[float, float], size: float, colour: Colour, *, turned: bool = False) -> None:
    """A number that cannot be mistaken upside down: 6 and 9 are underlined."""
    text(str(count), center, size, colour, angle=180 if turned else 0)
    if count in (6, 9):
        x, y = center
        below = y + size * 0.46 if turned else y - size * 0.46
        SmoothLine(points=(x - size * 0.25, below, x + size * 0.25, below), width=THEME.px(1.1))


def checker(
    center: tuple[float, float], radius: float, colour: Colour, side: Side, *, opacity: float = 1.0,
    plain: bool = False,
) -> None:  # fmt: skip
    """A checker from above: Dark's carries a ring, so that the sides differ in shape as well; ``plain``: none does."""
    if radius < _LEAST_PX:
        return  # no room yet
    ringed = side is Side.DARK and radius > THEME.px(_PLAIN_BELOW_PX) and not plain
    _drawn(_checker(radius, colour, ringed, min(THEME.px(1.2), radius * 0.1)), center, opacity)


@lru_cache(maxsize=256)
def _checker(radius: float, colour: Colour, ringed: bool, edge_px: float) -> Any:
    return texture_of(shapes.checker(radius, colour, ink_for(colour), edge_px=edge_px, ringed=ringed))


def plate(center: tuple[float, float], radius: float, colour: Colour) -> None:
    """A plain disc in the middle of a checker, as the ground of a number."""
    Color(*colour)
    disc(*center, radius * 0.82)


def die(box: Box, value: int, *, used: float = 0.0, colour: Colour | None = None) -> None:
    """One die, pips up, in its owner's colour; ``used``: the part of it that is dimmed, from the left."""
    if box.width < _LEAST_PX:
        return  # no room yet
    ground, pips = (THEME.die, THEME.pip) if colour is None else (colour, ink_for(colour))
    texture = _die(box.width, value, ground, pips)
    if used:
        _drawn(texture, box.center, _DIMMED)
    if used < 1:
        _drawn(texture, box.center, beyond=used)
    if colour is not None:  # as dark as the ground it may be, unlike the usual white
        outline(box, (*pips[:3], 0.5))


@lru_cache(maxsize=64)
def _die(size: float, value: int, colour: Colour, pip: Colour) -> Any:
    return texture_of(shapes.die(size, value, colour, pip))


def cube(box: Box, value: int, *, angle: float = 0, colour: Colour | None = None, idle: bool = False) -> None:
    """The doubling cube with the value on its upper face, in its owner's colour; ``idle``: out of play."""
    if box.width < _LEAST_PX:
        return  # no room yet
    ground = colour or THEME.cube
    ink, dim = ink_for(ground), 0.35 if idle else 1.0
    _drawn(_cube(box.width, ground, ink), box.center, dim)
    size = box.width * (0.66 if value < 10 else 0.56 if value < 100 else 0.44)
    text(str(value), box.center, size, (*ink[:3], dim), angle=angle)


@lru_cache(maxsize=64)
def _cube(size: float, colour: Colour, ink: Colour) -> Any:
    return texture_of(shapes.cube(size, colour, ink))


def texture_of(picture: Any) -> Any:
    """A picture, uint8 (height, width, 4), the lowest row first, as a texture."""
    height, width = picture.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    texture.blit_buffer(picture.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def _drawn(texture: Any, center: tuple[float, float], opacity: float = 1.0, *, beyond: float = 0.0) -> None:
    """A texture around a centre, on whole pixels, which keeps its edges sharp; only what is ``beyond`` a part of it."""
    x, y = center
    left = round(texture.width * beyond)
    if left:
        texture = texture.get_region(left, 0, texture.width - left, texture.height)
    Color(1, 1, 1, opacity)
    place = (round(x - (texture.width + left) / 2) + left, round(y - texture.height / 2))
    Rectangle(texture=texture, size=texture.size, pos=place)


def crown(center: tuple[float, float], size: float, colour: Colour, *, turned: bool = False) -> None:
    """A crown with three points: a king of draughts."""
    x, y = center
    up = -1 if turned else 1
    half, low, high = size / 2, y - up * size * 0.3, y + up * size * 0.36
    Color(*colour)
    for left, tip, right in ((-1.0, -1.0, 0.1), (-0.55, 0.0, 0.55), (-0.1, 1.0, 1.0)):
        SmoothTriangle(points=(x + left * half * 0.86, low, x + right * half * 0.86, low, x + tip * half, high))
    Rectangle(pos=(x - half * 0.86, min(low, low - up * size * 0.2)), size=(size * 0.86, size * 0.2))


def sign(kind: str, center: tuple[float, float], size: float, ink: Colour, ground: Colour) -> None:
    """A sign with its own shape: a triangle for ``!``, a disc for ``i`` and ``?``."""
    x, y = center
    Color(*ink)
    if kind == "!":
        half = size / 2
        SmoothTriangle(points=(x - half * 1.12, y - half * 0.86, x + half * 1.12, y - half * 0.86, x, y + half))
        text(kind, (x, y - size * 0.1), size * 0.68, ground)
    else:
        disc(x, y, size / 2)
        text(kind, center, size * 0.74, ground)


def pointer(center: tuple[float, float], size: float, colour: Colour) -> None:
    """A triangle that points down, to the player at the lower edge."""
    x, y = center
    Color(*colour)
    SmoothTriangle(points=(x - size * 0.55, y + size * 0.42, x + size * 0.55, y + size * 0.42, x, y - size * 0.48))


def ribbon(box: Box, colour: Colour) -> None:
    """A full-width ground for one line of words."""
    Color(*colour)
    Rectangle(pos=box[:2], size=box[2:])


def hand(center: tuple[float, float], size: float, colour: Colour) -> None:
    """An open hand, for a hand over the board."""
    x, y = center
    Color(*colour)
    SmoothRoundedRectangle(
        pos=(x - size * 0.27, y - size * 0.42), size=(size * 0.54, size * 0.48), radius=[size * 0.18]
    )
    for place, length in ((-0.21, 0.36), (-0.07, 0.46), (0.07, 0.43), (0.21, 0.32)):
        foot = (x + place * size, y)
        SmoothLine(points=(*foot, foot[0], foot[1] + length * size), width=size * 0.055, cap="round")
    SmoothLine(
        points=(x - 0.2 * size, y - 0.2 * size, x - 0.42 * size, y + 0.08 * size), width=size * 0.055, cap="round"
    )


def camera_off(center: tuple[float, float], size: float, colour: Colour) -> None:
    """A camera with a stroke through it, for a camera that does not answer."""
    x, y = center
    Color(*colour)
    SmoothRoundedRectangle(pos=(x - size * 0.48, y - size * 0.3), size=(size * 0.7, size * 0.6), radius=[size * 0.1])
    SmoothTriangle(
        points=(x + size * 0.18, y, x + size * 0.48, y + size * 0.26, x + size * 0.48, y - size * 0.26),
    )
    Color(*THEME.background)
    SmoothLine(points=(x - 0.5 * size, y - 0.5 * size, x + 0.5 * size, y + 0.5 * size), width=size * 0.09)
    Color(*colour)
    SmoothLine(points=(x - 0.5 * size, y - 0.5 * size, x + 0.5 * size, y + 0.5 * size), width=size * 0.04)


def pause(center: tuple[float, float], size: float, colour: Colour) -> None:
    """Two bars."""
    x, y = center
    Color(*colour)
    for left in (-0.36, 0.1):
        SmoothRoundedRectangle(
            pos=(x + left * size, y - size * 0.45), size=(size * 0.26, size * 0.9), radius=[size * 0.06]
        )


def flag(center: tuple[float, float], size: float, colour: Colour) -> None:
    """A flag on its pole: a dispute."""
    x, y = center
    Color(*colour)
    SmoothLine(points=(x - 0.3 * size, y - 0.48 * size, x - 0.3 * size, y + 0.48 * size), width=size * 0.05)
    SmoothTriangle(
        points=(x - 0.3 * size, y + 0.48 * size, x - 0.3 * size, y - 0.06 * size, x + 0.46 * size, y + 0.21 * size)
    )


def tick(center: tuple[float, float], size: float, colour: Colour) -> None:
    """A small tick."""
    x, y = center
    Color(*colour)
    points = (x - 0.42 * size, y, x - 0.1 * size, y - 0.36 * size, x + 0.45 * size, y + 0.4 * size)
    SmoothLine(points=points, width=size * 0.09, joint="round", cap="round")


def seal(center: tuple[float, float], size: float, colour: Colour) -> None:
    """A closed padlock: hints are locked."""
    x, y = center
    Color(*colour)
    SmoothRoundedRectangle(pos=(x - 0.36 * size, y - 0.48 * size), size=(0.72 * size, 0.54 * size), radius=[size * 0.1])
    SmoothLine(ellipse=(x - 0.22 * size, y - 0.22 * size, 0.44 * size, 0.66 * size, -90, 90), width=size * 0.055)


def lamp(center: tuple[float, float], size: float, colour: Colour, ground: Colour) -> None:
    """A light bulb: what the coach says."""
    x, y = center
    Color(*colour)
    radius = size * 0.34
    disc(x, y + size * 0.14, radius)
    for up, half in ((-0.3, 0.17), (-0.42, 0.12)):
        SmoothLine(points=(x - half * size, y + up * size, x + half * size, y + up * size), width=size * 0.045)
    Color(*ground)
    SmoothLine(
        points=(x - 0.1 * size, y + 0.16 * size, x, y + 0.02 * size, x + 0.1 * size, y + 0.16 * size),
        width=size * 0.035, joint="round", cap="round",
    )  # fmt: skip
    SmoothLine(points=(x, y + 0.02 * size, x, y - 0.18 * size), width=size * 0.035, cap="round")


def dots(center: tuple[float, float], size: float, colour: Colour) -> None:
    """Three dots: something is being computed."""
    x, y = center
    Color(*colour)
    for place in (-1, 0, 1):
        disc(x + place * size * 0.42, y, size * 0.13)


def disc(x: float, y: float, radius: float) -> None:
    """A filled circle."""
    SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))


@lru_cache(maxsize=256)
def _texture(words: str, size: float, width: float | None) -> Any:
    cut = {} if width is None else {"text_size": (width, None), "shorten": True, "shorten_from": "center"}
    drawn = CoreLabel(text=words, font_size=size, bold=True, halign="center", **cut)
    drawn.refresh()
    return drawn.texture


def icon(name: str, center: tuple[float, float], size: float, colour: Colour) -> None:
    """A small picture of what a field does: ``back``, ``turn``, ``help``, ``plus``, ``minus``, or an arrow
    ``left``, ``right``, ``up`` or ``down``."""
    x, y = center
    half, width = size / 2, max(THEME.px(2), size * 0.09)
    Color(*colour)
    match name:
        case "back":
            SmoothLine(points=(x + half * 0.5, y + half, x - half * 0.5, y, x + half * 0.5, y - half), width=width)
        case "left" | "right":
            side = -half * 0.5 if name == "left" else half * 0.5
            SmoothLine(points=(x - side, y + half, x + side, y, x - side, y - half), width=width * 1.3)
        case "up" | "down":
            foot, tip = (y - half * 0.5, y + half * 0.5) if name == "up" else (y + half * 0.5, y - half * 0.5)
            SmoothLine(points=(x - half, foot, x, tip, x + half, foot), width=width)
        case "plus" | "minus":
            SmoothLine(points=(x - half, y, x + half, y), width=width)
            if name == "plus":
                SmoothLine(points=(x, y - half, x, y + half), width=width)
        case "turn":
            _half_turns(x, y, half, width)
        case "help":
            text("?", center, size * 1.3, colour)


def _half_turns(x: float, y: float, radius: float, width: float) -> None:
    """Two arrows that chase each other round a circle."""
    for start in (20.0, 200.0):
        SmoothLine(circle=(x, y, radius, start, start + 130.0), width=width)
        angle = math.radians(start + 130.0)  # Kivy counts from the top, with the clock
        tip_x, tip_y = x + radius * math.sin(angle), y + radius * math.cos(angle)
        along_x, along_y = math.cos(angle), -math.sin(angle)
        out_x, out_y = math.sin(angle), math.cos(angle)
        reach = radius * 0.45
        SmoothTriangle(
            points=(
                tip_x + along_x * reach, tip_y + along_y * reach,
                tip_x + out_x * reach, tip_y + out_y * reach,
                tip_x - out_x * reach, tip_y - out_y * reach,
            )
        )  # fmt: skip
