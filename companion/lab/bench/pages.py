"""Writes the figures on the pages: the text between two marks comes from the file of results.

A block is marked by ``<!-- figures: NAME -->`` and ``<!-- end -->``; it may stand on any page, within a line or a table
too, and no line of text begins with a mark (Markdown would take it for HTML).  ``companion bench figures`` compares,
``--write`` writes.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.errors import InputError
from companion.lab.bench.blocks import BLOCKS
from companion.lab.bench.figure import Figure, as_json, as_table
from companion.lab.bench.measuring import checkout
from companion.lab.bench.results import FILE, Results, named, read_results, with_printed, write_results

_BEGIN: Final = "<!-- figures:"
_BLOCK: Final = re.compile(
    rf"(?P<begin>{_BEGIN} (?P<name>[^<>]+) -->)(?P<text>(?:(?!<!--).)*)(?P<end><!-- end -->)", re.DOTALL
)
"""There is no other mark inside: one without an end swallows nothing."""


def pages_of(folder: Path) -> list[Path]:
    """The pages of a checkout."""
    return sorted([folder / "README.md", *(folder / "docs").rglob("*.md")])


def blocks_of(text: str) -> list[re.Match[str]]:
    """The blocks of a page; raises InputError where one has no end."""
    found = list(_BLOCK.finditer(text))
    if len(found) != text.count(_BEGIN):
        raise InputError(f"{text.count(_BEGIN)} blocks of figures begin, {len(found)} have a name and an end")
    return found


def filled(text: str, results: Results) -> str:
    """A page with its blocks written again; raises InputError for one without an end, or with an unknown name."""
    blocks_of(text)
    return _BLOCK.sub(lambda found: f"{found['begin']}{_written(found['name'], results)}{found['end']}", text)


def _written(name: str, results: Results) -> str:
    if name not in BLOCKS:
        raise InputError(f"block {name!r}: expected one of {', '.join(BLOCKS)}")
    text = BLOCKS[name](results)
    # A table has to begin on a line of its own.
    return f"\n{text}\n" if text.startswith("|") and "\n" in text else text


def differing(folder: Path, results: Results) -> Iterator[tuple[Path, str]]:
    """The blocks that say something else than the results, each with its page."""
    for page in pages_of(folder):
        for found in blocks_of(page.read_text(encoding="utf-8")):
            if found["text"] != _written(found["name"], results):
                yield page.relative_to(folder), found["name"]


def run(options: argparse.Namespace) -> int:
    """Measure or take in what is asked for, then write the pages or compare them; 1 where they differ."""
    folder = checkout()
    results = read_results(folder / FILE)
    for name in options.measure:
        results[name] = named(results, name).measured_again()
        write_results(folder / FILE, results)
    for given in options.take:
        name, _, path = given.partition("=")
        results = with_printed(results, name, Path(path))
        write_results(folder / FILE, results)
    if options.write:
        for page in pages_of(folder):
            page.write_text(filled(page.read_text(encoding="utf-8"), results), encoding="utf-8")
    stale = list(differing(folder, results))
    figures = [Figure.exactly("blocks on pages that differ from the file", len(stale), "", 0)]
    stale_lines = [f"{page}: {name}" for page, name in stale]
    print(as_json("figures", figures) if options.json else "\n".join([*stale_lines, as_table(figures)]))
    return 1 if stale else 0
