"""The casebooks, their chapters in order; run as a program, writes their pages anew."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.casebook import (
    afterwards,
    breaks,
    clocks,
    corrections,
    doubling,
    early,
    ending,
    leaflets,
    opening,
    reasons,
    results,
    rolls,
    setting_up,
    unsaid,
)
from tests.casebook.book import Book
from tests.casebook.draughts import (
    captures,
    changes,
    corrected,
    ends,
    faults,
    kings,
    moves,
    start,
    stops,
    turns,
)
from tests.casebook.draughts import (
    clocks as draughts_clocks,
)
from tests.casebook.draughts.scene import Desk as DraughtsDesk
from tests.casebook.scene import Desk

_DOCS: Final = Path(__file__).parents[2] / "docs"
_BACKGAMMON: Final = """# Casebook

What the companion does at the table, in {count} situations: what happened, which rule decides it, and the answer.
Anna plays the lighter checkers, Ben the darker ones; points are counted from the player's own side. The rules are those
of `tournament` unless a case says otherwise (see [rule sets](rules.md)). Where a case ends with the director, nothing
is ruled on, and what was seen is kept.

Every case is played by a test, through the same session as a real match: this page is written from
`tests/casebook` by `python -m tests.casebook.pages`. Draughts has a [casebook of its own](casebook-draughts.md)."""
_DRAUGHTS: Final = """# Casebook of draughts

What the companion does at a table of draughts, in {count} situations: what happened, which rule decides it, and the
answer. Anna has the light men in the first game, Ben the dark ones. The rules are those of `draughts-box` unless a case
says otherwise (see [rule sets](rules.md#draughts)). A still look at a legal move ends the turn; where a case says that
somebody presses, the button ends it.

Every case is played by a test, through the same session as a real match: this page is written from
`tests/casebook/draughts` by `python -m tests.casebook.pages`. Backgammon has a [casebook of its own](casebook.md)."""

BOOKS: Final = (
    Book("", _BACKGAMMON, [
        setting_up.CHAPTER,
        opening.CHAPTER,
        rolls.CHAPTER,
        ending.CHAPTER,
        early.CHAPTER,
        reasons.CHAPTER,
        corrections.CHAPTER,
        doubling.CHAPTER,
        results.CHAPTER,
        breaks.CHAPTER,
        afterwards.CHAPTER,
        clocks.CHAPTER,
        leaflets.CHAPTER,
        unsaid.CHAPTER,
    ], _DOCS / "casebook.md", Desk),
    Book("draughts", _DRAUGHTS, [
        start.CHAPTER,
        moves.CHAPTER,
        captures.CHAPTER,
        kings.CHAPTER,
        faults.CHAPTER,
        corrected.CHAPTER,
        turns.CHAPTER,
        changes.CHAPTER,
        stops.CHAPTER,
        ends.CHAPTER,
        draughts_clocks.CHAPTER,
    ], _DOCS / "casebook-draughts.md", DraughtsDesk),
)  # fmt: skip


if __name__ == "__main__":
    for book in BOOKS:
        book.path.write_text(book.page(), encoding="utf-8")
