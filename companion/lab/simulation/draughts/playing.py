"""Plays simulated matches of draughts before the real session, and compares the record with what was played."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from companion.games.draughts import START, Move, Position, after, legal_moves
from companion.lab.simulation.calibration import Held, place
from companion.lab.simulation.draughts.people import broken, stages
from companion.lab.simulation.draughts.readings import MISREAD, SquareReadings
from companion.match.draughts.session import begun, step
from companion.match.draughts.state import Choice, DraughtsState
from companion.match.events import Answered, BoardSeen, ButtonPressed
from companion.match.phases import Phase
from companion.match.terms import DraughtsTerms, EndOfTurn
from companion.record.draughts import Played
from companion.record.entries import Entry, Kind
from companion.record.journal import Mode
from companion.referee.draughts.boards import Packed, packed

_LOOK_S: Final = 0.4
_BREAKS: Final = 0.06
"""Of the turns; those of films had as many."""
_PAUSES: Final = 0.15
_TRIES: Final = 0.05
_UNDOES: Final = 0.01
_MOVES_ON: Final = 0.1
"""Of the opponents who answer before the record has the move."""
_LONGEST: Final = 120


@dataclass
class DraughtsScore:
    """The results of simulated turns; ``acts``: (kind, outcome); ``delays``: seconds from a turn's end to its entry."""

    turns: int = 0
    wrong: int = 0
    false: int = 0
    exact: int = 0
    games: int = 0
    questions: int = 0
    called_for: int = 0
    acts: Counter[tuple[str, str]] = field(default_factory=Counter)
    delays: list[float] = field(default_factory=list)
    looks_s: list[float] = field(default_factory=list)
    cases: list[str] = field(default_factory=list)
    held: Held = field(default_factory=Counter)
    """The reports and true ones by probability."""

    def add(self, other: DraughtsScore) -> None:
        """Count the turns of another score as well."""
        for name in ("turns", "wrong", "false", "exact", "games", "questions", "called_for"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.acts += other.acts
        self.held += other.held
        self.delays += other.delays
        self.looks_s += other.looks_s
        self.cases += other.cases


class DraughtsPlay:
    """One simulated game: people, eyes, and the session."""

    def __init__(
        self, seed: str, score: DraughtsScore, *, plants: bool, end: EndOfTurn, misread: float = MISREAD
    ) -> None:
        self.rng = random.Random(seed)
        self.seed, self.score, self.plants, self.end = seed, score, plants, end
        self.readings = SquareReadings(self.rng, misread)
        self.t = 0.0
        self.frame = 0
        self.state: DraughtsState = begun(DraughtsTerms(mode=Mode.RECORDED, asks=True, end_of_turn=end, length=1))
        self.position: Position = START
        self.board: Packed = packed(START)
        self.played: list[tuple[Position, Move]] = []
        self.entries: list[Entry] = []
        self.acting = False

    # --- the table ----------------------------------------------------------------------------------

    def post(self, event: BoardSeen | ButtonPressed | Answered) -> list[Entry]:
        begun_s = time.perf_counter()
        self.state, new = step(self.state, event)
        self.score.looks_s.append(time.perf_counter() - begun_s)
        self.entries += new
        for entry in new:
            self.held(entry)
            if entry.event is Kind.ILLEGAL and not self.acting:
                self.score.false += 1
                self.score.cases.append(f"{self.seed} t={self.t:.1f} false: {entry.reason} at {self.position.fen()}")
            if entry.event is Kind.ASKED:
                self.score.questions += 1
                self.score.called_for += self.acting
        return new

    def held(self, entry: Entry) -> None:
        """Counts a move or a fault that a look led to by how likely it was held."""
        if entry.frame is None or not entry.confidence or entry.event not in (*_MOVED, Kind.ILLEGAL):
            return
        ends = {after(before, move).fen() for before, move in self.played[-3:]}
        right = self.acting if entry.event is Kind.ILLEGAL else entry.position in ends
        self.score.held[place(entry.confidence), right] += 1

    def looks(self, count: int = 1, *, moved: bool = True) -> None:
        for k in range(count):
            self.t += _LOOK_S
            self.frame += 1
            seen = self.readings.look(self.board, self.t)
            self.post(BoardSeen(seen, self.frame, self.t, unmoved=k > 0 or not moved))

    def hand(self) -> None:
        self.t += _LOOK_S
        self.frame += 1
        self.post(BoardSeen(self.readings.hand(self.t), self.frame, self.t))

    def puts(self, board: Packed) -> None:
        """A hand leaves this board."""
        self.hand()
        self.board = board.copy()

    def answers(self) -> None:
        """Answers every question with the truth, also about a move before the last one."""
        for _ in range(3):
            question = self.state.shown.question
            if question is None:
                return
            self.t += 1.5
            ends = {after(before, move) for before, move in self.played[-3:]}
            by_meaning = enumerate(answer.end in ends or answer.meaning is Choice.NO for answer in question.answers)
            self.post(Answered(next((k for k, is_true in by_meaning if is_true), 0), self.t))
            self.looks()

    # --- people ---------------------------------------------------------------------------------------

    def game(self, most: int) -> None:
        """Play a game, of at most so many turns."""
        self.looks(3)
        if self.state.phase is Phase.SETTING_UP:  # a square is misread: somebody says that the board stands
            self.post(ButtonPressed(self.t))
        while self.state.phase is not Phase.GAME_OVER and len(self.played) < min(most, _LONGEST):
            moves = legal_moves(self.position)
            if not moves:
                break
            if self.plants and self.rng.random() < _BREAKS and (act := broken(self.position, self.rng)) is not None:
                self.breaks(act.kind, act.board)
            self.turn(self.rng.choice(moves))
            if self.plants and legal_moves(self.position) and self.rng.random() < _UNDOES:
                self.sets_back()
        self.looks(4)
        self.answers()
        self.compared()

    def turn(self, move: Move) -> None:
        rng, before = self.rng, self.position
        end = after(before, move)
        if rng.random() < _TRIES:  # another move is tried and taken back
            tried = rng.choice(legal_moves(before))
            if not tried.captured:
                self.puts(packed(after(before, tried)))
                if self.end is EndOfTurn.BUTTON and rng.random() < 0.5:
                    self.looks(rng.randint(1, 3))
                self.hand()
        for board in stages(before, move, rng):
            if rng.random() < _PAUSES or np.array_equal(board, packed(end)):
                self.puts(board)
                if not np.array_equal(board, packed(end)):
                    self.looks(rng.randint(1, 2))
        self.position = end
        self.played.append((before, move))
        self.score.turns += 1
        at, known = self.t, len(self.entries)
        if self.end is EndOfTurn.BUTTON:
            self.looks(1)
            self.post(ButtonPressed(self.t))
        if rng.random() < _MOVES_ON:
            self.looks(1)
        else:
            self.looks(rng.randint(3, 6))
            recorded = next((entry for entry in self.entries[known:] if entry.event in _MOVED), None)
            if recorded is not None:
                self.score.delays.append(recorded.t + (self.state.started_at_s or 0.0) - at)
        self.answers()

    def breaks(self, kind: str, board: Packed) -> None:
        """Plays an illegal turn, and corrects it after a warning or a question."""
        self.acting = True
        known = len(self.entries)
        self.puts(board)
        self.looks(1)
        if self.end is EndOfTurn.BUTTON:
            self.post(ButtonPressed(self.t))
        self.looks(8)
        new = self.entries[known:]
        named = next((entry for entry in new if entry.event is Kind.ILLEGAL), None)
        asked = any(entry.event is Kind.ASKED for entry in new)
        self.answers()
        outcome = f"named {named.reason}" if named is not None else "asked" if asked else "missed"
        self.score.acts[kind, outcome] += 1
        if outcome == "missed":
            self.score.cases.append(f"{self.seed} t={self.t:.1f} missed: {kind} at {self.position.fen()}")
        self.puts(packed(self.position))
        self.looks(3)
        self.acting = False

    def sets_back(self) -> None:
        """The last move is taken back by both."""
        before, move = self.played.pop()
        self.position = before
        self.score.turns -= 1
        self.acting = True
        self.puts(packed(before))
        self.looks(8)
        self.answers()
        self.acting = False
        del move

    def compared(self) -> None:
        """Whether the record has what was played."""
        score = self.score
        record = [(one.before, one.after) for one in _recorded(self.state)]
        truth = [(before, after(before, move)) for before, move in self.played]
        wrong = sum(a != b for a, b in zip(record, truth, strict=False)) + abs(len(record) - len(truth))
        score.wrong += wrong
        score.games += 1
        score.exact += wrong == 0
        if wrong:
            at = next(
                (k for k, (a, b) in enumerate(zip(record, truth, strict=False)) if a != b), min(len(record), len(truth))
            )
            there = truth[at][0].fen() if at < len(truth) else ""
            score.cases.append(
                f"{self.seed} wrong: {wrong} from turn {at} of {len(truth)} (record {len(record)}): {there}"
            )


_MOVED: Final = (Kind.PLAY, Kind.CORRECTED)


def _recorded(state: DraughtsState) -> tuple[Played, ...]:
    return state.record.moves


def played(
    seed: str, turns: int, *, plants: bool = True, end: EndOfTurn = EndOfTurn.STILL, misread: float = MISREAD
) -> DraughtsScore:
    """Play games until there were so many turns."""
    score, game = DraughtsScore(), 0
    while score.turns < turns:
        before = score.turns
        DraughtsPlay(f"{seed}-{game}", score, plants=plants, end=end, misread=misread).game(turns - before)
        game += 1
    return score
