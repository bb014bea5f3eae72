"""What people do at a draughts board, beside what they do at any board: the values of ``priors.toml``, in capitals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.referee.priors import priors_of

FILE: Final = Path(__file__).with_name("priors.toml")
PRIORS: Final = priors_of(FILE)
globals().update({name.upper(): prior.value for name, prior in PRIORS.items()})  # read in every step: no function call

if TYPE_CHECKING:

    def __getattr__(name: str) -> float:
        """A value of the table; a test compares the names in use with it."""
