"""Chapter 12: the clock, and disputes."""

from __future__ import annotations

from companion.games.backgammon.conduct import loses_on_time, reserve_s
from companion.games.backgammon.ruleset import RuleSet
from companion.games.rules import Side
from companion.match.clock import Clock
from companion.record.entries import Kind
from companion.record.match import Win
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, BEN, Desk, Scene
from tests.table import LEFT

CHAPTER = Chapter(12, "The clock, and disputes")
CLOCK = "US Clock Rules 2013, 2.1, and UKBGF"
DISPUTE = "A dispute is the director's; the companion keeps what it saw."


def left(scene: Scene, side: Side) -> float:
    """The reserve of a side now, in seconds."""
    assert scene.state.clock is not None
    left_s = scene.state.clock.left_s(side, scene.now)
    assert left_s is not None
    return left_s


@CHAPTER.case(
    "A quick turn costs nothing",
    situation="Ben plays his turn in eight seconds, the next one in twenty.",
    rule=CLOCK + ": a delay of twelve seconds a turn (`delay_s`).",
    answer="The first costs nothing of his reserve, the second eight seconds.",
)
def _(desk: Desk) -> None:
    clock = Clock.at_start(7)
    first = clock.running(BEN, 0.0).running(ANNA, 8.0)
    second = first.running(BEN, 30.0).running(ANNA, 50.0)
    assert [desk.ask(one.left_s(BEN, 60.0)) for one in (clock, first, second)] == [840.0, 840.0, 832.0]


@CHAPTER.case(
    "How much time there is",
    situation="A match to seven begins; another one is taken up at 3–2.",
    rule=CLOCK + ": two minutes a point; US: less one for every point scored; UKBGF: not less.",
    answer="Fourteen minutes each at the start; at 3–2 nine by the US rules, fourteen by UKBGF's.",
)
def _(desk: Desk) -> None:
    ukbgf = RuleSet.from_text("tournament reserve_less_per_point_scored_s=0")
    minutes = [
        desk.ask(reserve_s(7, (0, 0))), desk.ask(reserve_s(7, (3, 2))), desk.ask(reserve_s(7, (3, 2), ukbgf)),
    ]  # fmt: skip
    assert minutes == [14 * 60, 9 * 60, 14 * 60]


@CHAPTER.case(
    "A clock in money play",
    situation="Two players put a clock beside a money game.",
    rule="The reserve is counted by points of the match; money play has none.",
    answer="No reserve, and nobody loses on time.",
)
def _(desk: Desk) -> None:
    assert desk.ask(reserve_s(0, (12, 3))) == 0
    scene = desk.opened(clock=True)
    scene.waits(200)
    assert scene.entries(Kind.MATCH_OVER) == []
    assert scene.state.clock is not None
    scene.throws("65", LEFT)
    assert scene.told() == ["dark roll 65"]


@CHAPTER.case(
    "The reserve is used up",
    situation="In a match to one point Ben thinks for three minutes about his first roll.",
    rule=CLOCK + ": who has no reserve left has lost the match (`out_of_reserve` = match-lost).",
    answer="The match is Anna's.",
)
def _(desk: Desk) -> None:
    assert desk.ask(loses_on_time(0.0)) is True
    scene = desk.opened(clock=True, length=1)
    scene.throws("65", LEFT)
    scene.waits(180)
    assert scene.told()[-1] == "light match_over time"
    assert scene.phase == "match-over"


@CHAPTER.case(
    "The reserve is used up, and the event leaves it to the director",
    situation="The same in an event whose director decides.",
    rule=CLOCK + " (`out_of_reserve` = director).",
    answer="Ask the director: it is said, the clock stands, and the match goes on when they are told to.",
)
def _(desk: Desk) -> None:
    director = RuleSet.from_text("tournament out_of_reserve=director")
    assert desk.ask(loses_on_time(0.0, director)) is False
    scene = desk.opened("tournament out_of_reserve=director", clock=True, length=1)
    scene.throws("65", LEFT)
    scene.waits(180)
    assert scene.entries(Kind.MATCH_OVER) == []
    assert scene.message == "notice.time-out"
    scene.touches("Resumed")
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.told()[-1] == "dark play 65 24/13"


@CHAPTER.case(
    "Who must correct plays on the own time",
    situation="Ben's illegal play is noticed after he has ended his turn. He takes a minute to put it right.",
    rule="Legal moves: the clock is stopped, then the offender's own time runs again (UKBGF, WBGF 2.1).",
    answer="The minute comes off Ben's reserve, none of it off Anna's.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(clock=True, length=7)
    scene.throws("65", LEFT)
    scene.moves(BEN, "13/9 13/10", looks=2)
    scene.lifts()
    assert scene.accused == ["wrong-distance"]
    before = left(scene, ANNA), left(scene, BEN)
    scene.waits(60)
    scene.puts(BEN, 9, 13, looks=0)
    scene.puts(BEN, 10, 13, looks=0)
    scene.moves(BEN, "24/13", looks=2)
    assert scene.told()[-1] == "dark corrected 65 24/13"
    assert left(scene, ANNA) == before[0]
    assert before[1] - left(scene, BEN) >= 45


@CHAPTER.case(
    "A dispute",
    situation="Ben says that a checker stood elsewhere before his turn; Anna says no. He touches dispute.",
    rule=DISPUTE,
    answer="Ask the director: the clock stops, the turn is named, the pictures are kept; nothing is ruled.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(clock=True, length=7)
    scene.throws("65", LEFT, looks=2)
    scene.touches("Disputed")
    assert [dict(entry.details or {}).get("dispute") for entry in scene.entries(Kind.NOTE)] == [2]
    assert (scene.accused, scene.told()) == ([], ["dark roll 65"])
    before = left(scene, BEN)
    scene.waits(60)
    assert left(scene, BEN) == before


@CHAPTER.case(
    "The clock stands while the game is paused",
    situation="Both agree on a break of ten minutes and touch pause in the middle of Ben's turn.",
    rule="While play is interrupted the clock stands.",
    answer="Nobody's time runs.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(clock=True, length=7)
    scene.throws("65", LEFT, looks=2)
    scene.touches("Paused")
    before = left(scene, BEN), left(scene, ANNA)
    scene.waits(600)
    assert (left(scene, BEN), left(scene, ANNA)) == before
    assert scene.phase == "paused"


@CHAPTER.case(
    "One says that the dice were cocked, the other that they were flat",
    situation="The dice were taken up while Anna and Ben argued. The companion had read a valid roll, 65.",
    rule=DISPUTE,
    answer="Ask the director: the roll stays on record with its picture; a dispute names the turn.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    first_seen = scene.frame + 1
    scene.throws("65", LEFT, looks=2)
    scene.touches("Disputed")
    roll = scene.last(Kind.ROLL)
    assert (roll.side, roll.dice, roll.frame) == (BEN, (6, 5), first_seen)
    assert dict(scene.entries(Kind.NOTE)[-1].details or {})["dispute"] == 2


@CHAPTER.case(
    "A dispute after the game",
    situation="The last checker is off; Ben says that Anna's last roll was misread, and touches dispute.",
    rule=DISPUTE,
    answer="Ask the director: the last turn is named, the result is not changed.",
)
def _(desk: Desk) -> None:
    scene = desk.at("1:2", "6:5 5:5 4:4")
    scene.throws("65")
    scene.moves(ANNA, "1/off(2)", looks=2)
    scene.lifts()
    scene.touches("Disputed")
    assert dict(scene.entries(Kind.NOTE)[-1].details or {}).get("dispute") == 1
    assert scene.state.record.result == Win(ANNA, 1)
    assert scene.told()[-1] == "light game_over"
