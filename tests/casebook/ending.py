"""Chapter 4: trying plays, and ending a turn."""

from __future__ import annotations

from typing import Any

from companion.games.backgammon import START, Play
from companion.games.backgammon.conduct import AtTheTable, ends_turn
from companion.games.backgammon.notation import resolve
from companion.games.backgammon.ruleset import RuleSet
from companion.match.state import DiceSource, EndOfTurn
from companion.record.entries import Kind
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, BEN, Desk
from tests.table import LEFT, RIGHT
from vision.observation import Evidence

CHAPTER = Chapter(4, "Trying plays, and ending a turn")
LIFTING = "US rules of 2008, 4.5: lifting the dice ends the turn."
PRESSING = "Unified Clock Rules 2001, 3.4: pressing ends it, the dice staying where they lie."
BUTTON: dict[str, Any] = {"end_of_turn": EndOfTurn.BUTTON}


@CHAPTER.case(
    "A player tries an illegal play and takes it back",
    situation="Ben has 65. He tries 13/9 13/10, sees that neither went as the dice say, puts them back, plays 24/13.",
    rule=LIFTING,
    answer="Nothing is said while his dice lie there; then his legal play, in silence.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65")
    scene.moves(BEN, "13/9 13/10", looks=5)
    assert (scene.recorded(), scene.message) == (["dark roll 65"], "")
    scene.puts(BEN, 9, 13)
    scene.puts(BEN, 10, 13)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]
    assert scene.message == ""


@CHAPTER.case(
    "A player sits back with half a play on the board",
    situation="Ben has moved his six and thinks for a minute about the five.",
    rule="A turn is judged only when it has ended.",
    answer="Nothing is ruled and nothing said, however long it takes.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65")
    scene.moves(BEN, "24/18", looks=30)
    assert (scene.recorded(), scene.message, scene.phase) == (["dark roll 65"], "", "trying")
    scene.moves(BEN, "18/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "A whole legal play lies there, and the dice do too",
    situation="Ben has played 24/13, looks at it, and plays 13/7 13/8 instead before he takes up his dice.",
    rule=LIFTING,
    answer="The first play is `complete` but not on record; what lies there when the dice go up is.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65")
    scene.moves(BEN, "24/13", looks=3)
    assert (scene.recorded(), scene.phase) == (["dark roll 65"], "complete")
    scene.puts(BEN, 13, 24)
    scene.moves(BEN, "13/7 13/8", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 13/7 13/8"]


@CHAPTER.case(
    "Lifting the dice ends the turn",
    situation="Ben plays 24/13 and takes up both dice.",
    rule=LIFTING,
    answer="His play is on record, and it is Anna's turn, before she touches anything.",
)
def _(desk: Desk) -> None:
    assert desk.ask([act for act in AtTheTable if ends_turn(act)]) == [AtTheTable.LIFTS_DICE]
    scene = desk.opened()
    scene.throws("65")
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]
    assert scene.state.side is ANNA


@CHAPTER.case(
    "A player takes up one die and plays on",
    situation="Ben takes up the die he has used, as some do, thinks, and then plays the other.",
    rule="The turn ends when both dice are taken up (US rules of 2008, 4.5).",
    answer="Nothing is ruled while one die lies there.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/18", looks=2)
    scene.dice, scene.places = "5", (LEFT[1], LEFT[0])
    scene.look(times=5)
    assert scene.recorded() == ["dark roll 65"]
    scene.moves(BEN, "18/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "A hand hides the dice for a moment",
    situation="Ben leans over the board in mid-play; for one look no die is seen, then they lie where they lay.",
    rule="A turn is judged only when it has ended.",
    answer="No end of the turn: nothing is ruled on half a play.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/18", looks=2)
    scene.dice = ""
    scene.look(hand=True, times=2)
    scene.dice = "65"
    scene.look(times=3)
    assert (scene.recorded(), scene.accused) == (["dark roll 65"], [])
    scene.moves(BEN, "18/13", looks=2)
    scene.lifts()
    assert scene.recorded()[-1] == "dark play 65 24/13"


@CHAPTER.case(
    "Pressing the button ends the turn, the dice lying on",
    situation="With a button beside the board Ben plays 24/13, leaves his dice and presses.",
    rule=PRESSING,
    answer="His play is on record; before the press, nothing.",
)
def _(desk: Desk) -> None:
    pressed = RuleSet.from_text("tournament turn_ends=clock-or-button")
    assert desk.ask([act for act in AtTheTable if ends_turn(act, pressed)]) == [AtTheTable.PRESSES]
    scene = desk.opened(**BUTTON)
    scene.throws("65")
    scene.moves(BEN, "24/13", looks=3)
    assert scene.recorded() == ["dark roll 65"]
    scene.presses()
    scene.look()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "The button is pressed with a hand still over the board",
    situation="Ben presses with one hand while the other still straightens his checkers.",
    rule="What cannot be seen is not judged; the verdict comes with the first clear look after the press.",
    answer="Nothing at the press; his legal play at the first clear look.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(**BUTTON)
    scene.throws("65")
    scene.moves(BEN, "24/18", looks=1)
    scene.look(hand=True)
    scene.presses()
    assert scene.recorded() == ["dark roll 65"]
    scene.moves(BEN, "18/13", looks=2)
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]
    assert scene.accused == []


@CHAPTER.case(
    "The opponent's roll ends the turn",
    situation="Ben plays 24/13 and leaves his dice; Anna throws her own pair elsewhere: 42.",
    rule="Whoever lets the opponent roll has ended the turn (US rules of 2008, 4.5 and 4.6).",
    answer="Ben's play, then Anna's roll.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.throws("42", RIGHT)
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13", "light roll 42"]


@CHAPTER.case(
    "A legal turn is answered by silence",
    situation="Ben plays 13/7 13/8 with 65 and takes up his dice; both look at the screen.",
    rule="Nothing but score, stake, clock and turn is shown (US rules of 2009, 1.5).",
    answer="No band, no alarm, no question; just the next player's turn.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65")
    scene.moves(BEN, "13/7 13/8", looks=2)
    scene.lifts()
    assert scene.recorded()[-1] == "dark play 65 13/7 13/8"
    assert (scene.message, scene.question, scene.alarm) == ("", "", False)


@CHAPTER.case(
    "After the dice are up a player wants another play",
    situation="Ben has played 24/13 and taken up his dice; now he changes it to 13/7 13/8, and Anna has not rolled.",
    rule=LIFTING,
    answer="The turn is over: his play on record stays 24/13 unless somebody says otherwise; no accusation.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65")
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    scene.puts(BEN, 13, 24, looks=0)
    scene.moves(BEN, "13/7 13/8", looks=5)
    assert scene.recorded()[:2] == ["dark roll 65", "dark play 65 24/13"]
    assert "dark play 65 13/7 13/8" not in scene.recorded()
    assert scene.accused == []


@CHAPTER.case(
    "Single pictures are judged as they come",
    situation="Somebody has photographed the board after every play, and there is no film in between.",
    rule="`end_of_turn` = still, for pictures that somebody chose to take.",
    answer="Each clear picture is a turn that has ended: the play at once, the dice lying there.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(end_of_turn=EndOfTurn.STILL)
    scene.throws("65")
    scene.moves(BEN, "24/13")
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "A press that means nothing",
    situation="Somebody leans on the button while the checkers are being set up.",
    rule="A press ends a turn or asks for a roll; before the game there is neither.",
    answer="Noted; nothing else changes.",
)
def _(desk: Desk) -> None:
    scene = desk.table(end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC)
    scene.presses()
    assert (scene.recorded(), scene.phase) == ([], "setting-up")
    assert len(scene.entries(Kind.NOTE)) == 1
    scene.sets_up(START)
    assert scene.recorded() == ["start"]


@CHAPTER.case(
    "Whoever presses may double next, so that two presses roll",
    situation="With electronic dice Anna presses to end her turn. Ben may want to double before he rolls.",
    rule="A double is offered at the start of one's own turn, before the roll.",
    answer="The press only ends Anna's turn; Ben presses for his roll.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC)
    assert scene.rolls_asked == 1
    scene.presses()
    assert scene.rolls_asked == 2
    scene.electronic("65")
    assert scene.recorded() == ["dark roll 65"]
    assert scene.state.record.position.points == resolve(START, Play.from_text("8/5 6/5")).points


@CHAPTER.case(
    "One look misses the dice",
    situation="In the middle of Ben's play a glare hides his dice for one look, without any hand over the board.",
    rule="A turn is judged only when it has ended; one look says little.",
    answer="No end of the turn: half a play is not ruled on.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/18", looks=2)
    scene.dice = ""
    scene.look()
    scene.dice = "65"
    scene.look(times=3)
    assert (scene.recorded(), scene.accused) == (["dark roll 65"], [])
    scene.moves(BEN, "18/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "Glare over two points at the end of a turn",
    situation="Ben's play is legal, but two of his points shine so that their numbers can hardly be told.",
    rule="A false accusation is worse than a question.",
    answer="Nobody is accused; when the glare has gone, his play is on record.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    glare = {19: Evidence({(0, 5): 0.4, (0, 4): 0.5}), 17: Evidence({(0, 3): 0.4, (0, 2): 0.5})}
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=0)
    scene.dice = ""
    for _ in range(3):
        scene.look(misread=glare)
    scene.look(times=3)
    assert scene.accused == []
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "The button is pressed where lifting the dice ends the turn",
    situation="Lifting the dice ends a turn here. Ben has moved his six, presses out of habit, then plays on.",
    rule=LIFTING,
    answer="Half a play is not ruled on; his whole play is on record when his dice are up, once.",
)
def _(desk: Desk) -> None:
    assert desk.ask(ends_turn(AtTheTable.PRESSES)) is False
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/18", looks=2)
    scene.waits(1)
    scene.presses()
    scene.moves(BEN, "18/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]
