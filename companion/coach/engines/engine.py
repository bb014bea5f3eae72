"""The common base of all engines: the depths they know."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from companion.closing import Closes
from companion.errors import InputError


class Engine(Closes):
    """``called``: its name as errors say it.  ``depths``: how many plies ahead it can look."""

    name: str
    usual_ply: int
    called: ClassVar[str]
    depths: ClassVar[Collection[int]]

    def depth(self, ply: int | None) -> int:
        """The depth to look ahead; None: the usual one.  Raises :class:`InputError` for a depth it does not know."""
        depth = self.usual_ply if ply is None else ply
        if depth not in self.depths:
            raise InputError(f"{depth} plies: {self.called} is asked for {', '.join(map(str, self.depths))}")
        return depth
