"""``companion club``: pairs this table with the server of a club, which then gets all its matches."""

from __future__ import annotations

import argparse
import json

from companion.app.pairing import Club, pair_with, paired_club, unpair
from companion.errors import InputError
from companion.settings.reading import load_settings


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Sends the matches of this table, those played before too, to the server of a club while the companion runs.  "
        "The people who run the club give you the code."
    )
    parser.add_argument("what", choices=["pair", "status", "leave"], help="pair: with a code; leave: send nothing more")
    parser.add_argument(
        "code", nargs="?", metavar="CODE", help="https://HOST/pair#TOKEN, as the club's server shows it"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Pair, leave, or say which club it is; 1 if there is none."""
    data_dir = load_settings(options.settings, data_dir=options.data_dir).data_dir
    if (options.what == "pair") != (options.code is not None):
        raise InputError("expected 'pair CODE', 'status' or 'leave'")
    match options.what:
        case "pair":
            pair_with(data_dir, Club.from_code(options.code))
        case "leave":
            unpair(data_dir)
    club = paired_club(data_dir)
    if options.json:
        print(json.dumps({"address": club.address if club else None}))
    else:
        print(f"matches are sent to {club.address}" if club else "this table is paired with no club")
    return 0 if club or options.what == "leave" else 1
