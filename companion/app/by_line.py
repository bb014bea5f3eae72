"""Answers lines of standard input one by one, for commands that answer their arguments in the same way."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from companion.errors import CompanionError

LineAnswer: TypeAlias = dict[str, Any]


def answer_lines(
    command: str,
    lines: Iterable[str],
    answer: Callable[[list[str]], LineAnswer],
    plain: Callable[[LineAnswer], str],
    *,
    in_json: bool,
) -> int:
    """Print the answer to each line as soon as it is there; return 2 if a line could not be answered.

    ``answer``: returns the answer to the words of a line; its :class:`CompanionError` is printed in place of an answer,
    the first one on standard error as well.  ``plain``: formats an answer for a person.
    """
    bad: list[str] = []
    for number, line in enumerate(lines, start=1):
        try:
            said = answer(line.split())
            text = json.dumps(said) if in_json else plain(said)
        except CompanionError as error:
            text = json.dumps({"error": str(error)}) if in_json else f"error: {error}"
            bad.append(f"line {number}: {error}")
        print(text, flush=True)
    if bad:
        others = f" (and {len(bad) - 1} more bad lines)" if len(bad) > 1 else ""
        print(f"companion {command}: {bad[0]}{others}", file=sys.stderr)
    return 2 if bad else 0
