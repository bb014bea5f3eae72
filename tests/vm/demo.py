"""The demo, from the clip that the release brings to the match file, without a screen."""

from __future__ import annotations

from typing import Final

from tests.vm.bench import SERVICE, Bench, check

_ENDS_S: Final = 3000.0
"""Emulated, it takes a quarter of an hour."""


def plays_to_its_end(bench: Bench) -> str:
    """The demo finds the plays of its clip, and the illegal one."""
    machine = bench.booted()
    machine.said(f"systemctl stop {SERVICE}")
    answer = machine.ask("companion demo --headless 2>&1", _ENDS_S)
    check(answer.code == 0, f"the demo ended with {answer.code}: {answer.said[-2000:]}")
    return answer.said.strip().splitlines()[-1]
