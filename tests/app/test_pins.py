"""Buttons, lamps and buzzer in the running application: a process of its own, on mock pins."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from multiprocessing import Pipe
from pathlib import Path
from typing import Any, Self

from companion.cli import main
from tests.app.pinned import on_mock_pins
from tests.clips import quicker
from tests.commands.program import Process
from tests.patience import PATIENCE_S, eventually

HOUSE = Path(__file__).parents[2]
BUTTON, SECOND, NEAR, FAR, BUZZER = 17, 27, 5, 6, 13
ELECTRONIC = "[table]\ndice = 'electronic'\n"
ONE_BUTTON = f"[button]\npin = {BUTTON}\n"
TWO_BUTTONS = f"[button]\npin = {BUTTON}\nsecond_pin = {SECOND}\n"
LAMPS = f"[lamps]\npin = {NEAR}\nsecond_pin = {FAR}\n"


class Device:
    """``companion run --headless``, with hands on its pins and on its commands."""

    def __init__(self, folder: Path, settings: str, *words: str, path: str = os.environ["PATH"]) -> None:
        (folder / "settings.toml").write_text(settings, encoding="utf-8")
        told = ("run", "--headless", "--control", "--json", "--settings", str(folder / "settings.toml"), *words)
        self._pins, theirs = Pipe()
        self.process = Process(on_mock_pins, theirs, told, COMPANION_DATA=str(folder / "data"), PATH=path)
        theirs.close()
        self.events: list[dict[str, Any]] = []

    def pin(self, order: str, number: int) -> Any:
        self._pins.send((order, number))
        return self._pins.recv()

    def tell(self, *lines: str) -> dict[str, Any]:
        """Type lines, and answer how things stand then."""
        self.process.stdin.write("".join(f"{line}\n" for line in (*lines, "show")))
        self.process.stdin.flush()
        while "phase" not in (told := json.loads(self.process.stdout.readline())):
            self.events.append(told)
        return dict(told)

    def press(self, number: int) -> dict[str, Any]:
        """Press a button, and answer how things stand once that has had its effect."""
        self.tell()
        before = len(self.events)
        self.pin("press", number)
        return self.until(lambda _: len(self.events) > before)

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        until_s = time.monotonic() + PATIENCE_S
        while not holds(now := self.tell()):
            assert time.monotonic() < until_s, f"nothing happened: {now}"
            time.sleep(0.02)
        return now

    def announce(self) -> None:
        """Commands are taken before the table is announced: let that happen for all that was told so far."""
        self.tell()
        self.tell()

    def lamps(self) -> tuple[bool, bool]:
        """Whether the lamps at the lower and the upper edge of the picture are lit."""
        self.announce()
        return self.pin("level", NEAR), self.pin("level", FAR)

    def blinks(self, number: int) -> bool:
        before = self.pin("changes", number)
        return eventually(lambda: self.pin("changes", number) >= before + 2)

    def quit(self) -> str:
        """End it, and answer what stands in its log."""
        _, log = self.process.communicate("quit\n")
        assert self.process.poll() == 0, log
        return log

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self._pins.close()


def rolls(device: Device) -> Sequence[str]:
    return [event["side"] for event in device.events if event["event"] == "roll"]


def test_a_press_brings_fair_dice_on_record_and_lights_the_lamp_of_whose_turn_it_is(tmp_path: Path) -> None:
    with Device(tmp_path, ELECTRONIC + ONE_BUTTON + LAMPS, "--camera", "none") as device:
        assert device.lamps() == (True, True)
        device.tell("roll 31")
        assert device.lamps() == (True, False)
        device.tell("play 8/5 6/5")
        assert device.lamps() == (False, True)
        assert device.tell()["dice"] is None
        rolled = device.press(BUTTON)
        assert rolled["on_roll"] == "dark"
        assert all(1 <= number <= 6 for number in rolled["dice"])
        assert device.events[-1]["event"] == "roll"
        assert device.lamps() == (False, True)
        log = device.quit()
    assert "no button" not in log
    assert "no lamp" not in log


def test_with_two_buttons_each_is_a_players_own(tmp_path: Path) -> None:
    with Device(tmp_path, ELECTRONIC + TWO_BUTTONS, "--camera", "none") as device:
        device.tell("roll 31", "play 8/5 6/5")
        out_of_turn = device.press(BUTTON)
        assert (out_of_turn["on_roll"], out_of_turn["dice"]) == ("dark", None)
        assert rolls(device) == ["light"]
        assert len(device.press(SECOND)["dice"]) == 2
        assert rolls(device) == ["light", "dark"]
        device.quit()


def test_a_doubled_players_lamp_blinks_until_the_answer(tmp_path: Path) -> None:
    with Device(tmp_path, ELECTRONIC + LAMPS, "--camera", "none") as device:
        device.tell("roll 31", "play 8/5 6/5", "double")
        assert device.tell()["phase"] == "doubled"
        assert device.blinks(NEAR)
        assert device.pin("level", FAR) is False
        device.tell("take")
        assert device.lamps() == (False, True)
        assert device.tell()["cube"]["value"] == 2
        device.quit()


def test_a_button_on_which_something_lies_rolls_once_and_then_no_more(tmp_path: Path) -> None:
    with Device(tmp_path, ELECTRONIC + ONE_BUTTON, "--camera", "none") as device:
        device.tell("roll 31", "play 8/5 6/5")
        device.pin("close", BUTTON)
        device.until(lambda _: len(rolls(device)) == 2)
        rolled = len(device.events)
        for _ in range(10):
            time.sleep(0.05)
            device.tell()
        device.pin("open", BUTTON)
        device.announce()
        assert len(device.events) == rolled
        device.quit()


def test_a_recorded_game_buzzes_for_its_illegal_play_and_for_nothing_before(tmp_path: Path) -> None:
    settings = "\n".join(
        [
            "[match]\nmode = 'refereed'\nlength = 3",
            "[table]\ndice = 'camera'\nend_of_turn = 'still'",
            f"[buzzer]\npin = {BUZZER}\n{LAMPS}",
        ]
    )
    clip = quicker(HOUSE / "companion" / "demo" / "clip", tmp_path / "clip", most=12)
    with Device(tmp_path, settings, "--camera", str(clip)) as device:
        while "illegal" not in [event["event"] for event in device.events]:
            was_silent = device.pin("changes", BUZZER) == 1
            time.sleep(0.02)
            device.tell()
            assert was_silent or "illegal" in [event["event"] for event in device.events], "nothing was wrong before"
        device.announce()
        assert device.pin("changes", BUZZER) > 1
        device.quit()


def test_sounds_and_words_reach_the_programs_of_the_system(tmp_path: Path) -> None:
    heard, said = tmp_path / "heard", tmp_path / "said"
    for name, body in (("aplay", f'wc -c <"$2" >>{heard}'), ("espeak-ng", f'cat >"$8"; cat "$8" >>{said}')):
        (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    settings = "[match]\nmode = 'training'\nlight = 'Ann'\n[button]\npin = 0\n[sound]\nvoice = true\n"
    path = f"{tmp_path}:{os.environ['PATH']}"
    with Device(tmp_path, settings, "--camera", "none", path=path) as device:
        device.announce()
        device.tell("roll 54")
        device.until(lambda _: said.exists() and said.read_text() == "5, 4.")
        device.tell("end light single")
        device.until(lambda _: said.read_text() == "5, 4.Ann wins 1 point. Ann 1, Dark 0.")
        log = device.quit()
    assert len(heard.read_text().split()) >= 2, "the roll's sound, and words"
    assert "no sound" not in log
    assert "no voice" not in log


def test_without_pins_loudspeaker_and_voice_the_companion_plays_on(tmp_path: Path) -> None:
    settings = f"{TWO_BUTTONS}{LAMPS}[buzzer]\npin = {BUZZER}\n[sound]\nvoice = true\n[match]\nmode = 'training'\n"
    (tmp_path / "settings.toml").write_text(settings, encoding="utf-8")
    told = ("run", "--headless", "--camera", "none", "--control", "--settings", str(tmp_path / "settings.toml"))
    with Process(main, told, COMPANION_DATA=str(tmp_path), PATH=str(tmp_path)) as process:
        said, log = process.communicate("roll 31\nplay 8/5 6/5\nroll 64\nplay 24/14\nquit\n")
        assert process.poll() == 0, log
    assert "Dark plays 6-4: 24/14" in said
    lines = [line.split(": ", 1)[1] for line in log.splitlines() if "GPIO" in line]
    assert [line.split(":")[0] for line in lines] == [
        *("no lamp on GPIO 5", "no lamp on GPIO 6", "no buzzer on GPIO 13"),
        *("no button on GPIO 17", "no button on GPIO 27"),
    ]
    assert "Traceback" not in log
