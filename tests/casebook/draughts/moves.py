"""Chapter 2: moves, seen at once, late, or not quite."""

from __future__ import annotations

from tests.casebook.book import Chapter
from tests.casebook.draughts.scene import ANNA, BEN, BUTTON, Desk, hidden, misread_as_empty

CHAPTER = Chapter(2, "Moves: made, tried, seen late")
MOVES = "Leaflet: men move one square diagonally forward, and the players move in turn."
TELLS = "Players tell who has moved by whose men have moved."
QUESTION = "What was not seen is asked in one question, never guessed in silence."


@CHAPTER.case(
    "A move and its answer",
    situation="Anna moves c3-d4, Ben f6-g5. Between them the board lies still.",
    rule=MOVES,
    answer="Both moves, each as soon as the board has been seen without a hand.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", looks=1)
    assert (scene.recorded(), scene.to_move) == (["light play c3-d4"], "dark")
    scene.moves("f6-g5", looks=8)
    assert scene.recorded() == ["light play c3-d4", "dark play f6-g5"]
    assert (scene.question, scene.message) == ("", ""), "nobody is asked about a turn that is on record"


@CHAPTER.case(
    "Two moves are first seen together",
    situation="Anna moves c3-d4 and Ben answers f6-g5 before the camera has had a clear look.",
    rule=TELLS,
    answer="Both moves, in their order; nothing is asked.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", looks=0)
    scene.look(hand=True, times=2)
    scene.moves("f6-g5")
    assert (scene.recorded(), scene.question) == (["light play c3-d4", "dark play f6-g5"], "")


@CHAPTER.case(
    "Three moves are first seen together",
    situation="They play c3-d4, f6-g5 and g3-f4 at lightning speed; a clear look comes only then.",
    rule=QUESTION,
    answer="Anna is asked which of her moves came first; nobody is accused.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", "f6-g5", looks=0)
    scene.moves("g3-f4", looks=6)
    assert (scene.question, scene.asked_of, scene.accused) == ("question.which-play", {ANNA}, [])
    assert {"c3-d4", "g3-f4"} < set(scene.choices)


@CHAPTER.case(
    "A man is pushed to and fro and put back",
    situation="With a button Anna tries c3-b4, thinks, puts the man back, moves e3-f4 and presses.",
    rule="The leaflet knows no touch-move: until the press a move may be changed.",
    answer="Only e3-f4 is on record.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**BUTTON)
    scene.moves("c3-b4", "b4-c3", "e3-f4", looks=3)
    assert scene.recorded() == []
    scene.presses()
    assert scene.recorded() == ["light play e3-f4"]


@CHAPTER.case(
    "A move is changed after it was told",
    situation="Anna's move c3-d4 is on record. Before Ben moves she puts the man on b4 instead.",
    rule="Whether a move may be changed is for the players; the record says what was played in the end.",
    answer="c3-d4 is taken back, and c3-b4 is her move.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", "d4-b4", looks=4)
    assert scene.recorded() == ["light play c3-d4", "light undo c3-d4", "light play c3-b4"]
    scene.moves("f6-g5")
    assert scene.recorded()[-1] == "dark play f6-g5"


@CHAPTER.case(
    "A hand stays over the board",
    situation="Anna moves c3-d4 and leaves her arm over the board for half a minute.",
    rule="What cannot be seen is not judged.",
    answer="Nothing is recorded until the arm is gone; then her move.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", looks=0)
    scene.look(hand=True, times=30)
    assert (scene.recorded(), scene.message) == ([], "")
    scene.look()
    assert scene.recorded() == ["light play c3-d4"]


@CHAPTER.case(
    "A man is held in the air",
    situation="Anna lifts her man from c3 and thinks with it in her hand, beside the board; then she puts it on d4.",
    rule="A turn goes on until its piece lies on the board.",
    answer="No accusation; if it takes long, a question that goes away by itself. Then her move.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.takes_off("c3", looks=7)
    assert (scene.recorded(), scene.alarm) == ([], False)
    scene.puts(ANNA, "d4")
    assert (scene.recorded(), scene.question) == (["light play c3-d4"], "")


@CHAPTER.case(
    "A man stands across a line",
    situation="Ben's sleeve pushes Anna's man from g3 to the line beside it. Somebody straightens it, and Ben moves.",
    rule="A piece that lies on no square while nobody moves it is nudged, and blames nobody.",
    answer="Nothing is said of it; then Ben's move.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4")
    scene.takes_off("g3", looks=6)
    assert (scene.message, scene.question, scene.accused) == ("", "", [])
    scene.puts(ANNA, "g3", looks=1)
    scene.moves("d6-c5")
    assert scene.recorded() == ["light play c3-d4", "dark play d6-c5"]


@CHAPTER.case(
    "A square is misread all the while",
    situation="The lamp's reflection hides Anna's man on h2 from the camera, in every look.",
    rule="A false accusation is worse than a question; what is read alike all the while may be misread.",
    answer="Three moves are recorded, and nobody is accused or asked.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    for move in ("c3-d4", "d6-c5", "e3-f4"):
        scene.moves(move, looks=0)
        scene.look(times=4, misread=misread_as_empty("h2"))
    assert scene.recorded() == ["light play c3-d4", "dark play d6-c5", "light play e3-f4"]
    assert (scene.question, scene.accused) == ("", [])


@CHAPTER.case(
    "A cup hides where the man went",
    situation="Anna's man has left c3; a cup hides b4 and d4.",
    rule=QUESTION,
    answer="Anna is asked: c3-d4, c3-b4, or another. Her answer is on record.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", looks=0)
    scene.look(times=6, misread=hidden("d4", "b4"))
    assert (scene.recorded(), scene.question, scene.asked_of) == ([], "question.which-play", {ANNA})
    assert set(scene.choices) == {"c3-d4", "c3-b4", "answer.other"}
    scene.answers("c3-d4", by=ANNA)
    assert scene.recorded() == ["light play c3-d4"]


@CHAPTER.case(
    "The cup is taken away before anybody answers",
    situation="The same, but Ben takes the cup away while the question stands.",
    rule=QUESTION,
    answer="The look answers it: the question is gone, and c3-d4 is on record.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", looks=0)
    scene.look(times=6, misread=hidden("d4", "b4"))
    assert scene.question == "question.which-play"
    scene.look(times=2)
    assert (scene.recorded(), scene.question, scene.message) == (["light play c3-d4"], "", "")


@CHAPTER.case(
    "A newspaper covers a corner of the board",
    situation="Anna has moved c3-d4 when a newspaper slides over five squares of the corner.",
    rule="What cannot be seen is not judged.",
    answer="Nothing is recorded or asked while it lies there; then her move.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4", looks=0)
    scene.look(times=8, misread=hidden("a1", "a3", "b2", "b4", "d4"))
    assert (scene.recorded(), scene.question) == ([], "")
    scene.look(times=2)
    assert scene.recorded() == ["light play c3-d4"]


@CHAPTER.case(
    "A man appears from nowhere",
    situation="One of Ben's captured men is put on d8 by mistake while Anna moves c3-d4.",
    rule="A piece missing or added is a question, no fault.",
    answer="A question that names d8; nobody is accused.",
    not_yet="A piece that is more is taken for a square that is misread all the while, and nothing is said of it.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wc3,g1:Bh6,h8,a7")
    scene.puts(BEN, "d8", looks=0)
    scene.moves("c3-d4", looks=8)
    assert scene.accused == []
    assert scene.question.startswith("draughts.piece-count")


@CHAPTER.case(
    "A man has vanished from the board",
    situation="Ben's man on h8 falls to the floor while Anna moves c3-d4. Nobody notices.",
    rule="A piece missing is a question, no fault: it may have fallen, be hidden, or be taken off by mistake.",
    answer="Anna is asked whether the man on h8 was taken off; her move stands, and Ben puts the man back.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wc3,g1:Bh6,h8,a7")
    scene.takes_off("h8", looks=0)
    scene.moves("c3-d4", looks=5)
    assert (scene.question, scene.alarm, scene.accused) == ("draughts.wrong-removed", False, [])
    scene.answers("c3-d4", by=ANNA)
    scene.puts(BEN, "h8")
    scene.moves("a7-b6")
    assert scene.recorded() == ["light play c3-d4", "dark play a7-b6"]
