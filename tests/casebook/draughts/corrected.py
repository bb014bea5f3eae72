"""Chapter 6: an illegal move is put right, or stands."""

from __future__ import annotations

from typing import Any

from companion.record.journal import Mode
from tests.casebook.book import Chapter
from tests.casebook.draughts.scene import BUTTON, Desk, Scene

CHAPTER = Chapter(6, "Putting an illegal move right, or letting it stand")
RIGHT = "An illegal move is corrected before the opponent moves; which legal move is played instead is free."
STANDS = "A move that the opponent has answered stands as it lies."


def wrongly_moved(desk: Desk, **facts: Any) -> Scene:
    """Anna has moved her man from d4 back to c3."""
    scene = desk.at("W:Wd4,h2:Bb8,a7,g7", **facts)
    scene.moves("d4-c3", looks=3)
    return scene


@CHAPTER.case(
    "An illegal move is made good with the same man",
    situation="Anna has moved d4-c3, backward. She takes the man and puts it on e5.",
    rule=RIGHT,
    answer="`corrected` with d4-e5; the warning is gone, and the fault stays on record.",
)
def _(desk: Desk) -> None:
    scene = wrongly_moved(desk)
    scene.moves("c3-e5")
    assert scene.recorded() == ["light illegal backward", "light corrected d4-e5"]
    assert (scene.message, scene.to_move) == ("", "dark")


@CHAPTER.case(
    "An illegal move is taken back first",
    situation="Anna puts the man back on d4, thinks, and moves h2-g3 instead.",
    rule=RIGHT,
    answer="The warning leaves with the man, her move is awaited; then `corrected`.",
)
def _(desk: Desk) -> None:
    scene = wrongly_moved(desk)
    scene.moves("c3-d4", looks=4)
    assert (scene.message, scene.phase) == ("", "correcting")
    scene.moves("h2-g3")
    assert scene.recorded() == ["light illegal backward", "light corrected h2-g3"]


@CHAPTER.case(
    "The correction is illegal, too",
    situation="Anna moves the man from c3 to d2, which is no better.",
    rule=RIGHT,
    answer="The warning stands, and nothing illegal becomes the record.",
)
def _(desk: Desk) -> None:
    scene = wrongly_moved(desk)
    scene.moves("c3-d2", looks=5)
    assert (scene.recorded(), scene.alarm, scene.phase) == (["light illegal backward"], True, "correcting")


@CHAPTER.case(
    "The opponent lets it pass",
    situation="Ben shrugs at Anna's backward move and moves b8-c7.",
    rule=STANDS,
    answer="`stood`, with the man on c3; then Ben's move, and the warning is gone.",
)
def _(desk: Desk) -> None:
    scene = wrongly_moved(desk)
    scene.moves("b8-c7")
    assert scene.recorded() == ["light illegal backward", "light stood backward", "dark play b8-c7"]
    assert (scene.message, scene.fen) == ("", "W:Wh2,c3:Ba7,c7,g7")


@CHAPTER.case(
    "Two faults in a row",
    situation="Ben answers the backward move with one of his own: a7 goes to a6.",
    rule=STANDS,
    answer="Anna's move stood, and Ben's is told as illegal.",
)
def _(desk: Desk) -> None:
    scene = wrongly_moved(desk)
    scene.moves("a7-a6", looks=6)
    assert scene.recorded() == ["light illegal backward", "light stood backward", "dark illegal not-diagonal"]


@CHAPTER.case(
    "A press does not make it legal",
    situation="With a button Anna has pressed after her backward move, is warned, and presses once more.",
    rule=RIGHT + " Only the opponent's move lets it pass.",
    answer="Still to be corrected; her next press ends the turn once a legal move lies there.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wd4,h2:Bb8,a7,g7", **BUTTON)
    scene.moves("d4-c3")
    assert scene.recorded() == []
    scene.presses()
    scene.look(times=3)
    scene.presses()
    scene.look(times=2)
    assert (scene.recorded(), scene.phase) == (["light illegal backward"], "correcting")
    scene.moves("c3-d4", "d4-e5")
    scene.presses()
    assert scene.recorded()[-1] == "light corrected d4-e5"


@CHAPTER.case(
    "Nobody waits for a turn that was put back",
    situation="With a button the same, but after the warning the man goes back to d4, and Anna thinks for a minute.",
    rule=RIGHT,
    answer="No notice that the board cannot be read: the press before the warning is over.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wd4,h2:Bb8,a7,g7", **BUTTON)
    scene.moves("d4-c3")
    scene.presses()
    scene.look(times=3)
    assert scene.alarm
    scene.moves("c3-d4", looks=3)
    scene.waits(60)
    assert (scene.message, scene.phase) == ("", "correcting")


@CHAPTER.case(
    "A move changed before the press is no fault",
    situation="With a button Anna moves d4-c3, sees that it goes backward, moves the man to e5 and presses.",
    rule="With a button nothing is judged before the press.",
    answer="d4-e5, and no word of the first try.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wd4,h2:Bb8,a7,g7", **BUTTON)
    scene.moves("d4-c3", looks=5)
    scene.moves("c3-e5")
    scene.presses()
    assert scene.recorded() == ["light play d4-e5"]


@CHAPTER.case(
    "A match that is only recorded",
    situation="In a match of mode `recorded` Anna moves backward, and Ben answers b8-c7.",
    rule="In a match that is only recorded the players are not told.",
    answer="No warning on the screen; the fault is on record, and stood.",
)
def _(desk: Desk) -> None:
    scene = wrongly_moved(desk, mode=Mode.RECORDED)
    assert (scene.recorded(), scene.message) == (["light illegal backward"], "")
    scene.moves("b8-c7")
    assert scene.recorded()[1:] == ["light stood backward", "dark play b8-c7"]
