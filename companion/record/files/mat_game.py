"""A game of a ``.mat`` file while its lines are read: the side of each cell, and the winner.

The cells stand in two columns, Light's on the left until names or places say otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise, takewhile
from typing import Final

from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import is_closed_out
from companion.games.backgammon.position import START, Position
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side, Stack
from companion.record.files.known_names import swapped_action, swapped_win
from companion.record.files.mat_line import ACTS, CELLS, MatLine, Piece, PieceKind
from companion.record.files.mat_plays import PlayText, pips_of
from companion.record.match import Action, Double, Drop, Game, Pass, Placed, Roll, Take, Win
from companion.record.replaying import OtherReadings, ReplayedTurn, turns

# In every dialect the left cell begins at most this far after the line's number, the right one farther.
_LEFT_GAP: Final = 10
_LEFT_RESULT_BEFORE: Final = 20
_RIGHT_NAME: Final = 32
_DRIFT: Final = 6
_INLINE_GAP: Final = 2


@dataclass(slots=True)
class MatCellText:
    """A cell of a line: the piece with which it begins, and those within it.

    ``doubtful``: line, column and text of what may have been part of its play and cannot be read.
    """

    head: Piece
    within: list[Piece] = field(default_factory=list)
    doubtful: list[tuple[int, int, str]] = field(default_factory=list)

    def text(self, line: MatLine) -> str:
        """Return the cell as it stands on its line."""
        return line.text[self.head.start : self.within[-1].end if self.within else self.head.end]


@dataclass(slots=True)
class MatGame:
    """A game while its lines are read; sides are columns: Light is the left one.

    ``right_at``: where the right column begins, as far as it is known.  ``is_swapped``: the players have
    exchanged their columns, against the first game of the match.
    """

    number: int
    line: int
    names: tuple[str, str]
    score: tuple[int, int] | None
    right_at: int = _RIGHT_NAME
    start: Position = START
    stake: int = 1
    cube: int = 1
    actions: list[Action] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    texts: dict[int, MatCellText] = field(default_factory=dict)
    win: Win | None = None
    win_line: int | None = None
    win_is_doubtful: bool = False
    conceded: Side | None = None
    given_up: str | None = None
    last_line: int = 0
    numbered_before: bool = False
    is_swapped: bool = False

    def add(self, line: int, *actions: Action) -> None:
        self.actions += actions
        self.lines += [line] * len(actions)

    # --- who acts --------------------------------------------------------------------------------------

    def expected(self) -> Side | None:
        """The side to act by the actions so far; None if either may."""
        last = self.actions[-1] if self.actions else None
        match last:
            case Roll(side=side) | Pass(side=side) | Double(side=side):
                return side.other
            case Take(side=side):
                before = self.actions[-2] if len(self.actions) > 1 else None
                return side.other if not isinstance(before, Double) or not is_beaver(self.actions[:-1]) else side
        return None

    def sides(self, cells: list[MatCellText], start: int, lead: Piece | None, *, numbered: bool) -> list[Side]:
        """The columns of the cells of a line that begins at ``start``; ``lead``: an unknown piece before the first."""
        acting = sum(cell.head.kind in ACTS for cell in cells)
        sides: list[Side] = []
        for cell in cells:
            if not sides and acting >= 2 and cell.head.kind in ACTS:
                sides.append(Side.LIGHT)
            elif not sides:
                sides.append(self._first_side(cell, start, lead, numbered=numbered))
            else:
                sides.append(Side.DARK)
        return sides

    def _first_side(self, cell: MatCellText, start: int, lead: Piece | None, *, numbered: bool) -> Side:
        head, expected = cell.head, self.expected()
        if expected is not None and self._answers(head):
            return expected
        wrapped = not numbered and self.numbered_before and head.kind in ACTS
        place = lead.start if lead is not None and head.start - lead.end <= 1 else head.start
        if place - start < _LEFT_GAP and not wrapped:
            return Side.LIGHT
        if place >= self.right_at - _DRIFT and place - start >= _LEFT_GAP and not wrapped:
            return Side.DARK
        return (expected or Side.DARK) if head.kind in ACTS else Side.DARK

    def _answers(self, head: Piece) -> bool:
        offered = bool(self.actions) and isinstance(self.actions[-1], Double)
        return offered and head.kind in (PieceKind.TAKE, PieceKind.DROP)

    def wrapped_cell(self, ways: Sequence[Piece]) -> MatCellText | None:
        """The cell of the line above that continues with these ways of checkers."""
        indices = [index for index in range(len(self.actions) - 2, len(self.actions)) if index in self.texts]
        if not indices or self.lines[indices[-1]] != self.last_line:
            return None
        cells = [self.texts[index] for index in indices if self.lines[index] == self.last_line]
        if len(cells) == 1 or ways[0].start >= cells[1].head.start - 2:
            return cells[-1]
        # Below the left cell may stand the rest of either.
        left = [missing_pips(cell) for cell in cells]
        pips = sum(pips_of(way) for way in ways)
        if left.count(pips) == 1:
            return cells[left.index(pips)]
        return cells[0] if left[0] > 0 else cells[1]

    # --- its end ---------------------------------------------------------------------------------------

    def concede(self, cell: MatCellText, side: Side | None, before: Piece | None) -> None:
        """Somebody concedes; ``side``: of the last cell before on the line, ``before``: the last piece of that."""
        inline = before is not None and cell.head.start - before.end <= _INLINE_GAP
        if side is None:
            self.conceded = Side.LIGHT if cell.head.start < _LEFT_RESULT_BEFORE else Side.DARK
        else:
            # "32: Concedes": the player who has just rolled; a cell of its own is farther off.
            self.conceded = side if inline else Side.DARK

    def end(self, line: int, cell: MatCellText, side: Side | None, *, named: Side | None) -> None:
        """A result is written; ``side``: of the last cell before on the line, ``named``: by a name before it."""
        wins = cell.head.text.lower().startswith(("win", "won"))
        place = Side.LIGHT if side is None and cell.head.start < _LEFT_RESULT_BEFORE else Side.DARK
        is_named = named is not None or self.conceded is not None
        if named is not None:
            winner = named if wins else named.other
        elif self.conceded:
            winner = self.conceded.other
        elif wins and side is Side.DARK and self.actions and isinstance(self.actions[-1], Drop):
            winner = Side.LIGHT  # behind both cells of a line: neither column says who
        else:
            winner = place if wins else place.other
        self.win_is_doubtful = not is_named and side is None and abs(cell.head.start - _LEFT_RESULT_BEFORE) <= _DRIFT
        last = self.actions[-1] if self.actions else None
        if self.win_is_doubtful and isinstance(last, Drop):
            winner, self.win_is_doubtful = last.side.other, False
        self.win, self.win_line = Win(winner, int(cell.head.value)), line

    def win_is_of_dropper(self) -> bool:
        """Whether the result names the player who has just dropped."""
        last = self.actions[-1] if self.actions else None
        return isinstance(last, Drop) and self.win is not None and self.win.side is last.side

    # --- the whole -------------------------------------------------------------------------------------

    def swapped(self) -> MatGame:
        """Return the game with the columns exchanged."""
        return replace(
            self,
            names=(self.names[1], self.names[0]),
            score=None if self.score is None else (self.score[1], self.score[0]),
            start=self.start if self.start is START else self.start.mirrored(),
            actions=[swapped_action(action) for action in self.actions],
            win=swapped_win(self.win),
            conceded=None if self.conceded is None else self.conceded.other,
        )

    def read_plays(self) -> Mapping[int, OtherReadings]:
        """Read the plays in the cells; return what else they may mean, by the index of their rolls."""
        last = max((index for index, action in enumerate(self.actions) if isinstance(action, Roll)), default=-1)
        others = {}
        for index, cell in self.texts.items():
            text, roll = PlayText.from_pieces(cell.within), self.actions[index]
            assert isinstance(roll, Roll)
            self.actions[index] = replace(roll, play=text.play)
            torn = text.others.torn or (text.hidden and text.play is None and index < last)
            if text.others.plays or torn:
                others[index] = OtherReadings(text.others.plays, torn=torn)
        return others

    def game(self) -> Game:
        """Return the game as written, without replaying it."""
        first = next((action.side for action in self.actions if not isinstance(action, Placed)), Side.LIGHT)
        start = self.start if self.start is START else replace(self.start, on_roll=first)
        return Game(self.score or (0, 0), tuple(self.actions), self.win, start=start, cube=self.stake)


def missing_pips(cell: MatCellText) -> int:
    """Return how many pips of its roll the ways of checkers in a cell leave unplayed."""
    dice = Dice.from_text(cell.head.value)
    numbers = 4 if dice.is_double else 2
    ways = [piece for piece in cell.within if piece.kind is PieceKind.STEPS]
    if len(ways) >= numbers:
        return 0  # a checker may be borne off with more than it needs
    return (dice.first + dice.second) * numbers // 2 - sum(pips_of(way) for way in ways)


def with_borne_off(position: Position, start: Position) -> Position:
    """Return a position of a game that began with fewer checkers: those it never had are not borne off."""
    light, dark = (max(start.checkers(side) - position.checkers(side), 0) for side in Side)
    return replace(position, off=Stack(light, dark))


def is_beaver(actions: list[Action]) -> bool:
    """Return whether a double has just been answered by a double; one more is a raccoon."""
    doubles = takewhile(lambda action: isinstance(action, Double), reversed(actions))
    return len(list(islice(doubles, 3))) == 2


def with_passes(game: Game, lines: list[int], rules: RuleSet) -> Game:
    """Return a game with a pass wherever a closed out player has an empty cell between two turns of the opponent."""
    passes = [index for turn, later in pairwise(turns(game, rules)) if (index := _passed_at(game, turn, later))]
    actions = list(game.actions)
    for index in reversed(passes):
        side = next(action.side for action in actions[index:] if not isinstance(action, Placed)).other
        actions.insert(index, Pass(side))
        lines.insert(index, lines[index])
    return replace(game, actions=tuple(actions))


def _passed_at(game: Game, turn: ReplayedTurn, later: ReplayedTurn) -> int | None:
    """The place of a pass between two turns, or None."""
    side, between = later.roll.side, game.actions[turn.index + 1 : later.index]
    interrupted = any(isinstance(action, Pass | Placed) for action in between)
    if turn.roll.side is not side or interrupted or not is_closed_out(later.before, side.other):
        return None
    # A player who doubled before the second roll did so in that turn.
    own_double = bool(between) and isinstance(between[0], Double) and between[0].side is side
    return turn.index + 1 if own_double else later.index


def cells_of(pieces: list[Piece]) -> tuple[list[Piece], list[MatCellText]]:
    """Return the pieces before the first cell, and the cells."""
    lead: list[Piece] = []
    cells: list[MatCellText] = []
    for piece in pieces:
        if piece.kind in CELLS:
            cells.append(MatCellText(piece))
        elif cells:
            cells[-1].within.append(piece)
        else:
            lead.append(piece)
    return lead, cells
