"""Asks for a player's name with the keyboard, and offers those who have played here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.rules import Side
from companion.screen.services import Services
from companion.screen.widgets.keyboard import Keyboard
from companion.screen.widgets.keyboard_layouts import LONGEST_NAME
from companion.settings.tree import MatchSettings
from companion.texts import sentence


def ask_name(
    anchor: Any, services: Services, side: Side, name: str, done: Callable[[str], None], *, language: str
) -> None:
    """Lie a keyboard over a page; ``done`` is called with the name, and that of the colour where it is left empty."""
    usual = MatchSettings()
    empty = usual.light if side is Side.LIGHT else usual.dark
    names = services.players.recent() if services.players is not None else ()
    Keyboard(
        "" if name == empty else name,
        hint=sentence(f"side.{side.value}", language=language),
        done=lambda text: done(text or empty),
        longest=LONGEST_NAME,
        known=[each for each in names if each not in (usual.light, usual.dark)],
        language=language,
    ).lie_over(anchor)
