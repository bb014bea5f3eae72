"""The syntax of SGF for any game: trees, nodes, properties and escapes.

Source: the SGF FF[4] specification.  Only the main line of a tree is read: the first variation
wherever there are several.  Reading is tolerant: text between properties is skipped, and of a long
property name of FF[3], such as ``SiZe``, the capitals count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.errors import InputError, quoted
from companion.record.files.limits import MOST_ACTIONS, MOST_GAMES

_DEEPEST: Final = 1_000
_MOST_NODES: Final = 2 * MOST_ACTIONS + MOST_GAMES
_LONGEST_NAME: Final = 20
_MOST_VALUES: Final = 500_000
_TOKEN: Final = re.compile(
    r"(?P<mark>[();])|(?P<name>[A-Za-z]++)|\[(?P<value>(?:[^\]\\]++|\\.)*+)(?P<closed>\]?)",
    re.DOTALL,
)
_RAW: Final = re.compile(r"(?:[^\]\\]++|\\.)*+", re.DOTALL)
_NAME: Final = re.compile("[A-Z]+")
_BREAK: Final = r"(?:\r\n|\n\r|\n|\r)"


@dataclass(frozen=True, slots=True)
class SgfNode:
    """``line``: of the file, where the node begins.  ``properties``: values as written, escapes kept."""

    line: int
    properties: dict[str, list[str]] = field(default_factory=dict)

    def first(self, *names: str) -> str | None:
        """Return the first value of the first of these properties that the node has, None without any."""
        for name in names:
            if values := self.properties.get(name):
                return values[0]
        return None


def main_lines(text: str) -> Iterator[list[SgfNode]]:
    """Return the main line of each game tree, from its root.

    Raises :class:`InputError` naming the line if parentheses or values do not close, and for
    more nodes or deeper variations than any match has.
    """
    nodes: list[SgfNode] = []
    depth = trees = read = values = counted_to = 0
    line, name, ended = 1, "", False
    for token in _TOKEN.finditer(text):
        line += text.count("\n", counted_to, token.start())
        counted_to = token.start()
        match token["mark"]:
            case "(":
                depth += 1
                name = ""
                if depth > _DEEPEST:
                    raise InputError(f"line {line}: variations in variations, more than {_DEEPEST:,} deep")
            case ")":
                if depth == 0:
                    raise InputError(f"line {line}: ')' without a '(' before it")
                depth -= 1
                ended = True  # after the first leaf come other variations
                if depth == 0:
                    trees += 1
                    if trees > MOST_GAMES:
                        raise InputError(f"line {line}: more than {MOST_GAMES:,} game trees")
                    if nodes:
                        yield nodes
                    nodes, ended = [], False
            case ";" if depth:
                name = ""
                read += 1
                if read > _MOST_NODES:
                    raise InputError(f"line {line}: more than {_MOST_NODES:,} nodes, expected no more in one file")
                if not ended:
                    nodes.append(SgfNode(line))
            case _ if token["name"]:
                name = "".join(letter for letter in token["name"] if letter.isupper())
            case _ if token["value"] is not None:
                if depth and not token["closed"]:
                    raise InputError(f"line {line}: a value of the property {shown_name(name)} is not closed with ']'")
                values += 1
                if values > _MOST_VALUES:
                    raise InputError(f"line {line}: more than {_MOST_VALUES:,} values, expected no more in one file")
                if nodes and name and not ended:
                    nodes[-1].properties.setdefault(name, []).append(token["value"])
    if depth:
        raise InputError(f"line {line}: the file ends inside a game tree, expected ')'")


def written(properties: Mapping[str, Iterable[str]]) -> str:
    """Return the text of properties with their values as :class:`SgfNode` has them.

    Raises :class:`InputError` for a name or a value that SGF cannot hold.
    """
    return "".join(_property(name, values) for name, values in properties.items())


def _property(name: str, values: Iterable[str]) -> str:
    if not _NAME.fullmatch(name):
        raise InputError(f"SGF property {name!r}: expected a name of capital letters")
    for value in values:
        if not _RAW.fullmatch(value):
            raise InputError(
                f"SGF property {shown_name(name)}: {quoted(value)} holds a bracket or backslash that is not escaped"
            )
    return name + "".join(f"[{value}]" for value in values) if values else ""


def escaped(text: str) -> str:
    """Return text as the value of a property."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def simple(value: str) -> str:
    """Return the text of a value on one line: escapes undone, every line break or tab a space."""
    return re.sub(r"[\t-\r]", " ", _unescaped(value))


def composed(value: str) -> tuple[str, str]:
    """Return both parts of a value such as ``length:7``, a colon of the first part being escaped."""
    found = re.match(r"((?:[^\\:]++|\\.)*+):?", value, re.DOTALL)
    assert found is not None
    return found[1], value[found.end() :]


def part(text: str) -> str:
    """Return text as the first part of a value such as ``length:7``."""
    return one_line(text).replace(":", r"\:")


def one_line(text: str) -> str:
    """Return text without line breaks, as the value of a property."""
    return escaped(re.sub(r"[\x00-\x1f\x7f]", " ", text))


def shown_name(name: str) -> str:
    """A property's name as a sentence names it, cut where it is longer than any."""
    return name if 0 < len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…" if name else "?"


def _unescaped(value: str) -> str:
    # An escaped line break is none: SGF breaks long lines so.
    return re.sub(r"\\(.)", r"\1", re.sub(r"\\" + _BREAK, "", value), flags=re.DOTALL)
