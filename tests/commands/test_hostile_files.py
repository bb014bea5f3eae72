"""Files beside matches that somebody broke or made to break us: what the camera saw, and the settings."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cli import main
from companion.games.backgammon import START

LONG: Final = 10_000_000
LONGEST_SENTENCE: Final = 500
EMPTY: Final = {"light": 0, "dark": 0, "confidence": 0.9}
READING: Final[dict[str, Any]] = {
    "found": True,
    "top": [dict(EMPTY) for _ in range(12)],
    "bottom": [dict(EMPTY, light=2), *(dict(EMPTY) for _ in range(11))],
    "bar": {"light": 1, "dark": 0},
    "off": {"light": 12, "dark": 15},
    "dice": [{"value": 3, "cocked": False}, {"value": 1, "cocked": False}],
}
NO_TEXT_AT_ALL: Final = {
    "empty": b"",
    "blank": b" \n\t ",
    "zeros": b"\0" * 1000,
    "no UTF-8": b"\xff\xfe\0\x80",
    "a mark alone": b"\xef\xbb\xbf",
    "half a character": '{"bar": "é'.encode()[:-1],
    "deep lists": b"[" * 100_000,
    "deep keys": b'{"a":' * 100_000,
    "long digits": b'{"top": ' + b"9" * 100_000 + b"}",
    "no end": b'{"found": true, "top": [',
    "10 MB of blanks": b" " * LONG,
    "10 MB of one word": b"a" * LONG,
    "10 MB of one text": b'"' + b"x" * LONG + b'"',
    "10 MB of one list": b"[" + b"1," * (LONG // 2) + b"1]",
}
JSON_VALUES: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([10**400, -1, 31, "light"]),
    lambda inner: st.lists(inner, max_size=13) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


def answer(*words: str, capsys: pytest.CaptureFixture[str]) -> int:
    """The exit status of a command; a refusal has to be one short sentence, and nothing else."""
    status = main(words)
    printed = capsys.readouterr()
    if status == 2:
        assert printed.out == ""
        assert printed.err.count("\n") == 1
        assert printed.err.startswith(f"companion {words[0]}: ")
        assert len(printed.err) < LONGEST_SENTENCE
    return status


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("f") / "hostile"


# What the camera saw.


def explain(path: Path, capsys: pytest.CaptureFixture[str]) -> int:
    return answer("explain", START.id(), "3", "1", str(path), capsys=capsys)


@pytest.mark.parametrize("content", NO_TEXT_AT_ALL.values(), ids=NO_TEXT_AT_ALL)
def test_a_reading_of_any_bytes_is_refused(content: bytes, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(content)
    assert explain(file, capsys) == 2


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield (*path, key)
        yield from places(value[key], (*path, key))


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(place=st.sampled_from(list(places(READING))), value=JSON_VALUES)
def test_any_value_of_a_reading_may_be_anything(
    place: tuple[Any, ...], value: object, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reading = copy.deepcopy(READING)
    holder = reading
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = value
    file.write_text(json.dumps(reading))
    assert explain(file, capsys) in (0, 1, 2)


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(counts=st.lists(st.none() | st.integers(0, 30), min_size=52, max_size=52))
def test_a_reading_of_any_counts_is_explained(
    counts: list[int | None], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stacks = [
        None if light is None or dark is None else {"light": light, "dark": dark}
        for light, dark in zip(counts[::2], counts[1::2], strict=True)
    ]
    reading = {"top": stacks[:12], "bottom": stacks[12:24], "bar": stacks[24], "off": stacks[25]}
    file.write_text(json.dumps(reading))
    assert explain(file, capsys) in (0, 1)


@pytest.mark.parametrize("begin", ["", "\ufeff"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=repr)
def test_a_reading_may_have_a_mark_and_any_line_ends(
    begin: str, newline: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes((begin + json.dumps(READING, indent=1).replace("\n", newline)).encode())
    assert explain(file, capsys) == 1


# The settings.


def use(path: Path, capsys: pytest.CaptureFixture[str]) -> int:
    return answer("legal", START.id(), "3", "1", "--settings", str(path), capsys=capsys)


@pytest.mark.parametrize("content", NO_TEXT_AT_ALL.values(), ids=NO_TEXT_AT_ALL)
def test_settings_of_any_bytes_are_refused_unless_they_say_nothing(
    content: bytes, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(content)
    says_nothing = len(content) < LONG and not content.removeprefix(b"\xef\xbb\xbf").strip()
    assert use(file, capsys) == (0 if says_nothing else 2)


@pytest.mark.parametrize(
    "value",
    [
        *(
            "nan",
            "inf",
            "-inf",
            "1e400",
            "-1",
            "1" + "0" * 400,
            "9" * 5_000,
            "0x" + "f" * 9_000,
            "1979-05-27",
            "07:32:00",
        ),
        *("true", "''", '"a\\u0000b"', '"~nobody-of-this-name/x"', "'" + "x" * 9_000 + "'", "[]", "[[[]]]", "{}"),
        *("{a = 1}", "[0x" + "f" * 9_000 + "]", "[" * 7_000, "{" * 7_000, "", "\0", '"'),
    ],
    ids=lambda value: value[:20],
)
def test_any_value_of_the_settings_may_be_anything(value: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for key in ("data_dir", "match", "match.light", "match.length", "table.dice", "table.patience_s",
                "coach.threshold", "screen.fullscreen", "x" * 9_000, "match.x"):  # fmt: skip
        file.write_text(f"{key} = {value}\n", encoding="utf-8")
        assert use(file, capsys) in (0, 2)


def test_a_number_of_the_settings_is_finite_and_not_below_zero(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for value in ("nan", "inf", "-inf", "-1", "-0.5", "1e300", "1" + "0" * 400):
        for key in ("table.patience_s", "camera.settle_s", "coach.threshold"):
            file.write_text(f"{key} = {value}", encoding="utf-8")
            assert use(file, capsys) == 2, (key, value)


@pytest.mark.parametrize("begin", ["", "\ufeff"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=repr)
def test_settings_may_have_a_mark_and_any_line_ends_of_toml(
    begin: str, newline: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes((begin + "[match]\nlength = 7\n[camera]\nsettle_s = 1\n".replace("\n", newline)).encode())
    assert use(file, capsys) == 0
