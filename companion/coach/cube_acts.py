"""The cube actions of decisions."""

from __future__ import annotations

from enum import Enum
from typing import Final

from companion.games.backgammon.cube import Act


class CubeAct(Enum):
    """A cube action."""

    ROLLED = "rolled"  # no double, though the rules allowed one
    DOUBLED = "doubled"
    TOOK = "took"
    DROPPED = "dropped"

    @property
    def act(self) -> Act | None:
        """The same as the rules call it, None for a roll without a double."""
        return _ACTS[self]


_ACTS: Final = {
    CubeAct.ROLLED: None,
    CubeAct.DOUBLED: Act.DOUBLE,
    CubeAct.TOOK: Act.TAKE,
    CubeAct.DROPPED: Act.DROP,
}
