"""``companion qr``: makes a QR code for a table sheet, from which the screen sets up a match."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

import segno

from companion.commands import in_full
from companion.errors import InputError, StorageError
from companion.settings.match_code import PARTS, code_of, settings_in
from companion.settings.reading import changed
from companion.settings.tree import Settings

_ENDINGS: Final = (".svg", ".png")
_MODULE_PX: Final = 8


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "A QR code by which the screen sets up a match: shown to its camera under New match.  What it "
        "does not say is as the table's settings say."
    )
    for part in PARTS:
        parser.add_argument(f"--{part}", metavar="TEXT", help=_HELP.get(part))
    parser.add_argument("--out", type=Path, metavar="FILE", help="an .svg or .png file; else it is drawn here")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the code to a file, or draw it."""
    parts = {part: value for part in PARTS if (value := getattr(options, part)) is not None}
    text = code_of(parts)
    changed(Settings(), settings_in(text), place="of the code")
    code = segno.make(text, micro=False, error="m")
    if options.out is not None:
        if options.out.suffix not in _ENDINGS:
            raise InputError(f"--out {options.out}: expected a file that ends in {' or '.join(_ENDINGS)}")
        try:
            code.save(str(options.out), scale=_MODULE_PX)
        except OSError as error:
            raise StorageError(f"{options.out}: cannot be written ({error.strerror})") from error
    if options.json:
        print(json.dumps({"text": text, "out": str(options.out) if options.out else None}))
    elif options.out is not None:
        print(f"saved: {in_full(options.out)}")
    else:
        code.terminal(compact=True)
        print(text)
    return 0


_HELP: Final = {
    "light": "who plays the light checkers",
    "dark": "who plays the dark checkers",
    "length": "points of the match, 0 = money play",
    "rules": "the rule set, see companion rules",
    "mode": "refereed, recorded or training",
    "younger": "light or dark: whose the younger player's checkers are",
    "dice": "camera, electronic or both",
    "clock": "1: delay and reserve run; 0: they do not",
    "pictures": "1: pictures of the turns are kept; 0: they are not",
    "event": "where the match is played, stored with it",
    "round": "stored with the match",
    "board": "stored with the match",
}
