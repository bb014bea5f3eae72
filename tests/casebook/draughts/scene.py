"""A table of draughts to play the cases at: two players with hands, and a camera that sees well.

:class:`Scene` keeps the board and shows it to the real session; :class:`Desk` sets scenes up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final

from companion.games.draughts import START, DraughtsRules, DraughtsRuleSet, Position, picture_of
from companion.games.draughts.notation import squares_in
from companion.games.draughts.squares import SQUARES, Square, between, name, named
from companion.games.rules import Side, Stack
from companion.match import events
from companion.match.draughts.session import DraughtsState, DraughtsTerms, begun, resumed, step
from companion.match.draughts.view import DraughtsView, view_of
from companion.match.events import Event
from companion.match.terms import EndOfTurn
from tests.casebook.at_table import ANNA as ANNA
from tests.casebook.at_table import BEN as BEN
from tests.casebook.at_table import NAMES, AtTable
from tests.match.draughts.board import DARK, LIGHT, NOTHING, look_at
from vision.observation import UNSEEN, Evidence

BUTTON: Final[dict[str, Any]] = {"end_of_turn": EndOfTurn.BUTTON}
"""A turn ends with a press, not with a still look at a legal move."""
_PIECE: Final = {Side.LIGHT: LIGHT, Side.DARK: DARK}


@dataclass
class Scene(AtTable):
    """A table in play.  Every look comes a second after the one before.

    ``board``: what lies there, by the squares as Light sees them; ``turned``: Light sits where Dark sat when the camera
    learned the board.
    """

    terms: DraughtsTerms
    state: DraughtsState = field(init=False)
    board: dict[Square, Stack] = field(default_factory=lambda: dict(picture_of(START)))
    turned: bool = False
    _shown: dict[Square, Stack] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.state = begun(self.terms)

    def _step(self, event: Event) -> tuple[DraughtsState, list[Any]]:
        state, entries = step(self.state, event)
        return state, list(entries)

    def _led_to(self) -> DraughtsState:
        return resumed(self.terms, self.journal)

    def _on_record(self, state: DraughtsState) -> dict[str, object]:
        clock, question = state.clock, state.shown.question
        wanted = question is not None and question.wanted is not None
        return {
            "record": state.record,
            "left": None if clock is None else [clock.left_s(side, state.t) for side in Side],
            "wanted": (question.key, question.values, question.to) if question is not None and wanted else None,
        }

    def _view(self) -> DraughtsView:
        return view_of(self.state)

    # --- what happens at the table ---------------------------------------------------------------

    def look(self, *, times: int = 1, hand: bool = False, misread: Mapping[str, Evidence] | None = None) -> None:
        """The camera sees the table as it is now; ``misread``: what it reads on some squares instead."""
        for _ in range(times):
            self._pass(1.0)
            self.frame += 1
            seen = look_at(across(self.board) if self.turned else self.board, self.now, hand=hand)
            read = {named(square): evidence for square, evidence in (misread or {}).items()}
            seen = replace(seen, evidence={**seen.evidence, **read})
            unmoved = self._shown == self.board and not hand
            self._shown = {} if hand else dict(self.board)
            self.happens(events.BoardSeen(seen, self.frame, self.now, unmoved))

    def moves(self, *moves: str, looks: int = 2) -> None:
        """One after the other, pieces go as written, rules or no rules; ``x`` takes off what is jumped."""
        for move in moves:
            route = squares_in(move)
            piece = self.board[route[0]]
            assert sum(piece) == 1, f"{move}: there is no piece to move"
            self.board[route[0]] = NOTHING
            jumped = [square for leg in pairwise(route) for square in between(*leg) or ()] if "x" in move else []
            self.board |= dict.fromkeys(jumped, NOTHING)
            self.board[route[-1]] = piece
            self.look(times=looks)

    def takes_off(self, *squares: str, looks: int = 2) -> None:
        """A hand takes off what lies on these squares."""
        self.board |= dict.fromkeys(map(named, squares), NOTHING)
        self.look(times=looks)

    def puts(self, side: Side, *squares: str, looks: int = 2) -> None:
        """A hand puts pieces of a side on these squares."""
        self.board |= dict.fromkeys(map(named, squares), _PIECE[side])
        self.look(times=looks)

    def sets_up(self, position: Position | Mapping[Square, Stack], *, looks: int = 2) -> None:
        """All pieces are put like this."""
        self.board = dict(picture_of(position) if isinstance(position, Position) else position)
        self.look(times=looks)

    def restarts(self) -> None:
        """The plug is pulled, and the program starts anew from the record."""
        if self.awake:
            self.state = self._led_to()
        self.touches("TakenUp")

    # --- what the session makes of it ------------------------------------------------------------

    @property
    def marked(self) -> set[str]:
        """The squares that the message names."""
        message = self.state.shown.message
        return set() if message is None else set(map(name, message.points))

    @property
    def way(self) -> list[str]:
        """The squares from where the piece that broke a rule stood to where it lies, as the screen draws them."""
        illegal = view_of(self.state).illegal
        return [] if illegal is None else list(map(name, illegal.way))

    @property
    def to_move(self) -> str:
        """Whose move is awaited, empty while none is."""
        side = view_of(self.state).to_move
        return side.value if side is not None else ""

    @property
    def fen(self) -> str:
        """The position on record."""
        return self.state.record.position.fen()

    @property
    def crown(self) -> set[str]:
        """The squares on which a man is to be crowned."""
        return set(map(name, self.state.shown.crown))

    @property
    def runs(self) -> bool:
        """Whether somebody's time runs."""
        return self.state.clock is not None and self.state.clock.runs

    @property
    def dimmed(self) -> bool:
        """Whether the screen rests."""
        return view_of(self.state).dimmed

    @property
    def left_s(self) -> list[float | None]:
        """The seconds that are left on the clock of (light, dark)."""
        assert self.state.clock is not None
        return [self.state.clock.left_s(side, self.state.t) for side in Side]


@dataclass(frozen=True, slots=True)
class Desk:
    """Sets scenes up."""

    awake: bool = True
    resumes: bool = False
    scenes: list[Scene] = field(default_factory=list)

    def table(self, rules: str = "draughts-box", **facts: Any) -> Scene:
        """A table at which nothing has happened; a still look at a legal move ends a turn."""
        usual: dict[str, Any] = {"names": NAMES, "asks": True}
        terms = DraughtsTerms(rules=DraughtsRules(DraughtsRuleSet.from_text(rules)), **{**usual, **facts})
        scene = Scene(terms, self.awake, self.resumes)
        self.scenes.append(scene)
        return scene

    def started(self, rules: str = "draughts-box", **facts: Any) -> Scene:
        """A table where the start position stands."""
        scene = self.table(rules, **facts)
        scene.look(times=2)
        return scene.begins()

    def at(self, fen: str, rules: str = "draughts-box", **facts: Any) -> Scene:
        """A table in the middle of a game."""
        scene = self.started(rules, **facts)
        scene.touches("PositionEntered", fen)
        scene.state = scene.state.with_shown(message=None)  # what lay there before is nobody's concern
        scene.sets_up(Position.from_fen(fen))
        return scene.begins()


def across(board: Mapping[Square, Stack]) -> dict[Square, Stack]:
    """The board as it looks from the other side."""
    return {len(SQUARES) - 1 - square: stack for square, stack in board.items()}


def hidden(*squares: str) -> dict[str, Evidence]:
    """What a camera reads of squares that it cannot see."""
    return dict.fromkeys(squares, UNSEEN)


def misread_as_empty(*squares: str) -> dict[str, Evidence]:
    """What a camera reads of squares on which it takes what lies there for nothing."""
    return dict.fromkeys(squares, Evidence({(0, 0): 0.99, (1, 0): 0.005, (0, 1): 0.005}))
