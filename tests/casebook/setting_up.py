"""Chapter 1: the start position and the set-up."""

from __future__ import annotations

from dataclasses import replace

from companion.games.backgammon import START, Dice, Position, explain, picture_of
from companion.games.backgammon.choices import Direction
from companion.games.backgammon.notation import resolve
from companion.games.backgammon.plays import Play
from companion.games.backgammon.ruleset import RULE_SETS
from companion.games.backgammon.scoring import Result, result
from companion.games.backgammon.wording import direction_of
from companion.games.rules import BAR, TRAY, Picture, Stack
from companion.record.entries import Kind
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, BEN, Desk, Scene
from tests.games.boards import board

CHAPTER = Chapter(1, "The start position and the set-up")
START_RULE = (
    "All leaflets: two checkers on the 24-point, five on the mid-point, three on the 8-point, five on the 6-point."
)


def turned(position: Position) -> Picture:
    """The board as it looks with the homes at the other end."""
    seen = picture_of(position)
    return {spot: seen[spot if spot in (BAR, TRAY) else _across(spot)] for spot in seen}


def swapped(position: Position) -> Picture:
    """The board as it looks with the colours exchanged."""
    return {spot: Stack(stack.dark, stack.light) for spot, stack in picture_of(position).items()}


def _across(point: int) -> int:
    return 13 - point if point <= 12 else 37 - point


@CHAPTER.case(
    "The game begins when all checkers stand",
    situation="Anna and Ben open the board and set up. The last checkers are still in Ben's hand; then they stand.",
    rule=START_RULE,
    answer="Nothing while checkers are missing; `start` when all thirty stand, and the opening roll is awaited.",
)
def _(desk: Desk) -> None:
    scene = desk.table()
    scene.sets_up(board("6:5 8:3 13:5 24:2", "6:5 8:3"))
    assert (scene.recorded(), scene.phase) == ([], "setting-up")
    scene.sets_up(START)
    assert (scene.recorded(), scene.phase) == (["start"], "opening")


@CHAPTER.case(
    "A checker stands one point off at the start",
    situation="Anna has put one of her three checkers of the 8-point on the 7-point. Both wait for the first roll.",
    rule=START_RULE,
    answer="The game does not begin: a notice marks the two points, without an alarm. Put right, it begins.",
)
def _(desk: Desk) -> None:
    scene = desk.table()
    scene.sets_up(board("6:5 7:1 8:2 13:5 24:2", "6:5 8:3 13:5 24:2"), looks=6)
    assert (scene.recorded(), scene.phase) == ([], "setting-up")
    assert scene.message == "notice.not-start"
    assert not scene.alarm
    assert scene.state.shown.message is not None
    assert set(scene.state.shown.message.points) == {7, 8}
    scene.sets_up(START)
    assert scene.recorded() == ["start"]
    assert scene.message == ""


@CHAPTER.case(
    "A checker is missing at the start",
    situation="One of Ben's checkers has stayed in the box: his 6-point has four. Nobody notices.",
    rule=START_RULE,
    answer="The game does not begin; a notice marks the point where the checker is missing. With it, it begins.",
)
def _(desk: Desk) -> None:
    scene = desk.table()
    scene.sure = 0.99
    scene.sets_up(board("6:5 8:3 13:5 24:2", "6:4 8:3 13:5 24:2"), looks=6)
    assert (scene.recorded(), scene.phase) == ([], "setting-up")
    assert scene.state.shown.message is not None
    assert scene.state.shown.message.points == (19,)
    scene.sets_up(START)
    assert (scene.recorded(), scene.message) == (["start"], "")


def wrongly_begun(desk: Desk) -> Scene:
    """A table at which a checker of Anna's began on her 7-point, not on the 8-point; both have played a turn."""
    scene = desk.at("6:5 7:1 8:2 13:5 24:2", "6:5 8:3 13:5 24:2")
    scene.throws("31", looks=2)
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.lifts()
    scene.throws("65")
    scene.moves(BEN, "13/7 13/8", looks=2)
    scene.lifts()
    return scene.begins()


@CHAPTER.case(
    "A wrong start is noticed in the starter's first turn",
    situation="Anna has opened and Ben has answered when they see that a checker of the start position stood wrong.",
    rule="WBGT: it may be put right until the starter has begun the second turn.",
    answer="It may still be put right; what was played until then is for the players, or the director.",
)
def _(desk: Desk) -> None:
    scene = wrongly_begun(desk)
    right = board("5:2 6:4 8:2 13:5 24:2", "6:5 7:1 8:4 13:3 24:2")
    scene.touches("PositionSet", right.id(), ANNA)
    scene.sets_up(right)
    scene.throws("42")
    scene.moves(ANNA, "8/4 6/4", looks=2)
    scene.lifts()
    assert scene.recorded() == ["light edit", "light roll 42", "light play 42 8/4 6/4"]
    assert (scene.question, scene.accused) == ("", [])


@CHAPTER.case(
    "A wrong start is noticed in the starter's second turn",
    situation="The same, but Anna has rolled for the second time before anybody sees it.",
    rule="WBGT: it may be put right until the starter has begun the second turn.",
    answer="The start stands as it was, and the game goes on from it.",
)
def _(desk: Desk) -> None:
    scene = wrongly_begun(desk)
    scene.throws("42", looks=4)
    assert (scene.recorded(), scene.message, scene.question) == (["light roll 42"], "", "")
    scene.moves(ANNA, "13/7", looks=2)
    scene.lifts()
    assert scene.recorded() == ["light roll 42", "light play 42 13/7"]
    assert scene.state.record.position.counts(ANNA)[6] == 2, "with the one that began there"


@CHAPTER.case(
    "A side plays with fourteen checkers because the wrong start stood",
    situation="One of Anna's checkers was never set up, and that start stands. She rolls 31 and plays 8/5 6/5.",
    rule="WBGT: a wrong start that stands is the start; the count per side is the game's own.",
    answer="Legal: nobody asks for a fifteenth checker, and the missing one does not count as borne off.",
)
def _(desk: Desk) -> None:
    short = replace(board("6:5 8:3 13:4 24:2", "6:5 8:3 13:5 24:2"), off=Stack(0, 0))
    assert desk.ask(explain(short, Dice(3, 1), picture_of(resolve(short, Play.from_text("8/5 6/5"))))) is None
    lost = replace(board("18:14", ""), off=Stack(0, 15))
    assert desk.ask(result(lost)) is Result.GAMMON


@CHAPTER.case(
    "The board is set up with the homes at the other end",
    situation="For the second game the players have turned the board's plan round: the homes are at the left now.",
    rule="Either side may have its home at the left or the right (leaflets; `direction` = any).",
    answer="Asked once; with yes the game begins, and names, score and cube stay with the people.",
)
def _(desk: Desk) -> None:
    assert desk.ask(direction_of(ANNA, RULE_SETS["tournament"])) is Direction.ANY
    scene = desk.table()
    scene.sets_up(turned(START), looks=4)
    assert scene.question
    assert scene.recorded() == []
    scene.answers("answer.yes")
    scene.look(times=2)
    assert "start" in scene.recorded()
    assert scene.state.terms.names == ("Anna", "Ben")
    scene.throws("31")
    scene.sets_up(turned(resolve(START, Play.from_text("8/5 6/5"))))
    scene.lifts()
    assert scene.recorded()[-2:] == ["light roll 31", "light play 31 8/5 6/5"]


@CHAPTER.case(
    "The players have exchanged the colours",
    situation="After the first game Anna takes the dark checkers and sets up; nobody has told the companion.",
    rule="All leaflets: a player chooses a colour; the score belongs to the person.",
    answer="Asked once; with yes the game begins, and names, score and cube stay with the people.",
)
def _(desk: Desk) -> None:
    scene = desk.table()
    scene.sets_up(swapped(START), looks=4)
    assert scene.question
    assert scene.recorded() == []
    scene.answers("answer.yes")
    scene.look(times=2)
    assert "start" in scene.recorded()
    scene.throws("31")
    scene.sets_up(swapped(resolve(START, Play.from_text("8/5 6/5"))))
    scene.lifts()
    assert scene.recorded()[-2:] == ["light roll 31", "light play 31 8/5 6/5"]
    assert scene.state.terms.names == ("Anna", "Ben")


@CHAPTER.case(
    "Checkers are carried back for the next game",
    situation="The game is over and counted. Both push the checkers together and set up again, ten seconds long.",
    rule="A game ends with the last checker off; what is moved afterwards is no play.",
    answer="Nothing of it is a play, nothing is illegal; the next game begins when all checkers stand.",
)
def _(desk: Desk) -> None:
    scene = desk.at("1:2", "6:5 5:5 4:4")
    scene.throws("65")
    scene.moves(ANNA, "1/off(2)", looks=2)
    scene.lifts()
    over = scene.recorded()
    assert over[-1].startswith("light game_over")
    for heap in (board("6:5 8:3", "6:5"), board("6:5 8:3 13:5 24:1", "6:5 8:3 13:5")):
        scene.sets_up(heap)
    assert scene.recorded() == over
    scene.sets_up(START, looks=4)
    if scene.phase != "opening":
        scene.touches("NextGame")
        scene.look(times=2)
    assert scene.recorded()[len(over) :] == ["start"]
    assert scene.last(Kind.START).details is not None
    assert scene.accused == []


@CHAPTER.case(
    "Which way the checkers run differs from leaflet to leaflet",
    situation="Ben has learned from a box in which white runs anticlockwise; Anna's book has it clockwise.",
    rule="Tactic: white anticlockwise; gamez: dark ones opposite, light ones clockwise; tournaments: any.",
    answer="Anticlockwise under `tactic`, clockwise under `gamez`, as set up in `tournament`.",
)
def _(desk: Desk) -> None:
    ways = {name: desk.ask(direction_of(ANNA, RULE_SETS[name])) for name in ("tactic", "gamez", "tournament")}
    assert ways == {
        "tactic": Direction.ANTICLOCKWISE, "gamez": Direction.CLOCKWISE, "tournament": Direction.ANY,
    }  # fmt: skip
    assert desk.ask(direction_of(BEN, RULE_SETS["tactic"])) is Direction.CLOCKWISE
