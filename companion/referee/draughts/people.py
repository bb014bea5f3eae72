"""What people do at a draughts board, beside what they do at any board; what each means stands in ``priors.toml``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.referee.priors import priors_of

FILE: Final = Path(__file__).with_name("priors.toml")
PRIORS: Final = priors_of(FILE)

HELD: Final = PRIORS["held"].value
UNDOES: Final = PRIORS["undoes"].value
CUT_SHORT: Final = PRIORS["cut_short"].value
HARDLY_BEGUN: Final = PRIORS["hardly_begun"].value
LATER: Final = PRIORS["later"].value
ASTRAY: Final = PRIORS["astray"].value
MORE_PIECES: Final = PRIORS["more_pieces"].value
MOVES_OTHERS: Final = PRIORS["moves_others"].value
COMES_BACK: Final = PRIORS["comes_back"].value
ILLEGAL: Final = PRIORS["illegal"].value
LEFT_OUT: Final = PRIORS["left_out"].value
STANDS: Final = PRIORS["stands"].value
OUT_OF_TURN: Final = PRIORS["out_of_turn"].value
SLIP: Final = PRIORS["slip"].value
