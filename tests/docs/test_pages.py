"""The pages hold together: links and anchors resolve, the index names every page, named modules exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

HOUSE: Final = Path(__file__).parents[2]
INDEX: Final = HOUSE / "docs" / "README.md"
PAGES: Final = [
    HOUSE / "README.md",
    *sorted((HOUSE / "docs").rglob("*.md")),
    HOUSE / "companion" / "locale" / "README.md",
    HOUSE / "vision" / "weights" / "CARD.md",
]
MOST_WORDS: Final = 1250
"""A club player reads the README in five minutes."""

LINK: Final = re.compile(r"\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)")
FENCED: Final = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)
HEADING: Final = re.compile(r"^#+ (.+)$", re.MULTILINE)
FILE: Final = re.compile(r"`((?:companion|vision|hardware|tests|systemd|docs)/[\w./-]+)`")
DOTTED: Final = re.compile(
    r"`(?:python -m )?(?!companion\.(?:service|po|mo)\b)((?:companion|vision|hardware|tests)(?:\.\w+)+)"
)


def name(page: Path) -> str:
    return str(page.relative_to(HOUSE))


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    found: dict[str, int] = {}
    for heading in HEADING.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        found[anchor] = found.get(anchor, -1) + 1
    return {anchor if n == 0 else f"{anchor}-{n}" for anchor, last in found.items() for n in range(last + 1)}


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """What a page points at inside the project, each with its anchor or an empty text."""
    for target, anchor in LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
        yield (page.parent / target).resolve() if target else page, anchor


def exists(dotted: str) -> bool:
    """Whether a dotted name is a module or something that a module defines; found without importing it."""
    parent, _, last = dotted.rpartition(".")
    if source(dotted) is not None:
        return True
    text = source(parent) if parent else None
    if text is None:  # a method of a class
        return "." in parent and exists(parent)
    return re.search(rf"^(?:class |def )?{last}\b", text, re.MULTILINE) is not None


def source(module: str) -> str | None:
    """The text of a module, None where there is no such module."""
    path = HOUSE.joinpath(*module.split("."))
    found = [file for file in (path / "__init__.py", path.with_name(f"{path.name}.py")) if file.is_file()]
    return found[0].read_text(encoding="utf-8") if found else None


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_and_every_anchor_resolves(page: Path) -> None:
    wrong = [
        f"{target.relative_to(HOUSE)}#{anchor}"
        for target, anchor in links(page)
        if not target.exists() or (anchor and anchor not in anchors(target))
    ]
    assert wrong == []


def test_the_index_names_every_page() -> None:
    named = {target for target, _ in links(INDEX)}
    assert [name(page) for page in PAGES if page != INDEX and page not in named] == []


def test_the_readme_is_short() -> None:
    assert len((HOUSE / "README.md").read_text(encoding="utf-8").split()) <= MOST_WORDS


def test_every_page_begins_with_its_title_and_has_only_one() -> None:
    for page in PAGES:
        text = FENCED.sub("", page.read_text(encoding="utf-8"))
        assert text.startswith("# "), name(page)
        assert len(re.findall(r"^# ", text, re.MULTILINE)) == 1, name(page)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_and_modules_that_a_page_names_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    files = [file for file in FILE.findall(text) if "LANGUAGE" not in file and not (HOUSE / file).exists()]
    assert [*files, *(dotted for dotted in DOTTED.findall(text) if not exists(dotted))] == []
