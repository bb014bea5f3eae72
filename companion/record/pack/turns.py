"""The turns of a match for a pack, in either game: side, play, time, clock, boards, pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from companion.games.backgammon import Play, RuleSet, picture_of
from companion.games.backgammon.arrows import arrows_of
from companion.games.catalogue import Game
from companion.games.draughts import picture_of as draughts_picture
from companion.games.draughts.position import Position as DraughtsPosition
from companion.games.draughts.position import squares_of
from companion.games.rules import Picture, Side
from companion.record.entries import Entry, Kind
from companion.record.facts import Fault
from companion.record.header import Header
from companion.record.reports import draughts_review, review
from companion.record.reports.board_svg import SvgArrow, board_svg, shared_fields
from companion.record.reports.draughts_review import DraughtsGameReview, MoveReview
from companion.record.reports.draughts_svg import draughts_svg, shared_squares
from companion.record.reports.event_words import Narrator, event_words, move_event_words, play_words
from companion.record.reports.review import GameReview, ReviewMark, TurnReview
from companion.record.reports.transcripts import transcript_lines

FIELD: Final = "field"
"""The name of the empty board that all boards of the page refer to."""
_JUDGED: Final = frozenset({Kind.PLAY, Kind.CORRECTED, Kind.STOOD})

BySide = tuple[float, float]
"""Seconds as (light, dark)."""


@dataclass(frozen=True, slots=True)
class ClockTimes:
    """The clock of (light, dark): what is ``left`` of each reserve, None without one, and the time ``spent``."""

    left: BySide | None
    spent: BySide


@dataclass(frozen=True, slots=True)
class PackedTurn:
    """One turn.  ``counted``: its numbers over the match, which name the pictures.  ``player``: the recorded name.

    ``began_s``, ``seconds``: when it was rolled or moved, and its length, if known.  ``before``, ``after``: positions
    as texts.  ``boards``: drawings with the key of each.  ``sentences``: its entries in words, if they concern a
    player.
    """

    game: int
    number: int
    counted: tuple[int, ...]
    side: Side
    player: str
    dice: str
    play: str
    before: str
    after: str
    marks: tuple[ReviewMark, ...]
    entries: tuple[Entry, ...]
    began_s: float | None
    seconds: float | None
    clock: ClockTimes | None
    boards: tuple[tuple[str, str], ...]
    sentences: tuple[tuple[Entry, str], ...]

    @property
    def name(self) -> str:
        """Under which the page refers to it."""
        return f"g{self.game}t{self.number}"


@dataclass(frozen=True, slots=True)
class PackedGame:
    """``names``: of the players with the (light, dark) men.  ``opening``: the entries before the first turn."""

    number: int
    names: tuple[str, str]
    opening: tuple[Entry, ...]
    turns: tuple[PackedTurn, ...]


@dataclass(frozen=True, slots=True)
class PackedMatch:
    """``field``: the empty board that the drawings refer to.  ``said``: each entry as the English transcript has it."""

    games: tuple[PackedGame, ...]
    field: str
    said: Mapping[int, str]

    @property
    def turns(self) -> tuple[PackedTurn, ...]:
        return tuple(turn for game in self.games for turn in game.turns)


class _GameSpeaker(Protocol):
    """The words and drawings of the turns of one game."""

    def games(self) -> Sequence[Any]: ...
    def field(self) -> str: ...
    def name(self, game: Any, side: Side) -> str:
        """The player of a side in a game."""
        ...

    def facts(self, game: Any, turn: Any) -> dict[str, Any]:
        """The roll, the play and the positions of a turn."""
        ...

    def boards(self, turn: Any) -> Iterator[tuple[str, str]]: ...
    def seen(self, picture: Picture, side: Side, label: str) -> str: ...
    def words(self, game: Any, entry: Entry) -> str: ...


def packed_match(header: Header, entries: Sequence[Entry], language: str) -> PackedMatch:
    """Return the turns of a match.  Raises :class:`companion.errors.InputError` if the record cannot be read."""
    speaker = _SPEAKERS[header.game](header, entries, Narrator(language))
    games = tuple(_packed(speaker, game) for game in speaker.games())
    lines = zip(entries, transcript_lines(header, entries), strict=True)
    said = {entry.n: line.split(None, 2 if entry.frame is None else 3)[-1] for entry, line in lines}
    return PackedMatch(games, speaker.field(), said)


def _packed(speaker: _GameSpeaker, game: Any) -> PackedGame:
    light, dark = (speaker.name(game, side) for side in Side)
    return PackedGame(game.number, (light, dark), game.opening, tuple(_turns(speaker, game)))


def _turns(speaker: _GameSpeaker, game: Any) -> Iterator[PackedTurn]:
    until: float | None = None
    for turn in game.turns:
        entries: tuple[Entry, ...] = turn.entries
        rolls = [entry.t for entry in entries if entry.event is Kind.ROLL]
        ends = [entry.t for entry in entries if entry.event in _JUDGED]
        began_s = rolls[-1] if rolls else ends[0] if ends else None
        since = began_s if rolls else until
        seconds = round(ends[-1] - since, 1) if ends and since is not None and ends[-1] >= since else None
        until = ends[-1] if ends else until
        words = tuple((entry, words) for entry in entries if (words := speaker.words(game, entry)))
        yield PackedTurn(
            game=game.number, number=turn.number, counted=turn.counted, side=turn.side, marks=turn.marks,
            entries=entries, began_s=began_s, seconds=seconds, clock=_clock(entries), sentences=words,
            player=speaker.name(game, turn.side),
            boards=(*speaker.boards(turn), *_as_read(speaker, entries)), **speaker.facts(game, turn),
        )  # fmt: skip


def _as_read(speaker: _GameSpeaker, entries: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    for entry in entries:
        if isinstance(entry.facts, Fault) and entry.facts.seen is not None:
            yield "pack.as-read", speaker.seen(entry.facts.seen, entry.side or Side.LIGHT, str(entry.reason))


def _clock(entries: Sequence[Entry]) -> ClockTimes | None:
    times = next((entry.clock for entry in reversed(entries) if entry.clock is not None), None)
    if times is None:
        return None
    try:
        left: Any = times.get("left")
        spent: Any = times["spent"]
        used = (float(sum(spent[0])), float(sum(spent[1])))
        return ClockTimes(None if left is None else (float(left[0]), float(left[1])), used)
    except (KeyError, TypeError, ValueError, IndexError):
        return None  # another version has written it


@dataclass(frozen=True, slots=True)
class _Backgammon:
    header: Header
    entries: Sequence[Entry]
    narrator: Narrator

    @property
    def rules(self) -> RuleSet:
        return self.narrator.rules

    @classmethod
    def of(cls, header: Header, entries: Sequence[Entry], narrator: Narrator) -> _Backgammon:
        return cls(header, entries, narrator.of(header))

    def games(self) -> Sequence[GameReview]:
        return review.reviewed(self.header, self.entries)

    def field(self) -> str:
        return shared_fields(FIELD, self.rules)

    def name(self, game: GameReview, side: Side) -> str:
        del game
        return self.header.names[side is Side.DARK]

    def facts(self, game: GameReview, turn: TurnReview) -> dict[str, Any]:
        del game
        return {
            "dice": str(turn.dice),
            "play": play_words(turn.play, turn.side, self.narrator),
            "before": turn.before.id() if turn.before is not None else "",
            "after": turn.after.id() if turn.after is not None else "",
        }

    def boards(self, turn: TurnReview) -> Iterator[tuple[str, str]]:
        play = Play.from_text(turn.play) if turn.play else None
        arrows = [SvgArrow(way.start, way.end, turn.side) for way in arrows_of(play, turn.side)] if play else []
        facts: dict[str, Any] = {"numbered_for": turn.side, "cube": turn.cube, "field_at": FIELD, "rules": self.rules}
        label = f"{turn.dice} {turn.play or ''}"
        if turn.before is not None:
            yield (
                "review.before",
                board_svg(
                    picture_of(turn.before), label=label, arrows=arrows, dice=turn.dice, roller=turn.side, **facts
                ),
            )
        if turn.after is not None:
            yield "review.after", board_svg(picture_of(turn.after), label=label, **facts)

    def seen(self, picture: Picture, side: Side, label: str) -> str:
        return board_svg(picture, label=label, numbered_for=side, field_at=FIELD, rules=self.rules)

    def words(self, game: GameReview, entry: Entry) -> str:
        del game
        return event_words(self.header, entry, self.narrator)


@dataclass(frozen=True, slots=True)
class _Draughts:
    header: Header
    entries: Sequence[Entry]
    narrator: Narrator

    def games(self) -> Sequence[DraughtsGameReview]:
        return draughts_review.reviewed(self.header, self.entries)

    def field(self) -> str:
        return shared_squares(FIELD)

    def name(self, game: DraughtsGameReview, side: Side) -> str:
        """The two change colours from game to game."""
        return self.header.names[(side is Side.DARK) is not game.game.exchanged]

    def facts(self, game: DraughtsGameReview, turn: MoveReview) -> dict[str, Any]:
        del game
        return {
            "dice": "",
            "play": turn.text,
            "before": turn.before.fen(),
            "after": turn.after.fen(),
        }

    def boards(self, turn: MoveReview) -> Iterator[tuple[str, str]]:
        for key, position in (("review.before", turn.before), ("review.after", turn.after)):
            yield key, self._drawn(position, turn.text)

    def seen(self, picture: Picture, side: Side, label: str) -> str:
        del side
        return draughts_svg(picture, label=label, field_at=FIELD)

    def words(self, game: DraughtsGameReview, entry: Entry) -> str:
        name = "" if entry.side is None else self.narrator.name(self.name(game, entry.side))
        return move_event_words(entry, name, self.narrator)

    def _drawn(self, position: DraughtsPosition, label: str) -> str:
        kings = frozenset(squares_of(position.kings))
        return draughts_svg(draughts_picture(position), label=label, kings=kings, field_at=FIELD)


_SPEAKERS: Final[Mapping[Game, Callable[[Header, Sequence[Entry], Narrator], _GameSpeaker]]] = {
    Game.BACKGAMMON: _Backgammon.of,
    Game.DRAUGHTS: _Draughts,
}
