"""The form of the casebook: situations at a table, the rule that decides each, and what the companion does.

A chapter is a module; its cases are written with :meth:`Chapter.case`, each above the function that
plays it. A book is all chapters of one game, and the page that is made of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

Plays: TypeAlias = Callable[[Any], None]
"""What acts a case out, at a desk of its game."""


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


@dataclass(frozen=True, slots=True)
class Book:
    """The casebook of one game.

    ``game``: its name, empty for backgammon.  ``introduction``: what stands above the contents, with a blank for the
    ``count`` of cases.  ``path``: of the page.  ``desk``: makes a desk to play the cases at, ``awake`` or not, which
    ``resumes`` or not.
    """

    game: str
    introduction: str
    chapters: list[Chapter]
    path: Path
    desk: Callable[..., Any]

    @property
    def cases(self) -> list[Case]:
        return [case for chapter in self.chapters for case in chapter.cases]

    def page(self) -> str:
        """The casebook as people read it, in Markdown."""
        contents = [f"{chapter.number}. [{chapter.title}](#{_anchor(chapter)})" for chapter in self.chapters]
        parts = [self.introduction.format(count=len(self.cases)), "\n".join(contents)]
        for chapter in self.chapters:
            parts.append(f"## {_heading(chapter)}")
            parts += [_written(case) for case in chapter.cases]
        return "\n\n".join(parts) + "\n"


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
