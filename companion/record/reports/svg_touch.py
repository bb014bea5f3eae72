"""The touch areas of a drawn board (SVG): an area over each spot, for a script to find by its name."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from types import MappingProxyType
from typing import Final, NamedTuple


class Touch(NamedTuple):
    """``name``: the value of ``data-spot``.  ``doubtful``: its class."""

    name: str
    doubtful: bool = False

    def area(self, x: int, y: int, width: int, height: int) -> str:
        kind = "spot doubtful" if self.doubtful else "spot"
        return (
            f'<rect class="{kind}" data-spot="{escape(self.name)}" x="{x}" y="{y}" width="{width}" height="{height}" '
            f'fill="none" pointer-events="all"/>'
        )


UNTOUCHED: Final[Mapping[int, Touch]] = MappingProxyType({})
