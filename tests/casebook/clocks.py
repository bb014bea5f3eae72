"""Chapter 12: the clock, and disputes."""

from __future__ import annotations

from companion.games.backgammon.conduct import loses_on_time, reserve_s
from companion.games.backgammon.cube import Act
from companion.games.backgammon.ruleset import RuleSet
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match.clock import Clock
from companion.match.events import Resumed, TakenUp, Ticked, TimeAdjusted
from companion.match.session import resumed, step
from companion.match.view import view_of
from companion.record.clock_mark import ClockMark
from companion.record.entries import Kind
from companion.record.facts import ClockAdjusted, DirectorActed, Halted
from companion.record.match import Cause, Win
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, BEN, Desk, Scene
from tests.table import LEFT, at_score

CHAPTER = Chapter(12, "The clock, and disputes")
CLOCK = "US Clock Rules 2013, 2.1, and UKBGF"
SHORT = "tournament reserve_per_point_s=10 reserve_less_per_point_scored_s=0"
DISPUTE = "A dispute is the director's; the companion keeps what it saw."


def left(scene: Scene, side: Side) -> float:
    """The reserve of a side now, in seconds."""
    assert scene.state.clock is not None
    left_s = scene.state.clock.left_s(side, scene.state.t)
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
    assert scene.recorded() == ["dark roll 65"]


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
    assert scene.recorded()[-1] == "light match_over time"
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
    assert scene.recorded()[-1] == "dark play 65 24/13"


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
    assert scene.recorded()[-1] == "dark corrected 65 24/13"
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
    assert (scene.accused, scene.recorded()) == ([], ["dark roll 65"])
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
    assert scene.recorded()[-1] == "light game_over"


ON_TIME = CLOCK + ": the match is lost, whatever the score; no points are won by it."
AFTER_END = "House rule: a break of the program gives nobody time, and takes none."


def decided(scene: Scene, winner: Side) -> bool:
    """Whether the match is this side's, on time."""
    won = scene.state.record.result
    return scene.phase == "match-over" and won is not None and (won.side, won.cause) == (winner, Cause.TIME)


@CHAPTER.case(
    "What a match lost on time says",
    situation="Anna leads 3 : 1 in a match to five when Ben's reserve is used up.",
    rule=ON_TIME,
    answer="Ben's time is up, Anna wins the match; the score stays 3 : 1, and two points were still needed.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(SHORT, clock=True, length=5)
    scene.state, scene.staged = at_score(scene.state, (3, 1)), True
    scene.throws("65", LEFT)
    scene.waits(60)
    assert decided(scene, ANNA)
    assert (scene.state.record.score, scene.state.record.result) == ((3, 1), Win(ANNA, 2, Cause.TIME))


@CHAPTER.case(
    "A flag falls in the Crawford game",
    situation="At 4 : 4 in a match to five, and at 4 : 0 in the Crawford game, the time of who leads is used up.",
    rule=ON_TIME,
    answer="The match is the other player's in either.",
)
def _(desk: Desk) -> None:
    for score, crawford in (((4, 4), False), ((0, 4), True)):
        scene = desk.opened(SHORT, clock=True, length=5)
        scene.state, scene.staged = at_score(scene.state, score, crawford=crawford), True
        scene.throws("65", LEFT)
        scene.waits(60)
        assert decided(scene, ANNA)


@CHAPTER.case(
    "A flag falls while a double waits for its answer",
    situation="Ben doubles. Anna thinks about it until her reserve is used up.",
    rule=ON_TIME + " While a double is on offer, the time of who answers it runs.",
    answer="The match is Ben's; the double is not answered.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(SHORT, clock=True, length=3)
    scene.acts(Act.DOUBLE, BEN)
    scene.waits(60)
    assert decided(scene, BEN)
    assert scene.recorded() == ["dark double", "dark match_over time"]
    scene.acts(Act.TAKE, ANNA)
    assert decided(scene, BEN)


@CHAPTER.case(
    "A flag falls while a question is open",
    situation="Ben wants to take back his last play, and Anna, who is on roll, thinks about it for too long.",
    rule=ON_TIME,
    answer="The match is Ben's, and the question is gone.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(SHORT, clock=True, length=3)
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    scene.touches("UndoAsked", by=BEN)
    assert scene.question == "question.take-back"
    scene.waits(60)
    assert decided(scene, BEN)
    assert scene.question == ""


@CHAPTER.case(
    "No flag falls in a pause, in a dispute, or between two games",
    situation="Both have ten seconds left and go to lunch: once after pause, once after dispute, once after the game.",
    rule="While play is interrupted the clock stands.",
    answer="Nobody loses.",
)
def _(desk: Desk) -> None:
    for stop in ("Paused", "Disputed"):
        scene = desk.opened(SHORT, clock=True, length=3)
        scene.throws("65", LEFT)
        scene.touches(stop)
        scene.waits(600)
        assert scene.phase == "paused"
    scene = desk.opened(SHORT, clock=True, length=3)
    scene.touches("Ended", ANNA, Result.SINGLE)
    scene.waits(600)
    assert scene.phase == "game-over"


@CHAPTER.case(
    "A play that is finished after the time was up",
    situation="Ben's reserve is used up; half a second later, before anything was said, he enters his play.",
    rule=ON_TIME,
    answer="The time was up before: the match is Anna's, and the play is not on record.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(SHORT, clock=True, length=3)
    scene.throws("65", LEFT)
    scene.waits(30)
    before = left(scene, BEN)
    scene.now += before - 0.5
    scene.touches("PlayEntered", "24/13")
    assert decided(scene, ANNA)
    assert scene.recorded() == ["dark roll 65", "light match_over time"]


@CHAPTER.case(
    "A play that is finished just in time",
    situation="Ben enters his play when half a second is left.",
    rule=CLOCK + ": a reserve is used up when nothing of it is left.",
    answer="It counts, and Anna's time runs.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(SHORT, clock=True, length=3)
    scene.throws("65", LEFT)
    scene.waits(30)
    before = left(scene, BEN)
    scene.now += before - 1.5
    scene.touches("PlayEntered", "24/13")
    scene.waits(3)
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]
    assert 0 < left(scene, BEN) <= 0.5


@CHAPTER.case(
    "Undo, edit and another result after a flag has fallen",
    situation="Ben's time is up. He takes back his last play, then says that the match was Anna's by one point.",
    rule=ON_TIME,
    answer="Only the director can change it: it is said, and nothing changes.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(SHORT, clock=True, length=3)
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    scene.throws("42")
    scene.waits(60)
    assert decided(scene, BEN)
    for event, facts in (("UndoAsked", ()), ("Edited", (1,)), ("Ended", (ANNA, Result.SINGLE))):
        scene.touches(event, *facts)
        assert decided(scene, BEN)
        assert scene.message == "notice.decided"


@CHAPTER.case(
    "Both reserves are used up, and the event leaves it to the director",
    situation="Ben's time is up, and the director lets them play on; then Anna's time is up as well.",
    rule=CLOCK + " (`out_of_reserve` = director).",
    answer="Ask the director each time, once for each player.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(f"{SHORT} out_of_reserve=director", clock=True, length=3)
    scene.throws("65", LEFT)
    scene.waits(60)
    assert (scene.phase, scene.message) == ("paused", "notice.time-out")
    scene.touches("Resumed")
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    scene.throws("42")
    scene.waits(60)
    outs = [entry.facts.time_out for entry in scene.entries(Kind.NOTE) if isinstance(entry.facts, Halted)]
    assert outs == [BEN, ANNA]
    scene.touches("Resumed")
    scene.waits(5)
    assert scene.phase != "paused"


@CHAPTER.case(
    "One thinks for longer than the automatic pause",
    situation="Ben has fourteen minutes for the match and thinks for six of them without touching anything.",
    rule="House rule: an automatic pause never stops a running clock.",
    answer="His time runs on; the screen is dimmed meanwhile.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(clock=True, length=7)
    scene.throws("65", LEFT)
    before = left(scene, BEN)
    scene.waits(360)
    assert scene.phase != "paused"
    assert before - left(scene, BEN) >= 340
    assert desk.ask(view_of(scene.state).dimmed) is True
    scene.moves(BEN, "24/13", looks=2)
    assert view_of(scene.state).dimmed is False


@CHAPTER.case(
    "The program is started again in the middle of a turn",
    situation="The plug is pulled while Ben thinks; the table is back after a minute.",
    rule=AFTER_END,
    answer="Paused with the time that he had, and why; the clock runs on when both resume.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(clock=True, length=7)
    scene.throws("65", LEFT)
    scene.waits(40)
    clock, t = scene.state.clock, scene.state.t
    assert clock is not None
    mark = ClockMark(scene.state.n, t, clock.as_details(t))
    state = resumed(scene.terms, scene.journal, None, mark)
    state, entries = step(state, TakenUp(5000.0))
    assert (desk.ask(state.phase.value), len(entries)) == ("paused", 1)
    assert state.shown.message is not None
    assert state.shown.message.key == "notice.taken-up"
    for later in range(60):
        state, _ = step(state, Ticked(5000.0 + later))
    for side in Side:
        state, _ = step(state, Resumed(5100.0, side))
    assert state.clock is not None
    assert state.clock.left_s(BEN, state.t) == clock.left_s(BEN, t)
    assert state.clock.runs


SAID = "notice.no-reserve"


def begun(rules: str, length: int) -> str:
    """What is said at the start of a match with a clock."""
    return Desk().table(rules, clock=True, length=length).message


@CHAPTER.case(
    "A clock by rules that leave no reserve",
    situation="The players agree on a delay of two seconds a turn and no reserve.",
    rule="The reserve is what can be used up; without one there is nothing to lose.",
    answer="It is said before the first roll: the clock only counts.",
)
def _(desk: Desk) -> None:
    rules = "tournament delay_s=2 reserve_per_point_s=0 reserve_less_per_point_scored_s=0"
    assert desk.ask([begun(rules, 3), begun("tournament", 0), begun("tournament", 3)]) == [SAID, SAID, ""]


@CHAPTER.case(
    "The end of a dispute needs both",
    situation="Ben disputes a turn. He taps *Keep for the director* to play on at once; Anna wants the director first.",
    rule="A dispute may be raised by either alone; in a refereed match both end it ([consent](internals/consent.md)).",
    answer="Anna is asked; after her no the clock stands, and the turn stays in dispute.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(clock=True)
    scene.touches("Disputed")
    scene.touches("LeftToDirector", by=BEN)
    assert (scene.question, scene.asked_of) == ("question.leave-dispute", {ANNA})
    scene.answers("answer.no", by=ANNA)
    assert scene.phase == "paused"
    assert scene.state.record.dispute is not None


@CHAPTER.case(
    "The director takes time from a player",
    situation="Anna's telephone has rung. The director types the PIN and takes a minute from her clock.",
    rule="USBGF and WBGF: the director may adjust the clock.",
    answer="A minute less on her clock, on record as the director's; the game goes on.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(clock=True, length=5)
    clock = scene.state.clock
    assert clock is not None
    before = clock.left_s(ANNA, scene.state.t)
    assert before is not None
    scene.touches("Directed", TimeAdjusted(ANNA, -60, scene.now))
    clock = scene.state.clock
    assert clock is not None
    assert clock.left_s(ANNA, scene.state.t) == before - 60
    assert [entry.facts for entry in scene.entries(Kind.NOTE)] == [DirectorActed(), ClockAdjusted(-60)]
    scene.throws("65", LEFT)
    assert scene.recorded() == ["dark roll 65"]
