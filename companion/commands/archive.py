"""``companion archive``: lists, shows, exports, imports, deletes, backs up and restores the recorded matches."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.arguments import add_action, add_encoding_argument
from companion.commands import in_full
from companion.errors import InputError
from companion.record import Header, Journal
from companion.record.alone import match_at_table
from companion.record.snapshot_files import delete_match
from companion.settings.reading import load_settings
from companion.texts import many

if TYPE_CHECKING:
    from argparse import ArgumentParser, _SubParsersAction
from companion.commands.archive_listing import list_matches, show_match
from companion.commands.archive_match import match_number, open_journal, recorded

# An action imports within itself what no other action needs, so that the frequent list starts sooner.
_DONE, _NO = 0, 1


def add(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    listing = _action(actions, "list", list_matches, "a line for each match")
    listing.add_argument("--player", metavar="NAME", help="only matches of this player; part of the name will do")
    listing.add_argument("--since", metavar="DATE", help="only matches begun on this day or later, as 2026-11-20")
    listing.add_argument("--deleted", action="store_true", help="the matches marked as deleted instead")

    _with_match(_action(actions, "show", show_match, "score, games and everything that happened in one match"))

    export = _with_match(_action(actions, "export", _export, "a match as a file, or all about a disputed turn"))
    export.add_argument("--mat", dest="format", action="store_const", const="mat", help="the match as GNU Backgammon "
                        "reads it; --json: as a document with all events")  # fmt: skip
    export.add_argument("--sgf", dest="format", action="store_const", const="sgf", help="the match as SGF")
    export.add_argument("--pdn", dest="format", action="store_const", const="pdn", help="a match of draughts as PDN")
    export.add_argument("--dispute", type=int, metavar="TURN", help="pictures, roll, times and rulings of this turn, "
                        "counted by rolls over the match, as a folder")  # fmt: skip
    export.add_argument("--pack", type=Path, metavar="FILE", help="the match with its pictures, rulings and hashes as "
                        "one .zip file, in which every later change shows")  # fmt: skip
    export.add_argument("--out", type=Path, metavar="FILE", help="the file, or for --dispute the folder, to write; "
                        "else a match goes to standard output")  # fmt: skip

    checking = _action(actions, "check", _check, "whether a pack is as it was written, or no entry is missing here")
    checking.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a .zip file that export --pack wrote; "
                          "without it all recorded matches are checked")  # fmt: skip

    taking = _action(actions, "import", _import, "matches of other people's files, which are kept like recorded ones")
    taking.add_argument("files", nargs="+", type=Path, metavar="MATCH", help="a match file of either game, in any "
                        "format that verify reads, or a folder of such files")  # fmt: skip
    add_encoding_argument(taking)

    deleting = _action(actions, "delete", _delete, "mark a match as deleted, or remove those marked for good")
    deleting.add_argument("id", nargs="?", metavar="ID", help="the match's number")
    deleting.add_argument("--now", action="store_true", help="remove all matches marked as deleted for good, this one "
                          "and their pictures included")  # fmt: skip
    deleting.add_argument("--yes", action="store_true", help="do not ask")

    _with_match(_action(actions, "undelete", _undelete, "bring back a match that is marked as deleted"))

    drills = _action(actions, "drills", _drills, "the exercises made of errors, and when each is due")
    drills.add_argument("--player", metavar="NAME", help="of this player only, part of the name will do")
    drills.add_argument("--delete", type=_exercise, metavar="N", help="remove the exercise with this number")

    saving = _action(actions, "backup", _backup, "all matches and pictures in one file, also while a match is played")
    saving.add_argument("file", type=Path, metavar="FILE", help="the file to write, a .zip")
    restoring = _action(actions, "restore", _restore, "put a backup in the place of what is there, which is kept aside")
    restoring.add_argument("file", type=Path, metavar="FILE", help="a file that backup wrote")

    parser.epilog = "".join(action.format_usage() for action in actions.choices.values())


def run(options: argparse.Namespace) -> int:
    """Run the action in the data folder that the settings name."""
    settings = load_settings(options.settings, data_dir=options.data_dir)
    act: Callable[[argparse.Namespace, Path], int] = options.act
    return act(options, settings.data_dir)


def _action(
    actions: _SubParsersAction[ArgumentParser],
    name: str,
    act: Callable[[argparse.Namespace, Path], int],
    says: str,
) -> ArgumentParser:
    parser = add_action(actions, name, says)
    parser.set_defaults(run=run, act=act)
    return parser


def _with_match(parser: ArgumentParser) -> ArgumentParser:
    parser.add_argument("id", metavar="ID", help="the match's number, as archive list tells it")
    return parser


# --- export --------------------------------------------------------------------------------------


def _export(options: argparse.Namespace, data_dir: Path) -> int:
    from companion.record.exporting import export_text
    from companion.record.saving import save

    if options.pack is not None:
        return _export_pack(options, data_dir)
    if options.dispute is not None:
        return _export_dispute(options, data_dir)
    form = _format(options)
    header, entries, match = recorded(data_dir, options.id)
    try:
        text = export_text(form, match, entries, header)
    except InputError as error:
        raise InputError(f"match {header.id}: {error}") from None
    if options.out is None:
        print(text, end="")
        return _DONE
    _check_folder(options.out)
    save(options.out, text)
    made = {"id": header.id, "out": str(options.out)}
    print(json.dumps(made) if options.json else f"written: {in_full(options.out)}")
    return _DONE


def _format(options: argparse.Namespace) -> str:
    """The format to write: from the option, else from the file name suffix."""
    from companion.record.exporting import ALL_FORMS as FORMS

    if options.json and options.format is not None:
        raise InputError(f"archive export: --json and --{options.format} are two formats; give one")
    form: str | None = "json" if options.json else options.format
    ending = options.out.suffix.lower().removeprefix(".") if options.out is not None else ""
    if form is not None and ending in FORMS and ending != form:
        raise InputError(f"archive export: --{form} and --out {options.out} name two formats; give one")
    if form is None and ending not in FORMS:
        raise InputError("archive export: give a format: --json, --mat, --sgf or --pdn")
    return form or ending


def _export_dispute(options: argparse.Namespace, data_dir: Path) -> int:
    from companion.record.reports.dispute import dispute_pack

    if options.format is not None:
        raise InputError(f"archive export: --dispute writes a folder; leave out --{options.format}")
    number = match_number(options.id)
    out = options.out or Path(f"match-{number}-turn-{options.dispute}")
    with open_journal(data_dir, number) as journal:
        try:
            dispute_pack(journal, data_dir, number, options.dispute, out)
        except InputError as error:
            raise InputError(f"match {number}: {error}") from None
    made = {"id": number, "turn": options.dispute, "out": str(out)}
    print(json.dumps(made) if options.json else f"written: {in_full(out)}")
    return _DONE


def _export_pack(options: argparse.Namespace, data_dir: Path) -> int:
    from companion.commands.archive_pack import export_pack

    if options.format is not None or options.dispute is not None or options.out is not None:
        raise InputError("archive export: --pack FILE stands alone; leave out --out, --dispute and the format")
    number = match_number(options.id)
    _check_folder(options.pack, "--pack")
    with open_journal(data_dir, number) as journal:
        return export_pack(options, data_dir, journal, number)


def _check(options: argparse.Namespace, data_dir: Path) -> int:
    from companion.commands.archive_pack import check_journal, check_pack

    return check_pack(options) if options.file is not None else check_journal(options, data_dir)


def _import(options: argparse.Namespace, data_dir: Path) -> int:
    from companion.commands.archive_import import import_files

    return import_files(options, data_dir)


def _check_folder(out: Path, option: str = "--out") -> None:
    if out.is_dir():
        raise InputError(f"{option} {out}: is a folder, expected a file")
    if not out.parent.is_dir():
        raise InputError(f"{option} {out}: there is no folder {out.parent}")


# --- delete and restore -----------------------------------------------------------------------


def _delete(options: argparse.Namespace, data_dir: Path) -> int:
    if options.id is None and not options.now:
        raise InputError("archive delete: give a match number, or --now for those marked before")
    number = match_number(options.id) if options.id is not None else None
    with open_journal(data_dir, number) as journal:
        doomed = _doomed(journal, number, now=options.now)
        _refuse_at_table(data_dir, doomed)
        if not _is_sure(options, doomed):
            print("nothing was deleted", file=sys.stderr)
            return _NO
        _refuse_at_table(data_dir, doomed)  # it may have been taken up while that was asked
        if number is not None and journal.header(number).deleted_at is None:
            journal.delete(number)
        gone = journal.purge() if options.now else ()
    _remove_what_goes_with(gone, data_dir)
    if options.json:
        print(json.dumps({"deleted": [header.id for header in doomed], "for_good": options.now}))
    elif options.now:
        print(f"removed for good: {_numbers(doomed)}" if doomed else "no match is marked as deleted")
    else:
        print(f"deleted: match {number}; companion archive undelete {number} brings it back")
    return _DONE


def _refuse_at_table(data_dir: Path, doomed: Iterable[Header]) -> None:
    at_table = match_at_table(data_dir)
    if any(header.id == at_table for header in doomed):
        raise InputError(f"match {at_table}: at the table of a running companion; finish or leave it first")


def _remove_what_goes_with(matches: Iterable[int], data_dir: Path) -> None:
    from companion.coach.saved_analyses import delete_analyses
    from companion.record.archived_match import delete_cards

    for match in matches:
        delete_match(data_dir, match)
        delete_cards(data_dir, match)
        delete_analyses(data_dir, match)


def _doomed(journal: Journal, number: int | None, *, now: bool) -> tuple[Header, ...]:
    marked = journal.matches(deleted=True) if now else ()
    named = () if number is None else (journal.header(number),)
    return (*named, *(header for header in marked if header.id != number))


def _is_sure(options: argparse.Namespace, doomed: Sequence[Header]) -> bool:
    if options.yes or not doomed:
        return True
    if not sys.stdin.isatty():
        raise InputError(f"archive delete: nobody can be asked here whether {_numbers(doomed)} may go; add --yes")
    end = "for good, with their pictures" if options.now else "(undelete brings it back)"
    for header in doomed:
        print(f"match {header.id}: {header.names[0]} - {header.names[1]}, began {header.started}", file=sys.stderr)
    print(f"delete {_numbers(doomed)} {end}? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _numbers(headers: Sequence[Header]) -> str:
    ids = ", ".join(str(header.id) for header in headers)
    return f"match {ids}" if len(headers) == 1 else f"matches {ids}"


def _undelete(options: argparse.Namespace, data_dir: Path) -> int:
    number = match_number(options.id)
    with open_journal(data_dir, number) as journal:
        if journal.header(number).deleted_at is None:
            raise InputError(f"match {number}: not deleted; see companion archive list --deleted")
        journal.undelete(number)
    print(json.dumps({"undeleted": number}) if options.json else f"brought back: match {number}")
    return _DONE


# --- drills --------------------------------------------------------------------------------------


def _drills(options: argparse.Namespace, data_dir: Path) -> int:
    from companion.commands.archive_drills import drills_listed

    return drills_listed(options, data_dir)


def _exercise(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 15:
        raise argparse.ArgumentTypeError(f"{text!r}: expected an exercise's number")
    return int(text)


# --- backup and restore --------------------------------------------------------------------------


def _backup(options: argparse.Namespace, data_dir: Path) -> int:
    from companion.record.backup import backup

    done = backup(data_dir, options.file)
    if options.json:
        print(json.dumps({"out": str(done.path), "matches": done.matches, "pictures": done.pictures}))
    else:
        print(
            f"written: {in_full(done.path)}, {many(done.matches, 'match', 'matches')}, {many(done.pictures, 'picture')}"
        )
    return _DONE


def _restore(options: argparse.Namespace, data_dir: Path) -> int:
    from companion.record.backup import restore

    done = restore(data_dir, options.file)
    if options.json:
        kept = [str(path) for path in done.kept]
        print(json.dumps({"matches": done.matches, "pictures": done.pictures, "kept": kept}))
        return _DONE
    print(f"restored: {many(done.matches, 'match', 'matches')}, {many(done.pictures, 'picture')}")
    for path in done.kept:
        print(f"what was there before is kept as {path}")
    return _DONE
