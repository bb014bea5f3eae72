"""Chapter 5: moves against the rules, one for each reason."""

from __future__ import annotations

from tests.casebook.book import Chapter
from tests.casebook.draughts.scene import ANNA, BUTTON, Desk, Scene

CHAPTER = Chapter(5, "Moves against the rules, and what is said")
ONE_STEP = "Leaflet: men move one square diagonally forward, on the dark squares."
COMPULSORY = "Leaflet: capturing is compulsory."
MOST = "Leaflet: the sequence that takes the most pieces has to be chosen."


def named(desk: Desk, fen: str, *moves: str) -> Scene:
    """A table at which Anna has moved against the rules, and nobody has touched the board since."""
    scene = desk.at(fen)
    for move in moves:
        scene.moves(move, looks=0)
    scene.look(times=3)
    assert (scene.phase, scene.alarm) == ("correcting", True)
    assert [line for line in scene.recorded() if "play" in line] == []
    return scene


@CHAPTER.case(
    "A move onto a light square",
    situation="Anna moves her man straight ahead, from d4 to d5.",
    rule=ONE_STEP,
    answer="`not-diagonal`: pieces stand on dark squares only; d4 and d5 are marked.",
)
def _(desk: Desk) -> None:
    scene = named(desk, "W:Wd4:Ba7", "d4-d5")
    assert (scene.accused, scene.message) == (["not-diagonal"], "draughts.not-diagonal.light")
    assert scene.marked == {"d4", "d5"}


@CHAPTER.case(
    "A move that is no diagonal",
    situation="Anna moves her king from a1 to c1.",
    rule="Leaflet: all pieces move along diagonals.",
    answer="`not-diagonal`: a1 to c1 is none.",
)
def _(desk: Desk) -> None:
    scene = named(desk, "W:WKa1,h2:Bh6", "a1-c1")
    assert (scene.accused, scene.message) == (["not-diagonal"], "draughts.not-diagonal")


@CHAPTER.case(
    "A man moves backward",
    situation="Anna moves her man from d4 back to c3.",
    rule=ONE_STEP + " Only a capture goes backward.",
    answer="`backward`.",
)
def _(desk: Desk) -> None:
    scene = named(desk, "W:Wd4:Ba7", "d4-c3")
    assert (scene.accused, scene.marked, scene.way) == (["backward"], {"c3", "d4"}, ["d4", "c3"])


@CHAPTER.case(
    "A man moves too far",
    situation="Anna moves her man from d4 along the diagonal to g7.",
    rule=ONE_STEP,
    answer="`too-far`: a man moves one square, or jumps the piece beside it.",
)
def _(desk: Desk) -> None:
    assert named(desk, "W:Wd4:Ba7", "d4-g7").accused == ["too-far"]


@CHAPTER.case(
    "A man jumps over nothing",
    situation="Anna moves her man from d4 to f6; e5 between them is empty.",
    rule=ONE_STEP,
    answer="`jumped-nothing`, and e5 is marked.",
)
def _(desk: Desk) -> None:
    scene = named(desk, "W:Wd4:Ba7", "d4-f6")
    assert (scene.accused, scene.marked) == (["jumped-nothing"], {"e5"})


@CHAPTER.case(
    "A man jumps over its own man",
    situation="Anna's man jumps from c1 over her own man on d2 to e3.",
    rule="Leaflet: only an enemy is jumped.",
    answer="`jumped-own`, and d2 is marked.",
)
def _(desk: Desk) -> None:
    scene = named(desk, "W:Wc1,d2:Bh8", "c1-e3")
    assert (scene.accused, scene.marked) == (["jumped-own"], {"d2"})


@CHAPTER.case(
    "A king jumps two men in a row",
    situation="Anna's king jumps from a1 over c3 and d4, which stand one behind the other, to e5, and lifts both.",
    rule="Leaflet: a piece is jumped onto an empty square behind it.",
    answer="`king-blocked`, and both men are marked.",
)
def _(desk: Desk) -> None:
    scene = named(desk, "W:WKa1,h2:Bc3,d4,h8", "a1xe5")
    assert (scene.accused, scene.marked) == (["king-blocked"], {"c3", "d4"})


@CHAPTER.case(
    "A capture is passed over",
    situation="Anna could take d4 from c3, and moves g1-h2.",
    rule=COMPULSORY,
    answer="`capture-compulsory`; the words of a refereed match do not say from where.",
)
def _(desk: Desk) -> None:
    scene = named(desk, "W:Wc3,g1:Bd4,h6", "g1-h2")
    assert scene.accused == ["capture-compulsory"]


@CHAPTER.case(
    "The shorter capture is taken",
    situation="Anna takes one man with h2xf4, and could take two from c3.",
    rule=MOST,
    answer="`longer-capture`: two can be captured, she captured one.",
)
def _(desk: Desk) -> None:
    scene = named(desk, "W:Wc3,h2:Bd4,f6,g3", "h2xf4")
    assert (scene.accused, scene.message) == (["longer-capture"], "draughts.longer-capture")
    assert scene.state.shown.message is not None
    assert (scene.state.shown.message.values["most"], scene.state.shown.message.values["took"]) == ("2", "1")


@CHAPTER.case(
    "A capture stops half-way",
    situation="Anna takes d4 and presses, though her man could go on over f6.",
    rule=MOST,
    answer="She is asked whether it is c3xg7. If she says that it was another move, `longer-capture` is told; "
    "she goes on, and the capture counts.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wc3,g1:Bd4,f6,a7", **BUTTON)
    scene.moves("c3xe5")
    scene.presses()
    scene.look(times=4)
    assert (scene.question, scene.choices) == ("question.which-play", ["c3xg7", "answer.other"])
    scene.answers("answer.other", by=ANNA)
    scene.look(times=3)
    assert (scene.accused, scene.message) == (["longer-capture"], "draughts.longer-capture.goes-on")
    scene.moves("e5xg7")
    scene.presses()
    scene.look()
    assert scene.recorded()[-1] == "light corrected c3xg7"


@CHAPTER.case(
    "The opponent moves on over a capture that stopped half-way",
    situation="Anna takes only d4, and before anybody says a word Ben, who can take nothing, moves a7-b6.",
    rule=MOST + " A move that the opponent has answered stands.",
    answer="`longer-capture`, which stood; then Ben's move.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wc3,f4,g1:Bd4,d6,a7")
    scene.moves("c3xe5")
    scene.moves("a7-b6", looks=6)
    assert scene.recorded() == ["light illegal longer-capture", "light stood longer-capture", "dark play a7-b6"]


@CHAPTER.case(
    "Two men are moved",
    situation="Anna moves d4-e5 and f4-g5 in one turn.",
    rule="Leaflet: one piece moves in a turn.",
    answer="`one-piece`; the four squares are marked.",
)
def _(desk: Desk) -> None:
    scene = named(desk, "W:Wd4,f4:Ba7", "d4-e5", "f4-g5")
    assert (scene.accused, scene.marked) == (["one-piece"], {"d4", "e5", "f4", "g5"})


@CHAPTER.case(
    "A man is put on top of another",
    situation="Anna puts the man from d4 on her own man on e5, as if to make a king.",
    rule="A square holds one piece; who is missing a piece is asked first: it may be hidden.",
    answer="A question about d4, without an alarm.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wd4,e5:Ba7,h8")
    scene.takes_off("d4", looks=7)
    assert (scene.question, scene.accused, scene.alarm) == ("draughts.piece-count", [], False)


@CHAPTER.case(
    "An occupied square is entered by touch",
    situation="Without a camera Anna enters c1-d2, where her own man stands.",
    rule=ONE_STEP + " A square holds one piece.",
    answer="`occupied`; a legal move corrects it.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.touches("CameraLost", "no picture")
    scene.touches("MoveEntered", "c1-d2", by=ANNA)
    assert (scene.accused, scene.marked) == (["occupied"], {"d2"})
    scene.touches("MoveEntered", "c3-d4", by=ANNA)
    assert scene.recorded()[-1] == "light corrected c3-d4"
