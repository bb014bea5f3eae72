"""Chapter 7: whose turn it is, the button, and nobody to answer."""

from __future__ import annotations

from tests.casebook.book import Chapter
from tests.casebook.draughts.scene import ANNA, BEN, BUTTON, Desk, hidden

CHAPTER = Chapter(7, "Whose turn it is, and who says so")
IN_TURN = "Leaflet: light begins, and the players move in turn."
PRESS = "A clock or a button ends the turn, else the opponent's move does."
NOBODY = "Where nobody is there to be asked (`asks` = false), the likeliest is taken, and marked as uncertain."


@CHAPTER.case(
    "Dark begins",
    situation="Ben moves f6-g5 before Anna has moved.",
    rule=IN_TURN,
    answer="`wrong-side`: light to move. Ben puts his man back; then Anna's move counts.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("f6-g5", looks=3)
    assert (scene.accused, scene.marked) == (["wrong-side"], {"f6", "g5"})
    scene.moves("g5-f6", "c3-d4")
    assert scene.recorded()[-1] == "light corrected c3-d4"


@CHAPTER.case(
    "A side moves twice running",
    situation="Anna moves c3-d4; while Ben thinks she moves g3-f4 as well.",
    rule=IN_TURN,
    answer="Her first move stands; `wrong-side`: dark to move. The man goes back to g3, and Ben moves.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", looks=4)
    scene.moves("g3-f4", looks=4)
    assert (scene.recorded()[0], scene.accused) == ("light play c3-d4", ["wrong-side"])
    assert scene.state.shown.message is not None
    assert scene.state.shown.message.values["side"] == "dark"
    scene.moves("f4-g3", "b6-a5")
    assert scene.recorded()[-1] == "dark corrected b6-a5"


@CHAPTER.case(
    "A player moves, and moves the other's man, too",
    situation="Anna moves c3-d4 and, to be helpful, Ben's f6-g5.",
    rule="Whose hand moved a man is not seen: a legal move of the side to move is its move.",
    answer="Both moves; who does not agree touches undo.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", looks=1)
    scene.moves("f6-g5")
    assert (scene.recorded(), scene.accused) == (["light play c3-d4", "dark play f6-g5"], [])


@CHAPTER.case(
    "The press ends the turn",
    situation="With a button Anna moves c3-d4, looks at it for a while, and presses.",
    rule=PRESS,
    answer="Nothing before the press; her move with it.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**BUTTON)
    scene.moves("c3-d4", looks=5)
    assert scene.recorded() == []
    scene.presses()
    assert (scene.recorded(), scene.to_move) == (["light play c3-d4"], "dark")


@CHAPTER.case(
    "The press comes before the look",
    situation="Anna moves c3-d4 and presses so fast that no look has shown the move.",
    rule=PRESS,
    answer="The press holds for what the next look shows.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**BUTTON)
    scene.moves("c3-d4", looks=0)
    scene.presses()
    scene.look()
    assert scene.recorded() == ["light play c3-d4"]


@CHAPTER.case(
    "The press comes while a hand is over the board",
    situation="Anna moves c3-d4 and presses with one hand; the other still rests on the board.",
    rule=PRESS + " It is ruled on by the first clear look.",
    answer="It says that a hand is over the board; once it is away, her move is on record.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**BUTTON)
    scene.moves("c3-d4", looks=0)
    scene.look(hand=True, times=2)
    scene.presses()
    assert (scene.recorded(), scene.message) == ([], "awaited.hand")
    scene.look(times=2)
    assert (scene.recorded(), scene.message) == (["light play c3-d4"], "")


@CHAPTER.case(
    "The opponent presses",
    situation="With a clock of two buttons Anna moves c3-d4, and Ben presses for her.",
    rule="Each player ends the own turn; the other's press says nothing.",
    answer="It says that Anna moves first; with her own press her move is on record.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**BUTTON)
    scene.moves("c3-d4")
    scene.presses(BEN)
    assert (scene.recorded(), scene.message) == ([], "awaited.move")
    scene.presses(ANNA)
    assert scene.recorded() == ["light play c3-d4"]


@CHAPTER.case(
    "Nobody presses",
    situation="With a button Anna moves c3-d4 and forgets to press; Ben moves f6-g5 and forgets it, too.",
    rule=PRESS,
    answer="Her move is on record with his; his own waits for his press, or for Anna's next move.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**BUTTON)
    scene.moves("c3-d4", "f6-g5")
    assert scene.recorded() == ["light play c3-d4"]
    scene.presses()
    assert scene.recorded() == ["light play c3-d4", "dark play f6-g5"]


@CHAPTER.case(
    "A press without a move",
    situation="Anna presses before she has moved anything, and thinks on. Then she moves c3-d4 and presses.",
    rule="Moving is compulsory; a turn in which nothing was moved is not over.",
    answer="No fault, and no notice that the board cannot be read; the second press ends her turn.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**BUTTON)
    scene.presses()
    scene.look(times=3)
    scene.waits(30)
    assert (scene.message, scene.accused) == ("", [])
    scene.moves("c3-d4")
    assert scene.recorded() == []
    scene.presses()
    assert scene.recorded() == ["light play c3-d4"]


@CHAPTER.case(
    "One press too many",
    situation="Anna moves c3-d4 and presses twice. Ben thinks, and moves f6-g5.",
    rule=PRESS,
    answer="The second press ends nothing of Ben's: his move waits for a press of its own.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**BUTTON)
    scene.moves("c3-d4")
    scene.presses()
    scene.look(times=3)
    scene.presses()
    scene.look(times=3)
    scene.moves("f6-g5")
    assert scene.recorded() == ["light play c3-d4"]
    scene.presses()
    assert scene.recorded() == ["light play c3-d4", "dark play f6-g5"]


@CHAPTER.case(
    "Nobody is there to answer",
    situation="A recorded match goes by without anybody at the screen. Where Anna's man went is hidden for long, and "
    "then Ben moves.",
    rule=NOBODY,
    answer="Nothing is asked; once the board is free again both moves are on record.",
)
def _(desk: Desk) -> None:
    scene = desk.started(asks=False)
    scene.moves("c3-d4", looks=0)
    scene.look(times=10, misread=hidden("d4", "b4"))
    assert (scene.question, scene.recorded()) == ("", [])
    scene.moves("f6-g5", looks=3)
    assert (scene.question, scene.recorded()) == ("", ["light play c3-d4", "dark play f6-g5"])


@CHAPTER.case(
    "A captured man is forgotten, and nobody is there to answer",
    situation="Without anybody at the screen Anna jumps to e5 and leaves the man on d4; Ben moves a7-b6.",
    rule=NOBODY,
    answer="Nothing is asked; both moves are told.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wc3,g1:Bd4,h8,a7", asks=False)
    scene.moves("c3-e5", looks=8)
    assert scene.question == ""
    scene.moves("a7-b6", looks=3)
    assert (scene.recorded(), scene.accused) == (["light play c3xe5", "dark play a7-b6"], [])
