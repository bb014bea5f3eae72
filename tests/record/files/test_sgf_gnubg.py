"""GNU Backgammon loads our SGF files; it must see every roll in the position that we see."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from companion.games.backgammon import START
from companion.games.rules import Side
from companion.lab.bench.wild import wild_match
from companion.record import Match, write_match
from companion.record.files.sgf_words import NOT_ROLLED
from companion.record.match import Double, Drop, Game, Pass, Placed, Roll, Take
from companion.record.replaying import turns
from tests.record.files.test_gnubg import GNUBG, PLAYERS, as_gnubg_sees, needs_gnubg

MATCHES: Final = [wild_match(seed) for seed in range(12)]

Seen = list[tuple[str, tuple[int, ...], str | None]]

# gnubg.match() takes every board that is set up as if the next player saw it so, and turns the
# board after every roll, whoever rolls next; stepping through the game shows what GNU Backgammon does.
SCRIPT: Final = """
import gnubg, json
C = gnubg.command
C("set display off")
seen = []
for path in json.load(open({paths!r})):
    C('load match "' + path + '"')
    games = [game["game"] for game in gnubg.match(0, 0, 0, 0)["games"]]
    C("first game")
    seen.append([])
    for number, game in enumerate(games):
        if number:
            C("next game")
        seen[-1].append([])
        for act in game:
            board = gnubg.board()  # none before the first action
            before = gnubg.positionid(board) if board else {start!r}
            seen[-1][-1].append([act.get("player"), act["action"], act.get("dice"), before])
            C("next")
json.dump(seen, open({out!r}, "w"))
"""


def as_gnubg_shows(paths: list[Path], folder: Path) -> list[list[list[Any]]]:
    """Per match and game: who acts how, with which dice, and the Position ID on GNU Backgammon's board before it."""
    assert GNUBG is not None
    (folder / "paths.json").write_text(json.dumps([str(path) for path in paths]))
    script, out = folder / "steps.py", folder / "steps.json"
    script.write_text(SCRIPT.format(paths=str(folder / "paths.json"), out=str(out), start=START.id()))
    done = subprocess.run(
        [GNUBG, "-t", "-q", "-p", str(script)],
        stdin=subprocess.DEVNULL, capture_output=True, timeout=120, env={**os.environ, "HOME": str(folder)},
    )  # fmt: skip
    assert out.exists(), done.stdout.decode(errors="replace")[-2000:] + done.stderr.decode(errors="replace")[-2000:]
    seen: list[list[list[Any]]] = json.loads(out.read_text())
    return seen


def rolls_seen(actions: list[Any], ours: Seen) -> Seen:
    """The rolls among the actions, without a position where ours have none."""
    rolls = [
        (player, tuple(dice), board) for player, action, dice, board in actions if action in ("move", "set") and dice
    ]
    return [
        (player, dice, board if known else None)
        for (player, dice, board), (_, _, known) in zip(rolls, ours, strict=True)
    ]


def rolls_of(game: Game) -> Seen:
    """Our rolls, and passed turns, which are written as a roll that does not enter."""
    known = {turn.index: turn.before.id() for turn in turns(game) if turn.play is not None}
    rolls: Seen = []
    for index, action in enumerate(game.actions):
        match action:
            case Roll(side=side, dice=dice):
                rolls.append((PLAYERS[side], (dice.first, dice.second), known.get(index)))
            case Pass(side=side):
                rolls.append((PLAYERS[side], (NOT_ROLLED.first, NOT_ROLLED.second), None))
            case _:
                pass
    return rolls


def written(matches: list[Match], folder: Path) -> list[Path]:
    paths = [folder / f"{number}.sgf" for number in range(len(matches))]
    for match, path in zip(matches, paths, strict=True):
        write_match(match, path)
    return paths


@pytest.mark.slow
@needs_gnubg
def test_gnubg_shows_every_roll_in_the_position_that_we_see_whatever_happened(tmp_path: Path) -> None:
    shown = as_gnubg_shows(written(MATCHES, tmp_path), tmp_path)
    for match, games in zip(MATCHES, shown, strict=True):
        for game, actions in zip(match.games, games, strict=True):
            assert rolls_seen(actions, rolls_of(game)) == rolls_of(game)
            cube_seen = [(player, act) for player, act, *_ in actions if act in ("double", "take", "drop")]
            assert cube_seen == [
                (PLAYERS[action.side], type(action).__name__.lower())
                for action in game.actions
                if isinstance(action, Double | Take | Drop)
            ]


@pytest.mark.slow
@needs_gnubg
def test_gnubg_exports_plays_that_stood_illegally_in_the_positions_that_we_see(tmp_path: Path) -> None:
    matches = [wild_match(seed, set_up=False) for seed in range(100, 104)]
    shown = as_gnubg_sees(written(matches, tmp_path), tmp_path)
    for match, seen in zip(matches, shown, strict=True):
        for game, game_seen in zip(match.games, seen["games"], strict=True):
            assert rolls_seen(game_seen["actions"], rolls_of(game)) == rolls_of(game)


def test_everything_happens_in_these_games() -> None:
    games = [game for match in MATCHES for game in match.games]
    actions = [action for game in games for action in game.actions]
    kinds = {type(action).__name__ for action in actions}
    assert kinds == {"Roll", "Pass", "Placed", "Double", "Take", "Drop", "Resign", "Accept", "Refuse"}
    assert {game.start.checkers(Side.LIGHT) for game in games} == {14, 15}
    assert {action.position.on_roll for action in actions if isinstance(action, Placed)} == set(Side)
