"""Chapter 2: the opening roll."""

from __future__ import annotations

from typing import Any

from companion.games.backgammon import Dice
from companion.games.backgammon.conduct import may_open, starter, throws_in_roll
from companion.games.backgammon.cube import Act, Cube, Moment, Refusal, refusal
from companion.games.backgammon.ruleset import RULE_SETS
from companion.games.rules import Stack
from companion.match.state import DiceSource, EndOfTurn
from companion.record.entries import Kind
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, APART, BEN, Desk
from tests.table import RIGHT

CHAPTER = Chapter(2, "The opening roll")
HIGHER_DIE = "Tactic, gamez, all tournament rules (`opening` = higher-die)."
BUTTON: dict[str, Any] = {"end_of_turn": EndOfTurn.BUTTON, "dice": DiceSource.ELECTRONIC}


@CHAPTER.case(
    "The higher die starts and plays both numbers",
    situation="Anna throws a 3 and Ben a 1, one die each. Anna plays 8/5 6/5 with both dice.",
    rule=HIGHER_DIE,
    answer="Anna's roll 31 and her play; dice of one colour name nobody, the play tells whose roll it was.",
)
def _(desk: Desk) -> None:
    assert desk.ask(starter(Stack(3, 1), younger=BEN)) is ANNA
    scene = desk.started()
    scene.throws("31", APART, looks=2)
    assert scene.recorded() == [], "until a checker is moved nobody knows whose roll it is"
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.lifts()
    assert scene.recorded() == ["light roll 31", "light play 31 8/5 6/5"]


@CHAPTER.case(
    "Ben wins the opening roll",
    situation="Anna throws a 2 and Ben a 5. Ben plays 13/8 13/11.",
    rule=HIGHER_DIE,
    answer="Ben's roll 52 and his play.",
)
def _(desk: Desk) -> None:
    assert desk.ask(starter(Stack(2, 5), younger=ANNA)) is BEN
    scene = desk.started()
    scene.throws("52", APART)
    scene.moves(BEN, "13/8 13/11", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 52", "dark play 52 13/8 13/11"]


@CHAPTER.case(
    "Equal opening dice are thrown again",
    situation="Both throw a 4. They take the dice up and throw again: 3 and 1, and Anna plays.",
    rule="Tournament rules, gamez, Djeco: ties are re-rolled.",
    answer="44 is no roll of anybody; the game opens with 31, the stake unchanged.",
)
def _(desk: Desk) -> None:
    assert desk.ask(may_open(Dice(4, 4))) is False
    scene = desk.started()
    scene.throws("44", looks=2)
    scene.lifts()
    scene.throws("31")
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.lifts()
    assert scene.recorded() == ["light roll 31", "light play 31 8/5 6/5"]
    assert scene.state.record.cube == Cube()


@CHAPTER.case(
    "Equal opening dice double the stake under automatic doubles",
    situation="In a money game by the rules of gamez both throw a 4, then 3 and 1.",
    rule="gamez: with automatic doubles each tie doubles the stake, the cube stays in the middle.",
    answer="The stake is 2, the cube nobody's; the game opens with 31.",
)
def _(desk: Desk) -> None:
    scene = desk.started("gamez")
    scene.throws("44", looks=2)
    scene.lifts()
    scene.throws("31")
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.lifts()
    assert scene.recorded()[-2:] == ["light roll 31", "light play 31 8/5 6/5"]
    assert scene.state.record.cube == Cube(2, None)


@CHAPTER.case(
    "Automatic doubles do nothing in a match",
    situation="Anna and Ben play to five points by the rules of gamez, and both throw a 4.",
    rule="Automatic doubles belong to money play (`automatic_doubles`).",
    answer="Thrown again, and the stake stays 1; in money play it would be 2.",
)
def _(desk: Desk) -> None:
    gamez = RULE_SETS["gamez"]
    assert desk.ask(Cube.at_start(gamez, ties=1, money=False)) == Cube(1)
    assert desk.ask(Cube.at_start(gamez, ties=1, money=True)) == Cube(2)
    scene = desk.started("gamez", length=5)
    scene.throws("44", looks=2)
    scene.lifts()
    scene.throws("31")
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.lifts()
    assert scene.recorded()[-1] == "light play 31 8/5 6/5"
    assert scene.state.record.cube == Cube()


@CHAPTER.case(
    "Automatic doubles end where the cube does",
    situation="By the rules of gamez the opening dice are equal seven times running.",
    rule="gamez names no limit; 64 is as far as a cube shows (`automatic_doubles` = 6, our cap).",
    answer="The stake is 64 after six ties and stays there.",
)
def _(desk: Desk) -> None:
    stakes = [desk.ask(Cube.at_start(RULE_SETS["gamez"], ties=ties, money=True)) for ties in (1, 6, 7)]
    assert stakes == [Cube(2), Cube(64), Cube(64)]


@CHAPTER.case(
    "One shared die is thrown by Anna, then by Ben",
    situation="They share one pair. Anna throws her die, it lies there alone for a while; then Ben throws the other.",
    rule="Tournaments: one shared pair or a pair each (`whose_dice` = either).",
    answer="One die is no roll and nobody is hurried; the roll is 62 when both lie there.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.throws("6", looks=4)
    assert (scene.recorded(), scene.message) == ([], "")
    scene.dice = "62"
    scene.look(times=2)
    scene.moves(ANNA, "24/18 13/11", looks=2)
    scene.lifts()
    assert scene.recorded() == ["light roll 62", "light play 62 24/18 13/11"]


@CHAPTER.case(
    "By age, the younger player starts every game",
    situation="The box leaflet is chosen and Ben is the younger. He presses for the first roll: a pair of twos.",
    rule="Box leaflet: the younger player begins, throwing the die twice; a double is possible.",
    answer="Ben's roll, and 22 stands.",
)
def _(desk: Desk) -> None:
    box = RULE_SETS["box-leaflet"]
    assert desk.ask(starter(Stack(6, 1), box, younger=BEN)) is BEN
    assert desk.ask(may_open(Dice(2, 2), box)) is True
    scene = desk.started("box-leaflet", younger=BEN, **BUTTON)
    scene.presses()
    scene.electronic("22")
    assert scene.recorded() == ["dark roll 22"]


@CHAPTER.case(
    "One die is thrown twice",
    situation="By the box leaflet Anna, the younger, throws the only die: 3; takes it up and throws it again: 1.",
    rule="Box leaflet: a roll is one die thrown twice (`dice` = one-twice).",
    answer="The first throw alone is no roll; after the second the roll is 31.",
)
def _(desk: Desk) -> None:
    assert desk.ask(throws_in_roll(RULE_SETS["box-leaflet"])) == 2
    scene = desk.started("box-leaflet", younger=ANNA)
    scene.throws("3", looks=2)
    assert scene.recorded() == []
    scene.lifts()
    scene.throws("1", looks=2)
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.lifts()
    assert scene.recorded() == ["light roll 31", "light play 31 8/5 6/5"]


@CHAPTER.case(
    "Electronic dice: the higher die starts",
    situation="The button rolls for both, the first die being Anna's: 2 and 5.",
    rule=HIGHER_DIE,
    answer="Ben's roll 25.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**BUTTON)
    scene.presses()
    scene.electronic("25")
    assert scene.recorded() == ["dark roll 25"]
    assert scene.state.side is BEN


@CHAPTER.case(
    "The loser of the opening roll begins to play",
    situation="The button rolls 5 for Anna and 2 for Ben, and Ben plays 13/8 13/11 and presses.",
    rule=HIGHER_DIE,
    answer="No play of Ben's on record and no accusation of moving Anna's roll: a notice says whose turn it is.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**BUTTON)
    scene.presses()
    scene.electronic("52")
    scene.moves(BEN, "13/8 13/11", looks=2)
    scene.presses()
    scene.look(times=3)
    assert [line for line in scene.recorded() if "play" in line] == []
    assert scene.accused == []
    assert scene.message == "notice.out-of-turn"


@CHAPTER.case(
    "No double before the opening roll",
    situation="Ben feels lucky and turns the cube before anybody has rolled.",
    rule="A double comes at the start of one's own turn; before the opening roll nobody has a turn.",
    answer="Refused with the reason; the opening roll comes first.",
)
def _(desk: Desk) -> None:
    assert desk.ask(refusal(Act.DOUBLE, BEN, Cube(), Moment(on_roll=None))) is Refusal.OPENING
    scene = desk.started()
    scene.acts(Act.DOUBLE, BEN)
    assert scene.message == "notice.double-too-soon"
    assert scene.entries(Kind.DOUBLE) == []
    scene.throws("31", RIGHT)
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.lifts()
    assert scene.recorded()[-1] == "light play 31 8/5 6/5"


@CHAPTER.case(
    "Electronic opening dice are equal",
    situation="The button rolls 4 for Anna and 4 for Ben. They press again: 3 and 1.",
    rule="Tournament rules, gamez, Djeco: ties are re-rolled.",
    answer="44 is no roll of anybody; the next press rolls again, and Anna starts.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**BUTTON)
    scene.presses()
    scene.electronic("44")
    assert scene.recorded() == []
    scene.presses()
    assert scene.rolls_asked == 2
    scene.electronic("31")
    assert scene.recorded() == ["light roll 31"]
    assert scene.state.record.cube == Cube()


@CHAPTER.case(
    "The opening play ends with a press",
    situation="With a button and real dice Anna opens with 31, plays 8/5 6/5, leaves the dice and presses.",
    rule="Unified Clock Rules 2001, 3.4: pressing ends the turn, the dice staying where they lie.",
    answer="Her roll and her play are on record by the press, and it is Ben's turn.",
)
def _(desk: Desk) -> None:
    scene = desk.started(end_of_turn=EndOfTurn.BUTTON)
    scene.throws("31")
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.presses()
    scene.look()
    assert scene.recorded() == ["light roll 31", "light play 31 8/5 6/5"]
    assert scene.state.side is BEN
