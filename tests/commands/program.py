"""``companion`` by commands, in a process of its own."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, Self, TextIO
from unittest.mock import patch

from companion.cli import main
from tests.patience import PATIENCE_S

_READY: Final = multiprocessing.get_context("forkserver")
# Imported once for all processes: that takes each of them longer than what most of them are started for.
_READY.set_forkserver_preload(["companion.commands.practise", "gpiozero.pins.mock", "tests.commands.program"])


class Process:
    """A process of its own, with three pipes as ``subprocess.Popen`` has them.

    ``run``: what is called there, with ``told``; its answer is the exit status.  ``environment``: what is changed in
    that of this process.
    """

    def __init__(self, run: Callable[..., object], *told: object, **environment: str) -> None:
        (heard, stdin), (stdout, said), (stderr, complained) = (_READY.Pipe(duplex=False) for _ in range(3))
        theirs = heard, said, complained
        environment = {**os.environ, "GPIOZERO_PIN_FACTORY": "native", **environment}
        self.process = _READY.Process(target=_run, args=(theirs, environment, run, told))
        self.process.start()
        for end in theirs:
            end.close()
        self.stdin, self.stdout, self.stderr = _opened(stdin, "w"), _opened(stdout), _opened(stderr)

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    def poll(self) -> int | None:
        return self.process.exitcode

    def kill(self) -> None:
        """As when the plug is pulled; it may have ended."""
        self.process.kill()
        self._end()

    def terminate(self) -> None:
        self.process.terminate()

    def communicate(self, typed: str = "") -> tuple[str, str]:
        """Type the last lines, and answer what it says and complains of until it has ended."""
        self.stdin.write(typed)
        self.stdin.close()
        with ThreadPoolExecutor() as beside:
            complained = beside.submit(self.stderr.read)
            said = self.stdout.read()
        self._end()
        return said, complained.result()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def _end(self) -> None:
        self.process.join(PATIENCE_S)
        for pipe in (self.stdin, self.stdout, self.stderr):
            pipe.close()


def _opened(pipe: Connection, mode: str = "r") -> TextIO:
    with pipe:
        return os.fdopen(os.dup(pipe.fileno()), mode, encoding="utf-8")  # type: ignore[return-value]


def _run(
    pipes: Sequence[Connection], environment: Mapping[str, str], run: Callable[..., object], told: Sequence[object]
) -> None:
    for number, pipe in enumerate(pipes):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
    os.environ.update(environment)
    sys.exit(run(*told))  # type: ignore[arg-type]


class Program:
    """``companion run`` by commands, without a camera; or another command that runs a table."""

    def __init__(self, data: Path, *words: str, command: str = "run") -> None:
        told = [command, *words, "--headless", "--camera", "none", "--control", "--json"]
        self.process = Process(main, told, COMPANION_DATA=str(data))

    def tell(self, *lines: str) -> dict[str, Any]:
        """Type lines, and answer how things stand then."""
        self.process.stdin.write("".join(f"{line}\n" for line in (*lines, "show")))
        self.process.stdin.flush()
        while "phase" not in (told := json.loads(self.process.stdout.readline())):
            assert "event" in told
        return dict(told)

    def quit(self) -> str:
        """Quit, and answer what it complained of."""
        shown, complained = self.process.communicate("quit\n")
        assert self.process.poll() == 0
        assert json.loads(shown.splitlines()[-1])["events"] > 0
        return complained

    def quit_untouched(self) -> None:
        """Quit a match in which nothing has happened."""
        self.process.communicate("quit\n")
        assert self.process.poll() == 0

    def kill(self) -> None:
        """As when the plug is pulled."""
        self.process.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


def companion(data: Path, *words: str) -> str:
    """What another command prints, beside a program that may be running."""
    printed, complained = StringIO(), StringIO()
    with patch.dict(os.environ, COMPANION_DATA=str(data)), redirect_stdout(printed), redirect_stderr(complained):
        status = main(words)
    if status:
        raise subprocess.CalledProcessError(status, words, printed.getvalue(), complained.getvalue())
    return printed.getvalue()
