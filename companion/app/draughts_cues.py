"""The cues for sounds, voice and lamps at a table of draughts; see :mod:`companion.app.cues`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.app.cues import TONES, Cue, CueKind, LampCue, Spoken, is_new
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView, is_won
from companion.record.journal import Mode
from companion.record.reports.ending_words import ending_key

_AWAITED = frozenset({"phase.play", "phase.correct"})


def cues(before: DraughtsView | None, after: DraughtsView) -> tuple[Cue, ...]:
    """Return the events between two views of one table that may be heard in this mode, in order of time."""
    if before is None or after.mode is Mode.RECORDED or before.mode is not after.mode:
        return ()
    tones = TONES[after.mode]
    return tuple(Cue(kind, tones.get(kind), said) for kind, said in _happened(before, after))


def lamps(view: DraughtsView) -> Mapping[Side, LampCue]:
    """Return the state of each player's lamp."""
    return {side: _lamp(view, side) for side in Side}


def _lamp(view: DraughtsView, side: Side) -> LampCue:
    warned = view.alarm is not None and view.to_move in (side, None)
    asked = view.question is not None and side in view.question.to and len(view.question.to) == 1
    if warned or asked:
        return LampCue.BLINKING
    if view.question is not None:
        return LampCue.ON if side in view.question.to else LampCue.OFF
    return LampCue.ON if view.phase in _AWAITED and view.to_move is side else LampCue.OFF


def _happened(before: DraughtsView, after: DraughtsView) -> Iterator[tuple[CueKind, tuple[Spoken, ...]]]:
    new = after.moves[len(before.moves) :]
    if any(shown.move.captured for shown in new):
        yield CueKind.HIT, ()
    message, question = after.message, after.question
    is_question = message is not None and question is not None and message.key == question.key
    if message is not None and is_new(before, after) and not is_question:
        yield CueKind.WARNING if message.alarm else CueKind.NOTICE, (Spoken(message.key, message.values),)
    if question is not None and question != before.question:
        yield CueKind.QUESTION, (Spoken(question.key, question.values),)
    if after.result is not None and before.result is None:
        yield CueKind.GAME_OVER, _result(after)


def _result(view: DraughtsView) -> tuple[Spoken, ...]:
    light, dark = view.names
    points = {"light": light, "points_light": str(view.games[0]), "dark": dark, "points_dark": str(view.games[1])}
    if view.winner is None:
        won = Spoken("result.drawn")
    else:
        name, loser = view.names if view.winner is Side.LIGHT else view.names[::-1]
        key = ending_key(view.cause, match_over=is_won(view)) or "result.won"
        won = Spoken(key, {"name": name, "loser": loser, "points": "2"})
    return won, Spoken("voice.score", points)
