"""The packages of a device: all that the project needs, within its bounds, each in one version with checksums."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion.updating.environment import LOCK
from companion.updating.packing import described

HOUSE: Final = Path(__file__).parents[2]
ENTRY: Final = re.compile(r"([a-z0-9.-]+)==(\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)")


def locked() -> dict[str, str]:
    """The versions by name; the file holds nothing else but comments."""
    text = "".join(line for line in (HOUSE / LOCK).read_text(encoding="utf-8").splitlines(True) if line[0] != "#")
    found = ENTRY.findall(text)
    assert ENTRY.sub("", text) == "", "made by ./run lock, not by hand"
    versions = {name: version for name, version, _ in found}
    assert len(versions) == len(found), "one version each, or pip cannot fetch them for another Python"
    return versions


def project() -> Any:
    return tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def needed() -> list[Requirement]:
    return [Requirement(text) for text in described(HOUSE).dependencies]


def test_what_a_device_installs_is_locked_within_the_bounds_of_the_project() -> None:
    versions = locked()
    for requirement in needed():
        name = canonicalize_name(requirement.name)
        assert name in versions, f"{name}: run ./run lock"
        assert requirement.specifier.contains(versions[name]), f"{requirement}: run ./run lock"


@pytest.mark.parametrize("extra", ["live", "mqtt"])
def test_each_package_has_an_upper_bound(extra: str) -> None:
    told = project()
    for text in (*told["dependencies"], *told["optional-dependencies"][extra]):
        assert any(bound.operator == "<" for bound in Requirement(text).specifier), text


def test_what_they_need_themselves_is_locked_too() -> None:
    """As far as the packages are installed here."""
    from importlib.metadata import PackageNotFoundError, requires

    versions = locked()
    for name in versions:
        try:
            texts = requires(name) or []
        except PackageNotFoundError:
            continue
        for text in texts:
            requirement = Requirement(text)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                assert canonicalize_name(requirement.name) in versions, f"{name} needs {requirement}: run ./run lock"


def test_a_release_takes_the_list_along() -> None:
    assert LOCK in described(HOUSE).files
