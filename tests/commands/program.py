"""``companion run`` by commands, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, Self
from unittest.mock import patch

from companion.cli import main
from tests.patience import PATIENCE_S


class Program:
    """``companion run`` by commands, in a process of its own."""

    def __init__(self, data: Path, *words: str) -> None:
        command = [sys.executable, "-m", "companion", "run", "--headless", "--camera", "none", "--control", "--json"]
        environment = {**os.environ, "GPIOZERO_PIN_FACTORY": "native", "COMPANION_DATA": str(data)}
        self.process = subprocess.Popen(
            [*command, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def tell(self, *lines: str) -> dict[str, Any]:
        """Type lines, and answer how things stand then."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("".join(f"{line}\n" for line in (*lines, "show")))
        self.process.stdin.flush()
        while "phase" not in (told := json.loads(self.process.stdout.readline())):
            assert "event" in told
        return dict(told)

    def quit(self) -> None:
        shown, _ = self.process.communicate("quit\n", timeout=PATIENCE_S)
        assert self.process.returncode == 0
        assert json.loads(shown.splitlines()[-1])["events"] > 0

    def quit_untouched(self) -> None:
        """Quit a match in which nothing has happened."""
        self.process.communicate("quit\n", timeout=PATIENCE_S)
        assert self.process.returncode == 0

    def kill(self) -> None:
        """As when the plug is pulled."""
        self.process.kill()
        self.process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self.process.poll() is None:
            self.kill()


def companion(data: Path, *words: str) -> str:
    """What another command prints, beside a program that may be running."""
    printed, complained = StringIO(), StringIO()
    with patch.dict(os.environ, COMPANION_DATA=str(data)), redirect_stdout(printed), redirect_stderr(complained):
        status = main(words)
    if status:
        raise subprocess.CalledProcessError(status, words, printed.getvalue(), complained.getvalue())
    return printed.getvalue()
