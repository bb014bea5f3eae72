"""The page of a game of draughts: what it shows, and what a touch there tells the session."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from itertools import product
from typing import Final

import pytest

from companion.coach.draughts.at_the_table import MoveHelpAsked
from companion.coach.draughts.teaching import Hint
from companion.games.draughts.squares import named
from companion.games.rules import Side
from companion.match.events import (
    Answered,
    ButtonPressed,
    DrawOffered,
    Event,
    GameResigned,
    MoveEdited,
    MoveEntered,
    NextGame,
    Paused,
    PutBackAsked,
    UndoAsked,
)
from companion.record.journal import Mode
from companion.screen.board.draughts_scene import scene_of
from companion.screen.draughts_facts import facts_of
from companion.screen.draughts_fields import entry_of
from companion.screen.half_facts import MessageKind
from companion.texts import Language
from tests.screen import draughts_views as views
from tests.screen.conftest import NOW_S, Stage
from tests.screen.every_page import NAMES
from tests.screen.overflow import bare_boards, drawn_words, unfit
from tests.screen.views import UNDER_WAY
from tests.screen.with_services import with_services

SIZES: Final = ((800, 480), (480, 800))


@pytest.fixture
def at_table(stage: Stage) -> Iterator[Stage]:
    yield stage
    stage.lay(UNDER_WAY)


def place(stage: Stage, square: str, *, opposite: bool = False) -> tuple[float, float]:
    screen = stage.screen
    board = screen.board if screen.panel is None else screen.panel.board
    x, y = board.layout.square(named(square)).center
    turned = opposite and screen.panel is not None
    return (screen.width - x, screen.height - y) if turned else (x, y)


def tap(stage: Stage, *squares: str, opposite: bool = False) -> list[Event]:
    return [told for square in squares for told in stage.touch(*place(stage, square, opposite=opposite))]


def test_the_page_follows_the_game_of_the_view(at_table: Stage) -> None:
    from companion.screen.pages.draughts import DraughtsPage
    from companion.screen.pages.play import PlayPage

    at_table.lay(views.BEGUN)
    assert isinstance(at_table.screen, DraughtsPage)
    at_table.lay(UNDER_WAY)
    assert isinstance(at_table.screen, PlayPage)


@pytest.mark.parametrize(("size", "language"), list(product(SIZES, Language)))
def test_no_word_of_the_table_is_cut_off(
    at_table: Stage, size: tuple[int, int], language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_table.resize(*size)
    letters = "large" if language in (Language.POLISH, Language.RUSSIAN) else "usual"
    values: dict[str, object] = {f"{side}.language": language.value for side in ("light", "dark")}
    values |= {"screen.language": language.value, "light.text": letters, "dark.text": letters}
    boards = nullcontext() if at_table.keeps else bare_boards()
    with with_services(at_table, values), boards, drawn_words(monkeypatch) as shortened:
        faults = []
        for name, view in views.ALL.items():
            shortened.clear()
            at_table.lay(replace(view, names=NAMES))
            at_table.keep(f"draughts-{name}-{size[0]}x{size[1]}-{language.value}")
            faults += [f"{name}: {fault}" for fault in [*unfit(at_table.screen), *shortened]]
        assert not faults, "\n".join(faults)


def test_a_half_says_whose_move_it_is_and_what_was_played() -> None:
    dark = facts_of(views.BEGUN, Side.DARK)
    assert (dark.turn, dark.acts, dark.last_play, dark.last_side) == ("To move", True, "c3-b4", Side.LIGHT)
    light = facts_of(views.BEGUN, Side.LIGHT)
    assert (light.turn, light.acts) == ("Waits", False)


def test_a_win_counts_two_points_and_a_draw_one() -> None:
    assert facts_of(views.CLOCKED, Side.LIGHT).score == "2–1 in 3 games"
    assert facts_of(views.CLOCKED, Side.DARK).score == "1–2 in 3 games"
    won, drawn = facts_of(views.WON, Side.LIGHT), facts_of(views.DRAWN, Side.DARK)
    assert (won.result, won.turn, won.won) == ("Anna wins 2 points", "Wins 2", True)
    assert (drawn.result, drawn.turn, drawn.won) == ("The game is drawn", "Draw", False)


def test_a_man_to_be_crowned_is_called_to_mind_and_a_warning_goes_before_it() -> None:
    facts = facts_of(views.CROWNING, Side.DARK)
    assert facts.message == "The man on h8 becomes a king: turn it over, or put a second man on top."
    assert facts.message_kind is MessageKind.NOTICE
    warned = replace(views.CROWNING, message=views.ILLEGAL.message)
    assert facts_of(warned, Side.DARK).message_kind is MessageKind.WARNING


def test_a_move_is_entered_on_the_board_where_no_camera_sees_it(at_table: Stage) -> None:
    at_table.lay(views.FORKED)
    assert tap(at_table, "a1", "c3", "c7") == []
    assert at_table.touch_field("Done") == [MoveEntered("a1xc3xe5xc7", NOW_S, by=Side.LIGHT)]


def test_an_entered_move_can_be_undone_touch_by_touch(at_table: Stage) -> None:
    at_table.lay(views.FORKED)
    tap(at_table, "a1", "c3")
    at_table.touch_field("Undo")
    assert at_table.screen.board.entry.way == views.squares("a1")
    at_table.touch_field("Undo")
    assert at_table.screen.board.entry.way == ()
    assert at_table.screen.ids.lower.fields["action"].dead


def test_an_illegal_move_is_put_right_and_the_turn_ended_by_touch(at_table: Stage) -> None:
    at_table.lay(views.ILLEGAL)
    opposite = views.ILLEGAL.to_move is not views.ILLEGAL.at_bottom
    assert at_table.touch_field("action", opposite=opposite) == [ButtonPressed(NOW_S)]
    assert at_table.touch_field("Restore", opposite=opposite) == [
        PutBackAsked(NOW_S, by=Side.DARK if opposite else Side.LIGHT)
    ]
    at_table.lay(replace(views.ILLEGAL, illegal=None, message=None))
    fields = (at_table.screen.ids.upper if opposite else at_table.screen.ids.lower).fields
    assert (fields["action"].text, "draw" in fields) == ("Done", False)


def test_without_a_camera_an_illegal_move_is_put_right_by_entering_another(at_table: Stage) -> None:
    at_table.lay(replace(views.ILLEGAL, blind=True))
    opposite = views.ILLEGAL.to_move is not views.ILLEGAL.at_bottom
    at_table.touch_field("action", opposite=opposite)
    assert at_table.screen.panel is not None
    assert at_table.screen.panel.board is not None


def test_a_game_without_a_camera_begins_by_touch(at_table: Stage) -> None:
    at_table.lay(replace(views.FRESH, phase="phase.start", to_move=None, blind=True))
    assert at_table.touch_field("Begin", opposite=True) == [NextGame(NOW_S, by=Side.DARK)]
    at_table.lay(replace(views.FRESH, phase="phase.start", to_move=None))
    assert "action" not in at_table.screen.ids.lower.fields, "the camera sees when the board is set up"


def test_a_camera_sees_the_move_and_the_button_ends_the_turn(at_table: Stage) -> None:
    at_table.lay(views.BEGUN)
    assert tap(at_table, "f6", "e5") == [], "the board on the screen is not played on"
    assert at_table.touch_field("Done", opposite=True) == [ButtonPressed(NOW_S)]
    assert at_table.touch_field("pause") == [Paused(NOW_S, by=Side.LIGHT)]


def test_a_draw_is_offered_and_agreed_to(at_table: Stage) -> None:
    at_table.lay(views.BEGUN)
    assert at_table.touch_field("draw") == [DrawOffered(Side.LIGHT, NOW_S)]
    at_table.lay(views.OFFERED)
    assert "draw" not in at_table.screen.ids.lower.fields
    assert at_table.touch_field("draw", opposite=True) == [DrawOffered(Side.DARK, NOW_S)]
    assert facts_of(views.OFFERED, Side.DARK).message == "Anna offers a draw. Agree, or play on."
    assert facts_of(views.OFFERED, Side.LIGHT).message == ""


def test_a_resignation_is_asked_for_once_more(at_table: Stage) -> None:
    at_table.lay(views.BEGUN)
    assert at_table.touch_field("menu") == []
    assert at_table.touch_field("Resign") == []
    assert at_table.touch_field("Resign") == [GameResigned(Side.LIGHT, NOW_S)]


def test_the_menu_undoes_the_last_move(at_table: Stage) -> None:
    at_table.lay(views.BEGUN)
    at_table.touch_field("menu", opposite=True)
    assert at_table.screen.panel is not None
    undo = next(button for button in at_table.screen.panel.buttons if button.text == "Undo")
    x, y = undo.center
    assert at_table.touch(at_table.screen.width - x, at_table.screen.height - y) == [UndoAsked(NOW_S, Side.DARK)]


def test_an_earlier_move_is_corrected_on_the_board_before_it(at_table: Stage) -> None:
    at_table.lay(views.BEGUN)
    at_table.touch_field("menu")
    at_table.touch_field("Correct a move")
    at_table.keep("draughts-moves")
    at_table.touch_field("2.   b2-c3")
    at_table.keep("draughts-correct")
    tap(at_table, "e3", "f4")
    assert at_table.touch_field("Done") == [MoveEdited(2, "e3-f4", NOW_S, by=Side.LIGHT)]


def test_a_question_shows_its_answers_as_boards(at_table: Stage) -> None:
    at_table.lay(views.ASKED)
    buttons = at_table.screen.ids.lower.fields
    assert at_table.screen.board.opacity == 0
    assert at_table.touch(*buttons["answer-1"].center) == [Answered(1, NOW_S, by=Side.LIGHT)]


def test_a_hint_is_asked_for_rung_by_rung_in_the_half_of_who_is_to_move(at_table: Stage) -> None:
    for view, words in (
        (views.TAUGHT, "Hint"), (views.hinted(Hint.WHERE), "Which piece?"), (views.hinted(Hint.PIECE), "Show the move"),
        (views.hinted(Hint.MOVE), "Why?"), (views.hinted(Hint.WHY), "All moves"),
    ):  # fmt: skip
        at_table.lay(view)
        assert at_table.touch_field(words, opposite=True) == [MoveHelpAsked(Side.DARK, NOW_S)]
        assert "coach" not in facts_of(view, Side.LIGHT).fields
    assert scene_of(views.hinted(Hint.WHERE)).named == views.squares("a5 c5 b6 d6 a7 c7 b8 d8")
    assert scene_of(views.hinted(Hint.PIECE)).named == views.squares("b6")
    assert scene_of(views.hinted(Hint.MOVE)).way == views.squares("b6 c5")


@pytest.mark.parametrize("mode", [Mode.REFEREED, Mode.RECORDED])
def test_outside_training_nothing_of_the_coach_is_shown(mode: Mode) -> None:
    plain = replace(views.BEGUN, mode=mode)
    for name in ("taught", "hint-where", "hint-move", "hint-why", "hint-list", "engine-means", "engine-thinks"):
        view = replace(plain, layers=views.ALL[name].layers)
        assert view.layers
        for side in Side:
            assert facts_of(view, side) == facts_of(plain, side), name
        assert scene_of(view) == scene_of(plain)


def test_the_engines_move_is_an_arrow_and_nobody_enters_it_without_a_camera() -> None:
    assert scene_of(views.MEANT).way == views.squares("b6 c5")
    assert facts_of(views.MEANT, Side.LIGHT).message == "Please move for me: b6-c5. Then press."
    assert entry_of(views.THINKING) is None
    assert "action" not in facts_of(views.THINKING, Side.DARK).fields


def test_a_draw_is_offered_to_the_engine_and_never_by_it(at_table: Stage) -> None:
    at_table.lay(views.REMARKED)
    assert at_table.touch_field("draw") == [DrawOffered(Side.LIGHT, NOW_S)]
    assert "draw" not in facts_of(views.REMARKED, Side.DARK).fields


def test_a_remark_says_what_the_move_cost_and_why() -> None:
    said = "The move lost 27% winning chances. Loses the man on b4: the piece on c5 captures it."
    assert facts_of(views.REMARKED, Side.LIGHT).message == said
    assert facts_of(views.REMARKED, Side.DARK).message == ""


@pytest.mark.parametrize(("size", "language"), list(product(SIZES, Language)))
def test_the_menu_and_the_list_of_moves_fit_in_training(
    at_table: Stage, size: tuple[int, int], language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_table.resize(*size)
    values: dict[str, object] = {f"{side}.language": language.value for side in ("light", "dark")}
    boards = nullcontext() if at_table.keeps else bare_boards()
    with with_services(at_table, values), boards, drawn_words(monkeypatch) as shortened:
        view = replace(views.hinted(Hint.LIST), names=NAMES)
        for place in ("menu", "coach"):
            at_table.lay(view)
            at_table.touch_field(place, opposite=True)
            shortened.clear()
            at_table.keep(f"draughts-training-{place}-{size[0]}x{size[1]}-{language.value}")
            assert at_table.screen.panel is not None
            assert [*unfit(at_table.screen), *shortened] == []
