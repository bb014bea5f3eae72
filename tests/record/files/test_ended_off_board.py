"""A game, or a match, that did not end by play: every format keeps who won and what ended it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from companion.games.rules import Side
from companion.record import Match
from companion.record.checking import problems_of
from companion.record.draughts import DraughtsGame, DraughtsMatch, Outcome
from companion.record.draughts_files import written_games
from companion.record.files.document import json_text, match_from_json
from companion.record.files.mat import mat_text
from companion.record.files.pdn import pdn_text
from companion.record.files.pdn_reading import read_pdn
from companion.record.files.reading import ReadMatch
from companion.record.files.sgf import sgf_text
from companion.record.match import Cause, Game, Win
from companion.record.scores import score_after, win_of_match, winner_after
from tests.record.files.one_match import read_mat, read_sgf
from tests.record.files.test_gnubg import as_gnubg_sees, needs_gnubg
from tests.record.playing import game_of

LIGHT, DARK = Side.LIGHT, Side.DARK
FORMS: Final[dict[str, tuple[Callable[[Match], str], Callable[[str], ReadMatch]]]] = {
    "mat": (mat_text, read_mat),
    "sgf": (sgf_text, read_sgf),
    "json": (json_text, lambda text: ReadMatch(match_from_json(text), (), (), ())),
}


def lost_on_time(length: int = 5) -> Match:
    """Ben wins a game, and loses the match on time in the next one."""
    first = game_of("light 31 8/5 6/5", "dark double 2", "light drop", win=Win(DARK, 1))
    second = game_of("dark 31 8/5 6/5", "light 42 8/4 6/4", win=win_of_match(length, (0, 1), LIGHT, Cause.TIME))
    return Match(("Anna", "Ben"), length, (first, Game((0, 1), second.actions, second.win)))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("cause", [Cause.TIME, Cause.AWARDED, Cause.FORFEITED])
def test_winner_and_cause_survive_every_format(form: str, cause: Cause) -> None:
    write, read = FORMS[form]
    match = lost_on_time()
    *_, last = match.games
    points = 2 if cause is Cause.AWARDED else 5
    match = Match(match.names, 5, (match.games[0], Game(last.score, last.actions, Win(LIGHT, points, cause))))
    reading = read(write(match))
    assert [game.win for game in reading.match.games] == [game.win for game in match.games]
    assert write(reading.match) == write(match)


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_a_match_lost_on_time_has_no_fault(form: str) -> None:
    write, read = FORMS[form]
    assert problems_of(read(write(lost_on_time()))) == ()


def test_the_score_stays_as_it_stood_and_the_match_has_a_winner() -> None:
    *_, last = lost_on_time().games
    assert (score_after(last), winner_after(5, last)) == ((0, 1), LIGHT)


def test_nothing_follows_a_decided_match() -> None:
    match = lost_on_time()
    going_on = Match(match.names, 5, (match.games[1], match.games[0]))
    assert "score" in [problem.kind for problem in problems_of(read_mat(mat_text(going_on)))]


def test_the_mat_file_says_who_won_and_a_comment_says_why() -> None:
    text = mat_text(lost_on_time())
    assert '; [Result "game 2, time: Anna wins the match"]' in text
    assert text.rstrip().endswith("Wins 5 points")


def test_the_sgf_file_says_it_in_sgfs_own_way() -> None:
    assert "RE[W+T]" in sgf_text(lost_on_time())


@pytest.mark.parametrize("said", ["W+T", "W+Time", "w+time"])
def test_another_programs_loss_on_time_wins_the_rest_of_the_match(said: str) -> None:
    text = sgf_text(lost_on_time()).replace("RE[W+T]", f"RE[{said}]")
    assert read_sgf(text).match.games[1].win == Win(LIGHT, 5, Cause.TIME)


def test_a_resignation_is_none_of_these() -> None:
    text = sgf_text(lost_on_time()).replace("RE[W+T]", "RE[W+2R]")
    assert read_sgf(text).match.games[1].win == Win(LIGHT, 2)


@needs_gnubg
@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_gnubg_reads_the_match_and_its_winner(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"time.{form}"
    path.write_text(FORMS[form][0](lost_on_time()), encoding="utf-8")
    (seen,) = as_gnubg_sees([path], tmp_path)
    assert [game["winner"] for game in seen["games"]] == ["O", "X"]
    assert [game["score"] for game in seen["games"]] == [[0, 0], [0, 1]]


def test_pdn_says_what_ended_the_game_in_its_tag() -> None:
    game = DraughtsGame(outcome=Outcome(DARK, Cause.TIME.value))
    match = DraughtsMatch(("Anna", "Ben"), 1, (game,))
    text = pdn_text(written_games(match))
    assert '[Result "0-1"]' in text
    assert '[Termination "time forfeit"]' in text
    (read,) = read_pdn(text).games
    assert (read.result, read.header["Termination"]) == ("0-1", "time forfeit")
    assert pdn_text([read]) == text


def test_who_wins_a_decided_match_is_not_told_by_its_last_game() -> None:
    """Anna has won two of three games when Ben's opponent's time runs out in the last one."""
    won = DraughtsGame(outcome=Outcome(LIGHT, "no-move"))
    second = DraughtsGame(outcome=Outcome(DARK, "no-move"), exchanged=True)
    lost = DraughtsGame(outcome=Outcome(DARK, Cause.TIME.value))
    match = DraughtsMatch(("Anna", "Ben"), 3, (won, second, lost))
    assert (match.winner, match.cause) == (LIGHT, Cause.PLAY)
    alone = DraughtsMatch(("Anna", "Ben"), 1, (lost,))
    assert (alone.winner, alone.cause) == (DARK, Cause.TIME)


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_the_clock_by_which_it_was_lost_is_read_as_it_was_written(form: str) -> None:
    """One change of the rules may only go together with another one."""
    rules = "tournament delay_s=1 reserve_per_point_s=2 reserve_less_per_point_scored_s=0"
    match = lost_on_time()
    write, read = FORMS[form]
    reading = read(write(Match(match.names, match.length, match.games, rules)))
    assert (reading.problems, reading.match.rules) == ((), rules)
