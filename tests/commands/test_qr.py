"""``companion qr``: what it writes is read by the camera."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.settings.match_code import settings_in
from vision.qr import codes_in


def test_a_written_code_is_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "table3.png"
    assert main(["qr", "--light", "Łucja", "--dark", "Ben", "--length", "7", "--clock", "1", "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"saved: {out}\n"
    picture = cv2.imread(str(out))
    assert picture is not None
    (text,) = codes_in(picture.astype(np.uint8))
    assert settings_in(text) == {
        "match.light": "Łucja", "match.dark": "Ben", "match.length": 7, "match.clock": True,
    }  # fmt: skip


def test_without_a_file_the_code_is_drawn_with_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["qr", "--length", "5"]) == 0
    assert capsys.readouterr().out.endswith("companion:1?length=5\n")
    assert main(["qr", "--length", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"text": "companion:1?length=5", "out": None}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--length", "many"], "expected points"),
        (["--rules", "chess"], "rule set 'chess'"),
        (["--light", "A\nB"], "expected one line of text"),
        (["--out", "code.gif"], "expected a file that ends in .svg or .png"),
        (["--out", "/nowhere/code.png"], "cannot be written"),
    ],
)
def test_what_no_table_could_read_is_not_written(
    capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    assert main(["qr", *words]) == 2
    assert says in capsys.readouterr().err
