"""The live page in words: every part of it by its place on the page, as HTML, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from html import escape
from operator import itemgetter
from types import MappingProxyType
from typing import Final

from companion.games.backgammon import Dice
from companion.games.rules import Side
from companion.live.feed import Delay, Step
from companion.live.games import GAMES
from companion.live.state import LiveState, Say
from companion.record.journal import Header
from companion.record.places import Place
from companion.record.reports.ending_words import ending_key
from companion.texts import label, sentence

STANDING_STILL: Final = frozenset({"phase.start", "phase.paused", "phase.put-back", "phase.cleared", "phase.next-game"})
PARTS: Final = (
    "light-name", "dark-name", "light-score", "dark-score", "light-clock", "dark-clock", "length", "status", "last",
    "corrected", "ruling", "facts", "board", "table", "delay",
)  # fmt: skip
"""The places of the page that change."""
_NOTHING: Final[Mapping[str, str]] = MappingProxyType(dict.fromkeys(PARTS, ""))


def speaker(language: str, terms: str = "") -> Say:
    """Return what says a text key in a language: its words, nothing escaped."""

    def say(key: str, **values: str) -> str:
        return sentence(key, values, language=language, terms=terms)

    return say


def said(steps: Iterable[Step], header: Header | None, terms: str, language: str) -> tuple[tuple[Place, str], ...]:
    """Return the sentences of the entries of these steps in plain text, each with its turn, in the order of the turns.

    ``terms``: the rule set's words.
    """
    if header is None:
        return ()
    say, sentences_of = speaker(language, terms), GAMES[header.game].speaker(header)
    sentences: list[tuple[Place, str]] = []
    for step in steps:
        names = (label(step.names[0], language=language), label(step.names[1], language=language))
        for place, entry in zip(step.places, step.entries, strict=True):
            sentences += [(place, words) for words in sentences_of(entry, names, say)]
    return tuple(sorted(sentences, key=itemgetter(0)))


def parts(state: LiveState | None, delay: Delay, language: str) -> Mapping[str, str]:
    """Return each of :data:`PARTS` as HTML."""
    if state is None:
        return {**_NOTHING, "status": escape(sentence("live.waiting", language=language))}
    say = speaker(language, state.terms)
    names = (label(state.names[0], language=language), label(state.names[1], language=language))
    text = {
        "light-name": names[0],
        "dark-name": names[1],
        "light-score": str(state.score[0]),
        "dark-score": str(state.score[1]),
        "light-clock": _clock(state, Side.LIGHT),
        "dark-clock": _clock(state, Side.DARK),
        "length": say(state.counted, n=str(state.length)) if state.length else say(state.endless),
        "status": _status(state, names, say),
        "last": _last(state, names, say),
        "corrected": say("mark.corrected") if state.corrected else "",
        "ruling": say(state.ruling.key, **state.ruling.values) if state.ruling is not None else "",
        "facts": state.board.facts(names, say),
        "delay": " · ".join(_behind(delay, say)),
    }
    drawn = {
        "board": state.board.svg(state.board.summary(names, say)),
        "table": table(state.board.rows(names, say), say("live.table")),
    }
    return {**{place: escape(words) for place, words in text.items()}, **drawn}


def _status(state: LiveState, names: tuple[str, str], say: Say) -> str:
    if state.over and state.phase != "phase.next-game":
        if state.winner is not None:
            name, loser = names if state.winner is Side.LIGHT else names[::-1]
            key = ending_key(state.cause, match_over=state.match_won)
            if key is not None:
                return say(key, name=name, loser=loser, points=str(state.points_won))
            key = "event.match-over" if state.phase == "phase.match-over" and state.length else "turn.won"
            return say(key, name=name) if key == "event.match-over" else f"{name}: {say(key)}"
        return say("phase.over")
    if state.to_act is None or state.phase in STANDING_STILL:
        return say(state.phase)
    dice = state.board.json().get("dice")
    rolled = {"dice": str(Dice(*dice))} if isinstance(dice, list) else {}
    return f"{names[state.to_act is Side.DARK]}: {say(state.phase, **rolled)}"


def _last(state: LiveState, names: tuple[str, str], say: Say) -> str:
    last = state.last
    if last is None:
        return ""
    dice = f" {Dice(*last.dice)}" if last.dice is not None else ""
    return f"{names[last.side is Side.DARK]}{dice}: {last.text or say('play.none')}"


def _clock(state: LiveState, side: Side) -> str:
    if state.clock is None or state.clock.left_s is None:
        return ""
    left_s = max(0, state.clock.left_s[side is Side.DARK])
    return f"{left_s // 60}:{left_s % 60:02}"


def _behind(delay: Delay, say: Say) -> Iterator[str]:
    if delay.turns:
        yield say("live.delay-turns", n=str(delay.turns))
    if delay.seconds:
        yield say("live.delay-minutes", n=f"{delay.seconds / 60:g}")


def table(rows: tuple[tuple[str, ...], ...], caption: str) -> str:
    """Return a table as HTML: its head, then its rows, the first cell of each the name of the row."""
    head, *others = rows
    first = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = (
        f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
        for name, *cells in others
    )
    body = f"<thead><tr>{first}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return f"<table><caption>{escape(caption)}</caption>{body}</table>"


def wording(language: str) -> Mapping[str, str]:
    """Return the words of the pages that do not change, as HTML, by the last part of their keys."""
    say = partial(sentence, language=language)
    return {key.partition(".")[2].replace("-", "_"): escape(say(key)) for key in _STATIC}


_STATIC: Final = (
    "live.title", "live.turns", "live.file", "live.lost", "live.build", "live.build-note", "live.address", "live.place",
    "live.top-left", "live.top-right", "live.bottom-left", "live.bottom-right", "live.size", "live.show", "live.board",
    "live.clock", "live.last", "live.ink", "live.back", "live.accent", "live.language", "live.preview", "live.by-game",
    "live.dearest", "live.now",
)  # fmt: skip
