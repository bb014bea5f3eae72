"""Games of draughts as PDN: what is read from any program, what is written, and what is said of what is broken."""

from __future__ import annotations

import json
import random

import pytest

from companion.errors import InputError
from companion.games.draughts import START, after, legal_moves
from companion.games.draughts.fen import Numbering, square_numbered
from companion.games.draughts.notation import text
from companion.games.draughts.squares import DARK_SQUARES
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
        ("1. c3-d4 nonsense d6-c5 *", "parse", "expected squares such as c3-d4"),
        ('[FEN "rubbish"] 1. c3-d4 *', "parse", "position 'rubbish': expected W or B"),
        ('[GameType "25"] 1. c3-d4 *', "parse", "GameType '25': expected 26"),
        ("1. c3-d4 ) d6-c5 *", "parse", "')' ends no variation"),
        ("1. c3-d4 /nothing/ d6-c5 *", "parse", "expected /FEN"),
        ("1. c3-d4 } *", "parse", "makes no sense here"),
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
    texts = [
        "".join(rng.choice(PARTS) + rng.choice(["", " "]) for _ in range(rng.randint(1, 40))) for _ in range(2_000)
    ]
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


def test_another_library_reads_what_is_written() -> None:
    library = pytest.importorskip("draughts.PDN", reason="pydraughts is not here, which reads PDN of its own")
    rng = random.Random(31)
    for _ in range(20):
        game = random_game(rng)
        # It reads no comments.
        played = tuple(WrittenMove(act.move) for act in game.acts if isinstance(act, WrittenMove))
        if len(played) != len(game.acts) or game.start != START or not played:
            continue
        (read,) = library.PDNReader(pdn_text([WrittenGame(("A", "B"), START, played, "1-0")])).games
        position, told = START, []
        for act in played:
            told.append(text(act.move, legal_moves(position)))
            position = after(position, act.move)
        # It drops the last move of some games.
        assert list(read.moves) in (told, told[:-1])
