"""Chapter 5: fast play, and acts that come too soon."""

from __future__ import annotations

from companion.games.backgammon.conduct import has_to_roll, may_be_annulled
from companion.games.backgammon.cube import Act
from companion.games.backgammon.ruleset import RuleSet
from companion.match.state import DiceSource, EndOfTurn
from companion.record.entries import Kind
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, BEN, Desk
from tests.games.boards import board
from tests.table import LEFT, RIGHT

CHAPTER = Chapter(5, "Fast play, and acts that come too soon")
PREMATURE = "US rules of 2008, 4.6, and UKBGF: a premature roll stands (`premature_roll` = stands)."


@CHAPTER.case(
    "The opponent rolls while the last checker moves",
    situation="Ben's hand still holds the last checker of 65 when Anna's 42 comes to rest; the first clear look "
    "shows both.",
    rule="Both turns are decoded together: legal ends of the first roll, then of the second.",
    answer="Ben's play, then Anna's roll; nothing is asked.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.look(hand=True, times=2)
    scene.moves(BEN, "24/13", looks=0)
    scene.throws("42", RIGHT, looks=2)
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13", "light roll 42"]
    assert scene.question == ""


@CHAPTER.case(
    "Two whole turns between two clear looks",
    situation="Both race home so fast that Ben's 8/2 8/3 with 65 and Anna's 8/4 8/6 are first seen together, her dice "
    "showing 42.",
    rule="Both turns are decoded together.",
    answer="Both plays as they were made.",
)
def _(desk: Desk) -> None:
    scene = desk.at("8:2 6:5 5:5 4:3", "8:2 6:5 5:5 4:3", on_roll=BEN)
    scene.throws("65", LEFT)
    scene.look(hand=True, times=2)
    scene.moves(BEN, "8/2 8/3", looks=0)
    scene.moves(ANNA, "8/4 8/6", looks=0)
    scene.throws("42", RIGHT, looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 8/2 8/3", "light roll 42", "light play 42 8/4 8/6"]


@CHAPTER.case(
    "A whole turn's dice were never seen",
    situation="Ben's roll was covered by his arm from throw to lift. The board changed by 24/18(2) 13/7(2).",
    rule="If a roll was not seen, one question; never a silent guess.",
    answer="The roll that the play tells, marked as uncertain, or one question; no accusation.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.moves(BEN, "24/18(2) 13/7(2)", looks=3)
    scene.throws("42", looks=3)
    uncertain = [entry for entry in scene.entries(Kind.PLAY) if (entry.details or {}).get("uncertain")]
    assert scene.question or "dark play 66 24/18(2) 13/7(2)" in scene.recorded()
    assert scene.question or uncertain
    assert scene.accused == []


@CHAPTER.case(
    "A premature roll stands",
    situation="Ben has moved only his six when Anna throws 42. He finishes his five; then she plays.",
    rule=PREMATURE,
    answer="Her roll stands and is marked as premature; Ben finishes first; both plays are on record.",
)
def _(desk: Desk) -> None:
    assert desk.ask(may_be_annulled()) is False
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/18", looks=2)
    scene.throws("42", RIGHT, looks=2)
    assert scene.accused == []
    scene.moves(BEN, "18/13", looks=2)
    scene.moves(ANNA, "8/4 6/4", looks=2)
    scene.lifts()
    plays = [line for line in scene.recorded() if " play " in line]
    assert plays == ["dark play 65 24/13", "light play 42 8/4 6/4"]
    assert len(scene.entries(Kind.PREMATURE)) == 1
    assert scene.last(Kind.PREMATURE).side is ANNA


@CHAPTER.case(
    "A premature roll is remarked on",
    situation="The same; both look up, unsure whose turn it is.",
    rule=PREMATURE,
    answer="A notice, no alarm: rolled early, the roll stands, Ben finishes first.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/18", looks=2)
    scene.throws("42", RIGHT, looks=2)
    assert scene.message == "notice.premature"
    assert not scene.alarm


@CHAPTER.case(
    "A premature roll may be thrown again where the rules say so",
    situation="The same in a club that plays by Simborg's rules of 1997.",
    rule="Simborg 1997 (`premature_roll` = re-roll): at the opponent's option.",
    answer="Ben may have it thrown again; it is his choice, not the companion's.",
)
def _(desk: Desk) -> None:
    assert desk.ask(may_be_annulled(RuleSet.from_text("tournament premature_roll=re-roll"))) is True
    scene = desk.opened("tournament premature_roll=re-roll")
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/18", looks=2)
    scene.throws("42", RIGHT, looks=2)
    assert scene.accused == []
    assert scene.question


@CHAPTER.case(
    "Who is shut out need not roll",
    situation="Ben is on the bar against Anna's six closed points. He waves, and Anna rolls 43 and plays 13/9 13/10.",
    rule="Unified Clock Rules 2001, 3.4 (`shut_out_rolls` = false).",
    answer="Ben's turn passes without a roll; 43 is Anna's.",
)
def _(desk: Desk) -> None:
    closed_out = board("6:3 5:2 4:2 3:2 2:2 1:2 13:2", "bar:1 6:14")
    assert desk.ask(has_to_roll(closed_out, BEN)) is False
    scene = desk.at("6:3 5:2 4:2 3:2 2:2 1:2 13:2", "bar:1 6:14", on_roll=BEN)
    scene.throws("43", looks=2)
    scene.moves(ANNA, "13/9 13/10", looks=2)
    scene.lifts()
    assert scene.recorded()[-2:] == ["light roll 43", "light play 43 13/9 13/10"]
    assert scene.accused == []


@CHAPTER.case(
    "Who is shut out may roll all the same",
    situation="Ben is shut out, but rolls his 65 anyway, sees that he cannot move and takes up his dice.",
    rule="A player who is shut out need not roll; the roll changes nothing.",
    answer="`Cannot Move`; Anna is to roll.",
)
def _(desk: Desk) -> None:
    scene = desk.at("6:3 5:2 4:2 3:2 2:2 1:2 13:2", "bar:1 6:14", on_roll=BEN)
    scene.throws("65", looks=2)
    scene.lifts()
    scene.throws("43", looks=2)
    scene.moves(ANNA, "13/9 13/10", looks=2)
    scene.lifts()
    assert [line for line in scene.recorded() if "play" in line] == [
        "dark play 65 Cannot Move", "light play 43 13/9 13/10",
    ]  # fmt: skip


@CHAPTER.case(
    "Who has one point to enter on has to roll",
    situation="Five of Anna's home points are closed; on her 4-point stands a single checker. Ben is on the bar.",
    rule="Only who can enter with no number at all is shut out (Unified Clock Rules 2001, 3.4).",
    answer="Ben rolls.",
)
def _(desk: Desk) -> None:
    assert desk.ask(has_to_roll(board("6:3 5:2 4:1 3:2 2:2 1:2 13:3", "bar:1 6:14"), BEN)) is True


@CHAPTER.case(
    "With a button, who is shut out passes by a press",
    situation="Ben is shut out and the dice are electronic. He presses.",
    rule="Unified Clock Rules 2001, 3.4.",
    answer="No roll is drawn: a notice says why, and the turn passes.",
)
def _(desk: Desk) -> None:
    scene = desk.at(
        "6:3 5:2 4:2 3:2 2:2 1:2 13:2", "bar:1 6:14", on_roll=BEN,
        end_of_turn=EndOfTurn.BUTTON, dice=DiceSource.ELECTRONIC,
    )  # fmt: skip
    scene.presses()
    assert scene.rolls_asked == 0
    assert scene.message == "notice.shut-out"
    assert scene.state.side is ANNA


@CHAPTER.case(
    "A checker is moved before the roll",
    situation="Ben moves 13/7 before he has rolled, notices it, puts it back and rolls 65.",
    rule="A play follows a roll; nothing without one is a play.",
    answer="No ruling and no accusation; his turn begins with the roll.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.moves(BEN, "13/7", looks=2)
    assert scene.recorded() == []
    scene.puts(BEN, 7, 13, looks=2)
    scene.throws("65")
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "A double that comes too soon",
    situation="Ben has played his 65 but not yet taken up his dice when Anna says that she doubles.",
    rule="US rules of 2008, 4.6: a roll or double before the turn stands (`premature_roll`).",
    answer="Ben's turn is over by it; Anna's double stands and is his to answer.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.acts(Act.DOUBLE, ANNA)
    scene.look()
    assert scene.recorded()[:2] == ["dark roll 65", "dark play 65 24/13"]
    assert "light double" in scene.recorded()
    assert scene.phase == "doubled"


@CHAPTER.case(
    "An illegal play and the opponent's roll are first seen together",
    situation="Ben plays 13/9 13/10 with 65 under his arm, and when it is gone Anna's 42 lies there already.",
    rule="UKBGF, WBGF 2.1: an illegal play stands once the opponent has validly rolled.",
    answer="The play is recorded as it was made, marked as illegal; it stood; then Anna's roll.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT, looks=2)
    scene.look(hand=True, times=2)
    scene.moves(BEN, "13/9 13/10", looks=0)
    scene.throws("42", RIGHT, looks=3)
    assert scene.recorded() == [
        "dark roll 65", "dark illegal 65 wrong-distance", "dark stood 65 13/9 13/10 wrong-distance", "light roll 42",
    ]  # fmt: skip


@CHAPTER.case(
    "A player plays the numbers that the opponent left lying",
    situation="Anna's 31 still lies there. Ben, lost in thought, plays 8/5 6/5 with it without having thrown.",
    rule="A play follows a roll of one's own.",
    answer="No play of Ben's and no accusation; he puts it back and throws 65.",
)
def _(desk: Desk) -> None:
    scene = desk.started()
    scene.throws("31", RIGHT)
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.lifts()
    scene.dice, scene.places = "31", RIGHT
    scene.look()
    stood = dict(scene.board)
    scene.moves(BEN, "8/5 6/5", looks=4)
    assert scene.accused == []
    assert [line for line in scene.recorded() if line.startswith("dark play")] == []
    scene.board = stood
    scene.look(times=2)
    if scene.question:
        scene.answers(scene.choices[-1])
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded()[-2:] == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "The opponent rolls beside an illegal play, the dice of both lying there",
    situation="Ben has played 13/9 13/10 with 65 and lets his dice lie. Anna throws her own 42 and plays 8/4 6/4.",
    rule="UKBGF, WBGF 2.1: an illegal play stands once the opponent has validly rolled.",
    answer="Ben's play stood, as it was made; Anna's play is judged from there, and is legal.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT, looks=2)
    scene.moves(BEN, "13/9 13/10", looks=2)
    scene.throws("42", RIGHT, looks=2)
    scene.moves(ANNA, "8/4 6/4", looks=2)
    scene.lifts()
    assert scene.recorded() == [
        "dark roll 65", "dark illegal 65 wrong-distance", "dark stood 65 13/9 13/10 wrong-distance",
        "light roll 42", "light play 42 8/4 6/4",
    ]  # fmt: skip
