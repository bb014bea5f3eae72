"""What holds for all tests."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from companion.screen.display import ENVIRONMENT

# What takes its time on a busy machine is no fault: neither an example, nor making it up.
settings.register_profile("companion", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("companion")

# Whichever test imports Kivy first: it is not to take over the log of all the others.
for _name, _value in {**ENVIRONMENT, "KIVY_HOME": tempfile.mkdtemp(prefix="companion-tests-kivy-")}.items():
    os.environ.setdefault(_name, _value)


@pytest.fixture(autouse=True)
def _log_stays() -> Iterator[None]:
    """A program that was run in this process has set up the log for itself; the next test finds it as it was."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    yield
    root.setLevel(level)
    for handler in [handler for handler in root.handlers if handler not in handlers]:
        root.removeHandler(handler)
