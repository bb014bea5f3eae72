"""The coach's words and fields in a player's half; there are none except in training.  No Kivy here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from companion.coach.at_the_table.events import CountsAsked, HelpAsked, MineAsked
from companion.coach.at_the_table.shown import CoachShown, coach_shown
from companion.coach.evaluation import Doubling, PlayReason
from companion.coach.teaching import CubeShown, HelpShown, Occasion, RankedShown, Remark
from companion.games.backgammon import Play, Position
from companion.games.backgammon.play_entry import laid
from companion.games.rules import BAR, TRAY, Side
from companion.match.terms import HintLevel
from companion.match.view import Arrow, View
from companion.record.journal import Mode
from companion.screen.board.numbering import is_numbered_for, play_shown
from companion.screen.navigator import PageName
from companion.screen.widgets.fields import Chair, Field, Page

_PER_CENT: Final = 100


def is_taught(view: View) -> bool:
    """Whether there is a coach at the table: in training only, whatever the view contains."""
    return view.mode is Mode.TRAINING and coach_shown(view).tutored is not None


# --- what can be asked -----------------------------------------------------------------------------


def coach_field(chair: Chair) -> Field | None:
    """The coach's one field in a half: the next hint level, the list again, or why a play was not the best."""
    view, side = chair.view, chair.side
    if not is_taught(view):
        return None
    help_ = help_of(chair)
    if side in coach_shown(view).may_ask:
        return _next_hint(chair, help_)
    if help_ is not None and help_.hint_level is HintLevel.LIST:
        return Field(chair.say(_words_of(HintLevel.LIST, help_)), opens=PageName.PLAYS)
    remark = remark_of(chair)
    if remark is not None and remark.before is not None and remark.best:
        return Field(chair.say("hint.compare"), page=partial(compared, chair, remark))
    if side in coach_shown(view).may_compare:
        return Field(chair.say("hint.mine"), event=partial(MineAsked, side))
    return None


def _next_hint(chair: Chair, help_: HelpShown | None) -> Field:
    hint_level = HintLevel.CHECKERS if help_ is None else HintLevel(min(help_.hint_level + 1, HintLevel.LIST))
    if help_ is not None and help_.waiting:
        return Field(chair.say("hint.waiting"), waits=True)
    opens = PageName.PLAYS if hint_level is HintLevel.LIST else None
    return Field(chair.say(_words_of(hint_level, help_)), event=partial(HelpAsked, chair.side), opens=opens)


def _words_of(hint_level: HintLevel, help_: HelpShown | None) -> str:
    of_cube = help_ is not None and help_.cube is not None
    return (
        f"hint.cube-{hint_level.name.lower()}"
        if of_cube and hint_level in (HintLevel.PLAY, HintLevel.LIST)
        else _OF_RUNG[hint_level]
    )


_OF_RUNG: Final = {
    HintLevel.CHECKERS: "hint.checkers",
    HintLevel.PLAY: "hint.play",
    HintLevel.WHY: "hint.why",
    HintLevel.LIST: "hint.list",
}


def counts_field(chair: Chair) -> Field:
    """Pip counts and shots, on request; nothing is to be counted between two games, or twice."""
    view = chair.view
    counted = coach_shown(view).counts is not None or view.phase in _NO_GAME
    return Field(chair.say("hint.counts"), event=None if counted else partial(CountsAsked, chair.side))


_NO_GAME: Final = frozenset({"phase.start", "phase.over", "phase.next-game", "phase.match-over"})


# --- what is said ----------------------------------------------------------------------------------


def help_of(chair: Chair) -> HelpShown | None:
    """The help for which this player has asked."""
    help_ = coach_shown(chair.view).help if is_taught(chair.view) else None
    return help_ if help_ is not None and help_.side is chair.side else None


def remark_of(chair: Chair) -> Remark | None:
    """The coach's remark to this player about a double, a play or a game."""
    return next(_remarks_to(chair), None)


def _remarks_to(chair: Chair) -> Iterator[Remark]:
    remarks = coach_shown(chair.view).remarks if is_taught(chair.view) else ()
    return (remark for remark in remarks if remark.side is chair.side)


def coach_words(chair: Chair) -> str:
    """The coach's sentence in a player's strip, empty if there is none."""
    help_, remark = help_of(chair), remark_of(chair)
    if help_ is not None and help_.failed:
        return chair.say(help_.failed)
    if help_ is not None and help_.cube is not None:
        return " ".join(_of_cube(chair, help_, help_.cube))
    if help_ is not None and help_.reason is not None:
        return in_words(naming(chair, help_.side), help_.reason)
    return "" if remark is None or _is_called(chair) else _in_full(chair, remark)


def _in_full(chair: Chair, remark: Remark) -> str:
    chair = naming(chair, chair.side)
    return " ".join(in_words(chair, reason) for reason in (remark.said, remark.reason) if reason is not None)


def _is_called(chair: Chair) -> bool:
    """Whether the line that a remark would cover says what is to be done: set up, or answer a double."""
    view = chair.view
    doubled = view.phase == "phase.take-or-drop" and view.cube_offered_by is chair.side.other
    return doubled or view.phase == "phase.next-game"


def tip_words(chair: Chair) -> str:
    """One thing to try next time, once a game is over."""
    remark = next((one for one in _remarks_to(chair) if one.occasion is Occasion.AFTER_GAME), None)
    return "" if remark is None else _in_full(chair, remark)


def naming(chair: Chair, side: Side | None) -> Chair:
    """The chair whose words about a side's play name no points where the rim has other numbers than that side."""
    named = side is None or is_numbered_for(chair.view, side)
    return chair if named else replace(chair, point_numbers=False)


def in_words(chair: Chair, reason: PlayReason, side: Side | None = None) -> str:
    """A reason in its reader's language; the coach has chosen the wording.

    ``side``: whose play it is about, by default the reader's.
    """
    values = dict(reason.values)
    if "loss" in values:
        values["loss"] = number_words(chair, values["loss"])
    if "play" in values:
        values["play"] = play_shown(chair.view, values["play"], side or chair.side)
    return chair.say(reason.key, **values)


def _of_cube(chair: Chair, help_: HelpShown, cube: CubeShown) -> Iterator[str]:
    """The help with the cube, as far as it was asked for: the chances, what to do, why."""
    if cube.doubling is None and cube.takes is None:
        yield chair.say("hint.you-win", n=per_cent(cube.win))
    elif cube.to_answer:
        yield chair.say("hint.take" if cube.takes else "hint.drop")
    elif cube.doubling is Doubling.DOUBLE:
        yield chair.say("hint.double-take" if cube.takes else "hint.double-drop")
    elif cube.doubling is not None:
        yield chair.say(f"hint.{cube.doubling.value}")
    if help_.reason is not None:
        yield in_words(chair, help_.reason)


def used_words(chair: Chair) -> str:
    """How often the coach helped this player in this game, for both to see; empty if it helped nobody."""
    used = coach_shown(chair.view).helped[chair.side is Side.DARK] if is_taught(chair.view) else 0
    return chair.say("hint.used", n=str(used)) if used else ""


def pips_words(chair: Chair) -> str:
    """This player's pip count where it is always shown, or was asked for; in training only."""
    coach = coach_shown(chair.view) if is_taught(chair.view) else CoachShown()
    pips = coach.pips if coach.counts is None else coach.counts.pips
    return "" if pips is None else chair.say("hint.pips", n=str(pips[chair.side is Side.DARK]))


def per_cent(chance: float) -> str:
    return f"{chance * _PER_CENT:.0f}"


def points_words(chair: Chair, equity: float) -> str:
    """Points of equity with their sign, as the language writes numbers."""
    sign = "−" if round(equity, 3) < 0 else "+"
    return sign + number_words(chair, f"{abs(equity):.3f}")


def number_words(chair: Chair, number: str) -> str:
    """A number with a decimal point, as the language writes it."""
    whole, _, part = number.partition(".")
    return chair.say("analysis.number", whole=whole, part=part)


# --- the play made and the best one ----------------------------------------------------------------


def compared(chair: Chair, remark: Remark) -> Page:
    """Two boards: the play made, and the best one."""
    assert remark.before is not None
    again = partial(compared, chair, remark)
    plays = (("hint.mine-was", remark.made, remark.made_arrows), ("hint.best-was", remark.best, remark.best_arrows))
    fields = tuple(
        Field(
            chair.say(key, play=play_shown(chair.view, play, remark.side)),
            page=again,
            board=board_of_play(chair, remark.before, play, arrows),
        )
        for key, play, arrows in plays
    )
    return Page(in_words(chair, remark.reason or remark.said), fields, columns=2, rows=1)


def board_of_play(chair: Chair, before: Position, play: str, arrows: tuple[Arrow, ...]) -> View:
    """The board after a play, with the way to it, as its reader sees the real one."""
    side, board = before.on_roll, laid(before, Play.from_text(play))
    return replace(
        chair.bare(),
        points=tuple(board[point].light - board[point].dark for point in range(1, 25)),
        bar=(board[BAR].light, board[BAR].dark),
        off=(board[TRAY].light, board[TRAY].dark),
        arrows=arrows,
        last_side=side,
        on_roll=side,
    )


def board_before(chair: Chair, arrows: tuple[Arrow, ...]) -> View:
    """The board as it stood before the play, with the way of one that might be made."""
    view, help_ = chair.view, help_of(chair)
    shown = None if help_ is None else replace(help_, arrows=arrows, reason=None, spots=())
    coach = CoachShown(help=shown, tutored=coach_shown(view).tutored)
    return replace(chair.bare(), arrows=(), layers={CoachShown: coach}, on_roll=view.on_roll)


# --- the list --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HintLine:
    """A line of the list: a play or cube action, its equity, the equity that it loses, and how often it wins."""

    words: str
    equity: float
    loss: float
    win: float | None = None
    arrows: tuple[Arrow, ...] = ()


def lines_of(chair: Chair) -> tuple[HintLine, ...]:
    """All plays or all cube actions, the best first; empty until they are known."""
    help_ = help_of(chair)
    if help_ is None:
        return ()
    if help_.cube is not None:
        return tuple(_cube_lines(chair, help_.cube))
    return tuple(_line(chair, row) for row in help_.rows)


def _line(chair: Chair, row: RankedShown) -> HintLine:
    written = play_shown(chair.view, row.play, chair.side)
    words = written if Play.from_text(row.play).steps else chair.say("play.none")
    return HintLine(words, row.equity, row.loss, row.win, row.arrows)


def _cube_lines(chair: Chair, cube: CubeShown) -> list[HintLine]:
    worth = dict(_worth(cube))
    best = max(worth.values(), default=0.0)
    ranked = sorted(worth.items(), key=lambda one: -one[1])
    return [HintLine(chair.say(key), equity, best - equity) for key, equity in ranked]


def _worth(cube: CubeShown) -> Iterator[tuple[str, float]]:
    """The equity of each cube action for the player who asks; the opponent answers a double in the best way."""
    if cube.no_double is None or cube.double_take is None or cube.double_drop is None:
        return
    if cube.to_answer:
        yield from (("answer.take", -cube.double_take), ("answer.drop", -cube.double_drop))
        return
    yield "hint.row-no-double", cube.no_double
    taken = cube.double_take <= cube.double_drop
    yield ("hint.row-take", cube.double_take) if taken else ("hint.row-drop", cube.double_drop)
