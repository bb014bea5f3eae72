"""A program that stands in for GNU Backgammon and does with each question what it was told to."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

CHANCES = [0.5, 0.1, 0.0, 0.1, 0.0]
EQUITY = 0.25
CUBE = [0.25, 0.5, 1.0]

_PROGRAM = """#!{python}
import json, os, signal
from pathlib import Path

questions, answers = os.fdopen(int(os.environ["COMPANION_QUESTIONS"])), int(os.environ["COMPANION_ANSWERS"])
acts = Path({acts!r})
for line in questions:
    act, *rest = acts.read_text().split()
    acts.write_text(" ".join(rest))
    boards = json.loads(line)["boards"]
    answer = json.dumps({{"plays": [], "values": [[{chances}, {equity}, {cube}] for _ in boards]}}).encode()
    match act:
        case "answer":
            os.write(answers, answer + b"\\n")
        case "in-pieces":
            for byte in answer + b"\\n":
                os.write(answers, bytes([byte]))
        case "refuse":
            os.write(answers, b'{{"error": "ValueError: no such board"}}\\n')
        case "answer-and-die":
            os.write(answers, answer + b"\\n")
            os._exit(3)
        case "die":
            os._exit(3)
        case "die-in-the-middle":
            os.write(answers, answer[:10])
            os._exit(3)
        case "hang":
            signal.pause()
        case "garbage":
            os.write(answers, b"Segmentation fault\\xff\\n")
        case "no-object":
            os.write(answers, b"[1, 2]\\n")
"""


def scripted(folder: Path, acts: Sequence[str]) -> str:
    """The path of a program that does this with the questions it is asked, one after the other, its restarts included:

    answer, in-pieces, refuse, answer-and-die, die, die-in-the-middle, hang, garbage, no-object.
    """
    program, list_of_acts = folder / "gnubg", folder / "acts"
    list_of_acts.write_text(" ".join(acts))
    program.write_text(
        _PROGRAM.format(python=sys.executable, acts=str(list_of_acts), chances=CHANCES, equity=EQUITY, cube=CUBE)
    )
    program.chmod(0o755)
    return str(program)
