"""The console script: parses the command line and hands over to a command."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

from companion.errors import CompanionError

# In the order of the help page.  Imported by name when the parser is built.
COMMANDS: Final = (
    "demo", "run", "practise", "read", "calibrate", "replay",
    "legal", "explain", "hint", "cube", "rules", "verify", "convert", "analyse", "archive", "dice", "qr", "simulate",
    "doctor", "update", "release", "bench",
)  # fmt: skip

# Those of the lab, which is not needed to play.
_IN_THE_LAB: Final = {"simulate": "companion.lab.commands", "bench": "companion.lab.commands"}

# An XGID without its prefix begins with a minus sign where the top bar is empty, as an option does.
_BARE_XGID: Final = re.compile(r"-[-A-Pa-p]{25}(:[^:]*){9}")


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def parser(only: str | None = None) -> argparse.ArgumentParser:
    """The whole command line, as ``companion --help`` shows it; ``only``: with this one command."""
    root = _Parser(prog="companion", description="Referees and records games on a real board.")
    _add_common(root, os.environ.get("COMPANION_DATA") or None, None, json=False)
    subparsers = root.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in [only] if only else COMMANDS:
        importlib.import_module(f"{_IN_THE_LAB.get(name, 'companion.commands')}.{name}").add(subparsers)
    for command in subparsers.choices.values():
        # Accepted after the command too, where they go before what was said ahead of it.
        _add_common(command, argparse.SUPPRESS, argparse.SUPPRESS, json=argparse.SUPPRESS)
    return root


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 = done, 1 = the answer is no, 2 = bad usage or bad input."""
    from companion.app.arguments import with_joined_corners

    _accept_any_text()
    words = with_joined_corners([_with_prefix(word) for word in (sys.argv[1:] if argv is None else argv)])
    arguments = parser(_command(words)).parse_args(words)
    try:
        _check_settings(arguments.settings)
        status = int(arguments.run(arguments))
        sys.stdout.flush()
        return status
    except CompanionError as error:
        print(f"companion {arguments.command}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read our output has heard enough.
        _let_go_of_output()
        return 0
    except OSError as error:
        if error.filename is None:
            _let_go_of_output()
        file = error.filename or "standard output"
        print(f"companion {arguments.command}: {file}: cannot be written ({error.strerror})", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _accept_any_text() -> None:
    """Bytes that are no text come in as a bad word, and signs that the terminal lacks go out escaped."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _with_prefix(word: str) -> str:
    return f"XGID={word}" if _BARE_XGID.fullmatch(word) else word


def _check_settings(file: Path | None) -> None:
    """A settings file that cannot be used is bad input to a command that needs none of it, too."""
    if file is not None:
        from companion.settings.tree import load_settings

        load_settings(file, warns=False)  # a command that goes by the settings loads them, and says so itself


def _let_go_of_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _command(words: Sequence[str]) -> str | None:
    """The command asked for, so that no other one needs to be imported; None where that is not plain."""
    if "-h" in words or "--help" in words:
        return None
    named = [word for word in words if word in COMMANDS]
    return named[0] if len(set(named)) == 1 else None


def _add_common(
    parser: argparse.ArgumentParser, data_dir: str | None, settings: str | None, *, json: bool | str
) -> None:
    folder = Path(data_dir) if data_dir not in (None, argparse.SUPPRESS) else data_dir
    parser.add_argument("--data-dir", type=Path, default=folder, metavar="DIR",
                        help="where matches and calibrations are kept (also COMPANION_DATA)")  # fmt: skip
    parser.add_argument("--settings", type=Path, default=settings, metavar="FILE", help="settings as TOML")
    parser.add_argument("--json", action="store_true", default=json,
                        help="print one JSON object, or one a line, and nothing else")  # fmt: skip
