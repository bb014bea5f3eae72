"""What the pages write in italics as words of the screen is what the screen says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from companion.texts import TEXTS, forms

HOUSE: Final = Path(__file__).parents[2]
LABEL: Final = re.compile(r"(?<![*\w])\*([A-Z][^*\n]{1,60}(?:\n[^*\n]{1,40})?)\*(?!\*)")
# The history, whole sentences with their blanks filled in, and pages that quote other programs.
OTHERS: Final = frozenset({"changes.md", "casebook.md", "casebook-draughts.md", "install.md"})
NOT_OURS: Final = frozenset(
    {
        "Another program uses port",
        "Boris wants the last play changed to 24/20. Agree",
        "Browser",
        "Once a double is taken or dropped",
        "Print",
        "Refresh cache of current page",
        "Save as PDF",
        "This device is not on a network",
        "This is not the name of this device",
    }
)
SAID: Final = frozenset(form.rstrip(".?!…: ") for wordings in TEXTS.values() for one in wordings for form in forms(one))


@pytest.mark.parametrize(
    "page", [HOUSE / "README.md", *sorted((HOUSE / "docs").glob("*.md"))], ids=lambda page: page.name
)
def test_a_label_in_a_page_is_on_the_screen(page: Path) -> None:
    if page.name in OTHERS:
        return
    quoted = {said.replace("\n", " ").rstrip(".?!…: ") for said in LABEL.findall(page.read_text(encoding="utf-8"))}
    assert quoted - SAID <= NOT_OURS
