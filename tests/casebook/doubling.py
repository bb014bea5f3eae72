"""Chapter 8: the cube."""

from __future__ import annotations

from companion.games.backgammon.cube import Act, Cube, Moment, Refusal, is_pointless, refusal
from companion.games.backgammon.ruleset import RULE_SETS, RuleSet
from companion.games.backgammon.scoring import Result, points, points_dropped
from companion.games.rules import Stack
from companion.record.entries import Kind
from companion.record.match import Win
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, BEN, Desk, Scene
from tests.table import LEFT
from vision.observation import CubePlace

CHAPTER = Chapter(8, "The cube")
OFFER = "Tactic, gamez, tournaments: at the start of one's own turn, before the roll."
HABIT = "Players turn the cube between rolls, without touching a screen; what lies there says who owns it."
CRAWFORD = "Tournaments: no doubling in the Crawford game; a double in it is annulled (Simborg)."
BEAVERS = "tournament beavers=true raccoons=true"
STARTS = ("6:5 8:3 13:5 24:2", "6:5 8:3 13:5 24:2")


def plays_on(scene: Scene) -> None:
    """Ben rolls and plays, so that it shows whose turn it was."""
    scene.throws("65", LEFT)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()


@CHAPTER.case(
    "A cube is put on the board and taken",
    situation="Before his roll Ben puts the cube on the playing field. Anna takes it to her side; Ben rolls.",
    rule=OFFER + " The taker becomes its owner.",
    answer="`double`, `take`, and the stake is 2, Anna's cube.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.moves_cube(CubePlace.OFFERED, looks=2)
    assert (scene.recorded(), scene.phase) == (["dark double"], "doubled")
    scene.moves_cube(CubePlace.LIGHT, looks=2)
    assert scene.recorded() == ["dark double", "light take"]
    assert scene.state.record.cube == Cube(2, ANNA)
    plays_on(scene)
    assert scene.recorded()[-1] == "dark play 65 24/13"


@CHAPTER.case(
    "The cube is said aloud and moved straight across",
    situation="Ben says it, Anna nods and puts the cube on her side unturned; nobody laid it on the field.",
    rule=HABIT,
    answer="One question: a double that nobody saw offered, on a cube that does not show it, may be a misreading.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.look()
    scene.moves_cube(CubePlace.LIGHT, looks=3)
    assert scene.question == "question.doubled"
    scene.answers("answer.yes")
    scene.throws("65", LEFT, looks=2)
    assert [line for line in scene.recorded() if "asked" not in line and "answered" not in line] == [
        "dark double", "light take", "dark roll 65",
    ]  # fmt: skip
    assert scene.state.record.cube == Cube(2, ANNA)


@CHAPTER.case(
    "One look has the cube in the wrong place",
    situation="A hand shades the rim, and for one look the cube seems to lie at Anna's side.",
    rule="What one look says of the cube is not believed.",
    answer="No double, no take.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.moves_cube(CubePlace.LIGHT)
    scene.moves_cube(CubePlace.MIDDLE, looks=2)
    plays_on(scene)
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]
    assert scene.state.record.cube == Cube()


@CHAPTER.case(
    "A roll after the double",
    situation="Ben puts the cube on the field, Anna says that she takes, and Ben rolls before the cube is moved.",
    rule="Nobody rolls before the double is answered, and after a drop nobody rolls.",
    answer="The roll means that it was taken.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.moves_cube(CubePlace.OFFERED, looks=2)
    scene.cube = None
    scene.throws("65", LEFT)
    assert scene.recorded() == ["dark double", "light take", "dark roll 65"]
    assert scene.state.record.cube == Cube(2, ANNA)


@CHAPTER.case(
    "A double is dropped",
    situation="Ben doubles at 2, the cube being his. Anna drops, by touch.",
    rule="Tactic, gamez: who refuses loses the stake as it was before the double.",
    answer="Ben wins 2 points.",
)
def _(desk: Desk) -> None:
    assert desk.ask(points_dropped(Cube(2, BEN).double(BEN))) == 2
    scene = desk.at(*STARTS, on_roll=BEN, cube=Cube(2, BEN))
    scene.acts(Act.DOUBLE, BEN)
    scene.acts(Act.DROP, ANNA)
    assert scene.recorded()[:2] == ["dark double", "light drop"]
    assert scene.state.record.result == Win(BEN, 2)


@CHAPTER.case(
    "A double is dropped by setting up the next game",
    situation="Ben puts the cube on the field. Anna says nothing and begins to set up.",
    rule="Who sets up the next game has given up this one.",
    answer="`drop`; Ben has his point when the start position stands.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.moves_cube(CubePlace.OFFERED, looks=2)
    scene.cube = CubePlace.MIDDLE
    scene.sets_up(desk.started().state.record.position, looks=5)
    if scene.question:
        scene.answers(scene.choices[0])
    assert scene.recorded()[:3] == ["dark double", "light drop", "dark game_over"]
    assert scene.state.record.score == (0, 1)


@CHAPTER.case(
    "A double after the roll",
    situation="Ben has rolled 65, sees that it is good, and doubles by touch.",
    rule=OFFER,
    answer="Refused with the reason; nothing of it is on record, and he plays his roll.",
)
def _(desk: Desk) -> None:
    late = Moment(on_roll=BEN, rolled=True)
    assert desk.ask(refusal(Act.DOUBLE, BEN, Cube(), late)) is Refusal.AFTER_ROLL
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.acts(Act.DOUBLE, BEN)
    assert scene.message == "notice.double-too-late"
    assert scene.entries(Kind.DOUBLE) == []
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "A double with the opponent's cube",
    situation="The cube at 2 is Anna's, and it is Ben's turn. He reaches over and puts it on the field.",
    rule="Tactic, gamez, tournaments: only the cube's owner may double, or anyone while it is in the middle.",
    answer="Refused: the notice says whose cube it is. Nothing of it is on record.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS, on_roll=BEN, cube=Cube(2, ANNA))
    scene.moves_cube(CubePlace.OFFERED, looks=2)
    assert scene.message == "notice.not-owner"
    assert scene.state.shown.message is not None
    assert scene.state.shown.message.values == {"name": "Anna"}
    assert scene.entries(Kind.DOUBLE) == []
    scene.moves_cube(CubePlace.LIGHT, looks=2)
    plays_on(scene)
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "A double out of turn",
    situation="It is Ben's turn, the cube in the middle; Anna doubles by touch.",
    rule=OFFER,
    answer="Refused: it is Ben's turn.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.acts(Act.DOUBLE, ANNA)
    assert scene.message == "notice.out-of-turn"
    assert scene.entries(Kind.DOUBLE) == []


@CHAPTER.case(
    "A double in the Crawford game",
    situation="Anna has two points of three, and this is the next game. Ben puts the cube on the field.",
    rule=CRAWFORD,
    answer="Refused with the reason, without an alarm; the game goes on.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS, on_roll=BEN, length=3, state={"crawford": True, "score": (2, 0)})
    scene.moves_cube(CubePlace.OFFERED, looks=2)
    assert scene.message == "notice.crawford"
    assert not scene.alarm
    assert scene.entries(Kind.DOUBLE) == []
    scene.moves_cube(CubePlace.MIDDLE, looks=2)
    plays_on(scene)
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "The cube is put away for the Crawford game",
    situation="In the Crawford game they lay the cube on the window sill.",
    rule=CRAWFORD,
    answer="Nothing is said; the game is played without it.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS, on_roll=BEN, length=3, state={"crawford": True, "score": (2, 0)})
    scene.moves_cube(None, looks=4)
    assert (scene.message, scene.question) == ("", "")
    plays_on(scene)
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "A double at once after the Crawford game",
    situation="The Crawford game is over, and Ben, who trails, doubles at his first turn.",
    rule="Tournaments: after the Crawford game the cube is free again (`holland` = false).",
    answer="A double like any other.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS, on_roll=BEN, length=3, state={"crawford_played": True, "score": (2, 1)})
    scene.moves_cube(CubePlace.OFFERED, looks=2)
    assert scene.recorded() == ["dark double"]


@CHAPTER.case(
    "The Holland rule",
    situation="A club keeps the Holland rule. After the Crawford game Ben doubles when both have rolled once.",
    rule="Holland rule: after the Crawford game nobody doubles before both have rolled twice (`holland`).",
    answer="Refused after one roll each, allowed after two.",
)
def _(desk: Desk) -> None:
    holland = RuleSet.from_text("tournament holland=true")
    answers = [
        desk.ask(refusal(Act.DOUBLE, BEN, Cube(), Moment(on_roll=BEN, rolls=Stack(n, n), post_crawford=True), holland))
        for n in (1, 2)
    ]
    assert answers == [Refusal.HOLLAND, None]
    facts = {"crawford_played": True, "score": (2, 1), "rolls": Stack(1, 1)}
    scene = desk.at(*STARTS, "tournament holland=true", on_roll=BEN, length=3, state=facts)
    scene.acts(Act.DOUBLE, BEN)
    assert scene.message == "notice.holland"
    assert scene.entries(Kind.DOUBLE) == []


@CHAPTER.case(
    "A beaver",
    situation="In a money game with beavers Ben doubles to 2; Anna doubles back to 4 at once and keeps the cube. "
    "Ben accepts.",
    rule="rec.games.backgammon FAQ 8; manual of GNU Backgammon 2.8 (`beavers`).",
    answer="Stake 4, Anna's cube.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(BEAVERS)
    scene.acts(Act.DOUBLE, BEN)
    scene.acts(Act.BEAVER, ANNA)
    scene.acts(Act.TAKE, BEN)
    assert scene.recorded() == ["dark double", "light double", "dark take"]
    assert scene.state.record.cube == Cube(4, ANNA)


@CHAPTER.case(
    "A beaver where there are none",
    situation="In a plain money game Ben doubles, and Anna wants to beaver.",
    rule="Beavers are an option of money play (`beavers` = false).",
    answer="Refused; she may take or drop.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.acts(Act.DOUBLE, BEN)
    scene.acts(Act.BEAVER, ANNA)
    assert scene.recorded() == ["dark double"]
    assert scene.message == "notice.no-beavers"
    scene.acts(Act.TAKE, ANNA)
    assert scene.state.record.cube == Cube(2, ANNA)


@CHAPTER.case(
    "A beaver in a match",
    situation="They play to seven points with beavers switched on. Ben doubles; Anna beavers.",
    rule="Beavers exist in money play only.",
    answer="Refused: money play only.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(BEAVERS, length=7)
    scene.acts(Act.DOUBLE, BEN)
    scene.acts(Act.BEAVER, ANNA)
    assert scene.recorded() == ["dark double"]
    assert scene.message == "notice.money-only"


@CHAPTER.case(
    "A beaver is dropped",
    situation="Ben doubles to 2, Anna beavers to 4, and Ben gives up.",
    rule="Who refuses loses the stake before what is refused: Anna's beaver accepted the double.",
    answer="Anna wins 2 points.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(BEAVERS)
    scene.acts(Act.DOUBLE, BEN)
    scene.acts(Act.BEAVER, ANNA)
    scene.acts(Act.DROP, BEN)
    assert scene.recorded()[:3] == ["dark double", "light double", "dark drop"]
    assert scene.state.record.result == Win(ANNA, 2)


@CHAPTER.case(
    "A raccoon",
    situation="Ben doubles to 2, Anna beavers to 4, Ben doubles the beaver to 8, and Anna accepts.",
    rule="rec.games.backgammon FAQ 8 (`raccoons`): the cube stays with who beavered.",
    answer="Stake 8, Anna's cube.",
)
def _(desk: Desk) -> None:
    scene = desk.opened(BEAVERS)
    for act, side in ((Act.DOUBLE, BEN), (Act.BEAVER, ANNA), (Act.RACCOON, BEN), (Act.TAKE, ANNA)):
        scene.acts(act, side)
    assert scene.recorded() == ["dark double", "light double", "dark double", "light take"]
    assert scene.state.record.cube == Cube(8, ANNA)


@CHAPTER.case(
    "Who doubled answers the own double",
    situation="Ben doubles and, before Anna has said anything, touches take himself.",
    rule="A double is the other player's to answer.",
    answer="Refused; the double still awaits Anna's answer.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.acts(Act.DOUBLE, BEN)
    scene.acts(Act.TAKE, BEN)
    assert scene.recorded() == ["dark double"]
    assert scene.message == "notice.own-offer"
    assert scene.phase == "doubled"


@CHAPTER.case(
    "A take with nothing offered",
    situation="Anna touches take although nobody has doubled.",
    rule="A take answers a double.",
    answer="Refused; nothing is on record.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.acts(Act.TAKE, ANNA)
    assert (scene.recorded(), scene.message) == ([], "notice.nothing-offered")


@CHAPTER.case(
    "The cube is as high as it goes",
    situation="They have agreed that the cube stops at 2, and it is Ben's at 2. He doubles.",
    rule="An option of ours: the leaflets know no limit (`cube_limit`).",
    answer="Refused with the limit.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS, "tournament cube_limit=2", on_roll=BEN, cube=Cube(2, BEN))
    scene.acts(Act.DOUBLE, BEN)
    assert scene.message == "notice.cube-limit"
    assert scene.entries(Kind.DOUBLE) == []


@CHAPTER.case(
    "A double that can gain nothing",
    situation="Ben needs one point, owns no cube, and doubles all the same.",
    rule="A cube beyond need is shown as pointless, never refused.",
    answer="The double stands; a notice says that it adds nothing.",
)
def _(desk: Desk) -> None:
    assert desk.ask(is_pointless(Cube(), 1)) is True
    scene = desk.at(*STARTS, on_roll=BEN, length=3, state={"crawford_played": True, "score": (0, 2)})
    scene.acts(Act.DOUBLE, BEN)
    assert scene.recorded() == ["dark double"]
    assert scene.message == "notice.cube-pointless"


@CHAPTER.case(
    "The cube lies in a lap",
    situation="Anna owns the cube at 2 and keeps it in her lap for the rest of the game.",
    rule="Out of sight changes nothing: the record says whose it is.",
    answer="Nothing is said; the cube stays hers, and she may double.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS, on_roll=BEN, cube=Cube(2, ANNA))
    scene.moves_cube(None, looks=3)
    plays_on(scene)
    assert (scene.message, scene.state.record.cube) == ("", Cube(2, ANNA))
    scene.acts(Act.DOUBLE, ANNA)
    assert scene.recorded()[-1] == "light double"


@CHAPTER.case(
    "The cube is never turned",
    situation="The cube is taken but nobody turns it: it lies at Anna's side, still showing 64.",
    rule="A wrong face is a notice, never an alarm (word list, cube shows another value).",
    answer="The stake is 2. At the next pause a notice asks to turn the cube.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.face = 64
    scene.moves_cube(CubePlace.OFFERED, looks=2)
    scene.moves_cube(CubePlace.LIGHT, looks=2)
    plays_on(scene)
    scene.look(times=4)
    assert scene.state.record.cube == Cube(2, ANNA)
    assert scene.message == "notice.cube-value"
    assert not scene.alarm


@CHAPTER.case(
    "64 in the middle",
    situation="A new game begins; the cube lies in the middle with 64 upward, for want of a 1.",
    rule="Tournaments: 64 in the middle is 1; gamez: the cube begins at 1 (`cube_starts_at`).",
    answer="The stake is 1 and nothing is said.",
)
def _(desk: Desk) -> None:
    faces = {name: desk.ask(Cube().face(RULE_SETS[name])) for name in ("tournament", "gamez")}
    assert faces == {"tournament": 64, "gamez": 1}
    scene = desk.started()
    scene.face = 64
    scene.throws("31")
    scene.moves(ANNA, "8/5 6/5", looks=2)
    scene.lifts(looks=4)
    assert scene.recorded()[-1] == "light play 31 8/5 6/5"
    assert scene.message == ""


@CHAPTER.case(
    "A thing like a cube lies on the board of a game without one",
    situation="Djeco's game has no cube. A sugar cube lies on the board before Ben's roll.",
    rule="Djeco: no doubling cube (`cube` = false).",
    answer="Nothing is said and nothing refused.",
)
def _(desk: Desk) -> None:
    scene = desk.opened("djeco")
    scene.moves_cube(CubePlace.OFFERED, looks=3)
    assert (scene.recorded(), scene.message) == ([], "")
    scene.moves_cube(None)
    plays_on(scene)
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]


@CHAPTER.case(
    "Jacoby: a gammon with the cube unturned",
    situation="In money play with the Jacoby rule Anna wins a gammon; nobody ever doubled.",
    rule="Jacoby rule, money play only (`jacoby`).",
    answer="One point; with the cube turned to 2 it is four. In a match the rule does nothing.",
)
def _(desk: Desk) -> None:
    jacoby = RuleSet.from_text("tournament jacoby=true")
    worth = [
        desk.ask(points(Result.GAMMON, cube, jacoby, money=money))
        for cube, money in ((Cube(), True), (Cube(2, BEN), True), (Cube(), False))
    ]
    assert worth == [1, 4, 2]


@CHAPTER.case(
    "The cube is pulled to the own side",
    situation="Before his roll Ben draws the cube from the middle to his own side, to have room.",
    rule="A double turns the cube to the opponent; who owns it is known from takes.",
    answer="No double and no take: the cube is still nobody's.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.moves_cube(CubePlace.DARK, looks=4)
    plays_on(scene)
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]
    assert scene.state.record.cube == Cube()


@CHAPTER.case(
    "The cube is pushed across while the dice lie",
    situation="Ben has rolled 65; reaching over he pushes the cube to Anna's side and back before he takes his dice.",
    rule=OFFER,
    answer="No double.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves_cube(CubePlace.LIGHT, looks=3)
    scene.moves_cube(CubePlace.MIDDLE)
    scene.moves(BEN, "24/13", looks=2)
    scene.lifts()
    assert scene.recorded() == ["dark roll 65", "dark play 65 24/13"]
    assert scene.state.record.cube == Cube()


@CHAPTER.case(
    "A double while an illegal play awaits its correction, by the offender",
    situation="Ben's illegal play is to be put right. Instead Ben touches double.",
    rule=OFFER + " It is not the start of his turn.",
    answer="Refused; the correction is still awaited.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.throws("65", LEFT)
    scene.moves(BEN, "13/9 13/10", looks=2)
    scene.lifts()
    scene.acts(Act.DOUBLE, BEN)
    assert scene.entries(Kind.DOUBLE) == []
    assert scene.phase == "correcting"
    assert scene.recorded()[-1] == "dark illegal 65 wrong-distance"


@CHAPTER.case(
    "A redouble",
    situation="Anna owns the cube at 2 and, at her turn, puts it on the field; Ben takes it.",
    rule="Tactic: only the owner may double again, at the start of the own turn.",
    answer="Stake 4, Ben's cube.",
)
def _(desk: Desk) -> None:
    scene = desk.at(*STARTS, cube=Cube(2, ANNA))
    scene.moves_cube(CubePlace.OFFERED, looks=2)
    scene.moves_cube(CubePlace.DARK, looks=2)
    assert scene.recorded() == ["light double", "dark take"]
    assert scene.state.record.cube == Cube(4, BEN)


@CHAPTER.case(
    "The screen offers the beaver",
    situation="In a money game with beavers Ben puts the cube on the field; Anna looks at her answers.",
    rule="`beavers`: who is doubled may double back at once.",
    answer="Take, drop, beaver; without beavers only the first two.",
)
def _(desk: Desk) -> None:
    choices = []
    for rules in ("tournament", BEAVERS):
        scene = desk.opened(rules)
        scene.moves_cube(CubePlace.OFFERED, looks=2)
        choices.append(scene.choices)
    assert choices == [["answer.take", "answer.drop"], ["answer.take", "answer.drop", "answer.beaver"]]


CONSENT = "In a refereed match nobody alone changes what both have played ([consent](internals/consent.md))."


@CHAPTER.case(
    "A double is not withdrawn by one hand",
    situation="Ben doubles on the screen: a blunder. Before Anna answers he taps *Undo*, to which she says no.",
    rule="A double that was offered stands (US rules of 2008, 4.4). " + CONSENT,
    answer="Anna alone is asked whether it is withdrawn. After her no she is asked again whether she takes.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.acts(Act.DOUBLE, BEN)
    scene.touches("ChangeUndone", by=BEN)
    assert (scene.question, scene.asked_of, scene.phase) == ("question.undo-double", {ANNA}, "doubled")
    scene.answers("answer.no", by=ANNA)
    assert (scene.question, scene.asked_of) == ("phase.take-or-drop", {ANNA})
    assert scene.recorded()[-1] == "dark double"


@CHAPTER.case(
    "Nobody cancels the opponent's double",
    situation="Ben doubles. Anna taps *Undo* on the notice instead of an answer; Ben says no, and she takes.",
    rule=CONSENT,
    answer="Ben is asked; the double stands.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.acts(Act.DOUBLE, BEN)
    scene.touches("ChangeUndone", by=ANNA)
    assert (scene.question, scene.asked_of) == ("question.undo-double", {BEN})
    scene.answers("answer.no", by=BEN)
    scene.acts(Act.TAKE, ANNA)
    assert scene.recorded()[-2:] == ["dark double", "light take"]


@CHAPTER.case(
    "Nobody undoes the opponent's take",
    situation="Anna takes Ben's double. Ben, who hoped for a drop, taps *Undo* on the notice.",
    rule=CONSENT,
    answer="Anna is asked; without her yes the stake is 2.",
)
def _(desk: Desk) -> None:
    scene = desk.opened()
    scene.acts(Act.DOUBLE, BEN)
    scene.acts(Act.TAKE, ANNA)
    scene.touches("ChangeUndone", by=BEN)
    assert (scene.question, scene.asked_of) == ("question.undo-answer", {ANNA})
    scene.answers("answer.no", by=ANNA)
    assert scene.state.record.cube.value == 2


@CHAPTER.case(
    "A finger slips in the answer to a double",
    situation="Anna means *Take* and taps *Drop*. Within a moment she taps *Undo* on the notice.",
    rule="A slip of the own finger is taken back alone for five seconds, as long as the game has not gone on.",
    answer="The double awaits her answer again; after five seconds Ben is asked first.",
)
def _(desk: Desk) -> None:
    phases = []
    for seconds in (0, 6):
        scene = desk.opened()
        scene.acts(Act.DOUBLE, BEN)
        scene.acts(Act.DROP, ANNA)
        scene.waits(seconds)
        scene.touches("ChangeUndone", by=ANNA)
        phases.append((scene.phase, scene.question))
    assert phases == [("doubled", "phase.take-or-drop"), ("game-over", "question.undo-answer")]
