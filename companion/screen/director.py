"""What the director does at a refereed table, in any game: decides, gives points, changes a clock.  No Kivy here.

Where a PIN is set its pages lie behind it, and what is done there is done at once; else the players do it together, and
the one who has touched it asks the other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView
from companion.match.events import Answered, Awarded, Directed, Paused, Resumed, TimeAdjusted
from companion.record.facts import ClockAdjusted
from companion.screen.draughts_chair import DraughtsChair
from companion.screen.widgets.fields import Chair, Field, Page

AnyChair: TypeAlias = Chair | DraughtsChair

_POINTS: Final = (1, 2, 3, 4, 6, 8)
"""What a game of backgammon counts as a rule; more is told by a line of the console."""
_CHANGES_S: Final = (30, 60, 120, 300, -30, -60, -120, -300)
_STANDING: Final = frozenset({"phase.paused", "phase.put-back", "phase.cleared"})
_IN_PLAY: Final = frozenset({"phase.opening", "phase.roll", "phase.play", "phase.take-or-drop", "phase.correct"})


def director_field(chair: AnyChair) -> Field:
    """The field of the menu that leads to what the director does, behind the PIN where one is set."""
    return Field(chair.say("button.director"), locked=partial(_page, chair))


def _page(chair: AnyChair, opened: bool) -> Page:
    """What the director may do now; ``opened``: the PIN has been typed."""
    view = chair.view
    begun, act = view.phase != "phase.start", partial(_act, opened)
    is_asked = opened and view.question is not None and view.question.of_consent
    clock = view.clock is not None and view.clock.left_s is not None
    fields = [
        Field(chair.say("button.allow"), event=act(partial(Answered, 0)) if is_asked else None),
        Field(chair.say("button.refuse"), event=act(partial(Answered, 1)) if is_asked else None),
        *([_pause(chair, act)] if opened else []),
        Field(chair.say("button.award"), page=partial(_whom, chair, act) if begun else None),
        Field(chair.say("button.award-match"), page=partial(_match_to, chair, act) if begun and view.length else None),
        Field(chair.say("button.adjust-clock"), page=partial(_whose, chair, act) if clock else None),
    ]
    return Page(chair.say("title.director"), tuple(fields if opened else fields[2:]), columns=3, rows=2)


Act: TypeAlias = Callable[[Callable[[float], Any]], Callable[[float], Any]]


def _act(opened: bool, event: Callable[[float], Any]) -> Callable[[float], Any]:
    """An act of the director; of the players together where no PIN has been typed."""
    if not opened:
        return event
    return lambda at_s: Directed(event(at_s), at_s)


def _pause(chair: AnyChair, act: Act) -> Field:
    if chair.view.phase in _STANDING:
        return Field(chair.say("button.resume"), event=act(Resumed))
    return Field(chair.say("button.pause"), event=act(Paused) if chair.view.phase in _IN_PLAY else None)


def _whom(chair: AnyChair, act: Act) -> Page:
    """To whom the game is given; in draughts it may be drawn."""
    if isinstance(chair.view, DraughtsView):
        given = [
            Field(chair.name(side), event=act(partial(Awarded, side, 1, by=chair.side)), side=side) for side in Side
        ]
        drawn = Field(chair.say("button.award-draw"), event=act(partial(Awarded, None, 1, by=chair.side)))
        return Page(chair.say("title.award-whom"), (*given, drawn), columns=3, rows=2)
    sides = tuple(Field(chair.name(side), page=partial(_points, chair, act, side), side=side) for side in Side)
    return Page(chair.say("title.award-whom"), sides, columns=2, rows=2)


def _points(chair: AnyChair, act: Act, side: Side) -> Page:
    fields = tuple(
        Field(str(points), event=act(partial(Awarded, side, points, by=chair.side)), side=side) for points in _POINTS
    )
    return Page(chair.say("title.award-points", name=chair.name(side)), fields, columns=3, rows=2)


def _match_to(chair: AnyChair, act: Act) -> Page:
    fields = tuple(
        Field(chair.name(side), event=act(partial(Awarded, side, 0, by=chair.side)), side=side) for side in Side
    )
    return Page(chair.say("title.award-match"), fields, columns=2, rows=2)


def _whose(chair: AnyChair, act: Act) -> Page:
    sides = tuple(Field(chair.name(side), page=partial(_times, chair, act, side), side=side) for side in Side)
    return Page(chair.say("title.adjust-whose"), sides, columns=2, rows=2)


def _times(chair: AnyChair, act: Act, side: Side) -> Page:
    fields = tuple(
        Field(ClockAdjusted(change).in_words, event=act(partial(TimeAdjusted, side, change, by=chair.side)), side=side)
        for change in _CHANGES_S
    )
    return Page(chair.say("title.adjust-time", name=chair.name(side)), fields, columns=4, rows=2)
