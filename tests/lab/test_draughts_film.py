"""Films of draughts show what the game says, step by step."""

from __future__ import annotations

import json
from pathlib import Path

from companion.games.draughts.moves import after, legal_moves
from companion.games.draughts.position import START, picture_of
from companion.lab.draughts_film import FRAME_S, demo_game, demo_scene, directed, game, thinned, write


def test_after_each_turn_the_position_lies_on_the_board() -> None:
    turns = game(4, 40)
    assert len(turns) == 40
    # The first one of each turn: a later one shows what was played wrong.
    stills = {one.turn: one for one in reversed(directed(turns, 4)) if one.hand is None}
    position = START
    for number, turn in enumerate(turns, start=1):
        assert turn.move in legal_moves(position)
        assert turn.wrong is None or turn.wrong not in legal_moves(position)
        position = after(position, turn.move)
        wanted = {
            s: (stack.light, stack.dark) for s, stack in picture_of(position).items() if stack.light or stack.dark
        }
        assert stills[number].counts() == wanted


def test_captured_men_are_lifted_one_by_one() -> None:
    turns = demo_game()
    (double,) = [number for number, turn in enumerate(turns) if len(turn.move.captured) == 2]
    shown = [one for one in directed(turns, 1) if one.turn == double and one.hand is not None]
    lying = [
        len([piece for piece in one.pieces if piece.light and not piece.lifted and 0 < piece.file < 8]) for one in shown
    ]
    assert sorted(set(lying), reverse=True) == [max(lying), max(lying) - 1, max(lying) - 2]
    assert any(turn.wrong for turn in turns)


def test_a_film_is_written_with_its_truth(tmp_path: Path) -> None:
    turns = game(4, 1)
    shown = thinned(directed(turns, 4))
    write(tmp_path, turns, shown, demo_scene())
    film = json.loads((tmp_path / "film.json").read_text(encoding="utf-8"))
    frames = [json.loads(line) for line in (tmp_path / "frames.jsonl").read_text(encoding="utf-8").splitlines()]
    assert film["pictures"][0]["rows"][0] == ".d.d.d.d"
    assert {frame["file"] for frame in frames} == {path.name for path in tmp_path.glob("*.jpg")}
    assert frames[1]["t"] - frames[0]["t"] == FRAME_S
