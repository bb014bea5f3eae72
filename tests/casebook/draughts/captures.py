"""Chapter 3: captures, man by man."""

from __future__ import annotations

from tests.casebook.book import Chapter
from tests.casebook.draughts.scene import ANNA, BUTTON, Desk

CHAPTER = Chapter(3, "Captures")
JUMPS = "Leaflet: men jump an adjacent enemy, forward and backward, and go on jumping in the same move."
COMES_OFF = "Captured pieces come off after the move; people lift them one by one, in any order."
FORGOTTEN = "A captured piece left lying, or a wrong one removed, is asked about, never reported as a fault."
TWO = "W:Wc3,g1:Bd4,f6,a7"
"""Anna has to take two: c3xe5xg7."""
ONE = "W:Wc3,g1:Bd4,h8,a7"
"""Anna has to take one: c3xe5."""


@CHAPTER.case(
    "A man is captured",
    situation="Anna has moved to c5, and Ben jumps from b6 to d4 and lifts her man.",
    rule=JUMPS,
    answer="The capture, and eleven men left to Anna.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", "f6-g5", "d4-c5", "b6xd4")
    assert scene.recorded()[-1] == "dark play b6xd4"
    assert scene.state.record.position.count(ANNA) == 11


@CHAPTER.case(
    "A man captures backward",
    situation="Anna's man on e5 jumps back over Ben's on d4 to c3.",
    rule=JUMPS,
    answer="A legal capture: only moves that capture nothing go forward alone.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:We5,h2:Bd4,a7")
    scene.moves("e5xc3")
    assert (scene.recorded(), scene.accused) == (["light play e5xc3"], [])


@CHAPTER.case(
    "A capture of two is made step by step",
    situation="Anna jumps to e5 and lifts the first man, looks for a moment, jumps on to g7, lifts the second.",
    rule=COMES_OFF,
    answer="Nothing on the way; the whole capture once it is whole.",
)
def _(desk: Desk) -> None:
    scene = desk.at(TWO)
    scene.moves("c3xe5", looks=3)
    assert (scene.recorded(), scene.message) == ([], "")
    scene.moves("e5xg7")
    assert scene.recorded() == ["light play c3xg7"]


@CHAPTER.case(
    "The captured men are lifted first",
    situation="Ben's men on f6 and d4 are lifted one by one before Anna's man moves at all; then it is put on g7.",
    rule=COMES_OFF,
    answer="The same capture; nothing is asked on the way.",
)
def _(desk: Desk) -> None:
    scene = desk.at(TWO)
    scene.takes_off("f6")
    scene.takes_off("d4")
    assert (scene.recorded(), scene.question) == ([], "")
    scene.moves("c3-g7")
    assert (scene.recorded(), scene.accused) == (["light play c3xg7"], [])


@CHAPTER.case(
    "The captured men are lifted last",
    situation="Anna's man goes all the way to g7; then she lifts f6, and some seconds later d4.",
    rule=COMES_OFF,
    answer="The capture, once both are off; no fault before.",
)
def _(desk: Desk) -> None:
    scene = desk.at(TWO)
    scene.moves("c3-g7", looks=2)
    scene.takes_off("f6", looks=2)
    assert (scene.recorded(), scene.accused) == ([], [])
    scene.takes_off("d4")
    assert scene.recorded() == ["light play c3xg7"]


@CHAPTER.case(
    "The man travels in the hand",
    situation="Anna takes her man off c3, holds it, lifts d4 with the other hand, and puts the man on e5.",
    rule=COMES_OFF,
    answer="The capture, once the man lies there.",
)
def _(desk: Desk) -> None:
    scene = desk.at(ONE)
    scene.takes_off("c3")
    scene.takes_off("d4")
    assert (scene.recorded(), scene.message) == ([], "")
    scene.puts(ANNA, "e5")
    assert scene.recorded() == ["light play c3xe5"]


@CHAPTER.case(
    "A captured man is forgotten",
    situation="Anna jumps to e5 and leaves Ben's man on d4.",
    rule=FORGOTTEN,
    answer="After five looks she is asked whether d4 is to be removed; once it is, the capture is told.",
)
def _(desk: Desk) -> None:
    scene = desk.at(ONE)
    scene.moves("c3-e5", looks=4)
    assert scene.question == ""
    scene.look(times=2)
    assert (scene.question, scene.asked_of, scene.alarm) == ("draughts.captured-left", {ANNA}, False)
    scene.takes_off("d4")
    assert (scene.recorded(), scene.question, scene.message) == (["light play c3xe5"], "", "")


@CHAPTER.case(
    "A captured man is forgotten, and she says that it was captured",
    situation="The same, but Anna taps c3xe5 on the screen before she lifts the man.",
    rule=FORGOTTEN,
    answer="The capture is on record by her word; lifting the man is no move of anybody's.",
)
def _(desk: Desk) -> None:
    scene = desk.at(ONE)
    scene.moves("c3-e5", looks=6)
    scene.answers("c3xe5", by=ANNA)
    assert scene.recorded() == ["light play c3xe5"]
    scene.takes_off("d4", looks=4)
    scene.moves("a7-b6")
    assert scene.recorded() == ["light play c3xe5", "dark play a7-b6"]


@CHAPTER.case(
    "A captured man is forgotten by both",
    situation="Anna leaves Ben's captured man on d4, and Ben moves a7-b6 before anybody is asked.",
    rule="Who moves on over a captured piece has overlooked it; the capture is plain.",
    answer="Both moves; the man on d4 is captured by the record, and lifting it later changes nothing.",
)
def _(desk: Desk) -> None:
    scene = desk.at(ONE)
    scene.moves("c3-e5", looks=2)
    scene.moves("a7-b6", looks=4)
    assert (scene.recorded(), scene.accused) == (["light play c3xe5", "dark play a7-b6"], [])
    scene.takes_off("d4", looks=4)
    assert scene.recorded() == ["light play c3xe5", "dark play a7-b6"]


@CHAPTER.case(
    "The press comes before the captured man is lifted",
    situation="With a button Anna jumps to e5, presses, is asked about d4, and lifts it.",
    rule=FORGOTTEN,
    answer="Her press holds: with the man off, the capture is on record, and it is Ben's turn.",
)
def _(desk: Desk) -> None:
    scene = desk.at(ONE, **BUTTON)
    scene.moves("c3-e5")
    scene.presses()
    scene.look(times=3)
    assert (scene.recorded(), scene.question) == ([], "draughts.captured-left")
    scene.takes_off("d4", looks=3)
    assert (scene.recorded(), scene.question, scene.to_move) == (["light play c3xe5"], "", "dark")


@CHAPTER.case(
    "One man too many is lifted",
    situation="Anna takes two men, and sweeps up Ben's man on a7 with them.",
    rule=FORGOTTEN,
    answer="She is asked about a7, without an alarm; her answer records the capture, and a7 is put back.",
)
def _(desk: Desk) -> None:
    scene = desk.at(TWO)
    scene.moves("c3xe5xg7", looks=0)
    scene.takes_off("a7", looks=6)
    assert (scene.question, scene.alarm) == ("draughts.wrong-removed", False)
    assert scene.state.shown.question is not None
    assert scene.state.shown.question.values["square"] == "a7"
    scene.answers("c3xg7", by=ANNA)
    scene.sets_up(scene.state.record.position)
    scene.moves("a7-b6")
    assert scene.recorded() == ["light play c3xg7", "dark play a7-b6"]


@CHAPTER.case(
    "One man too many is lifted, and she insists",
    situation="The same, but Anna says that her capture was another one.",
    rule=FORGOTTEN + " There is no other legal move.",
    answer="Now it is told: the man on a7 was not captured. With it back, her capture counts.",
)
def _(desk: Desk) -> None:
    scene = desk.at(TWO)
    scene.moves("c3xe5xg7", looks=0)
    scene.takes_off("a7", looks=6)
    scene.answers("answer.other", by=ANNA)
    scene.look(times=2)
    assert (scene.accused, scene.alarm) == (["wrong-removed"], True)
    scene.puts(ANNA.other, "a7")
    assert scene.recorded()[-1] == "light corrected c3xg7"


@CHAPTER.case(
    "The wrong man is lifted",
    situation="Anna jumps from c3 over d4 to e5, and lifts a7 in place of d4.",
    rule=FORGOTTEN,
    answer="She is asked about a7; with the right man off and the other back, her capture is told.",
)
def _(desk: Desk) -> None:
    scene = desk.at(ONE)
    scene.moves("c3-e5", looks=0)
    scene.takes_off("a7", looks=5)
    assert (scene.question, scene.accused) == ("draughts.wrong-removed", [])
    scene.puts(ANNA.other, "a7", looks=0)
    scene.takes_off("d4", looks=3)
    assert scene.recorded() == ["light play c3xe5"]


@CHAPTER.case(
    "Two captures take as many",
    situation="Anna may take one man from c3 or one from g3. She takes from g3.",
    rule="Leaflet: among captures of as many pieces the choice is free.",
    answer="Her capture.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wc3,g3:Bd4,f4,a7")
    scene.moves("g3xe5")
    assert scene.recorded() == ["light play g3xe5"]


@CHAPTER.case(
    "A capture that comes back to where it began",
    situation="Anna's man on c3 jumps d4, f4, f2 and d2 in a ring, and stands on c3 again.",
    rule="Leaflet: a square may be crossed twice, a piece may not be jumped twice; captured ones come off later.",
    answer="A capture of four, though no piece of Anna's lies elsewhere than before.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wc3:Bd4,f4,f2,d2,h8")
    scene.moves("c3xe5xg3xe1xc3")
    assert scene.recorded() == ["light play c3xc3"]
    assert scene.fen == "B:Wc3:Bh8"


@CHAPTER.case(
    "Only a captured man is lifted",
    situation="Anna lifts Ben's man on d4, and is called away before she moves her own.",
    rule="A turn is half-way until its piece lies where the move ends.",
    answer="After some looks Anna is asked which move it is; with her man on e5 the capture is told.",
)
def _(desk: Desk) -> None:
    scene = desk.at(ONE)
    scene.takes_off("d4", looks=7)
    assert (scene.question, scene.choices) == ("question.which-play", ["c3xe5", "answer.other"])
    scene.moves("c3-e5")
    assert (scene.recorded(), scene.question) == (["light play c3xe5"], "")
