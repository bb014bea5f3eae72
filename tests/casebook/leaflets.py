"""Chapter 13: where the rule sets differ."""

from __future__ import annotations

from companion.games.backgammon import Dice, Reason, explain, legal_plays, picture_of
from companion.games.backgammon.cube import Act, Cube, Moment, Refusal, refusal
from companion.games.backgammon.ruleset import RULE_SETS
from companion.games.backgammon.scoring import Result, points
from companion.games.backgammon.wording import HitPlace, colour_of, hit_place, point_number
from tests.casebook.book import Chapter
from tests.casebook.scene import ANNA, BEN, Desk
from tests.games.boards import board

CHAPTER = Chapter(13, "Where the rule sets differ")
BOX = RULE_SETS["box-leaflet"]


@CHAPTER.case(
    "The smaller number by the box leaflet",
    situation="Anna's last checker can play either number of 61 but not both; she plays the one.",
    rule="Box leaflet: who can play only one number loses the other (`larger_number` = false).",
    answer="Legal there; in `tournament` it must be the six.",
)
def _(desk: Desk) -> None:
    before, after = board("13:1", "19:2 20:2"), picture_of(board("12:1", "19:2 20:2"))
    assert desk.ask(explain(before, Dice(6, 1), after, BOX)) is None
    found = desk.ask(explain(before, Dice(6, 1), after))
    assert found is not None
    assert found.reason is Reason.LARGER_NUMBER


@CHAPTER.case(
    "Twelve points of home",
    situation="By the box leaflet Anna bears off 6/off 4/off with 64 while a checker stands on her 9-point.",
    rule="Box leaflet: the nearest twelve points are home (`home_size` = 12).",
    answer="Legal at the table of the box leaflet.",
)
def _(desk: Desk) -> None:
    scene = desk.at("9:1 6:3 4:2", "1:2 2:2", "box-leaflet")
    scene.throws("64", looks=2)
    scene.moves(ANNA, "6/off 4/off", looks=2)
    scene.lifts()
    assert scene.recorded()[-1] == "light play 64 6/off 4/off"
    assert scene.accused == []


@CHAPTER.case(
    "Twelve points of home, and one checker beyond",
    situation="The same, but the checker stands on the 13-point.",
    rule="Box leaflet: all checkers must be home.",
    answer="Illegal: `bear-off-outside`.",
)
def _(desk: Desk) -> None:
    scene = desk.at("13:1 6:3 4:2", "1:2 2:2", "box-leaflet")
    scene.tray_seen = True
    scene.throws("64", looks=2)
    scene.moves(ANNA, "6/off 4/off", looks=2)
    scene.lifts(looks=4)
    scene.confirms_roll()
    assert scene.accused == ["bear-off-outside"]


@CHAPTER.case(
    "Farther back within twelve points",
    situation="By the box leaflet Anna, with checkers on her 11-point and her 4-point, takes the latter off with a "
    "six; with the one she plays 11/10.",
    rule="A larger die takes off the farthest checker only, and the 11-point is home, too.",
    answer="Illegal: `lower-checker-off`.",
)
def _(desk: Desk) -> None:
    before, after = board("11:1 4:1", "1:2"), picture_of(board("10:1", "1:2"))
    found = desk.ask(explain(before, Dice(6, 1), after, BOX))
    assert found is not None
    assert found.reason is Reason.LOWER_CHECKER_OFF


@CHAPTER.case(
    "Entering is on six points, however large the home",
    situation="By the box leaflet Anna is on the bar with 65; Ben holds those two points of entry.",
    rule="Box leaflet: a hit checker enters on the six farthest points, twelve points of home or not.",
    answer="She cannot move.",
)
def _(desk: Desk) -> None:
    plays = desk.ask(legal_plays(board("bar:1 6:5", "6:2 5:2 13:5"), Dice(6, 5), BOX))
    assert [play.text() for play in plays.values()] == ["Cannot Move"]


@CHAPTER.case(
    "A double in a game without a cube",
    situation="By Djeco's leaflet Ben says that he doubles.",
    rule="Djeco, box leaflet: no cube.",
    answer="Refused: there is no cube in these rules.",
)
def _(desk: Desk) -> None:
    answer = desk.ask(refusal(Act.DOUBLE, BEN, Cube(), Moment(on_roll=BEN, money=True), RULE_SETS["djeco"]))
    assert answer is Refusal.NO_CUBE
    scene = desk.opened("djeco")
    scene.acts(Act.DOUBLE, BEN)
    assert scene.message == "notice.no-cube"


@CHAPTER.case(
    "Where hit checkers wait",
    situation="Djeco's board has no bar; the leaflet puts hit checkers in the middle of the board.",
    rule="Djeco (`has_bar` = false); Tactic, the box leaflet, gamez: the bar.",
    answer="The texts say middle under `djeco`, bar elsewhere; it is the same place for the camera.",
)
def _(desk: Desk) -> None:
    places = {name: desk.ask(hit_place(rules)) for name, rules in RULE_SETS.items()}
    assert [name for name, place in places.items() if place is HitPlace.MIDDLE] == ["djeco"]
    assert places["tactic"] is HitPlace.BAR


@CHAPTER.case(
    "Which number a point has",
    situation="Anna's text names the point that she calls her 5-point; in Djeco's box the points are printed 1 to "
    "24 along the way of orange.",
    rule="Djeco (`numbering` = dark-path); tournaments: each from the own side.",
    answer="5 in `tournament`. Under `djeco` it is 5 for Anna (white runs down to 1), and Ben's own 5-point is 20.",
)
def _(desk: Desk) -> None:
    djeco = RULE_SETS["djeco"]
    numbers = [
        desk.ask(point_number(5, ANNA)),
        desk.ask(point_number(5, ANNA, djeco)),
        desk.ask(point_number(5, BEN, djeco)),
    ]
    assert numbers == [5, 5, 20]
    assert desk.ask(colour_of(BEN, djeco)) == "orange"


@CHAPTER.case(
    "What adds up over an evening",
    situation="Anna wins a gammon with the cube at 2, once by Tactic's leaflet and once by the box leaflet.",
    rule="Tactic: points; box leaflet and Djeco: games (`match_counts`).",
    answer="Four points by Tactic's, one game by the box leaflet.",
)
def _(desk: Desk) -> None:
    worth = [desk.ask(points(Result.GAMMON, Cube(2, BEN), RULE_SETS[name])) for name in ("tactic", "box-leaflet")]
    assert worth == [4, 1]


@CHAPTER.case(
    "The Crawford game exists in tournaments only",
    situation="By Tactic's leaflet they play to three points, and Anna, at two, is doubled at once.",
    rule="Crawford: tournaments; not in the leaflets (`crawford`).",
    answer="A double like any other under `tactic`; refused in `tournament`.",
)
def _(desk: Desk) -> None:
    moment = Moment(on_roll=BEN, crawford=True)
    answers = [desk.ask(refusal(Act.DOUBLE, BEN, Cube(), moment, RULE_SETS[name])) for name in ("tactic", "tournament")]
    assert answers == [None, Refusal.CRAWFORD]
