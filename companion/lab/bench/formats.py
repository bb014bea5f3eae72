"""Checks how we read match files of other programs, and how GNU Backgammon imports ours.

Measured over the match corpus of the reference data (``oracle/corpus_raw.tar.gz``): another reader and
GNU Backgammon found what it says of each file, position by position.
"""

from __future__ import annotations

import argparse
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from companion.app.progress_bar import with_progress
from companion.errors import CompanionError, InputError
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side
from companion.lab.bench import gnubg
from companion.lab.bench.figure import Figure
from companion.lab.bench.reference import rows_of
from companion.lab.bench.wild import wild_match
from companion.record.checking import problems_of
from companion.record.files.formats import read, read_match, write_match
from companion.record.files.reading import ReadMatch
from companion.record.files.sgf_words import NOT_ROLLED
from companion.record.match import Double, Drop, Game, Match, Pass, Roll, Take
from companion.record.replaying import rules_of, turns

_TIME_LIMIT_S: Final = 60
_WILD: Final = 300
_AT_ONCE: Final = 50
_KEPT_IN: Final = ("gnubg", "reexport")  # the folders of one archive
_ENDINGS: Final = (".mat", ".sgf")
# How the reference data begins what it says of a problem, and what we call it.
KINDS: Final = {
    "no winner line": "no-winner-line",
    "parse": "parse",
    "illegal": "illegal",
    "score": "score",
    "opening double": "opening-double",
}

Row = dict[str, Any]
Rolls = list[list[gnubg.Rolled]]
"""The rolls of each game in order, as far as the position of the checkers is known."""


def figures(options: argparse.Namespace) -> list[Figure]:
    """Files that are read, judged or imported differently from the reference, and the time to verify them all.

    ``options.shared``: the data's folder.  Takes minutes where GNU Backgammon is installed.
    """
    oracle = Path(options.shared) / "data" / "oracle"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for archive in ("corpus_raw.tar.gz", "gnubg_reexports.tar.gz"):
            _unpack(oracle / archive, folder)
        names = [row["file"] for row in rows_of(oracle / "corpus_manifest.jsonl.gz")]
        verified = with_progress(_verified, [folder / "corpus_raw" / name for name in names], quiet=options.json)
        files = dict(zip(names, verified, strict=True))
        return [
            *_read(oracle, files),
            *_same_matches(oracle, folder),
            *_imported([file.reading.match for file in files.values() if file.reading], folder, quiet=options.json),
        ]


def _unpack(archive: Path, folder: Path) -> None:
    try:
        with tarfile.open(archive) as file:
            for member in file:
                content = file.extractfile(member)
                target = (folder / member.name).resolve()
                if content is not None and target.is_relative_to(folder.resolve()):
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(content.read())
    except FileNotFoundError:
        sentence = f"test data {str(archive)!r}: there is no such file; name its folder with --shared DIR"
        raise InputError(sentence) from None


# --- files of other programs -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _File:
    """A file as ``companion verify`` sees it; ``reading`` None where it cannot be read."""

    reading: ReadMatch | None
    problems: frozenset[tuple[int | None, int | None, str]]
    time_s: float


def _verified(path: Path) -> _File:
    start_s = time.process_time()
    try:
        reading = read(path)
        found = (problem for problem in problems_of(reading) if problem.kind != "note")
        problems = frozenset((problem.game, problem.line, problem.kind) for problem in found)
    except CompanionError:
        reading, problems = None, frozenset([(None, None, "unreadable")])
    return _File(reading, problems, time.process_time() - start_s)


def _read(oracle: Path, files: dict[str, _File]) -> Iterator[Figure]:
    manifest = {row["file"]: row for row in rows_of(oracle / "corpus_manifest.jsonl.gz")}
    expected = rows_of(oracle / "corpus_expected.jsonl.gz")
    sound = [row for row in expected if manifest[row["file"]]["n_problems"] == 0]
    wrong = sum(
        not is_as_expected(files[row["file"]].reading, row) or bool(files[row["file"]].problems) for row in sound
    )
    yield Figure.exactly(f"wrong of {len(sound)} sound files of the corpus", wrong, "files", 0)
    broken = [row["file"] for row in expected if manifest[row["file"]]["n_problems"]]
    wrong = sum(files[name].problems != stated(manifest[name]) for name in broken)
    yield Figure.exactly(f"told otherwise of {len(broken)} files with problems", wrong, "files", 0)
    unread = sum(file.reading is None for file in files.values())
    yield Figure.exactly(f"unreadable of all {len(files)} files", unread, "files", 0)
    yield Figure.at_most("time to verify them all, one core", sum(f.time_s for f in files.values()), "s", _TIME_LIMIT_S)


def stated(row: Row) -> frozenset[tuple[int | None, int | None, str]]:
    """The problems that the manifest states of a file: (game, line, kind)."""
    return frozenset(
        (int(game), int(line), next(kind for begin, kind in KINDS.items() if text.startswith(begin)))
        for game, line, text in row["problems"]
    )


def is_as_expected(reading: ReadMatch | None, row: Row) -> bool:
    """Return whether a match is what the reference says of it, roll by roll and position by position."""
    if reading is None or (reading.match.length, list(reading.match.names)) != (row["length"], row["players"]):
        return False
    games, rules = reading.match.games, rules_of(reading.match)
    return [_seen(game, rules) for game in games] == [_stated_game(game) for game in row["games"]]


def _seen(game: Game, rules: RuleSet) -> tuple[Any, ...]:
    sides = list(Side)
    positions, final = [], game.start.id()
    for turn in turns(game, rules):
        dice = turn.roll.dice
        played = "unplayed" if turn.play is None else "played" if turn.play.steps else "danced"
        status = played if turn.legal else "illegal"
        positions.append((sides.index(turn.roll.side), dice.first, dice.second, turn.before.id(), status))
        final = turn.after.id() if turn.after else ""
    cube = max([game.cube, *(action.value for action in _accepted(game))])
    won = (sides.index(game.win.side), game.win.points) if game.win else None
    return game.score, positions, final, cube, won


def _accepted(game: Game) -> Iterator[Double]:
    for action, answer in pairwise(game.actions):
        if isinstance(action, Double) and isinstance(answer, Take):
            yield action


def _stated_game(row: Row) -> tuple[Any, ...]:
    statuses = {"ok": "played", "forced_blank": "played", "nomove": "danced", "roll_then_resign": "unplayed"}
    positions = [(*position[:4], statuses.get(position[4])) for position in row["pos"]]
    won = tuple(row["win"]) if row["win"] else None
    return tuple(row["score"]), positions, row["final"], row["cube"], won


# --- the same matches in two formats ---------------------------------------------------------------


def _same_matches(oracle: Path, folder: Path) -> Iterator[Figure]:
    known = rows_of(oracle / "gnubg_matches.jsonl.gz")
    for ending in _ENDINGS:
        wrong = sum(acts(_reexport(folder, row, ending)) != _known_acts(row) for row in known)
        yield Figure.exactly(f"wrong of {len(known)} matches of GNU Backgammon in {ending}", wrong, "files", 0)
        wrong = sum(acts(_again(_reexport(folder, row, ending), folder, ending)) != _known_acts(row) for row in known)
        yield Figure.exactly(f"wrong of these, written and read in {ending}", wrong, "files", 0)


def _reexport(folder: Path, row: Row, ending: str) -> Match:
    name = row["name"].removesuffix(".mat")
    (path,) = (path for kept in _KEPT_IN if (path := folder / kept / f"{name}{ending}").exists())
    return read_match(path)


def _again(match: Match, folder: Path, ending: str) -> Match:
    path = folder / f"again{ending}"
    write_match(match, path)
    return read_match(path)


def acts(match: Match) -> list[list[tuple[Any, ...]]]:
    """Per game what is done in order: rolls that are played, with their positions, and cube actions."""
    return [list(_acts(game, rules_of(match))) for game in match.games]


def _acts(game: Game, rules: RuleSet) -> Iterator[tuple[Any, ...]]:
    rolled = {turn.index: turn for turn in turns(game, rules)}
    for index, action in enumerate(game.actions):
        match action:
            case Roll(side=side, dice=dice) if action.play is not None:
                yield side, "move", (dice.first, dice.second), rolled[index].before.id()
            case Double() | Take() | Drop():
                yield action.side, type(action).__name__.lower()
            case _:
                pass


def _known_acts(row: Row) -> list[list[tuple[Any, ...]]]:
    problems = ("move", "double", "take", "drop")
    return [
        [
            (gnubg.SIDES[player], action, *([(*rest[0],), rest[1]] if rest else []))
            for player, action, *rest in game["acts"]
            if action in problems
        ]
        for game in row["games"]
    ]


# --- our files in GNU Backgammon -------------------------------------------------------------------


def _imported(corpus: list[Match], folder: Path, *, quiet: bool) -> Iterator[Figure]:
    if gnubg.PROGRAM is None:
        yield Figure.unlimited("imported by GNU Backgammon: not measured, it is not installed", 0, "files")
        return
    wild = [wild_match(seed, games=1) for seed in range(_WILD)]
    for ending in _ENDINGS:
        for matches, name in ((corpus, "files of the corpus"), (wild, "random games in which everything happens")):
            wrong = sum(with_progress(partial(_lost, folder=folder, ending=ending), _chunks(matches), quiet=quiet))
            problems = f"imported otherwise of {len(matches)} {name} in {ending}"
            yield Figure.exactly(problems, wrong, "files", 0)


def _chunks(matches: list[Match]) -> list[list[Match]]:
    return [matches[at : at + _AT_ONCE] for at in range(0, len(matches), _AT_ONCE)]


def _lost(matches: list[Match], *, folder: Path, ending: str) -> int:
    """The number of these matches that GNU Backgammon imports differently."""
    paths = [folder / f"{number}{ending}" for number in range(len(matches))]
    for match, path in zip(matches, paths, strict=True):
        write_match(match, path)
    return sum(not is_shown(match, shown) for match, shown in zip(matches, gnubg.as_gnubg_shows(paths), strict=True))


def is_shown(match: Match, shown: Rolls | None) -> bool:
    """Return whether these are the match's rolls in its positions, as far as the position of the checkers is known.

    A turn passed without a roll is written as one that cannot be played.
    """
    if shown is None or len(shown) != len(match.games):
        return False
    return all(
        _is_shown(list(written(game, rules_of(match))), rolls) for game, rolls in zip(match.games, shown, strict=True)
    )


def written(game: Game, rules: RuleSet) -> Iterator[tuple[Side, tuple[int, int], str | None] | None]:
    """The rolls of a game as written in its file; without a position where a turn is passed.

    The last is None if a play does not fit the board, so that the rest is unknown.
    """
    known = {turn.index: turn for turn in turns(game, rules)}
    for index, action in enumerate(game.actions):
        match action:
            case Roll(side=side, dice=dice):
                if index not in known:
                    yield None
                    return
                yield side, (dice.first, dice.second), known[index].before.id()
            case Pass(side=side):
                yield side, (NOT_ROLLED.first, NOT_ROLLED.second), None
            case _:
                pass


def _is_shown(ours: Sequence[tuple[Side, tuple[int, int], str | None] | None], shown: list[gnubg.Rolled]) -> bool:
    if ours and ours[-1] is None:
        ours = ours[:-1]
        shown = shown[: len(ours)]
    return len(ours) == len(shown) and all(
        roll is not None and roll[:2] == seen[:2] and roll[2] in (None, seen[2])
        for roll, seen in zip(ours, shown, strict=True)
    )
