"""Chapter 11: the clock."""

from __future__ import annotations

from typing import Any, Final

from tests.casebook.book import Chapter
from tests.casebook.draughts.scene import ANNA, BEN, Desk

CHAPTER = Chapter(11, "The clock")
TIME = "Each side has a time for a game, and gains some with each move; who has none left has lost."
MINUTE: Final[dict[str, Any]] = {"clock": True, "time_s": 60.0, "increment_s": 10.0, "length": 3}


@CHAPTER.case(
    "The clock begins with the first move",
    situation="Anna thinks for a minute about her first move; then Ben for twenty seconds about his.",
    rule=TIME,
    answer="Her minute costs nothing; his time goes by, and his move adds ten seconds.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**MINUTE)
    scene.waits(60)
    scene.moves("c3-d4", looks=1)
    assert scene.left_s == [60.0, 60.0]
    scene.waits(20)
    scene.moves("f6-g5", looks=1)
    assert scene.left_s == [60.0, 49.0]


@CHAPTER.case(
    "A player has no time left",
    situation="Ben thinks until his minute is over.",
    rule=TIME,
    answer="The game is Anna's, by time.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**MINUTE)
    scene.moves("c3-d4")
    scene.waits(61)
    assert scene.recorded() == ["light play c3-d4", "light game_over"]


@CHAPTER.case(
    "A move comes after the time was up",
    situation="Ben's move comes a second too late.",
    rule=TIME,
    answer="The game is lost already; the move is not on record, and adds no time.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**MINUTE)
    scene.moves("c3-d4")
    scene.now += 61
    scene.touches("MoveEntered", "f6-g5", by=BEN)
    assert scene.recorded() == ["light play c3-d4", "light game_over"]
    assert scene.left_s[1] == 0.0


@CHAPTER.case(
    "A change is touched after a loss on time",
    situation="Ben has lost on time; he touches undo, and corrects an earlier move.",
    rule="What time has decided a player does not change; the director may.",
    answer="It says that the game is decided.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**MINUTE)
    scene.moves("c3-d4")
    scene.waits(61)
    for change in (("UndoAsked",), ("MoveEdited", 0, "c3-b4")):
        scene.touches(*change, by=BEN)
        assert (scene.message, scene.question) == ("notice.decided.game", "")
    assert scene.recorded() == ["light play c3-d4", "light game_over"]


@CHAPTER.case(
    "The time of who has moved against the rules",
    situation="Ben moves f6-e6; he needs twelve seconds to put it right.",
    rule="The time of who must correct an illegal move runs on.",
    answer="His time runs until the corrected move, which adds its ten seconds once.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**MINUTE)
    scene.moves("c3-d4", looks=1)
    scene.moves("f6-e6", looks=1)
    assert scene.accused == ["not-diagonal"]
    scene.waits(12)
    assert scene.left_s == [60.0, 47.0]
    scene.moves("e6-g5", looks=1)
    assert (scene.recorded()[-1], scene.left_s) == ("dark corrected f6-g5", [60.0, 56.0])


@CHAPTER.case(
    "A player thinks for long under a clock",
    situation="Ben thinks for seven minutes, and nothing moves on the board.",
    rule="Who thinks under a running clock is there: no pause comes by itself.",
    answer="The clock runs on; only the screen rests.",
)
def _(desk: Desk) -> None:
    scene = desk.started(clock=True, time_s=900.0)
    scene.moves("c3-d4", looks=1)
    scene.waits(420)
    assert (scene.phase, scene.runs, scene.left_s) == ("trying", True, [900.0, 480.0])
    assert scene.dimmed


@CHAPTER.case(
    "The director gives time",
    situation="Ben was called to the telephone; the director gives him two minutes, and both agree.",
    rule="The director may give a player time, or take it.",
    answer="Two minutes more for Ben, who goes on.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**MINUTE)
    scene.moves("c3-d4", looks=1)
    scene.touches("TimeAdjusted", BEN, 120, by=ANNA)
    assert (scene.question, scene.asked_of) == ("question.adjust-clock", {BEN})
    scene.answers("answer.yes", by=BEN)
    assert scene.left_s == [60.0, 178.0]
