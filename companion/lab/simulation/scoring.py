"""Compares the record with what happened: wrong records, false accusations, early rulings, missed acts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from difflib import SequenceMatcher
from enum import Enum
from typing import Final, TypeAlias

from companion.errors import InputError
from companion.games.backgammon import Dice, Position
from companion.games.rules import Side
from companion.lab.simulation.calibration import Held, held
from companion.lab.simulation.playing import Played
from companion.lab.simulation.session import LOOK_S, WrittenEntry
from companion.lab.simulation.truth import TrueAct, TrueCube, TruePass, TrueTurn, TrueWin
from companion.record.entries import Entry, Kind
from companion.record.facts import QuestionAsked
from companion.record.journal import Header
from companion.record.match import Action, Double, Drop, Game, Match, MatchScore, Pass, Placed, Roll, Take
from companion.record.recorded import match_from_entries
from companion.record.replaying import turns as replayed

_RULINGS: Final = (Kind.PLAY, Kind.CORRECTED, Kind.STOOD, Kind.ILLEGAL)
_SLACK_S: Final = 1e-6

Key: TypeAlias = tuple[object, ...]


class ActOutcome(Enum):
    """The outcome of an illegal act."""

    CORRECTED = "corrected"
    STOOD = "stood"
    ASKED = "asked"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that must not be.  ``kind``: such as ``wrong-record``; ``turn``: its number in the match."""

    kind: str
    seed: str
    turn: int
    detail: str


@dataclass
class SimulationScore:
    """The results of one match, or of many together.  ``held``: reports and true ones by probability."""

    matches: int = 0
    turns: int = 0
    planted: Counter[tuple[str, ActOutcome]] = field(default_factory=Counter)
    named: Counter[tuple[str, str]] = field(default_factory=Counter)
    harmless: Counter[str] = field(default_factory=Counter)
    stumbles: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    questions: int = 0
    called_for: int = 0
    uncertain: int = 0
    touches: int = 0
    latencies_s: list[float] = field(default_factory=list)
    whole: int = 0
    finished_wholes: int = 0
    looks: int = 0
    held: Held = field(default_factory=Counter)

    def count(self, kind: str) -> int:
        return sum(failure.kind == kind for failure in self.failures)

    def first_failures(self) -> list[Failure]:
        """Of each match the first failure: what follows on it may follow from it."""
        first: dict[str, Failure] = {}
        for failure in self.failures:
            if failure.kind != "question" and failure.turn < first.setdefault(failure.seed, failure).turn:
                first[failure.seed] = failure
        return list(first.values())

    def add(self, other: SimulationScore) -> None:
        """Count another match in."""
        for name in (one.name for one in fields(self)):
            mine, more = getattr(self, name), getattr(other, name)
            if isinstance(mine, Counter):
                mine.update(more)
            else:
                setattr(self, name, mine + more)


def scored(played: Played) -> SimulationScore:
    """The score of one match."""
    turns = played.truth.turns
    score = SimulationScore(matches=1, turns=len(turns), touches=played.truth.touches, looks=played.looks)
    score.held = held(played)
    written = _by_turn(played)
    _score_rulings(score, played, written)
    _score_record(score, played)
    for turn, entries in zip(turns, written, strict=True):
        _score_turn(score, played.seed, turn, entries)
    if played.truth.lost:
        kind = "crash" if played.truth.crashed else "lost"
        score.failures.append(Failure(kind, played.seed, len(turns), played.truth.lost))
    bad = [failure for failure in score.failures if failure.kind != "question"]
    score.finished_wholes = int(played.whole)
    score.whole = int(
        played.whole
        and played.finished
        and not bad
        and not score.questions
        and not score.touches
        and not score.uncertain
    )
    _blame(score, turns)
    return score


# --- which entries belong to which turn ----------------------------------------------------------


def _by_turn(played: Played) -> list[list[WrittenEntry]]:
    """For each turn the entries that concern it: rulings by side and roll, the others by time."""
    turns = played.truth.turns
    found: list[list[WrittenEntry]] = [[] for _ in turns]
    for written in played.journal:
        begun = [k for k, turn in enumerate(turns) if turn.rolled_s - 1.0 <= written.at_s]
        entry = written.entry
        if entry.event in _RULINGS and entry.side is not None and entry.dice is not None:
            begun = [k for k in begun[-4:] if turns[k].side is entry.side] or begun
            same = [k for k in begun[-2:] if turns[k].dice.same_numbers(Dice(*entry.dice))]
            begun = same or begun
        if begun:
            found[begun[-1]].append(written)
    return found


# --- rulings: too early, false, too late, not at all ---------------------------------------------


def _score_rulings(score: SimulationScore, played: Played, written: Sequence[Sequence[WrittenEntry]]) -> None:
    for turn, entries in zip(played.truth.turns, written, strict=True):
        for one in entries:
            for kind in _against_ruling(turn, one):
                score.failures.append(Failure(kind, played.seed, turn.number, _said(one.entry)))


def _against_ruling(turn: TrueTurn, written: WrittenEntry) -> Iterator[str]:
    entry, at_s = written.entry, written.at_s
    if entry.event not in _RULINGS or turn.dance or entry.dice is None:
        return
    if turn.signal_s is None or at_s < turn.signal_s - _SLACK_S:
        yield "early-ruling"
        if entry.event is Kind.ILLEGAL:
            yield "false-accusation"
    elif entry.event is Kind.ILLEGAL and turn.was_legal(at_s - LOOK_S):
        yield "false-accusation"


def _score_turn(score: SimulationScore, seed: str, turn: TrueTurn, entries: Sequence[WrittenEntry]) -> None:
    score.harmless.update(turn.harmless)
    kinds = [one.entry.event for one in entries]
    asked = [one for one in entries if one.entry.event is Kind.ASKED and not _is_routine(one.entry)]
    score.questions += len(asked)
    if turn.planted is None:
        for one in asked:
            score.failures.append(Failure("question", seed, turn.number, _said(one.entry)))
    else:
        score.called_for += len(asked)
        outcome = _outcome(turn, kinds, asked=bool(asked))
        score.planted[turn.planted.value, outcome] += 1
        if outcome is ActOutcome.MISSED:
            score.failures.append(Failure("missed", seed, turn.number, turn.planted.value))
        reasons = [one.entry.reason for one in entries if one.entry.event is Kind.ILLEGAL]
        if reasons:
            score.named[turn.planted.value, str(reasons[0])] += 1
    if turn.clear_s is not None and not turn.dance:
        verdicts = [one.at_s for one in entries if one.entry.event in _RULINGS and turn.signal_s is not None]
        verdicts = [at_s for at_s in verdicts if at_s >= (turn.signal_s or 0.0) - _SLACK_S]
        if verdicts:
            score.latencies_s.append(max(0.0, verdicts[0] - max(turn.clear_s, turn.signal_s or 0.0)))


def _is_routine(entry: Entry) -> bool:
    """Whether this belongs to every game: take or drop, and whether the game is over."""
    question = (isinstance(entry.facts, QuestionAsked) and entry.facts.question) or ""
    return any(word in question for word in ("take-or-drop", "game-over", "result"))


def _outcome(turn: TrueTurn, kinds: Sequence[Kind], *, asked: bool) -> ActOutcome:
    if Kind.ILLEGAL in kinds or Kind.STOOD in kinds or Kind.CORRECTED in kinds:
        return ActOutcome.STOOD if turn.stood else ActOutcome.CORRECTED
    return ActOutcome.ASKED if asked else ActOutcome.MISSED


# --- the record ----------------------------------------------------------------------------------


def _score_record(score: SimulationScore, played: Played) -> None:
    """The differences between the written match and the true one."""
    truth = [act for act in played.truth.acts if not isinstance(act, TrueTurn) or act.end is not None]
    wanted = [_key_of(act) for act in truth]
    try:
        got, doubtful = _keys_written(played)
    except InputError as error:  # what the session wrote nobody can read again
        score.failures.append(Failure("crash", played.seed, len(played.truth.turns), str(error)))
        return
    if played.truth.lost or not played.finished:  # what was played last need not be written yet
        wanted, truth = wanted[:-1], truth[:-1]
        got = got[: len(wanted)] if len(got) >= len(wanted) else got
    for op, a, b, c, d in SequenceMatcher(None, wanted, got, autojunk=False).get_opcodes():
        if op == "equal":
            continue
        if any(k in doubtful for k in range(c, d)):
            score.uncertain += 1
            continue
        kind = "wrong-record" if not played.truth.lost or b < len(wanted) else "lost-record"
        for k in range(max(b - a, d - c)):
            detail = (
                f"{_words(wanted[a + k : min(a + k + 1, b)])} was written as {_words(got[c + k : min(c + k + 1, d)])}"
            )
            score.failures.append(Failure(kind, played.seed, _turn_near(truth, min(a + k, b)), detail))


def _turn_near(truth: Sequence[TrueAct], place: int) -> int:
    before = [act.number for act in truth[: place + 1] if isinstance(act, TrueTurn)]
    return before[-1] if before else 1


def _key_of(act: TrueAct) -> Key:
    match act:
        case TrueTurn():
            assert act.end is not None
            return _turn_key(act.game, act.side, act.dice, act.end)
        case TrueCube():
            return (act.game, act.side.value, act.act)
        case TruePass():
            return (act.game, act.side.value, "pass")
        case TrueWin():
            return (act.game, act.side.value, "wins", act.points)


def _turn_key(game: int, side: Side, dice: Dice, end: Position | None) -> Key:
    numbers = tuple(sorted((dice.first, dice.second), reverse=True))
    board = (end.points, end.bar) if end is not None else None
    return (game, side.value, numbers, board)


def _keys_written(played: Played) -> tuple[list[Key], set[int]]:
    header = Header(1, "2026-01-01T00:00:00+00:00", played.terms.names, played.terms.length)
    match = match_from_entries(header, [written.entry for written in played.journal])
    keys: list[Key] = []
    doubtful: set[int] = set()
    for number, game in enumerate(match.games, start=1):
        for key, sure in _game_keys(number, game, match):
            if not sure:
                doubtful.add(len(keys))
            keys.append(key)
    return keys, doubtful


def _game_keys(number: int, game: Game, match: Match) -> Iterator[tuple[Key, bool]]:
    ends = {turn.index: turn for turn in replayed(game)}
    for index, action in enumerate(game.actions):
        match action:
            case Roll(play=None, standing=standing) if standing is not MatchScore.ILLEGAL:
                pass  # not played yet
            case Roll():
                turn = ends.get(index)
                end = turn.after if turn is not None else None
                if isinstance(after := _next(game, index), Placed):  # it could not be spelled
                    end = after.position
                yield _turn_key(number, action.side, action.dice, end), action.standing is not MatchScore.UNCERTAIN
            case Pass():
                yield (number, action.side.value, "pass"), True
            case Double() | Take() | Drop():
                yield (number, action.side.value, type(action).__name__.lower()), True
            case _:
                pass
    if game.win is not None:
        yield (number, game.win.side.value, "wins", game.win.points), True
    del match


def _next(game: Game, index: int) -> Action | None:
    return game.actions[index + 1] if index + 1 < len(game.actions) else None


def _words(keys: Sequence[Key]) -> str:
    return "; ".join(" ".join(map(_word, key)) for key in keys) or "nothing"


def _word(part: object) -> str:
    if isinstance(part, tuple) and len(part) == 2 and isinstance(part[1], tuple):
        points = " ".join(f"{k}:{n}" for k, n in enumerate(part[0], start=1) if n)
        return f"[{points} bar:{part[1].light},{part[1].dark}]"  # type: ignore[attr-defined]
    return "".join(map(str, part)) if isinstance(part, tuple) else str(part)


def _said(entry: Entry) -> str:
    dice = "".join(map(str, entry.dice)) if entry.dice else ""
    asked = entry.facts if isinstance(entry.facts, QuestionAsked) else QuestionAsked()
    choices = "" if asked.choices is None else str(list(asked.choices))
    words = [
        entry.event.value, entry.side.value if entry.side else "", dice, entry.play or "", entry.reason or "",
        asked.question or "", choices,
    ]  # fmt: skip
    return " ".join(word for word in words if word)


def _blame(score: SimulationScore, turns: Sequence[TrueTurn]) -> None:
    by_number = {turn.number: turn for turn in turns}
    for failure in score.failures:
        near = [by_number[n] for n in (failure.turn - 1, failure.turn) if n in by_number]
        words = {word for turn in near for word in (*turn.harmless, *((turn.planted.value,) if turn.planted else ()))}
        score.stumbles.update(f"{failure.kind}: {word}" for word in words or {"nothing special"})
