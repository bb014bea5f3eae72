"""Searches for inputs that break one reader, guided by the lines they reach; goes on where it was.

The folder of a reader holds ``state.json``, ``corpus`` (inputs that reached something new) and ``found``: each finding
as bytes, with a text beside it that says what happened.
"""

from __future__ import annotations

import json
import mmap
import random
import re
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.fuzz.mutations import mutated
from tests.fuzz.seen_lines import OURS, SeenLines
from tests.memory import peak, peak_from_here

HANG_S: Final = 5.0
"""Seconds of the processor that an input may take."""
MOST_MEMORY: Final = 200 * 2**20
"""Bytes that an input may take."""
MOST_CORPUS: Final = 3_000
CURRENT: Final = "current"
"""The input that is being read, for whoever finds the process dead or stuck."""
_ROOM: Final = 2**20
_SAVED_EVERY_S: Final = 2.0
_LOOKED_EVERY_S: Final = 0.2
_TRACED: Final = 4
"""Every so-manieth input is followed line by line, which takes five times as long."""
_VALUES: Final = re.compile(r"\S*companion-fuzz-\S*|'[^']*'|\"[^\"]*\"|\d+")
"""What differs in one and the same refusal."""
_MOST_REFUSALS: Final = 300


@dataclass
class Count:
    """What the search of one reader has come to.  ``lines``: reached by its corpus when it last began."""

    inputs: int = 0
    crashes: int = 0
    hangs: int = 0
    memory: int = 0
    corpus: int = 0
    lines: int = 0
    seconds: float = 0.0

    @classmethod
    def of(cls, folder: Path) -> Count:
        """The count so far."""
        try:
            return cls(**json.loads((folder / "state.json").read_text()))
        except FileNotFoundError:
            return cls()

    def save(self, folder: Path) -> None:
        part = folder / ".state.json"
        part.write_text(json.dumps(asdict(self)))
        part.replace(folder / "state.json")


@dataclass(frozen=True)
class Reader:
    """What is done with an input: ``read`` returns for what was understood the empty text, else the refusal.

    ``seeds``: what the search begins with.  ``words``: that mean something there.  ``most``: bytes of an input.
    ``weight``: its share of all inputs.
    """

    read: Callable[[bytes], str]
    seeds: Callable[[], Sequence[bytes]]
    words: Sequence[bytes] = ()
    most: int = 6_000
    weight: float = 1.0


class Search:
    """The search of one reader in one folder; deterministic from the seed and what is in the folder."""

    def __init__(self, name: str, reader: Reader, folder: Path, *, seed: int = 1) -> None:
        self.reader: Final = reader
        self.folder: Final = folder
        for each in ("corpus", "found"):
            (folder / each).mkdir(parents=True, exist_ok=True)
        self.count: Final = Count.of(folder)
        self._chance: Final = random.Random(f"{name} {seed} {self.count.inputs}")
        self._lines: Final = SeenLines()
        self._refusals: Final[set[str]] = set()
        self._corpus: Final[list[bytes]] = []
        with (folder / CURRENT).open("w+b") as file:
            file.truncate(_ROOM)
            self._current: Final = mmap.mmap(file.fileno(), _ROOM)
        self._begin()

    def run(self, until: int, seconds: float, *, waits: Callable[[], bool] = lambda: False) -> Count:
        """Search until so many inputs in all, or so many seconds, are over; ``waits``: whether to pause now."""
        begun = looked = saved = time.monotonic()
        while self.count.inputs < until and time.monotonic() - begun < seconds:
            others = self._corpus
            base = self._chance.choice(others[-50:] if self._chance.random() < 0.3 else others)
            content = mutated(base, others, self.reader.words, self._chance, self.reader.most)
            self.take(content, traced=self.count.inputs % _TRACED == 0)
            now = time.monotonic()
            if now - looked > _LOOKED_EVERY_S:
                looked = now
                while waits() and time.monotonic() - begun < seconds:
                    self._current[0:8] = (0).to_bytes(8, "little")
                    time.sleep(1.0)
            if now - saved > _SAVED_EVERY_S:
                self._save(now - saved)
                saved = now
        self._save(time.monotonic() - saved)
        return self.count

    def take(self, content: bytes, *, traced: bool) -> None:
        """Read one input, and keep it if it is new or a finding."""
        self.count.inputs += 1
        said = ""

        def read() -> None:
            nonlocal said
            said = self.reader.read(content)

        self._current[8 : 16 + len(content)] = len(content).to_bytes(8, "little") + content
        self._current[0:8] = self.count.inputs.to_bytes(8, "little")
        at_first = peak_from_here()
        began_s = time.process_time()
        new = 0
        try:
            if traced:
                new = self._lines.reached(read)
            else:
                read()
        except Exception as error:
            self.count.crashes += self.keep(content, _place(error), "".join(traceback.format_exception(error)))
            return
        taken_s = time.process_time() - began_s
        if taken_s > HANG_S:
            self.count.hangs += self.keep(content, "hang", f"took {taken_s:.1f} s")
        if (taken := peak() - at_first) > MOST_MEMORY:
            self.count.memory += self.keep(content, "memory", f"took {taken / 2**20:.0f} MB")
        shape = _VALUES.sub("#", said)[:200]
        is_new = new or (shape not in self._refusals and len(self._refusals) < _MOST_REFUSALS)
        if is_new and len(self._corpus) < MOST_CORPUS:
            self._refusals.add(shape)
            if not traced:
                self._lines.reached(read)
            self._corpus.append(content)
            (self.folder / "corpus" / sha256(content).hexdigest()[:16]).write_bytes(content)

    def keep(self, content: bytes, what: str, said: str) -> bool:
        """Write a finding down; whether it is the first of its kind."""
        name = f"{what[:40].replace('/', '.')}-{sha256(what.encode()).hexdigest()[:8]}"
        path = self.folder / "found" / name
        if path.exists() and path.stat().st_size <= len(content):
            return False
        is_first = not path.exists()
        path.write_bytes(content)
        path.with_name(f"{name}.txt").write_text(said, encoding="utf-8", errors="backslashreplace")
        return is_first

    def _begin(self) -> None:
        kept = [path.read_bytes() for path in sorted((self.folder / "corpus").iterdir())]
        for content in kept or self.reader.seeds():
            counted = self.count.inputs
            self.take(content, traced=True)
            if kept:
                self.count.inputs = counted  # it was counted when it was new
            if content not in self._corpus:
                self._corpus.append(content)
        self._corpus[:] = self._corpus or [b""]

    def _save(self, seconds: float) -> None:
        self.count.seconds = round(self.count.seconds + seconds, 1)
        self.count.corpus, self.count.lines = len(self._corpus), self._lines.count
        self.count.save(self.folder)


def _place(error: BaseException) -> str:
    """The kind of an error and the innermost place of our own where it was raised: the same finding, the same name."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if frame.filename.startswith(OURS)] or frames[-1:]
    where = f"{Path(ours[-1].filename).stem}-{ours[-1].lineno}" if ours else "nowhere"
    return f"{type(error).__name__}-{where}"
