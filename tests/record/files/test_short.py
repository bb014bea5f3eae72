"""A match in the shortest text is the same match when it is read again."""

from __future__ import annotations

import random
import tarfile
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
import segno

from companion.errors import InputError
from companion.games.draughts import START, Position, after, legal_moves
from companion.lab.bench.wild import wild_match
from companion.record.draughts import DraughtsGame, DraughtsMatch, Outcome, Placed, Played
from companion.record.draughts_files import written_games
from companion.record.files.document import json_text, match_from_json
from companion.record.files.formats import read_match
from companion.record.files.mat import mat_text
from companion.record.files.pdn import pdn_text
from companion.record.files.short import LONGEST, PREFIX, is_short, match_of_short, short_text
from companion.record.match import Match
from tests.record.playing import random_match

CORPUS: Final = Path(__file__).parents[4] / "shared" / "data" / "oracle" / "corpus_raw.tar.gz"
LEGIBLE: Final = 26
"""The largest QR code, by its version, whose modules are three pixels wide on a screen of 480 rows."""


def as_written(match: Match) -> Match:
    """A match with its plays number by number, and without the remarks of other programs."""
    written = match_from_json(json_text(match))
    return replace(written, games=tuple(replace(game, properties={}) for game in written.games))


@pytest.mark.parametrize("seed", range(4))
def test_a_match_is_the_same_again(seed: int) -> None:
    match = random_match(seed, (0, 1, 3, 5)[seed], games=2)
    found = match_of_short(short_text(match))
    assert found == as_written(match)
    assert isinstance(found, Match)
    assert mat_text(found) == mat_text(match)


@pytest.mark.parametrize("seed", range(3))
def test_so_is_one_with_everything_in_it(seed: int) -> None:
    """Illegal plays, passes, boards that are set up, beavers, resignations, rules of one's own, unusual starts."""
    match = wild_match(seed)
    assert match_of_short(short_text(match)) == as_written(match)


def test_a_match_without_a_game_is_the_same_again() -> None:
    assert match_of_short(short_text(Match(("Anna", "Łukasz"), 7))) == Match(("Anna", "Łukasz"), 7)


@pytest.mark.parametrize("seed", range(2))
def test_a_match_of_draughts_gives_the_same_file_again(seed: int) -> None:
    match = draughts_match(seed)
    found = match_of_short(short_text(match))
    assert isinstance(found, tuple)
    assert found == written_games(match)
    assert pdn_text(found) == pdn_text(written_games(match))


def draughts_match(seed: int) -> DraughtsMatch:
    """Random games whose players change colours; in the last one a board is set up."""
    chance = random.Random(seed)
    games = []
    for number in range(4):
        game = DraughtsGame(exchanged=bool(number % 2))
        while (moves := legal_moves(game.position)) and len(game.acts) < 60:
            game = game.having(Played(game.position, chance.choice(moves)))
        games.append(
            replace(game, outcome=Outcome(None, "agreed") if moves else Outcome(game.position.to_move.other, ""))
        )
    placed = after(START, legal_moves(START)[0])
    games.append(DraughtsGame(Position.from_fen("W:Wc1,Kd2:Bf6"), (Placed(placed),)))
    return DraughtsMatch(("Anna", "Борис"), 6, tuple(games), header={"Date": "2026.11.20", "Mode": "training"})


def test_blanks_line_breaks_and_small_letters_do_no_harm() -> None:
    text = short_text(match := random_match(2, 3))
    broken = "\n".join(text[at : at + 40].lower() for at in range(0, len(text), 40))
    assert is_short(f"  {broken}\n")
    assert match_of_short(f"  {broken}\n") == as_written(match)


def test_every_changed_letter_is_noticed() -> None:
    text, chance = short_text(random_match(3, 3)), random.Random(3)
    for _ in range(100):
        at = chance.randrange(len(PREFIX), len(text))
        other = chance.choice([sign for sign in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" if sign != text[at]])
        with pytest.raises(InputError, match="damaged"):
            match_of_short(text[:at] + other + text[at + 1 :])


def test_a_code_that_is_cut_off_is_noticed() -> None:
    text = short_text(random_match(4, 3))
    for end in range(len(PREFIX) + 1, len(text), 7):
        with pytest.raises(InputError):
            match_of_short(text[:end])


def test_anything_at_all_is_a_match_or_refused() -> None:
    chance = random.Random(5)
    for _ in range(25):
        letters = "".join(chance.choices("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=chance.randrange(1, 400)))
        with pytest.raises(InputError):
            match_of_short(PREFIX + letters)
    for text in ("", "companion:1?light=Ann", PREFIX, PREFIX + "Ž", PREFIX + "1" * LONGEST, PREFIX + "0"):
        with pytest.raises(InputError):
            match_of_short(text)


@pytest.mark.slow
def test_a_match_to_twenty_five_points_fits_into_a_legible_code() -> None:
    text = short_text(random_match(6, 25))
    assert int(segno.make_qr(text, error="l").version) <= LEGIBLE


@pytest.mark.slow
def test_match_files_of_other_people_are_the_same_again(tmp_path: Path) -> None:
    if not CORPUS.exists():
        pytest.skip(f"the match files of other people are not here: {CORPUS.name}")
    with tarfile.open(CORPUS) as corpus:
        members = [member for member in corpus if member.name.endswith(".mat") and member.isfile()]
        paths = [tmp_path / f"{number}.mat" for number in range(5)]
        for path, member in zip(paths, random.Random(7).sample(members, len(paths)), strict=True):
            content = corpus.extractfile(member)
            assert content is not None
            path.write_bytes(content.read())
    sizes = []
    for path in paths:
        try:
            match = read_match(path)
        except InputError:
            continue
        text = short_text(match)
        sizes.append(len(text))
        if len(text) <= LONGEST:
            assert match_of_short(text) == as_written(match), path.name
    assert sum(size <= LONGEST for size in sizes) >= 0.95 * len(sizes) > 3
