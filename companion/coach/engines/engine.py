"""The common base of all engines: the depths they know, and closing at the end of a ``with``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from types import TracebackType
from typing import ClassVar, Self

from companion.errors import InputError


class Engine(ABC):
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

    @abstractmethod
    def close(self) -> None:
        """Release its resources; may be called twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
