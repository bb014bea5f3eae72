"""The commands of the console script: one thin module for each.

A command module has ``add(parser)``, which declares its arguments on its own parser and sets ``run=`` to a function
``(arguments) -> exit status``.  It may raise :class:`companion.errors.InputError`; the caller prints the sentence and
ends with 2.  An unusable settings file ends every command except one that sets ``checks_settings=False`` and
checks the settings itself.  A module is imported only when its command is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

SUMMARIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "demo": "the bundled game through the whole pipeline",
        "run": "the companion of the table: camera, button, screen, commands",
        "practise": "exercises on the board, and games against the computer",
        "read": "still pictures: what is seen in them",
        "position": "from a picture of a board to the IDs of its position, and to a hint",
        "calibrate": "find the board, learn the colours from the starting position",
        "replay": "a recorded camera sequence becomes a match and every ruling",
        "legal": "all legal plays of a roll, each with the position it leads to",
        "explain": "is this end of a turn legal, and if not, which rule does it break",
        "hint": "all legal plays of a roll with their equity, the best first",
        "cube": "whether to double, and whether to take",
        "rules": "the rule sets side by side, or one with the source of every line",
        "verify": "replay match files by the rules",
        "convert": "write a match, or a folder of them, in another format",
        "analyse": "what every decision of a match cost, for each player",
        "archive": "the recorded matches: list, show, export, import, delete, backup, restore",
        "players": "who plays here: results, ratings, error rates, merged names",
        "dice": "the log of electronic rolls, with counts and their usual range",
        "club": "the club's server that gets the matches of this table",
        "qr": "a code for a table sheet that sets up a match",
        "doctor": "look for faults and name their remedies",
        "update": "another release on this device, and the way back",
        "release": "this project as a file that 'companion update' installs",
    }
)
"""Each command and what it does, in the order of the help page; listed here so that none has to be imported."""


def in_full(path: Path | str) -> Path:
    """Return the folder and name of a file for a person, wherever the command was called.

    >>> in_full("out.mat").parent == Path.cwd()
    True
    """
    return Path(path).expanduser().absolute()
