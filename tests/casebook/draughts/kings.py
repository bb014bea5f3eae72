"""Chapter 4: kings."""

from __future__ import annotations

from tests.casebook.book import Chapter
from tests.casebook.draughts.scene import BUTTON, Desk

CHAPTER = Chapter(4, "Kings")
CROWNED = "Leaflet: a man that ends its move on the far row becomes a king, turned over, or a second put on it."
PASSING = "Leaflet: a man that only passes through the far row in a capture does not become a king."
FAR = "Leaflet: a king moves any distance along a diagonal, and captures from any distance."
RECORD = "A camera tells no rank: which pieces are kings follows from the record."


@CHAPTER.case(
    "A man reaches the far row",
    situation="Anna moves her man from c7 to b8.",
    rule=CROWNED,
    answer="Her move, and a reminder to crown the man on b8, which leaves with Ben's move.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wc7,a1:Be5,h4")
    scene.moves("c7-b8")
    assert (scene.recorded(), scene.message, scene.alarm) == (["light play c7-b8"], "notice.crown", False)
    assert scene.crown == {"b8"}
    scene.moves("h4-g3")
    assert (scene.message, scene.crown) == ("", set())


@CHAPTER.case(
    "Nobody crowns the man",
    situation="The man on b8 is never turned over. In her next turn Anna captures with it from far away: b8xh2.",
    rule=RECORD,
    answer="A king's capture, and no word about the crown that was forgotten.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wc7,a1:Be5,a7,h4")
    scene.moves("c7-b8", "h4-g3", "b8xf4xh2")
    assert scene.recorded()[-1] == "light play b8xh2"
    assert scene.accused == []


@CHAPTER.case(
    "A capture ends on the far row",
    situation="Anna's man jumps from b6 over c7 to d8, and nothing more can be captured from there by a man.",
    rule=CROWNED + " The move is over there, though a king could go on.",
    answer="The capture, and the reminder for d8.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wb6,h2:Bc7,g5,a3")
    scene.moves("b6xd8")
    assert (scene.recorded(), scene.crown) == (["light play b6xd8"], {"d8"})


@CHAPTER.case(
    "A new king goes on capturing at once",
    situation="The same, but Anna goes on from d8 as a king, jumps the man on g5 and puts hers on h4.",
    rule=PASSING + " A man that stops there is a king only in its next move.",
    answer="An illegal move: a man that passes d8 does not become a king.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wb6,h2:Bc7,g5,a3")
    scene.moves("b6xd8xh4", looks=3)
    assert (scene.accused, scene.alarm, scene.marked) == (["promotion-in-passing"], True, {"d8"})


@CHAPTER.case(
    "A man passes through the far row",
    situation="Anna's man jumps from b6 over c7 to d8 and on, backward over e7, to f6. She turns it over.",
    rule=PASSING,
    answer="The capture of two; the record has a man on f6, and nobody is reminded of a crown.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wb6,h2:Bc7,e7,a3")
    scene.moves("b6xd8xf6")
    assert (scene.recorded(), scene.crown, scene.message) == (["light play b6xf6"], set(), "")
    assert scene.fen == "B:Wh2,f6:Ba3"


@CHAPTER.case(
    "A man that was crowned too soon moves as a king",
    situation="After that Anna moves the piece on f6 back to e5, as if it were a king.",
    rule=PASSING + " " + RECORD,
    answer="An illegal move: a man moves forward.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wb6,h2:Bc7,e7,a3,b8")
    scene.moves("b6xd8xf6", "b8-a7")
    scene.moves("f6-e5", looks=3)
    assert scene.accused == ["backward"]


@CHAPTER.case(
    "A king moves across the board",
    situation="Anna's king goes from a1 to g7, and in her next turn back to c3.",
    rule=FAR,
    answer="Two moves.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:WKa1,h2:Ba7,b8")
    scene.moves("a1-g7", "a7-b6", "g7-c3")
    assert scene.recorded() == ["light play a1-g7", "dark play a7-b6", "light play g7-c3"]


@CHAPTER.case(
    "A king lands where it likes behind the piece",
    situation="Anna's king on a1 captures the man on d4. Nothing more can be captured, and she puts it on h8.",
    rule=FAR + " It lands on any free square behind.",
    answer="The capture, with h8 as its end.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:WKa1,h2:Bd4,a7")
    scene.moves("a1xh8")
    assert scene.recorded() == ["light play a1xh8"]


@CHAPTER.case(
    "A king lands where it cannot go on",
    situation="Anna's king could take two, but she puts it on f6, from where only one is taken.",
    rule=FAR + " The sequence that takes the most pieces has to be chosen.",
    answer="An illegal move: the capture goes on, and two can be captured.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:WKa1,h2:Bd4,f4,a7")
    scene.moves("a1xf6", looks=3)
    assert (scene.accused, scene.message) == (["longer-capture"], "draughts.longer-capture.goes-on")


@CHAPTER.case(
    "A king counts as one piece",
    situation="Anna may take a king with the man on h2, or two men with the one on c3. She takes the king.",
    rule="Leaflet: the most pieces have to be taken, kings and men counting alike.",
    answer="An illegal move: two could be captured from c3.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wc3,h2:Bd4,f6,Kg3")
    scene.moves("h2xf4", looks=3)
    assert scene.accused == ["longer-capture"]
    assert scene.marked == {"c3"}


@CHAPTER.case(
    "A king is captured",
    situation="Ben's man jumps over Anna's king and lifts it.",
    rule="A king is captured as a man is.",
    answer="The capture; the record has one king fewer.",
)
def _(desk: Desk) -> None:
    scene = desk.at("B:WKd4,a1:Be5,h8", **BUTTON)
    scene.moves("e5xc3")
    scene.presses()
    assert (scene.recorded(), scene.fen) == (["dark play e5xc3"], "W:Wa1:Bc3,h8")
