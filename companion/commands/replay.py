"""``companion replay``: turns a recorded camera sequence into a match with every ruling."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

from companion.app.arguments import (
    COMMAND_LINE,
    add_board_arguments,
    add_game_argument,
    match_settings,
    parsed_corners,
)
from companion.app.games import AnyTerms
from companion.app.match_settings import match_terms
from companion.app.progress_bar import ProgressBar
from companion.app.recorded_sequence import Replayed, looks_of, reader_for, replayed
from companion.commands import in_full
from companion.errors import InputError
from companion.games.catalogue import game_of
from companion.match.session import Terms
from companion.match.state import DiceSource, EndOfTurn
from companion.record import Header
from companion.record.entries import Entry, Kind
from companion.record.exporting import check_form, save_match
from companion.record.facts import CubeTurned, PlayMade
from companion.record.reports.transcripts import transcript
from companion.settings.reading import changed, load_settings
from companion.settings.tree import Settings


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("frames", metavar="FRAMES-or-VIDEO", help="a folder of pictures in name order, or a video")
    add_board_arguments(parser)
    parser.add_argument("--rules", metavar="NAME", help="the rule set, tournament unless told")
    add_game_argument(parser)
    parser.add_argument("--length", type=int, metavar="N", help="points of the match; money play without it")
    parser.add_argument("--names", metavar="LIGHT,DARK", help="the players, left column = Light")
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="the match: .mat, .sgf or .json, of draughts .pdn or .json",
    )
    parser.add_argument("--events", type=Path, metavar="FILE.jsonl", help="every event, one JSON object a line")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Replay and write; return 0 if the file was written, whatever the rulings."""
    if not arguments.out.parent.is_dir():
        raise InputError(f"--out {arguments.out}: there is no folder {arguments.out.parent}")
    if arguments.events is not None and arguments.events.resolve() == arguments.out.resolve():
        raise InputError(f"--events {arguments.events}: is the file of --out; give another one")
    settings = load_settings(arguments.settings, data_dir=arguments.data_dir)
    terms = _terms(arguments, settings)
    game = game_of(terms.rules)
    check_form(game, arguments.out)
    camera_reader = reader_for(arguments.calibration, parsed_corners(arguments.corners), game=game)
    printer = transcript(Header(0, "", terms.names, terms.length, terms.mode, terms.rules.rules.text()))
    with ProgressBar(quiet=arguments.json) as bar:

        def printed(entry: Entry) -> None:
            bar.wipe()
            print(printer(entry), flush=True)

        found = replayed(
            looks_of(arguments.frames, camera_reader, settle_s=settings.camera.settle_s, passed=bar.show),
            terms,
            settings.data_dir,
            reader=camera_reader,
            events=arguments.events,
            on_entry=None if arguments.json else printed,
        )
    save_match(found.match, arguments.out)
    print(json.dumps(_summary(found, arguments.out)) if arguments.json else f"written: {in_full(arguments.out)}")
    return 0


def _terms(arguments: argparse.Namespace, settings: Settings) -> AnyTerms:
    """The terms of a recording, which has no button and nobody to ask."""
    options = match_settings(arguments.length, arguments.rules, arguments.names, arguments.game)
    terms = match_terms(changed(settings, options, place=COMMAND_LINE), asks=False)
    if isinstance(terms, Terms):
        terms = replace(terms, dice=DiceSource.CAMERA)
    return replace(terms, end_of_turn=EndOfTurn.STILL, clock=False)


def _summary(found: Replayed, out: Path) -> dict[str, object]:
    counted = [Kind.ROLL, Kind.PLAY, Kind.ILLEGAL, Kind.CORRECTED, Kind.STOOD, Kind.ASKED]
    return {
        "out": str(out),
        "match": found.header.id,
        "looks": found.looks,
        "games": len(found.match.games),
        **{kind.value: sum(entry.event is kind for entry in found.entries) for kind in counted},
        "uncertain": sum(
            isinstance(entry.facts, PlayMade | CubeTurned) and entry.facts.uncertain for entry in found.entries
        ),
    }
