"""Chapter 7: putting an illegal play right, letting it stand, and until when."""

from __future__ import annotations

from companion.app.cues import SoundCue
from companion.games.backgammon.conduct import ConductOutcome, outcome_of_illegal_play, players_are_told
from companion.games.backgammon.cube import Act
from companion.games.backgammon.ruleset import RuleSet
from companion.match.state import EndOfTurn
from companion.record.entries import Kind
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, BEN, Desk, Scene
from tests.table import LEFT, RIGHT
from vision.observation import CubePlace

CHAPTER = Chapter(7, "Putting an illegal play right, and until when")
LEGAL_MOVES = "UKBGF, WBGF 2.1 (2023), legal moves: an illegal play noticed in time must be corrected."
WINDOW = "UKBGF, WBGF 2.1: it stands once the opponent has validly rolled or validly doubled."
RESPONSIBLE = "USBGF 2014, responsible moves: the opponent may demand a legal play or let it stand."
CONDONE = "tournament illegal_play=responsible-moves told=on-request"
SILENT = "tournament illegal_play=responsible-moves told=silent"


def puts_right(scene: Scene, play: str) -> None:
    """Ben takes his checkers back and plays something else."""
    scene.puts(BEN, 9, 13, looks=0)
    scene.puts(BEN, 10, 13, looks=1)
    scene.moves(BEN, play, looks=3)


@CHAPTER.case(
    "An illegal play is noticed in time",
    situation="Ben has played 13/9 13/10 with 65 and taken up his dice. Anna has not rolled.",
    rule=LEGAL_MOVES,
    answer="Told at once with the reason; it is to be corrected, and the roll stays 65.",
)
def _(desk: Desk) -> None:
    assert desk.ask(outcome_of_illegal_play(opponent_acted=False)) is ConductOutcome.MUST_BE_CORRECTED
    scene = desk.wrongly_played()
    assert scene.recorded() == ["dark roll 65", "dark illegal 65 wrong-distance"]
    assert scene.alarm
    assert scene.phase == "correcting"


@CHAPTER.case(
    "The illegal play is put right",
    situation="Ben takes his checkers back and plays 24/13.",
    rule=LEGAL_MOVES,
    answer="`corrected`; the first play stays on record beside it, and Anna is to roll.",
)
def _(desk: Desk) -> None:
    scene = desk.wrongly_played()
    puts_right(scene, "24/13")
    assert scene.recorded()[-2:] == ["dark illegal 65 wrong-distance", "dark corrected 65 24/13"]
    assert scene.state.side is ANNA
    assert (scene.message, scene.accused) == ("", ["wrong-distance"])


@CHAPTER.case(
    "Any legal play corrects",
    situation="Ben's illegal play was nearly 13/7 13/8; he chooses quite another one instead, 24/18 13/8.",
    rule=LEGAL_MOVES + " Which legal play is his choice.",
    answer="`corrected` with the play he chose.",
)
def _(desk: Desk) -> None:
    scene = desk.wrongly_played()
    puts_right(scene, "24/18 13/8")
    assert scene.recorded()[-1] == "dark corrected 65 24/18 13/8"


@CHAPTER.case(
    "The board is put back first",
    situation="Ben puts everything back as it was before his roll and thinks again.",
    rule=LEGAL_MOVES,
    answer="No new act and no new fault; the correction is awaited.",
)
def _(desk: Desk) -> None:
    scene = desk.wrongly_played()
    scene.puts(BEN, 9, 13, looks=0)
    scene.puts(BEN, 10, 13, looks=4)
    assert scene.recorded()[-1] == "dark illegal 65 wrong-distance"
    assert scene.phase == "correcting"
    scene.moves(BEN, "13/7 13/8", looks=3)
    assert scene.recorded()[-1] == "dark corrected 65 13/7 13/8"


@CHAPTER.case(
    "The correction is illegal, too",
    situation="Ben sets one of the two checkers a point back: both stand on his 10-point now.",
    rule=LEGAL_MOVES,
    answer="Still to be corrected: nothing illegal becomes the record while Anna has not rolled.",
)
def _(desk: Desk) -> None:
    scene = desk.wrongly_played()
    scene.puts(BEN, 9, 10, looks=4)
    assert scene.phase == "correcting"
    assert [line for line in scene.recorded() if "corrected" in line or "stood" in line] == []
    assert scene.accused[0] == "wrong-distance"


@CHAPTER.case(
    "The opponent rolls although the play was illegal",
    situation="Anna sees the alarm, shrugs and rolls 42. It is a valid roll.",
    rule=WINDOW,
    answer="The play stands, on record as it was made, marked with its reason; then her roll.",
)
def _(desk: Desk) -> None:
    assert desk.ask(outcome_of_illegal_play(opponent_acted=True)) is ConductOutcome.STANDS
    scene = desk.wrongly_played()
    scene.throws("42", RIGHT, looks=2)
    assert scene.recorded()[-2:] == ["dark stood 65 13/9 13/10 wrong-distance", "light roll 42"]
    assert scene.state.record.position.points[11] == -3


@CHAPTER.case(
    "The opponent doubles although the play was illegal",
    situation="Anna puts the cube on the board instead of rolling. It is a valid double.",
    rule=WINDOW,
    answer="The play stands; then her double.",
)
def _(desk: Desk) -> None:
    scene = desk.wrongly_played()
    scene.moves_cube(CubePlace.OFFERED, looks=2)
    assert scene.recorded()[-2:] == ["dark stood 65 13/9 13/10 wrong-distance", "light double"]
    assert scene.phase == "doubled"


@CHAPTER.case(
    "A cocked roll of the opponent closes nothing",
    situation="Anna rolls after Ben's illegal play, but one die leans against a checker.",
    rule=WINDOW + " A cocked roll is none (US rules of 2008, 4.2).",
    answer="Ben's play may still be put right.",
)
def _(desk: Desk) -> None:
    scene = desk.wrongly_played()
    scene.throws("42", RIGHT, cocked=True, looks=2)
    assert "dark stood 65 13/9 13/10 wrong-distance" not in scene.recorded()
    assert scene.phase == "correcting"
    scene.lifts()
    puts_right(scene, "24/13")
    assert scene.recorded()[-1] == "dark corrected 65 24/13"


@CHAPTER.case(
    "An invalid double closes nothing",
    situation="It is the Crawford game. After Ben's illegal play Anna turns the cube in the heat of the moment.",
    rule=WINDOW + " A double in the Crawford game is annulled (Simborg).",
    answer="The double is refused; Ben's play is still to be put right.",
)
def _(desk: Desk) -> None:
    scene = desk.at(
        "6:4 8:2 5:2 13:5 24:2", "6:5 8:3 13:5 24:2", on_roll=BEN, length=3,
        state={"crawford": True, "score": (2, 0)},
    )  # fmt: skip
    scene.throws("65", LEFT)
    scene.moves(BEN, "13/9 13/10", looks=2)
    scene.lifts()
    assert scene.accused == ["wrong-distance"]
    scene.acts(Act.DOUBLE, ANNA)
    assert scene.entries(Kind.DOUBLE) == []
    assert scene.phase == "correcting"
    puts_right(scene, "24/13")
    assert scene.recorded()[-1] == "dark corrected 65 24/13"


@CHAPTER.case(
    "Responsible moves: the opponent lets it stand",
    situation="Under responsible moves Anna asks whether Ben's play was legal, hears that it was not, and likes it.",
    rule=RESPONSIBLE,
    answer="Her choice: she lets it stand, and it is on record as it was made.",
)
def _(desk: Desk) -> None:
    responsible = RuleSet.from_text(CONDONE)
    assert desk.ask(outcome_of_illegal_play(responsible, opponent_acted=False)) is ConductOutcome.OPPONENT_CHOOSES
    scene = desk.wrongly_played(CONDONE)
    scene.touches("RulingAsked")
    assert scene.phase == "ruled"
    scene.answers("answer.yes")
    assert scene.recorded()[-1] == "dark stood 65 13/9 13/10 wrong-distance"
    assert scene.state.side is ANNA


@CHAPTER.case(
    "Responsible moves: the opponent demands a legal play",
    situation="The same, but Anna wants it put right.",
    rule=RESPONSIBLE,
    answer="It is to be corrected; Ben plays 24/13.",
)
def _(desk: Desk) -> None:
    scene = desk.wrongly_played(CONDONE)
    scene.touches("RulingAsked")
    assert scene.phase == "ruled"
    scene.answers("answer.no")
    assert scene.phase == "correcting"
    puts_right(scene, "24/13")
    assert scene.recorded()[-1] == "dark corrected 65 24/13"


@CHAPTER.case(
    "Told on request: nobody asks",
    situation="Under responsible moves Anna has not noticed anything and rolls 42.",
    rule="Where an illegal play may be condoned, an alarm would be help from outside (`told` = on-request).",
    answer="No band, no alarm; it stood, and the record says so afterwards.",
)
def _(desk: Desk) -> None:
    told = RuleSet.from_text(CONDONE)
    assert desk.ask([players_are_told(told, asked=asked) for asked in (False, True)]) == [False, True]
    scene = desk.wrongly_played(CONDONE)
    assert (scene.message, scene.alarm, scene.question) == ("", False, "")
    scene.throws("42", RIGHT, looks=2)
    assert scene.message == ""
    assert scene.recorded()[-2:] == ["dark stood 65 13/9 13/10 wrong-distance", "light roll 42"]


@CHAPTER.case(
    "Silent: even a question is not answered",
    situation="The event wants the companion silent. Anna touches the field that asks whether the play was legal.",
    rule="`told` = silent: only recorded.",
    answer="It says that rulings are not told here, whether the play was legal or not; the record has it.",
)
def _(desk: Desk) -> None:
    scene = desk.wrongly_played(SILENT)
    scene.touches("RulingAsked")
    assert (scene.message, scene.alarm, scene.question) == ("notice.not-told", False, "")
    scene.throws("42", RIGHT, looks=2)
    assert scene.accused == ["wrong-distance"]
    assert scene.recorded()[-2:] == ["dark stood 65 13/9 13/10 wrong-distance", "light roll 42"]


@CHAPTER.case(
    "After a play that stood the game goes on from what lies there",
    situation="Ben's illegal play stood; Anna plays 8/4 6/4 with her 42.",
    rule="What stood is recorded literally.",
    answer="Her play is judged from the board as it lies, and is legal.",
)
def _(desk: Desk) -> None:
    scene = desk.wrongly_played()
    scene.throws("42", RIGHT, looks=2)
    scene.moves(ANNA, "8/4 6/4", looks=2)
    scene.lifts()
    assert scene.recorded()[-1] == "light play 42 8/4 6/4"
    assert len(scene.entries(Kind.ILLEGAL)) == 1


@CHAPTER.case(
    "An illegal play is ruled on at the press",
    situation="With a button Ben plays 13/9 13/10 with 65, presses, and his dice lie on.",
    rule="Unified Clock Rules 2001, 3.4; legal moves.",
    answer="Nothing before the press; after it the reason, and a correction ends with another press or look.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(end_of_turn=EndOfTurn.BUTTON)
    scene.throws("65", LEFT)
    scene.moves(BEN, "13/9 13/10", looks=4)
    assert scene.recorded() == ["dark roll 65"]
    scene.presses()
    scene.look()
    assert scene.recorded() == ["dark roll 65", "dark illegal 65 wrong-distance"]
    puts_right(scene, "24/13")
    scene.presses()
    scene.look()
    assert scene.recorded()[-1] == "dark corrected 65 24/13"


@CHAPTER.case(
    "A fault that nobody can spell as a play",
    situation="Ben has taken one of his checkers a point back and another forward; Anna rolls at once.",
    rule="What stood is recorded literally, as the checkers lie where no notation has it.",
    answer="`stood`, with the position; the game goes on from it.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/18", looks=0)
    scene.puts(BEN, 8, 9, looks=2)
    scene.lifts()
    assert scene.accused == ["backward"]
    scene.throws("42", RIGHT, looks=2)
    stood = scene.last(Kind.STOOD)
    assert (stood.play, stood.reason) == (None, "backward")
    assert stood.position
    assert scene.recorded()[-1] == "light roll 42"


@CHAPTER.case(
    "Told on request: the play was legal",
    situation="Under responsible moves Anna asks whether Ben's 24/13 with 65 was legal. It was.",
    rule="`told` = on-request.",
    answer="It says that nothing illegal was seen.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(CONDONE)
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    scene.touches("RulingAsked")
    assert scene.message == "notice.nothing-wrong"
    assert not scene.alarm
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "Told on request: a player corrects without being told",
    situation="Under responsible moves Ben sees his own mistake after his dice are up, and Anna lets him put it right.",
    rule=RESPONSIBLE,
    answer="`corrected`; no word was said before or after.",
)
def _(desk: Desk) -> None:
    scene = desk.wrongly_played(CONDONE)
    puts_right(scene, "24/13")
    assert scene.recorded()[-1] == "dark corrected 65 24/13"
    assert (scene.message, scene.sounds.count(SoundCue.ALARM)) == ("", 0)


@CHAPTER.case(
    "The offender's roll is played again, not thrown again",
    situation="Ben wants to throw again because his play was annulled; he takes his dice and throws 66.",
    rule=LEGAL_MOVES + " The roll stands.",
    answer="66 is no roll of anybody's turn before his 65 is played legally: it is not silently taken for Ben's.",
)
def _(desk: Desk) -> None:
    scene = desk.wrongly_played()
    scene.puts(BEN, 9, 13, looks=0)
    scene.puts(BEN, 10, 13, looks=2)
    scene.throws("66", RIGHT, looks=3)
    assert "dark edit 66 dice-changed" not in scene.recorded()
    assert scene.recorded()[:2] == ["dark roll 65", "dark illegal 65 wrong-distance"]
    assert [line for line in scene.recorded() if line.startswith("dark roll")] == ["dark roll 65"]
    assert [line for line in scene.recorded() if "stood" in line] == []
    assert scene.message == "notice.roll-stands"
    scene.moves(BEN, "24/13", looks=3)
    assert scene.recorded()[2:] == ["dark corrected 65 24/13"]
    scene.lifts()
    scene.throws("42", looks=2)
    assert scene.recorded()[2:] == ["dark corrected 65 24/13", "light roll 42"]
