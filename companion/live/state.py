"""What spectators may know of the table, as plain frozen values: nothing that helps to play, and nothing of the camera.

Each game fills a :class:`LiveState` from its own view field by field, so that a new field of a view is private until it
is added here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, TypeAlias

from companion.games.rules import Side
from companion.match.message import Message
from companion.match.view import ClockShown
from companion.record.match import Cause
from companion.texts import draughts_reasons, reasons

Say: TypeAlias = Callable[..., str]
"""Says a text key with its values in one language."""

_RULINGS: Final = reasons.WORDINGS.keys() | draughts_reasons.WORDINGS.keys()


class Board(Protocol):
    """The recorded board of a game."""

    def json(self) -> dict[str, object]:
        """The board as JSON values."""
        ...

    def svg(self, label: str, *, field_at: str = "") -> str:
        """The drawing, with ``label`` for screen readers; ``field_at``: the empty board is on the page already."""
        ...

    def rows(self, names: tuple[str, str], say: Say) -> tuple[tuple[str, ...], ...]:
        """The board as a table: its head, then its rows, the first cell of each the name of the row."""
        ...

    def summary(self, names: tuple[str, str], say: Say) -> str:
        """The board in one sentence."""
        ...

    def facts(self, names: tuple[str, str], say: Say) -> str:
        """Further facts, such as the cube; may be empty."""
        ...


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last turn that was played: ``text`` as players write it, empty if no move was possible."""

    side: Side
    text: str
    dice: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """Why a play is illegal: a text key of reasons, and its values."""

    key: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LiveState:
    """The table as spectators see it.

    ``names``, ``score``: of (light, dark).  ``length`` 0 = no end; ``endless`` and ``counted`` are the text keys for
    it.  ``phase``: what is awaited, a text key.  ``to_act``: the side whose turn it is.  ``turns``: of this game.
    ``corrected``: the last turn was corrected, or taken back and played again.  ``over``: the game is.  ``cause``: of
    its end; ``points_won``: by its winner, and ``match_won``: the match with it.  ``terms``: the rule set's words.
    """

    game: str
    names: tuple[str, str]
    score: tuple[int, int]
    length: int
    counted: str
    endless: str
    mode: str
    phase: str
    board: Board
    to_act: Side | None = None
    turns: int = 0
    last: LastTurn | None = None
    corrected: bool = False
    ruling: Ruling | None = None
    clock: ClockShown | None = None
    winner: Side | None = None
    over: bool = False
    cause: Cause = Cause.PLAY
    points_won: int = 0
    match_won: bool = False
    terms: str = ""

    def json(self) -> dict[str, object]:
        """The state as JSON values."""
        last, ruling, clock = self.last, self.ruling, self.clock
        return {
            "game": self.game,
            "names": list(self.names),
            "score": list(self.score),
            "length": self.length,
            "mode": self.mode,
            "phase": self.phase.removeprefix("phase."),
            "to_act": _side(self.to_act),
            "turns": self.turns,
            "last": last
            and {"side": last.side.value, "dice": list(last.dice) if last.dice else None, "play": last.text},
            "corrected": self.corrected,
            "ruling": ruling and {"reason": ruling.key, **({"values": dict(ruling.values)} if ruling.values else {})},
            "clock": clock
            and {
                "left_s": list(clock.left_s) if clock.left_s else None,
                "delay_left_s": clock.delay_left_s,
                "runs": _side(clock.runs),
            },
            "winner": _side(self.winner),
            "over": self.over,
            **({"cause": self.cause.value} if self.winner is not None else {}),
            **self.board.json(),
        }

    def renamed(self, names: tuple[str, str]) -> LiveState:
        """The state with other names, also where a ruling says one."""
        ruling, new = self.ruling, dict(zip(self.names, names, strict=True))
        if ruling is not None:
            ruling = replace(ruling, values={key: new.get(said, said) for key, said in ruling.values.items()})
        return replace(self, names=names, ruling=ruling)


def ruling_of(message: Message | None) -> Ruling | None:
    """The ruling that the players read; None where the message is about something else."""
    if message is None or not message.alarm or message.key not in _RULINGS:
        return None
    return Ruling(message.key, dict(message.values))


def initials(name: str) -> str:
    """Return a name as its initials.

    >>> initials("Anna Maria Nowak-Zięba"), initials("Łukasz")
    ('A. M. N.', 'Ł.')
    """
    return " ".join(f"{word[0].upper()}." for word in name.split())


def _side(side: Side | None) -> str | None:
    return None if side is None else side.value
