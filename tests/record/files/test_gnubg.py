"""GNU Backgammon imports our match files through its own Python; it must see what we see."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from companion.games.backgammon import Dice, Play
from companion.games.rules import Side
from companion.record import Match, write_match
from companion.record.match import Double, Drop, Game, MatchScore, Roll, Take
from companion.record.replaying import turns
from tests.record.playing import game_of, random_match

GNUBG: Final = shutil.which("gnubg", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"]))

needs_gnubg = pytest.mark.skipif(GNUBG is None, reason="gnubg is not installed")

SCRIPT: Final = """
import gnubg, json
C = gnubg.command
for line in ("set display off", "set confirm new off", "set confirm save off"):
    C(line)
seen = []
for path in json.load(open({paths!r})):
    C(("load match " if path.endswith(".sgf") else "import mat ") + '"' + path + '"')
    match = gnubg.match(0, 1, 0, 0)
    seen.append({{
        "length": match["match-info"]["match-length"],
        "names": [match["match-info"][player]["name"] for player in ("X", "O")],
        "games": [
            {{"score": [game["info"]["score-X"], game["info"]["score-O"]],
              "winner": game["info"].get("winner"), "points": game["info"].get("points-won"),
              "crawford": game["info"].get("crawford", False),
              "actions": [[act.get("player"), act["action"], act.get("dice"), act.get("board")]
                          for act in game["game"]]}}
            for game in match["games"]],
    }})
json.dump(seen, open({out!r}, "w"))
"""

# gnubg.match() of gnubg 1.07 calls player 0, the left column and White, X.
PLAYERS: Final = {Side.LIGHT: "X", Side.DARK: "O"}


def as_gnubg_sees(paths: list[Path], folder: Path) -> list[dict[str, Any]]:
    assert GNUBG is not None
    (folder / "paths.json").write_text(json.dumps([str(path) for path in paths]))
    script, out = folder / "script.py", folder / "out.json"
    script.write_text(SCRIPT.format(paths=str(folder / "paths.json"), out=str(out)))
    command = [GNUBG, "-t", "-q", "-p", str(script)]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, env={**os.environ, "HOME": str(folder)}
    )
    assert out.exists(), done.stdout.decode(errors="replace")[-2000:] + done.stderr.decode(errors="replace")[-2000:]
    seen: list[dict[str, Any]] = json.loads(out.read_text())
    return seen


def rolls_seen(game: dict[str, Any]) -> list[tuple[str, tuple[int, ...], str]]:
    rolls = []
    for player, action, dice, board in game["actions"]:
        if action in ("move", "set"):
            rolls.append((player, tuple(dice), board))
    return rolls


def rolls_of(game: Game) -> list[tuple[str, tuple[int, ...], str]]:
    return [
        (PLAYERS[turn.roll.side], (turn.roll.dice.first, turn.roll.dice.second), turn.before.id())
        for turn in turns(game)
    ]


def cube_seen(game: dict[str, Any]) -> list[tuple[str, str]]:
    return [(player, action) for player, action, *_ in game["actions"] if action in ("double", "take", "drop")]


def cube_of(game: Game) -> list[tuple[str, str]]:
    return [
        (PLAYERS[action.side], type(action).__name__.lower())
        for action in game.actions
        if isinstance(action, Double | Take | Drop)
    ]


MATCHES: Final = [random_match(seed, length, games=6) for seed, length in enumerate((0, 1, 3, 5, 7, 15))]


@pytest.mark.slow
@needs_gnubg
@pytest.mark.parametrize("ending", [".mat", ".sgf"])
def test_gnubg_sees_every_roll_in_the_position_that_we_see(ending: str, tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}{ending}" for number in range(len(MATCHES))]
    for match, path in zip(MATCHES, paths, strict=True):
        write_match(match, path)
    for match, seen in zip(MATCHES, as_gnubg_sees(paths, tmp_path), strict=True):
        assert seen["length"] == match.length
        assert seen["names"] == list(match.names)
        assert len(seen["games"]) == len(match.games)
        for game, game_seen in zip(match.games, seen["games"], strict=True):
            assert rolls_seen(game_seen) == rolls_of(game)
            assert cube_seen(game_seen) == cube_of(game)
            assert game_seen["score"] == list(game.score)
            assert game.win is not None
            assert (game_seen["winner"], game_seen["points"]) == (PLAYERS[game.win.side], game.win.points)


def test_the_random_games_hold_all_that_can_happen() -> None:
    games = [game for match in MATCHES for game in match.games]
    actions = [action for game in games for action in game.actions]
    assert any(isinstance(action, Drop) for action in actions)
    assert any(isinstance(action, Take) for action in actions)
    assert any(isinstance(action, Roll) and action.play == Play() for action in actions)
    assert any(game.crawford for game in games)
    assert any(game.win and game.win.points > 1 and not cube_of(game) for game in games), "no gammon"
    assert {action.side for action in actions if isinstance(action, Drop)} == set(Side)
    assert {action.side for game in games if isinstance(action := game.actions[0], Roll)} == set(Side)


@needs_gnubg
@pytest.mark.parametrize("ending", [".mat", ".sgf"])
def test_gnubg_opens_a_game_broken_off_after_a_roll(ending: str, tmp_path: Path) -> None:
    game = game_of("dark 31 8/5 6/5", "light 64 24/14", "dark 52")
    path = tmp_path / f"unfinished{ending}"
    write_match(Match(("", "Tom: the second"), 3, (game,)), path)
    (seen,) = as_gnubg_sees([path], tmp_path)
    *played, (player, dice, _) = rolls_seen(seen["games"][0])  # gnubg gives no board for an unplayed roll
    assert [*played, (player, dice)] == [*rolls_of(game)[:-1], ("O", (5, 2))]
    assert seen["games"][0]["winner"] is None


@needs_gnubg
def test_gnubg_goes_on_from_an_illegal_play_that_stood(tmp_path: Path) -> None:
    illegal = Roll(Side.DARK, Dice(6, 3), Play.from_text("24/18 13/9"), MatchScore.ILLEGAL)
    game = game_of("light 31 8/5 6/5")
    game = replace(game, actions=(*game.actions, illegal, *game_of("light 64 24/14").actions))
    path = tmp_path / "stood.mat"
    write_match(Match(games=(game,), length=5), path)
    (seen,) = as_gnubg_sees([path], tmp_path)
    assert rolls_seen(seen["games"][0]) == rolls_of(game)
