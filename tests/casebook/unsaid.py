"""Chapter 14: what is never said."""

from __future__ import annotations

import dataclasses

from companion.games.backgammon import RULE_SETS, BackgammonRules
from companion.match.view import view_of
from companion.record.journal import Mode
from companion.texts import SILENT_ABOUT_WHERE, TEXTS, blanks, forms, notices, questions, reasons
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, BEN, Desk
from tests.games.boards import board
from tests.table import LEFT

CHAPTER = Chapter(14, "What is never said in refereed mode")
AIDS = "US rules of 2009, 1.5: nothing but score, stake, clock and turn may be shown to players."
SPOILT = ("13:1 8:1", "22:2 21:2 1:11")


@CHAPTER.case(
    "Hints, pip counts and equities",
    situation="Ben asks for the pip count; in a friendly game he would get it.",
    rule=AIDS,
    answer="Score, stake, clock and turn, nothing else; the rest does not exist in a refereed match.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(mode=Mode.REFEREED)
    view = view_of(scene.state)
    assert view.sealed is True
    assert {"pips", "pip_count", "hint", "hints", "equity"} & {
        field.name for field in dataclasses.fields(view)
    } == set()
    scene.throws("65", LEFT)
    assert scene.recorded() == ["dark roll 65"]


@CHAPTER.case(
    "The best play stays unsaid",
    situation="Anna has spoiled her second number with 64. The screen shows the reason.",
    rule=AIDS + " A reason says that a number can be played, never where.",
    answer="The text names no point, and no point is marked.",
)
def _(desk: Desk) -> None:
    for key in SILENT_ABOUT_WHERE:
        for wording in TEXTS[key]:
            assert blanks(wording) & {"point", "from", "to", "a", "b"} == set()
    scene = desk.at(*SPOILT)
    scene.throws("64", looks=2)
    scene.moves(ANNA, "13/7", looks=2)
    scene.lifts(looks=4)
    scene.confirms_roll()
    assert scene.message == "both-numbers"
    assert scene.state.shown.message is not None
    assert scene.state.shown.message.points == ()
    assert view_of(scene.state).arrows == () or view_of(scene.state).last_side is BEN


@CHAPTER.case(
    "The larger number stays unsaid, too",
    situation="With 61 Anna plays the one where only the six may be played.",
    rule=AIDS,
    answer="The text says that it must be the larger; no point is marked.",
)
def _(desk: Desk) -> None:
    scene = desk.at("13:1", "19:2 20:2 1:2")
    scene.throws("61", looks=2)
    scene.moves(ANNA, "13/12", looks=2)
    scene.lifts(looks=4)
    scene.confirms_roll()
    assert scene.message == "larger-number"
    assert scene.state.shown.message is not None
    assert scene.state.shown.message.points == ()


@CHAPTER.case(
    "A player hesitates over an illegal try",
    situation="Ben has set his checkers illegally, dice lying, and looks at the screen to see whether it objects.",
    rule=AIDS + " A word before the end of the turn would be help.",
    answer="It shows neither alarm nor consent while he tries.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "13/9 13/10", looks=6)
    illegal = (scene.message, scene.question, scene.alarm)
    scene.puts(BEN, 9, 13, looks=0)
    scene.puts(BEN, 10, 13, looks=0)
    scene.moves(BEN, "13/7 13/8", looks=6)
    assert illegal == (scene.message, scene.question, scene.alarm) == ("", "", False)
    assert scene.recorded() == ["dark roll 65"]


@CHAPTER.case(
    "Nobody is called a cheat",
    situation="Any reason, any notice, any question that the companion can show.",
    rule="Say what to do or what is so; never accuse (word list, rules of style 1).",
    answer="No text speaks of cheating, fouls or wrongs.",
)
def _(desk: Desk) -> None:
    said_in_play = [wordings for area in (reasons, notices, questions) for wordings in area.WORDINGS.values()]
    every = [form for wordings in said_in_play for wording in wordings for form in forms(wording)]
    texts = desk.ask(every)
    assert texts == every
    said = " ".join(texts).lower()
    assert [word for word in ("cheat", "foul", "wrong", "forbidden", "illegal!") if word in said] == []


@CHAPTER.case(
    "Where aids are allowed, a refereed match shows none all the same",
    situation="The club allows aids, and Anna and Ben have chosen the refereed mode.",
    rule=AIDS + " The mode of a match decides, by whatever rules it is played.",
    answer="The screen of a refereed match keeps its seal, in every rule set.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(mode=Mode.REFEREED)
    for rules in RULE_SETS.values():
        terms = dataclasses.replace(scene.terms, rules=BackgammonRules(rules))
        assert view_of(dataclasses.replace(scene.state, terms=terms)).sealed is True
    scene.throws("65", LEFT)
    assert scene.recorded() == ["dark roll 65"]


@CHAPTER.case(
    "A silent event",
    situation="In a condone event with `told` = silent Ben plays illegally; the lamp would be seen from every chair.",
    rule="`told` = silent: an alarm would itself be outside help.",
    answer="No band, no alarm, no sound; the entry alone.",
)
def _(desk: Desk) -> None:
    scene = desk.opened("tournament illegal_play=responsible-moves told=silent")
    scene.throws("65", LEFT)
    scene.moves(BEN, "13/9 13/10", looks=2)
    scene.lifts()
    scene.throws("42", looks=2)
    assert (scene.message, scene.alarm, scene.sounds) == ("", False, [])
    assert scene.accused == ["wrong-distance"]


@CHAPTER.case(
    "The record holds positions, and no counts",
    situation="Ben asks what the position was three turns ago, hoping for a count with it.",
    rule=AIDS,
    answer="The position is on record, as a Position ID; a record holds no count.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]
    entry = scene.journal[-1]
    assert entry.position == board("6:4 8:2 5:2 13:5 24:2", "6:5 8:3 13:6 24:1").id()
    assert "pip" not in str(entry.details)
