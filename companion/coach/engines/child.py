"""A program that is kept running and answers each question, one JSON object a line, over pipes of its own."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Final

from companion.errors import EngineError

QUESTIONS: Final = "COMPANION_QUESTIONS"
ANSWERS: Final = "COMPANION_ANSWERS"
"""Environment variables with the numbers of the pipes on which the program reads and writes."""
_CHUNK: Final = 1 << 16


class Child:
    """Starts at the first question, and again after it died, hung or answered nonsense.

    It ends with our process, which holds the only writer of its pipe.  Its home folder is temporary, and a person's
    settings of the program do not change its answers.
    """

    def __init__(self, name: str, command: Sequence[str]) -> None:
        """``name``: as errors call it."""
        self._name = name
        self._command = list(command)
        self._running: _Running | None = None
        self._closed = False

    def ask(self, question: Mapping[str, Any], *, patience_s: float) -> dict[str, Any]:
        """The answer.

        Raises :class:`EngineError` without a sensible answer within that time: the program is then ended, and started
        again for the next question.
        """
        if self._closed:
            raise EngineError(f"{self._name} was closed; start it again to ask it")
        try:
            line = self._answer_to(json.dumps(question), patience_s)
            answer = json.loads(line)
        except OSError as error:
            raise self._lost(f"could not be asked ({error.strerror})") from error
        except ValueError as error:
            raise self._lost("answered what makes no sense") from error
        if not isinstance(answer, dict):
            raise self._lost("answered what makes no sense")
        if "error" in answer:
            raise EngineError(f"{self._name} could not answer: {answer['error']}")
        return answer

    def close(self) -> None:
        self._closed = True
        self._end()

    def __enter__(self) -> Child:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _answer_to(self, question: str, patience_s: float) -> bytes:
        if self._running is not None and self._running.has_died():
            self._end()
        if self._running is None:
            self._running = _Running(self._command)
        self._running.write(question)
        until = time.monotonic() + patience_s
        answer = b""
        while not answer.endswith(b"\n"):
            chunk = self._running.read(until)
            if chunk is None:
                raise self._lost(f"did not answer within {patience_s:g} seconds")
            if not chunk:
                raise self._lost("ended in the middle of a question")
            answer += chunk
        return answer

    def _lost(self, how: str) -> EngineError:
        self._end()
        return EngineError(f"{self._name} {how}; it is started again for the next question")

    def _end(self) -> None:
        if self._running is not None:
            self._running.end()
            self._running = None


class _Running:
    """One run of the program."""

    def __init__(self, command: Sequence[str]) -> None:
        self._home = tempfile.TemporaryDirectory(prefix="companion-", ignore_cleanup_errors=True)
        reads, self._questions = os.pipe()
        self._answers, writes = os.pipe()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(reads, writes),
                env={**_surroundings(), "HOME": self._home.name, QUESTIONS: str(reads), ANSWERS: str(writes)},
                start_new_session=True,  # what is typed to interrupt us is not for it
            )
        except OSError:
            self._let_go()
            raise
        finally:
            os.close(reads)
            os.close(writes)

    def has_died(self) -> bool:
        return self._process.poll() is not None

    def write(self, question: str) -> None:
        os.write(self._questions, f"{question}\n".encode())  # far shorter than what an empty pipe takes at once

    def read(self, until_s: float) -> bytes | None:
        """Its output; empty when it has ended, None when it writes nothing until that time."""
        ready, _, _ = select.select([self._answers], [], [], max(0.0, until_s - time.monotonic()))
        return os.read(self._answers, _CHUNK) if ready else None

    def end(self) -> None:
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()
        self._let_go()

    def _let_go(self) -> None:
        os.close(self._questions)
        os.close(self._answers)
        self._home.cleanup()


def _surroundings() -> dict[str, str]:
    """Our environment without what is meant for our own Python, and without words or commas of a person's language."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
