"""The page on files says what the code does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from companion.lab.bench.wild import wild_match
from companion.record.files.document import VERSION, document
from companion.record.files.draughts_formats import PDN
from companion.record.files.formats import ENDINGS
from companion.record.files.mat_words import MatMark
from companion.record.files.reading import KINDS
from companion.record.match import MatchScore

PAGE: Final = (Path(__file__).parents[3] / "docs" / "files.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_kinds_on_the_page_are_all_there_are_in_their_order() -> None:
    assert tuple(re.findall(r"^\| `([a-z-]+)` \|", section("What `verify` reports"), re.MULTILINE)) == KINDS


def test_the_page_names_every_format_and_every_mark() -> None:
    assert set(re.findall(r"^\| `(\.\w+)` \|", PAGE, re.MULTILINE)) == {*ENDINGS, PDN}
    assert {mark.value for mark in MatMark} <= set(re.findall(r"`; \[(\w+) ", PAGE))


@pytest.mark.slow
def test_the_page_names_every_key_and_every_action_of_the_document() -> None:
    page = section("The JSON document")
    documents = [document(wild_match(seed)) for seed in range(15)]
    keys = {key for found in documents for key in keys_of(found)}
    actions = {action["action"] for found in documents for game in found["games"] for action in game["actions"]}
    assert {key for key in keys if f'"{key}"' not in page and f"`{key}`" not in page} == set()
    assert {action for action in actions if f"`{action}`" not in page} == set()
    assert {standing.value for standing in MatchScore if f"`{standing.value}`" not in page} == set()
    assert f'"version": {VERSION}' in page


def keys_of(value: Any) -> Iterator[str]:
    """Every key of a document, but not those of a header or of properties, which are anybody's."""
    match value:
        case dict():
            for key, inner in value.items():
                yield key
                if key not in ("header", "properties"):
                    yield from keys_of(inner)
        case list():
            for inner in value:
                yield from keys_of(inner)
