"""``companion archive``: lists, shows, exports, imports, deletes, backs up and restores the recorded matches."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.app.arguments import add_action, add_encoding_argument
from companion.commands import in_full
from companion.errors import InputError, StorageError
from companion.games.catalogue import Game
from companion.games.rules import Side, Stack
from companion.record import Header, Journal
from companion.record.alone import match_at_table
from companion.record.archive import ListedMatch, is_sought, listed, listed_matches
from companion.record.draughts import DraughtsMatch, points_of
from companion.record.entries import Entry
from companion.record.helping import helped
from companion.record.journal import FILE_NAME, Mode
from companion.record.match import CAUSES, Cause
from companion.record.match import Game as BackgammonGame
from companion.record.recorded import AnyMatch, recorded_match
from companion.record.snapshot_files import delete_match, kept
from companion.settings.tree import load_settings
from companion.texts import many

if TYPE_CHECKING:
    from argparse import ArgumentParser, _SubParsersAction

# An action imports within itself what no other action needs, so that the frequent list starts sooner.
_DONE, _NO = 0, 1


def add(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    listing = _action(actions, "list", _list, "a line for each match")
    listing.add_argument("--player", metavar="NAME", help="only matches of this player; part of the name will do")
    listing.add_argument("--since", metavar="DATE", help="only matches begun on this day or later, as 2026-11-20")
    listing.add_argument("--deleted", action="store_true", help="the matches marked as deleted instead")

    _with_match(_action(actions, "show", _show, "score, games and everything that happened in one match"))

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


# --- list and show -------------------------------------------------------------------------------


def _list(options: argparse.Namespace, data_dir: Path) -> int:
    since = _day(options.since)
    lines = _listed(data_dir, options.player, since, deleted=options.deleted)
    if options.json:
        for one in lines:
            print(json.dumps(one.values(), ensure_ascii=False), flush=True)
        return _DONE
    found = list(lines)
    print("\n".join(_table(found)) if found else "no matches")
    return _DONE


def _listed(data_dir: Path, player: str | None, since: date | None, *, deleted: bool) -> Iterator[ListedMatch]:
    if not (data_dir / FILE_NAME).exists():
        return  # nothing has been recorded yet, and reading creates no journal
    with Journal(data_dir) as journal:
        begun = journal.begun()
        headers = (
            header
            for header in journal.matches(deleted=deleted)
            if header.id in begun and is_sought(header, player=player, since=since)
        )
        yield from listed_matches(
            journal, headers, lambda header: listed(header, _readable_entries(journal, header.id))
        )


def _readable_entries(journal: Journal, match_id: int) -> tuple[Entry, ...]:
    try:
        return journal.entries(match_id)
    except ValueError as error:
        print(f"companion archive: match {match_id}: cannot be read: {error}", file=sys.stderr)
        return ()


_OPEN: Final = {Game.BACKGAMMON: "money", Game.DRAUGHTS: "open"}
"""The word for a match without a length."""
_LENGTHS: Final = {Game.BACKGAMMON: "to {} points", Game.DRAUGHTS: "games: {}"}


def _table(found: Sequence[ListedMatch]) -> Iterator[str]:
    rows = [("ID", "BEGAN", "PLAYERS", "LENGTH", "SCORE", "MODE", "RULES", ""), *map(_row, found)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(one: ListedMatch) -> tuple[str, ...]:
    header = one.header
    score = f"{one.score[0]}-{one.score[1]}" if one.score is not None else "damaged"
    return (
        str(header.id), _began(header), f"{header.names[0]} - {header.names[1]}",
        str(header.length) if header.length else _OPEN[header.game], score, header.mode.value, header.rules,
        _state(one),
    )  # fmt: skip


def _state(one: ListedMatch) -> str:
    from companion.record.reports.transcript import ended_in_words

    imported = "imported" if one.header.imported is not None else ""
    finished = f"finished{ended_in_words(one.cause)}" if one.finished else ""
    return ", ".join(filter(None, (imported, finished)))


def _began(header: Header) -> str:
    """When a match began: of an imported one the day that its file tells, if it does."""
    if header.imported is not None:
        return "unknown" if header.imported.day is None else header.imported.day.isoformat()
    return header.started[:16].replace("T", " ") + ("?" if header.clock_doubtful else "")


def _show(options: argparse.Namespace, data_dir: Path) -> int:
    from companion.record.reports.transcripts import transcript_lines

    header, entries, match = _recorded(data_dir, options.id)
    about, help_had = listed(header, entries), helped(entries)
    games = _games(match)
    pictures = len(kept(data_dir, header.id))
    if options.json:
        facts: dict[str, object] = {"boot": header.boot, "clock_doubtful": header.clock_doubtful}
        facts |= {"deleted": header.deleted_at, "helped": list(help_had), "uuid": header.uuid, "epoch": header.epoch}
        print(json.dumps(about.values() | facts | {"games": games, "pictures": pictures}, ensure_ascii=False))
        return _DONE
    print("\n".join(_shown(about, help_had, games, pictures)))
    for line in transcript_lines(header, entries):
        print(line)
    return _DONE


def _games(match: AnyMatch) -> list[dict[str, Any]]:
    if isinstance(match, DraughtsMatch):
        return [_draughts_values(match, number) for number in range(1, len(match.games) + 1)]
    return [_game_values(number, game) for number, game in enumerate(match.games, start=1)]


def _draughts_values(match: DraughtsMatch, number: int) -> dict[str, Any]:
    """Those of a game of draughts: scores are of the players in the order of their names, sides those of its men."""
    game = match.games[number - 1]
    outcome = game.outcome
    return {
        "game": number,
        "score": list(points_of(match.games[: number - 1])),
        "light": match.names[1 if game.exchanged else 0],
        "dark": match.names[0 if game.exchanged else 1],
        "actions": len(game.acts),
        "result": outcome.text if outcome is not None else None,
        "why": outcome.why if outcome is not None else None,
    }


def _game_values(number: int, game: BackgammonGame) -> dict[str, Any]:
    from companion.record.files.document import win_values

    return {
        "game": number,
        "score": list(game.score),
        "crawford": game.crawford,
        "actions": len(game.actions),
        "win": win_values(game.win) if game.win else None,
    }


def _shown(about: ListedMatch, help_had: Stack, games: Sequence[Mapping[str, Any]], pictures: int) -> Iterator[str]:
    from companion.record.reports.transcript import ended_in_words

    header = about.header
    light, dark = header.names
    yield f"match {header.id}: {light} (light) and {dark} (dark)"
    length = _LENGTHS[header.game].format(header.length) if header.length else _OPEN[header.game] + " play"
    yield f"{length}, rules {header.rules}, {header.mode.value}, began {_began_in_words(header)}"
    if (origin := header.imported) is not None:
        yield f"imported from {origin.file}, which has no times and no pictures"
    elif header.clock_doubtful:
        yield "the clock was not sure of the time when it began"
    if header.deleted_at is not None:
        yield f"marked as deleted since {header.deleted_at}; companion archive undelete {header.id} brings it back"
    if header.mode is Mode.TRAINING:
        yield f"help of the coach: {light} in {_counted(help_had.light, 'turn')}, {dark} in {help_had.dark}"
    if about.score is not None:
        won = f", {light if about.winner is Side.LIGHT else dark} wins the match" if about.winner is not None else ""
        how = ended_in_words(about.cause) if won else ""
        yield f"score {about.score[0]}-{about.score[1]}, {'finished' if about.finished else 'not finished'}{won}{how}"
    for game in games:
        if "result" in game:
            yield _draughts_line(game)
            continue
        win, (at_light, at_dark) = game["win"], game["score"]
        winner = (light if win["side"] == "light" else dark) if win else None
        cause = CAUSES[win.get("cause", Cause.PLAY.value)] if win else Cause.PLAY
        points = "the match" if cause.decides_match else win["points"] if win else ""
        result = f"{winner} wins {points}{ended_in_words(cause)}" if win else "not finished"
        crawford = ", the Crawford game" if game["crawford"] else ""
        yield f"  game {game['game']} at {at_light}-{at_dark}{crawford}: {result}"
    yield f"{many(pictures, 'picture')} kept" if pictures else "no pictures are kept"


def _began_in_words(header: Header) -> str:
    return header.started if header.imported is None else _began(header)


def _draughts_line(game: Mapping[str, Any]) -> str:
    result = f"{game['result']} ({game['why']})" if game["result"] else "not finished"
    at = "-".join(map(str, game["score"]))
    return f"  game {game['game']} at {at}, {game['light']} (light) and {game['dark']} (dark): {result}"


# --- export --------------------------------------------------------------------------------------


def _export(options: argparse.Namespace, data_dir: Path) -> int:
    from companion.record.exporting import export_text
    from companion.record.saving import save

    if options.pack is not None:
        return _export_pack(options, data_dir)
    if options.dispute is not None:
        return _export_dispute(options, data_dir)
    form = _format(options)
    header, entries, match = _recorded(data_dir, options.id)
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
    told: str | None = "json" if options.json else options.format
    ending = options.out.suffix.lower().removeprefix(".") if options.out is not None else ""
    if told is not None and ending in FORMS and ending != told:
        raise InputError(f"archive export: --{told} and --out {options.out} name two formats; give one")
    if told is None and ending not in FORMS:
        raise InputError("archive export: give a format: --json, --mat, --sgf or --pdn")
    return told or ending


def _export_dispute(options: argparse.Namespace, data_dir: Path) -> int:
    from companion.record.reports.dispute import dispute_pack

    if options.format is not None:
        raise InputError(f"archive export: --dispute writes a folder; leave out --{options.format}")
    number = _number(options.id)
    out = options.out or Path(f"match-{number}-turn-{options.dispute}")
    with _journal(data_dir, number) as journal:
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
    number = _number(options.id)
    _check_folder(options.pack, "--pack")
    with _journal(data_dir, number) as journal:
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
    number = _number(options.id) if options.id is not None else None
    with _journal(data_dir, number) as journal:
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
    number = _number(options.id)
    with _journal(data_dir, number) as journal:
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
        print(f"written: {in_full(done.path)}, {_counted(done.matches, 'match')}, {_counted(done.pictures, 'picture')}")
    return _DONE


def _restore(options: argparse.Namespace, data_dir: Path) -> int:
    from companion.record.backup import restore

    done = restore(data_dir, options.file)
    if options.json:
        beside = [str(path) for path in done.kept]
        print(json.dumps({"matches": done.matches, "pictures": done.pictures, "kept": beside}))
        return _DONE
    print(f"restored: {_counted(done.matches, 'match')}, {_counted(done.pictures, 'picture')}")
    for path in done.kept:
        print(f"what was there before is kept as {path}")
    return _DONE


def _counted(number: int, what: str) -> str:
    ending = "" if number == 1 else "es" if what.endswith("h") else "s"
    return f"{number} {what}{ending}"


# --- matches -------------------------------------------------------------------------------------


def _number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 15:
        raise InputError(f"match {text!r}: give a match number; see companion archive list")
    return int(text)


def _day(text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise InputError(f"--since {text!r}: expected a day such as 2026-11-20") from None


@contextmanager
def _journal(data_dir: Path, number: int | None) -> Iterator[Journal]:
    if not (data_dir / FILE_NAME).exists():
        what = "match" if number is None else f"match {number}"
        raise InputError(f"{what}: not found; {data_dir} holds no journal")
    with Journal(data_dir) as journal:
        yield journal


def _recorded(data_dir: Path, text: str) -> tuple[Header, tuple[Entry, ...], AnyMatch]:
    number = _number(text)
    with _journal(data_dir, number) as journal:
        header = journal.header(number)
        try:
            entries = journal.entries(number)
            return header, entries, recorded_match(header, entries)
        except ValueError as error:
            raise StorageError(f"match {number}: its record is damaged: {error}") from None
