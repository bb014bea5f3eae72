"""GNU Backgammon judges how we read match files: same rolls in the same positions in every file that both accept.

    python -m tests.record.files.judge FOLDER-OR-FILE…

prints the figures, and each file that differs.  Nothing is written beside the files.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.errors import InputError
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side
from companion.record.files.decoding import decoded
from companion.record.files.mat_reading import read_mats
from companion.record.files.reading import ReadMatch
from companion.record.files.sgf_reading import read_sgfs
from companion.record.match import Game, Placed, Roll
from companion.record.replaying import rules_of, turns

GNUBG: Final = shutil.which("gnubg", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))
ENDINGS: Final = (".mat", ".txt", ".sgf")

# gnubg.match() of gnubg 1.07 calls player 0, the left column and White, X.
_PLAYERS: Final = {Side.LIGHT: "X", Side.DARK: "O"}
_BATCH: Final = 40
_PATIENCE_S: Final = 120
# gnubg.match() shows positions from the wrong side after a setup and after a roll that is not played; stepping
# through the games shows what GNU Backgammon does.
_SCRIPT: Final = """
import gnubg, json
C = gnubg.command
for line in ("set display off", "set confirm new off", "set confirm save off"):
    C(line)
for path in json.load(open({paths!r})):
    # A file that is refused leaves the match before it.
    C("new match 1")
    C(("load match " if path.endswith(".sgf") else "import mat ") + '"' + path + '"')
    games = [game["game"] for game in gnubg.match(0, 0, 0, 0)["games"]]
    seen = []
    C("first game")
    for number, game in enumerate(games):
        if number:
            C("next game")
        seen.append([])
        for act in game:
            board = gnubg.board()
            before = gnubg.positionid(board) if board else None
            seen[-1].append([act.get("player"), act["action"], act.get("dice"), before])
            C("next")
    with open({out!r}, "a") as out:
        out.write(json.dumps([path, seen]) + "\\n")
"""

Seen = tuple[str, tuple[int, ...], str | None]
"""Who rolls, the dice, and the Position ID before the play, None where it is not known."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """``ours``: why we do not accept the file, or None.  ``differs``: the first difference, None if there is none.

    ``judged``: whether both accept the file as one match.  ``rolls``: that both see in the same position.
    """

    path: Path
    games: int = 0
    rolls: int = 0
    judged: bool = False
    ours: str | None = None
    differs: str | None = None


def judged(paths: Sequence[Path]) -> Iterator[Verdict]:
    """Return a verdict on each file.  GNU Backgammon must be installed."""
    for start in range(0, len(paths), _BATCH):
        batch = paths[start : start + _BATCH]
        seen = _as_gnubg_sees(batch)
        for path in batch:
            yield _verdict(path, seen.get(str(path)))


def match_files(paths: Sequence[Path]) -> list[Path]:
    """Return the files themselves, and those in folders that may be match files by their ending."""
    found: list[Path] = []
    for path in paths:
        inner = sorted(file for file in path.rglob("*") if file.suffix.lower() in ENDINGS) if path.is_dir() else [path]
        found += inner
    return found


def _verdict(path: Path, seen: list[list[list[Any]]] | None) -> Verdict:
    try:
        readings = _read(path)
    except InputError as error:
        return Verdict(path, ours=str(error))
    games = sum(len(reading.match.games) for reading in readings)
    # GNU Backgammon does not look at the names of later games.
    turned = any("in the other order" in problem.reason for reading in readings for problem in reading.problems)
    if not seen or len(readings) > 1 or turned:
        return Verdict(path, games)
    match = readings[0].match
    rules = rules_of(match)
    rolls = 0
    if len(seen) != len(match.games):
        return Verdict(path, games, 0, judged=True, differs=f"{len(match.games)} games, GNU Backgammon has {len(seen)}")
    for number, (game, actions) in enumerate(zip(match.games, seen, strict=True), start=1):
        ours, whole = _rolls_of(game, rules)
        theirs = [(player, tuple(dice), board) for player, action, dice, board in actions if _is_roll(action, dice)]
        if (difference := _difference(ours, theirs, whole=whole)) is not None:
            return Verdict(path, games, rolls, judged=True, differs=f"game {number}: {difference}")
        rolls += len(ours)
    return Verdict(path, games, rolls, judged=True)


def _rolls_of(game: Game, rules: RuleSet) -> tuple[list[Seen], bool]:
    """Our rolls of a game up to an illegal play, which GNU Backgammon may leave out, and whether these are all."""
    ours: list[Seen] = []
    for turn in turns(game, rules):
        if not turn.legal:
            return ours, False
        ours.append((_PLAYERS[turn.roll.side], (turn.roll.dice.first, turn.roll.dice.second), turn.before.id()))
    everywhere = len(ours) == sum(isinstance(action, Roll) for action in game.actions)
    return ours, everywhere and not any(isinstance(action, Placed) for action in game.actions)


def _difference(ours: Sequence[Seen], theirs: Sequence[Seen], *, whole: bool) -> str | None:
    for at, (our, their) in enumerate(zip(ours, theirs, strict=False), start=1):
        # There is no board before the first action.
        if our[:2] != their[:2] or (their[2] is not None and our[2] != their[2]):
            return f"roll {at}: {our}, GNU Backgammon has {their}"
    more, fewer = ours[len(theirs) :], theirs[len(ours) :]
    if ours and all(roll[:2] == ours[-1][:2] for roll in fewer):
        # It takes the last roll twice where "Losses" follows it, and drops it where "Concedes" does.
        return None if len(more) <= 1 else f"{len(ours)} rolls, GNU Backgammon has {len(theirs)}"
    return f"{len(ours)} rolls, GNU Backgammon has {len(theirs)}" if more or whole else None


def _is_roll(action: str, dice: list[int] | None) -> bool:
    return action in ("move", "set") and bool(dice)


def _read(path: Path) -> tuple[ReadMatch, ...]:
    is_sgf = path.suffix.lower() == ".sgf"
    text = decoded(path.read_bytes(), charset_within=is_sgf)
    return read_sgfs(text) if is_sgf else read_mats(text)


def _as_gnubg_sees(paths: Sequence[Path]) -> dict[str, list[list[list[Any]]]]:
    """The actions of every game of every file that GNU Backgammon accepts, by path; a file that ends it has none."""
    assert GNUBG is not None
    seen: dict[str, list[list[list[Any]]]] = {}
    left = [str(path.resolve()) for path in paths]
    names = {str(path.resolve()): str(path) for path in paths}
    while left:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "paths.json").write_text(json.dumps(left))
            script, out = folder / "script.py", folder / "out.jsonl"
            script.write_text(_SCRIPT.format(paths=str(folder / "paths.json"), out=str(out)))
            out.touch()
            with suppress(subprocess.TimeoutExpired):
                subprocess.run(
                    [GNUBG, "-t", "-q", "-p", str(script)], stdin=subprocess.DEVNULL, capture_output=True,
                    timeout=_PATIENCE_S, check=False, env={**os.environ, "HOME": name},
                )  # fmt: skip
            answers = [json.loads(line) for line in out.read_text().splitlines()]
        seen |= {names[path]: games for path, games in answers if games and any(games)}
        left = left[len(answers) + 1 :]
    return seen


def main(arguments: Sequence[str]) -> int:
    """Print the figures of some files and folders; return 1 if a file differs."""
    if GNUBG is None:
        print("gnubg is not installed, so that nothing is judged")
        return 0
    verdicts = list(judged(match_files([Path(argument) for argument in arguments])))
    both = [verdict for verdict in verdicts if verdict.judged]
    for verdict in verdicts:
        if verdict.ours is not None or verdict.differs is not None:
            print(f"{verdict.path}: {verdict.differs or f'we refuse it: {verdict.ours}'}")
    games, rolls = sum(verdict.games for verdict in both), sum(verdict.rolls for verdict in both)
    print(f"{len(verdicts)} files, {len(both)} of them accepted by both as one match: {games} games, {rolls} rolls")
    print(f"{sum(verdict.differs is not None for verdict in both)} of these differ")
    print(f"{sum(verdict.ours is not None for verdict in verdicts)} are refused by us")
    others = sum(verdict.ours is None and not verdict.judged for verdict in verdicts)
    print(f"{others} are read by us only, hold several matches or change their columns")
    return int(any(verdict.differs is not None for verdict in both))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
