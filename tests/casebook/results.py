"""Chapter 9: how games and matches end."""

from __future__ import annotations

from companion.games.backgammon import START
from companion.games.backgammon.cube import Act, Cube
from companion.games.backgammon.ruleset import RULE_SETS, RuleSet
from companion.games.backgammon.scoring import Result, points, result
from companion.games.rules import Stack
from companion.match.events import Awarded
from companion.record.entries import Kind
from companion.record.facts import DirectorActed
from companion.record.match import Cause, Win
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, BEN, Desk, Scene
from tests.games.boards import board
from tests.table import LEFT
from vision.observation import CubePlace

CHAPTER = Chapter(9, "How games and matches end")
GAMMON = "Tactic, gamez, tournaments: twice the stake where the loser has borne off no checker."
BACKGAMMON = "Tactic, gamez, tournaments: three times, with a checker in the winner's home or on the bar."
RESIGNING = "A game may be given up as single, gammon or backgammon; the opponent accepts or plays on."
STARTS = ("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2")


def bears_off_the_last(scene: Scene) -> None:
    """Anna rolls 65 and takes her last two checkers off her ace-point."""
    scene.throws("65")
    scene.moves(ANNA, "1/off(2)", looks=2)
    scene.lifts()


@CHAPTER.case(
    "A single game",
    situation="Anna bears off her last two checkers; Ben has borne off one. The cube at 2 was hers.",
    rule="All leaflets: first to bear off all fifteen wins.",
    answer="Anna wins 2 points; the result is shown, to be confirmed.",
)
def _(desk: Desk) -> None:
    scene = desk.at("1:2", "6:5 5:5 4:4", cube=Cube(2, ANNA))
    bears_off_the_last(scene)
    assert scene.recorded()[:3] == ["light roll 65", "light play 65 1/off(2)", "light game_over"]
    assert (scene.state.record.result, scene.phase) == (Win(ANNA, 2), "game-over")


@CHAPTER.case(
    "A gammon",
    situation="The same, but Ben has borne off none; all his checkers are home.",
    rule=GAMMON,
    answer="Anna wins 4 points.",
)
def _(desk: Desk) -> None:
    scene = desk.at("1:2", "6:5 5:5 4:5", cube=Cube(2, ANNA))
    bears_off_the_last(scene)
    assert scene.recorded()[-1] == "light game_over"
    assert scene.state.record.result == Win(ANNA, 4)


@CHAPTER.case(
    "A backgammon, one checker on the bar",
    situation="The same, but one of Ben's checkers is on the bar.",
    rule=BACKGAMMON,
    answer="Anna wins 6 points.",
)
def _(desk: Desk) -> None:
    scene = desk.at("1:2", "bar:1 6:5 5:5 4:4", cube=Cube(2, ANNA))
    bears_off_the_last(scene)
    assert scene.state.record.result == Win(ANNA, 6)
    assert scene.recorded()[-1] == "light game_over"


@CHAPTER.case(
    "A backgammon, one checker in the winner's home",
    situation="Ben's last checker has reached the edge of Anna's home but not left it: her 6-point.",
    rule=BACKGAMMON,
    answer="Backgammon; on Anna's 7-point it would be a gammon.",
)
def _(desk: Desk) -> None:
    assert desk.ask(result(board("", "19:1 1:14"))) is Result.BACKGAMMON
    assert desk.ask(result(board("", "18:1 1:14"))) is Result.GAMMON


@CHAPTER.case(
    "A gammon where a win is a win",
    situation="By Djeco's leaflet Anna wins, and Ben has not borne off a checker.",
    rule="Djeco and the box leaflet: a win is a win (`gammon` = false, `match_counts` = games).",
    answer="One game won.",
)
def _(desk: Desk) -> None:
    scene = desk.at("1:2", "bar:1 6:5 5:5 4:4", "djeco")
    bears_off_the_last(scene)
    assert scene.state.record.result == Win(ANNA, 1)
    assert scene.recorded()[-1] == "light game_over"


@CHAPTER.case(
    "A checker taken off illegally does not save the gammon",
    situation="Ben had taken a checker off against the rules, and that play stood. Anna bears off her last.",
    rule="US rules of 2008, 4.4 (`gammon_by` = record).",
    answer="A gammon: the record says that he has borne off none, whatever lies in the tray.",
)
def _(desk: Desk) -> None:
    lost = board("", "18:1 6:13")
    assert desk.ask(result(lost, borne_off=Stack(15, 0))) is Result.GAMMON
    assert desk.ask(result(lost, RuleSet.from_text("tournament gammon_by=tray"), borne_off=Stack(15, 0))) is (
        Result.SINGLE
    )
    scene = desk.at("1:2", "6:14 5:1", on_roll=BEN)
    scene.touches("RollEntered", 1, 2)
    scene.touches("PlayEntered", "6/off")
    scene.touches("Condoned")
    scene.sets_up(scene.state.record.position)
    assert (scene.state.record.position.off.dark, scene.state.record.borne_off.dark) == (1, 0)
    bears_off_the_last(scene)
    assert scene.state.record.result == Win(ANNA, 2)


@CHAPTER.case(
    "A win beyond what the match needs",
    situation="Anna needs one point and wins a backgammon with the cube at 4.",
    rule="Tournaments: points add up; the full value is written down.",
    answer="Twelve points, and the match.",
)
def _(desk: Desk) -> None:
    assert desk.ask(points(Result.BACKGAMMON, Cube(4, ANNA))) == 12
    scene = desk.at("1:2", "bar:1 6:5 5:5 4:4", cube=Cube(4, ANNA), length=3, state={"score": (2, 0)})
    bears_off_the_last(scene)
    assert scene.state.record.result == Win(ANNA, 12)
    assert scene.recorded()[-2:] == ["light game_over", "light match_over"]


@CHAPTER.case(
    "A resignation is accepted",
    situation="With the cube at 2 Ben gives up a gammon, and Anna accepts.",
    rule=RESIGNING,
    answer="`resign`, the answer, and Anna has 4 points.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS, cube=Cube(2, ANNA))
    scene.resigns(BEN, Result.GAMMON)
    assert scene.recorded() == ["dark resign"]
    scene.answers(scene.choices[0])
    assert scene.recorded()[-1] == "light game_over"
    assert scene.state.record.result == Win(ANNA, 4)


@CHAPTER.case(
    "A resignation is refused",
    situation="Ben gives up a single game; Anna wants the gammon and plays on.",
    rule=RESIGNING,
    answer="The refusal is on record, and play resumes where it was.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.resigns(BEN, Result.SINGLE)
    scene.answers(scene.choices[1])
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded()[0] == "dark resign"
    assert scene.recorded()[-2:] == ["dark roll 65", "dark play 65 24/13"]
    assert scene.state.record.result is None


@CHAPTER.case(
    "A resignation between roll and play is refused",
    situation="Ben has rolled 65, gives up, is refused, and plays the roll that he has.",
    rule=RESIGNING,
    answer="One turn: the roll, the refused resignation, the play of the same roll.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT, looks=2)
    scene.resigns(BEN, Result.SINGLE)
    scene.answers(scene.choices[1])
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert len(scene.entries(Kind.ROLL)) == 1
    assert scene.recorded()[0] == "dark roll 65"
    assert scene.recorded()[-1] == "dark play 65 24/13"


@CHAPTER.case(
    "A gammon is resigned where there is none",
    situation="By Djeco's leaflet Ben gives up a backgammon, to be generous.",
    rule="Djeco: a win is a win.",
    answer="It counts one game.",
)
def _(desk: Desk) -> None:
    assert desk.ask(points(Result.BACKGAMMON, Cube(), RULE_SETS["djeco"])) == 1


@CHAPTER.case(
    "Many checkers leave the board at once",
    situation="Ben sees that he is lost, says so, and both sweep the checkers together in the middle of the game.",
    rule="No play takes more than four checkers: it is no play.",
    answer="Nothing is ruled; it is asked whether the game is over, who has won, and by how much.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.sets_up(board("6:2 13:1", "6:3"), looks=4)
    assert scene.accused == []
    assert scene.phase == "cleared"
    assert scene.question
    scene.touches("Ended", ANNA, Result.GAMMON)
    assert scene.recorded()[-1] == "light game_over"
    assert scene.state.record.result == Win(ANNA, 2)


@CHAPTER.case(
    "Many checkers are swept off by a sleeve",
    situation="The same sight, but it was a sleeve: both put the checkers back where they stood.",
    rule="No play takes more than four checkers: it is no play.",
    answer="Answered with not over, or simply put back: the game goes on, nothing recorded.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    stood = dict(scene.board)
    scene.sets_up(board("6:2 13:1", "6:3"), looks=4)
    assert scene.phase == "cleared"
    scene.sets_up(stood, looks=4)
    if scene.question:
        scene.answers(scene.choices[-1])
        scene.look(times=3)
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded()[-2:] == ["dark roll 65", "dark play 65 24/13"]
    assert scene.entries(Kind.GAME_OVER) == []


@CHAPTER.case(
    "Both agree on a result before the end",
    situation="Both see that Anna wins and no gammon is left; they agree on a single game and touch it.",
    rule="The players may agree on the result of a game.",
    answer="Anna wins the stake.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS, cube=Cube(2, ANNA))
    scene.touches("Ended", ANNA, Result.SINGLE)
    assert scene.recorded()[-1] == "light game_over"
    assert scene.state.record.result == Win(ANNA, 2)


@CHAPTER.case(
    "The match is won",
    situation="In a match to three Anna has one point and wins a game with the cube at 2.",
    rule="Tournaments: match to a number of points.",
    answer="`game_over` and `match_over`; a start position set up now begins no fourth game.",
)
def _(desk: Desk) -> None:
    scene = desk.at("1:2", "6:5 5:5 4:4", cube=Cube(2, ANNA), length=3, state={"score": (1, 0)})
    bears_off_the_last(scene)
    assert scene.recorded()[-2:] == ["light game_over", "light match_over"]
    assert (scene.phase, scene.state.record.score) == ("match-over", (3, 0))
    told = scene.recorded()
    scene.sets_up(START, looks=4)
    assert scene.recorded() == told


@CHAPTER.case(
    "The next game is the Crawford game",
    situation="In a match to three Anna comes to two points. They set up the next game.",
    rule="Tournaments: the first game after a player has come within a point (`crawford`).",
    answer="It begins as the Crawford game; the one after it does not.",
)
def _(desk: Desk) -> None:
    scene = desk.at("1:2", "6:5 5:5 4:4", cube=Cube(2, ANNA), length=3)
    bears_off_the_last(scene)
    scene.cube = CubePlace.MIDDLE
    scene.touches("NextGame")
    scene.sets_up(START, looks=4)
    assert scene.recorded()[-1] == "start"
    assert scene.state.record.crawford is True


@CHAPTER.case(
    "The result is wrong and is put right before the next game",
    situation="The companion proposes a single game; both say that it was a gammon and touch it.",
    rule="A result is proposed and confirmed by people.",
    answer="The score has the gammon, once.",
)
def _(desk: Desk) -> None:
    scene = desk.at("1:2", "6:5 5:5 4:4", cube=Cube(2, ANNA))
    bears_off_the_last(scene)
    assert scene.state.record.result == Win(ANNA, 2)
    scene.touches("Ended", ANNA, Result.GAMMON)
    assert scene.state.record.result == Win(ANNA, 4)
    scene.touches("NextGame")
    assert scene.state.record.score == (4, 0)


@CHAPTER.case(
    "The last checker goes off while the opponent still rolls",
    situation="Anna takes her last two checkers off; Ben, who has not noticed, throws his dice.",
    rule="All leaflets: the game ends with the last checker off.",
    answer="The game is over; Ben's throw is none.",
)
def _(desk: Desk) -> None:
    scene = desk.at("1:2", "6:5 5:5 4:4")
    scene.throws("65")
    scene.moves(ANNA, "1/off(2)", looks=2)
    scene.throws("42", looks=3)
    assert scene.recorded() == ["light roll 65", "light play 65 1/off(2)", "light game_over"]


@CHAPTER.case(
    "The start position is set up in the middle of a game",
    situation="Anna and Ben have broken off their game, one of them having given it up, and set up anew.",
    rule="Who has won a game that was broken off is for the players to say.",
    answer="Asked who has won, and by how much; a single game for Ben, and the next one begins.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.sets_up(START, looks=4)
    assert scene.question == "question.who-won"
    scene.answers("Ben")
    scene.answers("answer.single")
    assert scene.recorded()[-1] == "dark game_over"
    assert scene.state.record.result == Win(BEN, 1)
    scene.touches("NextGame")
    scene.look(times=3)
    assert scene.recorded()[-1] == "start"
    assert scene.state.record.score == (0, 1)


@CHAPTER.case(
    "The game was not over",
    situation="The companion has taken Anna's last play for the end; a checker of hers lay hidden. They touch undo.",
    rule="Nothing on record is taken back without a question, and nothing is beyond taking back.",
    answer="Asked; with yes the play is taken back, and the game goes on.",
)
def _(desk: Desk) -> None:
    scene = desk.at("1:2", "6:5 5:5 4:4")
    bears_off_the_last(scene)
    assert scene.recorded()[-1] == "light game_over"
    scene.touches("UndoAsked")
    assert scene.question == "question.take-back"
    scene.answers("answer.yes")
    assert scene.state.record.result is None
    assert scene.state.record.score == (0, 0)
    assert scene.state.side is ANNA


@CHAPTER.case(
    "A resignation while a double is on the table",
    situation="Ben doubles; Anna says that she gives up, which is a drop, and touches it so.",
    rule="Who gives up instead of taking has dropped: the stake before the double.",
    answer="Ben wins one point.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.moves_cube(CubePlace.OFFERED, looks=2)
    scene.answers("answer.drop")
    assert scene.recorded() == ["dark double", "light drop", "dark game_over"]
    assert scene.state.record.result == Win(BEN, 1)


@CHAPTER.case(
    "A match to two, from first to last",
    situation="Anna opens and is doubled out. The next game is the Crawford game; Anna doubles all the same, plays on "
    "and gives it up as a single game.",
    rule="Tournaments: match to a number of points, Crawford rule; who refuses a double loses the stake before it.",
    answer="Ben wins 2–0; her double in the Crawford game has left no trace.",
)
def _(desk: Desk) -> None:
    scene = desk.started(length=2)
    scene.throws("31")
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.lifts()
    scene.moves_cube(CubePlace.OFFERED, looks=2)
    scene.answers("answer.drop")
    scene.touches("NextGame")
    scene.cube = CubePlace.MIDDLE
    scene.sets_up(START, looks=3)
    assert scene.state.record.crawford is True
    scene.throws("52")
    scene.moves(BEN, "13/8 13/11", looks=2)
    scene.lifts()
    scene.acts(Act.DOUBLE, ANNA)
    assert scene.message == "notice.crawford"
    scene.throws("42")
    scene.moves(ANNA, "8/4 6/4", looks=2)
    scene.lifts()
    scene.resigns(ANNA, Result.SINGLE)
    scene.answers("answer.yes")
    assert scene.recorded() == [
        "light roll 31", "light play 31 8/5 6/5", "dark double", "light drop", "dark game_over", "start",
        "dark roll 52", "dark play 52 13/8 13/11", "light roll 42", "light play 42 8/4 6/4", "light resign",
        "dark game_over", "dark match_over",
    ]  # fmt: skip
    assert (scene.state.record.score, scene.phase) == ((0, 2), "match-over")


CONSENT = "In a refereed match nobody alone changes what both have played ([consent](internals/consent.md))."


@CHAPTER.case(
    "One hand says that the game is over",
    situation="Anna taps *Game over*, *Anna*, *Gammon* from her chair. Ben says no, and they play on.",
    rule=CONSENT,
    answer="Ben is asked, and nothing is recorded before he agrees.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.touches("Ended", ANNA, Result.GAMMON, by=ANNA)
    assert (scene.question, scene.asked_of) == ("question.said-over", {BEN})
    scene.answers("answer.no", by=BEN)
    assert (scene.recorded(), scene.state.record.score) == ([], (0, 0))
    scene.throws("65", LEFT)
    assert scene.recorded() == ["dark roll 65"]


@CHAPTER.case(
    "The question whether the game is over is not answered",
    situation="Anna says that Ben has given up a gammon. Ben does not answer: he rolls and plays.",
    rule=CONSENT + " A question is withdrawn when the game goes on.",
    answer="The game goes on, and nobody is asked any more.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.touches("Ended", ANNA, Result.GAMMON, by=ANNA)
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert (scene.question, scene.state.record.result) == ("", None)
    assert scene.recorded()[-1] == "dark play 65 24/13"


@CHAPTER.case(
    "Both agree with the result",
    situation="Anna drops. Ben taps *Agreed* at his chair, then Anna at hers.",
    rule=CONSENT,
    answer="The result is agreed on after the second tap, not after the first.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.acts(Act.DOUBLE, BEN)
    scene.acts(Act.DROP, ANNA)
    scene.touches("NextGame", by=BEN)
    assert (scene.phase, scene.asked_of) == ("game-over", {ANNA})
    scene.touches("NextGame", by=ANNA)
    assert scene.phase == "between-games"


@CHAPTER.case(
    "The director gives points and they play on",
    situation="After a dispute the director gives Ben two points. No PIN is set: Ben enters it, and Anna agrees.",
    rule="USBGF and WBGF: the director may award points, a game or the match.",
    answer="The game ends with two points for Ben, as the director's; the next one begins.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(length=5)
    scene.touches("Disputed")
    scene.touches("Awarded", BEN, 2, by=BEN)
    assert (scene.question, scene.asked_of) == ("question.award", {ANNA})
    scene.answers("answer.yes", by=ANNA)
    assert scene.state.record.score == (0, 2)
    assert scene.state.record.result == Win(BEN, 2, Cause.AWARDED)
    scene.touches("NextGame")
    scene.sets_up(START, looks=3)
    assert scene.state.record.game == 2


@CHAPTER.case(
    "The director gives the match",
    situation="Anna has left the hall. The director types the PIN and gives Ben the match.",
    rule="USBGF and WBGF: a player who does not come back forfeits the match.",
    answer="Over at once, at the score that stands, won by the director's ruling; the record says who decided.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(length=5)
    scene.touches("Directed", Awarded(BEN, 0, scene.now))
    assert (scene.phase, scene.state.record.score) == ("match-over", (0, 0))
    assert scene.last(Kind.MATCH_OVER).reason == "forfeited"
    assert [entry.facts for entry in scene.entries(Kind.NOTE)] == [DirectorActed()]
