"""What is done with hostile input, reader by reader: read, judge, write in every format, read that again.

A target raises nothing where all is well, and returns the sentence of a refusal: an :class:`InputError` is an answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeVar

from companion.errors import InputError
from companion.games import draughts
from companion.games.backgammon import Dice, Play, Position, RuleSet
from companion.games.backgammon.situation import Situation
from companion.games.draughts import notation
from companion.lab.bench.wild import wild_match
from companion.record.checking import problems_of
from companion.record.files.any_game import read_code
from companion.record.files.contents import LOOKED_AT_BYTES, Content, Form, form_of, is_draughts
from companion.record.files.decoding import decoded, recognised
from companion.record.files.document import json_text, match_from_json
from companion.record.files.draughts_document import games_from_json
from companion.record.files.draughts_formats import games_in_content
from companion.record.files.formats import matches_in_content
from companion.record.files.mat import mat_text
from companion.record.files.pdn import draughts_json_text, pdn_text
from companion.record.files.pdn_reading import read_pdn
from companion.record.files.reading import ReadMatch
from companion.record.files.sgf import sgf_text
from companion.record.match import Match
from tests.record.files.one_match import read_mat, read_sgf

_Read = TypeVar("_Read")
_LONGEST_SENTENCE: Final = 2_000

READERS: Final[Mapping[str, Callable[[str], ReadMatch]]] = {
    "mat": read_mat,
    "sgf": read_sgf,
    "json": lambda text: ReadMatch(match_from_json(text)),
}
WRITERS: Final[Mapping[str, Callable[[Match], str]]] = {"mat": mat_text, "sgf": sgf_text, "json": json_text}


def match_file(form: str, content: bytes) -> str:
    """A match file, with all that may be done with it."""
    reading, refused = _answer(lambda: READERS[form](decoded(content, charset_within=form == "sgf")))
    if reading is None:
        return refused
    for problem in problems_of(reading):
        _check_sentence(problem.reason)
    for other, write in WRITERS.items():
        text, _ = _answer(lambda write=write: write(reading.match))  # type: ignore[misc]
        if text is not None:
            text.encode("utf-8")
            _again(lambda text=text, other=other: READERS[other](text))  # type: ignore[misc]
    return ""


def _answer(read: Callable[[], _Read]) -> tuple[_Read | None, str]:
    """What is read, or None and the sentence in which it is refused."""
    try:
        return read(), ""
    except InputError as refused:
        sentence = str(refused)
    _check_sentence(sentence)
    return None, sentence


def _again(read: Callable[[], _Read]) -> _Read:
    """What is read of something that we wrote ourselves: that is never refused."""
    try:
        return read()
    except InputError as refused:
        raise AssertionError(f"what we wrote ourselves is refused: {refused}") from refused


def _check_sentence(sentence: str) -> None:
    assert 0 < len(sentence) < _LONGEST_SENTENCE, sentence[:_LONGEST_SENTENCE]


def _text(read: Callable[[str], object]) -> Callable[[bytes], str]:
    def target(content: bytes) -> str:
        return _answer(lambda: read(content.decode("utf-8", errors="replace")))[1]

    return target


def _situation(text: str) -> None:
    situation = Situation.from_text(text)
    assert _again(lambda: Situation.from_text(situation.gnubg_id())).gnubg_id() == situation.gnubg_id()


def _board(text: str) -> None:
    position = Position.from_text(text)
    assert _again(lambda: Position.from_text(str(position))) == position


def _play(text: str) -> None:
    play = Play.from_text(text)
    assert _moved(_again(lambda: Play.from_text(play.text()))) == _moved(play)


def _moved(play: Play) -> dict[int, int]:
    """How many checkers more there are on each point: which of several went on from a point is not written."""
    more: Counter[int] = Counter()
    for step in play.steps:
        more[step.start] -= 1
        more[step.end] += 1
    return {point: count for point, count in more.items() if count}


def _rules(text: str) -> None:
    rules = RuleSet.from_text(text)
    assert _again(lambda: RuleSet.from_text(rules.text())) == rules


def _fen(text: str) -> None:
    position = draughts.Position.from_fen(text)
    assert _again(lambda: draughts.Position.from_fen(position.fen())) == position


def _draughts_move(text: str) -> None:
    move = notation.parse(text, draughts.START)
    assert _again(lambda: notation.parse(notation.text(move), draughts.START)) == move


def _pdn(content: bytes) -> str:
    reading, refused = _answer(lambda: read_pdn(decoded(content)))
    if reading is None:
        return refused
    for problem in reading.problems:
        _check_sentence(problem.reason)
    again = _again(lambda: read_pdn(pdn_text(reading.games)))
    assert [game.acts for game in again.games] == [game.acts for game in reading.games]
    return ""


def _draughts_json(text: str) -> None:
    games = games_from_json(text)
    assert _again(lambda: games_from_json(draughts_json_text(games))) == games
    assert len(_again(lambda: read_pdn(pdn_text(games))).games) == len(games) if games else True


def _any_file(content: bytes) -> str:
    """A file of which nobody says what it is."""
    return _answer(lambda: _by_content(content))[1]


def _by_content(content: bytes) -> None:
    form, path = form_of(content[:LOOKED_AT_BYTES], ".txt"), Path("file.txt")
    opened = Content(form, recognised(content, charset_within=form is Form.SGF))
    if form is Form.CODE:
        read_code(opened.decoded.text)
    elif is_draughts(form):
        games_in_content(opened, path)
    else:
        matches_in_content(opened, path)


TARGETS: Final[Mapping[str, Callable[[bytes], str]]] = {
    "mat": lambda content: match_file("mat", content),
    "sgf": lambda content: match_file("sgf", content),
    "json": lambda content: match_file("json", content),
    "id": _text(_situation),
    "board": _text(_board),
    "play": _text(_play),
    "dice": _text(Dice.from_text),
    "rules": _text(_rules),
    "toml": _text(RuleSet.from_toml),
    "pdn": _pdn,
    "draughts json": _text(_draughts_json),
    "any file": _any_file,
    "fen": _text(_fen),
    "move": _text(_draughts_move),
}

PDN: Final = '[GameType "26"]\n[FEN "W:W21-32:B1-12:H0:F1"]\n1. 22-18 {a} 11-15 2. 18x11 7x16 1-1\n'

SEEDS: Final = [
    *(
        (form, WRITERS[form](wild_match(seed, games=1, most_turns=5)).encode())
        for form in WRITERS
        for seed in range(12)
    ),
    ("pdn", b'[GameType "26"]\n[FEN "W:W21-32:B1-12"]\n1. 22-18 {a} 11-15 (1... 11-16) /FEN "W:Wc1:BKf8"/ c1-d2 1-1'),
    ("pdn", b'{book}\n[GameType "25"]\n1.c3 - d4 d6-c5 = 2. d4xb6 a7xc5 1/2-1/2 {end}\n\n1. 22-18 11x15 15x22 2-0'),
    ("draughts json", draughts_json_text(read_pdn(PDN).games).encode()),
    *(
        ("any file", seed)
        for seed in (PDN.encode(), b" 7 point match\n\n Game 1\n A : 0   B : 0\n", b"(;GM[6]", b"RGMH")
    ),
    *(
        ("any file", WRITERS[form](wild_match(seed, games=1, most_turns=5)).encode())
        for form in WRITERS
        for seed in range(5)
    ),
    ("fen", b"W:Wc1,Kd4:Bf6,h8"),
    ("fen", b"B:W:W21-32,K5:B1-3,D4,G7:H0:F1"),
    ("fen", b"W" + b"b" * 12 + b"e" * 8 + b"w" * 12),
    ("move", b"c3-d4"),
    ("id", b"XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:7:10"),
    ("id", b"4HPwATDgc/ABMA:cAkAAAAAAAAE"),
    ("board", str(Position.from_id("4HPwATDgc/ABMA")).encode()),
    ("play", b"bar/20* 13/7*/5 8/5(2) 6/off"),
    ("dice", b"3-1"),
    ("rules", b"tournament jacoby=true automatic_doubles=2"),
    ("toml", b'base = "tactic"\njacoby = true\ncube_starts_at = 1'),
]
