"""Chapter 10: pauses, spilled boards, and a camera that is gone."""

from __future__ import annotations

from companion.games.backgammon.cube import Act, Cube
from companion.games.backgammon.scoring import Result
from companion.match.state import DiceSource, EndOfTurn
from companion.record.entries import Kind
from companion.record.match import Win
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, BEN, Desk
from tests.games.boards import board
from tests.table import LEFT
from vision.observation import UNSEEN

CHAPTER = Chapter(10, "Pauses, spilled boards, a camera that is gone")
PAUSE = "While play is interrupted the clock stands, and nothing is ruled or recorded."
RECORD = "The record says where the checkers were; a spilled board is put back by it."
BLIND = "What the camera cannot see is entered by touch; the rules stay the same."


@CHAPTER.case(
    "A pause",
    situation="Anna fetches coffee and touches pause. Ben plays with the checkers meanwhile, and puts them back.",
    rule=PAUSE,
    answer="Nothing of it is a play; after the pause the game goes on where it was.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    stood = dict(scene.board)
    scene.touches("Paused")
    assert scene.phase == "paused"
    scene.moves(BEN, "13/7", looks=3)
    scene.throws("44", looks=3)
    assert scene.recorded() == []
    scene.board, scene.dice = stood, ""
    scene.touches("Resumed")
    scene.look(times=2)
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "A pause between roll and play",
    situation="Ben has rolled 65 when the telephone rings. He takes the call, comes back and plays 24/13.",
    rule=PAUSE,
    answer="The roll stands through the pause.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT, looks=2)
    scene.touches("Paused")
    scene.waits(120)
    scene.touches("Resumed")
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "Nobody is there for five minutes",
    situation="Both have gone to dinner without a word; nothing moves on the board.",
    rule=PAUSE,
    answer="Paused after five idle minutes; the game goes on when they play.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.waits(290)
    assert scene.phase != "paused"
    scene.waits(20)
    assert scene.phase == "paused"
    scene.touches("Resumed")
    scene.look(times=2)
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "The board is spilled",
    situation="A child bumps into the table, and half of the checkers slide. They touch put it back.",
    rule=RECORD,
    answer="No fault of anybody. They are guided point by point; when all stand, the game goes on.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    stood = dict(scene.board)
    scene.sets_up(board("5:3 4:2 7:4 11:3 24:2 1:1", "6:2 9:4 13:4 22:3 2:2"), looks=2)
    scene.touches("PutBackAsked")
    scene.look()
    assert scene.phase == "putting-back"
    assert scene.accused == []
    scene.sets_up(stood, looks=4)
    assert scene.phase == "may-double"
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded()[-2:] == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "The board is spilled in mid-turn",
    situation="Ben has rolled 65 when the board is knocked: checkers slide, the dice are on the floor. They look at it "
    "for a moment, touch put it back, and do so.",
    rule=RECORD + " A roll on record stands.",
    answer="No fault of anybody, before or after: the board as before his roll, and 65 still to be played.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    stood = dict(scene.board)
    scene.throws("65", LEFT, looks=2)
    scene.dice = ""
    scene.sets_up(board("5:3 4:2 7:4 11:3 24:2 1:1", "6:2 9:4 13:4 22:3 2:2"), looks=4)
    scene.touches("PutBackAsked")
    scene.sets_up(stood, looks=4)
    assert scene.recorded() == ["dark roll 65"]
    scene.dice = "65"
    scene.look(times=2)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "Restore position is touched at once",
    situation="The same, but somebody touches the screen before the camera has looked again; the dice lie on.",
    rule=RECORD,
    answer="It waits for a look at the board as it is now; then the guide, and the game goes on.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    stood = dict(scene.board)
    scene.throws("65", LEFT, looks=2)
    scene.touches("PutBackAsked")
    scene.sets_up(board("5:3 4:2 7:4 11:3 24:2 1:1", "6:2 9:4 13:4 22:3 2:2"), looks=2)
    assert scene.phase == "putting-back"
    scene.sets_up(stood, looks=4)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "Nobody agrees how the board stood",
    situation="The board was spilled before the companion was switched on again, and the players disagree.",
    rule="Who was right at the table is the director's to say.",
    answer="Ask the director. The companion shows the record and takes the position that is set by touch.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    agreed = board("6:4 8:2 5:2 13:5 24:2", "6:5 8:3 13:4 24:2 18:1", on_roll=ANNA)
    scene.touches("Disputed")
    scene.touches("PositionSet", agreed.id(), ANNA)
    assert scene.state.record.position.points == agreed.points
    assert scene.accused == []
    scene.sets_up(agreed)
    if scene.phase == "paused":
        scene.touches("Resumed")
    scene.throws("31")
    scene.moves(ANNA, "6/3 24/23", looks=2)
    scene.lifts()
    assert scene.recorded()[-1] == "light play 31 24/23 6/3"


@CHAPTER.case(
    "The camera's cable comes out",
    situation="Ben has rolled 65 by his own account, but the camera is dark. He enters roll and play by touch.",
    rule=BLIND,
    answer="It says that the camera does not answer; the entered roll and play are on record.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.touches("CameraLost", "no picture")
    assert scene.message == "notice.camera-lost"
    scene.touches("RollEntered", 6, 5)
    scene.touches("PlayEntered", "24/13")
    assert [line for line in scene.recorded() if "camera" not in line] == ["dark roll 65", "dark play 65 24/13"]
    assert scene.state.side is ANNA


@CHAPTER.case(
    "An illegal play is entered by touch",
    situation="Without a camera Ben enters 13/9 13/10 for his 65.",
    rule=BLIND,
    answer="Nothing illegal is recorded in silence: the reason is told, or the play refused.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.touches("CameraLost", "no picture")
    scene.touches("RollEntered", 6, 5)
    scene.touches("PlayEntered", "13/9 13/10")
    assert [line for line in scene.recorded() if " play " in line] == []
    assert scene.message or scene.question or scene.accused
    assert "dark roll 65" in scene.recorded()


@CHAPTER.case(
    "The camera comes back",
    situation="Two turns were entered by touch while the camera was gone; now it sees the board again, as recorded.",
    rule="The board is compared with the record; only differences are said.",
    answer="The game goes on; nothing is asked.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.touches("CameraLost", "no picture")
    scene.touches("RollEntered", 6, 5)
    scene.touches("PlayEntered", "24/13")
    scene.touches("CameraBack")
    scene.moves(BEN, "24/13", looks=3)
    assert (scene.question, scene.accused) == ("", [])
    scene.throws("42", LEFT)
    scene.moves(ANNA, "8/4 6/4", looks=2)
    scene.lifts()
    assert scene.recorded()[-2:] == ["light roll 42", "light play 42 8/4 6/4"]


@CHAPTER.case(
    "A hand is left lying on the board",
    situation="Ben rests his arm on the rim for half a minute, over his own checkers.",
    rule="What cannot be seen is not judged.",
    answer="Nothing is ruled or recorded until the arm is gone.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/18", looks=0)
    scene.look(hand=True, times=30)
    assert scene.recorded() == ["dark roll 65"]
    assert scene.accused == []
    scene.moves(BEN, "18/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "Something lies on the board for long",
    situation="A score sheet covers a quarter of the board, and Ben has ended his turn.",
    rule="A false accusation is worse than a question; what is hidden is not missing.",
    answer="After a while a notice says that something cannot be seen; with the sheet gone the play is on record.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    covered = dict.fromkeys(range(1, 8), UNSEEN)
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=0)
    for _ in range(12):
        scene.look(misread=covered)
    scene.dice = ""
    for _ in range(20):
        scene.look(misread=covered)
        scene.waits(1)
    assert scene.recorded() == ["dark roll 65"]
    assert scene.message in ("notice.unseen", "notice.unreadable")
    assert not scene.alarm
    scene.look(times=3)
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "The camera is gone while electronic dice roll",
    situation="With button dice the camera is dark. Ben presses, gets 65, enters his play and Anna doubles.",
    rule=BLIND,
    answer="Roll, play and double are on record without a picture.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC)
    scene.touches("CameraLost", "no picture")
    scene.presses()
    scene.electronic("65")
    scene.touches("PlayEntered", "24/13")
    scene.acts(Act.DOUBLE, ANNA)
    scene.acts(Act.TAKE, BEN)
    assert [line for line in scene.recorded() if "camera" not in line] == [
        "dark roll 65", "dark play 65 24/13", "light double", "dark take",
    ]  # fmt: skip
    assert scene.state.record.cube == Cube(2, BEN)
    assert scene.entries(Kind.ILLEGAL) == []


@CHAPTER.case(
    "A pause while a double awaits its answer",
    situation="Ben has doubled. Anna wants to think about it over a cigarette; they touch pause, then go on.",
    rule=PAUSE,
    answer="The double still awaits her answer.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.acts(Act.DOUBLE, BEN)
    scene.touches("Paused")
    scene.waits(300)
    scene.touches("Resumed")
    assert scene.phase == "doubled"
    scene.acts(Act.TAKE, ANNA)
    assert scene.recorded() == ["dark double", "light take"]


@CHAPTER.case(
    "The camera comes back and the board is not as recorded",
    situation="While the camera was gone Ben entered 24/13 for his 65, but has put the checkers on 24/18 13/8.",
    rule="The board is compared with the record; differences are named, and nobody is accused.",
    answer="No accusation; the points that differ are named or asked about.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.touches("CameraLost", "no picture")
    scene.touches("RollEntered", 6, 5)
    scene.touches("PlayEntered", "24/13")
    scene.touches("CameraBack")
    scene.moves(BEN, "24/18 13/8", looks=6)
    assert scene.accused == []
    assert scene.question or scene.message
    assert not scene.alarm
    assert scene.recorded()[1:3] == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "A pause leaves the questions as they were",
    situation="Ben has doubled, and the screen asks Anna: take or drop? They pause, come back, and she looks for it.",
    rule=PAUSE,
    answer="The screen asks the same again.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.acts(Act.DOUBLE, BEN)
    asked = scene.question, scene.choices
    assert asked[0]
    scene.touches("Paused")
    scene.touches("Resumed")
    assert (scene.question, scene.choices) == asked


@CHAPTER.case(
    "A pause while a resignation awaits its answer",
    situation="Ben has given up a single game. Before Anna answers, the door bell rings; they pause and come back.",
    rule=PAUSE,
    answer="Anna is still asked, and accepts.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.resigns(BEN, Result.SINGLE)
    scene.touches("Paused")
    scene.touches("Resumed")
    assert scene.question == "question.resigned"
    scene.answers("answer.yes")
    assert scene.state.record.result == Win(ANNA, 1)


@CHAPTER.case(
    "Undo is touched while a resignation awaits its answer",
    situation="Ben has given up; somebody touches undo instead of an answer, and says no.",
    rule="One question does not swallow another.",
    answer="The resignation still awaits its answer.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.resigns(BEN, Result.SINGLE)
    scene.touches("UndoAsked")
    if scene.question == "question.take-back":
        scene.answers("answer.no")
    assert scene.question == "question.resigned"
    scene.answers("answer.no")
    assert scene.state.record.resignation is None
    assert scene.question == ""


@CHAPTER.case(
    "A roll entered by touch that cannot be played",
    situation="The camera is gone. Anna, on the bar against five closed points, enters her 65.",
    rule="All leaflets: who can play no number loses the turn.",
    answer="`Cannot Move` at once; Ben is to roll.",
)
def _(desk: Desk) -> None:
    scene = desk.at("bar:1 13:5 8:4 6:5", "6:3 5:3 4:2 3:2 2:2 13:3")
    scene.touches("CameraLost", "no picture")
    scene.touches("RollEntered", 6, 5)
    assert scene.recorded()[-2:] == ["light roll 65", "light play 65 Cannot Move"]
    assert scene.state.side is BEN


CONSENT = "In a refereed match nobody alone ends a pause, or stops a running clock ([consent](internals/consent.md))."


@CHAPTER.case(
    "The end of a pause needs both",
    situation="They have paused. Anna is back first and taps *Resume*; Ben comes a minute later, and taps *Yes*.",
    rule=CONSENT,
    answer="The question waits at Ben's chair; the clock runs from his yes.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(clock=True)
    scene.touches("Paused", by=BEN)
    scene.answers("answer.yes", by=ANNA)
    assert scene.phase == "paused"
    scene.touches("Resumed", by=ANNA)
    assert (scene.question, scene.asked_of, scene.phase) == ("question.go-on", {BEN}, "paused")
    scene.waits(60)
    assert scene.state.clock is not None
    assert not scene.state.clock.runs
    scene.answers("answer.yes", by=BEN)
    assert scene.phase == "may-double"
    assert scene.state.clock.runs


@CHAPTER.case(
    "A pause of a running clock",
    situation="Ben's time runs. He taps *Pause* to think; Anna does not answer, and he rolls at last.",
    rule=CONSENT,
    answer="His time runs on; Anna is asked until she answers or the game is over.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(clock=True)
    scene.touches("Paused", by=BEN)
    assert (scene.question, scene.asked_of) == ("question.pause", {ANNA})
    scene.throws("65", LEFT)
    assert scene.state.clock is not None
    assert scene.state.clock.runs
    assert scene.question == "question.pause"
    scene.answers("answer.no", by=ANNA)
    assert (scene.question, scene.recorded()) == ("", ["dark roll 65"])
