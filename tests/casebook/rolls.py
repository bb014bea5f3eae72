"""Chapter 3: rolls, cocked dice, and where dice may lie."""

from __future__ import annotations

from typing import Any

from companion.games.backgammon.choices import RollArea
from companion.games.backgammon.conduct import Rest, die_counts, die_tells_player, roll_counts
from companion.games.backgammon.ruleset import RULE_SETS, RuleSet
from companion.match.state import DiceSource, EndOfTurn
from companion.record.entries import Kind
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, APART, BEN, Desk
from tests.table import LEFT, RIGHT

CHAPTER = Chapter(3, "Rolls, cocked dice, and where dice may lie")
COCKED = "US rules of 2008, 4.2: both dice flat, else both are thrown again."
BUTTON: dict[str, Any] = {"end_of_turn": EndOfTurn.BUTTON, "dice": DiceSource.ELECTRONIC}


@CHAPTER.case(
    "A die leans against a checker",
    situation="One of Ben's dice comes to rest against a checker. He takes both up and throws 65.",
    rule=COCKED,
    answer="`cocked`, said once; the throw is no roll. The roll is 65.",
)
def _(desk: Desk) -> None:
    assert desk.ask(roll_counts([Rest(), Rest(flat=False)])) is False
    scene = desk.opened()
    scene.throws("42", cocked=True, looks=2)
    assert scene.recorded() == ["cocked"]
    assert scene.message == "notice.cocked"
    assert not scene.alarm
    scene.lifts()
    scene.throws("65")
    assert scene.recorded() == ["cocked", "dark roll 65"]


@CHAPTER.case(
    "A die lies flat on a checker",
    situation="One of Ben's dice lies quite flat on top of one of his checkers.",
    rule="US rules of 2008, 4.2: cocked; San Diego lets it count (`die_on_checker`).",
    answer="Cocked in `tournament`: thrown again. It counts where the rule set says so.",
)
def _(desk: Desk) -> None:
    assert desk.ask(die_counts(Rest(on_checker=True))) is False
    legal = RuleSet.from_text("tournament die_on_checker=legal")
    assert desk.ask(die_counts(Rest(on_checker=True), legal)) is True
    told = {}
    for rules in ("tournament", "tournament die_on_checker=legal"):
        scene = desk.opened(rules)
        scene.on_checkers = True
        scene.throws("65", looks=2)
        told[rules] = (scene.recorded(), scene.message)
    assert list(told.values()) == [(["cocked"], "notice.cocked"), (["dark roll 65"], "")]


@CHAPTER.case(
    "One die on either half of the board",
    situation="Ben's dice part: one rolls across the bar to the left half, the other stays on the right.",
    rule="`roll_area` = anywhere on the playing field (our choice in `tournament`).",
    answer="A valid roll.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", APART, looks=2)
    assert scene.recorded() == ["dark roll 65"]


@CHAPTER.case(
    "Dice in the wrong half where they must lie at the right hand",
    situation="The event has dice thrown to the right of the bar. One of Ben's dice lands on the left half.",
    rule="US rules of 2008, 4.2 (`roll_area` = right-of-bar).",
    answer="No valid roll: both dice are thrown again.",
)
def _(desk: Desk) -> None:
    right = RuleSet.from_text("tournament roll_area=right-of-bar")
    left_half = Rest(within=frozenset({RollArea.ANYWHERE}))
    right_half = Rest(within=frozenset({RollArea.ANYWHERE, RollArea.RIGHT_OF_BAR}))
    assert desk.ask(roll_counts([right_half, left_half], right)) is False
    assert desk.ask(roll_counts([right_half, right_half], right)) is True
    assert desk.ask(roll_counts([right_half, left_half])) is True


@CHAPTER.case(
    "The table does not take a roll that lies in the wrong half",
    situation="The same at the table: Anna's home is at the right, and her dice lie on the left half.",
    rule="US rules of 2008, 4.2 (`roll_area` = right-of-bar).",
    answer="No roll on record until both lie at her right hand.",
)
def _(desk: Desk) -> None:
    scene = desk.at("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2", "tournament roll_area=right-of-bar")
    scene.throws("65", LEFT, looks=2)
    assert scene.entries(Kind.ROLL) == []
    scene.lifts()
    scene.throws("42", RIGHT, looks=2)
    assert [entry.dice for entry in scene.entries(Kind.ROLL)] == [(4, 2)]


@CHAPTER.case(
    "A die falls off the table",
    situation="Ben throws; one die shows a 6 on the board, the other is under the table. He throws both again: 42.",
    rule=COCKED,
    answer="One die is no roll. The roll is 42.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("6", looks=3)
    assert scene.recorded() == []
    scene.lifts()
    scene.throws("42", looks=2)
    assert scene.recorded() == ["dark roll 42"]


@CHAPTER.case(
    "Both players' dice lie on the board",
    situation="Anna leaves her 31 lying; Ben throws his own pair beside it: 65.",
    rule="Tournaments: one shared pair or a pair each (`whose_dice` = either).",
    answer="The roll is that of the dice that were not there before: 65.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.throws("31", RIGHT)
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.dice, scene.places = "3165", (*RIGHT, *LEFT)  # type: ignore[assignment]
    scene.look(times=2)
    assert scene.recorded()[-2:] == ["light play 31 8/5 6/5", "dark roll 65"]


@CHAPTER.case(
    "The same numbers are thrown again",
    situation="Anna's 31 is played. Ben takes the same dice and throws 31, too.",
    rule="A roll is a throw, not a number.",
    answer="Ben's roll 31.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("31", looks=2)
    assert scene.recorded() == ["dark roll 31"]


@CHAPTER.case(
    "A die is pushed aside while playing",
    situation="Ben's sleeve moves one of the dice of his 65 a hand's breadth; it shows the same number.",
    rule="The roll is what was thrown (word list of reasons, 15).",
    answer="No new roll, nothing said; the play of 65 is legal.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT, looks=2)
    scene.places = (LEFT[0], (0.42, 0.7))
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "A die shows another number than the recorded roll",
    situation="Ben has rolled 65. He has pushed a die with his hand; it shows a 4 now. He moves 13/7 13/9.",
    rule="Dice that differ are a question, never an accusation (word list of reasons, 15).",
    answer="No accusation and no silent change: it is asked which roll is right, once Anna has thrown.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT, looks=4)
    scene.dice = "64"
    scene.moves(BEN, "13/7 13/9", looks=4)
    scene.lifts(looks=4)
    assert scene.accused == []
    assert "dark play 64 13/7 13/9" not in scene.recorded()
    scene.throws("31", RIGHT, looks=9)
    assert scene.question == "question.which-roll"
    assert set(scene.choices) == {"65", "64"}
    assert scene.accused == []


@CHAPTER.case(
    "The camera misreads a die",
    situation="A glare makes Ben's 65 look like 64, not very surely. He plays 24/13, and the glare has gone.",
    rule="A misread die is likelier than a cheat.",
    answer="The roll on record is put right to 65, its first reading kept; the play is legal.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.dice, scene.places = "64", LEFT
    scene.look(sure_of_dice=0.9)
    scene.dice = "65"
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 64", "dark edit 65 dice-changed", "dark play 65 24/13"]
    assert scene.last(Kind.EDIT).details == {"was": [6, 4]}


@CHAPTER.case(
    "The dice are taken up before anybody has read them",
    situation="Ben throws, moves 13/7(2) 8/2(2) under his arm and takes the dice up; the camera never saw them.",
    rule="Know the roll first, and never guess silently.",
    answer="Before his turn is on record it is asked, or the play is marked as uncertain.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.moves(BEN, "13/7(2) 8/2(2)", looks=4)
    scene.throws("42", looks=4)
    assert scene.accused == []
    plays = scene.entries(Kind.PLAY)
    uncertain = [entry for entry in plays if entry.side is BEN and (entry.details or {}).get("uncertain")]
    assert scene.question or uncertain


@CHAPTER.case(
    "A roll that cannot be played",
    situation="Anna is on the bar against five closed points with 65; the only open point is Ben's ace.",
    rule="All leaflets: who can play no number loses the turn.",
    answer="A notice says so at once, without an alarm; the turn passes when the dice are taken up.",
)
def _(desk: Desk) -> None:
    scene = desk.at("bar:1 13:5 8:4 6:5", "6:3 5:3 4:2 3:2 2:2 13:3")
    scene.throws("65", looks=2)
    assert scene.recorded() == ["light roll 65"]
    assert scene.message == "notice.no-move"
    assert not scene.alarm
    scene.lifts()
    assert scene.recorded()[-1] == "light play 65 Cannot Move"
    assert scene.state.side is BEN


@CHAPTER.case(
    "Whose dice these are is told by colour only where each has a pair",
    situation="In one club each player has dice of the own colour, in the other one pair is shared.",
    rule="gamez: each their own; tournaments: either (`whose_dice`).",
    answer="Only under `gamez` does a die's colour tell whose roll it is.",
)
def _(desk: Desk) -> None:
    tells = {name: desk.ask(die_tells_player(rules)) for name, rules in RULE_SETS.items()}
    assert tells == {
        "tournament": False, "tactic": False, "djeco": False, "box-leaflet": False, "gamez": True,
    }  # fmt: skip


@CHAPTER.case(
    "Electronic dice fall that nobody asked for",
    situation="A button sticks: numbers come while Anna is still playing her 31.",
    rule="A roll belongs to the player whose turn it is, once.",
    answer="Noted, and no roll of anybody.",
)
def _(desk: Desk) -> None:
    scene = desk.started(**BUTTON)
    scene.presses()
    scene.electronic("31")
    scene.electronic("66")
    assert scene.recorded() == ["light roll 31"]
    assert scene.entries(Kind.NOTE)


@CHAPTER.case(
    "Both agree that a die was cocked, though it was read as flat",
    situation="The companion has read 65, but both say that a die was cocked. Ben takes the dice up and throws 42.",
    rule=COCKED + " Players who agree need nobody's ruling.",
    answer="No accusation of not having moved: 42 counts, and that 65 was read before stays on record.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT, looks=2)
    scene.lifts(looks=1)
    scene.throws("42", RIGHT, looks=3)
    scene.moves(BEN, "8/4 6/4", looks=2)
    scene.lifts()
    assert scene.accused == []
    assert scene.recorded()[0] == "dark roll 65"
    assert scene.recorded()[-1] == "dark play 42 8/4 6/4"


@CHAPTER.case(
    "Dice of either kind",
    situation="They have agreed that button and real dice both count. Ben throws real dice: 65; Anna presses: 42.",
    rule="Whichever comes first is the roll.",
    answer="Both rolls are on record, and no second roll of a turn.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(dice=DiceSource.BOTH)
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]
    scene.presses()
    assert scene.rolls_asked == 1
    scene.electronic("42")
    assert scene.recorded()[-1] == "light roll 42"


@CHAPTER.case(
    "Ben's own dice are thrown in Anna's turn",
    situation="By the rules of gamez each has dice of the own colour. It is Anna's turn, and dark dice are thrown.",
    rule="gamez: the players throw in turn using their own dice (`whose_dice` = own).",
    answer="No roll of Anna's: a notice says whose turn it is.",
)
def _(desk: Desk) -> None:
    scene = desk.at("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2", "gamez")
    scene.dice_side = "dark"
    scene.throws("65", LEFT, looks=2)
    assert scene.entries(Kind.ROLL) == []
    assert scene.message == "notice.out-of-turn"


@CHAPTER.case(
    "Dice are taken up with nothing moved, and thrown again after a while",
    situation="Both say that Ben's 65 was cocked. He takes the dice, they talk for a while, he throws 42 and plays.",
    rule=COCKED + " A false accusation is worse than a question.",
    answer="Nobody is told that nothing was moved; it may be asked. 42 is Ben's roll.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT, looks=2)
    scene.lifts(looks=10)
    assert scene.recorded() == ["dark roll 65"]
    if scene.question:
        scene.answers(scene.choices[0])
    scene.throws("42", RIGHT, looks=3)
    scene.moves(BEN, "8/4 6/4", looks=2)
    scene.lifts()
    assert scene.accused == []
    assert scene.recorded()[-1] == "dark play 42 8/4 6/4"


@CHAPTER.case(
    "Dice are taken up with nothing moved, and the opponent throws",
    situation="Ben takes up his 65 and has moved nothing. Anna throws 42 and plays it.",
    rule="All leaflets: playing is compulsory. UKBGF, WBGF 2.1: it stands once the opponent has validly rolled.",
    answer="Nothing is told until her play shows that the throw was hers: then, that nothing was moved, and it stood.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT, looks=2)
    scene.lifts(looks=4)
    assert scene.recorded() == ["dark roll 65"]
    scene.throws("42", RIGHT, looks=3)
    scene.moves(ANNA, "8/4 6/4", looks=2)
    scene.lifts()
    told = scene.recorded()
    assert told[:2] == ["dark roll 65", "dark illegal 65 wrong-number-of-moves"]
    assert told[2].startswith("dark stood 65")
    assert told[3:] == ["light roll 42", "light play 42 8/4 6/4"]
