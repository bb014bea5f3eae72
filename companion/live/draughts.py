"""Draughts for spectators: its state from the view, and its board."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.draughts import Position, picture_of
from companion.games.draughts.squares import DARK_SQUARES, SIZE, Square, name
from companion.games.rules import Side
from companion.live.state import LastTurn, LiveState, Say, ruling_of
from companion.match.draughts.view import DraughtsView, is_won
from companion.record.reports.draughts_svg import draughts_svg

_WIN = 2
_OVER = frozenset({"phase.over", "phase.next-game", "phase.match-over"})


@dataclass(frozen=True, slots=True)
class DraughtsBoard:
    """The position by the record; ``marked``: the squares of the last move, ``better``: of another one."""

    position: Position
    marked: tuple[Square, ...] = ()
    better: tuple[Square, ...] = ()

    def json(self) -> dict[str, object]:
        return {"position": self.position.fen()}

    def svg(self, label: str, *, field_at: str = "") -> str:
        kings = frozenset(square for square in DARK_SQUARES if self.position.is_king(square))
        return draughts_svg(
            picture_of(self.position), label=label, kings=kings, marked=self.marked, better=self.better,
            field_at=field_at,
        )  # fmt: skip

    def rows(self, names: tuple[str, str], say: Say) -> tuple[tuple[str, ...], ...]:
        files = range(SIZE)
        head = (say("live.row"), *(name(file)[0] for file in files))
        ranks = reversed(range(SIZE))
        return head, *(
            (str(rank + 1), *(self._piece(file + SIZE * rank, names, say) for file in files)) for rank in ranks
        )

    def summary(self, names: tuple[str, str], say: Say) -> str:
        """Each side's men and kings by their squares."""
        sides = []
        for side, who in zip(Side, names, strict=True):
            squares = [square for square in DARK_SQUARES if self.position.side_at(square) is side]
            kings = [name(square) for square in squares if self.position.is_king(square)]
            men = [name(square) for square in squares if not self.position.is_king(square)]
            words = [", ".join(men)] if men else []
            words += [f"{say('piece.king')}: {', '.join(kings)}"] if kings else []
            sides.append(f"{who} – {'; '.join(words) or '–'}")
        return ". ".join(sides) + "."

    def facts(self, names: tuple[str, str], say: Say) -> str:
        del names, say
        return ""

    def _piece(self, square: Square, names: tuple[str, str], say: Say) -> str:
        side = self.position.side_at(square)
        if side is None:
            return ""
        return f"{names[side is Side.DARK]}, {say('piece.king' if self.position.is_king(square) else 'piece.man')}"


def state_of(view: DraughtsView) -> LiveState:
    """The state of a view."""
    last = view.last
    return LiveState(
        game="draughts",
        names=view.names,
        score=view.games,
        length=view.length,
        counted="match.games",
        endless="match.open",
        mode=view.mode.value,
        phase=view.phase,
        to_act=view.to_move,
        turns=len(view.moves),
        last=LastTurn(last.side, last.text) if last is not None else None,
        ruling=ruling_of(view.alarm),
        clock=view.clock,
        winner=view.winner,
        over=view.phase in _OVER,
        cause=view.cause,
        points_won=_WIN,
        match_won=is_won(view),
        terms=view.terms,
        board=DraughtsBoard(view.position, tuple(last.move.route) if last is not None else ()),
    )
