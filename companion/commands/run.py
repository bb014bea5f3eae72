"""``companion run``: runs the table with camera, button, screen and commands, one match after the other."""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from companion.app import running
from companion.app.arguments import COMMAND_LINE, add_game_argument, match_settings
from companion.app.current_match import CurrentMatch, EntryListener
from companion.app.match_settings import match_terms
from companion.app.practice import PracticeHere
from companion.app.recorded_sequence import is_agreed
from companion.app.running import Launch
from companion.app.services import facts_of
from companion.commands import in_full
from companion.errors import InputError
from companion.match.state import DiceSource
from companion.record import Header, Mode, line
from companion.record.entries import Entry
from companion.record.reports.transcripts import transcript
from companion.settings.reading import changed, load_settings, usable_settings
from companion.settings.tree import Against, EndsWith, Settings

log = logging.getLogger(__name__)

_OPTIONS: Final = {
    "mode": "match.mode",
    "against": "match.against",
    "clock": "match.clock",
    "dice": "table.dice",
    "end_of_turn": "table.end_of_turn",
    "pictures": "pictures.keep",
}
"""Options with the keys of the settings that they replace."""
_SET_UP: Final = ("names", "length", "rules", "game", *_OPTIONS)


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "The companion of the table.  The last match that was not finished is resumed, with the settings it was "
        "begun with; else a new one begins, as the settings say."
    )
    add_table_arguments(parser)
    match = parser.add_argument_group("a new match", "what is not said here is as the settings say")
    match.add_argument("--new", action="store_true", help="begin a match, even where one could be resumed")
    match.add_argument("--names", metavar="LIGHT,DARK", help="the players")
    match.add_argument("--length", type=int, metavar="N", help="points of the match, games of draughts; 0 = no end")
    match.add_argument("--rules", metavar="NAME", help="the rule set, see companion rules")
    add_game_argument(match)
    match.add_argument("--mode", choices=[mode.value for mode in Mode], help="how it is supervised")
    match.add_argument("--against", choices=[who.value for who in Against], help="draughts in training: a person, or "
                       "the engine at this level, with the dark men unless the settings say otherwise")  # fmt: skip
    match.add_argument("--clock", action=argparse.BooleanOptionalAction, default=None, help="delay and reserve run")
    match.add_argument("--dice", choices=[dice.value for dice in DiceSource], help="whose rolls count")
    match.add_argument("--end-of-turn", choices=[ends.value for ends in EndsWith], help="what ends a turn: dice "
                       "lifted, the button, a still board, or what is usual with these dice")  # fmt: skip
    match.add_argument("--pictures", action=argparse.BooleanOptionalAction, default=None, help="keep pictures of the "
                       "turns, to settle disputes")  # fmt: skip
    parser.set_defaults(run=run, checks_settings=False)


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--headless``, ``--camera`` and ``--control``: how the table is shown, watched and controlled."""
    parser.add_argument("--headless", action="store_true", help="no window: camera, button and commands only")
    parser.add_argument("--camera", metavar="CAMERA", help="auto, pi:0, usb:0, http://…, rtsp://…, a folder, a video, "
                        "or none; else as the settings say")  # fmt: skip
    parser.add_argument("--control", action="store_true", help="take commands from standard input, one a line: "
                        "roll 31, play 8/5 6/5, show; help names them all")  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Run a match until the window is closed or the process is asked to stop."""
    settings, troubles = table_settings(arguments)
    return run_table(arguments, with_options(settings, arguments), troubles)


def table_settings(arguments: argparse.Namespace) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings of the table and what is unusable in them; a window starts all the same.

    Raises :class:`InputError`, without a window for anything that cannot be used.
    """
    if arguments.headless:
        return load_settings(arguments.settings, data_dir=arguments.data_dir), ()
    return usable_settings(arguments.settings, data_dir=arguments.data_dir)


def run_table(
    arguments: argparse.Namespace,
    settings: Settings,
    troubles: Sequence[str] = (),
    practise: Callable[[PracticeHere], None] | None = None,
) -> int:
    """Run the table until the window is closed or the process is asked to stop.

    ``arguments``: those of :func:`add_table_arguments`, and of a match.  ``troubles``: unusable settings, which are
    logged and shown.  ``practise``: begins an exercise instead of a match.
    """
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s", stream=sys.stderr)
    launch = Launch(
        command=arguments.command,
        camera=arguments.camera,
        headless=arguments.headless,
        control=arguments.control,
        as_json=arguments.json,
        settings=arguments.settings,
        entry_listener=_entry_listener(arguments),
        announce=None if arguments.json else lambda text: print(text, flush=True),
        saved=partial(_saved, as_json=arguments.json),
    )
    running.run_table(launch, settings, partial(_begin, settings, arguments), troubles=troubles, practise=practise)
    return 0


def _saved(out: Path | None, entries: int, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"out": str(out) if out else None, "events": entries}), flush=True)
    elif out is not None:
        print(f"saved: {in_full(out)}", flush=True)


# --- match settings --------------------------------------------------------------------------------


def with_options(settings: Settings, arguments: argparse.Namespace) -> Settings:
    """Return the settings with what the command line says of a new match.  Raises :class:`InputError`."""
    options = match_settings(arguments.length, arguments.rules, arguments.names, arguments.game)
    options |= {key: value for name, key in _OPTIONS.items() if (value := getattr(arguments, name)) is not None}
    settings = changed(settings, options, place=COMMAND_LINE)
    if arguments.against not in (None, Against.PERSON.value) and match_terms(settings, asks=True).opponent is None:
        raise InputError("--against: the computer plays draughts in training only; add --game draughts --mode training")
    return settings


def _begin(settings: Settings, arguments: argparse.Namespace, session: CurrentMatch, resumes: bool) -> None:
    """Resume the newest unfinished match, or begin a new one; ``resumes`` False: always a new one."""
    terms, facts = match_terms(settings, asks=True), facts_of(settings)
    if not resumes:
        log.warning("the program ended twice within a minute, so no match is resumed; it waits in the archive")
    if arguments.new or not resumes or not session.go_on(terms, facts):
        session.begin(terms, facts)
    elif any(getattr(arguments, name) is not None for name in _SET_UP) and not is_agreed(session.header, terms, facts):
        log.warning("the match is resumed with the settings it was begun with; --new begins another")


def _entry_listener(arguments: argparse.Namespace) -> EntryListener | None:
    if not arguments.json:
        return _printed
    if arguments.control:
        return lambda *_: lambda entry: print(json.dumps(line(entry)), flush=True)
    return None


def _printed(header: Header, so_far: Sequence[Entry]) -> Callable[[Entry], None]:
    printer = transcript(header, so_far)
    return lambda entry: print(printer(entry), flush=True)
