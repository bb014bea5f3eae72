"""The boards of pages: from the state of a match, and the empty ones that all boards of a page share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from companion.games.backgammon.cube import Act, Cube, Offer
from companion.games.backgammon.position import Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.catalogue import Game
from companion.games.draughts import Position as DraughtsPosition
from companion.games.rules import Side
from companion.live.backgammon import BackgammonBoard
from companion.live.draughts import DraughtsBoard
from companion.live.state import Board
from companion.record.reports.board_svg import shared_fields
from companion.record.reports.draughts_svg import shared_squares

_FIELDS: Final = {Game.BACKGAMMON: "points", Game.DRAUGHTS: "squares"}

rules_of: Final = lru_cache(RuleSet.from_text)
"""The rule set of backgammon that a text describes.  Raises :class:`companion.errors.InputError`."""


def empty_boards() -> str:
    """Return the empty boards, which show nothing by themselves."""
    return shared_fields(_FIELDS[Game.BACKGAMMON]) + shared_squares(_FIELDS[Game.DRAUGHTS])


def board_of_state(state: Mapping[str, Any]) -> Board | None:
    """Return the board of a state (:mod:`companion.club.state`), None before the first game."""
    if state.get("position") is None:
        return None
    last = state.get("last") or {}
    if state["kind"] == Game.DRAUGHTS:
        return DraughtsBoard(DraughtsPosition.from_fen(state["position"]), tuple(last.get("squares", ())))
    rules, position = rules_of(state["rules"]), Position.from_id(state["position"], Side(state["on_roll"]))
    side, by, dice = state["to_act"], state["offered"], state["dice"]
    offer = None if by is None else Offer(Act.DOUBLE, Side(by), 2 * state["cube"])
    owner = None if state["cube_owner"] is None else Side(state["cube_owner"])
    return BackgammonBoard(
        position.points,
        position.bar,
        position.off,
        dice=None if dice is None or side is None else (dice[0], dice[1]),
        roller=None if side is None else Side(side),
        cube=Cube(state["cube"], owner, offer) if rules.cube else None,
        crawford=state["crawford"],
        moved=Side(last["side"]) if last else None,
        rules=rules,
    )


def drawing(board: Board, label: str) -> str:
    """Return a board as SVG, for a page with :func:`empty_boards`."""
    if isinstance(board, BackgammonBoard):
        same = board.rules.numbering is STANDARD.numbering
        return board.svg(label, field_at=_FIELDS[Game.BACKGAMMON] if same else "")
    return board.svg(label, field_at=_FIELDS[Game.DRAUGHTS])
