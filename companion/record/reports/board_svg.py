"""Draws a small board for a page (SVG), seen from Light's seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from companion.games.backgammon import Dice
from companion.games.backgammon.cube import Cube
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.wording import number_on_board
from companion.games.rules import BAR, TRAY, Picture, Side, Spot, Stack
from companion.record.reports.svg_touch import UNTOUCHED, Touch

_POINT: Final = 30
_TALL: Final = 150
_EDGE: Final = 18
_BAR: Final = 34
_TRAY: Final = 44
_FIELD: Final = 12 * _POINT + _BAR
_WIDTH: Final = _EDGE + _FIELD + _TRAY
_HEIGHT: Final = 2 * _TALL + 50 + 2 * _EDGE
_SHOWN: Final = 5
"""The most checkers drawn in a row; a number shows more."""

_COLOURS: Final = {Side.LIGHT: ("#f6efdd", "#222"), Side.DARK: ("#43261a", "#fff")}
_TRIANGLES: Final = ("#d9c39a", "#b08a5a")


_DIE: Final = 30
_CUBE: Final = 32
_CORNERS: Final = ((-1, -1), (1, 1))
_PIPS: Final[Mapping[int, Sequence[tuple[int, int]]]] = {
    1: ((0, 0),),
    2: _CORNERS,
    3: (*_CORNERS, (0, 0)),
    4: (*_CORNERS, (-1, 1), (1, -1)),
    5: (*_CORNERS, (-1, 1), (1, -1), (0, 0)),
    6: (*_CORNERS, (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
"""The pips of a die as (column, row) about its middle."""
_ARROW, _DASHED = "#b3261e", "#1a6e2e"


@dataclass(frozen=True, slots=True)
class SvgArrow:
    """The move of one checker of a side; ``dashed``: it belongs to the second of two plays that are shown."""

    start: Spot
    end: Spot
    side: Side
    dashed: bool = False


def board_svg(
    picture: Picture, *, label: str = "", arrows: Sequence[SvgArrow] = (), numbered_for: Side = Side.LIGHT,
    dice: Dice | None = None, roller: Side = Side.LIGHT, cube: Cube | None = None, field_at: str = "",
    rules: RuleSet = STANDARD, touch: Mapping[Spot, Touch] = UNTOUCHED,
) -> str:  # fmt: skip
    """Return the board as one ``svg`` element; an unseen spot is left empty.  ``label``: for screen readers.

    ``arrows``: drawn over the checkers.  ``numbered_for``: the side whose point numbers are printed, same places;
    ``rules`` say what numbers they are.  ``dice`` are in the half to the right of ``roller``; ``cube`` is at the edge,
    an offered one on the field.  ``field_at``: refer to the empty board that :func:`shared_fields` has drawn under this
    name on the same page.  ``touch``: areas over points and bar.
    """
    field = [f'<use href="#{field_at}-{numbered_for.value}"/>'] if field_at else [*_field(numbered_for, rules)]
    parts = [*field, *(part for spot, stack in sorted(picture.items()) for part in _stack(spot, stack))]
    parts += [*_dice(dice, roller), *_cube(cube), *(_arrow(arrow) for arrow in arrows)]
    parts += [_area(spot, one) for spot, one in touch.items()]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{_escaped(label)}">{"".join(parts)}</svg>'
    )


def shared_fields(name: str, rules: RuleSet = STANDARD) -> str:
    """The empty board in the numbers of each side, to be used by many boards of one page; it shows nothing itself."""
    fields = (f'<g id="{name}-{side.value}">{"".join(_field(side, rules))}</g>' for side in Side)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>{"".join(fields)}</defs></svg>'


def _dice(dice: Dice | None, roller: Side) -> Iterator[str]:
    """Draw the dice in the middle of a half: at the right for Light, as Dark sees it too."""
    middle = _left(3 if roller is Side.LIGHT else 9)
    for at, value in enumerate((dice.first, dice.second) if dice is not None else ()):
        x, y = middle - _DIE - 3 + at * (_DIE + 6), (_HEIGHT - _DIE) // 2
        yield f'<rect x="{x}" y="{y}" width="{_DIE}" height="{_DIE}" rx="5" fill="#fff" stroke="#222"/>'
        for column, row in _PIPS[value]:
            yield f'<circle cx="{x + _DIE // 2 + 8 * column}" cy="{y + _DIE // 2 + 8 * row}" r="3" fill="#222"/>'


def _cube(cube: Cube | None) -> Iterator[str]:
    """Draw the cube at its owner's end, an offered one before who answers; in the middle it shows 64, as a real one."""
    if cube is None:
        return
    offer, value = cube.offer, cube.value
    x, y = _EDGE + _FIELD + _TRAY // 2, _HEIGHT // 2
    if offer is not None:
        value, x = offer.value, _left(9 if offer.by is Side.LIGHT else 3)
    elif cube.owner is not None:
        y += 75 if cube.owner is Side.LIGHT else -75
    elif value == 1:
        value = 64
    yield (
        f'<rect x="{x - _CUBE // 2}" y="{y - _CUBE // 2}" width="{_CUBE}" height="{_CUBE}" rx="4" fill="#fff" '
        f'stroke="#222" stroke-width="2"/>' + _text(x, y + 6, str(value), size=16, colour="#222")
    )


def _field(numbered_for: Side, rules: RuleSet) -> Iterator[str]:
    height = _HEIGHT - 2 * _EDGE
    yield f'<rect x="{_EDGE}" y="{_EDGE}" width="{_FIELD}" height="{height}" fill="#efe3c8" stroke="#333"/>'
    for point in range(1, 25):
        x, top = _left(point), point > 12
        base, tip = (_EDGE, _EDGE + _TALL) if top else (_HEIGHT - _EDGE, _HEIGHT - _EDGE - _TALL)
        yield (
            f'<path d="M{x} {base}h{_POINT}L{x + _POINT // 2} {tip}z" fill="{_TRIANGLES[point % 2]}"/>'
            + _text(
                x + _POINT // 2,
                13 if top else _HEIGHT - 5,
                str(number_on_board(point, numbered_for, rules)),
                size=11,
                colour="currentColor",
            )
        )
    yield f'<rect x="{_left(6) - _BAR}" y="{_EDGE}" width="{_BAR}" height="{height}" fill="#8a6a45"/>'


def _stack(spot: Spot, stack: Stack) -> Iterator[str]:
    if spot == TRAY:
        for side, y in ((Side.DARK, _EDGE + 40), (Side.LIGHT, _HEIGHT - _EDGE - 40)):
            if stack.of(side):
                x = _EDGE + _FIELD + _TRAY // 2
                yield _checker(x, y, side) + _text(x, y + 4, str(stack.of(side)), colour=_COLOURS[side][1])
        return
    for side in Side:
        if stack.of(side):
            yield from _pile(spot, side, stack.of(side), under=stack.light if side is Side.DARK and spot != BAR else 0)


def _pile(spot: Spot, side: Side, count: int, *, under: int) -> Iterator[str]:
    """Draw checkers from the edge inward, on the bar from its middle; ``under``: others already drawn there."""
    x = _left(6) - _BAR // 2 if spot == BAR else _left(spot) + _POINT // 2
    places = range(under, under + min(count, _SHOWN))
    for at in places:
        if spot == BAR:
            y = _HEIGHT // 2 + (1 if side is Side.DARK else -1) * (20 + 27 * at)
        else:
            y = _EDGE + 15 + 28 * at if spot > 12 else _HEIGHT - _EDGE - 15 - 28 * at
        yield _checker(x, y, side)
        if at == places[-1] and count > _SHOWN:
            yield _text(x, y + 4, str(count), colour=_COLOURS[side][1])


def _area(spot: Spot, touch: Touch) -> str:
    half = _HEIGHT // 2 - _EDGE
    if spot == BAR:
        return touch.area(_left(6) - _BAR, _EDGE, _BAR, 2 * half)
    return touch.area(_left(spot), _EDGE if spot > 12 else _HEIGHT // 2, _POINT, half)


def _arrow(arrow: SvgArrow) -> str:
    (x, y), (to_x, to_y) = _place(arrow.start, arrow), _place(arrow.end, arrow)
    along = hypot(to_x - x, to_y - y) or 1.0
    dx, dy = (to_x - x) / along, (to_y - y) / along
    base_x, base_y = to_x - 14 * dx, to_y - 14 * dy
    head = [(to_x, to_y), (base_x - 7 * dy, base_y + 7 * dx), (base_x + 7 * dy, base_y - 7 * dx)]
    colour, dashes = (_DASHED, ' stroke-dasharray="7 5"') if arrow.dashed else (_ARROW, "")
    return (
        f'<path d="M{x:.0f} {y:.0f}L{base_x:.0f} {base_y:.0f}" stroke="{colour}" stroke-width="4" fill="none"{dashes}/>'
        f'<path d="M{"L".join(f"{one:.0f} {two:.0f}" for one, two in head)}z" fill="{colour}"/>'
    )


def _place(spot: Spot, arrow: SvgArrow) -> tuple[float, float]:
    # The two plays are drawn a little apart, so that a checker that both move has two arrows.
    offset = 5 if arrow.dashed else -5
    if spot == BAR:
        return _left(6) - _BAR / 2 + offset, _HEIGHT / 2 + (20 if arrow.side is Side.DARK else -20)
    if spot == TRAY:
        return _EDGE + _FIELD + _TRAY / 2, (_EDGE + 40 if arrow.side is Side.DARK else _HEIGHT - _EDGE - 40) + offset
    return _left(spot) + _POINT / 2 + offset, (_EDGE + 34 if spot > 12 else _HEIGHT - _EDGE - 34) + 2 * offset


def _checker(x: int, y: int, side: Side) -> str:
    return f'<circle cx="{x}" cy="{y}" r="13" fill="{_COLOURS[side][0]}" stroke="#222"/>'


def _text(x: int, y: int, words: str, *, size: int = 13, colour: str = "#333") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-family="sans-serif" text-anchor="middle" '
        f'fill="{colour}">{words}</text>'
    )


def _left(point: int) -> int:
    column = point - 13 if point > 12 else 12 - point
    return _EDGE + column * _POINT + (_BAR if column > 5 else 0)


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
