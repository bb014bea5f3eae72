"""The common parts of the lines of ``run --control`` in every game: requests, sides, numbers, and messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from companion.errors import InputError, quoted
from companion.games.rules import Side
from companion.match.any_game import AnyState
from companion.match.events import (
    Answered,
    Awarded,
    ButtonPressed,
    ChangeUndone,
    Claimed,
    Disputed,
    Event,
    LeftToDirector,
    NextGame,
    Paused,
    PutBackAsked,
    Resumed,
    TimeAdjusted,
    UndoAsked,
)
from companion.match.message import Message
from companion.texts import label, sentence


class Order(Enum):
    """A request of a line to the program, not to the match."""

    SHOW = "show"
    NEW = "new"
    HELP = "help"
    QUIT = "quit"


Command: TypeAlias = Event | Order
StateT = TypeVar("StateT", bound=AnyState[Any, Any, Any])
SaidT = TypeVar("SaidT")


class Asked(Protocol):
    """A question: the key of its text, its values, and the answers."""

    @property
    def key(self) -> str: ...

    @property
    def values(self) -> Mapping[str, str]: ...

    @property
    def choices(self) -> tuple[str, ...]: ...


ORDERS: Final[Mapping[str, Order]] = MappingProxyType({order.value: order for order in Order})
PLAIN: Final[Mapping[str, Callable[[float], Event]]] = MappingProxyType(
    {
        "undo": UndoAsked, "dispute": Disputed, "pause": Paused, "resume": Resumed, "put-back": PutBackAsked,
        "director": LeftToDirector, "next": NextGame, "undo-change": ChangeUndone,
    }
)  # fmt: skip
"""Words that stand alone, in every game."""

SIDES: Final = tuple(side.value for side in Side)


def understood(
    line: str, state: StateT, at_s: float, with_words: Mapping[str, Callable[[Sequence[str], StateT, float], Event]],
    plain: Mapping[str, Callable[[float], Event]] = PLAIN,
) -> Command:  # fmt: skip
    """Return the command of a line: an :class:`Order`, or an event.

    ``with_words``: functions of commands with further words; ``plain``: of single words.  Raises :class:`InputError`
    with a sentence for an unknown command, or one that is impossible now.
    """
    word, *rest = line.split() or [""]
    if word.endswith(":") and word[:-1] in SIDES:
        said: Command = _from_chair(Side(word[:-1]), rest, understood(" ".join(rest), state, at_s, with_words, plain))
        return said
    if word in ORDERS:
        return alone(word, rest, ORDERS[word])
    if word in with_words:
        return with_words[word](rest, state, at_s)
    if word in plain:
        return alone(word, rest, plain[word](at_s))
    raise InputError(f"{quoted(word)}: expected one of {', '.join(dict.fromkeys([*with_words, *plain, *ORDERS]))}")


def _from_chair(side: Side, words: Sequence[str], said: Any) -> Any:
    """The event with a side's chair as its source, if it has one.

    Raises :class:`InputError` for an act of the other side, as in ``light: resign dark single``.
    """
    if hasattr(said, "by"):
        return replace(said, by=side)
    if not hasattr(said, "side"):
        return said
    if words[1:2] == [side.other.value]:
        raise InputError(f"{side.value}: {' '.join(words)}: that is {side.other.value}'s to say")
    return replace(said, side=side)


def alone(word: str, rest: Sequence[str], said: SaidT) -> SaidT:
    if rest:
        raise InputError(f"{word} {quoted(' '.join(rest))}: expected nothing after {word}")
    return said


def number_in(word: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise InputError(f"{word} {quoted(text)}: expected a number")
    return int(text)


def side_in(word: str, text: str) -> Side:
    if text not in SIDES:
        raise InputError(f"{word} {quoted(text)}: expected light or dark")
    return Side(text)


def pressed(rest: Sequence[str], state: object, at_s: float) -> ButtonPressed:
    del state
    return ButtonPressed(at_s, side_in("press", " ".join(rest)) if rest else None)


def answered(rest: Sequence[str], state: AnyState[Any, Any, Any], at_s: float) -> Answered:
    if state.shown.question is None:
        raise InputError("answer: nothing is asked")
    choice, most = number_in("answer", " ".join(rest)), len(state.shown.question.answers)
    if not 1 <= choice <= most:
        raise InputError(f"answer {choice}: expected one of 1 to {most}")
    return Answered(choice - 1, at_s)


def claimed(rest: Sequence[str], state: AnyState[Any, Any, Any], at_s: float) -> Claimed:
    side = side_in("claim", rest[0] if rest else "")
    if state.record.dispute is None:
        raise InputError("claim: no turn is in dispute")
    if len(rest) == 1:
        raise InputError("claim: expected what the player says after the side")
    return Claimed(side, " ".join(rest[1:]), at_s)


MOST_POINTS: Final = 1000
"""The most points that the director may give at once; no match is longer."""
MOST_S: Final = 100_000


def awarded(rest: Sequence[str], state: object, at_s: float) -> Awarded:
    """The director's award: ``light 2``, ``light match``; in draughts ``light`` and ``draw`` too."""
    del state
    side, points = (rest[0] if rest else ""), " ".join(rest[1:])
    if side == "draw" and not points:
        return Awarded(None, 1, at_s)
    winner = side_in("award", side)
    given = 0 if points == "match" else number_in("award", points or "1")
    if points != "match" and not 0 < given <= MOST_POINTS:
        raise InputError(f"award {given}: expected 1 to {MOST_POINTS} points, or match")
    return Awarded(winner, given, at_s)


def adjusted(rest: Sequence[str], state: object, at_s: float) -> TimeAdjusted:
    """The director's change of a clock: ``dark -60``, in seconds."""
    del state
    player, seconds = side_in("time", rest[0] if rest else ""), " ".join(rest[1:])
    given = number_in("time", seconds.lstrip("+-") or "0")
    if not 0 < given <= MOST_S:
        raise InputError(f"time {quoted(seconds)}: expected seconds such as 60 or -60")
    return TimeAdjusted(player, -given if seconds.startswith("-") else given, at_s)


# --- what is said ------------------------------------------------------------------------------


def question_in_words(asked: Asked, terms: str = "") -> str:
    """Return a question in words; ``terms``: see :func:`companion.texts.sentence`."""
    return in_words(asked.key, asked.values, terms)


def choices_in_words(asked: Asked | None, terms: str = "") -> list[str]:
    """Return the answers to a question, in the order of their numbers."""
    return [label(text, terms=terms) for text in asked.choices] if asked is not None else []


def question_facts(asked: Asked | None, to: frozenset[Side], terms: str = "") -> dict[str, object] | None:
    """Return a question as JSON values; ``to``: the sides that may answer it."""
    if asked is None:
        return None
    sides = [side.value for side in Side if side in to]
    return {"text": question_in_words(asked, terms), "choices": choices_in_words(asked, terms), "to": sides}


def asked_lines(asked: Asked, terms: str = "") -> list[str]:
    """Return a question with its numbered answers, as lines to read."""
    numbered = enumerate(choices_in_words(asked, terms), start=1)
    return [f"? {question_in_words(asked, terms)}", *(f"  {k}: {text}" for k, text in numbered)]


def shown_notice(message: Message | None, asked: Asked | None) -> Message | None:
    """Return the message unless it is the open question."""
    return None if message is None or (asked is not None and asked.key == message.key) else message


def message_in_words(message: Message | None, spots: str, terms: str = "") -> str | None:
    """Return a message with what is too long for the screen; ``spots``: what it marks on the board, in words."""
    if message is None:
        return None
    said = in_words(message.key, message.values, terms)
    why = message.values.get("why", "")
    return said + "".join(f" ({more})" for more in (why, spots) if more and more not in said)


def in_words(key: str, values: Mapping[str, str], terms: str = "") -> str:
    try:
        return sentence(key, values, terms=terms)
    except KeyError:
        return key


def minutes(seconds: float) -> str:
    whole, rest = divmod(round(seconds), 60)
    return f"{whole}:{rest:02}"
