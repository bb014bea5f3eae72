"""Takes matches of other people's files into the archive, as entries that fold back to the same match.

What entries cannot express is refused with a sentence.  Comments and analyses of other programs are left out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import count, groupby
from pathlib import Path
from typing import Any, Final

from companion.errors import InputError
from companion.games.backgammon import Position
from companion.games.draughts import RULE_SETS, legal_moves
from companion.games.draughts.draws import draw_of
from companion.games.rules import Side
from companion.record.draughts import Act, DraughtsGame, DraughtsMatch, Outcome, Placed, Played
from companion.record.draughts_files import document as draughts_document
from companion.record.draughts_game import OPEN, WrittenGame, WrittenMove
from companion.record.entries import Entry, has_begun
from companion.record.files.any_game import ReadFile
from companion.record.files.document import document
from companion.record.files.pdn_reading import ReadGames
from companion.record.files.reading import Problem, ReadMatch
from companion.record.header import Header, Mode, Origin
from companion.record.journal import Journal
from companion.record.lines import entry_from_line, line
from companion.record.match import Cause, Game, Match, Roll
from companion.record.players import NAMELESS
from companion.record.recorded import AnyMatch, recorded_match
from companion.record.replaying import rules_of, turns
from companion.record.unfolding import entries_of

_EARLIEST: Final = 1900
"""An earlier year in a file is no date."""
_DAY: Final = re.compile(r"\s*(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)", re.ASCII)
_DATES: Final = ("EventDate", "Date")
_OF_SERIES: Final = ("Event", "Date")
"""The tags that games of draughts share if they are of one match."""
_OF_GAME: Final = ("Round", "Termination")
"""The tags that are about one game of several."""
_LONGEST_NAME: Final = 200
_LONGEST_FACTS: Final = 20_000
"""Characters of a player's name, and of everything else that a header says: lists of matches hold them all."""
_DRAUGHTS_RULES: Final = next(iter(RULE_SETS.values()))
"""A file of draughts does not say by which of them it was played."""
_ENDS: Final[Mapping[str, Cause]] = {"time forfeit": Cause.TIME, "adjudication": Cause.AWARDED}
"""The causes of ends by the tag ``Termination``; see :mod:`companion.record.draughts_files`."""
_WON: Final[Mapping[str, Side | None]] = {"1-0": Side.LIGHT, "0-1": Side.DARK, "1/2-1/2": None}


@dataclass(frozen=True, slots=True)
class ForeignMatch:
    """A match of a file.  ``refused``: why it cannot be kept, as a sentence.

    ``reading``: of a match of backgammon, which knows the lines of the file.
    """

    match: AnyMatch
    refused: str | None = None
    reading: ReadMatch | None = None

    @property
    def title(self) -> str:
        """The players, and in backgammon how long it is."""
        players = " - ".join(self.match.names)
        if isinstance(self.match, DraughtsMatch):
            return players
        return f"{players}, {f'to {self.match.length}' if self.match.length else 'money play'}"


@dataclass(frozen=True, slots=True)
class TakenIn:
    """A match that is in the archive: ``new``: only now; else it was there before."""

    header: Header
    new: bool


def foreign_matches(read: ReadFile) -> tuple[ForeignMatch, ...]:
    """Return the matches of a file; games of draughts in a row by the same two players at one event are a match."""
    if isinstance(read, ReadGames):
        return tuple(_series(read))
    return tuple(ForeignMatch(_named(one.match), _not_understood(one.problems), one) for one in read)


def _not_understood(problems: Iterable[Problem]) -> str | None:
    """The first place of a file that its reader did not understand: a turn would be missing."""
    return next((_placed(problem) for problem in problems if problem.is_fault), None)


def _placed(problem: Problem) -> str:
    places = (("game", problem.game), ("line", problem.line))
    return f"{', '.join(f'{name} {place}' for name, place in places if place is not None)}: {problem.reason}"


def _named(match: Match) -> Match:
    light, dark = (name.strip() or nobody for name, nobody in zip(match.names, NAMELESS, strict=True))
    plain = [replace(game, properties={}) for game in match.games]
    while len(plain) > 1 and not plain[-1].actions and plain[-1].win is None:
        plain.pop()  # a heading without a game
    return replace(match, names=(light, dark), games=tuple(plain))


class Importer:
    """Takes matches into a journal, each one once: also one that was played here, and whatever format it comes in."""

    def __init__(self, journal: Journal) -> None:
        self._journal: Final = journal
        headers = (*journal.matches(), *journal.matches(deleted=True))
        self._known: Final[dict[str, Header]] = {
            header.imported.sha256: header for header in headers if header.imported is not None
        }
        self._played_here: Final = [header for header in headers if header.imported is None]

    def take_in(self, foreign: ForeignMatch, path: Path, now: datetime) -> TakenIn:
        """Write a match into the journal, unless it is there; ``path``: of its file.

        Raises :class:`InputError` with a sentence for one that cannot be kept as the file has it, and
        :class:`companion.errors.StorageError` if the disk fails; nothing of it is written then.
        """
        if foreign.refused is not None:
            raise InputError(foreign.refused)
        header, entries = _recorded(foreign, path, now)
        assert header.imported is not None
        known = self._known.get(header.imported.sha256) or self._played(foreign.match, header.imported.sha256)
        if known is not None:
            return TakenIn(known, new=False)
        taken = self._journal.take_in(header, entries)
        self._known[header.imported.sha256] = taken
        return TakenIn(taken, new=True)

    def _played(self, match: AnyMatch, sha256: str) -> Header | None:
        """The same match, played here."""
        for header in [one for one in self._played_here if one.names == match.names]:
            self._played_here.remove(header)
            try:
                self._known.setdefault(fingerprint(recorded_match(header, self._journal.entries(header.id))), header)
            except ValueError:
                continue  # nobody can read it
        return self._known.get(sha256)


def fingerprint(match: AnyMatch) -> str:
    """Return the SHA-256 of what was played by whom, in hexadecimal: the same whatever file it comes from."""
    content: Any = {"names": list(match.names)}
    if isinstance(match, DraughtsMatch):
        # Without dice the same game may be played twice, though hardly on one day.
        content["day"] = match.header.get("Date", "")
        content["games"] = [
            {key: game[key] for key in ("names", "start", "result", "acts")}
            for game in draughts_document(match)["games"]
        ]
    else:
        content |= {key: value for key, value in document(match).items() if key in ("length", "games")}
        for game, values in zip(match.games, content["games"], strict=True):
            for index, end in _ends(match, game).items():
                roll = values["actions"][index]
                values["actions"][index] = {"side": roll["side"], "dice": sorted(roll["dice"]), "play": roll["play"]}
                if end is not None:  # one play may be spelled in several ways
                    values["actions"][index]["play"] = end.id()
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


# --- what is written ---------------------------------------------------------------------------------


def _recorded(foreign: ForeignMatch, path: Path, now: datetime) -> tuple[Header, tuple[Entry, ...]]:
    match = foreign.match
    if not match.games:
        raise InputError("it holds no game")
    if (longest := max(map(len, match.names))) > _LONGEST_NAME:
        raise InputError(f"a name in it has {longest} characters, expected at most {_LONGEST_NAME}")
    if (facts := sum(map(len, (*match.header, *match.header.values())))) > _LONGEST_FACTS:
        raise InputError(f"its header has {facts} characters, expected at most {_LONGEST_FACTS}")
    day = _day(match.header, now)
    began = now if day is None else datetime.combine(day, time(), UTC)
    origin = Origin(path.name, fingerprint(match), day, match.header)
    header = Header(
        0, began.isoformat(timespec="seconds"), match.names, match.length, Mode.RECORDED, match.rules,
        clock_doubtful=True, imported=origin,
    )  # fmt: skip
    # The journal keeps entries as JSON: what is folded here is what will be read there.
    entries = tuple(entry_from_line(line(entry), _as_stored(entry)) for entry in entries_of(match))
    if not has_begun(entries):
        raise InputError("nothing was played in it")
    try:
        back = recorded_match(header, entries)
    except InputError as error:
        raise InputError(f"its record cannot be kept: {error}") from None
    if (differs := _difference(foreign, back)) is not None:
        raise InputError(differs)
    return header, entries


def _as_stored(entry: Entry) -> dict[str, object] | None:
    details: dict[str, object] | None = json.loads(json.dumps(entry.details))
    return details


def _day(facts: Mapping[str, str], now: datetime) -> date | None:
    """The day on which a file says that its match was played."""
    for key in _DATES:
        if (match := _DAY.match(facts.get(key, ""))) is not None:
            try:
                day = date(*map(int, match.groups()))
            except ValueError:
                continue
            if day.year >= _EARLIEST and day <= now.date() + timedelta(days=1):
                return day
    return None


# --- whether it is the same --------------------------------------------------------------------------


def _difference(foreign: ForeignMatch, back: AnyMatch) -> str | None:
    """The difference between record and file as a sentence, or None."""
    match = foreign.match
    if isinstance(match, DraughtsMatch):
        return None if back == match else "its record would not tell the same games"
    assert isinstance(back, Match)
    if replace(back, games=()) != replace(match, games=()):
        return "its record would not have the same header"
    for number, (game, other) in enumerate(zip(match.games, back.games, strict=False), start=1):
        if _without_plays(game) != _without_plays(other):
            return f"game {number}: its score, its start or its end does not follow from the games before"
        acts, others = _acts(match, game), _acts(match, other)
        if acts != others:
            pairs = enumerate(zip(acts, others, strict=False))
            at = next((at for at, (one, two) in pairs if one != two), min(len(acts), len(others)))
            return f"game {number}{_line(foreign, number, at)}: cannot be kept as it is written"
    return None if len(match.games) == len(back.games) else "a game in it has no turn and no end"


def _without_plays(game: Game) -> Game:
    return replace(game, actions=())


def _acts(match: Match, game: Game) -> list[object]:
    """The actions of a game, a play by the board that it leads to."""
    ends = _ends(match, game)
    return [_act(action, ends.get(index)) for index, action in enumerate(game.actions)]


def _ends(match: Match, game: Game) -> dict[int, Position | None]:
    """The board after each roll, by its place among the actions, as far as known."""
    return {turn.index: turn.after for turn in turns(game, rules_of(match))}


def _act(action: object, end: object) -> object:
    if not isinstance(action, Roll) or action.play is None:
        return action
    return action.side, action.dice, action.standing, end if end is not None else action.play.text()


def _line(foreign: ForeignMatch, game: int, action: int) -> str:
    reading = foreign.reading
    if reading is None or not reading.lines or action >= len(reading.lines[game - 1]):
        return ""
    return f", line {reading.lines[game - 1][action]}"


# --- draughts ----------------------------------------------------------------------------------------


def _series(read: ReadGames) -> Iterator[ForeignMatch]:
    faults = {problem.game: problem for problem in reversed(read.problems) if problem.is_fault}
    left_out = {problem.game for problem in read.problems if problem.kind == "unreadable"}
    numbers = (number for number in count(1) if number not in left_out)
    numbered = list(zip(numbers, read.games, strict=False))
    for _, group in groupby(numbered, key=_series_key):
        games = list(group)
        reasons = (_refused(number, game, faults.get(number)) for number, game in games)
        refused = next((reason for reason in reasons if reason is not None), None)
        yield ForeignMatch(_draughts_match([game for _, game in games]), refused=refused)


def _series_key(numbered: tuple[int, WrittenGame]) -> tuple[object, ...]:
    number, game = numbered
    if not all(name.strip() for name in game.names):
        return (number,)  # nobody knows whether the same two played the next one
    return (frozenset(game.names), *(game.header.get(key) for key in _OF_SERIES))


def _refused(number: int, game: WrittenGame, fault: Problem | None) -> str | None:
    if fault is not None:
        return _placed(fault)
    if game.result not in _WON and game.result != OPEN:
        return f"game {number}: ends {game.result}, expected one who wins it, or a draw"
    return None


def _draughts_match(games: Sequence[WrittenGame]) -> DraughtsMatch:
    first, dark = (name.strip() or nobody for name, nobody in zip(games[0].names, NAMELESS, strict=True))
    header = {
        key: value for key, value in games[0].header.items()
        if key not in _OF_GAME or (key == _OF_GAME[0] and len(games) == 1)
    }  # fmt: skip
    draughts_games = tuple(_draughts_game(game, exchanged=game.names != games[0].names) for game in games)
    return DraughtsMatch((first, dark), 0, draughts_games, _DRAUGHTS_RULES.name, header)


def _draughts_game(game: WrittenGame, *, exchanged: bool) -> DraughtsGame:
    acts: list[Act] = []
    for act, before in zip(game.acts, game.positions(), strict=False):
        acts.append(Played(before, act.move) if isinstance(act, WrittenMove) else Placed(act.position))
    unfinished = DraughtsGame(game.start, tuple(acts), exchanged=exchanged)
    if game.result not in _WON:
        return unfinished
    winner = _WON[game.result]
    return replace(unfinished, outcome=Outcome(winner, _why(unfinished, winner, game.header.get("Termination", ""))))


def _why(game: DraughtsGame, winner: Side | None, termination: str) -> str:
    """The end of a game, by its board or its file; see :class:`companion.record.facts.GameScored`."""
    last = game.position
    if winner is None:
        draw = draw_of(game.positions, _DRAUGHTS_RULES)
        return draw.value if draw is not None else ""
    if not last.count(winner.other):
        return "no-pieces"
    if last.to_move is winner.other and not legal_moves(last):
        return "no-move"
    cause = _ENDS.get(termination.strip().lower())
    return cause.value if cause is not None else ""
