"""The chapters in their order; run as a program, writes ``docs/casebook.md`` anew."""

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
from tests.casebook.book import Chapter, page

BOOK: Final[list[Chapter]] = [
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
]
PAGE: Final = Path(__file__).parents[2] / "docs" / "casebook.md"


if __name__ == "__main__":
    PAGE.write_text(page(BOOK), encoding="utf-8")
