"""SGF, ``GM[6]``: what is read, what is kept, and what is written back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games.backgammon import START, Dice, Play, Position
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side, Stack
from companion.lab.bench.wild import wild_match
from companion.record import Match, read_match, write_match
from companion.record.files.formats import read
from companion.record.files.reading import ReadMatch
from companion.record.files.sgf import sgf_text
from companion.record.files.sgf_reading import read_sgfs
from companion.record.files.sgf_syntax import main_lines
from companion.record.match import (
    ROOT,
    Accept,
    Action,
    Double,
    Drop,
    Game,
    MatchScore,
    Pass,
    Placed,
    Properties,
    Refuse,
    Resign,
    Roll,
    Take,
    Win,
)
from companion.record.replaying import marked, rules_of
from tests.games.boards import board, positions
from tests.record.files.one_match import read_sgf
from tests.record.playing import game_of

ROOT_NODE: Final = "FF[4]GM[6]CA[UTF-8]AP[x:1]MI[length:7][game:0][ws:0][bs:0]PW[Anna]PB[Ben]RU[Crawford]"


def tree(*nodes: str, root: str = ROOT_NODE) -> str:
    return "(;" + "\n;".join((root, *nodes)) + ")\n"


def game_read(*nodes: str, root: str = ROOT_NODE) -> Game:
    reading = read_sgf(tree(*nodes, root=root))
    assert reading.problems == ()
    return reading.match.games[0]


def actions_read(*nodes: str) -> tuple[Action, ...]:
    return game_read(*nodes).actions


def problem_of(*nodes: str, root: str = ROOT_NODE) -> tuple[int | None, str]:
    (problem,) = read_sgf(tree(*nodes, root=root)).problems
    assert (problem.game, problem.kind) == (1, "parse")
    return problem.line, problem.reason


@pytest.mark.slow
@given(st.integers(0, 10**6))
@settings(max_examples=15)
def test_whatever_happened_in_a_match_comes_back_from_sgf(seed: int) -> None:
    match = wild_match(seed, games=2)
    rules = rules_of(match)
    reading = read_sgf(sgf_text(match))
    assert [problem for problem in reading.problems if problem.is_fault] == []
    # A game without a result has one by the score of the next.
    wins = [game.win for game in reading.match.games]
    games = [replace(game, win=game.win or win) for game, win in zip(match.games, wins, strict=True)]
    assert reading.match == replace(match, games=tuple(marked(game, rules) for game in games))
    assert sgf_text(reading.match) == sgf_text(replace(match, games=tuple(games)))


@pytest.mark.slow
@given(positions(), st.sampled_from(Side))
def test_any_position_can_be_set_up(position: Position, on_roll: Side) -> None:
    placed = Placed(replace(position, on_roll=on_roll))
    game = game_of("light 31 8/5 6/5")
    match = Match(games=(replace(game, actions=(*game.actions, placed)), Game(start=position)))
    assert read_sgf(sgf_text(match)).match == match


# What is read.


def test_an_action_is_a_roll_with_its_play_or_a_word() -> None:
    words = "double", "take", "drop", "resign:2", "accept", "reject"
    assert actions_read("W[52mhxv]", "B[11]", *(f"W[{word}]" for word in words)) == (
        Roll(Side.LIGHT, Dice(5, 2), Play.from_text("13/8 24/22")),
        Roll(Side.DARK, Dice(1, 1), Play(), MatchScore.ILLEGAL),
        *(Double(Side.LIGHT, 2), Take(Side.LIGHT), Drop(Side.LIGHT)),
        *(Resign(Side.LIGHT, Result.GAMMON), Accept(Side.LIGHT), Refuse(Side.LIGHT)),
    )


def test_a_double_answered_by_a_double_is_a_beaver_of_twice_the_cube() -> None:
    doubles = actions_read("W[31hefe]", "B[double]", "W[double]", "B[double]", "W[take]", "B[double]")[1:]
    assert doubles == (
        *(Double(Side.DARK, 2), Double(Side.LIGHT, 4), Double(Side.DARK, 8), Take(Side.LIGHT)),
        Double(Side.DARK, 16),
    )


def test_dice_that_are_set_before_they_are_played_are_one_roll() -> None:
    assert actions_read("PL[B]DI[31]", "B[31qtst]") == game_of("dark 31 8/5 6/5").actions


def test_dice_that_are_only_set_are_a_roll_without_a_play() -> None:
    assert actions_read("W[31hefe]", "PL[B]DI[64]")[1] == Roll(Side.DARK, Dice(6, 4), None)
    assert actions_read("W[31hefe]", "DI[64]")[1] == Roll(Side.DARK, Dice(6, 4), None), "whose turn it is"


@pytest.mark.parametrize(
    "stones",
    [
        "AE[a:y]AW[f][f][y]AB[x]",
        "AE[a][f][h][m][x][a][l][q][s]AW[f][f][y]AB[x]",
        "AE[y:a] AW [f]\n[f][y] AB[x]",
        "AE[a:g][h:y]AW[f:f][f][y]AB[x:x]",
    ],
)
def test_a_board_is_set_up_point_by_point_or_in_short_lists(stones: str) -> None:
    start = game_read(f"PL[B]{stones}").start
    assert start == board("6:2 bar:1", "1:1", on_roll=Side.DARK)


def test_a_board_set_up_before_the_first_action_is_the_start_and_later_one_is_placed() -> None:
    game = game_read("PL[W]AE[x]AW[w][w]", "W[31hefe]", "PL[W]AE[e]AW[d][d]")
    assert game.start.points[22:] == (2, 0)
    assert isinstance(game.actions[1], Placed)
    assert game.actions[1].position.points[3:5] == (2, 0)
    assert game.actions[1].position.on_roll is Side.LIGHT


def test_stones_are_added_to_the_board_as_it_is_by_then() -> None:
    placed = actions_read("W[31hefe]", "PL[B]AE[e]AW[d][d]")[1]
    assert placed == Placed(board("24:2 13:5 8:2 6:4 4:2", "24:2 13:5 8:3 6:5", on_roll=Side.DARK))


def test_a_board_set_up_as_it_is_already_is_no_action() -> None:
    assert len(actions_read("W[31hefe]", "PL[B]AE[a:y]AW[a][a]AE[a]AW[e][e][f][f][f][f][h][h]")) == 2
    assert len(actions_read("W[31hefe]", "PL[B]AE[a]AB[a][a]")) == 1


def test_in_a_node_with_a_setup_and_a_move_the_setup_comes_first() -> None:
    placed, roll = actions_read("W[31hefe]", "AE[l]AB[k][k][k][k][k]B[31kn]")[1:]
    assert isinstance(placed, Placed)
    assert roll == Roll(Side.DARK, Dice(3, 1), Play.from_text("14/11"), MatchScore.ILLEGAL)


def test_moves_and_setups_in_the_root_belong_to_the_game() -> None:
    assert game_read(root=ROOT_NODE + "PL[W]DI[31]").actions == (Roll(Side.LIGHT, Dice(3, 1), None),)


def test_the_cube_at_the_root_tells_of_automatic_doubles() -> None:
    game = game_read("W[31hefe]", "B[double]", root=ROOT_NODE + "CV[4]")
    assert game.cube == 4
    assert game.actions[1] == Double(Side.DARK, 8)


def test_blanks_of_any_kind_around_a_number_are_none_of_it() -> None:
    game = game_read(root="GM[6]MI[length: 7\x1f]CV[\x1c2\x1f]")
    assert (game.cube, read_sgf(tree(root="GM[6]MI[length: 7\x1f]")).match.length) == (2, 7)


def test_a_cube_that_is_set_later_is_kept_and_counts() -> None:
    game = game_read("W[31hefe]", "CV[4]", "CP[b]", "B[double]")
    assert game.cube == 1
    assert game.properties == {0: {"CV": ("4",), "CP": ("b",)}}
    assert game.actions[1] == Double(Side.DARK, 8)


@pytest.mark.parametrize(
    ("result", "win"),
    [
        ("W+2", Win(Side.LIGHT, 2)),
        ("B+1R", Win(Side.DARK, 1)),
        ("W+2Resign", Win(Side.LIGHT, 2)),
        ("b + 3", Win(Side.DARK, 3)),
        ("W+R", Win(Side.LIGHT, 1)),
        ("?", None),
        ("Void", None),
        ("", None),
    ],
)
def test_the_result_is_read_in_many_spellings(result: str, win: Win | None) -> None:
    assert game_read(root=f"{ROOT_NODE}RE[{result}]").win == win


@pytest.mark.parametrize(
    ("length", "named", "rules", "crawford"),
    [
        (7, "", "tournament", False),
        (7, "RU[Crawford]", "tournament", False),
        (7, "RU[Crawford:CrawfordGame]", "tournament", True),
        (7, "RU[Crawford][CrawfordGame]", "tournament", True),
        (7, "RU[NoCube:Crawford]", "tournament cube=false", False),
        (7, "RU[NoCube]", "tournament cube=false crawford=false", False),
        (0, "", "tournament", False),
        (0, "RU[Jacoby]", "tournament jacoby=true", False),
        (0, "RU[Jacoby]XR[gamez]", "gamez", False),
    ],
)
def test_the_rules_named_are_the_rule_set(length: int, named: str, rules: str, crawford: bool) -> None:
    match = read_sgf(tree(root=f"GM[6]MI[length:{length}]{named}")).match
    assert (match.rules, match.length, match.games[0].crawford) == (rules, length, crawford)
    assert read_sgf(sgf_text(match)).match == match


@pytest.mark.parametrize(
    ("named", "nodes", "crawford"),
    [
        ("", ["W[31hefe]"], True),
        ("RU[Crawford]", ["W[31hefe]"], True),
        ("RU[NoCube]", ["W[31hefe]"], False),
        ("", ["W[31hefe]", "B[double]", "W[take]"], False),
    ],
)
def test_where_a_root_does_not_name_the_crawford_game_the_score_tells_it(
    named: str, nodes: list[str], crawford: bool
) -> None:
    match = read_sgf(tree(*nodes, root=f"GM[6]MI[length:7][ws:6][bs:2]{named}")).match
    assert match.games[0].crawford == crawford


def test_what_a_root_does_not_say_has_its_usual_value() -> None:
    match = read_sgf("(;GM[6])").match
    assert match == Match(("White", "Black"), 0, (Game(),))


def test_only_the_main_line_counts() -> None:
    text = f"(;{ROOT_NODE}(;W[31hefe](;B[11](;W[66])(;W[55]))(;B[22]))(;W[64xn];B[33]))"
    assert [action.dice.text() for action in read_sgf(text).match.games[0].actions if isinstance(action, Roll)] == [
        "31", "11", "66",
    ]  # fmt: skip


def test_old_files_write_long_names_with_capitals_and_space_everywhere() -> None:
    text = " junk ( ; GaMe [6]\n FileFormat[3] PlayerWhite[Anna] PlayerBlack\n[Ben] ; White [31hefe] \n Comment[x] ) "
    match = read_sgf(text).match
    assert match.names == ("Anna", "Ben")
    assert match.games[0].actions == game_of("light 31 8/5 6/5").actions
    assert match.games[0].properties == {0: {"C": ("x",)}}


def test_text_has_escapes_and_soft_line_breaks() -> None:
    root = "GM[6]PW[A\\]\\\\\\: B]PB[Be\\\nn\nCz\te]EV[Klub\\: 3]"
    match = read_sgf(tree(root=root)).match
    assert match.names == ("A]\\: B", "Ben Cz e")
    assert match.header == {"Event": "Klub: 3"}


def test_a_date_is_written_with_dots_in_the_header() -> None:
    match = read_sgf(tree(root="GM[6]DT[2026-11-20]PC[Praha]RO[1/2]AN[me]")).match
    assert match.header == {"EventDate": "2026.11.20", "Site": "Praha", "Round": "1/2", "Transcriber": "me"}
    assert "DT[2026-11-20]" in sgf_text(match)


def test_trees_of_one_file_are_the_games_of_one_match() -> None:
    later = ROOT_NODE.replace("[game:0][ws:0][bs:0]", "[game:1][ws:0][bs:2]")
    games = read_sgf(tree("W[31hefe]") + "\n\n" + tree("B[31qtst]", root=later)).match.games
    assert [game.score for game in games] == [(0, 0), (0, 2)]


def test_a_tree_of_other_names_is_another_match() -> None:
    trees = tree("W[31hefe]") + tree(root=ROOT_NODE.replace("Ben", "Cyril"))
    first, second = read_sgfs(trees)
    assert (first.match.names, second.match.names) == (("Anna", "Ben"), ("Anna", "Cyril"))
    (note,) = second.problems
    assert (note.kind, note.game, note.line) == ("note", 1, 3)
    assert "Anna – Cyril to 7" in note.reason
    with pytest.raises(InputError, match="holds 2 matches"):
        read_sgf(trees)


def test_the_next_match_of_the_same_players_is_another_one() -> None:
    second = ROOT_NODE.replace("[ws:0]", "[ws:2]").replace("[game:0]", "[game:1]")
    trees = tree(root=ROOT_NODE + "RE[W+2]") + tree(root=second) + tree(root=ROOT_NODE)
    assert [len(reading.match.games) for reading in read_sgfs(trees)] == [2, 1]


def test_the_colours_may_change_from_game_to_game() -> None:
    swapped = ROOT_NODE.replace("PW[Anna]PB[Ben]", "PW[Ben]PB[Anna]")
    swapped = swapped.replace("[bs:0]", "[bs:2]").replace("[game:0]", "[game:1]")
    assert swapped != ROOT_NODE
    reading = read_sgf(tree(root=ROOT_NODE + "RE[W+2]") + tree("W[31hefe]", root=swapped + "RE[B+1]"))
    assert reading.match.names == ("Anna", "Ben")
    first, second = reading.match.games
    assert (first.score, second.score, second.win) == ((0, 0), (2, 0), Win(Side.LIGHT, 1))
    roll = second.actions[0]
    assert isinstance(roll, Roll)
    assert (roll.side, roll.play and roll.play.text(), roll.standing) == (Side.DARK, "8/5 6/5", MatchScore.LEGAL)
    assert [problem.kind for problem in reading.problems] == ["note"]


def test_the_result_follows_from_the_score_of_the_next_game() -> None:
    later = ROOT_NODE.replace("[ws:0]", "[ws:2]").replace("[game:0]", "[game:1]")
    for result, win in (("", Win(Side.LIGHT, 2)), ("RE[W+R]", Win(Side.LIGHT, 2)), ("RE[B+1]", Win(Side.DARK, 1))):
        reading = read_sgf(tree(root=ROOT_NODE + result) + tree(root=later))
        assert reading.match.games[0].win == win
        assert reading.match.games[1].win is None
        assert [problem.kind for problem in reading.problems] == (["note"] if win.points == 2 else [])


@pytest.mark.parametrize(
    "move",
    ["31hefe foo", "31hefe!", "31 he fe", "31: hefe", "3-1 hefe?", "31hefe nice", "31HEFE", "31hefe 0.5", " 31\nhefe"],
)
def test_what_is_not_known_in_a_move_costs_no_legal_play(move: str) -> None:
    reading = read_sgf(tree(f"W[{move}]", "B[42qusu]"))
    roll, answer = reading.match.games[0].actions
    assert isinstance(roll, Roll)
    assert isinstance(answer, Roll)
    assert (roll.play and roll.play.text(), roll.standing) == ("8/5 6/5", MatchScore.LEGAL)
    assert answer.standing is MatchScore.LEGAL
    assert {problem.kind for problem in reading.problems} <= {"note"}


def test_a_move_that_cannot_be_read_accuses_nobody() -> None:
    reading = read_sgf(tree("W[31h?f!]", "B[42qusu]"))
    roll = reading.match.games[0].actions[0]
    assert isinstance(roll, Roll)
    assert (roll.play, roll.standing) == (None, MatchScore.UNCERTAIN)
    assert [problem.kind for problem in reading.problems] == ["parse"]


def test_without_a_cube_the_jacoby_rule_means_nothing() -> None:
    root = ROOT_NODE.replace("[length:7]", "[length:0]").replace("RU[Crawford]", "RU[NoCube:Jacoby]")
    reading = read_sgf(tree(root=root))
    assert reading.match.rules == "tournament cube=false"


# What is kept.

ANALYSED: Final = tree(
    "C[Hello\\] you:\nall]",
    "W[31hefe]A[0][hefe E ver 3 0.5][xwwr]DA[E ver 3 2C]LU[0.00186]MR[]",
    "B[double]BC[2]C[too early]",
    "W[take]",
    "CV[2]CP[w]",
    "B[63lrlo]GB[1]DO[]",
    root=ROOT_NODE + "GC[a comment]GS[M:1 2][C:3]WR[1575]",
)


def test_what_is_not_understood_is_kept_where_it_was() -> None:
    game = read_sgf(ANALYSED).match.games[0]
    assert {index: set(facts) for index, facts in game.properties.items()} == {
        ROOT: {"GC", "GS", "WR", "C"},
        0: {"A", "DA", "LU", "MR"},
        1: {"BC", "C"},
        2: {"CV", "CP"},
        3: {"GB", "DO"},
    }
    assert game.properties[0]["A"] == ("0", "hefe E ver 3 0.5", "xwwr")


def test_what_is_kept_is_written_back_in_place() -> None:
    def nodes(text: str) -> list[dict[str, list[str]]]:
        kept = [{k: v for k, v in node.properties.items() if k != "AP"} for node in next(main_lines(text))]
        return [node for node in kept if node.keys() != {"C"}]  # a comment before the first move goes to the root

    written = sgf_text(read_sgf(ANALYSED).match)
    ours, theirs = nodes(written), nodes(ANALYSED)
    assert ours[1:] == theirs[1:]
    assert ours[0] == theirs[0] | {"C": ["Hello\\] you:\nall"]}


@pytest.mark.parametrize(
    ("facts", "named"),
    [
        ({"W": ("52",)}, "SGF property W"),
        ({"AB": ("a",)}, "SGF property AB"),
        ({"a]b": ("x",)}, "'a]b'"),
        ({"C": ("bracket ] open",)}, "bracket"),
        ({"C": ("backslash \\",)}, "backslash"),
    ],
)
def test_a_property_that_would_break_the_file_is_refused(facts: Properties, named: str) -> None:
    with pytest.raises(InputError, match=named.replace("]", r"\]")):
        sgf_text(Match(games=(replace(game_of("light 31 8/5 6/5"), properties={0: facts}),)))


# What is written.


def test_an_illegal_play_is_written_as_played_with_a_remark_and_then_set_up_for_white() -> None:
    game = game_of("light 61 13/7 8/7", "dark 63 24/20", "light 64 24/14")
    text = sgf_text(Match(games=(game,)))
    remark = "C[This play was illegal and stood.]"
    assert f";B[63ae]{remark}\n;PL[W]AE[a:y]AW[f]" in text
    assert read_sgf(text).match.games == (marked(game),)
    assert read_sgf(text).match.games[0].properties == {}


def test_after_an_illegal_play_by_white_the_board_is_set_up_at_whites_next_turn() -> None:
    game = game_of("light 63 24/20", "dark 61 13/7 8/7", "light 64 24/14")
    nodes = sgf_text(Match(games=(game,))).split("\n;")
    assert [node[:5] for node in nodes[1:]] == ["W[63x", "B[61l", "PL[W]", "W[64x"]


def test_a_remark_joins_the_comment_that_is_there_and_leaves_it_when_read() -> None:
    game = replace(game_of("light 63 24/20"), properties={0: {"C": ("he was tired",)}})
    text = sgf_text(Match(games=(game,)))
    assert "C[he was tired\nThis play was illegal and stood.]" in text
    assert read_sgf(text).match.games[0].properties == game.properties


def test_a_roll_whose_play_nobody_could_read_is_written_as_dice_and_the_board_after_it() -> None:
    lost = Roll(Side.LIGHT, Dice(6, 3), None, MatchScore.ILLEGAL)
    placed = Placed(board("24:1 20:1 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", on_roll=Side.DARK))
    match = Match(games=(Game(actions=(lost, placed)),))
    assert ";PL[W]DI[63]C[This play was illegal and stood.]\n;PL[B]AE[a:y]AW[" in sgf_text(match)
    assert read_sgf(sgf_text(match)).match == match


def test_who_rolls_first_without_playing_does_not_change_the_start() -> None:
    match = Match(games=(game_of("dark 31"),))
    assert match.games[0].start == START
    assert read_sgf(sgf_text(match)).match == match


def test_a_passed_turn_is_a_roll_that_does_not_enter_with_a_remark() -> None:
    game = Game(actions=(*game_of("light 31 8/5 6/5").actions, Pass(Side.DARK)))
    text = sgf_text(Match(games=(game,)))
    assert ";B[66]C[Shut out: the turn was passed without a roll.]" in text
    assert read_sgf(text).match.games == (game,)


def test_a_game_of_fewer_checkers_says_with_how_many_it_began() -> None:
    start = Position((1, *START.points[1:]), START.bar, Stack(0, 0), Side.DARK)
    text = sgf_text(Match(games=(Game(start=start),)))
    assert "XC[15:14]" not in text
    start = Position((-1, *START.points[1:]), START.bar, Stack(0, 0), Side.DARK)
    text = sgf_text(Match(games=(Game(start=start),)))
    assert "XC[15:14]" in text
    assert read_sgf(text).match.games == (Game(start=start),)


def test_checkers_that_are_not_set_up_are_borne_off_unless_the_file_says_otherwise() -> None:
    assert game_read("AE[a:y]AW[a]AB[x][x]").start.off == Stack(14, 13)
    assert game_read("AE[a:y]AW[a]AB[x][x]", root=ROOT_NODE + "XC[15:14]").start.off == Stack(14, 12)


def test_a_double_to_another_number_than_twice_the_cube_comes_back() -> None:
    game = game_of("light 31 8/5 6/5", "dark double 8", "light take", "dark double 16")
    text = sgf_text(Match(games=(game,)))
    assert "B[double]XV[8]" in text
    assert ";B[double])" in text
    assert read_sgf(text).match.games == (game,)


# What is refused and what is reported.


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no game tree, expected SGF game trees of backgammon"),
        ("hello", "no game tree"),
        ("(;FF[4]GM[1]SZ[19];B[pd])", "line 1: GM[1], expected SGF game trees of backgammon"),
        ("\n(;FF[4])", "line 2: no GM"),
        ("(;GM[6]\n;W[31hefe]", "line 2: the file ends inside a game tree"),
        ("(;GM[6]\n;C[x\n;W(31hefe))", "line 2: a value of the property C is not closed"),
        ("(;GM[6];C[x\\", "a value of the property C is not closed"),
        ("(;GM[6]))", "line 1: ')' without a '('"),
        ("(;GM[6]XR[chess])", "chess"),
    ],
)
def test_what_is_no_backgammon_sgf_is_refused_with_its_line(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "m.sgf"
    path.write_text(text)
    with pytest.raises(InputError) as refused:
        read_match(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("node", "sentence"),
    [
        ("W[77aa]", "W[77aa]: expected two dice and pairs of letters"),
        ("W[31a]", "W[31a]: expected two dice"),
        ("W[31aa]", "expected checkers that move forward"),
        ("W[31" + 17 * "ba" + "]", "at most 16"),
        ("W[31hefe]B[11]", "both players move in one node"),
        ("AW[5]", "AW[5]: expected a letter from a to y"),
        ("AE[x]AW[l]", "sets up both sides on 'l'"),
        ("AW[f][f]", "17 white and 15 black checkers"),
        ("PL[X]DI[31]", "PL[X]: expected W or B"),
        ("PL[W]DI[3]", "dice '3'"),
        ("CV[3]", "CV[3] is no number of a cube"),
        ("W[double]XV[999999]", "a double to 999,999"),
    ],
)
def test_what_makes_no_sense_in_a_game_is_reported_with_its_line(node: str, sentence: str) -> None:
    line, reason = problem_of("W[31hefe]", node, "B[42tvtv]")
    assert line == 3
    assert sentence in reason


@pytest.mark.parametrize("fact", ["RE[W*2]", "RE[W+9999999]", "XC[15]", "XC[15:16]"])
def test_a_fact_of_the_root_that_makes_no_sense_is_reported(fact: str) -> None:
    line, reason = problem_of(root=ROOT_NODE + "\n" + fact)
    assert line == 1
    assert fact[:2] in reason


def test_every_action_knows_its_line(tmp_path: Path) -> None:
    path = tmp_path / "m.sgf"
    path.write_bytes(tree("W[31hefe]C[a\x0b\x85\n\nb]", "B[double]", "W[take]").replace("\n", "\r\n").encode())
    reading: ReadMatch = read(path)
    assert reading.lines == ((2, 5, 6),)
    assert reading.line(0, 2) == 6


def test_names_come_through_writing_and_reading(tmp_path: Path) -> None:
    names = ("Źdźbło ]\\:[", "名人  Ö; (x)")
    match = Match(names, 7, (game_of("light 31 8/5 6/5"),), header={"Event": "a]b\\", "My key:": "x:y]"})
    write_match(match, tmp_path / "m.sgf")
    assert read_match(tmp_path / "m.sgf") == match
