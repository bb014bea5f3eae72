"""Reads the lines above the games of a ``.mat`` file: facts, marks on cells, comments and rules.

A contradiction in a header is reported as a note, since the games say more than it does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.errors import InputError, quoted
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side
from companion.record.files.header_rules import possible_rules
from companion.record.files.limits import VARIATION_KEY, check_variation
from companion.record.files.mat_words import (
    COMMENT_KEY,
    NAME_KEYS,
    RESULT_KEY,
    RULES_KEY,
    STAKE_KEY,
    MatCell,
    MatRemark,
    cause_from_text,
    column_name,
    stake_from_text,
)
from companion.record.match import Cause, Match

Note = Callable[[str], None]
"""Takes a sentence about the header."""

_FACT: Final = re.compile(r'(?:[;#]\s*)?\[(?P<key>[^"\]]+?)\s*"(?P<value>.*)')
_COMMENT: Final = re.compile(r"[;#]")
_FRAME: Final = re.compile(r"[-+|=*_\s]*")
_MOST_COMMENTS: Final = 1_000
_MOST_UNMARKED: Final = 100
_NO_CUBE: Final = "cube=false"
# Header lines of other programs that name a rule: (key, value) in small letters, and how ours say it.
_RULE_FACTS: Final[Mapping[tuple[str, str], str]] = {
    ("cubelimit", "1"): _NO_CUBE,
    ("crawford", "off"): "crawford=false",
    ("jacoby", "on"): "jacoby=true",
    ("beaver", "on"): "beavers=true",
}
_NEEDS_CUBE: Final = frozenset({"jacoby=true", "beavers=true"})


@dataclass(slots=True)
class MatHeader:
    """The header of one match while its file is read."""

    facts: dict[str, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    remarks: dict[MatCell, MatRemark] = field(default_factory=dict)
    stakes: dict[int, int] = field(default_factory=dict)
    causes: dict[int, Cause] = field(default_factory=dict)
    unmarked: int = 0

    def take(self, line: str, note: Note) -> None:
        """Take a line that begins with ``;`` or ``#``."""
        if found := _FACT.match(line):
            # Some lines lack their end.
            self._fact(found["key"], found["value"].rstrip().removesuffix("]").rstrip().removesuffix('"'), note)
        elif said := line[1:].strip():
            self._comment(said)

    def take_unmarked(self, line: str, note: Note) -> None:
        """Take a line above the games that is marked as nothing, such as a title in a box."""
        if line.startswith("[") and _FACT.match(line):
            self.take(line, note)
        elif not _FRAME.fullmatch(line) and line.isprintable() and self.unmarked < _MOST_UNMARKED:
            self.unmarked += 1
            self._comment(line.strip("| "))

    def add(self, later: MatHeader) -> None:
        """Take everything from a header that stands farther down in the file."""
        self.facts |= later.facts
        self.comments += later.comments
        self.remarks |= later.remarks
        self.stakes |= later.stakes
        self.causes |= later.causes

    def of_another_match(self) -> MatHeader:
        """Return what also holds for a match of other players in the same file."""
        return MatHeader({key: value for key, value in self.facts.items() if not key.startswith(NAME_KEYS)})

    def rules(self, tell: Callable[[str, str], None], *, doubles: bool) -> RuleSet:
        """Return the rules of the header.

        ``tell`` takes the kind of a problem and a sentence.  ``doubles``: whether there are doubles in the games.
        """
        if RULES_KEY in self.facts:
            try:
                rules = possible_rules(self.facts[RULES_KEY], lambda reason: tell("note", reason))
            except InputError as error:
                tell("parse", str(error))  # some other program's word
            else:
                del self.facts[RULES_KEY]
                return rules
        return _rules(list(self._rule_changes()), lambda reason: tell("note", reason), doubles=doubles)

    def header(self) -> dict[str, str]:
        """Return the facts, with the comments among them.  Raises :class:`InputError` for another variation."""
        check_variation(self.facts)
        comments = {COMMENT_KEY: "\n".join(self.comments)} if self.comments else {}
        return self.facts | comments

    def full_names(self, names: tuple[str, str]) -> tuple[str, str]:
        """Return the names of the columns, or those of the header that could not be written there."""
        full = []
        for key, name, side in zip(NAME_KEYS, names, Side, strict=True):
            stated = self.facts.get(key, name)
            cut = stated.split() != name.split() and column_name(stated, side) == name
            full.append(self.facts.pop(key) if cut else name)
        light, dark = full
        return light, dark

    def _fact(self, key: str, value: str, note: Note) -> None:
        remark, stake = MatRemark.from_fact(key, value), stake_from_text(value)
        if remark:
            self.remarks[remark.cell] = remark
        elif stake and key == STAKE_KEY:
            self.stakes[stake[0]] = stake[1]
        elif key == RESULT_KEY and (ended := cause_from_text(value)):
            self.causes[ended[0]] = ended[1]
        elif key == COMMENT_KEY:
            self._comment(value)
        elif (before := self.facts.get(key, value)) != value:
            self.facts[key] = kept = _kept(key, before, value)
            note(f"the header says {key} {quoted(before)} and {quoted(value)}; {quoted(kept)} counts")
        else:
            self.facts[key] = value

    def _comment(self, text: str) -> None:
        if len(self.comments) < _MOST_COMMENTS:
            self.comments.append(text)

    def _rule_changes(self) -> Iterator[str]:
        for key, value in self.facts.items():
            if change := _RULE_FACTS.get((key.lower(), value.strip().lower())):
                yield change


def _kept(key: str, before: str, value: str) -> str:
    """The value of a key that counts: the later one, but of two variations the usual one."""
    if key == VARIATION_KEY:
        try:
            check_variation({key: value})
        except InputError:
            return before
    return value


def _rules(changes: list[str], note: Note, *, doubles: bool) -> RuleSet:
    if _NO_CUBE in changes and doubles:
        note("the header says that there is no cube, and it is turned in the games; the games count")
        changes = [change for change in changes if change != _NO_CUBE]
    if _NO_CUBE in changes and (idle := _NEEDS_CUBE.intersection(changes)):
        words = " and ".join(sorted(change.partition("=")[0].title() for change in idle))
        note(f"the header says that there is no cube, so that {words} in it mean{'s' * (len(idle) == 1)} nothing")
        changes = [change for change in changes if change not in idle]
    return RuleSet.from_text(" ".join([Match().rules, *changes]))
