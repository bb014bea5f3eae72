"""Files that somebody broke, cut short, or made to break us: always a sentence, never a crash or a hang.

What a longer search has found (``tests/fuzz``) is kept here, each as short as it could be made.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.errors import InputError
from companion.games.backgammon import RuleSet
from companion.lab.bench.wild import wild_match
from companion.record.files.formats import ENDINGS, read
from tests.fuzz.targets import SEEDS, TARGETS, WRITERS, match_file
from tests.record.files.one_match import read_mat, read_sgf

LONG: Final = 100_000
MAT: Final = " 7 point match\n\n Game 1\n A : 0   B : 0\n"
SGF: Final = "(;GM[6];W[31hefe]"
JSON: Final = (
    '{"format":"companion-match","version":1,"names":["a","b"],"length":7,"rules":"tournament",'
    '"header":{},"games":[%s]}'
)
GAME: Final = '{"score":[0,0],"crawford":false,"start":"4HPwATDgc/ABMA","starts":"light","actions":[%s],"win":null}'
ROLL: Final = '{"action":"roll","side":"light","dice":[3,1],"play":"8/5 6/5","standing":"legal"}'


# Files that were broken by chance.


@pytest.mark.slow
@pytest.mark.parametrize("form", list(WRITERS))
@given(seed=st.integers(0, 10**6))
def test_a_file_with_bytes_changed_lost_or_repeated_is_read_or_refused(form: str, seed: int) -> None:
    chance = random.Random(seed)
    content = bytearray(WRITERS[form](wild_match(seed, games=1, most_turns=8)).encode())
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(content))
        match chance.randrange(4):
            case 0:
                content[at] = chance.randrange(256)
            case 1:
                del content[at : at + chance.randint(1, 30)]
            case 2:
                content[at:at] = content[at : at + chance.randint(1, 60)]
            case _:
                content[at:at] = chance.choice(HOSTILE_WORDS)
        content = content or bytearray(b"x")
    match_file(form, bytes(content))


HOSTILE_WORDS: Final = [
    *(b"\0", b"\xff", b"[", b"]", b"\\", b"(", b";", b")", b":", b"99999999999999999999", b"-1", b"0", b"1e400", b"\n"),
    *(b"Doubles => 0", b"Wins 0 points", b"Game 2", b"null", b"{", b'"', b"double", b"AE[a:y]", b"AB[a][a]", b"W[66]"),
    *(b"25/0*", b"Cannot Move", b"???", b"\xe2\x80\xa8", b"; [", b"Set Pos=", b"PL[B]", b"DI[11]", b"CV[64]", b"RE["),
]


@pytest.mark.parametrize("form", list(WRITERS))
def test_a_file_may_be_cut_anywhere(form: str) -> None:
    content = WRITERS[form](wild_match(5, games=1, most_turns=4)).encode()
    for end in range(0, len(content), 7):
        match_file(form, content[:end])


@pytest.mark.parametrize("form", sorted(TARGETS))
@given(content=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(form: str, content: bytes) -> None:
    TARGETS[form](content)


@pytest.mark.slow
def test_all_that_the_search_begins_with_is_read() -> None:
    for form, seed in SEEDS:
        TARGETS[form](seed)


# Files that were made to take all time or all memory there is: with a hang these would never end.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "make"),
    [
        ("mat", lambda: MAT + " " * LONG),
        ("mat", lambda: MAT + "\t" * LONG),
        ("mat", lambda: MAT + "\0" * LONG),
        ("mat", lambda: MAT + ("\t" * 4_000 + "x\n") * 1_000),
        ("mat", lambda: MAT + (" " * 3_990 + "x\n") * 1_000),
        ("mat", lambda: MAT + "x " * LONG),
        ("mat", lambda: MAT + "1) " * LONG),
        ("mat", lambda: MAT + "wins" + " " * LONG + "x"),
        ("mat", lambda: MAT + "Wins 1 points and" + " " * LONG),
        ("mat", lambda: MAT + "  1) 31: " + "8/5 " * LONG),
        ("mat", lambda: MAT + "  1) 31: " + "24/" * LONG),
        ("mat", lambda: MAT + "  1) 31: " + "?" * LONG),
        ("mat", lambda: " 7 point match\n\n Game 1\n" + "a : 0 " * LONG),
        ("mat", lambda: " 7 point match\n\n Game 1\n" + " :" * LONG + "\n"),
        ("mat", lambda: " 7 point match\n\n Game 1\na" + " " * LONG + "b\n"),
        ("mat", lambda: "7" + " " * LONG + "x\n" + MAT),
        ("mat", lambda: "; [a" + " " * LONG + "\n" + MAT),
        ("mat", lambda: '; [k "' + '" ] ' * LONG + "\n" + MAT),
        ("mat", lambda: "; a comment\n" * 50_000 + MAT),
        ("mat", lambda: MAT + "x\n" * 3 * LONG),
        ("mat", lambda: MAT + "11: \n" * 3 * LONG),
        ("mat", lambda: MAT + " Doubles => 2\n" * 3 * LONG),
        ("mat", lambda: " 7 point match\n\n" + " Game 1\n A : 0   B : 0\n" * LONG),
        ("sgf", lambda: "(" * LONG),
        ("sgf", lambda: "(;GM[6]" * 100_000 + ")" * 100_000),
        ("sgf", lambda: "[" * LONG),
        ("sgf", lambda: SGF + "X" + "[" * LONG),
        ("sgf", lambda: SGF + "C[" + "\\" * LONG),
        ("sgf", lambda: SGF + "a" * LONG + "[x])"),
        ("sgf", lambda: SGF + "A" * LONG + "[x])"),
        ("sgf", lambda: SGF + "X" + "[]" * LONG + ")"),
        ("sgf", lambda: SGF + ";" * LONG + ")"),
        ("sgf", lambda: SGF + ";W[31" + "hefe" * LONG + "])"),
        ("sgf", lambda: SGF + ";AW" + "[a:y]" * 30_000 + ")"),
        ("sgf", lambda: SGF + ";W[double];B[double]" * 5_000 + ")"),
        ("sgf", lambda: "(;GM[6])" * LONG),
        ("json", lambda: "[" * LONG),
        ("json", lambda: '{"a":' * 100_000),
        ("json", lambda: JSON % ("[" * 100_000)),
        ("json", lambda: JSON % ",".join([GAME % ""] * 7_000)),
        ("json", lambda: JSON % (GAME % ",".join([ROLL] * 60_000))),
        ("id", lambda: "A" * LONG),
        ("id", lambda: "XGID=" + ":" * LONG),
        ("board", lambda: "Position ID: 4HPwATDgc/ABMA " * LONG),
        ("board", lambda: "\n" * LONG),
        ("play", lambda: "8/5 " * LONG),
        ("play", lambda: "/".join(["8"] * LONG)),
        ("play", lambda: "8/5" + "(" * LONG),
        ("dice", lambda: "3 " * LONG),
        ("rules", lambda: "tournament " + "a=b " * LONG),
        ("toml", lambda: "a = " + "[" * LONG),
        ("toml", lambda: ".".join("a" * 20_000) + " = 1"),
    ],
)
def test_a_long_or_deep_text_is_read_or_refused(form: str, make: Callable[[], str]) -> None:
    TARGETS[form](make().encode())


@pytest.mark.slow
def test_a_refusal_names_the_limit() -> None:
    with pytest.raises(InputError, match="more than 5,000 game trees"):
        read_sgf("(;GM[6])" * 5_001)
    with pytest.raises(InputError, match="more than 50,000 rolls and cube actions"):
        read_sgf(SGF + ";W[take]" * 50_000 + ")")
    with pytest.raises(InputError, match="more than 10,000 places make no sense"):
        read_sgf(SGF + ";W[x]" * 10_001 + ")")
    with pytest.raises(InputError, match="line 1: variations in variations, more than 1,000 deep"):
        read_sgf("(;GM[6]" * 1_001)
    with pytest.raises(InputError, match="more than 200,000 lines"):
        read_mat(MAT + "\n" * 200_000)
    with pytest.raises(InputError, match="more than 10,000 places make no sense"):
        read_mat(MAT + "x\n" * 12_000)


def test_a_tab_is_as_long_as_the_space_it_stands_for() -> None:
    (problem,) = read_mat(MAT + "\t" * 1_000 + "x\n").problems
    assert problem.reason == "a line of 8001 characters, expected at most 4000"


# Numbers.


@pytest.mark.parametrize("digits", [7, 30, 5_000])
@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("mat", MAT.replace("7", "{}")),
        ("mat", MAT.replace("0", "{}")),
        ("mat", MAT.replace("Game 1", "Game {}")),
        ("mat", MAT + "  1) 31: 8/5 6/5\n     Wins {} points\n"),
        ("mat", MAT + "  1) 31: 8/5 6/5    Doubles => {}\n"),
        ("mat", MAT + "  1) 31: {}/5 6/5\n"),
        ("mat", MAT + "  {}) 31: 8/5 6/5\n"),
        ("sgf", "(;GM[6]MI[length:{}][ws:{}]RE[W+{}]CV[{}]XC[{}:{}])"),
        ("sgf", "(;GM[6];CV[{}];W[31hefe];B[double]XV[{}];DI[{}];PL[{}])"),
        ("json", (JSON % "").replace("7", "{}")),
        ("json", (JSON % (GAME % "")).replace("[0,0]", "[{},{}]")),
        ("json", (JSON % (GAME % ROLL)).replace("[3,1]", "[{},1]")),
        ("json", JSON % (GAME % '{"action":"double","side":"light","value":{}}')),
        ("json", (JSON % "").replace("1,", "{},")),
        ("id", "XGID=-b----E-C---eE---c-e----B-:{}:0:1:64:0:0:0:{}:10"),
        ("play", "{}/5"),
        ("play", "8/5({})"),
        ("rules", "gamez automatic_doubles={}"),
        ("toml", 'base = "gamez"\nautomatic_doubles = {}'),
    ],
)
def test_a_number_of_any_length_is_read_or_refused(form: str, text: str, digits: int) -> None:
    TARGETS[form](text.replace("{}", "9" * digits).encode())


@pytest.mark.parametrize(
    "number", ["0", "-1", "1e400", "1.5", "Infinity", "-Infinity", "NaN", "true", "null", '"7"', "[7]"]
)
def test_a_json_number_may_be_anything(number: str) -> None:
    for text in (JSON % "", JSON % (GAME % ROLL)):
        for place in ('"length":7', '"version":1', "[0,0]", "[3,1]"):
            TARGETS["json"](text.replace(place, place[:-1] + number).encode())
            TARGETS["json"](text.replace(place, place.rstrip("7103,]") + number).encode())


# JSON of other shapes.


def _values(document: Any) -> list[tuple[Any, Any]]:
    """Every place in a document, as (what holds it, its key)."""
    places: list[tuple[Any, Any]] = []
    keys = document if isinstance(document, dict) else range(len(document)) if isinstance(document, list) else ()
    for key in keys:
        places += [(document, key), *_values(document[key])]
    return places


@pytest.mark.parametrize(
    "wrong", [None, True, -1, 10**30, 1.5, "", "x", "\ud800", "\0", [], {}, [[]], {"a": 1}], ids=repr
)
def test_every_value_of_a_json_match_may_be_of_another_type(wrong: object) -> None:
    text = WRITERS["json"](wild_match(11, games=1, most_turns=5))
    for number in range(len(_values(json.loads(text)))):
        document = json.loads(text)
        holder, key = _values(document)[number]
        holder[key] = wrong
        TARGETS["json"](json.dumps(document).encode())


def test_every_key_of_a_json_match_may_be_missing() -> None:
    text = WRITERS["json"](wild_match(11, games=1, most_turns=5))
    for number in range(len(_values(json.loads(text)))):
        document = json.loads(text)
        holder, key = _values(document)[number]
        del holder[key]
        TARGETS["json"](json.dumps(document).encode())


# Rule sets.


@pytest.mark.parametrize(
    "text",
    [
        "",
        "=",
        "tournament =",
        "tournament jacoby",
        "tournament jacoby=",
        "tournament jacoby==true",
        "\0",
        "tournament\0",
    ],
)
def test_a_rule_set_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="rule"):
        RuleSet.from_text(text)


# Commands.


@pytest.mark.slow
def test_verify_and_convert_answer_hostile_files_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for ending, content in {
        ".mat": MAT + "x\n" * 20_000,
        ".sgf": "(;GM[6]" * 20_000,
        ".json": '{"format":"companion-match","version":1,"names":' + "[" * 100_000,
    }.items():
        (tmp_path / f"hostile{ending}").write_text(content)
        (tmp_path / f"zeros{ending}").write_bytes(b"\0" * 1000 + content.encode())
    assert main(["verify", str(tmp_path)]) != 0
    printed = capsys.readouterr().out
    for ending in ENDINGS:
        assert f"hostile{ending}: " in printed
    for ending in ENDINGS:
        assert main(["verify", str(tmp_path / f"hostile{ending}")]) == 2
        assert f"hostile{ending}: " in capsys.readouterr().err
        assert main(["convert", str(tmp_path / f"hostile{ending}"), str(tmp_path / "out.mat")]) == 2
        assert f"hostile{ending}: " in capsys.readouterr().err
    assert not (tmp_path / "out.mat").exists()


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_error_names_the_file(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"broken{ending}"
    path.write_bytes(b"\xff\xfe\0")
    with pytest.raises(InputError) as refused:
        read(path)
    assert str(refused.value).startswith(f"{path}: ")


# Found by searching.


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("sgf", "(;GM[6]PW[;x]PB[#y];W[31hefe])"),  # a name that began a comment in .mat
        ("mat", MAT + "  1) 31: 8/5 6/5    Doubles => 0\n"),  # a cube of nothing
        ("play", "bar/2 13/7*/4 bar/2* 17/7* 6/off"),  # two checkers meet, and either may have gone on
    ],
)
def test_what_was_found_stays_mended(form: str, text: str) -> None:
    TARGETS[form](text.encode())
