"""One border for settings: what is refused is so wherever it comes from, and no window stays dark because of one."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion import screen
from companion.app import running
from companion.cli import main
from companion.errors import InputError
from companion.screen import Services
from companion.settings.entries import entries
from companion.settings.match_code import settings_in
from companion.settings.reading import changed, load_settings, usable_settings
from companion.settings.tree import Settings, terms_of
from tests.patience import PATIENCE_S


def file_with(folder: Path, text: str) -> Path:
    path = folder / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        load_settings(path)
    return str(caught.value).partition(": ")[2]


def shown(words: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(words) == 2
    (said,) = capsys.readouterr().err.splitlines()
    return str(said)


@pytest.mark.parametrize(
    ("key", "value", "option"),
    [
        ("match.length", 65, ("--length", "65")),
        ("match.length", -1, ("--length", "-1")),
        ("match.rules", "chess", ("--rules", "chess")),
        ("match.rules", "tactic home_size=x", ("--rules", "tactic home_size=x")),
        ("match.light", "A\tB", ("--names", "A\tB,Ben")),
        ("match.light", "A" * 1001, ("--names", "A" * 1001 + ",Ben")),
    ],
)
def test_what_is_refused_is_refused_in_the_same_words_wherever_it_comes_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str, value: object, option: tuple[str, str]
) -> None:
    table, _, name = key.partition(".")
    said = refused(file_with(tmp_path, f"[{table}]\n{name} = {json.dumps(value)}\n"))
    assert key in said
    with pytest.raises(InputError) as caught:
        changed(Settings(), {key: value})
    assert str(caught.value) == f"settings on the screen: {said}"
    kept = ["--data-dir", str(tmp_path / "data")]
    for command in ([*kept, "run", "--headless", "--camera", "none"], [*kept, "replay", ".", "--out", "match.mat"]):
        assert shown([*command, *option], capsys).endswith(f"settings on the command line: {said}")


@pytest.mark.parametrize(
    ("part", "value"), [("length", "65"), ("rules", "chess"), ("mode", "duel"), ("dice", "loaded")]
)
def test_a_code_is_refused_in_the_words_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], part: str, value: str
) -> None:
    ((key, read),) = settings_in(f"companion:1?{part}={value}").items()
    table, _, name = key.partition(".")
    said = refused(file_with(tmp_path, f"[{table}]\n{name} = {json.dumps(read)}\n"))
    assert shown(["qr", f"--{part}", value], capsys) == f"companion qr: settings of the code: {said}"


def test_a_file_may_say_every_number_that_the_screen_offers_and_none_beyond() -> None:
    for entry in entries(Settings()):
        if entry.kind in (int, float):
            for beyond in (entry.least - 1, entry.most + 1):
                with pytest.raises(InputError, match=entry.key):
                    changed(Settings(), {entry.key: entry.kind(beyond)})


BAD = [
    ("[match]\nlight = 'Ann'\nlength = 100", "match.length"),
    ("[match]\nlight = 'Ann'\nrules = 'chess'", "match.rules"),
    ("[match]\nlight = 'Ann'\nrules = 'gone.toml'", "match.rules"),
    ("[match]\nlight = 'Ann'\n[screen]\ntheme = 'neon'", "screen.theme"),
    ("[match]\nlight = 'Ann'\n[screen]\nlanguage = 'tlh'", "screen.language"),
    ("[match]\nlight = 'Ann'\n[screen]\nrotation = 90", "screen.rotation"),
    ("[match]\nlight = 'Ann'\n[screen]\nfullscreen = 'yes'", "screen.fullscreen"),
    ("[match]\nlight = 'Ann'\n[camera]\nrate = 0", "camera.rate"),
    ("[match]\nlight = 'Ann'\n[table]\nroll_area = '1 2'", "table.roll_area"),
    ("[match]\nlight = 'Ann'\n[lamps]\npin = 17", "lamps.pin"),
    ("[match]\nlight = 'Ann'\n[lamps]\npin = 17\n[button]\npin = 99", "button.pin"),
    ("[match]\nlight = 'Ann'\n[director]\npin = '12'", "director.pin"),
    ("camera = 3\n[match]\nlight = 'Ann'", "camera"),
    ("sound = 'loud'\nnonsense = 1\n[match]\nlight = 'Ann'", "nonsense"),
]


@pytest.mark.parametrize(("text", "key"), BAD, ids=[key for _, key in BAD])
def test_what_cannot_be_used_is_as_by_default_and_all_else_as_it_says(tmp_path: Path, text: str, key: str) -> None:
    path = file_with(tmp_path, text)
    found, troubles = usable_settings(path)
    assert found.match.light == "Ann"
    assert changed(found, {"match.light": "Light"}) == Settings()
    assert terms_of(found, asks=True).names == ("Ann", "Dark")
    assert any(key in trouble and str(path) in trouble for trouble in troubles)
    with pytest.raises(InputError) as caught:
        load_settings(path)
    assert str(caught.value) in troubles


def test_a_file_without_a_fault_has_no_trouble(tmp_path: Path) -> None:
    path = file_with(tmp_path, "[match]\nlength = 7\n")
    assert usable_settings(path) == (load_settings(path), ())
    assert usable_settings(None, data_dir=tmp_path) == (load_settings(None, data_dir=tmp_path), ())


@pytest.mark.parametrize("text", ["[match", '"match.light" = 3', '"" = 1', "x = " + "9" * 5000, "# " + "x" * 20_000])
def test_a_file_that_says_nothing_usable_leaves_every_default(tmp_path: Path, text: str) -> None:
    file_with(tmp_path, text)
    found, troubles = usable_settings(None, data_dir=tmp_path)
    assert found == Settings(data_dir=tmp_path)
    assert troubles


def test_a_folder_for_the_data_that_cannot_be_made_is_the_usual_one(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    found, (trouble,) = usable_settings(file_with(tmp_path, f"data_dir = '{tmp_path / 'file' / 'data'}'"))
    assert found == Settings()
    assert "'data_dir' is" in trouble


def test_a_file_that_somebody_names_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.toml: cannot be read"):
        usable_settings(tmp_path / "nowhere.toml")


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Settings]]:
    """A window that is closed at once: what it said at first, and the settings that it was opened with."""
    opened: list[tuple[str, Settings]] = []

    def run_window(services: Services, *, first: object, said: str) -> None:
        del first
        opened.append((said, services.settings.now()))
        services.table.poll()

    monkeypatch.setattr(screen, "run", run_window)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    return opened


BROKEN = (
    "[match]\nlength = 7\n[screen]\ntheme = 'neon'\nlanguage = 'pl'\n[camera]\ncalibration = '/nowhere/board.json'\n"
)


@pytest.mark.parametrize("command", [["run"], ["practise", "game"]], ids=" ".join)
def test_with_a_window_the_companion_starts_and_says_what_is_wrong(
    tmp_path: Path, window: list[tuple[str, Settings]], caplog: pytest.LogCaptureFixture, command: list[str]
) -> None:
    file_with(tmp_path, BROKEN)
    camera = tmp_path / "frames"
    camera.mkdir()
    with caplog.at_level(logging.WARNING, logger=running.__name__):
        assert main(["--data-dir", str(tmp_path), *command, "--camera", str(camera)]) == 0
    ((said, settings),) = window
    assert (settings.match.length, settings.screen.theme) == (7, "dusk")
    assert said.startswith("Tego ustawienia nie można użyć, obowiązuje wartość domyślna. settings ")
    for told in ("'screen.theme' is 'neon', expected one of contrast, day, dusk", "/nowhere/board.json"):
        assert told in said
        assert any(told in message for message in caplog.messages)


def test_without_a_fault_the_window_says_nothing(tmp_path: Path, window: list[tuple[str, Settings]]) -> None:
    assert main(["--data-dir", str(tmp_path), "run", "--camera", "none"]) == 0
    assert [said for said, _ in window] == [""]


@pytest.mark.parametrize("words", [["--length", "65"], ["--rules", "chess"], ["--settings", "nowhere.toml"]])
def test_a_wrong_option_is_bad_usage_even_with_a_window(
    tmp_path: Path, window: list[tuple[str, Settings]], capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    shown(["--data-dir", str(tmp_path), "run", "--camera", "none", *words], capsys)
    assert not window


def test_without_a_window_a_bad_file_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file_with(tmp_path, BROKEN)
    said = shown(["--data-dir", str(tmp_path), "run", "--headless", "--camera", "none"], capsys)
    assert "'screen.theme' is 'neon', expected one of" in said


def test_the_sentence_lies_over_the_first_screen_of_a_real_window(tmp_path: Path) -> None:
    file_with(tmp_path, "[screen]\ntheme = 'neon'\n")
    program = f"""
import sys
from companion.cli import main
from companion import screen
prepare = screen.prepare
def prepared(**how):
    prepare(**how)
    from companion.screen.app import CompanionApp
    CompanionApp.on_start = lambda app: (print("said:", app.app_root.said, flush=True), app.stop())
screen.prepare = prepared
sys.exit(main(["--data-dir", {str(tmp_path)!r}, "run", "--camera", "none"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=PATIENCE_S * 6,
        env={**os.environ, "SDL_VIDEODRIVER": "offscreen", "KIVY_HOME": str(tmp_path / "kivy")},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (said,) = (line for line in done.stdout.splitlines() if line.startswith("said: "))
    assert said.startswith("said: A setting cannot be used, so its default is used instead. settings ")
    assert "'screen.theme' is 'neon'" in said
