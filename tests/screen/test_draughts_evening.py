"""An evening of draughts at the real screen: from the first start to the review, before a camera that sees a film."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.app.board_vision import BOARD_VISION
from companion.games.catalogue import Game
from companion.games.draughts.squares import named
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView
from companion.record.files.draughts_formats import read_games
from companion.screen import PageName, at_the_start
from companion.screen.first_steps import FirstStep
from tests.screen.conftest import Stage
from tests.screen.filmed import DEMO, Film, Filmed, filmed
from tests.screen.with_services import opened, over, press, said, settle, touch, wait_until
from tests.vision.draughts.retouched import turned_over, without
from vision.pictures import load_picture

PLAYED_AFTERWARDS = ["g3xg7", "h8xf6", "d4-e5", "f6xd4", "c3xe5", "d6xf4"]
"""The moves of the film after the one at which the plug is pulled."""


def test_an_evening_is_played_before_the_camera_from_the_first_start_to_the_review(
    stage: Stage, tmp_path: Path
) -> None:
    data, stick, film = tmp_path / "data", tmp_path / "KINGSTON", Film()
    stick.mkdir()
    with filmed(stage, data, stick) as table:
        table.image = without(film.picture(0), "c3")
        first_steps(table)
        begin_what_the_camera_sees(table)
        learn_the_board(table, film)
        play_against_the_rules(table, film)
        dispute(table)
        correct_the_record(table, film)
        played = [move.text for move in table.view.moves]
        cut = Path(shutil.copytree(data, tmp_path / "cut"))  # the plug is pulled: this is all that is left
    with filmed(stage, cut, stick) as table:
        go_on(table, film, played)
        end(table)
        export(table, stick)
        review(table)


def first_steps(table: Filmed) -> None:
    """Language, names and seats; the camera sees a board, and it is no backgammon board."""
    stage = table.stage
    for place in at_the_start(table.services):
        opened(stage, place)
    touch(stage, table.page.next)
    for side, letters in (("light", "anna"), ("dark", "boris")):
        touch(stage, table.page.editors[side])
        press(stage, *letters, "done")
    touch(stage, table.page.next)
    touch(stage, table.page.next)
    assert table.page.step is FirstStep.BOARD
    touch(stage, table.page.editors["camera"])
    table.until(lambda: said_of_camera(table) == ["This is a draughts board. Turn the box over, or begin a new match."])
    stage.keep("evening-other-board")
    touch(stage, table.page.fields["learn"])
    table.until(lambda: not table.page.standing.learning)
    assert said_of_camera(table) == ["This is a draughts board. Turn the box over, or begin a new match."]


def said_of_camera(table: Filmed) -> list[str]:
    return [line.text for line in table.page.lines]


def begin_what_the_camera_sees(table: Filmed) -> None:
    page = opened(table.stage, PageName.NEW_MATCH)
    table.until(lambda: page.settings.match.rules == "draughts-box")
    table.stage.keep("evening-proposed")
    touch(table.stage, page.editors["length"].plus)
    touch(table.stage, page.begin)
    view = table.poll()
    assert isinstance(view, DraughtsView)
    assert (view.names, table.stage.app.app_root.top) == (("Anna", "Boris"), None)


def learn_the_board(table: Filmed, film: Film) -> None:
    """A man is missing at first; the board is learned once it stands there, and the game begins."""
    page = opened(table.stage, PageName.CAMERA)
    touch(table.stage, page.fields["learn"])
    table.until(lambda: not page.standing.learning)
    assert said_of_camera(table) == ["Not yet the starting position. Look at c3, then tap again."]
    table.stage.keep("evening-one-missing")
    table.image = film.picture(0)
    table.until(lambda: "keep" in page.fields)
    touch(table.stage, page.fields["keep"])
    assert said_of_camera(table)[0] == "The board is calibrated."
    table.stage.keep("evening-learned")
    touch(table.stage, page.fields["play"])
    assert table.look().phase == "phase.play"


def play_against_the_rules(table: Filmed, film: Film) -> None:
    """Four moves, then a man straight ahead: it is said why not, and put right."""
    for number in (1, 2, 3, 4):
        plays(table, film, number)
    assert [move.text for move in table.view.moves] == ["g3-h4", "f6-e5", "h2-g3", "g7-f6"]
    plays(table, film, 5)
    assert table.view.phase == "phase.correct"
    assert table.messages() == ("Pieces move along diagonals: c3 to c5 is not a diagonal.",) * 2
    table.stage.keep("evening-illegal")
    table.sees(film.picture(6))
    assert table.messages() == ("", "")
    plays(table, film, 7)
    assert (table.view.moves[-1].text, table.messages()) == ("e3-d4", ("", ""))


def plays(table: Filmed, film: Film, number: int) -> None:
    """The side to move makes the move that this picture of the film shows, and touches Done."""
    opposite = table.view.to_move is not table.view.at_bottom
    table.sees(film.picture(number), looks=2)
    table.touches("action", opposite=opposite)
    table.look(2)


def dispute(table: Filmed) -> None:
    """Boris says that the man stood elsewhere; the pictures show it, and both play on."""
    stage = table.stage
    table.touches("dispute", opposite=True)
    page = table.page
    table.until(lambda: page._texture is not None)
    touch(stage, page.claims[Side.DARK])
    touch(stage, over(stage).rows["claim.board"])
    touch(stage, page.claims[Side.LIGHT])
    touch(stage, over(stage).rows["claim.own-words"])
    over(stage).write("it stood on d4")
    over(stage).enter()
    table.poll()
    stage.keep("evening-dispute")
    assert table.view.dispute is not None
    assert table.view.dispute.claims == ("it stood on d4", "claim.board")
    touch(stage, page.keep)
    table.poll()
    table.touches("answer-0", opposite=False)  # the other player agrees
    view = table.poll()
    assert (view.phase, view.dispute, stage.app.app_root.top) == ("phase.play", None, None)


def correct_the_record(table: Filmed, film: Film) -> None:
    """While the camera is unplugged Boris enters another move than he made; the board shows it, and he corrects it."""
    stage = table.stage
    table.camera.show(None)
    wait_until(lambda: table.poll().camera_lost)
    for word in ("h8", "g7"):
        x, y = stage.screen.board.layout.square(named(word)).center
        stage.touch(x, y)
    table.touches("action", opposite=True)
    assert table.view.moves[-1].text == "h8-g7"
    table.sees(film.picture(8))
    assert table.messages()[0] == "The board does not match the record. Please check the marked squares."
    stage.keep("evening-differs")
    table.touches("menu", "Correct a move", opposite=True)
    panel = stage.screen.panel
    touch_opposite(stage, next(button.center for button in panel.buttons if button.text.endswith("h8-g7")))
    for word in ("e5", "f4"):
        touch_opposite(stage, stage.screen.panel.board.layout.square(named(word)).center)
    stage.keep("evening-editor")
    touch_opposite(stage, next(button.center for button in stage.screen.panel.buttons if button.text == "Done"))
    table.poll()
    assert "e5-f4" in table.messages()[0], "Anna is asked"
    table.touches("Yes")
    view = table.look(3)
    assert [move.text for move in view.moves][-2:] == ["e3-d4", "e5-f4"]
    assert view.message.key == "notice.amended", "and no longer that the board differs"


def touch_opposite(stage: Stage, place: tuple[float, float]) -> None:
    """Touch a place of the panel as the player opposite sees it."""
    stage.touch(stage.screen.width - place[0], stage.screen.height - place[1])
    settle()


def go_on(table: Filmed, film: Film, played: list[str]) -> None:
    """After the cut the same board is read at once, and the same match goes on."""
    table.image = film.picture(8)
    welcome = opened(table.stage, PageName.WELCOME)
    assert (welcome.play.words, welcome.play.note) == ("Resume", "Anna – Boris  0–0  (1 game)")
    touch(table.stage, welcome.play)
    view = table.look(3)
    assert ([move.text for move in view.moves], view.phase, view.message) == (played, "phase.play", None)
    for number in range(9, len(film.truth)):
        table.sees(film.picture(number))
    table.touches("action", opposite=True)
    assert [move.text for move in table.look().moves] == [*played, *PLAYED_AFTERWARDS]


def end(table: Filmed) -> None:
    table.touches("menu", "Resign", "Resign")
    assert (table.view.phase, table.view.winner) == ("phase.match-over", Side.DARK)
    table.stage.keep("evening-over")


def export(table: Filmed, stick: Path) -> None:
    page = opened(table.stage, PageName.EXPORT)
    wait_until(lambda: not page.save.dead)
    table.stage.keep("evening-export")
    touch(table.stage, page.save)
    wait_until(lambda: bool(table.stage.app.app_root.said))
    assert "KINGSTON" in said(table.stage)
    (file,) = stick.glob("*.pdn")
    (game,) = read_games(file).games
    assert (game.names, game.result) == (("Anna", "Boris"), "0-1")
    assert len(game.moves) == 12


def review(table: Filmed) -> None:
    page = opened(table.stage, PageName.REVIEW)
    wait_until(lambda: page.turn is not None)
    assert [row["play"] for row in page.rows.data][-2:] == ["c3xe5", "d6xf4"]
    table.stage.keep("evening-review")


@pytest.mark.parametrize("game", ["draughts", "backgammon"])
def test_a_box_that_is_turned_over_during_a_match_is_told_of_and_nothing_is_recorded(
    stage: Stage, tmp_path: Path, game: str
) -> None:
    other = {"draughts": "backgammon", "backgammon": "draughts"}[game]
    boards = {"draughts": Film().picture(0), "backgammon": load_picture(DEMO / "clip" / "00.jpg")}
    corners = {name: BOARD_VISION[Game(name)].find_corners(board) for name, board in boards.items()}
    rules = {"draughts": "draughts-box", "backgammon": "tournament"}[game]
    (tmp_path / "settings.toml").write_text(f'[match]\nrules = "{rules}"\n', encoding="utf-8")
    with filmed(stage, tmp_path, tmp_path) as table:
        before = table.sees(boards[game], looks=6)
        recorded = table.session.state.n
        assert (recorded > 0, before.message) == (True, None)
        table.image = turned_over(boards[game], corners[game], boards[other], corners[other])
        said = f"This is a {other} board. Turn the box over to continue the game of {game}."
        table.until(lambda: table.messages() == (said, said))
        table.look(3)
        stage.keep(f"turned-over-{game}")
        opened(stage, PageName.CAMERA)
        table.until(
            lambda: said_of_camera(table) == [f"This is a {other} board. Turn the box over, or begin a new match."]
        )
        stage.app.app_root.home()
        view = table.sees(boards[game], looks=6)
        assert (view.message, view.phase, table.session.state.n) == (None, before.phase, recorded)
