"""What we write we can read: every format of every game, whatever is in a match."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games.draughts import START, Position, legal_moves
from companion.lab.bench.wild import wild_match
from companion.record.draughts_game import RESULTS, WrittenBoard, WrittenGame, WrittenMove
from companion.record.files.pdn import pdn_text
from companion.record.files.pdn_reading import read_pdn
from tests.fuzz.targets import READERS, WRITERS

ANY_TEXT = st.text(st.characters(codec="utf-8"), max_size=40)
KEYS = st.one_of(
    st.sampled_from(["Event", "Variation", "Site", "Round", "EventDate", "Rules", "Illegal", "CubeLimit"]), ANY_TEXT
)
RULES = ["tournament", "gamez", "tactic", "tournament jacoby=true automatic_doubles=2", "tournament cube=false"]


@pytest.mark.parametrize("form", list(WRITERS))
@given(
    seed=st.integers(0, 10**6), header=st.dictionaries(KEYS, ANY_TEXT, max_size=4), names=st.tuples(ANY_TEXT, ANY_TEXT),
    rules=st.sampled_from(RULES), length=st.integers(0, 99), games=st.integers(0, 2),
)  # fmt: skip
def test_a_match_of_backgammon(
    form: str, seed: int, header: dict[str, str], names: tuple[str, str], rules: str, length: int, games: int
) -> None:
    made = wild_match(seed, games=games, most_turns=4)
    match = replace(made, names=names, header=header, rules=rules, length=length)
    try:
        text = WRITERS[form](match)
    except InputError:
        return  # said before anything is written
    read = READERS[form](text).match
    assert len(read.games) == max(len(match.games), 1 if form != "json" else 0)
    for other in WRITERS:
        READERS[other](WRITERS[other](read))


@given(
    seed=st.integers(0, 10**6), header=st.dictionaries(KEYS, ANY_TEXT, max_size=4), comment=ANY_TEXT,
    names=st.tuples(ANY_TEXT, ANY_TEXT),
)  # fmt: skip
def test_games_of_draughts(seed: int, header: dict[str, str], comment: str, names: tuple[str, str]) -> None:
    chance = random.Random(seed)
    games = [_game(chance, header, comment, names) for _ in range(chance.randint(1, 3))]
    read = read_pdn(pdn_text(games))
    assert [game.result for game in read.games] == [game.result for game in games]
    assert [game.moves for game in read.games] == [game.moves for game in games]
    assert [game.start for game in read.games] == [game.start for game in games]


@pytest.mark.parametrize("text", ["x" * 5_000, "\\" * 3_000, '"' * 3_000, "} { (1. c3-d4) ; [a] %", "9" * 3_000])
def test_a_long_or_strange_text_in_a_game_of_draughts(text: str) -> None:
    games = [_game(random.Random(seed), {text: text, "Event": text}, text, (text, text)) for seed in range(3)]
    assert [game.moves for game in read_pdn(pdn_text(games)).games] == [game.moves for game in games]


def _game(chance: random.Random, header: dict[str, str], comment: str, names: tuple[str, str]) -> WrittenGame:
    acts: list[WrittenMove | WrittenBoard] = []
    start = position = START if chance.random() < 0.7 else Position.from_fen("W:Wc1,Kd4:Bf6,h8")
    for _ in range(chance.randint(0, 12)):
        if not (moves := legal_moves(position)):
            break
        acts.append(WrittenMove(chance.choice(list(moves)), comment if chance.random() < 0.3 else ""))
        (*_, position) = WrittenGame(start=start, acts=tuple(acts)).positions()
        if chance.random() < 0.1:
            acts.append(WrittenBoard(position, comment))
    return WrittenGame(names, start, tuple(acts), chance.choice(RESULTS), header, comment)
