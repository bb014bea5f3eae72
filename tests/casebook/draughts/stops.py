"""Chapter 9: pauses, disputes, spilled boards, a camera that is gone."""

from __future__ import annotations

from companion.games.draughts.squares import SQUARES
from tests.casebook.book import Chapter
from tests.casebook.draughts.scene import ANNA, BEN, Desk
from tests.match.draughts.board import NOTHING

CHAPTER = Chapter(9, "Pauses, disputes, spilled boards, a camera that is gone")
PAUSE = "While play is interrupted the clock stands, and nothing is ruled or recorded."
RECORD = "The record says where the pieces were; a spilled board is put back by it."
BLIND = "What the camera cannot see is entered by touch; the rules stay the same."
CONSENT = "In a refereed match nobody alone ends a pause, or stops a running clock ([consent](internals/consent.md))."


@CHAPTER.case(
    "A pause",
    situation="Ben fetches coffee and touches pause. Anna plays with the men meanwhile, and puts them back.",
    rule=PAUSE + " " + CONSENT,
    answer="Nothing of it is a move; the pause ends when both say so, and the game goes on.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4")
    scene.touches("Paused", by=BEN)
    assert scene.phase == "paused"
    scene.moves("f6-g5", "g5-f6", looks=3)
    scene.touches("Resumed", by=BEN)
    assert (scene.question, scene.asked_of, scene.phase) == ("question.go-on", {ANNA}, "paused")
    scene.answers("answer.yes", by=ANNA)
    scene.moves("f6-g5")
    assert scene.recorded() == ["light play c3-d4", "dark play f6-g5"]


@CHAPTER.case(
    "A pause of a running clock",
    situation="Ben's time runs. He touches pause; Anna does not answer, and he moves at last.",
    rule=CONSENT,
    answer="Anna is asked, and his time runs on.",
)
def _(desk: Desk) -> None:
    scene = desk.started(clock=True)
    scene.moves("c3-d4")
    scene.touches("Paused", by=BEN)
    assert (scene.question, scene.asked_of, scene.phase) == ("question.pause", {ANNA}, "trying")
    scene.moves("f6-g5")
    assert scene.recorded() == ["light play c3-d4", "dark play f6-g5"]


@CHAPTER.case(
    "Nobody is there for five minutes",
    situation="Both have gone to dinner without a word. After a while a hand is over the board again, and Ben moves.",
    rule=PAUSE,
    answer="Paused after five idle minutes; the hand ends the pause, and the move counts.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4")
    scene.waits(290)
    assert scene.phase == "trying"
    scene.waits(20)
    assert scene.phase == "paused"
    scene.look(hand=True)
    scene.moves("f6-g5")
    assert scene.recorded() == ["light play c3-d4", "dark play f6-g5"]


@CHAPTER.case(
    "A dispute",
    situation="They disagree about Anna's last move, and each says what was played. They leave it to the director.",
    rule="Who was right at the table is the director's to say. " + CONSENT,
    answer="The clock stands; both claims are kept, and the game goes on with the record as it is.",
)
def _(desk: Desk) -> None:
    scene = desk.started(clock=True)
    scene.moves("c3-d4")
    scene.touches("Disputed")
    assert (scene.phase, scene.runs) == ("paused", False)
    scene.touches("Claimed", ANNA, "I moved c3-d4")
    scene.touches("Claimed", BEN, "she moved c3-b4")
    assert scene.state.record.dispute is not None
    assert scene.state.record.dispute.claims == ("I moved c3-d4", "she moved c3-b4")
    scene.touches("LeftToDirector", by=ANNA)
    scene.answers("answer.yes", by=BEN)
    assert (scene.phase, scene.runs) == ("trying", True)
    scene.moves("f6-g5")
    assert scene.recorded() == ["light play c3-d4", "dark play f6-g5"]


@CHAPTER.case(
    "The board is spilled",
    situation="A child bumps into the table; four men lie beside the board. They touch put it back, and do so.",
    rule=RECORD,
    answer="No fault of anybody. The squares are marked until all is as on record; then the game goes on.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4")
    stood = dict(scene.board)
    scene.takes_off("d4", "e3", "f6", "g3", looks=1)
    scene.touches("PutBackAsked")
    assert (scene.phase, scene.marked, scene.accused) == ("putting-back", {"d4", "e3", "f6", "g3"}, [])
    scene.puts(ANNA, "d4", "e3", "g3")
    assert scene.marked == {"f6"}
    scene.sets_up(stood)
    if scene.phase == "paused":
        scene.touches("Resumed")
    scene.moves("f6-g5")
    assert scene.recorded() == ["light play c3-d4", "dark play f6-g5"]


@CHAPTER.case(
    "The board is cleared in mid-game",
    situation="Ben sweeps all men off the board in anger. They calm down, set the position up again, and he moves.",
    rule=RECORD,
    answer="An empty board is no move and no fault; the game goes on where it was.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4")
    stood = dict(scene.board)
    scene.sets_up(dict.fromkeys(SQUARES, NOTHING), looks=6)
    assert (scene.recorded(), scene.accused) == (["light play c3-d4"], [])
    scene.sets_up(stood, looks=3)
    scene.moves("f6-g5")
    assert scene.recorded() == ["light play c3-d4", "dark play f6-g5"]


@CHAPTER.case(
    "The camera's cable comes out",
    situation="The camera is dark. Ben enters his move, plugs the cable in again, and has not moved his man yet.",
    rule=BLIND + " When the camera is back, the board is compared with the record.",
    answer="It names f6 and g5, which differ; with the man on g5 the notice leaves, and the game goes on.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.moves("c3-d4")
    scene.touches("CameraLost", "no picture")
    assert scene.message == "notice.camera-lost"
    scene.touches("MoveEntered", "f6-g5", by=BEN)
    scene.touches("CameraBack")
    scene.look()
    assert (scene.message, scene.marked, scene.alarm) == ("notice.differs.squares", {"f6", "g5"}, False)
    scene.moves("f6-g5")
    assert scene.message == ""
    scene.moves("g3-f4")
    assert scene.recorded() == [
        "light play c3-d4", "camera_lost", "dark play f6-g5", "camera_back", "light play g3-f4",
    ]  # fmt: skip


@CHAPTER.case(
    "An illegal move is entered without a camera",
    situation="The camera is dark. Anna enters c3-c4, is warned, and enters c3-d4.",
    rule=BLIND,
    answer="The warning of the rule, as if it had been seen; then `corrected`.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.touches("CameraLost", "no picture")
    scene.touches("MoveEntered", "c3-c4", by=ANNA)
    assert (scene.alarm, scene.marked) == (True, {"c3", "c4"})
    scene.touches("MoveEntered", "c3-d4", by=ANNA)
    assert scene.recorded() == ["camera_lost", "light illegal not-diagonal", "light corrected c3-d4"]


@CHAPTER.case(
    "The plug is pulled in mid-game",
    situation="With clocks running somebody trips over the cable. The program starts anew, and they touch resume.",
    rule="The record leads to the same table again; a running clock waits until the players go on.",
    answer="Paused, with the clock as it was; then Ben's move, as if nothing had happened.",
)
def _(desk: Desk) -> None:
    scene = desk.started(clock=True)
    scene.moves("c3-d4")
    scene.restarts()
    assert (scene.phase, scene.message, scene.runs) == ("paused", "notice.taken-up", False)
    scene.touches("Resumed", by=ANNA)
    scene.answers("answer.yes", by=BEN)
    scene.look()
    scene.moves("f6-g5")
    assert scene.recorded() == ["light play c3-d4", "dark play f6-g5"]
