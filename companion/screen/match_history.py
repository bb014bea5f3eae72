"""Recorded matches in words and as boards to be drawn, for recap, review and archive.  No Kivy here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

from companion.errors import CompanionError
from companion.games.backgammon import BackgammonRules, Play, Position, RuleSet
from companion.games.backgammon.cube import Cube
from companion.games.draughts import Position as DraughtsPosition
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView, MoveShown
from companion.match.view import Arrow, View, arrows_of
from companion.record.archive import ListedMatch
from companion.record.journal import Header
from companion.record.reports.dice_statistics import DiceStatistics, RollCount, StatisticKind
from companion.record.reports.ending_words import ending_key
from companion.record.reports.event_words import Narrator, day_words, name_of, score_in_words
from companion.record.reports.recap import Lead, Recap
from companion.record.reports.review import TurnReview
from companion.screen.match_text import length_words as match_length
from companion.screen.source import TableView

_NO_ROOM: Final = (28, 122)  # ENOSPC, EDQUOT


# --- the recap -------------------------------------------------------------------------------------


def result_words(recap: Recap, speaker: Narrator) -> str:
    """Who has won what."""
    if recap.win is None:
        return speaker.say("recap.not-over")
    match_over = recap.match_over and recap.header.length > 0
    usual = "recap.won-match" if match_over else "result.won"
    key = ending_key(recap.win.cause, match_over=match_over) or usual
    return speaker.say(key, name=speaker.name(recap.name), loser=speaker.name(recap.loser), points=recap.win.points)


def how_words(recap: Recap, speaker: Narrator) -> str:
    """How the game was won, and for which stake."""
    words = [] if recap.win is None else [speaker.say(f"recap.how-{recap.how.value}")]
    if recap.cube.value > 1:
        words.append(speaker.say("recap.stake", n=recap.cube.value))
    return " · ".join(words)


def length_words(recap: Recap, speaker: Narrator) -> str:
    """How long the game was."""
    words = [speaker.say("recap.number", n=recap.game), speaker.say("recap.turns", n=recap.turns)]
    if recap.minutes is not None:
        words.append(speaker.say("recap.minutes", n=recap.minutes))
    return " · ".join(words)


def course_words(recap: Recap, speaker: Narrator) -> Iterator[str]:
    """The largest swing, and who led by how much."""
    course = recap.course
    if course is None:
        return
    if course.swing is not None:
        turn = course.swing.turn
        key = "recap.swing-hit" if course.swing.hit else "recap.swing"
        yield speaker.say(
            key, turn=turn.number, name=name_of(recap.header, turn.side, speaker), dice=str(turn.dice),
            pips=course.swing.pips,
        )  # fmt: skip
    yield from _lead_words(recap.header, course.largest, "recap.largest", speaker)
    yield from _lead_words(recap.header, course.last, "recap.last", speaker)


def _lead_words(header: Header, lead: Lead | None, key: str, speaker: Narrator) -> Iterator[str]:
    if lead is not None and lead.side is not None:
        yield speaker.say(key, name=name_of(header, lead.side, speaker), pips=lead.pips, turn=lead.turn)


def tally_words(totals: RollCount, speaker: Narrator) -> tuple[str, str]:
    """The counts of the game, and their usual values."""

    def number(value: float) -> str:
        whole, tenths = f"{value:.1f}".split(".")
        return (
            speaker.say("dice.mean", whole=whole, tenths=tenths)
            if totals.what is StatisticKind.PIPS
            else f"{value:.0f}"
        )

    low, high = totals.usual
    return number(totals.got), speaker.say("dice.usual", low=number(low), high=number(high))


def dice_words(dice: tuple[DiceStatistics, ...], speaker: Narrator) -> tuple[str, ...]:
    """What is unusual about each player's dice, or that nothing is."""
    return tuple(words for one in dice if one.rolls for words in _words_of_dice(one, speaker))


def _words_of_dice(dice: DiceStatistics, speaker: Narrator) -> list[str]:
    unusual = [
        speaker.say(
            f"dice.{'more' if totals.more else 'fewer'}-{totals.what.value}",
            name=dice.name, few=totals.rare[0], all=totals.rare[1],
        )
        for totals in dice.tallies
        if totals.rare is not None
    ]  # fmt: skip
    return unusual or [speaker.say("dice.as-usual", name=dice.name)]


# --- the archive -----------------------------------------------------------------------------------


def score_words(listed: ListedMatch | None, speaker: Narrator) -> str:
    """The score of a match in the list; dots until it has been read."""
    if listed is None:
        return "…"
    return speaker.say("archive.damaged") if listed.score is None else score_in_words(listed.score, speaker)


def match_words(header: Header, listed: ListedMatch | None, speaker: Narrator, now: datetime, *, at_table: bool) -> str:
    """When a match began, its length, how it was supervised or that it was imported, and whether it is finished."""
    length = match_length(header.length, speaker.language, header.rules)
    words = [date_words(header, speaker, now)]
    if at_table:
        words.append(speaker.say("archive.at-table"))
    elif listed is not None and not listed.finished:
        words.append(speaker.say("archive.unfinished"))
    how = header.mode.value if header.imported is None else "imported"
    return " · ".join(filter(None, (*words, length, speaker.say(f"archive.{how}"))))


def date_words(header: Header, speaker: Narrator, now: datetime) -> str:
    """The day and time at which a match began, as its own clock said; of an imported one the day, if its file tells."""
    if header.imported is not None:
        return "" if header.imported.day is None else day_words(header.imported.day, speaker)
    began = header.began
    time = f"{began:%H:%M}"
    today = now.astimezone(began.tzinfo).date()
    if began.date() == today:
        words = speaker.say("archive.today", time=time)
    elif began.date() == today - timedelta(days=1):
        words = speaker.say("archive.yesterday", time=time)
    else:
        words = _day_words(began.date(), time, speaker)
    return speaker.say("archive.doubtful", date=words) if header.clock_doubtful else words


def _day_words(day: date, time: str, speaker: Narrator) -> str:
    return speaker.say("archive.day", date=day_words(day, speaker), time=time)


def trouble_words(error: CompanionError, speaker: Narrator, place: str = "") -> str:
    """Why a file was not written, for the people at the table."""
    cause = error.__cause__
    name = {"place": place} if place else {}
    if isinstance(cause, OSError):
        return speaker.say("export.full" if cause.errno in _NO_ROOM else "export.gone", **name)
    return speaker.say("export.gone", **name) if place and isinstance(error, OSError) else str(error)


# --- boards ----------------------------------------------------------------------------------------


def board_view(
    position: Position,
    cube: Cube,
    like: View | None,
    *,
    rules: RuleSet,
    arrows: tuple[Arrow, ...] = (),
    mover: Side | None = None,
) -> View:
    """A position to be drawn, in the colours and with the orientation of the board at the table.

    ``rules``: of its match.  ``mover``: whose turn it is or was, and in whose count the points are numbered.
    """
    view = like or View(
        names=("", ""), score=(0, 0), length=0, crawford=False, points=(), bar=(0, 0), off=(0, 0), phase="phase.play"
    )
    return replace(
        view.bare(),
        points=position.points,
        bar=(position.bar.light, position.bar.dark),
        off=(position.off.light, position.off.dark),
        on_roll=None,
        rules=BackgammonRules(rules),
        arrows=arrows,
        last_side=mover,
        cube_value=cube.value,
        cube_owner=cube.owner,
    )


def turn_view(turn: TurnReview, like: View | None, *, rules: RuleSet, after: bool) -> View | None:
    """The board of a turn, before it or, with arrows, after it; None if its position is not known."""
    position = turn.after if after and turn.after is not None else turn.before
    if position is None:
        return None
    shows_play = after and turn.after is not None and turn.play is not None
    arrows = arrows_of(Play.from_text(turn.play or ""), turn.side) if shows_play else ()
    return board_view(position, turn.cube, like, rules=rules, arrows=arrows, mover=turn.side)


def draughts_board_view(
    position: DraughtsPosition, like: TableView | None, last: MoveShown | None = None
) -> DraughtsView:
    """A position to be drawn, in the colours and with the orientation of the board at the table."""
    view = DraughtsView(("", ""), position, "phase.play", last=last)
    if not isinstance(like, DraughtsView):
        return view
    return replace(view, checker_bgr=like.checker_bgr, light_at_bottom=like.light_at_bottom)
