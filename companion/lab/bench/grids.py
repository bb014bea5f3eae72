"""Prints many figures as tables: what is measured row by row becomes a grid, the rest a list below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from companion.lab.bench.figure import Figure, as_table

Grid = dict[str, dict[str, Figure]]
"""Rows by name, in each the figures by the name of their column."""

# "stills, djeco: points": a figure of one row of a grid.
_CELL: Final = re.compile(r"(?P<title>[^:,]+), (?P<row>[^:]+): (?P<column>[^:]+)")


def as_grids(figures: Sequence[Figure]) -> str:
    """Figures named ``TITLE, ROW: COLUMN`` that have no limit as one grid a title, all others as a list."""
    grids, others = _parted(figures)
    texts = [_lines(title, grid) for title, grid in grids.items()]
    return "\n\n".join([*texts, as_table(others)] if others else texts)


def as_markdown(figures: Sequence[Figure]) -> str:
    """The same for a page."""
    grids, others = _parted(figures)
    texts = [_page_grid(title, grid) for title, grid in grids.items()]
    rows = [f"| {f.name} | {_number(f)} {f.unit} | {f.limit or ''} |".replace("  ", " ") for f in others]
    listed = "\n".join(["| figure | measured | limit |", "|---|---|---|", *rows])
    return "\n\n".join([listed, *texts])


def is_cell(figure: Figure) -> bool:
    """Return whether a figure is one of a grid."""
    return figure.limit is None and _CELL.fullmatch(figure.name) is not None


def _parted(figures: Sequence[Figure]) -> tuple[dict[str, Grid], list[Figure]]:
    """The grids by their titles, and the figures that are in none."""
    grids: dict[str, Grid] = {}
    others = []
    for figure in figures:
        if is_cell(figure) and (cell := _CELL.fullmatch(figure.name)):
            grids.setdefault(cell["title"], {}).setdefault(cell["row"], {})[cell["column"]] = figure
        else:
            others.append(figure)
    return grids, others


def _lines(title: str, grid: Grid) -> str:
    columns = _columns(grid)
    width = max(len(title), *map(len, grid))
    head = f"{title:<{width}}  " + "  ".join(columns)
    rows = [
        "  ".join([f"{row:<{width}}", *(f"{_cell(cells, c):>{len(c)}}" for c in columns)])
        for row, cells in grid.items()
    ]
    return "\n".join([head, *rows])


def _page_grid(title: str, grid: Grid) -> str:
    columns = _columns(grid)
    rows = [
        f"| {row} | " + " | ".join(_cell(cells, column) for column in columns) + " |" for row, cells in grid.items()
    ]
    return "\n".join([f"| {title} | " + " | ".join(columns) + " |", "|---|" + "---:|" * len(columns), *rows])


def _columns(grid: Grid) -> list[str]:
    fullest_first = sorted(grid.values(), key=len, reverse=True)
    return list(dict.fromkeys(column for cells in fullest_first for column in cells))


def _cell(cells: dict[str, Figure], column: str) -> str:
    return _number(cells[column]) if column in cells else ""


def _number(figure: Figure) -> str:
    if float(figure.value).is_integer():
        return f"{figure.value:g}"
    if figure.value < 10:
        return f"{figure.value:.3g}"
    nearly_all = figure.unit == "%" and 99.95 <= figure.value < 100  # not to be rounded to all of them
    return f"{figure.value:.{2 if nearly_all else 1}f}"
