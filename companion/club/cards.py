"""A table as the page of all tables shows it: what lies there and who plays, and nothing that helps to play."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, Final
from uuid import UUID

from django.urls import reverse
from django.utils.html import escape

from companion.club.drawing import board_of_state, drawing, rules_of
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.wording import play_in_numbers
from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.live.state import Say
from companion.live.words import speaker
from companion.record.match import Cause
from companion.record.players import NAMELESS
from companion.record.reports.event_words import how_ended
from companion.texts import label

_KEPT: Final = 4000
"""Cards in memory: those of some hundred tables in each language."""


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table with its newest match; ``players``: the numbers of (light, dark)."""

    table: int
    name: str
    uuid: UUID
    revision: int
    state: Mapping[str, Any]
    players: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at a table."""

    number: int | None
    name: str
    colour: Side
    score: int
    clock: str
    left_s: float | None
    runs: bool
    acts: bool


class Cards:
    """Cards as HTML; each is made once for a change and a language."""

    def __init__(self) -> None:
        self._lock: Final = Lock()
        self._made: Final[OrderedDict[tuple[UUID, int, str], str]] = OrderedDict()

    def html(self, now: TableNow, language: str) -> str:
        key = (now.uuid, now.revision, language)
        found = self._made.get(key)
        if found is not None:
            return found  # without waiting for somebody who makes others
        with self._lock:  # until it is made: nobody makes it a second time
            made = self._made.get(key)
            if made is None:
                made = self._made[key] = _card(now, language)
                while len(self._made) > _KEPT:
                    self._made.popitem(last=False)
            return made


CARDS: Final = Cards()


def _card(now: TableNow, language: str) -> str:
    """Return a table as HTML; without a template, which takes twice as long for so many of them."""
    state = now.state
    say = speaker(language, rules_of(state["rules"]).terms if state["kind"] == Game.BACKGAMMON else "")
    light, dark = (label(name or none, language=language) for name, none in zip(state["names"], NAMELESS, strict=True))
    names = (light, dark)
    exchanged = bool(state.get("exchanged"))
    by_colour = names[::-1] if exchanged else names
    board, delay_s = board_of_state(state), (state["clock"] or {}).get("delay", 0)
    seats = "".join(map(_seat, _seats(now, names, exchanged=exchanged)))
    svg = drawing(board, board.summary(by_colour, say)) if board is not None else ""
    facts = board.facts(by_colour, say) if board is not None else ""
    return (
        f'<article class="card {state["kind"]}" aria-labelledby="table-{now.table}" data-revision="{now.revision}"'
        f' data-delay="{delay_s}">\n'
        f'<h2 id="table-{now.table}"><a href="{_address("match", now.uuid)}">{escape(now.name)}</a>'
        f"<span>{escape(_about(state, say))}</span></h2>\n"
        f'<div class="players">{seats}</div>\n<div class="board">{svg}</div>\n'
        f'<p class="status">{escape(status_words(state, names, by_colour, say))}</p>\n'
        f'<p class="last">{escape(_last(state, by_colour, say))}</p>\n'
        f'<p class="quiet">{escape(facts)}</p>\n</article>\n'
    )


def _seat(seat: Seat) -> str:
    name = escape(seat.name)
    named = name if seat.number is None else f'<a href="{_address("player", seat.number)}">{name}</a>'
    runs = f' data-left="{seat.left_s}"' if seat.runs else ""
    clock = f'<span class="clock"{runs}>{seat.clock}</span> ' if seat.clock else ""
    return (
        f'<p class="player{" acts" if seat.acts else ""}"><i class="disc {seat.colour.value}"></i>'
        f'<span class="name">{named}</span>\n{clock}<b class="score">{seat.score}</b></p>'
    )


@lru_cache(maxsize=_KEPT)
def _address(page: str, number: UUID | int) -> str:
    return reverse(page, args=[number])


def status_words(state: Mapping[str, Any], names: tuple[str, str], by_colour: tuple[str, str], say: Say) -> str:
    """Say how it stands: who is to act, or how it ended; ``names`` as the header has them."""
    if state["winner"] is not None:
        how = how_ended(Cause(state["cause"]))
        return say(f"event.match-over{how}", name=names[state["winner"] == Side.DARK.value])
    if state["over"]:
        return say("event.match-drawn") if state["length"] else say("club.between")
    if state["position"] is None or state["to_act"] is None:
        return say("live.waiting") if state["position"] is None else say("club.between")
    name = by_colour[state["to_act"] == Side.DARK.value]
    if state.get("dice"):
        return f"{name}: {say('phase.play', dice=str(Dice(*state['dice'])))}"
    return f"{name}: {say('phase.take-or-drop')}" if state.get("offered") else say("club.plays", name=name)


def length_words(kind: str, length: int, say: Say) -> str:
    """Say how long a match is."""
    counted, endless = ("match.games", "match.open") if kind == Game.DRAUGHTS else ("match.points", "match.money")
    return say(counted, n=str(length)) if length else say(endless)


def _seats(now: TableNow, names: tuple[str, str], *, exchanged: bool) -> list[Seat]:
    state, clock = now.state, now.state["clock"] or {}
    seats = []
    for place, name in enumerate(names):
        colour = Side.DARK if bool(place) is not exchanged else Side.LIGHT
        left_s = clock["left"][colour is Side.DARK] if clock else None
        seats.append(
            Seat(
                now.players[place], name, colour, state["score"][place],
                "" if left_s is None else f"{int(max(0, left_s)) // 60}:{int(max(0, left_s)) % 60:02}", left_s,
                runs=bool(clock) and clock["runs"] == colour.value and not state["over"],
                acts=state["to_act"] == colour.value and not state["over"],
            )
        )  # fmt: skip
    return seats


def _about(state: Mapping[str, Any], say: Say) -> str:
    game = say("recap.number", n=str(state["game"])) if state["game"] else ""
    words = (say(f"game.{state['kind']}"), length_words(state["kind"], state["length"], say), game)
    return " · ".join(word for word in words if word)


def _last(state: Mapping[str, Any], by_colour: tuple[str, str], say: Say) -> str:
    last = state.get("last")
    if not last:
        return ""
    play, side = last["play"], Side(last["side"])
    if state["kind"] == Game.BACKGAMMON and play is not None:
        play = play_in_numbers(play, side, rules_of(state["rules"]))
    dice = f" {Dice.from_text(last['dice'])}" if "dice" in last else ""
    return f"{by_colour[side is Side.DARK]}{dice}: {play or say('play.none')}"
