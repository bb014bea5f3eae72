"""A position that was read in a picture, as the screen draws it and asks about it: of each game.  No Kivy here."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, TypeAlias

from companion.coach.at_the_table.shown import CoachShown
from companion.coach.draughts.reasons import MoveReason
from companion.coach.draughts.teaching import Advice
from companion.coach.teaching import HelpShown
from companion.games.backgammon import START
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.situation import Situation
from companion.games.catalogue import Game
from companion.games.draughts import Position, after
from companion.games.draughts.notation import text
from companion.games.draughts.position import bits_of
from companion.games.draughts.squares import Square, is_dark
from companion.games.rules import BAR, TRAY, Side, Spot, Stack
from companion.match.draughts.view import DraughtsView, MoveShown
from companion.match.terms import PlayerTraining
from companion.match.view import View
from companion.photograph.backgammon import NO_DICE, PicturedBoard
from companion.photograph.draughts import PicturedSquares
from companion.photograph.open_reading import Key
from companion.photograph.ways import point_of
from companion.practice.puzzles import Puzzle
from companion.record.journal import Mode
from companion.screen.board.camera_marks import Chip, Marks, Thing
from companion.screen.puzzle_text import puzzle_view
from companion.screen.services import Pictured
from companion.screen.source import TableView
from vision.draughts.squares import square_places
from vision.observation import POINTS, Pixel
from vision.places import spot_places
from vision.rectify import as_corners

AnyBoard: TypeAlias = PicturedBoard | PicturedSquares
_CERTAIN: Final = 1.0
_DOUBTFUL: Final = 0.5
"""As a chip of the camera page draws them: its ring tells, and how wide that is."""
_NEAR: Final = 4.0
"""So many of its radii from a mark a touch still means it: a point is about five long."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a spot is in the picture: ``ends``: of the stretch on which a touch means it."""

    at_px: Pixel
    radius_px: float
    ends: tuple[Pixel, Pixel]

    def away(self, x: float, y: float) -> float:
        """How far off a touch is, in radii."""
        (ax, ay), (bx, by) = self.ends
        along, length = (x - ax) * (bx - ax) + (y - ay) * (by - ay), math.dist(*self.ends) ** 2
        share = min(max(along / length, 0.0), 1.0) if length else 0.0
        return math.dist((x, y), (ax + share * (bx - ax), ay + share * (by - ay))) / self.radius_px


class Shown(Protocol):
    """How the boards of a game are shown: each game has one.  ``corners`` of a picture: those of what is shown."""

    game: Game
    has_cube: bool

    def places(self, pictured: Pictured) -> Mapping[Spot, Place]: ...

    def view(self, board: Any, like: TableView | None) -> TableView:
        """The board as it lies in the picture, in the colours of a table of this game."""
        ...


def marks_of(shown: Shown, pictured: Pictured) -> Marks:
    """What was read, over the picture: doubtful spots have another ring."""
    board, framed = pictured.board, pictured.framed
    chips = tuple(_chips(shown, pictured))
    things = [(die.center_px, str(die.value), die.confidence, False) for die in board.seen.dice if not die.cocked]
    if (cube := board.seen.cube) is not None and shown.has_cube:
        things.append((cube.center_px, str(cube.value or "?"), cube.confidence, True))
    first, second, third, fourth = framed.here(board.seen.corners_px)
    return Marks(
        (first, second, third, fourth),
        chips=chips,
        things=tuple(Thing(framed.here([at])[0], words, sure, cube=is_cube) for at, words, sure, is_cube in things),
        hand=False,
    )


def _chips(shown: Shown, pictured: Pictured) -> Iterator[Chip]:
    board = pictured.board
    counts, doubtful = board.counts, set(board.doubtful)
    for spot, place in shown.places(pictured).items():
        pair = counts.get(spot, (0, 0))
        if spot in doubtful or any(pair):
            yield Chip(place.at_px, place.radius_px, Stack(*pair), _DOUBTFUL if spot in doubtful else _CERTAIN)


def touched(shown: Shown, pictured: Pictured, at_px: Pixel) -> Spot | None:
    """The spot that a touch of the picture means."""
    away, spot = min((place.away(*at_px), spot) for spot, place in shown.places(pictured).items())
    return spot if away <= _NEAR else None


# --- backgammon ---------------------------------------------------------------------------------------------


class _Points:
    game = Game.BACKGAMMON
    has_cube = True

    def places(self, pictured: Pictured) -> Mapping[Spot, Place]:
        board, framed = pictured.board, pictured.framed
        assert isinstance(board, PicturedBoard)
        found = spot_places(framed.here(board.seen.corners_px), board.geometry)
        return {
            spot: Place(
                place.inside_px if spot == BAR else place.rim_px,
                place.radius_px,
                (place.rim_px, _beyond(place.rim_px, place.inside_px)),
            )
            for spot, place in found.items()
            if spot != TRAY
        }

    def view(self, board: PicturedBoard, like: TableView | None) -> View:
        way, fits = next(iter(board.ways())), board.fitting()
        situation = fits[0].situation if fits else Situation(START, MatchState(), "xgid")
        view = puzzle_view(Puzzle("", situation), like if isinstance(like, View) else None)
        if not fits:
            points = {point_of(spot, way): light - dark for spot, (light, dark) in board.counts.items()}
            light, dark = board.absent
            view = replace(
                view,
                points=tuple(points.get(point, 0) for point in POINTS),
                bar=board.counts.get(BAR, (0, 0)),
                off=(max(light, 0), max(dark, 0)),
            )
        return replace(
            view,
            light_at_bottom=way.light_at_bottom,
            home_at_right=way.home_at_right,
            on_roll=view.on_roll if Key.ON_ROLL in board.answers else None,
        )


def _beyond(rim: Pixel, inside: Pixel) -> Pixel:
    """As far again into the board."""
    return 2 * inside[0] - rim[0], 2 * inside[1] - rim[1]


def with_count(pair: tuple[int, int], spot: Spot, side: Side, count: int) -> tuple[int, int]:
    """The counts of a spot with others of a side: a point belongs to one."""
    light, dark = (count, pair[1]) if side is Side.LIGHT else (pair[0], count)
    if spot in POINTS and count:
        return (light, 0) if side is Side.LIGHT else (0, dark)
    return light, dark


def roll_of(board: PicturedBoard) -> Dice | None:
    return None if board.dice == NO_DICE else Dice.from_text(board.dice)


def with_help(view: View, help_: HelpShown) -> View:
    """A view on which a coach has said so."""
    coach = CoachShown(help=help_, tutored=(PlayerTraining(), PlayerTraining()))
    return replace(view, layers={CoachShown: coach}, mode=Mode.TRAINING, on_roll=help_.side)


# --- draughts -----------------------------------------------------------------------------------------------


class _Squares:
    game = Game.DRAUGHTS
    has_cube = False

    def places(self, pictured: Pictured) -> Mapping[Square, Place]:
        board, framed = pictured.board, pictured.framed
        assert isinstance(board, PicturedSquares)
        places = square_places(as_corners(framed.here(board.seen.corners_px)), board.turns)
        return {square: Place(center, radius, (center, center)) for square, (center, radius) in places.items()}

    def view(self, board: PicturedSquares, like: TableView | None) -> DraughtsView:
        fits, turns = board.fitting(), next(iter(board.ways()))
        if fits:
            position = fits[0].position
        else:
            held = {board.square(at, turns): pair for at, pair in board.counts.items() if is_dark(at)}
            light, dark = (bits_of(at for at, pair in held.items() if pair[k]) for k in (0, 1))
            position = Position(light, dark, bits_of(board.kings(turns)) & (light | dark), Side.LIGHT)
        view = DraughtsView(
            ("side.light", "side.dark"), position, "phase.play", light_at_bottom=turns == board.turns,
            mode=Mode.TRAINING, blind=True,
        )  # fmt: skip
        return replace(view, checker_bgr=like.checker_bgr) if isinstance(like, DraughtsView) else view


def with_move(view: DraughtsView, advice: Advice) -> DraughtsView:
    """A view with the best move drawn as the last one."""
    move, before = advice.thought.best.move, view.position
    made = MoveShown(0, before.to_move, move, text(move, before), before, after(before, move))
    return replace(view, last=made)


def best_words(position: Position, advice: Advice) -> tuple[str, MoveReason]:
    """The best move in notation, and why."""
    return text(advice.thought.best.move, position), advice.reason


SHOWN: Final[Mapping[Game, Shown]] = {Game.BACKGAMMON: _Points(), Game.DRAUGHTS: _Squares()}


def shown_as(board: AnyBoard) -> Shown:
    """How the board of a game is shown."""
    return SHOWN[board.GAME]
