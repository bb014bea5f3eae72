"""Chapter 10: how a game ends, and the match."""

from __future__ import annotations

from companion.games.draughts import START
from companion.games.rules import Side
from companion.record.entries import Kind
from companion.record.facts import GameScored
from tests.casebook.book import Chapter
from tests.casebook.draughts.scene import ANNA, BEN, BUTTON, Desk, Scene

CHAPTER = Chapter(10, "How a game ends, and the match")
LOSES = "Leaflet: a player with no pieces or no move loses."
AGREED = "Leaflet: a draw is agreed between the players."
FEDERATION = "`draughts-federation`, official rules of FMJD."
KINGS = "W:WKe1,Kc1,a1:BKb8,Kf8,h8"
"""Two kings and a man on either side."""


def to_and_fro(scene: Scene, *round_trip: str, times: int) -> None:
    """The same moves again and again, until the game is over."""
    for k in range(times):
        if scene.phase == "trying":
            scene.moves(round_trip[k % len(round_trip)], looks=1)


def why(scene: Scene) -> str:
    """What the record says of how the game has ended."""
    facts = scene.last(Kind.GAME_OVER).facts
    assert isinstance(facts, GameScored)
    return facts.why


@CHAPTER.case(
    "The last piece is captured",
    situation="Anna captures Ben's last man.",
    rule=LOSES,
    answer="The game is Anna's.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wa1,b2:Bc3", length=3)
    scene.moves("b2xd4")
    assert scene.recorded() == ["light play b2xd4", "light game_over"]
    assert why(scene) == "no-pieces"


@CHAPTER.case(
    "A side is blocked",
    situation="Ben's last man stands on h6 before Anna's men on g5 and f4; it is his turn.",
    rule=LOSES,
    answer="The game is Anna's, without a word of anybody.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wg5,f4,e7:Bh6", length=3)
    scene.moves("e7-f8")
    assert scene.recorded() == ["light play e7-f8", "light game_over"]
    assert why(scene) == "no-move"


@CHAPTER.case(
    "A game is given up",
    situation="Ben sees no way out, and resigns by touch.",
    rule="A player may give a game up at any time, without consent.",
    answer="`resign`, and the game is Anna's.",
)
def _(desk: Desk) -> None:
    scene = desk.started(length=3)
    scene.touches("GameResigned", BEN)
    assert (scene.recorded(), scene.phase) == (["dark resign", "light game_over"], "game-over")


@CHAPTER.case(
    "A draw is agreed",
    situation="Anna offers a draw, and Ben touches that he agrees.",
    rule=AGREED,
    answer="The game is drawn: one point each.",
)
def _(desk: Desk) -> None:
    scene = desk.started(length=3)
    scene.touches("DrawOffered", ANNA)
    assert scene.message == "notice.draw-offered"
    scene.touches("DrawOffered", BEN)
    assert scene.recorded() == ["light draw_offered", "game_over"]
    assert scene.state.record.score == (1, 1)


@CHAPTER.case(
    "An offer of a draw is declined by a move",
    situation="Anna offers a draw and moves; Ben answers with a move, and only then changes his mind.",
    rule=AGREED + " Who moves on has declined.",
    answer="The offer outlasts her own move and ends with his; what he touches then is an offer of his own.",
)
def _(desk: Desk) -> None:
    scene = desk.started(length=3)
    scene.touches("DrawOffered", ANNA)
    scene.moves("c3-d4")
    assert scene.state.record.offer is ANNA
    scene.moves("f6-g5")
    assert scene.state.record.offer is None
    scene.touches("DrawOffered", BEN)
    assert (scene.recorded()[-1], scene.phase) == ("dark draw_offered", "trying")


@CHAPTER.case(
    "A player agrees to the own offer",
    situation="Anna offers a draw, and touches it once more.",
    rule=AGREED,
    answer="Nothing: it takes the other player.",
)
def _(desk: Desk) -> None:
    scene = desk.started(length=3)
    scene.touches("DrawOffered", ANNA)
    scene.touches("DrawOffered", ANNA)
    assert (scene.recorded(), scene.phase) == (["light draw_offered"], "trying")


@CHAPTER.case(
    "The same position for the third time",
    situation="By the rules of federations both move a king to and fro.",
    rule=FEDERATION + " The same position for the third time with the same side to move is a draw (`repetitions` = 3).",
    answer="Drawn with the eighth move.",
)
def _(desk: Desk) -> None:
    scene = desk.at(KINGS, "draughts-federation", length=3)
    to_and_fro(scene, "e1-d2", "b8-a7", "d2-e1", "a7-b8", times=12)
    assert (len(scene.entries(Kind.PLAY)), why(scene)) == (8, "repetition")


@CHAPTER.case(
    "The leaflet knows no draw by repetition",
    situation="The same by the leaflet in the box.",
    rule="`draughts-box`: no draw comes by itself; " + AGREED.removeprefix("Leaflet: "),
    answer="The game goes on as long as they like.",
)
def _(desk: Desk) -> None:
    scene = desk.at(KINGS, length=3)
    to_and_fro(scene, "e1-d2", "b8-a7", "d2-e1", "a7-b8", times=12)
    assert (len(scene.entries(Kind.PLAY)), scene.phase) == (12, "trying")


@CHAPTER.case(
    "Fifteen king moves of each side without a capture",
    situation="By the rules of federations, but for repetition, both move kings only.",
    rule=FEDERATION + " Fifteen such moves of each side are a draw (`king_moves` = 15).",
    answer="Drawn with the thirtieth move.",
)
def _(desk: Desk) -> None:
    scene = desk.at(KINGS, "draughts-federation repetitions=0", length=3)
    to_and_fro(scene, "e1-d2", "b8-a7", "d2-e1", "a7-b8", times=40)
    assert (len(scene.entries(Kind.PLAY)), why(scene)) == (30, "king-moves")


@CHAPTER.case(
    "Three kings do not catch a lone one",
    situation="Anna has three kings, Ben one; she does not capture it.",
    rule=FEDERATION + " A draw after fifteen of her moves (`three_kings_moves` = 15).",
    answer="Drawn with her fifteenth move.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:WKc1,Ke1,Kg1:BKh6", "draughts-federation repetitions=0", length=3)
    to_and_fro(scene, "e1-f2", "h6-g7", "f2-e1", "g7-h6", times=40)
    assert (len(scene.entries(Kind.PLAY)), why(scene)) == (29, "three-kings")


@CHAPTER.case(
    "A lone king holds the long diagonal",
    situation="Ben's only king goes to and fro between a1 and h8; Anna has three pieces.",
    rule=FEDERATION + " A draw after five of her moves (`long_diagonal_moves` = 5).",
    answer="Drawn with her fifth move.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:WKc1,Kb8,Kg3:BKa1", "draughts-federation repetitions=0", length=3)
    to_and_fro(scene, "c1-d2", "a1-h8", "d2-c1", "h8-a1", times=20)
    assert (len(scene.entries(Kind.PLAY)), why(scene)) == (9, "long-diagonal")


@CHAPTER.case(
    "The next game",
    situation="Ben has lost the first game of three. Both agree with the result and set up; they keep their seats.",
    rule="The players change colours after each game.",
    answer="Ben has the light men now, seen the other way round; Anna's two points stay hers.",
)
def _(desk: Desk) -> None:
    scene = desk.started(length=3)
    scene.touches("GameResigned", BEN)
    scene.touches("NextGame", by=ANNA)
    assert (scene.question, scene.asked_of) == ("question.result-right", {BEN})
    scene.answers("answer.yes", by=BEN)
    scene.turned = True
    scene.sets_up(START)
    scene.moves("c3-d4")
    assert scene.recorded()[-2:] == ["start", "light play c3-d4"]
    assert (scene.state.names, scene.state.record.score) == (("Ben", "Anna"), (2, 0))


@CHAPTER.case(
    "The result is agreed to with the button",
    situation="A game is over; Anna presses her button, then Ben his.",
    rule="Both agree with a result ([consent](internals/consent.md)).",
    answer="After the second press the next game is awaited.",
)
def _(desk: Desk) -> None:
    scene = desk.started(length=3, **BUTTON)
    scene.touches("GameResigned", BEN)
    scene.presses(ANNA)
    assert scene.phase == "game-over"
    scene.presses(BEN)
    assert scene.phase == "between-games"


@CHAPTER.case(
    "The match is decided early",
    situation="Anna has won two of three games.",
    rule="A match goes on as long as it can still be won by both; a win counts 2 points, a draw 1.",
    answer="`match_over` after the second game, and the match is Anna's.",
)
def _(desk: Desk) -> None:
    scene = desk.started(length=3)
    scene.touches("GameResigned", BEN)
    scene.touches("NextGame")
    scene.turned = True
    scene.sets_up(START)
    scene.touches("GameResigned", Side.LIGHT)  # Ben has the light men in the second game
    assert scene.recorded()[-2:] == ["dark game_over", "dark match_over"]
    assert scene.state.record.score == (4, 0)


@CHAPTER.case(
    "A match is drawn",
    situation="Both games of a match of two end in a draw.",
    rule="A draw counts 1 point for each.",
    answer="`match_over` without a winner.",
)
def _(desk: Desk) -> None:
    scene = desk.started(length=2)
    for _game in range(2):
        scene.touches("DrawOffered", ANNA)
        scene.touches("DrawOffered", BEN)
        if scene.phase == "game-over":
            scene.touches("NextGame")
            scene.turned = True
            scene.sets_up(START)
    assert (scene.recorded()[-1], scene.phase, scene.state.record.score) == ("match_over", "match-over", (2, 2))


@CHAPTER.case(
    "The last move of a game is taken back",
    situation="Anna has captured the last man, and sees that it was the wrong one to take it with; Ben agrees.",
    rule="In a refereed match the other player agrees to a change of the record ([consent](internals/consent.md)).",
    answer="The end is taken back with the move.",
)
def _(desk: Desk) -> None:
    scene = desk.at("W:Wa1,b2:Bc3", length=3)
    scene.moves("b2xd4")
    scene.touches("UndoAsked", by=ANNA)
    scene.answers("answer.yes", by=BEN)
    assert (scene.recorded()[-1], scene.phase, scene.state.record.score) == ("light undo b2xd4", "trying", (0, 0))


@CHAPTER.case(
    "The director gives a game",
    situation="Ben has left the hall. The director gives Anna the game; Ben's captain agrees at his chair.",
    rule="What the director decides is agreed to, or entered behind the PIN; a game counts what it always does.",
    answer="The question names two points; then the game is Anna's.",
)
def _(desk: Desk) -> None:
    scene = desk.started(length=3)
    scene.moves("c3-d4")
    scene.touches("Awarded", ANNA, 1, by=ANNA)
    assert scene.question == "question.award"
    assert scene.state.shown.question is not None
    assert scene.state.shown.question.values["points"] == "2"
    scene.answers("answer.yes", by=BEN)
    assert scene.recorded() == ["light play c3-d4", "light game_over"]
