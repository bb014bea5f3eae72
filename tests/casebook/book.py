"""The form of the casebook: situations at a table, the rule that decides each, and what the companion does.

A chapter is a module; its cases are written with :meth:`Chapter.case`, each above the function that
plays it. ``docs/casebook.md`` is made of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from tests.casebook.scene import Desk

Plays: TypeAlias = Callable[[Desk], None]


@dataclass(frozen=True, slots=True)
class Case:
    """One situation.  ``number``: chapter and place in it, such as ``8.3``; ``title``: one sentence.

    ``situation``: as a person would tell it.  ``rule``: where it comes from.  ``answer``: what the
    companion does.  ``plays``: acts it out and asserts the answer.  ``not_yet``: empty, or in what the
    companion still answers otherwise, in one sentence.
    """

    number: str
    title: str
    situation: str
    rule: str
    answer: str
    plays: Plays
    not_yet: str = ""


@dataclass(slots=True)
class Chapter:
    """Cases that belong together, numbered in the order in which they are written."""

    number: int
    title: str
    cases: list[Case] = field(default_factory=list)

    def case(
        self, title: str, *, situation: str, rule: str, answer: str, not_yet: str = ""
    ) -> Callable[[Plays], Plays]:
        """Puts the function below into the book."""

        def written(plays: Plays) -> Plays:
            number = f"{self.number}.{len(self.cases) + 1}"
            self.cases.append(Case(number, title, situation, rule, answer, plays, not_yet))
            return plays

        return written


def page(chapters: list[Chapter]) -> str:
    """The casebook as people read it, in Markdown."""
    count = sum(len(chapter.cases) for chapter in chapters)
    contents = [f"{chapter.number}. [{chapter.title}](#{_anchor(chapter)})" for chapter in chapters]
    parts = [_INTRODUCTION.format(count=count), "\n".join(contents)]
    for chapter in chapters:
        parts.append(f"## {_heading(chapter)}")
        parts += [_written(case) for case in chapter.cases]
    return "\n\n".join(parts) + "\n"


_INTRODUCTION = """# Casebook

What the companion does at the table, in {count} situations: what happened, which rule decides it, and the answer.
Anna plays the lighter checkers, Ben the darker ones; points are counted from the player's own side. The rules are those
of `tournament` unless a case says otherwise (see [rule sets](rules.md)). Where a case ends with the director, nothing
is ruled on, and what was seen is kept.

Every case is played by a test, through the same session as a real match: this page is written from
`tests/casebook` by `python -m tests.casebook.pages`."""


def _heading(chapter: Chapter) -> str:
    return f"{chapter.number}. {chapter.title}"


def _anchor(chapter: Chapter) -> str:
    kept = "".join(letter for letter in _heading(chapter).lower() if letter.isalnum() or letter in " -")
    return kept.replace(" ", "-")


def _written(case: Case) -> str:
    lines = [
        f"### {case.number} {case.title}",
        case.situation,
        f"*Rule:* {case.rule}",
        f"*Answer:* {case.answer}",
    ]
    if case.not_yet:
        lines.append(f"*Not yet so:* {case.not_yet}")
    return "\n\n".join(lines)
