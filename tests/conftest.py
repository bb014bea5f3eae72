"""What holds for all tests."""

from __future__ import annotations

import ctypes
import gc
import logging
import os
import pickle
import shutil
import signal
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from hashlib import sha1
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from companion.screen.display import ENVIRONMENT

if TYPE_CHECKING:
    from vision.alone import Alone
    from vision.observation import Corners
    from vision.rectify import Image

collect_ignore = ["vm"]  # a machine of its own: ./run vm

# What takes its time on a busy machine is no fault: neither an example, nor making it up.
# Examples are new in each run, so that few of them do.
settings.register_profile("companion", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("companion")

# A journal is on the disk after each act; a test need not wait until a real one has written, where memory can hold it.
_IN_MEMORY: Final = Path("/dev/shm")
if _IN_MEMORY.is_dir() and shutil.disk_usage(_IN_MEMORY).free > 1 << 30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_IN_MEMORY))

# Whichever test imports Kivy first: it is not to take over the log of all the others.
for _name, _value in ENVIRONMENT.items():
    os.environ.setdefault(_name, _value)
# Its own folder for each process of a run: two that make the same one meet.
os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="companion-tests-kivy-")
# SDL would take over SIGTERM, and nobody here asks it whether the window is to be closed.
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
_PR_SET_PDEATHSIG: Final = 1  # prctl(2)
_LITTER: Final = 20_000
"""New objects after which garbage is looked for: with Python's 700, a sixth of the time of the screen's tests."""
_ENDED: Final = 128 + signal.SIGTERM


_WITH_THE_MACHINE: Final = frozenset({"app", "club", "commands", "device", "fuzz", "lab", "live", "screen", "updating"})
"""The rooms whose tests open windows, start servers and programs, or search at random: ``--quick`` leaves them out, and
of the others what is marked ``slow``."""

_KEPT: Final = 150
"""Answers of nets that are kept: a film's looks, three megabytes each for the net's half of a picture."""


@pytest.fixture(scope="session", autouse=True)
def _pictures_are_read_once() -> Iterator[None]:
    """A net answers the same to the same: what it was asked lately by another test, it is not asked again."""
    from vision import net

    kept: OrderedDict[bytes, tuple[net.Array, ...]] = OrderedDict()
    ask = net.answers

    @wraps(ask)
    def answers(name: str, inputs: Mapping[str, net.Array], outputs: Sequence[str] = ()) -> tuple[net.Array, ...]:
        asked = sha1(repr((name, *outputs)).encode(), usedforsecurity=False)  # which processors compute themselves
        for key, values in inputs.items():
            asked.update(f"{key} {values.shape}".encode())
            asked.update(np.ascontiguousarray(values).data)
        kept[asked.digest()] = found = kept.pop(asked.digest(), None) or ask(name, inputs, outputs)
        if len(kept) > _KEPT:
            kept.popitem(last=False)
        return tuple(answer.copy() for answer in found)  # to be worked on

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(net, "answers", answers)
        yield


@pytest.fixture(scope="session")
def learned(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """The folder in which all processes of a run keep how a picture of the start position is read."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if hasattr(pytestconfig, "workerinput") else base) / "learned"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def boards_are_learned_once(learned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How a picture shows the start position is found out once: a net looks at it for each bar and depth of a board."""
    from vision.alone import likeliest as seek

    @wraps(seek)
    def likeliest(image_bgr: Image, corners_px: Corners, worth: Callable[[Alone], float]) -> Alone:
        asked = sha1(f"{image_bgr.shape} {corners_px}".encode(), usedforsecurity=False)
        asked.update(np.ascontiguousarray(image_bgr).data)
        kept = learned / asked.hexdigest()
        if kept.exists():
            found: Alone = pickle.loads(kept.read_bytes())
            return found
        found = seek(image_bgr, corners_px, worth)
        whole = kept.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        whole.write_bytes(pickle.dumps(found))
        whole.replace(kept)  # another process finds all of it or nothing
        return found

    monkeypatch.setattr("vision.calibration.likeliest", likeliest)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out what takes its time")
    parser.addoption("--pictures", action="store_true", help="keep what the screen's tests show, in build/screens")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    room = collection_path.name if collection_path.parent == Path(__file__).parent else ""
    return True if config.getoption("--quick") and room in _WITH_THE_MACHINE else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--quick"):
        slow = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


def pytest_collection_finish() -> None:
    """What is there before the first test stays until the last: it need not be looked through for garbage."""
    gc.freeze()
    gc.set_threshold(_LITTER, *gc.get_threshold()[1:])


def pytest_sessionfinish() -> None:
    """Garbage is collected once at the end.  Pytest does so five times, through all that the tests have left."""
    gc.collect()
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    """A run that is told to end ends at once: a worker hears it from the kernel when its controller is gone."""
    if hasattr(config, "workerinput"):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        signal.signal(signal.SIGTERM, lambda *_: os._exit(_ENDED))
    elif not config.getoption("numprocesses", None):
        signal.signal(signal.SIGTERM, _end)


def _end(*_: object) -> NoReturn:
    pytest.exit("SIGTERM", returncode=_ENDED)


@pytest.fixture(autouse=True)
def _log_stays() -> Iterator[None]:
    """A program that was run in this process has set up the log for itself; the next test finds it as it was."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    yield
    root.setLevel(level)
    for handler in [handler for handler in root.handlers if handler not in handlers]:
        root.removeHandler(handler)
