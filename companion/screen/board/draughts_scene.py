"""What lies on the drawn draughts board, and what is marked there, from the view.  No Kivy here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.draughts import Position
from companion.games.draughts.move_entry import MoveEntry
from companion.games.draughts.squares import DARK_SQUARES, Square
from companion.games.rules import Side, Stack
from companion.match.draughts.view import DraughtsView, IllegalMoveShown
from companion.match.view import Bgr
from companion.screen.draughts_hints import marked


@dataclass(frozen=True, slots=True)
class Piece:
    """A man or a king as it is drawn; ``taken``: captured by the move that is being entered, which is not over."""

    square: Square
    side: Side
    king: bool = False
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """All that lies on a board, in the learned colours ``checker_bgr``; ``hand`` and ``camera_lost`` as in the view.

    ``way``: the squares of a move that was made, or that the coach shows, drawn as an arrow; ``warns``: in the colour
    of the warning.
    ``captured``: where that move captured.  ``named``: the squares that a message names; ``alarm``: it is a warning.
    ``left``: squares that do not lie as on record.  ``crown``: those with a man that is to be crowned by hand.
    ``lifted``: the square of the selected piece; ``landings``: where it may be put.
    """

    pieces: tuple[Piece, ...]
    checker_bgr: tuple[Bgr, Bgr]
    hand: bool = False
    camera_lost: bool = False
    way: tuple[Square, ...] = ()
    warns: bool = False
    captured: tuple[Square, ...] = ()
    named: tuple[Square, ...] = ()
    alarm: bool = False
    left: tuple[Square, ...] = ()
    crown: tuple[Square, ...] = ()
    lifted: Square | None = None
    landings: frozenset[Square] = frozenset()


def scene_of(view: DraughtsView) -> Scene:
    """The board of a view; with an illegal move on it as it lies, and nothing of the move before."""
    message, illegal = view.message, view.illegal
    hinted, way = marked(view)
    named = message.points if message is not None else hinted
    begun = Scene(
        tuple(_on_record(view.position)),
        view.checker_bgr,
        view.hand,
        view.camera_lost,
        named=named,
        alarm=message is not None and message.alarm,
        left=view.put_back or (),
        crown=view.crown,
    )
    if illegal is not None:
        squares = tuple(dict.fromkeys((*named, *illegal.squares)))
        pieces = tuple(_as_it_lies(view.position, illegal))
        return replace(begun, pieces=pieces, way=illegal.way, warns=True, named=squares, alarm=True)
    if way or view.last is None:
        return replace(begun, way=way)
    return replace(begun, way=view.last.move.route, captured=view.last.move.captured)


def entered(view: DraughtsView, entry: MoveEntry, lifted: Square | None = None, *, carried: bool = False) -> Scene:
    """The board with a move as far as it is entered.

    ``lifted``: the square of the piece under the finger.  ``carried``: it follows the finger, and is not there.
    """
    begun = scene_of(replace(view, illegal=None))
    way, taken = entry.way, frozenset(() if entry.is_complete else entry.captured)
    pieces = tuple(
        replace(piece, taken=piece.square in taken)
        for piece in _on_record(entry.board)
        if not (carried and piece.square == lifted)
    )
    held = lifted if lifted is not None else (way[-1] if way and not entry.is_complete else None)
    scene = replace(
        begun,
        pieces=pieces,
        crown=(),
        camera_lost=False,  # no veil over a board that is touched; the message says it
        lifted=None if carried else held,
        landings=frozenset() if held is None else entry.landings(held),
    )
    if not way and lifted is None:
        return scene
    return replace(scene, way=way if len(way) > 1 else (), captured=entry.captured if entry.is_complete else ())


def _on_record(position: Position) -> Iterator[Piece]:
    for square in DARK_SQUARES:
        side = position.side_at(square)
        if side is not None:
            yield Piece(square, side, position.is_king(square))


def _as_it_lies(position: Position, illegal: IllegalMoveShown) -> Iterator[Piece]:
    """The pieces of a picture, which knows no rank: a piece keeps its own, also one that was moved."""
    moved = illegal.way[:1] + illegal.way[-1:]
    for square, (light, dark) in illegal.picture.items():
        for side in Side:
            if Stack(light, dark).of(side):
                before = moved[0] if moved and square == moved[1] else square
                yield Piece(square, side, position.side_at(before) is side and position.is_king(before))
