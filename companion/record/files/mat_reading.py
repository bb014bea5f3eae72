"""Reads ``.mat`` text in the dialects in use: GNU Backgammon, Jellyfish, XG, servers, club programs.

There are two columns, Light on the left.  A line is cut by what stands in it (:mod:`.mat_line`), not by
fixed columns, because every program pads differently.  One file may hold several matches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from companion.errors import InputError, quoted
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side, Stack
from companion.record.files.known_names import KnownNames, Standing, swapped_win, won_by_score
from companion.record.files.limits import MOST_CUBE, check_actions, check_games, check_lines, check_problems
from companion.record.files.mat_game import MatCellText, MatGame, is_beaver, missing_pips, with_borne_off, with_passes
from companion.record.files.mat_header import MatHeader
from companion.record.files.mat_line import ACTS, CELLS, MatLine, Piece, PieceKind
from companion.record.files.mat_plays import PlayText, pips_of
from companion.record.files.mat_words import (
    MatCell,
    MatMark,
    position_from_illegal_play,
    position_from_set_pos,
)
from companion.record.files.reading import Problem, ReadMatch
from companion.record.match import Cause, Double, Drop, Game, Match, MatchScore, Pass, Placed, Roll, Take, Win
from companion.record.replaying import marked
from companion.record.scores import is_crawford_by_score, match_winner, score_after

_LINE_END: Final = re.compile("\r\n?|\n")
_LENGTH: Final = re.compile(
    r"\s*(?:(?P<points>\d{1,6})[\s-]+points?\s+match|match\s+to\s+(?P<to>\d{1,6})\b"
    r"|(?:money|unlimited)\s+(?:match|session|game))",
    re.IGNORECASE,
)
_GAME: Final = re.compile(r"\s*Game\s*[#:]?\s*(?P<number>\d{1,6})\b[^:]*$", re.IGNORECASE)
_LEFT_SCORE: Final = re.compile(r":\s*(\d{1,6})\s+")
_SCORE: Final = re.compile(r"\s*(\d{1,6})")
_SCORE_AND_MORE: Final = re.compile(r"\s*(\d{1,6})(?:\s\D.*|\s*[(\[].*)")
_COMMENT: Final = ";#"
_CUBE_NUMBER: Final = re.compile(r"=\W*>\W*(?:[^\W\d]+\W+)?(\d{1,6})(?!\d)")
_RESULT_WORDS: Final = re.compile(r"\w+\s+(.*?)\s*\d+\s*(?:points?\b)?", re.IGNORECASE)
_LONGEST_LINE: Final = 4000
_MOST_PIECES: Final = 400
_LINES_BETWEEN_CHECKS: Final = 1000
_CAUSES: Final = {
    Cause.TIME: re.compile(r"time|flag", re.IGNORECASE),
    Cause.FORFEITED: re.compile("forfeit", re.IGNORECASE),
}
_STANDINGS: Final = {MatMark.ILLEGAL: MatchScore.ILLEGAL, MatMark.UNCERTAIN: MatchScore.UNCERTAIN}


def read_mats(text: str) -> tuple[ReadMatch, ...]:
    """Read a whole file's text, in which there may be several matches.

    Another match begins at another line such as ``7 point match``, and where the names of a game are others.
    Raises :class:`InputError` if it is no match file at all; what makes no sense is reported as a problem, and
    what costs nothing as a note.
    """
    return _Reader().read(text)


def read_mat(text: str) -> ReadMatch:
    """Read a text as :func:`read_mats` does.  Raises :class:`InputError` also if it holds several matches."""
    first, *others = read_mats(text)
    if others:
        raise InputError(f"holds {len(others) + 1} matches, expected one")
    return first


@dataclass(slots=True)
class _MatchText:
    """A match while its lines are read.

    ``names``: of its players, once there is a game; Light's is the left column of the first.
    """

    header: MatHeader
    length: int | None = None
    names: KnownNames | None = None
    games: list[MatGame] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def tell(self, line: int | None, kind: str, reason: str, column: int | None = None) -> None:
        self.problems.append(Problem(len(self.games) or None, line, kind, reason, column))


class _Reader:
    def __init__(self) -> None:
        self.matches = [_MatchText(MatHeader())]
        self.later = MatHeader()  # what stands below a game and may belong to the next match
        self.next_length: int | None = None
        self.game_line: tuple[int, int] | None = None  # and the number that the game has there
        self.in_game = False
        self.line = MatLine("", (1,))
        self.pieces: list[Piece] = []
        self.doubtful = 0  # pieces of which the board will tell whether they are a problem

    @property
    def match(self) -> _MatchText:
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
        return tuple(_Reading(match).whole() for match in self.matches)

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
                told = f"that it is to {self.next_length} is passed over"
                self._note(line, f"the match is to {self.match.length}; {told}")
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
        begins_anew = number is not None and number <= self.game.number
        if standing is Standing.OTHER:
            return True
        if self.next_length is not None:
            return self.next_length != self.match.length or begins_anew
        # The head of the same players' next match may be missing.
        return begins_anew and score == (0, 0) and self.game.score != (0, 0) and self.match.length != 0

    def _renamed(
        self, known: KnownNames, number: int | None, names: tuple[str, str], score: tuple[int, int] | None
    ) -> tuple[Standing, str] | None:
        """How the columns stand if one player has another name in a game that goes on with the score."""
        if self.next_length is not None or (number is not None and number <= self.game.number):
            return None
        before = self.game
        found = known.renamed(names, len(self.match.games) + 1)
        if found is None or before.score is None or score is None or score == before.score:
            return None
        before = before.swapped() if before.is_swapped else before
        now = score if found[0] is Standing.SAME else score[::-1]
        if before.win is None:
            follows = number is not None and won_by_score(before.score or (0, 0), now) is not None
        else:
            follows = score_after(before.game()) == now
        return found if follows else None

    def _begin_match(self, line: int, names: tuple[str, str]) -> None:
        before = self.match
        header = MatHeader() if self.next_length is not None else before.header.of_another_match()
        header.add(self.later)
        length = before.length if self.next_length is None else self.next_length
        self.matches.append(_MatchText(header, length))
        told = "" if length is None else " for money" if length == 0 else f" to {length}"
        self._note(line, f"another match begins here, {names[0]} – {names[1]}{told}")

    # --- the cells of a line ---------------------------------------------------------------------------

    def _cells(self, number: int, line: str) -> None:
        self.line = MatLine.from_text(line)
        self.pieces = self.line.pieces() if len(self.line.text.split()) <= _MOST_PIECES else []
        if len(self.pieces) > _MOST_PIECES or (self.line.text and not self.pieces):
            self._problem(number, f"a line of more than {_MOST_PIECES} words and marks, expected fewer")
            return
        rows = list(_rows(self.pieces))
        for index, (mark, pieces) in enumerate(rows):
            if mark is not None and index and any(row for _, row in rows[:index]):
                self._problem(number, f"{quoted(mark.text)} in the middle of a line", mark)
            self._row(number, mark, pieces)
        self.game.numbered_before = rows[0][0] is not None if rows else False
        self.game.last_line = number

    def _row(self, number: int, mark: Piece | None, pieces: list[Piece]) -> None:
        pieces = self._as_meant(pieces)
        lead, cells = _parted(pieces)
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
            loose = any(other.kind is PieceKind.WORD and _touch(other, piece) for other in near)
            within_roll = bool(meant) and meant[-1].kind is PieceKind.ROLL and piece.start - meant[-1].end <= 2
            match piece.kind:
                case PieceKind.DROP if within_roll and piece.text.lower().startswith("pass"):
                    meant.append(replace(piece, kind=PieceKind.DANCE))
                    continue
                case PieceKind.TAKE | PieceKind.DROP if loose and not offered:
                    meant.append(replace(piece, kind=PieceKind.WORD))
                    continue
                case PieceKind.DOUBLE if not piece.value:
                    piece = self._double_told(piece, pieces[index + 1 :])
                    if loose and not piece.value:
                        meant.append(replace(piece, kind=PieceKind.WORD))
                        continue
                case _:
                    pass
            offered = piece.kind is PieceKind.DOUBLE or (offered and piece.kind not in ACTS)
            meant.append(piece)
        return meant

    def _double_told(self, double: Piece, later: list[Piece]) -> Piece:
        """A double with its number, which may stand behind unknown words: "Doubles to get even => 2"."""
        end = next((piece.start for piece in later if piece.kind in CELLS), len(self.line.text))
        found = _CUBE_NUMBER.search(self.line.text, double.end, end)
        return replace(double, value=found[1]) if found else double

    def _no_cells(self, number: int, mark: Piece | None, pieces: list[Piece]) -> None:
        strange = [piece for piece in pieces if piece.is_strange]
        ways = [piece for piece in pieces if piece.kind is PieceKind.STEPS]
        if ways and mark is None and (cell := self._wrapped_cell(ways)):
            cell.within += pieces
            self._strange_in_play(number, cell, strange)
        elif self.game.win is not None and strange:
            self._strange(number, strange)
        elif strange or ways:
            text = self.line.text[pieces[0].start : pieces[-1].end]
            self._problem(number, f"{quoted(text)} is no move, cube action or result", pieces[0])

    def _lead(self, number: int, mark: Piece | None, lead: list[Piece], first: MatCellText) -> None:
        """What stands on a line before its first cell."""
        ways = [piece for piece in lead if piece.kind is PieceKind.STEPS]
        if ways and mark is None and (cell := self._wrapped_cell(ways)):
            cell.within += lead
        elif ways:
            text = self.line.text[ways[0].start : ways[-1].end]
            self._problem(number, f"{quoted(text)} is no move, cube action or result", ways[0])
        if first.head.kind not in (PieceKind.RESULT, PieceKind.CONCEDES) or self._named(lead) is None:
            self._strange(number, [piece for piece in lead if piece.is_strange])

    def _wrapped_cell(self, ways: Sequence[Piece]) -> MatCellText | None:
        """The cell of the line above that goes on with some ways of checkers."""
        game = self.game
        indices = [index for index in range(len(game.actions) - 2, len(game.actions)) if index in game.texts]
        if not indices or game.lines[indices[-1]] != game.last_line:
            return None
        cells = [game.texts[index] for index in indices if game.lines[index] == game.last_line]
        if len(cells) == 1 or ways[0].start >= cells[1].head.start - 2:
            return cells[-1]
        # Below the left cell may stand the rest of either.
        left = [missing_pips(cell) for cell in cells]
        pips = sum(pips_of(way) for way in ways)
        if left.count(pips) == 1:
            return cells[left.index(pips)]
        return cells[0] if left[0] > 0 else cells[1]

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
                self._problem(number, f"{quoted(_text_of(self.line, cell))} is no roll of two dice", head)
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
                    self._strange(number, [Piece(PieceKind.WORD, between[1], *_shifted(between.span(1), head.start))])
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
            self._placed(number, Roll(side, dice, None, MatchScore.ILLEGAL), board, told=remark is not None)
        else:
            standing = _STANDINGS[remark.mark] if remark else MatchScore.LEGAL
            game.texts[len(game.actions)] = cell
            game.add(number, Roll(side, dice, None, standing))

    def _placed(self, number: int, roll: Roll, board: Piece, *, told: bool) -> None:
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
        if not told:
            self._problem(number, f"{roll.dice.text()}: an illegal play that is not written, only where it led", board)

    # --- what is told about the file -------------------------------------------------------------------

    def _problem(self, number: int, reason: str, piece: Piece | None = None) -> None:
        self.match.tell(number, "parse", reason, self.line.column(piece.start) if piece is not None else None)

    def _note(self, number: int | None, reason: str, piece: Piece | None = None) -> None:
        self.match.tell(number, "note", reason, self.line.column(piece.start) if piece is not None else None)

    def _noting(self, number: int) -> Callable[[str], None]:
        return lambda reason: self._note(number, reason)

    def _strange_in_play(self, number: int, cell: MatCellText, pieces: Sequence[Piece]) -> None:
        """Note what is not known in the cell of a roll; what may be part of the play waits for the board."""
        told = any(piece.kind in (PieceKind.STEPS, PieceKind.DANCE) for piece in cell.within)
        doubtful: list[Piece] = []
        strange: list[Piece] = []
        for piece in pieces:
            may_be_played = piece.is_like_a_way or (piece.kind is PieceKind.WORD and not told)
            (doubtful if may_be_played else strange).append(piece)
        self._strange(number, strange)
        self.doubtful += len(doubtful)
        for first, last in _runs(doubtful):
            cell.doubtful.append((number, self.line.column(first.start), self.line.text[first.start : last.end]))

    def _strange(self, number: int, pieces: Sequence[Piece]) -> None:
        """Note pieces that are not known, those that touch as one."""
        for first, last in _runs(pieces):
            text = self.line.text[first.start : last.end]
            self._note(number, f"{quoted(text)} is not known, and is passed over", first)


# --- the whole of a match ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Reading:
    """Turns the lines of one match into the match."""

    text: _MatchText

    def whole(self) -> ReadMatch:
        text = self.text
        length = text.length
        assert length is not None
        assert text.names is not None
        told = len(text.problems)
        texts = [game.swapped() if game.is_swapped else game for game in text.games]
        doubles = any(isinstance(action, Double) for game in texts for action in game.actions)
        rules = text.header.rules(
            lambda kind, reason: text.problems.append(Problem(None, None, kind, reason)), doubles=doubles
        )
        header_notes, text.problems[told:] = text.problems[told:], []
        self._with_scores(texts)
        games = tuple(self._game(number, game, rules) for number, game in enumerate(texts, start=1))
        full_names = text.header.full_names(text.names.first)
        return ReadMatch(
            Match(full_names, length, tuple(_with_crawford(games, length, rules)), rules.text(), text.header.header()),
            tuple(tuple(game.lines) for game in texts),
            tuple(game.win_line for game in texts),
            (*header_notes, *sorted(text.problems, key=lambda problem: problem.line or 0)),
            tuple(game.line for game in texts),
        )

    def _of_header(self, kind: str, reason: str) -> None:
        self.text.problems.append(Problem(None, None, kind, reason))

    def _with_scores(self, games: list[MatGame]) -> None:
        """Find missing scores and winners in the games before and after."""
        for number, (game, later) in enumerate(pairwise(games), start=1):
            if later.score is None:
                later.score = score_after(game.game()) if game.win is not None else game.score
            elif game.score is not None and (won := won_by_score(game.score, later.score)) is not None:
                self._winner_by_score(number, game, won)
        last = games[-1] if games else None
        if last is not None and last.win is None and last.given_up is not None:
            self._note(len(games), last.last_line, f"{quoted(last.given_up)}: who has won is not written")

    def _winner_by_score(self, number: int, game: MatGame, won: Win) -> None:
        if game.win is None:
            game.win, game.win_line = won, game.last_line
            name = self.text.names.first[list(Side).index(won.side)] if self.text.names else won.side.value
            self._note(
                number, game.last_line, f"no result is written; by the score of the next game {name} won {won.points}"
            )
        elif game.win_is_doubtful and game.win.side is not won.side:
            game.win = replace(game.win, side=won.side)

    def _game(self, number: int, text: MatGame, rules: RuleSet) -> Game:
        others = text.read_plays()
        game = marked(text.game(), rules, fill_in=True, others=others)
        for index, cell in text.texts.items():
            action = game.actions[index]
            assert isinstance(action, Roll)
            self._told_of_play(number, text.lines[index], cell, action, torn=index in others and others[index].torn)
        cause = self.text.header.causes.get(number) or self._cause_by_word(number, text, game)
        if game.win is not None and cause is not None:
            game = replace(game, win=replace(game.win, cause=cause))
        return with_passes(game, text.lines, rules)

    def _cause_by_word(self, number: int, text: MatGame, game: Game) -> Cause | None:
        """What ended the match by the word in the last cell; a word for the end of a single game is kept nowhere."""
        if text.given_up is None or number < len(self.text.games) or game.win is None:
            return None
        if match_winner(self.text.length or 0, score_after(game)) is not game.win.side:
            return None
        return next((cause for cause, word in _CAUSES.items() if word.search(text.given_up)), None)

    def _told_of_play(self, game: int, line: int, cell: MatCellText, roll: Roll, *, torn: bool) -> None:
        """Report what could not be read in the cell of a roll."""
        unknown = torn and roll.play is None and roll.standing is MatchScore.UNCERTAIN
        problems = self.text.problems
        for at, column, text in cell.doubtful:
            if unknown:
                reason = f"{quoted(text)} is no checker's way; how {roll.dice.text()} was played cannot be read"
                problems.append(Problem(game, at, "parse", reason, column))
            else:
                problems.append(Problem(game, at, "note", f"{quoted(text)} is not known, and is passed over", column))
        if unknown and not cell.doubtful:
            reason = f"{roll.dice.text()}: the play is not written or cannot be read, and the game goes on"
            problems.append(Problem(game, line, "parse", reason))
        elif torn and roll.play is not None and roll.standing is MatchScore.UNCERTAIN:
            reason = f"{roll.dice.text()}: taken for {roll.play.text()}, the only play that fits what can be read"
            problems.append(Problem(game, line, "note", reason))

    def _note(self, game: int | None, line: int | None, reason: str) -> None:
        self.text.problems.append(Problem(game, line, "note", reason))


def _with_crawford(games: tuple[Game, ...], length: int, rules: RuleSet) -> Iterator[Game]:
    earlier: list[tuple[int, int]] = []
    for game in games:
        yield replace(game, crawford=is_crawford_by_score(game, length, earlier, rules))
        earlier.append(game.score)


def names_and_scores(line: str) -> tuple[tuple[str, str], tuple[int, int]] | None:
    """Return the names and scores of a line such as ``Anna : 0   Ben : 2``; None for any other line."""
    rest, _, last = line.strip().replace("：", ":").rpartition(":")
    left = _LEFT_SCORE.search(rest)
    right = _SCORE.fullmatch(last) or _SCORE_AND_MORE.fullmatch(last)
    if not left or not right:
        return None
    return (rest[: left.start()].rstrip(), rest[left.end() :].rstrip()), (int(left[1]), int(right[1]))


def _has_roll(line: str) -> bool:
    return any(piece.kind is PieceKind.ROLL for piece in MatLine.from_text(line).pieces())


def _rows(pieces: list[Piece]) -> Iterator[tuple[Piece | None, list[Piece]]]:
    """The pieces of a line, parted before every number of a line; unknown ones before the first are put behind it."""
    mark: Piece | None = None
    row: list[Piece] = []
    for piece in pieces:
        if piece.kind is not PieceKind.NUMBER:
            row.append(piece)
        elif mark is None and all(before.is_strange for before in row):
            mark = piece
        else:
            yield mark, row
            mark, row = piece, []
    yield mark, row


def _parted(pieces: list[Piece]) -> tuple[list[Piece], list[MatCellText]]:
    """The pieces before the first cell, and the cells."""
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


def _shifted(span: tuple[int, int], start: int) -> tuple[int, int]:
    return span[0] + start, span[1] + start


def _touch(one: Piece, other: Piece) -> bool:
    return max(one.start, other.start) - min(one.end, other.end) <= 1


def _runs(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Piece]]:
    """First and last of the pieces that stand together."""
    run: list[Piece] = []
    for piece in pieces:
        if run and not _touch(run[-1], piece):
            yield run[0], run[-1]
            run = []
        run.append(piece)
    if run:
        yield run[0], run[-1]


def _text_of(line: MatLine, cell: MatCellText) -> str:
    return line.text[cell.head.start : cell.within[-1].end if cell.within else cell.head.end]
