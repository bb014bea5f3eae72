"""What people do at the table, and how likely each of it is: the values of ``priors.toml``, by name in capitals."""

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


NO_DIE: Final = tuple(
    (least, PRIORS[name].value)
    for least, name in ((0.9, "no_die_surest"), (0.7, "no_die_sure"), (0.0, "no_die_unsure"))
)
"""The odds that what is taken for a die is none, by how surely its face is read."""
