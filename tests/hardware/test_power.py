"""Switching off and restarting, with a stand-in for the system's program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.errors import PowerError
from hardware.power import restart, shut_down


@pytest.fixture
def systemctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Puts a ``systemctl`` that writes down its words and then does this first on the path."""

    def stand_in(script: str) -> Path:
        said = tmp_path / "said"
        program = tmp_path / "systemctl"
        program.write_text(f'#!/bin/sh\necho "$@" >>"{said}"\n{script}\n', encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        return said

    return stand_in


@pytest.mark.parametrize(("ask", "word"), [(shut_down, "poweroff"), (restart, "reboot")])
def test_systemd_is_asked_once_and_nobody_for_a_password(
    systemctl: Callable[[str], Path], ask: Callable[[], None], word: str
) -> None:
    said = systemctl("exit 0")
    ask()
    assert said.read_text() == f"--no-ask-password {word}\n"


def test_what_systemd_refuses_is_told(systemctl: Callable[[str], Path]) -> None:
    systemctl("echo 'Call to PowerOff failed: Interactive authentication required.' >&2; exit 1")
    with pytest.raises(PowerError, match=r"the device was not switched off: .*authentication required"):
        shut_down()


def test_without_systemd_that_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PowerError, match="the device cannot be restarted from here: there is no systemctl"):
        restart()
