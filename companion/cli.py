"""The console script: parses the command line and hands over to a command."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import io
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NoReturn

from companion.errors import CompanionError

ROOMS: Final = ("companion.commands", "companion.lab.commands")
"""Packages with commands, each with a table ``SUMMARIES`` of their names; one that is not installed has none."""

# An XGID without its prefix begins with a minus sign where the top bar is empty, as an option does.
_BARE_XGID: Final = re.compile(r"-[-A-Pa-p]{25}(:[^:]*){9}")
_HELP: Final = "help"


def commands_in(rooms: Sequence[str]) -> Mapping[str, tuple[str, str]]:
    """Each command with the module it is in and its summary, in the order of the help page."""
    found: dict[str, tuple[str, str]] = {}
    for room in rooms:
        if importlib.util.find_spec(room) is not None:
            summaries = importlib.import_module(room).SUMMARIES
            found |= {name: (f"{room}.{name}", summary) for name, summary in summaries.items()}
    return MappingProxyType(found)


_FOUND: Final = commands_in(ROOMS)
COMMANDS: Final = tuple(_FOUND)
"""In the order of the help page."""


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence.

    ``declare``: declares the arguments, the first time that they are needed.
    """

    declare: Callable[[argparse.ArgumentParser], None] | None = None

    def declared(self) -> None:
        declare, self.declare = self.declare, None
        if declare is not None:
            declare(self)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.declared()
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


class _Version(argparse.Action):
    """Prints which release this is; looked up only when somebody asks."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from companion.app.software import version

        print(f"companion {version()}")
        parser.exit()


def parser(*, whole: bool = False) -> argparse.ArgumentParser:
    """The command line; the arguments of a command are declared when it is called, or of all of them: ``whole``."""
    root = _Parser(
        prog="companion",
        description="Referees and records games on a real board.",
        epilog="companion help COMMAND, or companion COMMAND --help: what it takes.",
    )
    root.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    _add_common(root, os.environ.get("COMPANION_DATA") or None, None, json=False)
    subparsers = root.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (module, summary) in _FOUND.items():
        command = subparsers.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        command.declare = partial(_declare, module)
    explained = subparsers.add_parser(_HELP, help="what a command takes", description="Like COMMAND --help.")
    explained.add_argument("of", nargs="*", metavar="COMMAND", help="the command; else the list of them")
    explained.set_defaults(run=_explain)
    if whole:
        for command in subparsers.choices.values():
            command.declared()
    return root


def _declare(module: str, command: argparse.ArgumentParser) -> None:
    importlib.import_module(module).add(command)
    # Accepted after the command too, where they go before what was said ahead of it.
    _add_common(command, argparse.SUPPRESS, argparse.SUPPRESS, json=argparse.SUPPRESS)


def _explain(options: argparse.Namespace) -> NoReturn:
    parser().parse_args([*options.of, "--help"])
    raise AssertionError("--help ends the program")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 = done, 1 = the answer is no, 2 = bad usage or bad input."""
    _accept_any_text()
    words = [_with_prefix(word) for word in (sys.argv[1:] if argv is None else argv)]
    if "--corners" in words:
        from companion.app.arguments import with_joined_corners

        words = with_joined_corners(words)
    arguments = parser().parse_args(words)
    try:
        if getattr(arguments, "checks_settings", True):
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
        from companion.settings.reading import load_settings

        load_settings(file, warns=False)  # a command that goes by the settings loads them, and says so itself


def _let_go_of_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _add_common(
    parser: argparse.ArgumentParser, data_dir: str | None, settings: str | None, *, json: bool | str
) -> None:
    folder = Path(data_dir) if data_dir not in (None, argparse.SUPPRESS) else data_dir
    parser.add_argument("--data-dir", type=Path, default=folder, metavar="DIR",
                        help="where matches and calibrations are kept (also COMPANION_DATA)")  # fmt: skip
    parser.add_argument("--settings", type=Path, default=settings, metavar="FILE", help="settings as TOML")
    parser.add_argument("--json", action="store_true", default=json,
                        help="print one JSON object, or one a line, and nothing else")  # fmt: skip
