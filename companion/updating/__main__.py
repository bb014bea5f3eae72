"""Installs the project's folder for ``./run install``; needs nothing but Python, and may be repeated.

``python3 -m companion.updating pack TREE FILE`` and then, as the user who owns the releases,
``python3 -m companion.updating install FILE HOME DATA``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from companion.errors import CompanionError, InputError
from companion.updating.device import UpdateStep, install
from companion.updating.manifest import WHEELS
from companion.updating.packing import pack

SAID: Final = {
    UpdateStep.CHECKING: "Copying the release and checking its signature",
    UpdateStep.UNPACKING: "Unpacking the release",
    UpdateStep.PACKAGES: "Making its Python packages ready; where they have to be fetched this takes a minute or two",
    UpdateStep.TRYING: "Trying the release: it plays the demo",
    UpdateStep.SWITCHING: "Letting the release be the current one",
}


def main(*words: str) -> int:
    """Pack a folder, or install a file that was just packed from one: unsigned, and of any version."""
    try:
        match words:
            case ("pack", tree, file):
                wheels = Path(tree) / WHEELS
                pack(Path(tree), Path(file), wheels=wheels if wheels.is_dir() else None)
            case ("install", file, home, data_dir):
                release = install(Path(home), Path(file), Path(data_dir), by_hand=True, on_progress=_say)
                print(f"Version {release.version} is the current one in {home}", file=sys.stderr)
            case _:
                raise InputError(f"{' '.join(words)!r}: expected pack TREE FILE, or install FILE HOME DATA")
    except CompanionError as error:
        print(f"./run: {error}", file=sys.stderr)
        return 1
    return 0


def _say(step: UpdateStep) -> None:
    print(f"{SAID[step]} …", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
