"""Games of draughts as PDN: what is read from any program, what is written, and what is said of what is broken."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from companion.errors import InputError
from companion.games.draughts import START, Position, after, legal_moves
from companion.games.draughts.fen import Numbering, square_numbered
from companion.games.draughts.notation import parse, text
from companion.games.draughts.position import squares_of
from companion.games.draughts.squares import DARK_SQUARES
from companion.games.rules import Side
from companion.record.draughts_game import RESULTS, Act, WrittenBoard, WrittenGame, WrittenMove
from companion.record.files.pdn import draughts_json_text, pdn_text
from companion.record.files.pdn_reading import read_pdn
from tests.games.draughts.boards import random_position

GAME = """[Event "Club"]
[Date "2026.05.01"]
[White "Anna"]
[Black "Jan \\"Kowal\\""]
[Result "1-0"]
[GameType "26,W,8,8,A0,0"]

{a quiet game} 1. c3-d4 d6-c5 {bold} 2. b2-c3! (2. e3-f4 f6-e5 (f6-g5)) f6-g5 $1 1-0
"""


def moves(game: WrittenGame) -> list[str]:
    return [text(move) for move in game.moves]


def test_tags_moves_comments_and_result_are_read_and_variations_are_noted() -> None:
    reading = read_pdn(GAME)
    (game,) = reading.games
    assert game.names == ("Anna", 'Jan "Kowal"')
    assert game.header == {"Event": "Club", "Date": "2026.05.01"}
    assert (game.result, game.comment) == ("1-0", "a quiet game")
    assert moves(game) == ["c3-d4", "d6-c5", "b2-c3", "f6-g5"]
    assert [act.comment for act in game.acts] == ["", "bold", "", ""]
    assert [(p.game, p.line, p.kind) for p in reading.problems] == [(1, 8, "skipped")]


def random_game(rng: random.Random) -> WrittenGame:
    position = start = START if rng.random() < 0.5 else random_position(rng, most=6)
    acts: list[Act] = []
    for _ in range(rng.randint(0, 60)):
        comment = rng.choice(["", "", "", "good", "a long word, and a few more of them to fill the line up"])
        if rng.random() < 0.03:
            position = random_position(rng)
            acts.append(WrittenBoard(position, comment))
            continue
        legal = legal_moves(position)
        if not legal:
            break
        move = rng.choice(legal)
        acts.append(WrittenMove(move, comment))
        position = after(position, move)
    header = {"Event": 'A "great" one', "Date": "2026.01.01", "Annotator": "K\\K"}
    return WrittenGame(("Anna", "Jan"), start, tuple(acts), rng.choice(RESULTS), header, rng.choice(["", "hello"]))


def test_what_is_written_is_read_again_many_games_in_one_file() -> None:
    rng = random.Random(23)
    games = [random_game(rng) for _ in range(60)]
    written = pdn_text(games)
    reading = read_pdn(written)
    assert reading.problems == ()
    assert [list(game.positions()) for game in reading.games] == [list(game.positions()) for game in games]
    for mine, theirs in zip(games, reading.games, strict=True):
        assert (mine.names, mine.start, mine.result, mine.header) == (
            theirs.names, theirs.start, theirs.result, theirs.header
        )  # fmt: skip
        assert [act.comment for act in mine.acts] == [act.comment for act in theirs.acts]
    assert pdn_text(reading.games) == written
    assert max(len(line) for line in written.splitlines() if ":B" not in line and not line.startswith("[")) <= 80
    assert '[GameType "26,W,8,8,A0,0"]' in written


def test_a_number_is_written_once_also_behind_a_comment() -> None:
    (game,) = read_pdn("1. c3-d4 {good} d6-c5 {bold} 2. b2-c3 *").games
    assert "1. c3-d4 {good} d6-c5 {bold} 2. b2-c3 *" in pdn_text([game])
    (game,) = read_pdn('[FEN "B:Wc3:Bd6"] 1... d6-e5 {so} 2. c3-d4 *').games
    assert "1... d6-e5 {so} 2. c3-d4 *" in pdn_text([game])


def numeric(game: WrittenGame, corner: Numbering) -> str:
    """The moves of a game in numbers, as other programs write type 26."""
    numbers = {square_numbered(number, corner): str(number) for number in range(1, len(DARK_SQUARES) + 1)}
    words = []
    for place, move in enumerate(game.moves):
        words += [f"{place // 2 + 1}."] if place % 2 == 0 else []
        words.append(("x" if move.captured else "-").join(numbers[square] for square in move.route))
    return " ".join([*words, game.result])


@pytest.mark.parametrize("tag", ["26", "26,W,8,8,N2,0", "26,W,8,8,A0,0", None])
def test_numbers_are_read_from_the_top_left_corner(tag: str | None) -> None:
    (game,) = read_pdn(GAME).games
    head = f'[GameType "{tag}"]\n' if tag else ""
    (again,) = read_pdn(head + numeric(game, Numbering.TOP_LEFT)).games
    assert again.moves == game.moves


@pytest.mark.parametrize(
    ("tag", "corner"),
    [
        ("26,W,8,8,A0,0", Numbering.BOTTOM_LEFT),
        ("26,W,8,8,N0,0", Numbering.BOTTOM_LEFT),
        ("26,W,8,8,N3,0", Numbering.TOP_RIGHT),
    ],
)
def test_another_corner_is_read_where_the_tag_names_it_or_nothing_else_fits(tag: str, corner: Numbering) -> None:
    (game,) = read_pdn(GAME).games
    (again,) = read_pdn(f'[GameType "{tag}"]\n' + numeric(game, corner)).games
    assert again.moves == game.moves


def test_position_and_moves_in_numbers_are_read_from_the_same_corner() -> None:
    rng = random.Random(5)
    corner = Numbering.BOTTOM_LEFT
    numbers = {square_numbered(number, corner): str(number) for number in range(1, len(DARK_SQUARES) + 1)}
    told = 0
    for _ in range(300):
        position = random_position(rng, most=5)
        lists = [[("K" if position.is_king(s) else "") + numbers[s] for s in squares_of(position.of(side))]
                 for side in Side]  # fmt: skip
        fen = f"{'W' if position.to_move is Side.LIGHT else 'B'}:W{','.join(lists[0])}:B{','.join(lists[1])}"
        for move in legal_moves(position):
            word = ("x" if move.captured else "-").join(numbers[square] for square in move.route)
            (game,) = read_pdn(f'[FEN "{fen}"]\n{word} *').games
            try:
                usual = Position.from_fen(fen)
                parse(word, usual)
            except InputError:  # from the top left it makes no sense
                assert (game.start, game.moves) == (position, (move,))
                told += 1
            else:
                assert game.start == usual
    assert told > 100


@pytest.mark.parametrize(
    ("word", "result"),
    [("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "1/2-1/2"), ("0-0", "0-0"), ("*", "*"), ("2-0", "1-0"),
     ("0-2", "0-1"), ("1-1", "1/2-1/2")],
)  # fmt: skip
def test_every_result_ends_a_game(word: str, result: str) -> None:
    first, second = read_pdn(f"1. c3-d4 {word}\n1. a3-b4 b6-a5 *").games
    assert (first.result, moves(first)) == (result, ["c3-d4"])
    assert moves(second) == ["a3-b4", "b6-a5"]


def test_a_draw_is_no_move_and_a_move_from_square_one_no_draw() -> None:
    (game,) = read_pdn('[GameType "26,W,8,8,N0,0"]\n[FEN "W:WK1:B32"]\n1. 1-10 1-1').games
    assert (moves(game), game.result) == (["a1-c3"], "1/2-1/2")


def test_a_board_may_be_set_up_at_the_start_and_in_mid_game() -> None:
    (game,) = read_pdn('[FEN "B:Wc3:Bd6"] 1... d6-e5 /FEN "W:WKa1:Bh6"/ 2. a1-b2 *').games
    assert game.start.fen() == "B:Wc3:Bd6"
    assert [position.fen() for position in game.positions()] == [
        "B:Wc3:Bd6", "W:Wc3:Be5", "W:WKa1:Bh6", "B:WKb2:Bh6"
    ]  # fmt: skip


def test_a_game_of_tags_alone_takes_its_result_from_them() -> None:
    first, second = read_pdn('[White "A"]\n[Result "0-1"]\n\n0-1\n\n[White "B"]\n[Result "1-0"]\n1. c3-d4').games
    assert [(game.names[0], game.result, len(game.acts)) for game in (first, second)] == [
        ("A", "0-1", 0),
        ("B", "1-0", 1),
    ]


@pytest.mark.parametrize(
    ("pdn", "kind", "said"),
    [
        ("1. c3-e5 *", "illegal", "'c3-e5': There is no piece on d4 to jump; the rest of the game is not read"),
        ('[FEN "W:Wc3,g3:Bd4"] 1. g3-f4 *', "illegal", "Capturing is compulsory"),
        ("1. c3-d4 nonsense d6-c5 *", "note", "'nonsense' makes no sense here, expected squares such as c3-d4"),
        ('[FEN "rubbish"] 1. c3-d4 *', "parse", "position 'rubbish': expected W or B"),
        ('[GameType "25"] 1. c3-d4 *', "parse", "GameType '25': expected 26"),
        ("1. c3-d4 ) d6-c5 *", "note", "')' ends no variation"),
        ("1. c3-d4 /nothing/ d6-c5 *", "parse", "expected /FEN"),
        ("1. c3-d4 } *", "note", "makes no sense here"),
    ],
)
def test_what_is_broken_is_named_with_its_line(pdn: str, kind: str, said: str) -> None:
    (problem,) = read_pdn("\n\n" + pdn).problems
    assert (problem.game, problem.line, problem.kind) == (1, 3, kind)
    assert said in problem.reason


def test_a_broken_game_does_not_spoil_the_next() -> None:
    reading = read_pdn("1. c3-e5 d6-c5 1-0\n1. c3-d4 *")
    assert [len(game.acts) for game in reading.games] == [0, 1]
    assert reading.lines == (1, 2)


def test_a_text_without_a_game_is_refused() -> None:
    for pdn in ("", "   \n", "% only a line\n"):
        with pytest.raises(InputError, match="holds no game"):
            read_pdn(pdn)


PARTS = (
    *("1.", "c3-d4", "d6-c5", "22-18", "1-1", "1-10", "*", "{", "}", "(", ")", "[", "]", '"', "/", "x", "\n", "½"),
    *('[FEN "', 'W:W1:B2"]', "%", ";", "$3", "!", "...", "1/2-1/2", "\\", "é", "/FEN", "a1:b2"),
)


def test_any_text_is_read_or_refused_in_words_and_soon() -> None:
    rng = random.Random(29)
    texts = ["".join(rng.choice(PARTS) + rng.choice(["", " "]) for _ in range(rng.randint(1, 40))) for _ in range(400)]
    for pdn in [
        *texts,
        "{" * 200_000,
        '[a "' * 50_000,
        "/" * 99_999,
        "(" * 200_000,
        "1-" * 100_000,
        "{" * 19_000 + "x",
    ]:
        try:
            reading = read_pdn(pdn)
        except InputError:
            continue
        assert all(0 < len(problem.reason) < 500 for problem in reading.problems)
        again = read_pdn(pdn_text(reading.games))
        assert [game.moves for game in again.games] == [game.moves for game in reading.games]


def test_as_json_every_move_tells_its_way_and_the_position_after_it() -> None:
    (game,) = json.loads(draughts_json_text(read_pdn('[FEN "W:Wc3:Bd4,f6,h8"] 1. c3xg7 {!} h8xf6 0-1').games))["games"]
    assert game["acts"] == [
        {"move": "c3xe5xg7", "position": "B:Wg7:Bh8", "comment": "!"},
        {"move": "h8xf6", "position": "W:W:Bf6"},
    ]
    assert (game["start"], game["result"]) == ("W:Wc3:Bd4,f6,h8", "0-1")


def games_for_others() -> Iterator[tuple[WrittenGame, list[str], Position]]:
    """Games without boards in mid-game, which no other library reads: with their moves as written, and their ends."""
    rng = random.Random(31)
    for _ in range(60):
        game = random_game(rng)
        if game.acts and all(isinstance(act, WrittenMove) for act in game.acts):
            positions = list(game.positions())
            told = [text(move, legal_moves(p)) for move, p in zip(game.moves, positions, strict=False)]
            yield game, told, positions[-1]


def test_pydraughts_reads_what_is_written() -> None:
    library = pytest.importorskip("draughts.PDN", reason="pydraughts is not here, which reads PDN of its own")
    for game, told, _ in games_for_others():
        if game.start.to_move is Side.LIGHT:  # of other games it takes the first move twice
            (read,) = library.PDNReader(pdn_text([game])).games
            assert list(read.moves) == told


def test_py_draughts_reads_what_is_written_and_is_read() -> None:
    library = pytest.importorskip("draughts.boards.brazilian", reason="py-draughts is not here")
    for game, _, end in games_for_others():
        board = library.Board.from_pdn(pdn_text([game]))
        assert Position.from_fen(board.fen) == end
        (again,) = read_pdn(board.pdn).games
        assert list(again.positions())[-1] == end


OF_LIDRAUGHTS = """[Event "Rated Brazilian tournament https://lidraughts.org/tournament/abcdefgh"]
[Site "https://lidraughts.org/Abcdefgh"]
[Date "2026.05.01"]
[Round "-"]
[White "anna"]
[Black "ben"]
[Result "2-0"]
[UTCDate "2026.05.01"]
[UTCTime "18:00:00"]
[WhiteElo "1500"]
[BlackElo "?"]
[GameType "26"]
[TimeControl "300+3"]
[Termination "Time forfeit"]
[FEN "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12:H0:F1"]

1. 22-18 { [%clock w0:05:00 B0:05:00] } 9-14 { [%clock W0:05:00 b0:04:58] } 2. 18x9 6x13 2-0


[Event "Casual Brazilian game"]
[White "ben"]
[Black "anna"]
[Result "*"]
[GameType "26"]
[Termination "Unterminated"]
[FEN "?"]

1. 23-19 11-15 $1 { [%eval 0.1] } (11-16 2. 19-15) *
"""
OF_PY_DRAUGHTS = """[GameType "26"]
[Variant "Brazilian draughts"]
[Result "1-0"]
[FEN "B:WK5,21:B10,K32"]
1... 32-18 2. 5x23 10-14 3. 23x9 1-0"""
OF_PYDRAUGHTS = """[White "A"]
[GameType "26,W,8,8,A0,0"]
[FEN "W:Wa1,c3,e3,g3,c1,e1,g1,b2,d2,f2,h2,a3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"]

1. g3-h4 h6-g5 2. a3-b4 g7-h6 3. b4-c5 d6xb4 2-0

"""


def test_games_of_lidraughts_are_read() -> None:
    reading = read_pdn(OF_LIDRAUGHTS)
    first, second = reading.games
    assert (first.names, first.result, moves(first)) == (
        ("anna", "ben"), "1-0", ["c3-d4", "b6-c5", "d4xb6", "c7xa5"]
    )  # fmt: skip
    assert first.header["Termination"] == "Time forfeit"
    assert first.acts[0].comment == "[%clock w0:05:00 B0:05:00]"
    assert (second.start, len(second.acts), second.result) == (START, 2, "*")
    assert [(p.game, p.kind, p.is_fault) for p in reading.problems] == [(2, "note", False), (2, "skipped", False)]


def test_games_of_py_draughts_and_pydraughts_are_read() -> None:
    (theirs,) = read_pdn(OF_PY_DRAUGHTS).games
    assert (theirs.start.to_move, len(theirs.moves), theirs.result) == (Side.DARK, 4, "1-0")
    (theirs,) = read_pdn(OF_PYDRAUGHTS).games
    assert (theirs.start, len(theirs.moves), theirs.result) == (START, 6, "1-0")


@pytest.mark.parametrize(
    "written",
    [
        "1. c3-d4 d6-c5 2. b2-c3 *",
        "1.c3-d4 d6-c5 2.b2-c3 *",
        "1. C3-D4 D6-C5 2. B2-C3 *",
        "1 c3-d4 d6-c5 2 b2-c3 *",
        "1. c3 - d4 d6 - c5 2. b2 - c3 *",
        "1. c3\u2013d4 d6\u2013c5 2. b2\u2013c3 *",
        "1.\u00a0c3-d4\u00a0d6-c5 2.\u2009b2-c3 *",
        "1. c3d4 d6c5 2. b2c3 *",
        "1. c3-d4 1... d6-c5 2. b2-c3 *",
        "1. c3-d4 ... d6-c5 2. b2-c3 *",
        "1. c3-d4! d6-c5?! 2. b2-c3 $4 *",
        "1. 22-18 10-14 2. 25-22 *",
    ],
)
def test_a_move_is_written_in_many_ways(written: str) -> None:
    reading = read_pdn(written)
    assert moves(reading.games[0]) == ["c3-d4", "d6-c5", "b2-c3"]
    assert reading.problems == ()


def test_a_word_or_mark_that_is_no_move_is_noted_with_its_place_and_ends_nothing() -> None:
    reading = read_pdn("[White Anna]\n1. c3-d4+ nonsense\n  d6-c5 = 2. b2-c3 *")
    assert moves(reading.games[0]) == ["c3-d4", "d6-c5", "b2-c3"]
    assert [(p.line, p.column, p.kind) for p in reading.problems] == [
        (1, 1, "note"), (2, 9, "note"), (2, 11, "note"), (3, 9, "note")
    ]  # fmt: skip


def test_a_comment_without_an_end_is_no_part_of_the_game() -> None:
    reading = read_pdn('1. c3-d4 {better was\nd6-c5 2. b2-c3\n\n[White "B"]\n1. a3-b4 *')
    assert [moves(game) for game in reading.games] == [["c3-d4"], ["a3-b4"]]
    assert [(p.game, p.line, p.column, p.kind) for p in reading.problems] == [(1, 1, 10, "parse")]


def test_a_variation_without_an_end_ends_with_its_game() -> None:
    reading = read_pdn(
        'a draw (\n[White "A"]\n1. c3-d4 (1. a3-b4 (1. g3-h4 b6-a5) d6-c5 1-0\n\n[White "B"]\n1. a3-b4 *'
    )
    assert [(game.names[0], moves(game)) for game in reading.games] == [("A", ["c3-d4"]), ("B", ["a3-b4"])]
    assert [(p.line, p.column) for p in reading.problems if p.is_fault] == [(3, 10)]
    assert read_pdn("1. c3-d4 (1. a3-b4").problems[-1].kind == "parse"


def test_comments_before_the_tags_and_behind_the_result_stay_with_their_game() -> None:
    first, second = read_pdn('{from a book}\n[White "A"]\n1. c3-d4 1-0 {he resigned}\n\n{two}\n1. a3-b4 *').games
    assert (first.comment, first.acts[-1].comment, second.comment) == ("from a book", "he resigned", "two")


def test_a_capture_in_parts_is_one_move() -> None:
    whole, parts = (
        read_pdn(f'[FEN "W:Wc3:Bd4,f6,h8"] 1. {capture} h8xf6 *') for capture in ("c3xe5xg7", "c3xe5 e5xg7")
    )
    assert (parts.games[0].moves, parts.problems) == (whole.games[0].moves, ())
    stopped = read_pdn('[FEN "W:Wc3:Bd4,f6,h8"] 1. c3xe5 h8-g7 *')
    assert [(p.kind, p.column) for p in stopped.problems] == [("illegal", 28)]
    assert read_pdn('[FEN "W:Wc3:Bd4,f6,h8"] 1. c3xe5').problems[0].kind == "illegal"


def test_tags_that_contradict_each_other_or_the_game_are_noted() -> None:
    reading = read_pdn('[White "A"]\n[White "B"]\n[Result "0-1"]\n1. c3-d4 1-0\n[White "C"]\n[FEN "W:Wc3:Bd6"]')
    first, second = reading.games
    assert (first.names[0], first.result, second.start.fen()) == ("A", "1-0", "W:Wc3:Bd6")
    assert [(p.game, p.line, p.kind) for p in reading.problems] == [(1, 2, "note"), (1, 1, "note")]


def test_another_game_is_named_and_nobody_accused() -> None:
    reading = read_pdn(
        '[GameType "20"]\n[White "A"]\n1. 32-28 19-23 2. 28x19 14x23 1-1\n\n'
        '[GameType "25"]\n1. c3-d4 d6-c5 2. d4xb5 *\n\n[GameType "26"]\n1. c3-d4 *'
    )  # fmt: skip
    assert [len(game.acts) for game in reading.games] == [2, 1]
    assert [(p.game, p.line, p.kind) for p in reading.problems] == [
        (1, 1, "unreadable"), (2, 5, "parse"), (2, 6, "parse")
    ]  # fmt: skip
    untold = read_pdn('[White "A"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 1-1\n\n[White "B"]\n1. c3-d4 *')
    assert [game.names[0] for game in untold.games] == ["B"]
    assert [(p.game, p.line, p.kind) for p in untold.problems] == [(1, 2, "unreadable")]
    with pytest.raises(InputError, match="square 37: expected 1 to 32, as a game on a larger board is left out"):
        read_pdn("1. 32-28 19-23 2. 37-32 *")
    with pytest.raises(InputError, match="International draughts on 10 x 10 squares"):
        read_pdn('[GameType "20,W,10,10,N2,0"]\n1. 32-28 19-23 *')
