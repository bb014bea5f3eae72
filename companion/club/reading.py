"""A match read from its stored entries, for its own page: games turn by turn, and files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from companion.club.models import Entry, Match
from companion.club.people import shown_name
from companion.games.backgammon.arrows import arrows_of
from companion.games.backgammon.plays import Play
from companion.games.backgammon.position import Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.live.backgammon import BackgammonBoard
from companion.live.draughts import DraughtsBoard
from companion.live.published import ShownMatch
from companion.live.shown import without_files
from companion.live.state import Board
from companion.record.entries import Entry as JournalEntry
from companion.record.header import Header
from companion.record.header_lines import header_from_line
from companion.record.lines import entry_from_line
from companion.record.players import NAMELESS
from companion.record.recorded import AnyMatch, recorded_match
from companion.record.reports import draughts_review, review
from companion.record.reports.event_words import Narrator, event_words, mark_words, move_event_words, play_words
from companion.record.reports.review import ReviewMark

_READ: Final = 32
"""Matches in memory, for whoever steps through one."""


@dataclass(frozen=True, slots=True)
class Step:
    """The board after a turn, None where nobody knows it; before the first: as the game begins, without a ``side``.

    ``dice``: empty in draughts.  ``entries``: all about the turn.
    """

    board: Board | None
    side: Side | None
    dice: str
    play: str | None
    marks: tuple[ReviewMark, ...]
    entries: tuple[JournalEntry, ...]


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game: ``names`` of the (light, dark) checkers."""

    names: tuple[str, str]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ReadMatch:
    """A match of which all is shown."""

    header: Header
    played: AnyMatch
    shown: ShownMatch
    rules: RuleSet
    games: tuple[ReadGame, ...]

    def step_of_turn(self, number: int) -> tuple[int, int] | None:
        """Return the place of the turn with this number in the search, as (game, step) from 1 and 0."""
        places = ((game, step) for game, one in enumerate(self.games, 1) for step, at in enumerate(one.steps)
                  if at.side is not None and at.board is not None)  # fmt: skip
        return next((place for count, place in enumerate(places, 1) if count == number), None)

    def turn_words(self, game: ReadGame, step: Step, speaker: Narrator) -> str:
        """Say a turn in short."""
        if step.side is None:
            return speaker.say("club.start")
        name = speaker.name(game.names[step.side is Side.DARK])
        play = play_words(step.play, step.side, speaker) if step.dice else step.play or ""
        return " ".join(word for word in (f"{name}:", step.dice, play) if word)

    def sentences(self, game: ReadGame, step: Step, speaker: Narrator) -> list[str]:
        """Say everything that happened in a turn."""
        if self.header.game is Game.DRAUGHTS:
            names = tuple(speaker.name(name) for name in game.names)
            said = [move_event_words(one, "" if one.side is None else names[one.side is Side.DARK], speaker)
                    for one in step.entries]  # fmt: skip
        else:
            said = [event_words(self.header, one, speaker) for one in step.entries]
        return [words for words in said if words]

    def marks(self, step: Step, speaker: Narrator) -> str:
        return mark_words(step.marks, speaker)


@lru_cache(maxsize=_READ)
def read_match(match: int, epoch: int, n: int, names: tuple[str, str]) -> ReadMatch:
    """Return a match up to an entry; ``names``: as they are shown now.  Raises :class:`InputError`."""
    stored = Match.objects.get(pk=match)
    header = header_from_line({**stored.header, "names": list(names)}, str(stored.uuid), epoch)
    entries = tuple(entries_of(match, epoch, n))
    is_draughts = header.game is Game.DRAUGHTS
    games = tuple(_draughts(header, entries) if is_draughts else _backgammon(header, entries))
    rules = STANDARD if is_draughts else RuleSet.from_text(header.rules)
    played = recorded_match(header, entries)
    return ReadMatch(header, played, without_files(played, header, entries, over=True), rules, games)


def names_in(match: Match) -> tuple[str, str]:
    """Return the names of a match as they are shown; who is not named is Light or Dark."""
    light, dark = (shown_name(name) or nobody for name, nobody in zip(match.header["names"], NAMELESS, strict=True))
    return light, dark


def entries_of(match: int, epoch: int, n: int) -> Iterator[JournalEntry]:
    """Yield the entries of a match up to one of them.  Raises :class:`InputError`."""
    found = Entry.objects.filter(stream__match=match, stream__epoch=epoch, replaced=None, n__lte=n)
    for line in found.order_by("n").values_list("line", flat=True):
        values: dict[str, Any] = json.loads(bytes(line))
        details = values.pop("details", None)
        yield entry_from_line(values, details)


def _backgammon(header: Header, entries: Sequence[JournalEntry]) -> Iterator[ReadGame]:
    rules = RuleSet.from_text(header.rules)
    for game in review.reviewed(header, entries):
        start = game.game.start
        steps = [Step(_board(start, rules), None, "", None, (), game.opening)]
        for turn in game.turns:
            board = None
            if turn.after is not None:
                arrows = arrows_of(Play.from_text(turn.play), turn.side) if turn.play else ()
                board = BackgammonBoard(
                    turn.after.points, turn.after.bar, turn.after.off, (turn.dice.first, turn.dice.second), turn.side,
                    turn.cube if rules.cube else None, game.game.crawford, arrows, turn.side, rules,
                )  # fmt: skip
            steps.append(Step(board, turn.side, str(turn.dice), turn.play, turn.marks, turn.entries))
        yield ReadGame(header.names, tuple(steps))


def _board(position: Position, rules: RuleSet) -> BackgammonBoard:
    return BackgammonBoard(position.points, position.bar, position.off, rules=rules)


def _draughts(header: Header, entries: Sequence[JournalEntry]) -> Iterator[ReadGame]:
    for game in draughts_review.reviewed(header, entries):
        names = header.names[::-1] if game.game.exchanged else header.names
        steps = [Step(DraughtsBoard(game.game.start), None, "", None, (), game.opening)]
        for move in game.turns:
            board = DraughtsBoard(move.after, tuple(move.move.route))
            steps.append(Step(board, move.side, "", move.text, move.marks, move.entries))
        yield ReadGame((names[0], names[1]), tuple(steps))
