"""Generates the manual page and the bash completion from the command line.

``python -m companion.lab.manual FOLDER`` writes both to a folder: ``systemd`` in the project, from which they are
installed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion.cli import COMMANDS, parser

PAGE: Final = "companion.1"
COMPLETION: Final = "companion.bash-completion"
_WRITTEN_BY: Final = "Written by: python -m companion.lab.manual systemd"
_COMMON: Final = ("data_dir", "settings", "json")
_FOLDER: Final = "/"
"""Between the words of a call, as the completion keeps them: ``/archive/list/--player``."""


def manual_page() -> str:
    """The manual page, section 1, in the language of man(7)."""
    root = parser(whole=True)
    lines = [f'.\\" {_WRITTEN_BY}', '.TH COMPANION 1 "" "" "User commands"']
    lines += [".SH NAME", _roff(f"companion - {_sentence(root.description)}")]
    lines += [".SH SYNOPSIS", *_synopsis(root)]
    lines += [".SH OPTIONS", "They may stand ahead of the command or after it.", *_options(root)]
    lines += [".SH COMMANDS"]
    for name, command in _commands(root).items():
        lines += [f".SS {_roff(name)}", *_described(command)]
        for action in _commands(command).values():
            lines += [".PP", *_described(action)]
    lines += [
        *(".SH EXIT STATUS", "0: done.", "1: the answer is no, or a figure misses its limit."),
        "2: bad usage or bad input; one sentence on standard error names it, and what was expected.",
        *(".SH ENVIRONMENT", ".TP", "COMPANION_DATA", "where matches and calibrations are kept"),
    ]
    return "\n".join(lines) + "\n"


def completion() -> str:
    """The functions by which bash completes commands, options and what these may be; else it completes files."""
    root = parser(whole=True)
    calls = dict(_calls(root, _FOLDER))
    valued = [f"{path}{name}" for path, call in calls.items() for name, _ in _valued(call)]
    words = {path: " ".join(_words(call)) for path, call in calls.items()}
    words[f"{_FOLDER}help{_FOLDER}"] = " ".join(COMMANDS)
    for path, call in calls.items():
        words |= {f"{path}{name}": choices for name, choices in _valued(call)}
    known = [path.removesuffix(_FOLDER) for path in calls if path != _FOLDER]
    return "\n".join(
        [
            f"# What bash completes after companion.  {_WRITTEN_BY}",
            "_companion() {",
            "    local call=/ value= word choices= i",
            "    for ((i = 1; i < COMP_CWORD; i++)); do",
            "        word=${COMP_WORDS[i]}",
            '        if [[ -n $value ]]; then value=; continue; fi',
            "        case $call$word in",
            f"            {' | '.join(valued)}) value=$call$word ;;",
            f"            {' | '.join(known)}) call=$call$word/ ;;",
            "        esac",
            "    done",
            "    case ${value:-$call} in",
            *(f'        {path}) choices="{listed}" ;;' for path, listed in words.items() if listed),
            "    esac",
            '    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "${COMP_WORDS[COMP_CWORD]}")',
            "}",
            "complete -o default -F _companion companion",
        ]
    ) + "\n"  # fmt: skip


# --- the parser --------------------------------------------------------------------------------------------------


def _commands(of: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    return next((each.choices for each in of._actions if isinstance(each, argparse._SubParsersAction)), {})


def _calls(of: argparse.ArgumentParser, path: str) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    yield path, of
    for name, command in _commands(of).items():
        yield from _calls(command, f"{path}{name}{_FOLDER}")


def _arguments(of: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a call that are neither options nor names of other calls."""
    actions = (each for each in of._actions if not isinstance(each, argparse._SubParsersAction))
    return (each for each in actions if not each.option_strings)


def _shown(of: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The options that a help page shows; the common ones are shown by the command, and hidden at its actions."""
    return (each for each in of._actions if each.help is not argparse.SUPPRESS or each.dest in _COMMON)


def _valued(of: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """The options that take a value, each with what that may be."""
    for option in _shown(of):
        if option.nargs != 0:
            yield from ((name, " ".join(map(str, option.choices or ()))) for name in option.option_strings)


def _words(of: argparse.ArgumentParser) -> Iterator[str]:
    """The words that may follow a call: other calls, values of arguments, and options."""
    yield from _commands(of)
    for argument in _arguments(of):
        yield from map(str, argument.choices or ())
    for option in _shown(of):
        yield from (name for name in option.option_strings if name.startswith("--"))


# --- the page ----------------------------------------------------------------------------------------------------


def _described(call: argparse.ArgumentParser) -> list[str]:
    return [*_synopsis(call), ".PP", _roff(_sentence(call.description)), *_options(call)]


def _synopsis(call: argparse.ArgumentParser) -> list[str]:
    arguments = " ".join(_typed(argument) for argument in _arguments(call))
    following = "COMMAND ..." if _commands(call) else arguments
    return [".B " + _roff(call.prog), _roff(f"[OPTION]... {following}".strip())]


def _typed(argument: argparse.Action) -> str:
    name = str(argument.metavar or "|".join(map(str, argument.choices or ())) or argument.dest)
    match argument.nargs:
        case "?":
            return f"[{name}]"
        case "*":
            return f"[{name} ...]"
        case "+":
            return f"{name} ..."
        case _:
            return name


def _options(call: argparse.ArgumentParser) -> Iterator[str]:
    """Each argument and option with its purpose; common ones are listed once."""
    for action in call._actions:
        known = action.dest in ("help", *_COMMON) and call.prog != "companion"
        if isinstance(action, argparse._SubParsersAction) or action.help is argparse.SUPPRESS or known:
            continue
        names = ", ".join(action.option_strings)
        value = "" if action.nargs == 0 else _typed(action) if action.nargs != "?" else f"[{action.metavar}]"
        yield from (".TP", ".B " + _roff(f"{names} {value}".strip()), _roff(_help(action)))


def _help(action: argparse.Action) -> str:
    values: dict[str, Any] = {**vars(action), "choices": ", ".join(map(str, action.choices or ()))}
    return _sentence((action.help or "see above") % values)


def _sentence(text: str | None) -> str:
    return " ".join((text or "").split())


def _roff(text: str) -> str:
    """A text of one line as man(7) wants it: a hyphen that is typed, and no line that is taken for a request."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


def main(folder: Path) -> None:
    """Write both files."""
    (folder / PAGE).write_text(manual_page(), encoding="utf-8")
    (folder / COMPLETION).write_text(completion(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
