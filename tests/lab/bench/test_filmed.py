"""A film is shown frame by frame to the eyes, and what the session made of it is held against its script."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import InputError
from companion.games.backgammon import START, Dice, Play, Position
from companion.games.rules import Side, Stack
from companion.lab.bench import filmscript
from companion.lab.bench.filmed import Film, Noisy, Projection, films_in, true_choice
from companion.lab.simulation.scoring import scored
from companion.match.session import Terms, begun
from companion.match.state import Answer, Choice, Question, State
from companion.record.match import Game
from hardware.pictures import Encoded
from vision.stillness import moved

RENDERS = Path(__file__).parents[4] / "shared" / "data" / "renders"


def encoded(seed: int = 1) -> Encoded:
    """Blotches as large as checkers."""
    grey = np.random.default_rng(seed).integers(60, 200, (24, 32), dtype=np.uint8)
    big = cv2.resize(grey, (640, 480), interpolation=cv2.INTER_CUBIC)
    return Encoded(cv2.imencode(".jpg", np.dstack([big] * 3))[1].tobytes(), "blotches")


def turn(**facts: Any) -> dict[str, Any]:
    before = START if facts.get("side", "light") == "light" else replace(START, on_roll=Side.DARK)
    plain: dict[str, Any] = {
        "side": "light", "dice": "31", "before": before.id(), "end": before.id(), "steps": [], "act": None,
        "ended": None, "habit": "", "lies": [], "end_s": 0.4, "signal_s": 0.2, "clear_s": 0.4,
    }  # fmt: skip
    return plain | facts


def film(folder: Path, files: list[str], turns: list[dict[str, Any]]) -> Film:
    rows = [{"file": name, "t": k / 5, "turn": 0, "kind": "rest", "hand": False} for k, name in enumerate(files)]
    (folder / "film.json").write_text(json.dumps({"fps": 5, "frames": rows, "turns": turns}))
    return Film.load(folder)


def test_no_two_frames_of_one_picture_are_equal_and_nothing_has_moved_between_them() -> None:
    one, other = Noisy(encoded(), 1), Noisy(encoded(), 2)
    assert (one.whole() != other.whole()).any()
    assert (one.glance() != other.glance()).any()
    assert not moved(one.glance(), other.glance())


def test_the_same_seed_sees_the_same_noise() -> None:
    assert np.array_equal(Noisy(encoded(), 7).whole(), Noisy(encoded(), 7).whole())


def test_another_picture_has_moved() -> None:
    assert moved(Noisy(encoded(1), 1).glance(), Noisy(encoded(2), 2).glance())


def test_a_film_that_is_not_rendered_to_its_end_is_shown_up_to_the_last_whole_turn(tmp_path: Path) -> None:
    (tmp_path / "0.jpg").write_bytes(encoded().content)
    shown = film(tmp_path, ["0.jpg", "0.jpg", "0.jpg", "1.jpg"], [turn(), turn(side="dark", end_s=0.6)])
    assert len(shown.shown) == 3
    assert [one["side"] for one in shown.turns] == ["light"]


def test_a_folder_without_a_film_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no rendered film"):
        films_in(tmp_path)
    (tmp_path / "film.json").write_text('{"frames": []}')
    with pytest.raises(InputError, match="expected a rendered film"):
        films_in(tmp_path)


def asked(*answers: Answer) -> State:
    return begun(Terms(asks=True)).with_shown(question=Question("question.play", answers))


def test_a_question_about_the_roll_is_answered_with_the_true_one(tmp_path: Path) -> None:
    truth = film(tmp_path, [], [turn(dice="42")]).truth()
    state = asked(Answer("31", Dice(3, 1)), Answer("42", Dice(2, 4)))
    assert true_choice(state, truth, 1.0) == 1


def test_a_play_is_confirmed_only_once_it_was_made(tmp_path: Path) -> None:
    end = Position(START.points, on_roll=Side.DARK)
    told = turn(act="backward", ended="corrected", lies=[[1.0, False], [4.0, True]], end=end.id())
    truth = film(tmp_path, [], [told]).truth()
    state = asked(Answer("8/5 6/5", Play.from_text("8/5 6/5"), end))
    assert true_choice(state, truth, 2.0) is None
    assert true_choice(state, truth, 4.2) == 0


def test_a_double_that_is_not_on_record_is_told_once_the_cube_was_moved(tmp_path: Path) -> None:
    (tmp_path / "0.jpg").write_bytes(encoded().content)
    told = json.dumps({"frames": [{"file": "0.jpg", "t": 3.0, "turn": 0, "kind": "hand_at_cube", "hand": True}],
                       "turns": [turn(habit="cube")]})  # fmt: skip
    (tmp_path / "film.json").write_text(told)
    truth = Film.load(tmp_path).truth()
    state = begun(Terms(asks=True))
    answers = Answer("yes", Choice.YES), Answer("no", Choice.NO)
    state = replace(state, record=replace(state.record, games=(Game(),)))
    state = state.with_shown(question=Question("question.doubled", answers))
    assert [true_choice(state, truth, at_s) for at_s in (2.0, 4.0)] == [1, 0]


def test_nobody_gives_the_game_up(tmp_path: Path) -> None:
    truth = film(tmp_path, [], [turn()]).truth()
    assert true_choice(asked(Answer("yes", Choice.YES), Answer("no", Choice.NO)), truth, 1.0) == 1


# --- rendered frames, if they are there ---------------------------------------------------------------


def _position(truth: dict[str, Any], on_roll: Side) -> Position:
    place = truth["position"]
    stacks = [Stack(place[where]["W"], place[where]["B"]) for where in ("bar", "off")]
    return Position(tuple(place["points"]), stacks[0], stacks[1], on_roll)


def _shown(folder: Path, names: list[tuple[str, int]]) -> Film:
    """Two turns of a rendered game, as a dense film: each picture for so many frames."""
    dark, light = (json.loads((RENDERS / "dev4" / f"{k}.json").read_text()) for k in ("0003", "0005"))
    first, second = _position(dark, Side.LIGHT), _position(light, Side.DARK)
    rows: list[dict[str, Any]] = []
    for name, count in names:
        (folder / f"{name}.jpg").symlink_to(RENDERS / "dev4" / f"{name}.jpg")
        kind = "dice_lie" if name in ("0001", "0004", "0006") else "rest"
        for _ in range(count):
            rows.append({"file": f"{name}.jpg", "t": len(rows) / 5, "turn": int(name >= "0004"), "kind": kind})
    at = {row["file"][:4]: row["t"] for row in reversed(rows)}
    carried = [{"do": "carry"}]
    before = replace(START, on_roll=Side.DARK)
    turns = [
        turn(side="dark", dice="41", before=before.id(), end=first.id(), steps=carried, signal_s=at["0004"],
             clear_s=at["0004"]),
        turn(dice="53", before=first.id(), end=second.id(), steps=carried, signal_s=at["0006"], clear_s=at["0006"]),
    ]  # fmt: skip
    (folder / "film.json").write_text(json.dumps({"fps": 5, "frames": rows, "turns": turns}))
    return Film.load(folder)


@pytest.mark.skipif(not (RENDERS / "dev4").is_dir(), reason="the rendered games are not beside the project")
def test_two_turns_of_a_film_come_out_as_they_were_played(tmp_path: Path) -> None:
    names = [("0000", 4), ("0001", 4), ("0002", 1), ("0003", 4), ("0004", 7), ("0005", 4), ("0006", 9)]
    played = Projection(_shown(tmp_path, names)).show()
    score = scored(played)
    assert score.failures == []
    assert [written.entry.play for written in played.journal if written.entry.play] == ["24/23 13/9", "24/16*"]
    assert len(score.latencies_s) == 2
    assert not sum(score.planted.values())


def test_a_script_is_written_and_what_is_planted_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "script.json"
    filmscript.main(["--seed", "1", "--turns", "8", "--acts", "1", "--out", str(out)])
    turns = json.loads(out.read_text())["turns"]
    acts = [f"{one['act']}: {one['ended']}" for one in turns if one["act"]]
    assert len(acts) == 1
    assert capsys.readouterr().out.split("\n")[:1] == acts
