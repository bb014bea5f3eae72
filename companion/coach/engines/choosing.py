"""Finds the installed engines, and opens the one that is asked for."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Final

from companion.coach.engines import gnubg, sage
from companion.coach.evaluator import Evaluator
from companion.errors import EngineError, InputError, quoted
from companion.games.backgammon import START
from companion.games.backgammon.situation import Situation

AUTO: Final = "auto"
"""The name for the strongest installed engine."""
BUILTIN: Final = "builtin"
"""The name of our own engine, which is always here."""
ENGINES: Final = ("gnubg", BUILTIN, "sage")
"""The strongest first, each looking as deeply ahead as it usually does: ``companion bench hints`` measures it."""
_BUILTIN: Final = "companion.coach.engines.builtin"
_ANY: Final = Situation.from_text(START.id())


def available() -> tuple[str, ...]:
    """The installed engines, the strongest first."""
    return tuple(name for name in ENGINES if _is_here(name))


def engine_named(name: str, ply: int | None = None) -> Evaluator:
    """An engine, ready to be asked; ``auto``: the strongest one here.  The caller closes it.

    ``ply``: the depth at which it will be asked.  Raises :class:`InputError` for an unknown name or depth,
    :class:`EngineError` where the engine is not installed.
    """
    if name not in (AUTO, *ENGINES):
        raise InputError(f"engine {quoted(name)}: expected {AUTO}, {', '.join(ENGINES[:-1])} or {ENGINES[-1]}")
    if name == AUTO:
        name = next(iter(available()), ENGINES[-1])
    engine = _opened(name)
    if ply is not None:
        try:
            engine.cube(_ANY, ply=ply)
        except BaseException:
            engine.close()
            raise
    return engine


def _opened(name: str) -> Evaluator:
    match name:
        case "gnubg":
            return gnubg.Gnubg()
        case "sage":
            return sage.Sage()
        case _:
            return _builtin()


def _is_here(name: str) -> bool:
    match name:
        case "gnubg":
            return gnubg.program() is not None
        case "sage":
            return sage.is_installed()
        case _:
            return importlib.util.find_spec(_BUILTIN) is not None


def _builtin() -> Evaluator:
    # Its weights are read on request, not for a list of engines.
    try:
        engine: Evaluator = importlib.import_module(_BUILTIN).Builtin()
    except (ImportError, AttributeError) as error:
        raise EngineError(f"the built-in engine cannot be started ({error})") from error
    return engine
