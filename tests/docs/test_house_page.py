"""The page on rooms says what ``tests/test_house.py`` holds, and its tree is the one on disk."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tests.test_house import HOUSE, ROOMS

PAGE: Final = (HOUSE / "docs" / "internals" / "house.md").read_text(encoding="utf-8")


def test_the_table_of_imports_is_that_of_the_test() -> None:
    rows = [
        f"| `{room}` | {', '.join(f'`{other}`' for other in allowed.split()) or 'no other room'} |"
        for room, allowed in ROOMS.items()
    ]
    table = "\n".join(["| room | may import |", "|---|---|", *rows])
    assert table in PAGE, "write the table into docs/internals/house.md:\n" + table


def test_the_tree_names_every_room_once_and_each_with_its_own_purpose() -> None:
    (tree,) = re.findall(r"```text\n(companion/\n.*?)```", PAGE, re.DOTALL)
    lines = [line for line in tree.splitlines() if line != "companion/"]
    purposes = [line.split(maxsplit=1)[1] for line in lines if not line.startswith(("tests/", "systemd/"))]
    assert len(set(purposes)) == len(purposes)
    named = re.findall(r"^  (\w+)(?:/|\.py) ", tree, re.MULTILINE)
    assert sorted(set(named) - {"training", "weights"}) == sorted(rooms())


def rooms() -> set[str]:
    """The folders of ``companion`` that hold something of the project, and its loose modules."""
    folders = [path for path in (HOUSE / "companion").iterdir() if path.is_dir() and path.name != "__pycache__"]
    loose = (HOUSE / "companion").glob("*.py")
    return {path.name for path in folders if holds(path)} | {path.stem for path in loose if path.stem != "__init__"}


def holds(folder: Path) -> bool:
    return any(path.is_file() and "__pycache__" not in path.parts for path in folder.rglob("*"))
