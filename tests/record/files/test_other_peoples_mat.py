"""Match files of other people and programs: words that nobody told us of, several matches in one file, odd layouts.

Every text here is our own making, after what other programs write.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from random import Random
from typing import Final

import pytest

from companion.errors import InputError
from companion.games.rules import Side
from companion.record.checking import problems_of
from companion.record.files.mat import mat_text
from companion.record.files.mat_reading import read_mats
from companion.record.files.reading import Problem, ReadMatch
from companion.record.match import Double, Drop, Game, Match, MatchScore, Roll, Take, Win
from companion.record.replaying import turns
from tests.record.files.one_match import read_mat
from tests.record.playing import random_match

HEAD: Final = "7 point match\n\n Game 1\n Anna : 0                      Ben : 0\n"
FIRST: Final = "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"


def reading(*lines: str, head: str = HEAD) -> ReadMatch:
    return read_mat(head + "\n".join(lines) + "\n")


def played(game: Game) -> list[str]:
    """Who rolled what and played it how, in a few letters."""
    words = []
    for action in game.actions:
        if isinstance(action, Roll):
            play = action.play.text() if action.play is not None else "-"
            words.append(f"{action.side.value[0]} {action.dice.text()}: {play}")
        else:
            words.append(f"{getattr(action, 'side', Side.LIGHT).value[0]} {type(action).__name__}")
    return words


def notes(found: ReadMatch) -> list[tuple[int | None, int | None]]:
    """Line and column of every note; nothing else may be a problem."""
    assert [problem for problem in problems_of(found) if problem.is_fault and problem.kind != "no-winner-line"] == []
    return [(problem.line, problem.column) for problem in found.problems]


# --- words, marks and blanks that are not known ----------------------------------------------------------


@pytest.mark.parametrize(
    "word",
    ["Resigned Game", "Resigned Match", "Resign Gammon", "Resign normal", "Timed Out", "Time out", "Forfeit",
     "Forfeits the match", "Lost on time", "Disconnected", "Abandoned"],
)  # fmt: skip
@pytest.mark.parametrize("winner", list(Side))
def test_a_word_for_the_end_of_a_game_costs_no_play_and_does_not_say_who_has_won(word: str, winner: Side) -> None:
    wins = (" " * (6 if winner is Side.LIGHT else 34)) + "Wins 2 points"
    for line in (f"  2) 61: 13/7 8/7                  {word}", f"  2) 61: 13/7 8/7\n  3) {word}"):
        found = reading(FIRST.rstrip(), line, wins)
        (game,) = found.match.games
        assert played(game) == ["l 31: 8/5 6/5", "d 42: 8/4 6/4", "l 61: 13/7 8/7"]
        assert game.win == Win(winner, 2)
        assert problems_of(found) == ()


def test_who_has_won_is_told_to_be_unknown_where_nothing_says_it() -> None:
    found = reading(FIRST.rstrip(), "  2) 61: 13/7 8/7                Resigned Match")
    assert found.match.games[0].win is None
    (note,) = found.problems
    assert (note.kind, note.line, note.game) == ("note", 6, 1)
    assert "who has won is not written" in note.reason
    assert "no-winner-line" in [problem.kind for problem in problems_of(found)]


@pytest.mark.parametrize("word", ["Resigned Game", "", "Resigns"])
@pytest.mark.parametrize(("score", "win"), [((2, 0), Win(Side.LIGHT, 2)), ((0, 1), Win(Side.DARK, 1)), ((1, 1), None)])
def test_who_has_won_follows_from_the_score_of_the_next_game(
    word: str, score: tuple[int, int], win: Win | None
) -> None:
    later = f"\n Game 2\n Anna : {score[0]}          Ben : {score[1]}\n  1) 31: 8/5 6/5"
    found = reading(FIRST.rstrip(), f"  2) 61: 13/7 8/7                {word}", later)
    assert found.match.games[0].win == win
    kinds = [problem.kind for problem in problems_of(found) if problem.game == 1]
    assert kinds == (["note"] if win else kinds)
    assert win or "no-winner-line" in kinds


def test_the_line_of_the_result_counts_before_the_score_of_the_next_game() -> None:
    found = reading(FIRST.rstrip(), "      Wins 1 point", "\n Game 2\n Anna : 0          Ben : 1\n  1) 31: 8/5 6/5")
    assert found.match.games[0].win == Win(Side.LIGHT, 1)
    assert "score" in [problem.kind for problem in problems_of(found)]


def test_a_loser_who_concedes_in_a_cell_of_the_own_column_has_lost() -> None:
    found = reading(FIRST.rstrip(), "  2) Resigns                       Wins 1 point")
    assert found.match.games[0].win == Win(Side.DARK, 1)
    found = reading(FIRST.rstrip(), "  2) 61: 13/7 8/7                Resigns", "      Wins 1 point")
    assert found.match.games[0].win == Win(Side.LIGHT, 1)


def test_a_name_before_the_result_says_who_has_won() -> None:
    for name, side in (("Anna", Side.LIGHT), ("ben", Side.DARK)):
        assert reading(FIRST.rstrip(), f"  2) {name} wins 1 point and the match").match.games[0].win == Win(side, 1)


def test_a_name_before_the_word_says_who_concedes() -> None:
    for name, winner in (("Anna", Side.DARK), ("Ben", Side.LIGHT)):
        found = reading(FIRST.rstrip(), f"  2) {name} resigns", f"{'':20}Wins 1 point")
        assert found.match.games[0].win == Win(winner, 1)
        assert found.problems == ()


@pytest.mark.parametrize("said", ["(0:12)", "0:12", "00:12", "12:34", "[3.5s]", "-0.045", "{12 s}", "+0.5 (6/5)", "|"])
def test_times_and_equities_cost_nothing(said: str) -> None:
    found = reading(f"  1) 31: 8/5 6/5 {said}                 42: 8/4 6/4 {said}", "  2) 61: 13/7 8/7")
    assert played(found.match.games[0]) == ["l 31: 8/5 6/5", "d 42: 8/4 6/4", "l 61: 13/7 8/7"]
    assert all(turn.legal for turn in turns(found.match.games[0]))
    notes(found)


@pytest.mark.parametrize(
    ("left", "column"),
    [
        ("61: 13/7 8/7 foo", 19),
        ("61: foo 13/7 8/7", 10),
        ("61: 13/7 foo 8/7", 15),
        ("foo 61: 13/7 8/7", 6),
        ("61: 13/7! 8/7", 14),
        ("61: 13/7 8/7 ?!", 20),
        ("61: 13/7 8/7 (best)", 19),
        ("61: 13/7 8/7 (not 13/6)", 19),
        ("61: 13/7 8/7 instead of 24/18 13/12", 19),
        ("61: 2 4/1 8 6/5", 10),
        ("61: 13/7 8/7 he takes a risk", 19),
        ("61: 13/7 8/7 #12", 19),
        ("• 61: 13/7 8/7", 6),
    ],
)
def test_what_is_not_known_is_noted_with_line_and_column_and_costs_nothing(left: str, column: int) -> None:
    for right in ("", "52: 13/8 13/11", "Doubles => 2"):
        found = reading(FIRST.rstrip(), f"  2) {left}          {right}".rstrip())
        (game,) = found.match.games
        assert game.actions[2:3] != ()
        roll = game.actions[2]
        assert isinstance(roll, Roll)
        assert (roll.side, roll.dice.text(), roll.standing) == (Side.LIGHT, "61", MatchScore.LEGAL)
        assert roll.play is not None
        assert roll.play.text() in ("13/7 8/7", "24/18 6/5")
        assert (6, column) in notes(found)
        assert len(game.actions) == (4 if right else 3)


@pytest.mark.parametrize(
    "play",
    ["13/7 8/7", "13 / 7 8/ 7", "13/7, 8/7", "13/7; 8/7", "13-7 8-7", "13–7 8–7", "13/7  8/7", "13⁄7 8∕7",
     "13/7\u00a08/7", "１３/７ 8/7", "13/7 8/7.", "13/7/6", "13/6", "8/7 13/7", "13/7\u200b 8/7"],
)  # fmt: skip
def test_blanks_dashes_and_slashes_of_any_kind_are_read(play: str) -> None:
    found = reading(FIRST.rstrip(), f"  2) 61: {play}                52: 13/8 13/11")
    assert played(found.match.games[0])[-1] == "d 52: 13/8 13/11"
    roll = found.match.games[0].actions[2]
    assert isinstance(roll, Roll)
    assert roll.standing is MatchScore.LEGAL
    assert notes(found) == []


@pytest.mark.parametrize("play", ["24/22(2) 13/11(2)", "24/22 (2) 13/11x2", "24/22[2], 13/11(x2)", "24/22{2} 13/11×2"])
def test_plays_may_be_counted_in_several_ways(play: str) -> None:
    found = reading(FIRST.rstrip(), f"  2) 22: {play}")
    assert played(found.match.games[0])[-1] == "l 22: 24/22(2) 13/11(2)"
    assert notes(found) == []


@pytest.mark.parametrize("dice", ["31", "3-1", "3 1", "3,1", "31 "])
def test_dice_may_be_apart(dice: str) -> None:
    found = reading(f"  1) {dice}: 8/5 6/5                 42: 8/4 6/4")
    assert played(found.match.games[0]) == ["l 31: 8/5 6/5", "d 42: 8/4 6/4"]


def test_a_colon_after_the_dice_may_be_missing() -> None:
    found = reading("  1) 31 8/5 6/5                  42 8/4 6/4")
    assert played(found.match.games[0]) == ["l 31: 8/5 6/5", "d 42: 8/4 6/4"]


def test_a_number_that_needs_no_checker_any_more_may_be_written() -> None:
    head = "3 point match\n\n Game 1\n A : 0          B : 0\n; Set Pos=--A-------------------a---/0\n"
    found = read_mat(head + "  1) 21: 2/0 0/0\n      Wins 1 point\n")
    assert played(found.match.games[0]) == ["l 21: 2/off"]


def test_a_play_that_cannot_be_read_accuses_nobody() -> None:
    found = reading("  1) 31: 8/5 x/y                 42: 8/4 6/4", "  2) 61: 13/7 8/7")
    first = found.match.games[0].actions[0]
    assert isinstance(first, Roll)
    assert (first.play, first.standing) == (None, MatchScore.UNCERTAIN)
    assert [(p.line, p.column, p.kind) for p in problems_of(found) if p.kind != "no-winner-line"] == [(5, 14, "parse")]
    assert read_mat(mat_text(found.match)).match == found.match


def test_a_play_of_which_a_part_is_read_is_the_only_one_that_fits() -> None:
    found = reading("  1) 31: 8/5 6/x                 42: 8/4 6/4")
    first = found.match.games[0].actions[0]
    assert isinstance(first, Roll)
    assert (first.play, first.standing) == (None, MatchScore.UNCERTAIN)  # 6/5 is not the only 1
    opened = "  1) 31: 8/5 6/5                 44: 24/16 6/2(2)\n  2) 53: 8/3 6/3                 44: 24/16 6/2(2)\n"
    found = reading(opened + "  3) 66: 13/7(2) 24/18 24/..         31: 8/5 6/5")
    fifth = found.match.games[0].actions[4]
    assert isinstance(fifth, Roll)
    assert fifth.standing is not MatchScore.ILLEGAL


def test_an_illegal_play_stays_as_it_is_written_whatever_stands_beside_it() -> None:
    found = reading("  1) 31: 8/5 6/4 foo                 42: 8/4 6/4")
    first = found.match.games[0].actions[0]
    assert isinstance(first, Roll)
    assert first.play is not None
    assert (first.play.text(), first.standing) == ("8/5 6/4", MatchScore.ILLEGAL)


# --- layouts -------------------------------------------------------------------------------------------------


def test_a_row_may_be_wrapped_between_its_cells_and_within_one() -> None:
    whole = reading("  1) 31: 8/5 6/5                 44: 13/9 13/9 6/2 6/2", "  2) 61: 13/7 8/7")
    for lines in (
        ["  1) 31: 8/5 6/5", "     44: 13/9 13/9 6/2 6/2", "  2) 61: 13/7 8/7"],
        ["  1) 31: 8/5 6/5                 44: 13/9 13/9", "                                     6/2 6/2",
         "  2) 61: 13/7 8/7"],
        ["  1) 31:", "     8/5 6/5                     44: 13/9 13/9 6/2 6/2", "  2) 61: 13/7", "     8/7"],
    ):  # fmt: skip
        found = reading(*lines)
        assert found.match == whole.match
        assert notes(found) == []


def test_columns_may_be_narrow_wide_or_shifted() -> None:
    head = "5 point match\n\nGame 1\nAlice : 0  Bob : 0\n"
    narrow = "1) 31: 8/5 6/5 42: 8/4 6/4\n2) Doubles => 2 Takes\n3) 61: 13/7 8/7 Doubles => 4\n4) Drops Wins 2 points\n"
    wide = re.sub(r"(?m)^(\d\) .*?)(?= 42| Takes| Doubles => 4| Wins)", lambda row: f"{row[0]:60}", narrow)
    shifted = re.sub(r"(?m)^(\d\)) ", r"   \1             ", narrow)
    expected = ["l 31: 8/5 6/5", "d 42: 8/4 6/4", "l Double", "d Take", "l 61: 13/7 8/7", "d Double", "l Drop"]
    for text in (narrow, wide, shifted):
        found = read_mat(head + text)
        assert played(found.match.games[0]) == expected
        assert found.match.games[0].win == Win(Side.DARK, 2)


@pytest.mark.parametrize("word", ["Doubles => 2", "Doubles ==> 2", "doubles to 2", "DOUBLES 2", "Doubles -> 2"])
def test_a_double_is_written_in_several_ways(word: str) -> None:
    found = reading(FIRST.rstrip(), f"  2)  {word}                 Takes", "  3) 61: 13/7 8/7")
    assert found.match.games[0].actions[2:4] == (Double(Side.LIGHT, 2), Take(Side.DARK))
    assert notes(found) == []


def test_cells_on_a_line_without_a_number_are_read() -> None:
    found = reading("  1) 31: 8/5 6/5      Doubles => 2", "      Drops             Wins 1 point")
    assert found.match.games[0].actions[1:] == (Double(Side.DARK, 2), Drop(Side.LIGHT))
    assert found.match.games[0].win == Win(Side.DARK, 1)


def test_form_feeds_control_signs_and_boxes_are_no_obstacle() -> None:
    box = "+------------+\n|  Club cup  |\n+------------+\n"
    found = read_mat(box + HEAD + "\x0c" + FIRST + "\x0c  2) 61: 13/7 8/7\x1a")
    assert played(found.match.games[0])[-1] == "l 61: 13/7 8/7"
    assert found.match.header == {"Comment": "Club cup"}


# --- several matches, names and columns that change ----------------------------------------------------------


def match_of(left: str, right: str, length: int = 5, head: str = "") -> str:
    return (
        f"{head} {length} point match\n\n Game 1\n {left} : 0                     {right} : 0\n{FIRST}"
        "  2)  Doubles => 2               Drops\n      Wins 1 point\n\n"
    )


def test_a_file_of_several_matches_is_split() -> None:
    head = '; [Event "Second"]\n; [Illegal "game 1, move 1, left"]\n'
    first, second, third = read_mats(
        match_of("Ann", "Ben", 3) + match_of("Cid", "Dan", 7, head) + match_of("Ann", "Ben", 3)
    )
    assert [found.match.names for found in (first, second, third)] == [("Ann", "Ben"), ("Cid", "Dan"), ("Ann", "Ben")]
    assert [found.match.length for found in (first, second, third)] == [3, 7, 3]
    assert [len(found.match.games) for found in (first, second, third)] == [1, 1, 1]
    assert first.match.header == third.match.header == {}
    assert second.match.header == {"Event": "Second"}
    assert (second.game_lines, third.game_lines) == ((13,), (21,))
    assert [problem.line for problem in second.problems] == [13]
    assert "another match begins here, Cid – Dan to 7" in second.problems[0].reason


def test_two_files_one_behind_the_other_are_the_matches_of_both() -> None:
    matches = [random_match(seed, length, games=3) for seed, length in enumerate((3, 0, 7))]
    text = "".join(mat_text(match) for match in matches)
    assert [found.match for found in read_mats(text)] == [read_mat(mat_text(match)).match for match in matches]


def test_other_names_are_another_match_even_without_a_head() -> None:
    text = match_of("Ann", "Ben") + " Game 1\n Cid : 0                     Dan : 0\n" + FIRST
    first, second = read_mats(text)
    assert (first.match.names, second.match.names) == (("Ann", "Ben"), ("Cid", "Dan"))
    assert second.match.length == 5


def test_the_head_may_stand_above_every_game() -> None:
    text = match_of("Ann", "Ben") + " 5 point match\n\n Game 2\n Ann : 1                     Ben : 0\n" + FIRST
    (found,) = read_mats(text)
    assert [game.score for game in found.match.games] == [(0, 0), (1, 0)]


def test_the_columns_may_change_from_game_to_game() -> None:
    text = match_of("Ann", "Ben") + " Game 2\n Ben : 0                        Ann : 1\n" + FIRST + (
        "  2)  Doubles => 2               Drops\n      Wins 1 point\n\n Game 3\n Ben : 1                 Ann : 1\n"
    ) + FIRST  # fmt: skip
    found = read_mat(text)
    assert found.match.names == ("Ann", "Ben")
    assert [game.score for game in found.match.games] == [(0, 0), (1, 0), (1, 1)]
    assert [game.win for game in found.match.games] == [Win(Side.LIGHT, 1), Win(Side.DARK, 1), None]
    assert played(found.match.games[1])[0] == "d 31: 8/5 6/5"
    assert [(problem.kind, problem.game) for problem in found.problems] == [("note", 2), ("note", 3)]
    assert [problem.kind for problem in problems_of(found) if problem.is_fault] == ["no-winner-line"]


@pytest.mark.parametrize("name", ["Ann,1512", "ANN", "Ann "])
def test_a_rating_or_capital_letters_make_no_other_player(name: str) -> None:
    text = match_of("Ann,1500", "Ben") + f" Game 2\n {name} : 1                 Ben : 0\n" + FIRST
    (found,) = read_mats(text)
    assert len(found.match.games) == 2
    assert found.problems == ()


def test_a_long_name_may_be_cut_and_may_begin_like_the_other_one() -> None:
    cut = match_of("Bartholomew Smith", "Ben") + " Game 2\n Bartholomew : 1                 Ben : 0\n" + FIRST
    assert [len(found.match.games) for found in read_mats(cut)] == [2]
    alike = match_of("Christian", "Christiana") + " Game 2\n Christiana : 0           Christian : 1\n" + FIRST
    (found,) = read_mats(alike)
    assert found.match.games[1].score == (1, 0)
    assert played(found.match.games[1])[0] == "d 31: 8/5 6/5"


def test_a_player_may_have_another_name_in_the_next_game() -> None:
    text = match_of("Ann", "Ben") + " Game 2\n Queen : 1                 Ben : 0\n" + FIRST
    (found,) = read_mats(text)
    assert found.match.names == ("Ann", "Ben")
    assert [(problem.kind, problem.game) for problem in found.problems] == [("note", 2)]
    assert len(read_mats(text.replace("Queen : 1", "Queen : 0"))) == 2  # the score does not go on
    (found,) = read_mats(text.replace("      Wins 1 point\n", ""))  # but here, and says who has won
    assert found.match.games[0].win == Win(Side.LIGHT, 1)


def test_a_game_without_names_goes_on_with_those_before() -> None:
    (found,) = read_mats(match_of("Ann", "Ben") + " Game 2\n" + FIRST)
    assert [game.score for game in found.match.games] == [(0, 0), (1, 0)]
    assert [problem.kind for problem in found.problems] == ["note"]


# --- headers that contradict themselves ----------------------------------------------------------------------


def test_without_a_cube_the_rules_about_it_mean_nothing() -> None:
    head = '; [Jacoby "On"]\n; [Beaver "On"]\n; [CubeLimit "1"]\n\n0 point match\n\n Game 1\n A : 0          B : 0\n'
    found = read_mat(head + FIRST)
    assert found.match.rules == "tournament cube=false"
    assert found.match.header == {"Jacoby": "On", "Beaver": "On", "CubeLimit": "1"}
    assert [problem.kind for problem in found.problems] == ["note"]


def test_a_cube_that_is_turned_is_there_whatever_the_header_says() -> None:
    found = read_mat('; [CubeLimit "1"]\n' + match_of("Ann", "Ben"))
    assert found.match.rules == "tournament"
    assert [problem.kind for problem in problems_of(found)] == ["note"]


@pytest.mark.parametrize(
    "head",
    [
        '; [Event "A"]\n; [Event "B"]\n',
        '; [Variation "Nackgammon"]\n; [Variation "Backgammon"]\n',
        '; [Variation "Backgammon"]\n; [Variation "Nackgammon"]\n',
        "3 point match\n",
        '; [Rules "tournament cube=false jacoby=true"]\n',
    ],
)
def test_a_header_that_contradicts_itself_is_noted(head: str) -> None:
    found = read_mat(head + HEAD + FIRST)
    assert found.match.length == 7
    assert {problem.kind for problem in found.problems} == {"note"}


# --- anything at all in between ------------------------------------------------------------------------------

WORDS: Final = ("foo", "Zug", "хорошо", "nice", "joker", "anti", "x", "He", "Blunder", "ok", "lucky")
MARKS: Final = ("!", "?", "?!", "*", "•", "–", ";", "~", "(", ")", "[", "]", "#", "§", "’", "@", "+", "^", "…")
BLANKS: Final = (" ", "  ", "\t", "\u00a0", "    ", "\u200b", "\x0c")


def strewn(text: str, random: Random) -> str:
    """A match text with words, marks and blanks between the words of its cells."""
    lines = []
    for line in text.split("\n"):
        number, _, cells = line.partition(")")
        if not number.strip().isdigit() or random.random() < 0.3:
            lines.append(line)
            continue
        words = re.split(r"(?<=\S)(?=\s)", cells)
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(words) + 1)
            words.insert(at, " " + random.choice(random.choice((WORDS, MARKS, BLANKS))))
        lines.append(f"{number}){''.join(words)}")
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(3))
def test_no_word_mark_or_blank_between_words_voids_a_legal_play_or_accuses_anybody(seed: int) -> None:
    match = random_match(seed, (0, 3, 7)[seed], games=2)
    text = mat_text(match)
    clean = read_mat(text).match
    random = Random(seed)
    for _ in range(3):
        found = read_mat(strewn(text, random))
        for game, expected in zip(found.match.games, clean.games, strict=True):
            assert played(game) == played(expected)
            assert [turn.legal for turn in turns(game)] == [turn.legal for turn in turns(expected)]
            assert game.win == expected.win
        assert [problem for problem in found.problems if problem.is_fault] == []


def wrapped(text: str, random: Random) -> str:
    """A match text with some rows broken in two, the rest at the left or below where it stood."""
    lines = []
    for line in text.split("\n"):
        number = re.match(r" *\d+\) ", line)
        gaps = [
            gap.start()
            for gap in re.finditer(r"(?<=\S) +(?=\d\d:|\d+/|D|T)", line)
            if number and gap.start() > number.end()
        ]
        if gaps and random.random() < 0.3:
            at = random.choice(gaps)
            line = f"{line[:at]}\n{' ' * random.choice((5, at + 1))}{line[at:].strip()}"
        lines.append(line)
    return "\n".join(lines)


def drifted(text: str, random: Random) -> str:
    """A match text whose columns begin elsewhere in every row."""
    lines = []
    for line in text.split("\n"):
        if row := re.match(r" *(\d+\)) ( *)(.*)", line):
            number, left, cells = row.groups()
            margin = random.randint(0, 3) if len(left) < 5 else random.randint(12, 50)
            cells = re.sub(" {2,}", lambda _: " " * random.randint(2, 30), cells)
            line = f"{' ' * random.randint(0, 6)}{number} {' ' * margin}{cells}{' ' * random.randint(0, 5)}"
        lines.append(line)
    return "\n".join(lines)


@pytest.mark.parametrize("change", [wrapped, drifted])
@pytest.mark.parametrize("seed", range(3))
def test_rows_may_be_wrapped_and_columns_may_drift(change: Callable[[str, Random], str], seed: int) -> None:
    text = mat_text(random_match(seed, (0, 3, 7)[seed], games=2))
    clean = read_mat(text).match
    (found,) = read_mats(change(text, Random(seed)))
    for game, expected in zip(found.match.games, clean.games, strict=True):
        assert played(game) == played(expected)
        assert game.win == expected.win


def test_a_result_in_the_column_of_the_player_who_dropped_is_the_others() -> None:
    found = reading(
        FIRST.rstrip(), "  2) 61: 13/7 8/7                 Doubles => 2", "  3)  Drops", "      Wins 1 point"
    )
    assert found.match.games[0].win == Win(Side.DARK, 1)
    assert notes(found) == [(8, 7)]


def test_problems_have_columns_of_the_line_as_it_is_in_the_file() -> None:
    found = reading("  1)\t31: 8/5 6/5\tfoo")
    assert [Problem(1, 5, "note", "'foo' is not known, and is passed over", 18)] == list(found.problems)


def test_a_match_is_read_with_the_rest_of_its_file_whatever_the_games_hold() -> None:
    assert read_mat(mat_text(Match(names=("A", "B"), length=3))).match.length == 3


def torn(text: str, random: Random) -> str:
    """A match text with marks and blanks anywhere in its cells, also within words and numbers."""
    lines = []
    for line in text.split("\n"):
        number, _, cells = line.partition(")")
        if number.strip().isdigit() and random.random() < 0.5:
            for _ in range(random.randint(1, 2)):
                at = random.randrange(len(cells) + 1)
                cells = cells[:at] + random.choice(random.choice((MARKS, BLANKS))) + cells[at:]
            line = f"{number}){cells}"
        lines.append(line)
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(3))
def test_a_mark_within_a_word_accuses_nobody(seed: int) -> None:
    text = mat_text(random_match(seed, (0, 3, 7)[seed], games=2))
    clean = read_mat(text).match
    (found,) = read_mats(torn(text, Random(seed)))
    for game, expected in zip(found.match.games, clean.games, strict=True):
        assert all(turn.legal for turn in turns(game))
        assert played(game) == played(expected) or [problem for problem in problems_of(found) if problem.is_fault]


@pytest.mark.parametrize("words", ["a b c ", "31: 8/5 x/y ", "2 4/1 8 ", "wins 1 ", "((((", "1-1-1-", "Dou ", "?!"])
def test_a_line_of_nothing_but_words_takes_no_long_time(words: str) -> None:
    line = f"  1) 31: {words * 1000}"[:3_900]
    began_s = time.process_time()
    reading(*[line] * 20)
    assert time.process_time() - began_s < 20


@pytest.mark.parametrize("line", ["  1) 31: 8/5 x/y     42: 2 4/1 8 1 3/1 1\n", "  1) foo    bar\n"])
def test_a_file_of_nothing_but_problems_is_refused(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.record.files.limits.MOST_PROBLEMS", 1_000)
    with pytest.raises(InputError, match="more than 1,000 places make no sense"):
        read_mat(HEAD + line * 1_200)
