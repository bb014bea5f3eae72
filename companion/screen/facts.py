"""What one player's half of the screen says: words and states taken from the view, no Kivy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.band import Band
from companion.games.rules import Side
from companion.texts import label, sentence
from companion.view import View


class BandKind(Enum):
    """What a band is, told by colour and by sign."""

    WARNING = "!"
    NOTICE = "i"
    QUESTION = "?"


@dataclass(frozen=True, slots=True)
class Facts:
    """One half of the screen.

    ``turn``: the word beside the name; ``acts``: something is awaited from this player.  ``action``:
    what the large field says, empty where a press would change nothing; ``undo``: what the small
    one says.  ``answers``: the choices of
    the standing question where this player may answer it.  ``band``: empty where there is none.
    ``result``: who has won, empty while the game goes on.
    """

    side: Side
    name: str
    score: str
    turn: str
    acts: bool
    won: bool
    last_play: str
    last_side: Side | None
    action: str
    undo: str
    answers: tuple[str, ...]
    dice: tuple[int, int] | None
    band: str
    band_kind: BandKind
    result: str


def facts_of(view: View, side: Side, *, language: str = "en") -> Facts:
    """What the half of ``side`` says about a view."""
    acts = side in _awaited(view)
    return Facts(
        side=side,
        name=view.names[_index(side)],
        score=_score(view, side, language),
        turn=_turn(view, side, language),
        acts=acts,
        won=view.winner is side,
        last_play=view.last_play,
        last_side=view.last_side,
        action=sentence(_ACTIONS[view.phase], language=language) if acts and view.phase in _ACTIONS else "",
        undo=sentence("button.undo", language=language),
        answers=_answers(view, language) if acts else (),
        dice=view.dice if view.on_roll in (side, None) else None,
        band=_band(view.band, language),
        band_kind=_band_kind(view.band),
        result=_result(view, language),
    )


def bottom_side(view: View) -> Side:
    """Who sits at the lower edge of the screen."""
    return Side.LIGHT if view.light_at_bottom else Side.DARK


_ACTIONS: Final = {
    "phase.start": "button.roll",
    "phase.opening": "button.roll",
    "phase.roll": "button.roll",
    "phase.play": "button.done",
}

_TAKE_OR_DROP: Final = ("answer.take", "answer.drop")


def _index(side: Side) -> int:
    return 0 if side is Side.LIGHT else 1


def _awaited(view: View) -> frozenset[Side]:
    """From whom something is awaited: both, as long as nobody is on roll."""
    if view.phase == "phase.over":
        return frozenset()
    if view.phase == "phase.take-or-drop" and view.cube_offered_by is not None:
        return frozenset({view.cube_offered_by.other})
    return frozenset(Side) if view.on_roll is None else frozenset({view.on_roll})


def _score(view: View, side: Side, language: str) -> str:
    own, other = view.score[_index(side)], view.score[_index(side.other)]
    key = "score.match" if view.length else "score.money"
    values = {"own": str(own), "other": str(other), "length": str(view.length)}
    score = sentence(key, values, language=language)
    return f"{sentence('score.crawford', language=language)}  {score}" if view.crawford else score


def _turn(view: View, side: Side, language: str) -> str:
    if view.winner is side:
        return sentence("turn.won", {"points": str(view.points_won)}, language=language)
    if side not in _awaited(view):
        return "" if view.phase == "phase.over" else sentence("turn.waits", language=language)
    values = {} if view.dice is None else {"dice": f"{view.dice[0]}-{view.dice[1]}"}
    return sentence(view.phase, values, language=language)


def _answers(view: View, language: str) -> tuple[str, ...]:
    if view.phase == "phase.take-or-drop":
        return tuple(label(key, language=language) for key in _TAKE_OR_DROP)
    return tuple(label(choice, language=language) for choice in view.band.choices) if view.band else ()


def _band(band: Band | None, language: str) -> str:
    return sentence(band.key, band.values, language=language) if band else ""


def _band_kind(band: Band | None) -> BandKind:
    if band is None or not (band.alarm or band.choices):
        return BandKind.NOTICE
    return BandKind.QUESTION if band.choices else BandKind.WARNING


def _result(view: View, language: str) -> str:
    if view.winner is None or view.phase != "phase.over":
        return ""
    key = "result.one" if view.points_won == 1 else "result.many"
    values = {"name": view.names[_index(view.winner)], "points": str(view.points_won)}
    return sentence(key, values, language=language)
