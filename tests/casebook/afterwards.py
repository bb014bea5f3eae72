"""Chapter 11: putting the record right."""

from __future__ import annotations

from typing import Any

from companion.games.backgammon import START, Play
from companion.games.backgammon.cube import Act
from companion.games.backgammon.notation import resolve
from companion.match.session import resumed
from companion.match.state import DiceSource, EndOfTurn
from companion.record.entries import Kind
from companion.record.journal import Mode
from companion.record.match import Win
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, BEN, Desk
from tests.games.boards import board
from tests.table import LEFT, RIGHT

CHAPTER = Chapter(11, "Putting the record right")
BOTH_KEPT = "The record keeps what was first recorded and the correction."
ASKED = "Nothing on record is taken back without a question."
CONSENT = "In a refereed match neither player changes the record of a turn without the other."
BUTTON: dict[str, Any] = {"end_of_turn": EndOfTurn.BUTTON, "dice": DiceSource.ELECTRONIC}


@CHAPTER.case(
    "The last play is undone",
    situation="Ben's finger slipped on the button before his play was finished. They touch undo and say yes.",
    rule=ASKED,
    answer="Asked once; then his play is taken back, his roll stands, and he plays it again.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(end_of_turn=EndOfTurn.BUTTON)
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.presses()
    scene.look()
    scene.touches("UndoAsked")
    assert scene.question == "question.take-back"
    assert scene.recorded()[:2] == ["dark roll 65", "dark play 65 24/13"]
    scene.answers(scene.choices[0])
    assert "dark undo 65" in scene.recorded()
    assert scene.state.side is BEN
    scene.puts(BEN, 13, 24, looks=0)
    scene.moves(BEN, "13/7 13/8", looks=3)
    scene.presses()
    scene.look()
    assert scene.recorded()[-1] == "dark play 65 13/7 13/8"


@CHAPTER.case(
    "Undo is touched by mistake",
    situation="A sleeve touches undo. Anna answers no.",
    rule=ASKED,
    answer="Nothing is taken back.",
)
def _(desk: Desk) -> None:
    scene = desk.two_turns()
    scene.touches("UndoAsked")
    assert scene.question == "question.take-back"
    scene.answers(scene.choices[1])
    assert scene.entries(Kind.UNDO) == []
    assert scene.state.side is BEN
    scene.throws("31", LEFT)
    assert scene.recorded()[-1] == "dark roll 31"


@CHAPTER.case(
    "There is nothing to undo",
    situation="Undo is touched before the first roll of the game.",
    rule="Only a play can be taken back.",
    answer="Nothing is asked and nothing changes.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.touches("UndoAsked")
    assert (scene.question, scene.phase) == ("", "opening")
    assert len(scene.entries(Kind.NOTE)) == 1


@CHAPTER.case(
    "An undo never changes a roll",
    situation="With button dice Anna does not like what she rolled and undoes Ben's play to get another number.",
    rule="A shown roll is final: each roll is committed before it is shown.",
    answer="Ben plays again, and Anna's next roll is the one that she had.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(**BUTTON)
    scene.presses()
    scene.electronic("65")
    scene.moves(BEN, "24/13", looks=2)
    scene.presses()
    scene.look()
    scene.presses()
    scene.electronic("21")
    assert scene.recorded()[-1] == "light roll 21"
    scene.touches("UndoAsked")
    scene.answers(scene.choices[0])
    for _ in range(2):
        if scene.state.side is BEN:
            scene.look(times=2)
            scene.presses()
            scene.look()
    asked = scene.rolls_asked
    if scene.recorded()[-1] != "light roll 21":
        scene.presses()
    assert scene.rolls_asked == asked
    assert scene.recorded()[-1] == "light roll 21"


@CHAPTER.case(
    "The board is set back to where it was",
    situation="They find that Anna's last play was not what she wanted, agree, and put the board back as it was "
    "before it, without touching the screen.",
    rule=ASKED + " Players may agree to take back a play.",
    answer="Recognised and asked; with yes her play is taken back.",
)
def _(desk: Desk) -> None:
    scene = desk.two_turns()
    scene.puts(ANNA, 20, 24, looks=0)
    scene.puts(ANNA, 11, 13, looks=6)
    assert scene.question
    assert scene.accused == []
    scene.answers(scene.choices[0])
    scene.look(times=2)
    assert scene.entries(Kind.UNDO)
    assert scene.state.side is ANNA


@CHAPTER.case(
    "The board is set back by two turns",
    situation="The same, but they go back to the board before Ben's 65.",
    rule=ASKED,
    answer="Recognised and asked; with yes both plays are taken back.",
)
def _(desk: Desk) -> None:
    scene = desk.two_turns()
    scene.sets_up(resolve(START, Play.from_text("8/5 6/5")), looks=6)
    assert scene.question
    assert scene.accused == []
    scene.answers(scene.choices[0])
    scene.look(times=2)
    assert scene.state.side is BEN
    assert scene.state.record.position.points == resolve(START, Play.from_text("8/5 6/5")).points
    assert scene.entries(Kind.UNDO)


@CHAPTER.case(
    "A roll was read wrongly, and nobody noticed",
    situation="Ben's roll is on record as 64 although it was 65; he has not played yet and enters it by touch.",
    rule=BOTH_KEPT,
    answer="The roll is 65 now; that it had been read as 64 stays on record.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("64", LEFT, looks=2)
    scene.touches("RollEntered", 6, 5)
    scene.dice = "65"
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded()[0] == "dark roll 64"
    assert scene.recorded()[-1] == "dark play 65 24/13"
    assert scene.last(Kind.EDIT).dice == (6, 5)
    assert scene.accused == []


@CHAPTER.case(
    "A play of an earlier turn is on record wrongly",
    situation="Two turns later Ben sees that his 65 is written as 24/13 although he played 24/18 13/8; the board "
    "shows it, too. They put it right by touch.",
    rule=BOTH_KEPT,
    answer="The corrected play, `edit` beside what was first recorded; the game goes on from the corrected board.",
)
def _(desk: Desk) -> None:
    scene = desk.two_turns()
    scene.touches("Edited", 2, play="24/18 13/8")
    told = scene.recorded()
    assert "dark play 65 24/13" in told
    assert scene.last(Kind.EDIT).play == "24/18 13/8"
    points = scene.state.record.position.points
    assert (points[24 - 18], points[24 - 8]) == (-1, -4)


@CHAPTER.case(
    "An edit that makes a later turn impossible",
    situation="Somebody edits Anna's opening play to one after which her next play cannot have been made.",
    rule="A record that contradicts itself is worth nothing.",
    answer="Refused, or asked about: the record stays consistent.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    scene.throws("42", RIGHT)
    scene.moves(ANNA, "5/1 5/3", looks=2)
    scene.lifts()
    assert scene.recorded()[-1] == "light play 42 5/1* 5/3"
    before = scene.state.record.position
    scene.touches("Edited", 1, play="24/20")
    assert scene.state.record.position == before or scene.question
    assert scene.recorded()[:4] == ["dark roll 65", "dark play 65 24/13", "light roll 42", "light play 42 5/1* 5/3"]


@CHAPTER.case(
    "Electronic rolls are not edited",
    situation="With button dice Ben edits his 65 into 66.",
    rule="A shown roll is final.",
    answer="Refused: the roll stays 65.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(**BUTTON)
    scene.presses()
    scene.electronic("65")
    scene.touches("RollEntered", 6, 6)
    scene.moves(BEN, "24/13", looks=2)
    scene.presses()
    scene.look()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "The position is set by touch late in the game",
    situation="After a mishap they set the position by touch: two checkers of Anna's, fourteen of Ben's.",
    rule="Tactic, gamez, tournaments: a gammon only where the loser has borne off no checker.",
    answer="A single game: Ben's fifteenth checker had been borne off.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    late = board("1:2", "6:5 5:5 4:4")
    scene.touches("PositionSet", late.id(), ANNA)
    scene.sets_up(late)
    scene.throws("65", LEFT)
    scene.moves(ANNA, "1/off(2)", looks=2)
    scene.lifts()
    assert scene.recorded()[-1] == "light game_over"
    assert scene.state.record.result == Win(ANNA, 1)


@CHAPTER.case(
    "A corrected play is undone",
    situation="Ben has put an illegal play right with 24/13 and, with Anna's leave, takes that back for 13/7 13/8.",
    rule=ASKED + " " + BOTH_KEPT,
    answer="Illegal play, correction, undo and the new play are all on record; the roll is the same.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "13/9 13/10", looks=2)
    scene.lifts()
    scene.puts(BEN, 9, 13, looks=0)
    scene.puts(BEN, 10, 13, looks=1)
    scene.moves(BEN, "24/13", looks=3)
    scene.touches("UndoAsked")
    scene.answers("answer.yes")
    scene.puts(BEN, 13, 24, looks=0)
    scene.moves(BEN, "13/7 13/8", looks=4)
    assert scene.recorded() == [
        "dark roll 65", "dark illegal 65 wrong-distance", "dark corrected 65 24/13", "dark undo 65",
        "dark play 65 13/7 13/8",
    ]  # fmt: skip
    assert scene.state.side is ANNA


@CHAPTER.case(
    "The board is set back by chance",
    situation="Ben shows Anna how the board stood before his play; asked whether it is taken back, they say no.",
    rule=ASKED,
    answer="Nothing is taken back, and it is not asked again; with the checkers back the game goes on.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    before = dict(scene.board)
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    played = dict(scene.board)
    scene.sets_up(before, looks=4)
    assert scene.question == "question.set-back"
    scene.answers("answer.no")
    scene.look(times=5)
    assert scene.question == ""
    scene.sets_up(played)
    scene.throws("42", RIGHT, looks=2)
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13", "light roll 42"]


@CHAPTER.case(
    "Roll and play of an earlier turn are on record wrongly",
    situation="Two turns later both know that Ben's 65 was a 64, played 24/18 13/9. They put it right by touch.",
    rule=BOTH_KEPT,
    answer="The roll alone is refused, for 24/13 is no 64; roll and play together are taken, what was there is kept.",
)
def _(desk: Desk) -> None:
    scene = desk.two_turns()
    before = scene.recorded()
    scene.touches("Edited", 2, dice=(6, 4))
    assert scene.recorded() == before
    assert scene.message
    scene.touches("Edited", 2, dice=(6, 4), play="24/18 13/9")
    edit = scene.last(Kind.EDIT)
    assert (edit.dice, edit.play) == ((6, 4), "24/18 13/9")
    assert dict(edit.details or {})["was"]
    points = scene.state.record.position.points
    assert (points[24 - 18], points[24 - 9]) == (-1, -1)


@CHAPTER.case(
    "Two plays are undone, the first of which stood illegally",
    situation="Ben's illegal play stood, Anna has played her 42. They agree to go back to Ben's roll and undo twice.",
    rule=ASKED + " Players may agree to take back a play.",
    answer="Both plays are taken back, one question each; Ben has his 65 again, and 42 comes again for Anna.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    before = dict(scene.board)
    scene.throws("65", LEFT)
    scene.moves(BEN, "13/9 13/10", looks=2)
    scene.lifts()
    scene.throws("42", RIGHT, looks=2)
    scene.moves(ANNA, "8/4 6/4", looks=2)
    scene.lifts()
    for _ in range(2):
        scene.touches("UndoAsked")
        scene.answers("answer.yes")
    assert [line for line in scene.recorded() if "undo" in line] == ["light undo 42", "dark undo 65"]
    scene.sets_up(before)
    scene.moves(BEN, "24/13", looks=4)
    assert scene.recorded()[-1] == "dark play 65 24/13"


@CHAPTER.case(
    "A player changes the opponent's last play",
    situation="Ben touches Anna's last play and chooses 24/18, in a refereed match. Anna is asked and says yes.",
    rule=CONSENT,
    answer="Anna alone is asked; nothing is changed before she agrees, then both plays are on record.",
)
def _(desk: Desk) -> None:
    scene = desk.two_turns()
    before = scene.state.record.position
    scene.touches("Edited", 3, play="24/18", by=BEN)
    assert scene.question == "question.change-play"
    assert (scene.asked_of, scene.state.record.position) == ({ANNA}, before)
    scene.answers("answer.yes")
    assert scene.recorded()[-2:] == ["light play 42 24/20 13/11", "edit 42 24/18"]
    assert scene.state.record.position.points[18 - 1] == 1


@CHAPTER.case(
    "A player changes the own last play",
    situation="Anna touches her own last play and chooses 24/18. Ben says no.",
    rule=CONSENT,
    answer="Ben is asked; with his no the record stays as it is, and the screen says so.",
)
def _(desk: Desk) -> None:
    scene = desk.two_turns()
    scene.touches("Edited", 3, play="24/18", by=ANNA)
    assert (scene.question, scene.asked_of) == ("question.change-play", {BEN})
    scene.answers("answer.no")
    assert scene.recorded()[-1] == "light play 42 24/20 13/11"
    assert scene.message == "notice.not-agreed"


@CHAPTER.case(
    "The opponent wants the last play back",
    situation="Ben touches undo after Anna's play; in a refereed match it is for her to say.",
    rule=CONSENT,
    answer="Anna is asked; with her yes her play is taken back.",
)
def _(desk: Desk) -> None:
    scene = desk.two_turns()
    scene.touches("UndoAsked", by=BEN)
    assert (scene.question, scene.asked_of) == ("question.take-back", {ANNA})
    scene.answers("answer.yes")
    assert scene.recorded()[-1] == "light undo 42"
    assert scene.state.side is ANNA


@CHAPTER.case(
    "A change in a match that is only recorded",
    situation="In a match that nobody referees Ben changes Anna's last play into 24/18, which is right.",
    rule="Only a refereed match asks; a change can be undone by one touch.",
    answer="Changed at once, with a notice to both.",
)
def _(desk: Desk) -> None:
    scene = desk.two_turns(mode=Mode.RECORDED)
    scene.touches("Edited", 3, play="24/18", by=BEN)
    assert scene.question == ""
    assert scene.recorded()[-1] == "edit 42 24/18"
    assert scene.message == "notice.amended"


@CHAPTER.case(
    "A change is undone on its notice",
    situation="They correct the wrong turn by touch, read the notice, and touch undo on it.",
    rule="What a person changes, one touch undoes. " + BOTH_KEPT,
    answer="The record is exactly as it was before the change; the change and its undoing stay in the journal.",
)
def _(desk: Desk) -> None:
    scene = desk.two_turns()
    before = scene.state.record.position
    scene.touches("Edited", 2, play="24/18 13/8")
    assert scene.message == "notice.amended"
    assert scene.state.record.position != before
    scene.touches("ChangeUndone")
    assert scene.state.record.position == before
    assert scene.message == "notice.change-undone"
    assert scene.recorded()[-2:] == ["edit 65 24/18 13/8", "dark restored"]


@CHAPTER.case(
    "A drop is touched by mistake",
    situation="Ben doubles, and Anna's finger slips on *Drop*: the game is over. She touches undo on the notice.",
    rule="What a person changes, one touch undoes.",
    answer="The game goes on with the double, which she takes; the score is as it was.",
)
def _(desk: Desk) -> None:
    scene = desk.two_turns(length=5)
    scene.acts(Act.DOUBLE, BEN)
    scene.acts(Act.DROP, ANNA)
    assert (scene.phase, scene.state.record.score) == ("game-over", (0, 1))
    scene.touches("ChangeUndone")
    assert (scene.phase, scene.state.record.score) == ("doubled", (0, 0))
    scene.acts(Act.TAKE, ANNA)
    assert scene.recorded()[-1] == "light take"
    assert scene.state.record.cube.value == 2


@CHAPTER.case(
    "A touch on the notice comes too late",
    situation="Anna takes Ben's double by touch. Ben has rolled already when somebody touches where *Undo* was.",
    rule="A change is undone as long as the game has not gone on.",
    answer="Nothing is undone: the roll stands, and so does the take.",
)
def _(desk: Desk) -> None:
    scene = desk.two_turns()
    scene.acts(Act.DOUBLE, BEN)
    scene.acts(Act.TAKE, ANNA)
    assert scene.message == "notice.taken"
    scene.throws("31", LEFT, looks=2)
    assert scene.message == ""
    scene.touches("ChangeUndone")
    assert scene.recorded()[-2:] == ["light take", "dark roll 31"]
    assert scene.state.record.cube.value == 2


@CHAPTER.case(
    "One hand sets the position",
    situation="Anna opens *Correct position*, moves two of Ben's checkers back and taps *Accept*. Ben sees the board "
    "that she wants beside his *Yes*, and says no.",
    rule="In a refereed match nobody alone changes what both have played ([consent](internals/consent.md)).",
    answer="The position stays as it is on record.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    stood = scene.state.record.position
    scene.touches("PositionSet", START.id(), ANNA, by=ANNA)
    assert (scene.question, scene.asked_of) == ("question.position", {BEN})
    scene.answers("answer.no", by=BEN)
    assert (scene.state.record.position, scene.recorded()) == (stood, [])


@CHAPTER.case(
    "What is asked outlasts a power cut",
    situation="Anna wants her last play taken back. Before Ben answers the plug is pulled; the match is resumed.",
    rule="What is asked is on record with who wants it.",
    answer="Ben is asked the same again, and his yes takes the play back.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.touches("UndoAsked", by=ANNA)
    scene.state = resumed(scene.terms, scene.journal)
    assert (scene.question, scene.asked_of) == ("question.take-back", {BEN})
    scene.answers("answer.yes", by=BEN)
    assert scene.recorded()[-1] == "light undo 31"
