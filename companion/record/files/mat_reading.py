"""Reads ``.mat`` text in the dialects in use: GNU Backgammon, Jellyfish, XG, servers, club programs.

There are two columns, Light on the left.  A line is cut by what stands in it (:mod:`.mat_line`), not by
fixed columns, because every program pads differently.  One file may hold several matches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from companion.errors import InputError, quoted
from companion.games.backgammon.dice import Dice
from companion.games.rules import Side, Stack
from companion.record.files.known_names import KnownNames, Standing, swapped_win
from companion.record.files.limits import MOST_CUBE, check_actions, check_games, check_lines, check_problems
from companion.record.files.mat_game import (
    MatCellText,
    MatGame,
    cells_of,
    is_beaver,
    with_borne_off,
)
from companion.record.files.mat_header import MatHeader
from companion.record.files.mat_line import ACTS, CELLS, MatLine, Piece, PieceKind, rows, runs, touch
from companion.record.files.mat_match import MatchText
from companion.record.files.mat_plays import PlayText
from companion.record.files.mat_words import (
    MatCell,
    MatMark,
    names_and_scores,
    position_from_illegal_play,
    position_from_set_pos,
)
from companion.record.files.reading import ReadMatch
from companion.record.match import Double, Drop, MatchScore, Pass, Placed, Roll, Take

_LINE_END: Final = re.compile("\r\n?|\n")
_LENGTH: Final = re.compile(
    r"\s*(?:(?P<points>\d{1,6})[\s-]+points?\s+match|match\s+to\s+(?P<to>\d{1,6})\b"
    r"|(?:money|unlimited)\s+(?:match|session|game))",
    re.IGNORECASE,
)
_GAME: Final = re.compile(r"\s*Game\s*[#:]?\s*(?P<number>\d{1,6})\b[^:]*$", re.IGNORECASE)
_COMMENT: Final = ";#"
_CUBE_NUMBER: Final = re.compile(r"=\W*>\W*(?:[^\W\d]+\W+)?(\d{1,6})(?!\d)")
_RESULT_WORDS: Final = re.compile(r"\w+\s+(.*?)\s*\d+\s*(?:points?\b)?", re.IGNORECASE)
_LONGEST_LINE: Final = 4000
_MOST_PIECES: Final = 400
_LINES_BETWEEN_CHECKS: Final = 1000
_STANDINGS: Final = {MatMark.ILLEGAL: MatchScore.ILLEGAL, MatMark.UNCERTAIN: MatchScore.UNCERTAIN}


def read_mats(text: str) -> tuple[ReadMatch, ...]:
    """Read a whole file's text, in which there may be several matches.

    Another match begins at another line such as ``7 point match``, and where the names of a game are others.
    Raises :class:`InputError` if it is no match file at all; what makes no sense is reported as a problem, and
    what costs nothing as a note.
    """
    return _Reader().read(text)


class _Reader:
    def __init__(self) -> None:
        self.matches = [MatchText(MatHeader())]
        self.later = MatHeader()  # what stands below a game and may belong to the next match
        self.next_length: int | None = None
        self.game_line: tuple[int, int] | None = None  # and the number that the game has there
        self.in_game = False
        self.line = MatLine("", (1,))
        self.pieces: list[Piece] = []
        self.doubtful = 0  # pieces of which the board will tell whether they are a problem

    @property
    def match(self) -> MatchText:
        return self.matches[-1]

    @property
    def game(self) -> MatGame:
        return self.match.games[-1]

    def read(self, text: str) -> tuple[ReadMatch, ...]:
        lines = _LINE_END.split(text.removeprefix("\ufeff"))
        check_lines(len(lines))
        for number, line in enumerate(lines, start=1):
            self._line(number, line)
            if number % _LINES_BETWEEN_CHECKS == 0:
                self._check()
        if self.match.length is None or self.match.names is None:
            raise InputError("expected a match file with a line such as '7 point match' and at least one game")
        if self.next_length is not None:
            self._note(None, f"the file ends below the head of another match, to {self.next_length}, without a game")
        self.match.header.add(self.later)
        self._check()
        return tuple(match.whole() for match in self.matches)

    def _check(self) -> None:
        check_games(sum(len(match.games) for match in self.matches))
        check_actions(sum(len(game.actions) for match in self.matches for game in match.games))
        check_problems(sum(len(match.problems) for match in self.matches) + self.doubtful)

    def _line(self, number: int, line: str) -> None:
        if len(line) > _LONGEST_LINE or len(seen := line.expandtabs()) > _LONGEST_LINE:
            line = line if len(line) > _LONGEST_LINE else seen
            self._problem(number, f"a line of {len(line)} characters, expected at most {_LONGEST_LINE}")
            return
        line = line.replace("\x00", "").replace("\x1a", "").rstrip()
        if not line.strip():
            return
        if line.lstrip()[0] in _COMMENT and not self._may_be_names(line):
            self._comment(number, line.strip())
        elif found := _LENGTH.match(line):
            self._length(number, int(found["points"] or found["to"] or 0))
        elif self.match.length is None:
            self.match.header.take_unmarked(line.strip(), self._noting(number))
        elif found := _GAME.match(line):
            self.in_game, self.game_line = False, (number, int(found["number"]))
        elif not self.in_game or self._is_game_without_title(line):
            self._names(number, line)
        else:
            self._cells(number, line)

    # --- lines that are no moves ---------------------------------------------------------------------

    def _may_be_names(self, line: str) -> bool:
        """Whether a line that begins like a comment is in the place of names: a player may be called #1."""
        return self.game_line is not None and names_and_scores(line) is not None

    def _is_game_without_title(self, line: str) -> bool:
        found = names_and_scores(line) if self.game.win is not None else None
        names = self.match.names
        return found is not None and names is not None and names.standing(found[0]) is not Standing.OTHER

    def _length(self, number: int, length: int) -> None:
        if self.match.games:
            self.next_length, self.in_game = length, False
            return
        if self.match.length not in (None, length):
            self._note(number, f"the match is to {self.match.length} and to {length} points; {length} counts")
        self.match.length = length

    def _comment(self, number: int, line: str) -> None:
        if self.in_game and self._is_set_up(number, line):
            return
        header = self.later if self.match.games else self.match.header
        header.take(line, self._noting(number))
        if header is self.later:
            self.match.header.remarks |= header.remarks

    def _is_set_up(self, number: int, line: str) -> bool:
        game = self.game
        try:
            position = position_from_set_pos(line)
        except InputError as error:
            self._problem(number, str(error))
            return True
        if position is None:
            return False
        if game.actions:
            game.add(number, Placed(with_borne_off(position, game.start)))
        else:
            game.start = replace(position, off=Stack(0, 0))
        return True

    def _names(self, number: int, line: str) -> None:
        found = names_and_scores(line)
        if found is None and self.match.games and _has_roll(line):
            self._note(number, f"game {len(self.match.games) + 1} has no names and score; those before it go on")
            self._begin(number, self.game.names, None, self.game.right_at)
            self._cells(number, line)
        elif found is None:
            self._problem(number, f"{quoted(line.strip())}: expected names and scores")
        else:
            names, score = found
            self._begin(number, names, score, line.rfind(names[1]) if names[1] else len(line) // 2)

    def _begin(self, number: int, names: tuple[str, str], score: tuple[int, int] | None, right_at: int) -> None:
        line, own_number = self.game_line or (number, None)
        known = self.match.names
        standing = known.standing(names) if known is not None else Standing.SAME
        renamed = None
        if known is not None and standing is Standing.OTHER:
            renamed = self._renamed(known, own_number, names, score)
            standing = renamed[0] if renamed is not None else standing
        if known is not None and self._is_another_match(own_number, standing, score):
            self._begin_match(line, names)
            standing = Standing.SAME
        else:
            if self.match.games and self.next_length not in (None, self.match.length):
                ignored = f"that it is to {self.next_length} is passed over"
                self._note(line, f"the match is to {self.match.length}; {ignored}")
            self.match.header.add(self.later)
        self.later, self.next_length, self.game_line = MatHeader(), None, None
        self.match.names = self.match.names or KnownNames(names)
        self.match.names.add(names, standing)
        number_in_file = own_number or (self.game.number + 1 if self.match.games else 1)
        cube = self.match.header.stakes.get(len(self.match.games) + 1, 1)
        game = MatGame(number_in_file, line, names, score, right_at, cube=cube, stake=cube, last_line=number)
        game.is_swapped = standing is Standing.SWAPPED
        self.match.games.append(game)
        self.in_game = True
        if renamed is not None:
            self._note(number, renamed[1])
        if game.is_swapped:
            count = len(self.match.games)
            self._note(number, f"the names of game {count} are in the other order, and its columns are read so")

    def _is_another_match(self, number: int | None, standing: Standing, score: tuple[int, int] | None) -> bool:
        begins_again = number is not None and number <= self.game.number
        if standing is Standing.OTHER:
            return True
        if self.next_length is not None:
            return self.next_length != self.match.length or begins_again
        # The head of the same players' next match may be missing.
        return begins_again and score == (0, 0) and self.game.score != (0, 0) and self.match.length != 0

    def _renamed(
        self, known: KnownNames, number: int | None, names: tuple[str, str], score: tuple[int, int] | None
    ) -> tuple[Standing, str] | None:
        """The order of the columns if one player has another name in a game that continues the score."""
        if self.next_length is not None or (number is not None and number <= self.game.number):
            return None
        found = known.renamed(names, len(self.match.games) + 1)
        if found is None or score is None:
            return None
        swapped = found[0] is not Standing.SAME
        return found if self.match.is_followed_by(score, swapped=swapped, numbered=number is not None) else None

    def _begin_match(self, line: int, names: tuple[str, str]) -> None:
        before = self.match
        header = MatHeader() if self.next_length is not None else before.header.of_another_match()
        header.add(self.later)
        length = before.length if self.next_length is None else self.next_length
        self.matches.append(MatchText(header, length))
        length_words = "" if length is None else " for money" if length == 0 else f" to {length}"
        self._note(line, f"another match begins here, {names[0]} – {names[1]}{length_words}")

    # --- the cells of a line ---------------------------------------------------------------------------

    def _cells(self, number: int, line: str) -> None:
        self.line = MatLine.from_text(line)
        self.pieces = self.line.pieces() if len(self.line.text.split()) <= _MOST_PIECES else []
        if len(self.pieces) > _MOST_PIECES or (self.line.text and not self.pieces):
            self._problem(number, f"a line of more than {_MOST_PIECES} words and marks, expected fewer")
            return
        parts = list(rows(self.pieces))
        for index, (mark, pieces) in enumerate(parts):
            if mark is not None and index and any(row for _, row in parts[:index]):
                self._problem(number, f"{quoted(mark.text)} in the middle of a line", mark)
            self._row(number, mark, pieces)
        self.game.numbered_before = parts[0][0] is not None if parts else False
        self.game.last_line = number

    def _row(self, number: int, mark: Piece | None, pieces: list[Piece]) -> None:
        pieces = self._as_meant(pieces)
        lead, cells = cells_of(pieces)
        if not cells:
            self._no_cells(number, mark, lead)
            return
        self._lead(number, mark, lead, cells[0])
        start = mark.end if mark is not None else 0
        unknown = [piece for piece in lead if piece.is_strange]
        sides = self.game.sides(cells, start, unknown[-1] if unknown else None, numbered=mark is not None)
        column: Side | None = None  # of the last cell on this line
        before: Piece | None = None  # the last piece before the cell
        for cell, side in zip(cells, sides, strict=True):
            self._cell(number, mark, cell, side, column, before)
            column = side
            before = cell.within[-1] if cell.within else cell.head
        if len([cell for cell in cells if cell.head.kind is PieceKind.ROLL]) == 2:
            self.game.right_at = cells[-1].head.start

    def _as_meant(self, pieces: list[Piece]) -> list[Piece]:
        """The pieces of a line; a word of the cube between words that are not known is one of them."""
        meant: list[Piece] = []
        offered = bool(self.game.actions) and isinstance(self.game.actions[-1], Double)
        for index, piece in enumerate(pieces):
            near = [*pieces[max(index - 1, 0) : index], *pieces[index + 1 : index + 2]]
            loose = any(other.kind is PieceKind.WORD and touch(other, piece) for other in near)
            within_roll = bool(meant) and meant[-1].kind is PieceKind.ROLL and piece.start - meant[-1].end <= 2
            match piece.kind:
                case PieceKind.DROP if within_roll and piece.text.lower().startswith("pass"):
                    meant.append(replace(piece, kind=PieceKind.DANCE))
                    continue
                case PieceKind.TAKE | PieceKind.DROP if loose and not offered:
                    meant.append(replace(piece, kind=PieceKind.WORD))
                    continue
                case PieceKind.DOUBLE if not piece.value:
                    piece = self._with_number(piece, pieces[index + 1 :])
                    if loose and not piece.value:
                        meant.append(replace(piece, kind=PieceKind.WORD))
                        continue
                case _:
                    pass
            offered = piece.kind is PieceKind.DOUBLE or (offered and piece.kind not in ACTS)
            meant.append(piece)
        return meant

    def _with_number(self, double: Piece, later: list[Piece]) -> Piece:
        """A double with its number, which may stand behind unknown words: "Doubles to get even => 2"."""
        end = next((piece.start for piece in later if piece.kind in CELLS), len(self.line.text))
        found = _CUBE_NUMBER.search(self.line.text, double.end, end)
        return replace(double, value=found[1]) if found else double

    def _no_cells(self, number: int, mark: Piece | None, pieces: list[Piece]) -> None:
        strange = [piece for piece in pieces if piece.is_strange]
        ways = [piece for piece in pieces if piece.kind is PieceKind.STEPS]
        if ways and mark is None and (cell := self.game.wrapped_cell(ways)):
            cell.within += pieces
            self._strange_in_play(number, cell, strange)
        elif self.game.win is not None and strange:
            self._strange(number, strange)
        elif strange or ways:
            text = self.line.text[pieces[0].start : pieces[-1].end]
            self._problem(number, f"{quoted(text)} is no move, cube action or result", pieces[0])

    def _lead(self, number: int, mark: Piece | None, lead: list[Piece], first: MatCellText) -> None:
        """The text of a line before its first cell."""
        ways = [piece for piece in lead if piece.kind is PieceKind.STEPS]
        if ways and mark is None and (cell := self.game.wrapped_cell(ways)):
            cell.within += lead
        elif ways:
            text = self.line.text[ways[0].start : ways[-1].end]
            self._problem(number, f"{quoted(text)} is no move, cube action or result", ways[0])
        if first.head.kind not in (PieceKind.RESULT, PieceKind.CONCEDES) or self._named(lead) is None:
            self._strange(number, [piece for piece in lead if piece.is_strange])

    def _named_before(self, head: Piece) -> Side | None:
        """The side whose name stands before a word on this line, with nothing else."""
        return self._named([piece for piece in self.pieces if piece.end <= head.start and piece.kind is PieceKind.WORD])

    def _named(self, pieces: list[Piece]) -> Side | None:
        """The side whose name stands in some pieces."""
        text = self.line.text[pieces[0].start : pieces[-1].end].strip().lower() if pieces else ""
        named = [side for side, name in zip(Side, self.game.names, strict=True) if text and name.lower() == text]
        return named[0] if len(named) == 1 else None

    def _cell(
        self, number: int, mark: Piece | None, cell: MatCellText, side: Side, column: Side | None, before: Piece | None
    ) -> None:
        game, head = self.game, cell.head
        match head.kind:
            case PieceKind.ROLL:
                self._roll(number, int(re.sub(r"\D", "", mark.text)) if mark is not None else None, side, cell)
                self._strange_in_play(number, cell, PlayText.from_pieces(cell.within).strange)
                return
            case PieceKind.NO_ROLL:
                self._problem(number, f"{quoted(cell.text(self.line))} is no roll of two dice", head)
                return
            case PieceKind.DOUBLE:
                self._double(number, side, cell)
            case PieceKind.TAKE:
                if not is_beaver(game.actions):
                    game.add(number, Take(side))
            case PieceKind.DROP:
                game.add(number, Drop(side))
            case PieceKind.CONCEDES:
                game.concede(cell, column, before)
                game.conceded = self._named_before(head) or game.conceded
                game.given_up = head.text
            case PieceKind.GIVEN_UP:
                game.given_up = head.text
            case PieceKind.RESULT:
                game.end(number, cell, column, named=self._named_before(head) if column is None else None)
                if game.win_is_of_dropper():
                    game.win = swapped_win(game.win)
                    self._note(
                        number, f"{head.text!r} stands in the column of the player who dropped; the other won", head
                    )
                if (between := _RESULT_WORDS.match(head.text)) and between[1].strip():
                    start, end = (head.start + place for place in between.span(1))
                    self._strange(number, [Piece(PieceKind.WORD, between[1], start, end)])
        self._strange(number, [piece for piece in cell.within if piece.kind is not PieceKind.HIDDEN])

    def _double(self, number: int, side: Side, cell: MatCellText) -> None:
        game = self.game
        value = int(cell.head.value or 2 * game.cube)
        if not 0 < value <= MOST_CUBE:
            self._problem(number, f"a double to {value:,}, expected a number from 1 to {MOST_CUBE:,}", cell.head)
            return
        game.cube = value
        game.add(number, Double(side, game.cube))

    def _roll(self, number: int, move: int | None, side: Side, cell: MatCellText) -> None:
        game, dice = self.game, Dice.from_text(cell.head.value)
        place = MatCell(len(self.match.games), move, side) if move is not None else None
        remark = self.match.header.remarks.get(place) if place is not None else None
        board = next((piece for piece in cell.within if piece.kind is PieceKind.ILLEGAL), None)
        if remark and remark.mark is MatMark.PASSED:
            game.add(number, Pass(side))
        elif remark and remark.play:
            game.add(number, Roll(side, dice, remark.play, _STANDINGS[remark.mark]))
        elif board is not None:
            self._placed(number, Roll(side, dice, None, MatchScore.ILLEGAL), board, explained=remark is not None)
        else:
            standing = _STANDINGS[remark.mark] if remark else MatchScore.LEGAL
            game.texts[len(game.actions)] = cell
            game.add(number, Roll(side, dice, None, standing))

    def _placed(self, number: int, roll: Roll, board: Piece, *, explained: bool) -> None:
        game = self.game
        game.add(number, roll)
        if not board.value:
            self._problem(number, f"{roll.dice.text()}: an illegal play that is not written", board)
            return
        try:
            position = position_from_illegal_play(board.value, roll.side.other)
        except InputError as error:
            self._problem(number, str(error), board)
            return
        game.add(number, Placed(with_borne_off(position, game.start)))
        if not explained:
            self._problem(number, f"{roll.dice.text()}: an illegal play that is not written, only where it led", board)

    # --- notes about the file ---------------------------------------------------------------------------

    def _problem(self, number: int, reason: str, piece: Piece | None = None) -> None:
        self.match.tell(number, "parse", reason, self.line.column(piece.start) if piece is not None else None)

    def _note(self, number: int | None, reason: str, piece: Piece | None = None) -> None:
        self.match.tell(number, "note", reason, self.line.column(piece.start) if piece is not None else None)

    def _noting(self, number: int) -> Callable[[str], None]:
        return lambda reason: self._note(number, reason)

    def _strange_in_play(self, number: int, cell: MatCellText, pieces: Sequence[Piece]) -> None:
        """Note what is not known in the cell of a roll; what may be part of the play waits for the board."""
        is_played = any(piece.kind in (PieceKind.STEPS, PieceKind.DANCE) for piece in cell.within)
        doubtful: list[Piece] = []
        strange: list[Piece] = []
        for piece in pieces:
            may_be_played = piece.is_like_a_way or (piece.kind is PieceKind.WORD and not is_played)
            (doubtful if may_be_played else strange).append(piece)
        self._strange(number, strange)
        self.doubtful += len(doubtful)
        for first, last in runs(doubtful):
            cell.doubtful.append((number, self.line.column(first.start), self.line.text[first.start : last.end]))

    def _strange(self, number: int, pieces: Sequence[Piece]) -> None:
        """Note pieces that are not known, those that touch as one."""
        for first, last in runs(pieces):
            text = self.line.text[first.start : last.end]
            self._note(number, f"{quoted(text)} is not known, and is passed over", first)


def _has_roll(line: str) -> bool:
    return any(piece.kind is PieceKind.ROLL for piece in MatLine.from_text(line).pieces())
