"""Chapter 8: taking back, setting back, and corrections by touch."""

from __future__ import annotations

from companion.games.draughts import START
from companion.record.entries import Kind
from tests.casebook.book import Chapter
from tests.casebook.draughts.scene import ANNA, BEN, BUTTON, Desk

CHAPTER = Chapter(8, "Taking back, and corrections by touch")
CONSENT = "In a refereed match the other player agrees to a change of the record ([consent](internals/consent.md))."
SET_BACK = "An earlier board that is set up says that the moves since then are taken back."
TOUCH = "A move entered by touch is under the same rules as one that is seen."


@CHAPTER.case(
    "The last move is taken back",
    situation="Ben has moved f6-g5, touches undo, and Anna says yes. He puts the man back and moves b6-a5.",
    rule=CONSENT,
    answer="Anna is asked; `undo`, then the other move.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", "f6-g5")
    scene.touches("UndoAsked", by=BEN)
    assert (scene.question, scene.asked_of) == ("question.take-back", {ANNA})
    scene.answers("answer.yes", by=ANNA)
    scene.moves("g5-f6", "b6-a5")
    assert scene.recorded()[2:] == ["dark undo f6-g5", "dark play b6-a5"]


@CHAPTER.case(
    "The other player does not agree to an undo",
    situation="Anna touches undo after her move, and Ben says no.",
    rule=CONSENT,
    answer="It says that Ben does not agree; the move stands.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4")
    scene.touches("UndoAsked", by=ANNA)
    scene.answers("answer.no", by=BEN)
    assert (scene.recorded(), scene.message) == (["light play c3-d4"], "notice.not-agreed")


@CHAPTER.case(
    "An undo before the first move",
    situation="Anna touches undo before anybody has moved.",
    rule="There is nothing to take back.",
    answer="It says so.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.touches("UndoAsked", by=ANNA)
    assert (scene.message, scene.question) == ("refused.undo", "")


@CHAPTER.case(
    "An undo is undone",
    situation="Anna's move was taken back with Ben's consent; she regrets it, and Ben agrees once more.",
    rule=CONSENT,
    answer="The move is on record as before.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4")
    scene.touches("UndoAsked", by=ANNA)
    scene.answers("answer.yes", by=BEN)
    scene.touches("ChangeUndone", by=ANNA)
    assert (scene.question, scene.asked_of) == ("question.undo-change", {BEN})
    scene.answers("answer.yes", by=BEN)
    assert scene.recorded() == ["light play c3-d4", "light undo c3-d4", "restored"]
    assert [move.text for move in scene.state.record.moves] == ["c3-d4"]


@CHAPTER.case(
    "A move is set back on the board",
    situation="Without a word Ben puts his man back from g5 to f6, and Anna hers from d4 to c3. She moves c3-b4.",
    rule=SET_BACK,
    answer="Both moves are taken back, one after the other; then her new one.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", "f6-g5", "g5-f6", "d4-c3", looks=4)
    assert scene.recorded()[2:] == ["dark undo f6-g5", "light undo c3-d4"]
    scene.moves("c3-b4")
    assert scene.recorded()[-1] == "light play c3-b4"


@CHAPTER.case(
    "Two moves are set back at once",
    situation="The same, but both men are put back under one hand.",
    rule=SET_BACK,
    answer="Both moves are taken back, or one question.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", "f6-g5", looks=4)
    scene.sets_up(START, looks=8)
    assert scene.question == "question.set-back" or scene.recorded()[2:] == ["dark undo f6-g5", "light undo c3-d4"]


@CHAPTER.case(
    "An earlier board is set up at a table with a button",
    situation="With a button both have moved; then the start position stands on the board again.",
    rule=SET_BACK + " " + CONSENT,
    answer="Both are asked whether two moves are taken back; after both said yes they are.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**BUTTON)
    for move in ("c3-d4", "f6-g5"):
        scene.moves(move)
        scene.presses()
    scene.sets_up(START, looks=5)
    assert (scene.question, scene.asked_of) == ("question.set-back", {ANNA, BEN})
    scene.answers("answer.yes", by=ANNA)
    assert len(scene.recorded()) == 2
    scene.answers("answer.yes", by=BEN)
    assert scene.recorded()[2:] == ["dark undo f6-g5", "light undo c3-d4"]


@CHAPTER.case(
    "An earlier board is only looked at",
    situation="The same, but they only want to look at the start position, say no, and put the men back.",
    rule=SET_BACK + " " + CONSENT,
    answer="The record stays, they are not asked again, and the game goes on.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**BUTTON)
    for move in ("c3-d4", "f6-g5"):
        scene.moves(move)
        scene.presses()
    stood = dict(scene.board)
    scene.sets_up(START, looks=5)
    scene.answers("answer.no", by=ANNA)
    scene.look(times=6)
    assert scene.question == ""
    scene.sets_up(stood)
    scene.moves("g3-f4")
    scene.presses()
    assert scene.recorded() == ["light play c3-d4", "dark play f6-g5", "light play g3-f4"]


@CHAPTER.case(
    "An earlier move is corrected",
    situation="Three moves are on record. Ben's was f6-g5, not b6-a5; Anna corrects it, and he agrees.",
    rule=CONSENT + " What was played later is played on from it.",
    answer="The record has f6-g5 in its place, and Anna's next move as it was.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", "b6-a5", "d4-c5")
    scene.touches("MoveEdited", 1, "f6-g5", by=ANNA)
    assert (scene.question, scene.asked_of) == ("question.change-turn", {BEN})
    scene.answers("answer.yes", by=BEN)
    assert [move.text for move in scene.state.record.moves] == ["c3-d4", "f6-g5", "d4-c5"]
    assert scene.message == "notice.amended"


@CHAPTER.case(
    "An earlier move cannot have been another one",
    situation="Anna wants her first move to have been c3-b4; but in her next one a man moved from d4.",
    rule="What follows must still be possible.",
    answer="Refused with a sentence; a move against the rules is refused by its rule.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", "b6-a5", "d4-c5")
    scene.touches("MoveEdited", 0, "c3-b4", by=ANNA)
    assert (scene.message, scene.question) == ("notice.refused", "")
    scene.touches("MoveEdited", 0, "c3-c5", by=ANNA)
    assert (scene.message, scene.alarm) == ("draughts.not-diagonal", False)
    assert len(scene.recorded()) == 3


@CHAPTER.case(
    "The position is set by touch",
    situation="They agree that the board stood otherwise. Anna sets it on the screen, with Ben to agree.",
    rule=CONSENT,
    answer="`edit` after Ben's yes; the game goes on from there, with a king of Anna's on d2.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.touches("PositionEntered", "W:Wc3,Kd2:Bf6,h8", by=ANNA)
    assert (scene.question, scene.asked_of) == ("question.position", {BEN})
    scene.answers("answer.yes", by=BEN)
    scene.sets_up(scene.state.record.position)
    scene.moves("d2-g5")
    assert scene.recorded() == ["light edit", "light play d2-g5"]


@CHAPTER.case(
    "A position without a piece of one side",
    situation="Anna sets a position in which Ben has nothing left.",
    rule="Who has no pieces has lost: that is the end of a game, no position in play.",
    answer="Refused with a sentence.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.touches("PositionEntered", "W:Wc3:B", by=ANNA)
    assert (scene.message, scene.question, scene.recorded()) == ("notice.refused", "", [])
    assert scene.entries(Kind.NOTE)


@CHAPTER.case(
    "A move is entered from an empty square",
    situation="Anna enters d4-e5; nothing stands on d4. Then she enters a move of Ben's, and then her own.",
    rule=TOUCH + " What cannot be done on the board is only refused.",
    answer="Each refusal names its rule, without an alarm; her own move is on record.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.touches("MoveEntered", "d4-e5", by=ANNA)
    assert (scene.message, scene.alarm) == ("draughts.wrong-side.empty", False)
    scene.touches("MoveEntered", "f6-e5", by=ANNA)
    assert (scene.message, scene.alarm) == ("draughts.wrong-side", False)
    scene.touches("MoveEntered", "c3-d4", by=ANNA)
    assert scene.recorded() == ["light play c3-d4"]


@CHAPTER.case(
    "A move is entered for the other player",
    situation="Ben enters c3-d4 from his chair, while Anna is to move.",
    rule=CONSENT,
    answer="Anna is asked whether she moves so; with her yes it is on record.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.touches("MoveEntered", "c3-d4", by=BEN)
    assert (scene.recorded(), scene.question, scene.asked_of) == ([], "question.play-entered", {ANNA})
    scene.answers("answer.yes", by=ANNA)
    assert scene.recorded() == ["light play c3-d4"]
