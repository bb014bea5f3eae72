"""The parts of the quiet screens, touched where they are seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.screen.conftest import Stage
from tests.screen.frames import pass_frames
from tests.screen.with_services import settle


@pytest.fixture
def sheet(stage: Stage) -> Iterator[Any]:
    """A sheet over the whole window."""
    from kivy.uix.floatlayout import FloatLayout

    from companion.screen.widgets.rows import Sheet

    page, sheet = FloatLayout(), Sheet()
    page.add_widget(sheet)
    stage.app.root.add_widget(page)
    yield sheet
    stage.app.root.remove_widget(page)


def laid(sheet: Any, *rows: Any) -> None:
    for row in rows:
        sheet.column.add_widget(row)
    pass_frames(3)


def touch(stage: Stage, widget: Any) -> None:
    stage.touch(*widget.to_window(*widget.center))


def test_a_stepper_goes_up_and_down_and_stays_within_its_range(stage: Stage, sheet: Any) -> None:
    from companion.screen.widgets.editors import Stepper
    from companion.screen.widgets.rows import Row

    told: list[float] = []
    stepper = Stepper(1, least=0, most=2, says=lambda value: f"{value:g} points")
    stepper.bind(on_changed=lambda _, value: told.append(value))
    laid(sheet, Row("Length", stepper, note="0 is money play"))
    for field in (stepper.plus, stepper.plus, stepper.minus, stepper.minus, stepper.minus):
        touch(stage, field)
    assert told == [2, 1, 0]
    assert stepper.minus.dead


@pytest.mark.usefixtures("stage")
def test_frames_that_take_long_throw_no_rows_out_of_sight() -> None:
    from companion.screen.widgets.scrolling import ScrollSpring

    spring = ScrollSpring()
    spring.min, spring.max = 0, 100
    spring.value = 140
    farthest = 0.0
    for _ in range(60):
        spring.update_velocity(0.7)
        farthest = max(farthest, abs(spring.value - 50))
    assert farthest <= 90
    assert spring.value == pytest.approx(100, abs=2)


@pytest.mark.usefixtures("stage")
def test_a_finger_that_was_lifted_in_a_long_frame_has_not_stayed() -> None:
    """One hears of it only after that frame, when all of the frame's time has passed."""
    from kivy.clock import Clock

    from companion.screen.widgets.repeating import Repeating

    def frames(count: int) -> int:
        for _ in range(count):
            Clock.tick()
        return len(done)

    done: list[None] = []
    again = Repeating(lambda: done.append(None), after_s=0.0, every_s=0.0)
    again.begin()
    assert frames(3) == 0
    again.end()
    assert frames(10) == 0
    again.begin()
    went_on = frames(10)
    assert went_on > 1
    again.end()
    assert frames(10) == went_on


def test_one_of_a_few_is_chosen_and_lit(stage: Stage, sheet: Any) -> None:
    from companion.screen.widgets.editors import ChoiceRow
    from companion.screen.widgets.rows import Row

    told: list[str] = []
    choice = ChoiceRow([("a", "One"), ("b", "Another")], "a")
    choice.bind(on_changed=lambda _, value: told.append(value))
    laid(sheet, Row("Which", choice))
    touch(stage, choice.fields["b"])
    touch(stage, choice.fields["b"])
    assert told == ["b"]
    assert [field.main for field in choice.fields.values()] == [False, True]


def test_a_switch_turns_on_and_off(stage: Stage, sheet: Any) -> None:
    from companion.screen.widgets.editors import Toggle
    from companion.screen.widgets.rows import Row

    told: list[bool] = []
    toggle = Toggle(says=("Off", "On"))
    toggle.bind(on_changed=lambda _, value: told.append(value))
    laid(sheet, Row("Sound", toggle))
    touch(stage, toggle)
    touch(stage, toggle)
    assert told == [True, False]


def test_a_sheet_is_moved_by_a_finger_and_nothing_in_it_is_touched_by_that(stage: Stage, sheet: Any) -> None:
    from kivy.tests.common import UnitTestTouch

    from companion.screen.widgets.rows import ListRow

    told: list[int] = []
    rows = [ListRow(title=f"Row {n}", size_hint_y=None, height=70, then=lambda n=n: told.append(n)) for n in range(30)]
    laid(sheet, *rows)
    finger = UnitTestTouch(300, 100)
    finger.touch_down()
    for y in range(110, 300, 10):
        finger.touch_move(300, y)
        pass_frames()
    finger.touch_up()
    pass_frames()
    assert sheet.scroll_y < 0.97
    assert told == []
    sheet.effect_y.velocity = 0
    pass_frames(3)
    seen = next(number for number, row in enumerate(rows) if 100 < row.to_window(*row.center)[1] < 300)
    stage.touch(*rows[seen].to_window(*rows[seen].center))
    assert told == [seen]


def test_a_list_of_hundreds_makes_only_the_rows_that_are_seen(stage: Stage) -> None:
    from companion.screen.widgets.rows import Rows

    told: list[int] = []
    rows = Rows()
    rows.data = [{"title": f"Row {n}", "then": lambda n=n: told.append(n)} for n in range(500)]
    stage.app.root.add_widget(rows)
    try:
        pass_frames(3)
        made = rows.children[0].children
        assert 0 < len(made) < 20
        assert stage.touch(300, 480 - 5 - 34) == []
        assert told == [0]
    finally:
        stage.app.root.remove_widget(rows)


@pytest.mark.parametrize("answer", ["act", "keep"])
def test_what_is_to_be_confirmed_is_done_only_when_it_is(stage: Stage, sheet: Any, answer: str) -> None:
    from companion.screen.widgets.modals import Confirm

    done: list[bool] = []
    over = Confirm("Delete match 12?", act="Delete", keep="Keep", done=lambda: done.append(True))
    over.lie_over(sheet)
    pass_frames(3)
    stage.touch(5, 5)
    touch(stage, getattr(over, answer))
    assert done == ([True] if answer == "act" else [])
    assert over.parent is None


def test_one_of_a_list_is_chosen(stage: Stage, sheet: Any) -> None:
    from companion.screen.widgets.modals import Chooser

    chosen: list[str] = []
    options = [("t", "Tournament", "As in most clubs"), ("b", "Box leaflet", "One die twice")]
    over = Chooser("Rules", options, "t", keep="Back", done=chosen.append)
    over.lie_over(sheet)
    pass_frames(3)
    touch(stage, over.rows["b"])
    assert chosen == ["b"]


def test_fields_of_one_row_have_the_same_letters_also_after_new_words(stage: Stage) -> None:
    del stage  # the window must be open
    from kivy.uix.floatlayout import FloatLayout

    from companion.screen.widgets.words import WordField

    bar, (long, short, below) = FloatLayout(), (
        WordField(text=words, size_hint=(None, None), size=(120, 70), pos=pos)
        for words, pos in (("Podsumowanie", (0, 80)), ("OK", (130, 80)), ("OK", (0, 0)))
    )  # fmt: skip
    for field in (long, short, below):
        bar.add_widget(field)
    settle()
    assert long.font_size == long.own_px == short.font_size < short.own_px == below.font_size
    long.text = "OK"
    settle()
    assert long.font_size == short.font_size == below.font_size


def test_letters_shrink_until_the_words_fit(stage: Stage) -> None:
    from companion.screen.widgets.fitting import fits, letters

    del stage
    words = "Чемпионат города по нардам"
    size = letters(words, 200, 60, most_px=40, least_px=15)
    assert 15 <= size < 40
    assert fits(words, size, 200, 60)
    assert not fits(words, 40, 200, 60)


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_parts_are_drawn_at_every_size(stage: Stage, size: tuple[int, int]) -> None:
    from kivy.uix.floatlayout import FloatLayout

    from companion.screen.theme import THEME
    from companion.screen.widgets.editors import ChoiceRow, LinkField, Stepper, Toggle
    from companion.screen.widgets.modals import Confirm
    from companion.screen.widgets.progress import Progress
    from companion.screen.widgets.rows import ListRow, Row, Sheet
    from companion.screen.widgets.words import Heading

    stage.resize(*size)
    page = FloatLayout()
    try:
        sheet = Sheet()
        page.add_widget(sheet)
        stage.app.root.add_widget(page)
        laid(
            sheet,
            Heading(text="The match"),
            Row("Length", Stepper(7, least=0, most=25), note="0 is money play, which has no end"),
            Row(
                "Mode", ChoiceRow([(1, "Refereed"), (2, "Recorded"), (3, "Training")], 1), note="Each play is checked."
            ),
            Row("Clock", Toggle(says=("Off", "On"), active=True)),
            Row("Light", LinkField(shown="Anna")),
            ListRow(title="Kivy", note="2.3.1", sign="ok", size_hint_y=None, height=THEME.px(68)),
            ListRow(title="Camera", note="none: plug one in", sign="warning", size_hint_y=None, height=THEME.px(68)),
            ListRow(title="Disk", note="full", sign="fault", value="3 MB", size_hint_y=None, height=THEME.px(68)),
            Progress(text="Looking", size_hint_y=None, height=THEME.px(60)),
        )
        stage.keep(f"parts-{size[0]}x{size[1]}")
        sheet.scroll_y = 0
        stage.keep(f"parts-lower-{size[0]}x{size[1]}")
        over = Confirm("Delete match 12?", act="Delete", keep="Keep", done=lambda: None)
        over.lie_over(sheet)
        stage.keep(f"parts-confirm-{size[0]}x{size[1]}")
        assert over.act.right <= size[0]
    finally:
        stage.app.root.remove_widget(page)
