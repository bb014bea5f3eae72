"""The coach's own process: engines compute there while the table continues.

The table holds a :class:`Coach`: it starts the process, sends it questions, posts the answers, and starts it again if
it dies.  ``python -m companion.coach.worker`` is the process.  A question is answered twice: at once by the built-in
engine without look-ahead, then by the deeper one.  Of the questions of one kind (a choice, a comparison) only the
newest is answered.
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Final, Protocol, TypeAlias

from companion.closing import Closes
from companion.coach.answering import answer, answer_of_any, drawn_from
from companion.coach.at_the_table.events import HintReady
from companion.coach.engines.choosing import engine_named
from companion.coach.evaluator import Evaluator
from companion.coach.teaching import Decision
from companion.errors import EngineError, InputError
from companion.games.backgammon import START, Dice
from companion.games.backgammon.situation import Situation

log = logging.getLogger(__name__)

BUILTIN: Final = "builtin"
_CLOSING_S: Final = 2.0
_STOPPING_S: Final = 0.5
_NICE: Final = 10
_NICEST: Final = 19
_ONE_THREAD: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
_NO_ANSWER: Final = "the coach's engine has stopped twice over this question"

_Lane: TypeAlias = bool
"""Whether a question is about what was done; else it is about what to do."""


class Failed(Protocol):
    """Makes the answer of a failure with its reason."""

    def __call__(self, decision: Any, at_s: float, *, failure: str) -> Any: ...


def _lane(decision: Any) -> _Lane:
    return bool(decision.is_judged)


class Coach(Closes):
    """Answers decisions through ``post``, called from a thread of its own.  Nothing waits for it but ``close``.

    ``engine``: the deeper one, see :func:`companion.coach.engines.choosing.engine_named`.  ``command``: of the process,
    given a file descriptor to talk through.  ``clock``: the time of the answers.  ``failed``: makes the answer of a
    failure.  Decisions and answers are those of the game that the process knows.
    """

    def __init__(
        self,
        post: Callable[[Any], None],
        *,
        engine: str = "auto",
        command: Sequence[str] = (sys.executable, "-m", "companion.coach.worker"),
        failed: Failed = HintReady,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._begun: Final = partial(_Connections, post, [*command, "--engine", engine], failed, clock)
        self._now: _Connections | None = None
        self._ending: list[_Connections] = []

    @property
    def is_awake(self) -> bool:
        return self._now is not None

    def wake(self) -> None:
        """Start the process, so that it is ready when it is asked; it may be awake already."""
        if self._now is None:
            self._now = self._begun()

    def ask(self, decision: Any) -> None:
        """Ask about a decision, in place of what was asked before of its kind."""
        self.wake()
        assert self._now is not None
        self._now.ask(decision)

    def rest(self) -> None:
        """Let the process end; what was asked is not answered any more.  ``wake`` and ``ask`` start another."""
        if self._now is not None:
            self._now.stop()
            self._ending = [*(one for one in self._ending if one.thread.is_alive()), self._now]
            self._now = None

    def close(self) -> None:
        """As ``rest``, and wait until it has ended."""
        self.rest()
        while self._ending:
            self._ending.pop().thread.join(_CLOSING_S + 1.0)


class _Connections:
    """One process after the other, as often as they die, and the thread that talks to them until it is stopped."""

    def __init__(
        self, post: Callable[[Any], None], command: Sequence[str], failed: Failed, clock: Callable[[], float]
    ) -> None:
        self._post: Final = post
        self._command: Final = command
        self._failed: Final = failed
        self._clock: Final = clock
        self._lock: Final = threading.Lock()
        self._questions: dict[_Lane, Any] = {}
        self._open: dict[_Lane, Any] = {}
        self._stopping: Final = threading.Event()
        self._heard, self._bell = Pipe(duplex=False)
        self._warned = False
        self.thread: Final = threading.Thread(target=self._run, name="coach", daemon=True)
        self.thread.start()

    def ask(self, decision: Any) -> None:
        with self._lock:
            self._questions[_lane(decision)] = decision
        self._bell.send_bytes(b"!")

    def stop(self) -> None:
        self._stopping.set()
        self._bell.send_bytes(b"!")

    # --- in the thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        died_over = dict[_Lane, Any]()
        while not self._stopping.is_set():
            try:
                with _Process(self._command) as connection:
                    self._talk(connection)
            except (EOFError, OSError) as error:
                self._warn(error)
                died_over = self._given_up(died_over)
                if not self._questions:
                    self._heard.recv_bytes()  # who dies over nothing is started again when it is needed

    def _talk(self, connection: Connection) -> None:
        self._pass_on(connection)  # what was asked before it was there
        while not self._stopping.is_set():
            ready = wait([connection, self._heard])
            if self._heard in ready:
                self._heard.recv_bytes()
                self._pass_on(connection)
            if connection in ready:
                self._answered(connection.recv())

    def _pass_on(self, connection: Connection) -> None:
        with self._lock:
            asked, self._questions = self._questions, {}
            self._open |= asked
        for decision in asked.values():
            connection.send(decision)

    def _answered(self, ready: Any) -> None:
        lane = _lane(ready.decision)
        if ready.refined and self._open.get(lane) == ready.decision:
            del self._open[lane]
        if not self._stopping.is_set():
            self._post(replace(ready, at_s=self._clock()))

    def _given_up(self, died_over: dict[_Lane, Any]) -> dict[_Lane, Any]:
        """After a death: what was open is asked again, unless it has been the death of two."""
        with self._lock:
            again, self._open = {**self._open, **self._questions}, {}
            self._questions = {lane: one for lane, one in again.items() if died_over.get(lane) != one}
        for lane, decision in again.items():
            if died_over.get(lane) == decision:
                self._post(self._failed(decision, self._clock(), failure=_NO_ANSWER))
        return again

    def _warn(self, error: BaseException) -> None:
        if not self._warned:
            log.warning("the coach's process has ended (%s); it is started again", error or type(error).__name__)
        self._warned = True


class _Process:
    """The process as a context: started, and ended whatever it does."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command: Final = command

    def __enter__(self) -> Connection:
        self._connection, theirs = Pipe()
        with theirs:
            try:
                self._process = subprocess.Popen(
                    [*self._command, str(theirs.fileno())],
                    pass_fds=(theirs.fileno(),),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    env={**os.environ, **_ONE_THREAD},
                )
            except OSError:
                self._connection.close()
                raise
        return self._connection

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()  # which tells it to end
        try:
            self._process.wait(_CLOSING_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


# --- the process ---------------------------------------------------------------------------------


class Deeper:
    """Answers the newest question of each kind with the deeper engine, in a thread; choices come first.

    ``engines``: opens them, the deepest first; if one fails, the next one answers.
    """

    def __init__(self, send: Callable[[HintReady], None], engines: Callable[[], Sequence[Evaluator]]) -> None:
        self._send: Final = send
        self._opened: Final = engines
        self._asked: dict[_Lane, Decision] = {}
        self._stopping = False
        self._news: Final = threading.Condition()
        self._last: HintReady | None = None
        self._thread: Final = threading.Thread(target=self._run, name="deeper", daemon=True)
        self._thread.start()

    def ask(self, decision: Decision) -> None:
        with self._news:
            self._asked[_lane(decision)] = decision
            self._news.notify()

    def stop(self) -> None:
        """Let the engines be closed, unless one is thinking: then they end with the process."""
        with self._news:
            self._stopping = True
            self._news.notify()
        self._thread.join(_STOPPING_S)

    def _run(self) -> None:
        """Runs the process; a fault of the program ends it, and it is started again."""
        give_way()
        try:
            with ExitStack() as stack:
                engines = [stack.enter_context(engine) for engine in self._opened()]
                while (decision := self._next()) is not None:
                    self._send(self._answer(decision, engines))
        except Exception:
            log.exception("the coach's engine has failed")
            os._exit(1)

    def _next(self) -> Decision | None:
        with self._news:
            self._news.wait_for(lambda: self._asked or self._stopping)
            return None if self._stopping else self._asked.pop(min(self._asked))

    def _answer(self, decision: Decision, engines: Sequence[Evaluator]) -> HintReady:
        last, known = self._last, self._last.ranking if self._last is not None else None
        if last is not None and last.advice is not None and last.decision == replace(decision, act=None):
            return replace(last, decision=decision)
        if last is not None and known is not None and last.decision == replace(decision, made=None):
            made = known.of(decision.made) if decision.made is not None else None
            if made is not None and made.ply >= known.best.ply:
                return drawn_from(known, decision)
        self._last = answer_of_any(decision, *engines)
        return self._last


def serve(
    connection: Connection, quick: Callable[[], Sequence[Evaluator]], deeper: Callable[[], Sequence[Evaluator]]
) -> None:
    """Answer questions until the connection ends.

    ``quick``: opens the engine that answers at once, if any; ``deeper``: see :class:`Deeper`.  Each engine is opened,
    asked and closed in one thread.
    """
    sending = threading.Lock()

    def send(ready: HintReady) -> None:
        with sending:
            try:
                connection.send(ready)
            except OSError:
                os._exit(0)  # nobody listens any more

    thinking = Deeper(send, deeper)
    with ExitStack() as stack, suppress(EOFError, OSError):
        at_once = [stack.enter_context(engine) for engine in quick()]
        while True:
            asked = {_lane(decision): decision for decision in _waiting(connection)}
            for decision in asked.values():
                for engine in at_once if not decision.is_judged else ():
                    with suppress(EngineError, InputError):
                        send(answer(decision, engine, ply=0, refined=False))
                thinking.ask(decision)
    thinking.stop()


def _waiting(connection: Connection) -> list[Decision]:
    found: list[Decision] = [connection.recv()]
    while connection.poll():
        found.append(connection.recv())
    return found


def leave_room() -> None:
    """Work with low priority and on half of the cores, where that is allowed: reading the board goes first."""
    with suppress(OSError):
        os.nice(_NICE)
    with suppress(OSError):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, cores[len(cores) // 2 :])


def give_way() -> None:
    """Lower the priority of this thread and its children: there is a first answer already."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICEST)


def main(arguments: Sequence[str] | None = None) -> int:
    """The process: ``FD`` is the descriptor of the connection to who asks."""
    parser = argparse.ArgumentParser(prog="companion.coach.worker")
    parser.add_argument("--engine", default="auto")
    parser.add_argument("descriptor", type=int)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s", stream=sys.stderr)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # who asks ends it, by asking no more
    leave_room()
    with Connection(options.descriptor) as connection:
        serve(connection, lambda: _warmed(_opened(BUILTIN)), lambda: _warmed(_opened(options.engine, BUILTIN)))
    return 0


def _opened(*names: str) -> list[Evaluator]:
    """The engines of these names that can be had."""
    found: list[Evaluator] = []
    for name in dict.fromkeys(names):
        try:
            found.append(engine_named(name))
        except (EngineError, InputError) as error:
            log.warning("%s", error)
    return found


def _warmed(engines: list[Evaluator]) -> list[Evaluator]:
    """Weights are read and programs started at an engine's first question: it is asked before anybody waits."""
    for engine in engines[:1]:
        with suppress(EngineError, InputError):
            engine.ranking(Situation.from_text(START.id()), Dice(3, 1), ply=0)
    return engines


if __name__ == "__main__":
    sys.exit(main())
