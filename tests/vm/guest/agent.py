"""Does inside the machine what is asked of it: one line a question, one line an answer, over a serial port.

A question: ``{"command": "…", "timeout_s": 60}``; the shell runs the command as root.  Its answer: ``{"code": 0,
"said": "…"}`` with standard output and standard error together.  When the agent starts it says ``{"up_s": 12.3}``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

_LATE = 124
"""The code of a command that took too long, as of timeout(1)."""


def done(command: str, timeout_s: float) -> tuple[int, str]:
    """Run a command; return its code and what it said."""
    with subprocess.Popen(
        ["/bin/bash", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as running:
        try:
            said, _ = running.communicate(timeout=timeout_s)
        except subprocess.TimeoutExpired:
            running.kill()
            said, _ = running.communicate()
            return _LATE, said.decode(errors="replace")
    return running.returncode, said.decode(errors="replace")


def serve(port: BinaryIO) -> None:
    """Answer until the machine is switched off."""
    _say(port, {"up_s": float(Path("/proc/uptime").read_text(encoding="ascii").split()[0])})
    for line in iter(port.readline, b""):
        question = json.loads(line)
        code, said = done(question["command"], question["timeout_s"])
        _say(port, {"code": code, "said": said})


def _say(port: BinaryIO, words: dict[str, object]) -> None:
    rest = memoryview(json.dumps(words).encode() + b"\n")
    while rest:  # the port takes as much as it has room for
        rest = rest[port.write(rest) or 0 :]


if __name__ == "__main__":
    with open(sys.argv[1], "r+b", buffering=0) as raw:
        serve(raw)
