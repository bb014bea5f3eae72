"""Chapter 6: the fifteen reasons, each beside a play that is nearly the same and legal."""

from __future__ import annotations

from companion.games.backgammon import Dice, Reason, explain, picture_of
from companion.games.rules import TRAY, Stack
from companion.match.state import EndOfTurn
from companion.record.entries import Kind
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, BEN, Desk, Scene
from tests.games.boards import board

CHAPTER = Chapter(6, "The fifteen reasons, and legal plays that look like them")
STARTS = ("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2")


def ruled(scene: Scene, reason: str) -> None:
    """The play is told as illegal, once, for this reason, and is to be put right.

    Where another roll would explain the play it is asked first which one it was.
    """
    scene.look(times=3)
    scene.confirms_roll()
    assert scene.accused == [reason], scene.recorded()
    assert scene.alarm
    assert scene.phase in ("ruled", "correcting")


def legal(scene: Scene, line: str) -> None:
    """The play is on record in silence."""
    assert scene.accused == [], scene.recorded()
    assert scene.recorded()[-1] == line
    assert (scene.message, scene.question) == ("", "")


# --- blocked points ------------------------------------------------------------------------------


@CHAPTER.case(
    "A checker lands where two opposing ones stand",
    situation="With 52 Anna plays 13/11 and sets a checker from her 24-point on Ben's 6-point, where five stand.",
    rule="All leaflets: a point with two or more enemy checkers is blocked.",
    answer="Illegal: `blocked-point`.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS)
    scene.throws("52", looks=2)
    scene.moves(ANNA, "13/11 24/19", looks=2)
    scene.lifts()
    ruled(scene, "blocked-point")


@CHAPTER.case(
    "A checker lands where one opposing checker stands",
    situation="With 31 Anna makes her 5-point on Ben's single checker and puts it on the bar.",
    rule="All leaflets: one enemy checker is hit and goes to the bar.",
    answer="Legal: 8/5* 6/5.",
)
def _(desk: Desk) -> None:
    scene = desk.at("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:1 20:1")
    scene.throws("31", looks=2)
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.lifts()
    legal(scene, "light play 31 8/5* 6/5")


@CHAPTER.case(
    "Seven points at once over two blocked ones",
    situation="With 43 Anna takes a checker from her mid-point seven points on; Ben holds both points on the way.",
    rule="Tactic, gamez, Djeco: the numbers are separate moves, and every landing must be legal.",
    answer="Illegal: `blocked-point`, both stepping points named.",
)
def _(desk: Desk) -> None:
    scene = desk.at("24:2 13:5 8:3 6:5", "24:2 16:2 15:2 13:3 8:2 6:4")
    scene.throws("43", looks=2)
    scene.moves(ANNA, "13/6", looks=2)
    scene.lifts()
    ruled(scene, "blocked-point")
    assert scene.state.shown.message is not None
    assert scene.message == "blocked-point.both"


@CHAPTER.case(
    "Seven points at once over one blocked one",
    situation="The same, but Ben holds only Anna's 9-point: by way of her 10-point the way is free.",
    rule="A blocked point may be passed over; either order will do.",
    answer="Legal: 13/6.",
)
def _(desk: Desk) -> None:
    scene = desk.at("24:2 13:5 8:3 6:5", "24:2 16:2 13:5 8:2 6:4")
    scene.throws("43", looks=2)
    scene.moves(ANNA, "13/6", looks=2)
    scene.lifts()
    legal(scene, "light play 43 13/6")


# --- distances -----------------------------------------------------------------------------------


@CHAPTER.case(
    "Two checkers go three and two with 41",
    situation="Anna has rolled 41, plays 13/11 13/10 and takes up her dice.",
    rule="All leaflets: a checker goes as far as the dice show.",
    answer="Illegal: `wrong-distance`.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS)
    scene.throws("41", looks=2)
    scene.moves(ANNA, "13/11 13/10", looks=2)
    scene.lifts()
    ruled(scene, "wrong-distance")


@CHAPTER.case(
    "Two checkers at different places go three and two with 41",
    situation="Anna has rolled 41, plays 13/10 24/22 and takes up her dice.",
    rule="All leaflets: a checker goes as far as the dice show; a reason is to be what people see.",
    answer="Illegal: `wrong-distance`, not `backward`: nobody would see a step back in it.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS)
    scene.throws("41", looks=2)
    scene.moves(ANNA, "13/10 24/22", looks=2)
    scene.lifts()
    ruled(scene, "wrong-distance")


@CHAPTER.case(
    "A checker goes six with 41, as with 42 or 51",
    situation="Anna has rolled 41, plays 13/7 and takes up her dice. They say that the roll was 41.",
    rule="A misread die is likelier than a fault: where another roll explains the play, it may be asked which it was.",
    answer="No alarm before it is known which roll it was; 41 confirmed, `wrong-distance`.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS)
    scene.throws("41", looks=2)
    scene.moves(ANNA, "13/7", looks=2)
    scene.lifts(looks=4)
    assert [line for line in scene.recorded() if " play " in line] == []
    ruled(scene, "wrong-distance")


@CHAPTER.case(
    "A checker goes six with a roll that was 42",
    situation="The same, but both say that the roll was 42, which the camera has read as 41.",
    rule="A misread die is likelier than a fault: where another roll explains the play, it is asked which it was.",
    answer="The roll is put right to 42, its first reading kept; the play is legal.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS)
    scene.throws("41", looks=2)
    scene.moves(ANNA, "13/7", looks=2)
    scene.lifts(looks=4)
    if scene.question == "question.which-roll" and "42" in scene.choices:
        scene.answers("42")
    else:
        scene.touches("RollEntered", 4, 2)
    scene.look(times=3)
    assert scene.recorded()[0] == "light roll 41"
    assert scene.recorded()[-1] == "light play 42 13/7"
    assert scene.last(Kind.EDIT).dice == (4, 2)
    assert not scene.alarm


@CHAPTER.case(
    "A checker goes five with 41",
    situation="Anna has rolled 41 and plays 13/8 with one checker.",
    rule="All leaflets: both numbers may be played with one checker.",
    answer="Legal: 13/8.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS)
    scene.throws("41", looks=2)
    scene.moves(ANNA, "13/8", looks=2)
    scene.lifts()
    legal(scene, "light play 41 13/8")


@CHAPTER.case(
    "A checker enters on the wrong point",
    situation="Anna enters from the bar with 41, but on the 22-point, and plays 6/5.",
    rule="All leaflets: a die of n enters on the n-th point of the opponent's home.",
    answer="Illegal: `wrong-distance`; the text names the point of entry.",
)
def _(desk: Desk) -> None:
    scene = desk.at("bar:1 24:1 13:5 8:3 6:5", "6:5 8:3 13:5 24:2")
    scene.throws("41", looks=2)
    scene.moves(ANNA, "bar/22 6/5", looks=2)
    scene.lifts()
    ruled(scene, "wrong-distance")
    assert scene.message == "wrong-distance.entry"


@CHAPTER.case(
    "A checker enters and runs on",
    situation="With 41 Anna enters on the 24-point and goes on to the 20-point with the same checker.",
    rule="All leaflets: after entering, the other number may be used freely.",
    answer="Legal: bar/20.",
)
def _(desk: Desk) -> None:
    scene = desk.at("bar:1 24:1 13:5 8:3 6:5", "6:5 8:3 13:5 24:2")
    scene.throws("41", looks=2)
    scene.moves(ANNA, "bar/20", looks=2)
    scene.lifts()
    legal(scene, "light play 41 bar/20")


# --- the bar -------------------------------------------------------------------------------------


@CHAPTER.case(
    "A checker is left on the bar",
    situation="Anna has a checker on the bar and rolls 43. She plays 13/6 and forgets it.",
    rule="All leaflets: all checkers on the bar come in before any other move.",
    answer="Illegal: `bar-first`.",
)
def _(desk: Desk) -> None:
    scene = desk.at("bar:1 24:1 13:5 8:3 6:5", "6:5 8:3 13:5 24:2")
    scene.throws("43", looks=2)
    scene.moves(ANNA, "13/6", looks=2)
    scene.lifts()
    ruled(scene, "bar-first")


@CHAPTER.case(
    "Only one of two checkers can come in",
    situation="Anna has two checkers on the bar and rolls 63; Ben's 6-point is closed. She plays bar/22 and stops.",
    rule="All leaflets: while one checker is on the bar nothing else moves; what cannot be played is lost.",
    answer="Legal: bar/22, the six lost.",
)
def _(desk: Desk) -> None:
    scene = desk.at("bar:2 13:5 8:3 6:5", "6:5 8:3 13:5 24:2")
    scene.throws("63", looks=2)
    scene.moves(ANNA, "bar/22", looks=2)
    scene.lifts()
    legal(scene, "light play 63 bar/22")


@CHAPTER.case(
    "One of two checkers comes in and another one moves",
    situation="The same, but Anna plays bar/22 and 13/7.",
    rule="All leaflets: all of them come in before any other move.",
    answer="Illegal: `bar-first`.",
)
def _(desk: Desk) -> None:
    scene = desk.at("bar:2 13:5 8:3 6:5", "6:5 8:3 13:5 24:2")
    scene.throws("63", looks=2)
    scene.moves(ANNA, "bar/22 13/7", looks=2)
    scene.lifts()
    ruled(scene, "bar-first")


# --- both numbers, the larger number, a number left ----------------------------------------------

SPOILT = ("13:1 8:1", "22:2 21:2 1:11")
"""After 13/7 no four is left; 8/2 and 13/9 plays both."""


@CHAPTER.case(
    "A player spoils the second number",
    situation="Anna has two checkers left and rolls 64. She plays 13/7, after which no four can be played; 8/2 13/9 "
    "would have used both.",
    rule="Tactic, gamez, Djeco, tournaments: both numbers must be played if any order allows it (`both_numbers`).",
    answer="Illegal: `both-numbers`; the text does not say where.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*SPOILT)
    scene.throws("64", looks=2)
    scene.moves(ANNA, "13/7", looks=2)
    scene.lifts()
    ruled(scene, "both-numbers")
    assert scene.state.shown.message is not None
    assert scene.state.shown.message.points == ()


@CHAPTER.case(
    "Both numbers are played the only way there is",
    situation="The same, but Anna plays 8/2 13/9.",
    rule="Both numbers must be played if any order allows it (`both_numbers`).",
    answer="Legal.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*SPOILT)
    scene.throws("64", looks=2)
    scene.moves(ANNA, "13/9 8/2", looks=2)
    scene.lifts()
    legal(scene, "light play 64 13/9 8/2")


@CHAPTER.case(
    "The smaller number is played where only one can be",
    situation="Anna's last checker stands on the 13-point; with 61 either number can be played, but not both. "
    "She plays 13/12.",
    rule="Tactic, gamez, Djeco, tournaments: then it must be the larger (`larger_number`).",
    answer="Illegal: `larger-number`.",
)
def _(desk: Desk) -> None:
    scene = desk.at("13:1", "19:2 20:2 1:2")
    scene.throws("61", looks=2)
    scene.moves(ANNA, "13/12", looks=2)
    scene.lifts()
    ruled(scene, "larger-number")


@CHAPTER.case(
    "The smaller number is played where the larger cannot be",
    situation="The same roll, but the six is blocked from the 13-point, and from the 12-point as well.",
    rule="What cannot be played is lost.",
    answer="Legal: 13/12.",
)
def _(desk: Desk) -> None:
    scene = desk.at("13:1", "18:2 19:2 1:2")
    scene.throws("61", looks=2)
    scene.moves(ANNA, "13/12", looks=2)
    scene.lifts()
    legal(scene, "light play 61 13/12")


@CHAPTER.case(
    "A turn ends with a number left",
    situation="With 62 Anna runs 24/18 and takes up her dice; the two can still be played.",
    rule="All leaflets: playing is compulsory.",
    answer="Illegal: `move-left`; the text does not say where.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS)
    scene.throws("62", looks=2)
    scene.moves(ANNA, "24/18", looks=2)
    scene.lifts()
    ruled(scene, "move-left")
    assert scene.state.shown.message is not None
    assert scene.state.shown.message.points == ()


@CHAPTER.case(
    "Of a double only two numbers can be played",
    situation="With 33 Anna plays 13/10/7; her other checker and this one are blocked then.",
    rule="Playing is compulsory as far as it is possible.",
    answer="Legal: 13/7.",
)
def _(desk: Desk) -> None:
    scene = desk.at("13:1 24:1", "21:2 4:2 2:2")
    scene.throws("33", looks=2)
    scene.moves(ANNA, "13/7", looks=2)
    scene.lifts()
    legal(scene, "light play 33 13/7")


# --- more and less than the dice allow -----------------------------------------------------------


@CHAPTER.case(
    "Three moves with two numbers",
    situation="With 43 Anna plays 13/9, 13/10 and 24/20.",
    rule="All leaflets: two numbers are two moves.",
    answer="Illegal: `wrong-number-of-moves`.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS)
    scene.throws("43", looks=2)
    scene.moves(ANNA, "13/9 13/10 24/20", looks=2)
    scene.lifts()
    ruled(scene, "wrong-number-of-moves")


@CHAPTER.case(
    "A double is played five times",
    situation="With 22 Anna plays 13/11(4) and, having lost count, 6/4.",
    rule="All leaflets: a double gives four moves.",
    answer="Illegal: `wrong-number-of-moves`.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS)
    scene.throws("22", looks=2)
    scene.moves(ANNA, "13/11(4) 6/4", looks=2)
    scene.lifts()
    ruled(scene, "wrong-number-of-moves")


@CHAPTER.case(
    "A double is played by one checker",
    situation="With 44 Anna runs one checker from the 24-point to the 8-point.",
    rule="All leaflets: the four moves of a double may be made with one checker.",
    answer="Legal: 24/8.",
)
def _(desk: Desk) -> None:
    scene = desk.at("24:2 13:5 8:3 6:5", "6:5 8:3 10:5 24:2")
    scene.throws("44", looks=2)
    scene.moves(ANNA, "24/8", looks=2)
    scene.lifts()
    legal(scene, "light play 44 24/8")


@CHAPTER.case(
    "Nothing is moved although something can be",
    situation="Anna looks at her 31, finds nothing she likes and presses the button.",
    rule="All leaflets: playing is compulsory.",
    answer="Illegal: `wrong-number-of-moves`, in the words for nothing moved.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS, end_of_turn=EndOfTurn.BUTTON)
    scene.throws("31", looks=2)
    scene.presses()
    scene.look(times=2)
    ruled(scene, "wrong-number-of-moves")
    assert scene.message == "wrong-number-of-moves.none"


# --- bearing off ---------------------------------------------------------------------------------


@CHAPTER.case(
    "Bearing off with a checker outside",
    situation="Anna bears off 6/off 4/off with 64 while her last checker is still on the 9-point.",
    rule="Tactic, gamez, Djeco: only when all of a player's checkers are home.",
    answer="Illegal: `bear-off-outside`.",
)
def _(desk: Desk) -> None:
    scene = desk.at("9:1 6:3 4:2", "1:2 2:2")
    scene.tray_seen = True
    scene.throws("64", looks=2)
    scene.moves(ANNA, "6/off 4/off", looks=2)
    scene.lifts()
    ruled(scene, "bear-off-outside")


@CHAPTER.case(
    "Bearing off with a checker outside, the tray out of sight",
    situation="The same, but the checkers are laid into a tray that the camera does not see.",
    rule="A silent wrong record is worst; where the rules do not account for what is seen, it is asked.",
    answer="Told as illegal, or asked; in no case is a legal play recorded in its place.",
)
def _(desk: Desk) -> None:
    scene = desk.at("9:1 6:3 4:2", "1:2 2:2")
    scene.throws("64", looks=2)
    scene.moves(ANNA, "6/off 4/off", looks=2)
    scene.lifts(looks=6)
    assert scene.recorded()[:1] == ["light roll 64"]
    assert [line for line in scene.recorded() if " play " in line] == []
    assert scene.question or scene.accused == ["bear-off-outside"]


@CHAPTER.case(
    "A lower checker goes off, the tray out of sight",
    situation="With 54 Anna takes one checker off her 4-point and one off her 2-point, into a tray that the camera "
    "does not see; another one stands on the 4-point.",
    rule="A silent wrong record is worst; where the rules do not account for what is seen, it is asked.",
    answer="Told as illegal, or asked; in no case is 4/off(2) recorded in its place.",
)
def _(desk: Desk) -> None:
    scene = desk.at("4:2 2:2", "1:2 2:2")
    scene.throws("54", looks=2)
    scene.moves(ANNA, "4/off 2/off", looks=2)
    scene.lifts(looks=6)
    assert scene.recorded()[:1] == ["light roll 54"]
    assert [line for line in scene.recorded() if " play " in line] == []
    assert scene.question or scene.accused == ["lower-checker-off"]


@CHAPTER.case(
    "The last checker comes home, and then one goes off",
    situation="The same roll: Anna brings the checker in with the six, 9/3, and bears one off with the four.",
    rule="Once all are home, bearing off is allowed, within the same turn, too.",
    answer="Legal: 9/3 4/off.",
)
def _(desk: Desk) -> None:
    scene = desk.at("9:1 6:3 4:2", "1:2 2:2")
    scene.throws("64", looks=2)
    scene.moves(ANNA, "9/3 4/off", looks=2)
    scene.lifts()
    legal(scene, "light play 64 9/3 4/off")


@CHAPTER.case(
    "A lower checker goes off while higher ones stand",
    situation="With 54 Anna takes one checker off her 4-point and one off her 2-point; another stands on the 4-point.",
    rule="All leaflets: a larger die takes off the farthest checker only.",
    answer="Illegal: `lower-checker-off`.",
)
def _(desk: Desk) -> None:
    scene = desk.at("4:2 2:2", "1:2 2:2")
    scene.tray_seen = True
    scene.throws("54", looks=2)
    scene.moves(ANNA, "4/off 2/off", looks=2)
    scene.lifts()
    ruled(scene, "lower-checker-off")


@CHAPTER.case(
    "A larger die takes off the farthest checker",
    situation="The same roll: Anna takes both checkers off her 4-point.",
    rule="All leaflets: where no checker stands farther back, the larger die takes off the farthest.",
    answer="Legal: 4/off(2).",
)
def _(desk: Desk) -> None:
    scene = desk.at("4:2 2:2", "1:2 2:2")
    scene.throws("54", looks=2)
    scene.moves(ANNA, "4/off(2)", looks=2)
    scene.lifts()
    legal(scene, "light play 54 4/off(2)")


@CHAPTER.case(
    "A player moves inside the home instead of bearing off",
    situation="With 31 Anna could bear a checker off her 3-point; she plays 6/3 6/5 instead.",
    rule="Djeco in so many words: bearing off is never compulsory while another legal move with that die exists.",
    answer="Legal: 6/3 6/5.",
)
def _(desk: Desk) -> None:
    scene = desk.at("6:2 3:2 1:3", "1:2 2:2")
    scene.throws("31", looks=2)
    scene.moves(ANNA, "6/3 6/5", looks=2)
    scene.lifts()
    legal(scene, "light play 31 6/3 6/5")


@CHAPTER.case(
    "A borne-off checker is put on the bar",
    situation="With 65 Anna bears two checkers off and puts one beside the board, the other, absent-mindedly, on the "
    "bar.",
    rule="Tactic: a checker that leaves the board is put outside; the bar is for those that were hit.",
    answer="It all rests on one checker, which may be misread: it is asked whether she has borne two off. If not, "
    "illegal: `own-on-bar`.",
)
def _(desk: Desk) -> None:
    scene = desk.at("6:2 5:2 2:1", "1:2 2:2")
    scene.tray_seen = True
    scene.throws("65", looks=2)
    scene.moves(ANNA, "6/off", looks=0)
    scene.puts(ANNA, 5, "bar", looks=2)
    scene.lifts(looks=3)
    assert scene.choices == ["6/off 5/off", "answer.other"]
    scene.answers("answer.other")
    scene.look()
    ruled(scene, "own-on-bar")


# --- backward ------------------------------------------------------------------------------------


@CHAPTER.case(
    "A checker goes back",
    situation="With 61 Anna plays 13/7 and covers it by moving a checker back from her 6-point to the 7-point.",
    rule="All leaflets: checkers move forward only.",
    answer="Illegal: `backward`.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS)
    scene.throws("61", looks=2)
    scene.moves(ANNA, "13/7", looks=0)
    scene.puts(ANNA, 6, 7, looks=2)
    scene.lifts()
    ruled(scene, "backward")


@CHAPTER.case(
    "The bar-point is made the right way",
    situation="With 61 Anna plays 13/7 8/7.",
    rule="All leaflets: each number with one checker.",
    answer="Legal: 13/7 8/7.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS)
    scene.throws("61", looks=2)
    scene.moves(ANNA, "13/7 8/7", looks=2)
    scene.lifts()
    legal(scene, "light play 61 13/7 8/7")


# --- the opponent's checkers ---------------------------------------------------------------------


@CHAPTER.case(
    "An opposing checker is moved",
    situation="Anna makes her 5-point with 31; her sleeve has pushed a checker of Ben's mid-point one point on, and "
    "both points are seen well.",
    rule="Nobody moves the opponent's checkers (word list of reasons, 9).",
    answer="Illegal: `opponent-moved`; please put it back.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS)
    scene.throws("31", looks=2)
    scene.moves(ANNA, "8/5 6/5", looks=0)
    scene.puts(BEN, 13, 14, looks=3)
    scene.lifts()
    ruled(scene, "opponent-moved")


@CHAPTER.case(
    "The hit checker is left under the hitter",
    situation="With 31 Anna hits Ben's checker on her 5-point and leaves it lying under her own two.",
    rule="All leaflets: a checker that is hit goes to the bar.",
    answer="Illegal: `hit-not-on-bar`.",
)
def _(desk: Desk) -> None:
    scene = desk.at("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:1 20:1")
    scene.throws("31", looks=2)
    scene.puts(ANNA, 8, 5, looks=0)
    scene.puts(ANNA, 6, 5, looks=2)
    scene.lifts()
    ruled(scene, "hit-not-on-bar")


@CHAPTER.case(
    "The hit checker is nowhere to be seen",
    situation="Anna hits with 31 and keeps Ben's checker in her hand, or it has rolled under the board's rim.",
    rule="A checker that is missing is a question, never an accusation (word list of reasons, 10b).",
    answer="Nobody is accused; something is asked. With the checker on the bar the play is legal.",
)
def _(desk: Desk) -> None:
    scene = desk.at("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:1 20:1")
    scene.throws("31", looks=2)
    scene.moves(ANNA, "8/5 6/5", looks=0)
    scene.puts(BEN, "bar", "off", looks=4)
    scene.lifts(looks=4)
    assert scene.accused == []
    assert scene.message
    assert not scene.alarm
    scene.puts(BEN, "off", "bar", looks=3)
    assert scene.recorded()[-1] == "light play 31 8/5* 6/5"
    assert scene.message == ""


@CHAPTER.case(
    "The words for a hit checker that is not seen",
    situation="The same; both read the screen.",
    rule="Word list of reasons, 10b: I cannot see the hit checker, please put it on the bar.",
    answer="These words, with the play to confirm; not the question which play it was.",
)
def _(desk: Desk) -> None:
    scene = desk.at("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:1 20:1")
    scene.throws("31", looks=2)
    scene.moves(ANNA, "8/5 6/5", looks=0)
    scene.puts(BEN, "bar", "off", looks=4)
    scene.lifts(looks=4)
    assert scene.message == "hit-not-on-bar.unseen"


@CHAPTER.case(
    "A checker is hit in passing",
    situation="With 31 Anna hits on her 5-point with the three and runs on to the 4-point with the same checker.",
    rule="Each number is a move of its own: the checker that was hit stays on the bar.",
    answer="Legal: 8/5*/4.",
)
def _(desk: Desk) -> None:
    scene = desk.at("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:1 20:1")
    scene.throws("31", looks=2)
    scene.moves(ANNA, "8/5 5/4", looks=2)
    scene.lifts()
    legal(scene, "light play 31 8/5*/4")


# --- counts and dice: questions ------------------------------------------------------------------


@CHAPTER.case(
    "A checker is missing",
    situation="After Anna's 31 there are four checkers on her mid-point instead of five. One lies on the floor.",
    rule="Fallen or hidden? A missing checker is asked about (word list of reasons, 13).",
    answer="A question, no alarm and no fault; with the checker back her play is legal.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS)
    scene.throws("31", looks=2)
    scene.moves(ANNA, "8/5 6/5", looks=0)
    scene.loses(ANNA, 13, looks=4)
    scene.lifts(looks=6)
    assert scene.accused == []
    assert not scene.alarm
    assert scene.message.endswith("checker-count")
    scene.board[13] = Stack(5, 0)
    scene.look(times=3)
    legal(scene, "light play 31 8/5 6/5")


@CHAPTER.case(
    "There is a checker too many",
    situation="A spare checker has been laid on Anna's 6-point by mistake while she played 31.",
    rule="An added checker is asked about (word list of reasons, 13), before any other fault.",
    answer="The reason is `checker-count`, which is a question and never a fault.",
)
def _(desk: Desk) -> None:
    before = board(*STARTS)
    after = dict(picture_of(board("6:4 8:2 5:2 13:5 24:2", "6:5 8:3 13:5 24:2")))
    after[6] = Stack(5, 0)
    found = desk.ask(explain(before, Dice(3, 1), after))
    assert found is not None
    assert found.reason is Reason.CHECKER_COUNT
    assert found.reason.is_question


@CHAPTER.case(
    "The dice do not show the recorded roll, but the recorded roll was played",
    situation="Anna played 8/5 6/5 with 31 and then turned a die over while taking it: a 4 shows.",
    rule="Other dice matter only where the recorded roll was not played (word list of reasons, 15).",
    answer="Legal. Had she played 8/4 6/4, it would be asked which roll is right.",
)
def _(desk: Desk) -> None:
    before = board(*STARTS)
    played = picture_of(board("6:4 8:2 5:2 13:5 24:2", "6:5 8:3 13:5 24:2"))
    assert desk.ask(explain(before, Dice(3, 1), played, shown=Dice(4, 1))) is None
    other = picture_of(board("6:4 8:2 4:2 13:5 24:2", "6:5 8:3 13:5 24:2"))
    found = desk.ask(explain(before, Dice(3, 1), other, shown=Dice(4, 2)))
    assert found is not None
    assert (found.reason, found.reason.is_question) == (Reason.DICE_CHANGED, True)


# --- which reason, and how sure ------------------------------------------------------------------


@CHAPTER.case(
    "Two faults in one turn",
    situation="Anna hits and leaves the hit checker lying there, and moves another checker backward.",
    rule="One reason a ruling: the first that fits in the order of the word list.",
    answer="`hit-not-on-bar`, which comes before `backward`.",
)
def _(desk: Desk) -> None:
    before = board("13:1 8:1", "20:1 1:2")
    after = {**picture_of(board("9:1 7:1", "20:1 1:2")), 9: Stack(0, 0), 5: Stack(1, 1), TRAY: Stack(13, 12)}
    found = desk.ask(explain(before, Dice(3, 1), after))
    assert found is not None
    assert found.reason is Reason.HIT_NOT_ON_BAR


@CHAPTER.case(
    "One point is misread",
    situation="Ben's play of 65 is legal, but a shadow makes his 6-point look one checker short.",
    rule="No accusation rests on one spot.",
    answer="Nothing is said: his play is on record.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65")
    scene.moves(BEN, "24/13", looks=0)
    right = scene.board[19]
    scene.board[19] = Stack(0, 4)
    scene.look(times=3)
    scene.lifts()
    scene.board[19] = right
    scene.look(times=2)
    legal(scene, "dark play 65 24/13")


@CHAPTER.case(
    "An illegal play is told once",
    situation="Ben's illegal 13/9 13/10 with 65 lies there for a minute while they argue.",
    rule="One ruling a fault.",
    answer="One entry `illegal`, however long it lies there.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65")
    scene.moves(BEN, "13/9 13/10", looks=2)
    scene.lifts()
    scene.look(times=20)
    assert len(scene.entries(Kind.ILLEGAL)) == 1
    assert scene.last(Kind.ILLEGAL).reason == "wrong-distance"
