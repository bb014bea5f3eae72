"""The words and states of one player's half of the screen, taken from the view.  No Kivy here."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.backgammon import Dice
from companion.games.backgammon.play_entry import PlayEntry
from companion.games.rules import Side
from companion.match.view import View
from companion.record.reports.ending_words import ending_key
from companion.screen.board.entering import entry_of
from companion.screen.board.numbering import side_of_words, values_shown
from companion.screen.board.used_dice import used_dice
from companion.screen.exercise_text import acts_for, dice_words, exercise_words
from companion.screen.half_facts import LOW_S, DieShown, HalfFacts, MessageKind, PutAway, minutes
from companion.screen.hints import coach_words, pips_words, used_words
from companion.screen.touch_fields import half_fields
from companion.screen.turn_pages import last_words
from companion.screen.widgets.fields import Chair
from companion.settings.tree import Lower


def facts_of(
    view: View,
    side: Side,
    *,
    language: str = "en",
    point_numbers: bool = True,
    entry: PlayEntry | None = None,
    put_away: PutAway | None = None,
) -> HalfFacts:
    """The facts that the half of ``side`` shows about a view.

    ``entry``: the play that is being entered on the board.  ``put_away``: a notice that it shows no longer.
    """
    if view.message is not None and (view.message, view.said_t) == put_away:
        view = replace(view, message=None)
    acting = acts_for(view, side)
    acts = bool(view.awaited & acting)
    chair = Chair(view, side, language, point_numbers, entry_of(view, entry))
    fields = half_fields(chair)
    message, message_kind = _message(chair)
    clock = view.clock
    left_s = clock.left_s[_index(side)] if clock and clock.left_s else None
    return HalfFacts(
        side=side,
        name=chair.name(side),
        score=_score(chair),
        turn="  ".join(filter(None, (_turn(chair), pips_words(chair)))),
        acts=acts,
        won=view.winner is side,
        last_play=_last_play(chair),
        last_side=view.last_side,
        fields=fields,
        dice=_dice(chair, acting) if "leave" not in fields else (),
        dice_note=dice_words(chair),
        message=message,
        message_kind=message_kind,
        result=_result(chair),
        clock=minutes(left_s) if left_s is not None else "",
        delay=f"+{clock.delay_left_s}" if clock and clock.runs is side and clock.delay_left_s else "",
        clock_runs=clock is not None and clock.runs is side,
        clock_low=left_s is not None and left_s <= LOW_S,
        tick=view.tick and view.last_side is side,
        sealed=view.sealed,
        used=used_words(chair),
        trouble=view.trouble is not None,
        boards=view.question is not None and view.question.with_boards,
        asked_alone=view.question is not None and view.question.to == {side},
        cube_asked=view.phase == "phase.take-or-drop" and view.cube_offered_by is side.other,
        may_put_away=bool(message) and message_kind is MessageKind.NOTICE,
    )


def seated(view: View, lower: Lower) -> View:
    """The view with the player at the lower edge whom the settings name; the board is turned with the players."""
    if lower is Lower.AUTO or lower.value == view.at_bottom.value:
        return view
    return replace(view, light_at_bottom=not view.light_at_bottom, home_at_right=not view.home_at_right)


_OVER: Final = frozenset({"phase.over", "phase.next-game", "phase.match-over"})
_STANDING_STILL: Final = frozenset({"phase.paused", "phase.put-back", "phase.cleared"})


def _index(side: Side) -> int:
    return 0 if side is Side.LIGHT else 1


def _dice(chair: Chair, acting: frozenset[Side]) -> tuple[DieShown, ...]:
    """The roll, on the half of the player who moves; after the game on both halves that are occupied.

    Of an opening roll each half has its own die.
    """
    view = chair.view
    used = dict(zip(view.dice or (), used_dice(view, chair.entry), strict=False))
    if view.opening is not None:
        sides = (chair.side, chair.side.other)
        own = [(side, view.opening[_index(side)]) for side in sides if side in acting]
        return tuple(DieShown(value, used.get(value, 0.0), side) for side, value in own)
    if view.dice is None or not acting or (view.on_roll is not None and view.on_roll not in acting):
        return ()
    return tuple(DieShown(value, part) for value, part in zip(view.dice, used_dice(view, chair.entry), strict=True))


def _score(chair: Chair) -> str:
    view, side = chair.view, chair.side
    own, other = view.score[_index(side)], view.score[_index(side.other)]
    key = "score.match" if view.length else "score.money"
    score = chair.say(key, own=str(own), other=str(other), length=str(view.length))
    return f"{chair.say('score.crawford')}  {score}" if view.crawford else score


def _turn(chair: Chair) -> str:
    view, side = chair.view, chair.side
    if view.winner is side and view.phase != "phase.next-game":
        counted = {} if view.cause.decides_match else {"points": str(view.points_won)}
        return chair.say("turn.won", **counted)
    if view.phase in _OVER | _STANDING_STILL:
        return chair.say(view.phase) if view.phase != "phase.over" else ""
    if side not in view.awaited:
        return chair.say("turn.waits")
    values = {} if view.dice is None else {"dice": str(Dice(*view.dice))}
    if view.awaits_look:
        return chair.say("phase.looking", **values)
    is_tied = view.phase == "phase.opening" and view.opening is not None
    return chair.say("phase.tied" if is_tied else view.phase, **values)


def _last_play(chair: Chair) -> str:
    return chair.say("trouble.storage") if chair.view.trouble is not None else last_words(chair)


def _message(chair: Chair) -> tuple[str, MessageKind]:
    """The message in the strip: the referee's, else the question, else the coach's.

    Who is asked reads the question, not a notice: nobody answers what cannot be read.
    """
    view = chair.view
    message, question = view.message, view.question
    answers = question is not None and question.key != view.phase and chair.side in question.to
    if message is not None and (message.alarm or not answers):
        asked = MessageKind.NOTICE if question is None or message.key != question.key else MessageKind.QUESTION
        words = chair.say(message.key, **values_shown(view, message.values, side_of_words(view, message)))
        return words, MessageKind.WARNING if message.alarm else asked
    if question is not None and question.key != view.phase:
        values = values_shown(view, question.values, side_of_words(view, question))
        return chair.say(question.key, **values), MessageKind.QUESTION
    words = coach_words(chair) or exercise_words(chair)
    # The message would cover the line with the help that was asked for.
    return " · ".join(filter(None, (pips_words(chair), words))) if words else "", MessageKind.COACH


def _result(chair: Chair) -> str:
    view = chair.view
    if view.winner is None or view.phase not in _OVER or view.put_back is not None:
        return ""
    key = ending_key(view.cause, match_over=view.phase == "phase.match-over") or "result.won"
    name, loser = chair.name(view.winner), chair.name(view.winner.other)
    return chair.say(key, name=name, loser=loser, points=str(view.points_won))
