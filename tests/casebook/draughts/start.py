"""Chapter 1: setting up, and how a game begins."""

from __future__ import annotations

from companion.games.draughts import START
from companion.games.draughts.squares import SIZE
from tests.casebook.book import Chapter
from tests.casebook.draughts.scene import ANNA, BUTTON, Desk, misread_as_empty
from tests.match.draughts.board import LIGHT, NOTHING, lying

CHAPTER = Chapter(1, "Setting up, and how a game begins")
START_RULE = "Leaflet: a dark corner square at each player's left, twelve men a side on the dark squares of three rows."


@CHAPTER.case(
    "A game begins when all men stand",
    situation="Ben still puts his men on the board, row by row; then all twenty-four stand.",
    rule=START_RULE,
    answer="Nothing is said while men are missing; `start` when all stand, and Anna, who is light, is to move.",
)
def _(desk: Desk) -> None:
    scene = desk.table()
    scene.sets_up({**lying(START), **dict.fromkeys(range(5 * SIZE, 8 * SIZE), NOTHING)}, looks=8)
    assert (scene.recorded(), scene.message, scene.phase) == ([], "", "setting-up")
    scene.sets_up(START)
    assert (scene.recorded(), scene.phase) == (["start"], "trying")
    assert scene.to_move == "light"


@CHAPTER.case(
    "A man is missing at the start",
    situation="Anna has forgotten the man on c3, and both wait for the companion.",
    rule=START_RULE,
    answer="The game does not begin; after four looks a notice names c3, without an alarm. With the man, it begins.",
)
def _(desk: Desk) -> None:
    scene = desk.table()
    scene.sets_up(lying(START, c3=NOTHING), looks=3)
    assert scene.message == ""
    scene.look(times=3)
    assert (scene.message, scene.marked, scene.alarm) == ("notice.men-astray", {"c3"}, False)
    scene.sets_up(START)
    assert (scene.recorded(), scene.message) == (["start"], "")


@CHAPTER.case(
    "Men stand on light squares",
    situation="They have set up as for chess: some of Anna's men stand on the light squares of her second row.",
    rule=START_RULE,
    answer="No game begins; a notice marks the light squares that are taken.",
)
def _(desk: Desk) -> None:
    scene = desk.table()
    scene.sets_up(lying(START, a2=LIGHT, c2=LIGHT, e2=LIGHT, g2=LIGHT), looks=6)
    assert (scene.recorded(), scene.message, scene.alarm) == ([], "notice.light-squares", False)
    assert scene.marked == {"a2", "c2", "e2", "g2"}
    scene.sets_up(START)
    assert scene.recorded() == ["start"]


@CHAPTER.case(
    "The board is set up the other way round",
    situation="The light men stand at the side of the board on which the dark ones stood when the camera learned it.",
    rule=START_RULE + " Which player has which side is theirs to choose.",
    answer="The game begins all the same, and squares are named as Light sees them.",
)
def _(desk: Desk) -> None:
    scene = desk.table()
    scene.turned = True
    scene.look()
    assert scene.recorded() == ["start"]
    scene.moves("c3-d4", "f6-g5")
    assert scene.recorded() == ["start", "light play c3-d4", "dark play f6-g5"]


@CHAPTER.case(
    "The first move is made under the hand that sets up",
    situation="Anna puts down her last man and moves c3-d4 at once; no clear look has shown the start position.",
    rule="A move that only the start position leads to tells that it stood.",
    answer="`start`, and her move.",
)
def _(desk: Desk) -> None:
    scene = desk.table()
    scene.look(hand=True, times=3)
    scene.moves("c3-d4")
    assert scene.recorded() == ["start", "light play c3-d4"]


@CHAPTER.case(
    "One square is misread while all men stand",
    situation="A reflection hides Anna's man on h2 from the camera. All men stand, and she presses the button.",
    rule="A press before a game says that the board is set up; one square may be misread.",
    answer="h2 is named before the press; with it the game begins.",
)
def _(desk: Desk) -> None:
    scene = desk.table(**BUTTON)
    scene.look(times=5, misread=misread_as_empty("h2"))
    assert (scene.recorded(), scene.marked) == ([], {"h2"})
    scene.presses()
    assert scene.recorded() == ["start"]


@CHAPTER.case(
    "A game without a camera",
    situation="The camera is not plugged in. Anna enters c3-d4 on the screen.",
    rule="What the camera cannot see is entered by touch; the rules stay the same.",
    answer="The game begins with her move.",
)
def _(desk: Desk) -> None:
    scene = desk.table()
    scene.touches("CameraLost", "not there")
    scene.touches("MoveEntered", "c3-d4", by=ANNA)
    assert scene.recorded() == ["camera_lost", "start", "light play c3-d4"]
