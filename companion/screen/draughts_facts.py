"""The words and states of one player's half at a table of draughts, taken from the view.  No Kivy here."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.draughts.move_entry import MoveEntry
from companion.games.draughts.squares import name
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView, is_won
from companion.record.reports.ending_words import ending_key
from companion.screen.draughts_chair import DraughtsChair
from companion.screen.draughts_fields import half_fields
from companion.screen.draughts_hints import coach_words
from companion.screen.half_facts import LOW_S, HalfFacts, MessageKind, PutAway, minutes
from companion.settings.tree import Lower

OVER: Final = frozenset({"phase.over", "phase.next-game", "phase.match-over"})
_STANDING_STILL: Final = frozenset({"phase.start", "phase.paused", "phase.put-back", "phase.cleared"})
_WIN: Final = 2
"""Points of the match for a game that is won; a drawn one gives each player one."""


def facts_of(
    view: DraughtsView,
    side: Side,
    *,
    language: str = "en",
    entry: MoveEntry | None = None,
    put_away: PutAway | None = None,
) -> HalfFacts:
    """The facts that the half of ``side`` shows about a view.

    ``entry``: the move that is being entered on the board.  ``put_away``: a notice that it shows no longer.
    """
    if view.message is not None and (view.message, view.said_t) == put_away:
        view = replace(view, message=None, crown=())
    chair = DraughtsChair(view, side, language, entry)
    message, kind = _message(chair)
    clock = view.clock
    left_s = clock.left_s[_index(side)] if clock and clock.left_s else None
    return HalfFacts(
        side=side,
        name=chair.name(side),
        score=_score(chair),
        turn=_turn(chair),
        acts=chair.acts and view.phase not in OVER,
        won=view.winner is side,
        last_play=_last(chair),
        last_side=None if view.last is None else view.last.side,
        fields=half_fields(chair),
        dice=(),
        message=message,
        message_kind=kind,
        result=_result(chair),
        clock=minutes(left_s) if left_s is not None else "",
        delay=f"+{clock.delay_left_s}" if clock and clock.runs is side and clock.delay_left_s else "",
        clock_runs=clock is not None and clock.runs is side,
        clock_low=left_s is not None and left_s <= LOW_S,
        sealed=view.sealed,
        trouble=view.trouble is not None,
        boards=view.question is not None and view.question.with_boards,
        asked_alone=view.question is not None and view.question.to == {side},
        may_put_away=bool(message) and kind is MessageKind.NOTICE,
    )


def seated(view: DraughtsView, lower: Lower) -> DraughtsView:
    """The view with the player at the lower edge whom the settings name; the board is turned with the players."""
    if lower is Lower.AUTO or lower.value == view.at_bottom.value:
        return view
    return replace(view, light_at_bottom=not view.light_at_bottom)


def _index(side: Side) -> int:
    return 0 if side is Side.LIGHT else 1


def _score(chair: DraughtsChair) -> str:
    own, other = (str(chair.view.games[_index(side)]) for side in (chair.side, chair.side.other))
    if chair.view.length <= 1:
        return chair.say("score.money", own=own, other=other)
    return chair.say("score.games", own=own, other=other, length=str(chair.view.length))


def _turn(chair: DraughtsChair) -> str:
    view = chair.view
    if view.phase in OVER and view.phase != "phase.next-game":
        if view.winner is chair.side:
            return chair.say("turn.won", points=str(_WIN))
        return chair.say("turn.drawn") if view.winner is None else ""
    if view.phase in OVER | _STANDING_STILL:
        return chair.say(view.phase)
    if not chair.acts:
        return chair.say("turn.waits")
    if view.awaits_look:
        return chair.say("phase.looking")
    return chair.say("turn.moves" if view.phase == "phase.play" else view.phase)


def _last(chair: DraughtsChair) -> str:
    if chair.view.trouble is not None:
        return chair.say("trouble.storage")
    return "" if chair.view.last is None else chair.view.last.text


def _message(chair: DraughtsChair) -> tuple[str, MessageKind]:
    """The message in the strip: the referee's, else the question, else the offer of a draw, else what to crown.

    Who is asked reads the question, not a notice: nobody answers what cannot be read.
    """
    view = chair.view
    message, question = view.message, view.question
    answers = question is not None and question.key != view.phase and chair.side in question.to
    if message is not None and (message.alarm or not answers):
        asked = MessageKind.NOTICE if question is None or message.key != question.key else MessageKind.QUESTION
        return chair.say(message.key, **message.values), MessageKind.WARNING if message.alarm else asked
    if question is not None and question.key != view.phase:
        return chair.say(question.key, **question.values), MessageKind.QUESTION
    if view.draw_offered_by is chair.side.other:
        return chair.say("notice.draw-offered", name=chair.name(view.draw_offered_by)), MessageKind.QUESTION
    if view.crown and view.phase not in OVER:
        return chair.say("notice.crown", square=", ".join(map(name, view.crown))), MessageKind.NOTICE
    return coach_words(chair), MessageKind.COACH


def _result(chair: DraughtsChair) -> str:
    view = chair.view
    if view.phase not in OVER or view.put_back is not None:
        return ""
    if view.winner is not None:
        key = ending_key(view.cause, match_over=is_won(view)) or "result.won"
        name, loser = chair.name(view.winner), chair.name(view.winner.other)
        return chair.say(key, name=name, loser=loser, points=str(_WIN))
    return "" if view.result is None else chair.say("result.drawn")
