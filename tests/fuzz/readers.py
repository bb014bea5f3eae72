"""A coverage-guided search for input that breaks a reader: not part of the tests, run by hand.

    python -m venv fuzz && fuzz/bin/pip install atheris
    fuzz/bin/python tests/fuzz/readers.py all -max_total_time=600 -timeout=10 -rss_limit_mb=2048 corpus/

The first word is the reader: ``mat``, ``sgf``, ``json``, ``id``, ``board``, ``play``, ``dice``, ``rules``,
``toml``, ``pdn``, ``fen``, ``move``, or ``all``.  The options after it are libFuzzer's; ``corpus`` is an empty folder
to begin with, and a finding is written beside it as ``crash-…`` or ``timeout-…``.  Every finding belongs into
``tests/record/files/test_hostile.py``, as short as it can be made.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

atheris: Any = import_module("atheris")
with atheris.instrument_imports(include=["companion"]):
    from tests.fuzz.targets import SEEDS, TARGETS


def main() -> None:
    """Search until a finding or the time that was given is over."""
    reader = sys.argv.pop(1)
    targets = list(TARGETS) if reader == "all" else [reader]
    for folder in [Path(word) for word in sys.argv[1:] if not word.startswith("-")]:
        for number, (target, seed) in enumerate(SEEDS):
            if target in targets:
                first = bytes([targets.index(target)]) if len(targets) > 1 else b""
                (folder / f"seed-{number}").write_bytes(first + seed)
    atheris.Setup(sys.argv, lambda content: _look(content, [TARGETS[name] for name in targets]))
    atheris.Fuzz()


def _look(content: bytes, targets: list[Callable[[bytes], None]]) -> None:
    if len(targets) == 1:
        targets[0](content)
    elif content:
        targets[content[0] % len(targets)](content[1:])


if __name__ == "__main__":
    main()
