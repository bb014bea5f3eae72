"""What other programs write into ``.mat`` files; all of it occurs in real files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from companion.errors import InputError
from companion.games.backgammon import Play, RuleSet
from companion.games.rules import Side
from companion.record.files.formats import read_match
from companion.record.match import Drop, Match, MatchScore, Placed, Roll, Take, Win
from companion.record.replaying import turns
from tests.record.files.one_match import read_mat

ORACLE: Final = Path(__file__).parents[3] / "../shared/data/oracle"
# Every so many files of the corpus are read here: the whole takes minutes.
EVERY: Final = 60

HEAD: Final = "7 point match\n\n Game 1\n Anna : 0                      Ben : 0\n"


def game(*lines: str) -> Match:
    return read_mat(HEAD + "\n".join(lines) + "\n").match


def plays(match: Match) -> list[str]:
    return [
        action.play.text() if action.play is not None else "-"
        for action in match.games[0].actions
        if isinstance(action, Roll)
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "  1) 64: 24/18 18/14             44: 24/20 24/20 13/9 13/9",
            "  1) 64: 24/14                   44: 24/20(2) 13/9(2)",
        ),
        ("  1) 31: 8/5 6/5                 64: 24/20 20/14", "1) 13: 6/5 8/5            46: 24/14    "),
    ],
)
def test_consolidated_plays_are_the_same_as_single_steps(first: str, second: str) -> None:
    ends = [[turn.after for turn in turns(game(text).games[0])] for text in (first, second)]
    assert ends[0] == ends[1]
    assert None not in ends[0]


@pytest.mark.parametrize("word", ["25/22", "bar/22", "Bar/22", "BAR/22"])
def test_bar_may_be_a_word_or_a_number(word: str) -> None:
    match = game("  1) 62: 24/18 13/11             64: 24/20 13/7*", f"  2) 31: {word} 24/23           52: 13/8 13/11")
    assert plays(match)[2] == "bar/22 24/23"


def test_a_hit_need_not_be_starred() -> None:
    match = game("  1) 62: 24/18 13/11             64: 24/20 13/7")
    assert plays(match)[1] == "24/20 13/7*"


def test_the_right_player_may_begin() -> None:
    match = game("  1)                             41: 13/9 24/23", "  2) 31: 8/5 6/5")
    assert [action.side for action in match.games[0].actions if isinstance(action, Roll)] == [Side.DARK, Side.LIGHT]


@pytest.mark.parametrize("text", ["", "   ", "Cannot Move"])
def test_a_roll_that_cannot_be_played_is_a_dance(text: str) -> None:
    lines = [
        "  1) 65: 24/18 18/13             64: 24/14",
        "  2) 33: 8/5 8/5 6/3 6/3         65: 14/8 13/8",
        "  3) 11: 6/5 6/5 8/7 8/7         41: 13/9 9/8",
    ]
    assert plays(game(*lines))[-1] == "13/8"
    blocked = read_mat(HEAD + f"  1) 62: 24/18 13/11             66: 24/18*(2) 13/7(2)\n  2) 66: {text}\n").match
    assert plays(blocked)[-1] == "Cannot Move"


@pytest.mark.parametrize("text", ["", "????", "???"])
def test_a_roll_that_could_be_played_and_was_not_stays_unplayed(text: str) -> None:
    match = game("  1) 31: 8/5 6/5                 52: " + text, "      Wins 1 point")
    assert plays(match) == ["8/5 6/5", "-"]
    assert match.games[0].win == Win(Side.LIGHT, 1)


@pytest.mark.parametrize(
    ("lines", "winner"),
    [
        (["  2)  Doubles => 2                Drops", "      Wins 1 point"], Side.LIGHT),
        (["  2)  Doubles => 2                Drops", "  3)  Wins 1 point"], Side.LIGHT),
        (["  2) 31: 8/5 6/5                 Doubles => 2", "  3)  Drops                      Wins 1 point"], Side.DARK),
        (["                                  Wins 1 point and the match"], Side.DARK),
        (["  2)  Losses 1 point                                       Wins 1 point"], Side.DARK),
        (["  2) 31: 6/5 8/5                  Losses 1 point", "      Wins 1 points"], Side.LIGHT),
        (["  2) 31: Concedes                 Wins 1 point"], Side.DARK),
        (["  2) 31: 8/5 6/5                 62: Concedes", "  3)  Wins 1 point"], Side.LIGHT),
        (["  2) Concedes", "  3)                              Wins 1 point"], Side.DARK),
    ],
)
def test_the_winner_is_told_by_column_or_word(lines: list[str], winner: Side) -> None:
    match = game("  1) 31: 8/5 6/5                 52: 13/11 13/8", *lines)
    assert match.games[0].win == Win(winner, 1)


def test_cube_words_stand_in_either_column() -> None:
    match = game("  1) 31: 8/5 6/5                  Doubles => 2", "  2)  Takes                      52: 13/11 13/8",
                 "  3)  doubles => 4                Passes")  # fmt: skip
    assert match.games[0].actions[2] == Take(Side.LIGHT)
    assert match.games[0].actions[-1] == Drop(Side.DARK)


def test_bom_header_and_windows_line_ends_are_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path / "m.mat"
    text = '\ufeff; [Event "Finále"]\r\n# a comment\r\n' + HEAD.replace("\n", "\r\n") + " 1) 31: 8/5 6/5\r\n"
    path.write_bytes(text.encode())
    assert read_match(path).header == {"Event": "Finále", "Comment": "a comment"}
    path.write_bytes('; [Event "Finále"]\n'.encode("cp1252") + HEAD.encode())
    assert read_match(path).header == {"Event": "Finále"}


def test_names_may_be_empty_or_hold_ratings_and_blanks() -> None:
    text = HEAD.replace("Anna : 0", "  : 0").replace("Ben : 0", "Jan de Vries,1723 : 0")
    assert read_mat(text).match.names == ("", "Jan de Vries,1723")


@pytest.mark.parametrize("name", ["#1", "; x"])
def test_a_name_may_begin_like_a_comment(name: str) -> None:
    assert read_mat(HEAD.replace("Anna", name)).match.names == (name, "Ben")


def test_a_double_in_a_file_that_begins_one_point_away_tells_that_the_crawford_game_was_before() -> None:
    head = HEAD.replace("Anna : 0", "Anna : 6") + "  1) 31: 8/5 6/5\n"
    assert read_mat(head).match.games[0].crawford
    assert not read_mat(head + "  2)                              Doubles => 2\n").match.games[0].crawford


def test_stray_cells_are_passed_over_and_reported() -> None:
    reading = read_mat(
        HEAD + "  1) 31: 8/5 6/5                 52: 13/11 13/8      2)\n  2) 64: 24/14                   00: ????\n"
    )
    assert plays(reading.match) == ["8/5 6/5", "13/8 13/11", "24/14*"]
    assert [(problem.line, problem.kind) for problem in reading.problems] == [(5, "parse"), (6, "parse")]


def test_a_line_glued_to_the_one_before_begins_with_the_left_cell_again() -> None:
    reading = read_mat(HEAD + "  1) 31: 8/5 6/5                  2)  Losses 1 point                Wins 1 point\n")
    assert reading.match.games[0].win == Win(Side.DARK, 1)
    assert [(problem.line, problem.kind) for problem in reading.problems] == [(5, "parse")]


def test_a_cell_of_question_marks_holds_no_roll() -> None:
    lines = "  1) 31: 8/5 6/5                 52: 13/11 13/8\n  2) ????                           Wins 1 point\n"
    reading = read_mat(HEAD + lines)
    assert reading.problems == ()
    assert reading.match.games[0].win == Win(Side.DARK, 1)


def test_a_result_behind_both_cells_is_told_by_the_drop() -> None:
    match = game("  1) 31: 8/5 6/5                 52: 13/11 13/8", "  2)  Doubles => 2       Drops       Wins 1 point")
    assert match.games[0].win == Win(Side.LIGHT, 1)


@pytest.mark.parametrize("separator", ["\r", "\r\n", "\n"])
def test_lines_are_counted_whatever_ends_them(separator: str) -> None:
    reading = read_mat((HEAD + "  1) 31: 8/5 6/5\n something\n").replace("\n", separator))
    assert [(problem.line, problem.kind) for problem in reading.problems] == [(6, "parse")]
    assert reading.game_lines == (3,)


def test_columns_may_be_apart_by_tabs() -> None:
    match = game("  1)\t31: 8/5 6/5\t\t52: 13/11 13/8", "  2)\t\t\t\t31: 8/5 6/5")
    rolls = [(action.side, action.dice.text()) for action in match.games[0].actions if isinstance(action, Roll)]
    assert rolls == [(Side.LIGHT, "31"), (Side.DARK, "52"), (Side.DARK, "31")]


@pytest.mark.parametrize("text", ["Cannot Move", "cannot move", "can't move", "No move", "no legal play", "Dance", "-"])
def test_a_dance_may_be_told_in_words(text: str) -> None:
    reading = read_mat(HEAD + f"  1) 62: 24/18 13/11             66: 24/18*(2) 13/7(2)\n  2) 66: {text}\n")
    assert plays(reading.match)[-1] == "Cannot Move"
    assert reading.problems == ()


@pytest.mark.parametrize("text", ["24/18,13/11", "24/18, 13/11", "24/18 13/11,", "b/24 b/23", "6/O", "8/5(2)*"])
def test_other_ways_to_write_a_play(text: str) -> None:
    reading = read_mat(HEAD + f"  1) 62: {text}\n")
    assert reading.problems == ()


@pytest.mark.parametrize(
    ("fact", "rules"),
    [
        ('[CubeLimit "1"]', "tournament cube=false"),
        ('[CubeLimit "1024"]', "tournament"),
        ('[CubeLimit "1"', "tournament cube=false"),
        ('[Crawford "Off"]', "tournament crawford=false"),
        ('[Jacoby "On"]', "tournament jacoby=true"),
        ('[Beaver "On"]', "tournament beavers=true"),
    ],
)
def test_rules_that_other_programs_tell_are_taken_over(fact: str, rules: str) -> None:
    assert RuleSet.from_text(read_mat(f"; {fact}\n{HEAD}").match.rules) == RuleSet.from_text(rules)


def test_a_position_after_an_illegal_play_is_read_with_the_bars_either_way() -> None:
    # Dark has a checker on the bar: the programs disagree in which of two fields it stands.
    points = "-2;0;0;0;0;4;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2"
    for first_bar, last_bar in ((0, 1), (1, 0)):
        board = f"7;0;0;0;0;Ben;Anna;0;0;0;1;0;{first_bar};{points};{last_bar};0;0;"
        reading = read_mat(HEAD + f"  1) 31: Illegal play ({board}) 62: 25/23 24/18\n")
        assert [(problem.line, problem.kind) for problem in reading.problems] == [(5, "parse")]
        assert [type(action) for action in reading.match.games[0].actions] == [Roll, Placed, Roll]
        assert plays(reading.match) == ["-", "bar/23 24/18"]


@pytest.mark.parametrize(
    "names", [("Smith, John,1723", "(x) [y]"), ("a:b", "c"), ("Anna 3", "Ben : x Cid"), ("24)", "#1")]
)
def test_names_may_hold_what_stands_between_columns_elsewhere(names: tuple[str, str]) -> None:
    reading = read_mat(f"5 point match\n\n Game 1\n {names[0]} : 0                {names[1]} : 12\n")
    assert (reading.match.names, reading.match.games[0].score) == (names, (0, 12))


def test_a_line_without_end_is_reported_and_passed_over() -> None:
    reading = read_mat(HEAD + "  1) 31: 8/5 6/5\n" + "31: " * 10_000 + "\n  2) 64: 24/14\n")
    assert [problem.line for problem in reading.problems] == [6]
    assert plays(reading.match) == ["8/5 6/5", "24/14"]


def test_what_is_not_understood_is_reported_with_its_line() -> None:
    reading = read_mat(HEAD + "  1) 31: 8/5 x/5                 52: 13/11 13/8\n something\n")
    assert [(problem.game, problem.line, problem.kind) for problem in reading.problems] == [
        (1, 5, "parse"),
        (1, 6, "parse"),
    ]
    first = reading.match.games[0].actions[0]
    assert isinstance(first, Roll)
    assert (first.play, first.standing) == (None, MatchScore.UNCERTAIN)


@pytest.mark.parametrize("text", ["", "hello", "7 point match\n", "Game 1\n a : 0  b : 0\n", "\x00\x01"])
def test_what_is_no_match_file_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="expected a match file"):
        read_mat(text)


def test_another_variation_is_refused() -> None:
    with pytest.raises(InputError, match="NackGammon"):
        read_mat('; [Variation "NackGammon"]\n' + HEAD)


def test_an_empty_play_is_no_missing_play() -> None:
    (roll,) = game("  1) 66: Cannot Move").games[0].actions
    assert isinstance(roll, Roll)
    assert (roll.play, roll.standing) == (Play(), MatchScore.ILLEGAL)
