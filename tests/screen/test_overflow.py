"""Nothing is cut off, nothing lies over anything else: every phase in every language, where there is least room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from companion.games.backgammon import START as BOARD
from companion.games.backgammon import Dice
from companion.games.backgammon.cube import Act
from companion.games.rules import Side
from companion.match.message import Message
from companion.match.view import AnswerShown, ClockShown, PutBackShown, QuestionShown, TurnShown, View
from companion.record.journal import Mode
from companion.screen.board.board import BoardWidget
from companion.screen.theme import THEME
from companion.screen.touch_fields import menu
from companion.screen.widgets.fields import Chair
from companion.settings.file import SettingsFile
from companion.settings.reading import changed
from companion.settings.tree import Settings
from companion.texts import Language
from tests.screen.conftest import Stage
from tests.screen.overflow import bare_boards
from tests.screen.views import DOUBLED, ILLEGAL, OVER, START, UNDER_WAY

SIZES = [(800, 480), (480, 800)]
LONG = "Bartłomiej Wojciechowski"


def asked(key: str, *answers: str, **values: str) -> View:
    question = QuestionShown(key, tuple(AnswerShown(answer) for answer in answers), values=values)
    return replace(UNDER_WAY, question=question)


VIEWS: Mapping[str, View] = {
    "start": START,
    "roll": replace(UNDER_WAY, phase="phase.roll", dice=None),
    "play": replace(UNDER_WAY, rolled=True, tick=True, clock=ClockShown((5999, 0), 12, Side.DARK)),
    "longest": replace(
        UNDER_WAY, rolled=True, crawford=True, score=(24, 24), length=25, clock=ClockShown((5999, 5999), 12, Side.DARK),
        last_play="24/22* 13/11* 8/6* 6/4*", last_side=Side.DARK, tick=True,
    ),
    "illegal": replace(ILLEGAL, may_stand=True),
    "doubled": replace(DOUBLED, cube_value=32),
    "beaver": replace(DOUBLED, length=0, double_back=Act.BEAVER),
    "raccoon": replace(DOUBLED, length=0, double_back=Act.RACCOON),
    "resigned": asked("question.resigned", "answer.yes", "answer.no", name="Maximiliana", result="result.gammon"),
    "adrift": asked("question.adrift", "Anna", "Boris", "answer.put-back"),
    "how much": asked("question.how-much", "answer.single", "answer.gammon", "answer.backgammon", name="Maximiliana"),
    "which roll": replace(
        UNDER_WAY,
        question=QuestionShown(
            "question.which-roll", tuple(AnswerShown(dice.text(), dice=dice) for dice in (Dice(6, 4), Dice(6, 5)))
        ),
    ),
    "which play": replace(
        UNDER_WAY,
        question=QuestionShown(
            "question.which-play", tuple(AnswerShown(play, BOARD) for play in ("24/22*(2) 13/11*(2)", "24/20", "13/9"))
        ),
    ),
    "paused": replace(UNDER_WAY, phase="phase.paused", on_roll=None, message=Message("notice.paused", alarm=False)),
    "spilled": replace(
        UNDER_WAY, phase="phase.put-back", on_roll=None, put_back=PutBackShown((1, 6), (8,)),
        message=Message("notice.put-back", alarm=False),
    ),
    "lost": replace(UNDER_WAY, camera_lost=True, blind=True, message=Message("notice.camera-lost", alarm=False)),
    "hand": replace(UNDER_WAY, hand=True),
    "over": OVER,
    "match over": replace(OVER, phase="phase.match-over", points_won=12),
    "training": replace(UNDER_WAY, mode=Mode.TRAINING),
    "no record": replace(UNDER_WAY, trouble="the disk is full"),
}  # fmt: skip


@pytest.fixture
def dressed(stage: Stage) -> Iterator[Stage]:
    """The stage, whose size and settings may be changed."""
    with stage.desk(stage.app._services), bare_boards():
        yield stage


def speak(stage: Stage, language: Language, *, large: bool = False) -> None:
    told: dict[str, object] = {"screen.language": language.value}
    if large:
        told |= {"light.text": "large", "dark.text": "large"}
    stage.app._services = replace(stage.app._services, settings=SettingsFile(changed(Settings(), told)))
    stage.app.restyle()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_cut_off_in_any_phase_and_language(dressed: Stage, size: tuple[int, int]) -> None:
    dressed.resize(*size)
    for row, language in enumerate(Language):
        large = (row + SIZES.index(size)) % 2 == 1  # each language in both, and each size
        speak(dressed, language, large=large)
        for name, view in VIEWS.items():
            lay(dressed, view if name != "longest" else replace(view, names=(LONG, LONG)))
            for half in (dressed.screen.ids.lower, dressed.screen.ids.upper):
                said = f"{name}, {language.value}{', large' if large else ''}: "
                for wrong in faults(half):
                    raise AssertionError(said + wrong)


def widest(label: Any) -> float:
    from companion.screen.widgets.fitting import width_of

    return max(width_of(word, label.font_size, bold=True) for word in label.text.split())


def lay(stage: Stage, view: View) -> None:
    """Let a view be laid out; its picture is of no interest."""
    from kivy.clock import Clock

    stage.source.view = view
    stage.app.app_root.view = view
    Clock.tick()


def faults(half: object) -> Iterator[str]:
    """What is too large for its place or lies over something else."""
    ids, layout = half.ids, half.layout  # type: ignore[attr-defined]
    box = layout.box
    for place, button in half.fields.items():  # type: ignore[attr-defined]
        button.texture_update()
        if button.texture_size[0] > button.width + 1 or button.texture_size[1] > button.height + 1:
            yield f"{button.text!r} does not fit its field {place}: {button.texture_size} in {button.size}"
        if button.text and button.font_size < THEME.px(14):
            yield f"{button.text!r} is too small to be read: {button.font_size}"
    message = ids.message.ids.words
    if half.message:  # type: ignore[attr-defined]
        message.texture_update()
        if message.texture_size[1] > ids.message.height + THEME.px(6) or message.texture_size[0] > message.width + 1:
            yield f"{message.text!r} does not fit the band: {message.texture_size} in {message.size}"
        if message.font_size < THEME.px(20):
            yield f"{message.text!r} is too small to be read: {message.font_size}"
        return
    words = [ids[name] for name in ("name", "score", "clock", "delay", "turn", "last") if ids[name].text]
    ids.name.texture_update()
    if ids.name.texture_size[1] > ids.name.height + THEME.px(6) or widest(ids.name) > ids.name.width + 1:
        yield f"{ids.name.text!r} does not fit its place: {ids.name.texture_size} in {ids.name.size}"
    for label in words:
        if label.x < box.x - 1 or label.right > box.x + box.width + 1 or label.y < box.y - 1:
            yield f"{label.text!r} lies outside: {label.pos} {label.size}"
        if label.font_size < THEME.px(18) - (label is ids.name) * THEME.px(2) - 0.01:
            yield f"{label.text!r} is too small to be read: {label.font_size}"
    for one, other in combinations(words, 2):
        if one.y == other.y and one.x < other.right - 1 and other.x < one.right - 1:
            yield f"{one.text!r} lies over {other.text!r}"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_menu_and_its_pages_fit_in_every_language(dressed: Stage, size: tuple[int, int]) -> None:
    dressed.resize(*size)
    turn = TurnShown(1, Side.LIGHT, Dice(3, 1), "8/5 6/5", BOARD, BOARD)
    view = replace(
        UNDER_WAY, points=BOARD.points, bar=(0, 0), on_roll=Side.LIGHT, dice=(3, 1), rolled=True, mode=Mode.RECORDED,
        rulings_on_request=True, history=(turn,), may_double=True,
    )  # fmt: skip
    for language in Language:
        speak(dressed, language)
        lay(dressed, view)
        first = menu(Chair(view, Side.LIGHT, language.value))
        pages = [first, *(field.page() for field in first.fields if field.page is not None)]
        for page in pages:
            dressed.screen.open(page, opposite=False)
            panel = dressed.screen.panel
            lay(dressed, view)
            for button in panel.buttons:
                button.texture_update()
                assert button.texture_size[0] <= button.width + 1, button.text
                assert button.texture_size[1] <= button.height + 1, button.text
                assert min(button.width, button.height) >= THEME.px(50), button.text
                assert button.right <= panel.right + 1
                assert any(isinstance(child, BoardWidget) for child in button.children) or button.font_size >= THEME.px(
                    17
                )
            dressed.screen.close()
