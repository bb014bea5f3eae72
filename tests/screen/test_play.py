"""The play screen, looked at pixel by pixel."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from companion.games.backgammon import START as BOARD
from companion.games.backgammon import Dice
from companion.games.rules import Side
from companion.match.message import Message
from companion.match.view import AnswerShown, Arrow, ClockShown, PutBackShown, QuestionShown, TurnShown, View
from companion.record.journal import Mode
from companion.screen.board.layout import BoardLayout, Box
from companion.screen.board.legible import checker_colours
from companion.screen.theme import THEME, Colour
from companion.texts import TEXTS, blanks, sentence
from tests.screen.conftest import Picture, Stage
from tests.screen.views import DOUBLED, ILLEGAL, OVER, START, UNDER_WAY
from tests.texts.test_texts import SENTENCES, VALUES

LIGHT_BGR, DARK_BGR = (200, 225, 240), (40, 35, 35)
DRAWN = checker_colours((LIGHT_BGR, DARK_BGR))
COLOURS = (THEME.cube, *DRAWN.values())
"""Of a cube that is nobody's, Light's or Dark's."""
STRIP = int(THEME.strip_px)
WHICH = QuestionShown("question.which-play", tuple(AnswerShown(text, BOARD) for text in ("8/5 6/5", "24/20", "13/9")))


def layout_of(stage: Stage) -> BoardLayout:
    board = stage.screen.ids.board
    layout: BoardLayout = board.layout
    return layout


def is_colour(picture: Picture, spot: tuple[float, float], colour: Colour) -> bool:
    """Whether a checker of this colour lies around a spot; beside its middle, where a sign may be."""
    x, y = spot
    around = (picture[round(x + dx), round(y + dy)] for dx, dy in ((4, 0), (-4, 0), (0, 4), (0, -4)))
    return all(np.abs(pixel - np.array(colour[:3]) * 255).max() <= 8 for pixel in around)


def share_of(picture: Picture, colour: Colour) -> float:
    """How much of a picture has a colour."""
    wanted = np.array(colour[:3]) * 255
    return float((np.abs(picture - wanted).max(axis=2) <= 3).mean())


MESSAGE = 46
"""So much of a strip a message takes."""


def lower_strip(picture: Picture) -> Picture:
    return picture[:, :STRIP]


def upper_strip(picture: Picture) -> Picture:
    """As the player opposite sees it."""
    return picture[::-1, ::-1][:, :STRIP]


@pytest.mark.parametrize(("light_at_bottom", "home_at_right"), list(product((True, False), repeat=2)))
def test_the_start_position_shows_every_checker_at_its_place(
    stage: Stage, light_at_bottom: bool, home_at_right: bool
) -> None:
    view = replace(START, light_at_bottom=light_at_bottom, home_at_right=home_at_right)
    picture = stage.show(view)
    layout = layout_of(stage)
    for point, count in enumerate(view.points, start=1):
        for side, colour in DRAWN.items():
            held = max(0, count if side is Side.LIGHT else -count)
            seen = [is_colour(picture, layout.checker(point, side, index), colour) for index in range(5)]
            assert seen == [index < held for index in range(5)], (point, side)


def test_lights_twenty_four_point_is_at_the_upper_right_when_its_home_is_at_the_lower_right(stage: Stage) -> None:
    """Said once in plain pixels, so that a fault of the layout cannot hide behind itself."""
    picture = stage.show(START)
    assert is_colour(picture, (580, 364), DRAWN[Side.LIGHT])
    assert is_colour(picture, (580, 116), DRAWN[Side.DARK])
    picture = stage.show(replace(START, home_at_right=False))
    assert is_colour(picture, (220, 364), DRAWN[Side.LIGHT])
    assert is_colour(picture, (220, 116), DRAWN[Side.DARK])


def test_checkers_have_the_colours_learned_from_the_board(stage: Stage) -> None:
    green, red = (90, 200, 120), (30, 40, 150)
    picture = stage.show(replace(START, checker_bgr=(green, red)))
    layout, drawn = layout_of(stage), checker_colours((green, red))
    assert is_colour(picture, layout.checker(6, Side.LIGHT, 0), drawn[Side.LIGHT])
    assert is_colour(picture, layout.checker(12, Side.DARK, 0), drawn[Side.DARK])


def test_a_hit_checker_lies_on_the_bar(stage: Stage) -> None:
    on_bar, empty = stage.show(UNDER_WAY), stage.show(replace(UNDER_WAY, bar=(0, 0)))
    spot = layout_of(stage).checker(0, Side.DARK, 0)
    assert is_colour(on_bar, spot, DRAWN[Side.DARK])
    assert not is_colour(empty, spot, DRAWN[Side.DARK])


def test_a_tray_fills_from_its_players_edge(stage: Stage) -> None:
    picture = stage.show(OVER)
    layout = layout_of(stage)
    tray = layout.tray(Side.LIGHT)
    filled = picture[int(tray.center[0]), int(tray.y) : int(tray.y + tray.height)]
    light = np.abs(filled - np.array(DRAWN[Side.LIGHT][:3]) * 255).max(axis=1) <= 6
    assert light[: len(light) // 2].mean() > 0.6
    assert not light[-5:].any()


def test_a_stack_of_more_than_five_carries_its_count(stage: Stage) -> None:
    five = stage.show(replace(UNDER_WAY, points=(*(0,) * 5, 5, *(0,) * 18), arrows=()))
    six = stage.show(replace(UNDER_WAY, points=(*(0,) * 5, 6, *(0,) * 18), arrows=()))
    layout = layout_of(stage)
    x, y = (round(c) for c in layout.checker(6, Side.LIGHT, 4))
    assert (five[x - 9 : x + 9, y - 11 : y + 11] != six[x - 9 : x + 9, y - 11 : y + 11]).any()


@pytest.mark.parametrize("home_at_right", [True, False])
def test_the_cube_lies_before_its_owner(stage: Stage, home_at_right: bool) -> None:
    for owner in (None, Side.LIGHT, Side.DARK):
        view = replace(UNDER_WAY, cube_owner=owner, home_at_right=home_at_right)
        picture = stage.show(view)
        layout = layout_of(stage)
        for place in (None, Side.LIGHT, Side.DARK):
            shown = [share_of(_cut(picture, layout.cube(place)), colour) > 0.4 for colour in COLOURS]
            assert shown == [place is owner and each is owner for each in (None, *Side)], (owner, place)


def test_a_centred_cube_shows_64(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    monkeypatch.setattr("companion.screen.widgets.signs.cube", lambda _box, value, **_: shown.append(value))
    for owner, value in ((None, 1), (Side.LIGHT, 2)):
        stage.lay(replace(UNDER_WAY, cube_owner=owner, cube_value=value))
    assert shown[0] == 64
    assert shown[-1] == 2


def test_the_empty_board_is_drawn_once_and_kept(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.lay(START)
    monkeypatch.setattr("companion.screen.board.board.ground", lambda _: pytest.fail("drawn again"))
    stage.lay(UNDER_WAY)
    stage.screen.ids.board._wood_of = None
    stage.lay(replace(UNDER_WAY, arrows=()))


def test_an_offered_cube_lies_on_the_field(stage: Stage) -> None:
    picture = stage.show(DOUBLED)
    layout = layout_of(stage)
    assert share_of(_cut(picture, layout.offered_cube(Side.LIGHT)), COLOURS[1]) > 0.4
    assert share_of(_cut(picture, layout.cube(Side.LIGHT)), COLOURS[1]) == 0.0


def test_arrows_show_the_last_play(stage: Stage) -> None:
    board = layout_of(stage).box
    assert share_of(_cut(stage.show(replace(UNDER_WAY, arrows=())), board), THEME.arrow) == 0.0
    assert share_of(_cut(stage.show(UNDER_WAY), board), THEME.arrow) > 0.003


def test_a_doubtful_reading_is_marked_at_the_foot_of_its_point(stage: Stage) -> None:
    sure = tuple([0.99] * 24)
    doubtful = (*sure[:9], 0.5, *sure[10:])
    changed = np.argwhere(_changed(stage, replace(START, confidence=sure), replace(START, confidence=doubtful)))
    box = layout_of(stage).point(10)
    assert (np.abs(changed[:, 0] - box.center[0]) <= box.width / 2).all()
    assert (np.abs(changed[:, 1] - box.y) <= 6).all()


@pytest.mark.parametrize("over", [{"hand": True}, {"camera_lost": True}])
def test_a_board_that_cannot_be_seen_is_shaded(stage: Stage, over: dict[str, Any]) -> None:
    plain, covered = stage.show(START), stage.show(replace(START, **over))
    field = layout_of(stage).field
    assert _cut(covered, field).mean() < 0.8 * _cut(plain, field).mean()
    assert (lower_strip(plain) == lower_strip(covered)).all()


def test_the_strip_of_the_player_who_acts_is_lit(stage: Stage) -> None:
    dark_acts = stage.show(UNDER_WAY)
    assert share_of(upper_strip(dark_acts), THEME.strip_on_turn) > 0.7
    assert share_of(lower_strip(dark_acts), THEME.strip) > 0.7
    light_acts = stage.show(replace(UNDER_WAY, on_roll=Side.LIGHT))
    assert share_of(lower_strip(light_acts), THEME.strip_on_turn) > 0.7
    assert share_of(upper_strip(light_acts), THEME.strip) > 0.7


def test_both_players_read_the_same_screen_turned_by_half(stage: Stage) -> None:
    """Where both have the same things to read, the two halves are one picture, but for whose checker it is."""
    view = replace(START, names=("Anna", "Anna"), phase="phase.roll", cube_owner=Side.LIGHT)
    mine = stage.show(replace(view, on_roll=Side.LIGHT))
    theirs = stage.show(replace(view, on_roll=Side.DARK))
    assert (lower_strip(mine)[60:] == upper_strip(theirs)[60:]).mean() > 0.99


def test_a_warning_fills_the_foot_of_both_strips_with_the_reason_readable_from_either_side(stage: Stage) -> None:
    picture = stage.show(ILLEGAL)
    assert share_of(lower_strip(picture)[:, :MESSAGE], THEME.warning) > 0.6
    assert (lower_strip(picture)[:, :MESSAGE] == upper_strip(picture)[:, :MESSAGE]).mean() > 0.99
    assert (lower_strip(picture) != lower_strip(picture)[::-1, ::-1]).any(axis=2).mean() > 0.1


def test_the_band_changes_with_the_view(stage: Stage) -> None:
    none = stage.show(replace(ILLEGAL, message=None))
    blocked = stage.show(ILLEGAL)
    other = stage.show(replace(ILLEGAL, message=Message("backward")))
    notice = stage.show(replace(ILLEGAL, message=Message("notice.unseen", alarm=False)))
    for strip in (lower_strip, upper_strip):
        assert (strip(none) != strip(blocked))[:, :MESSAGE].any(axis=2).mean() > 0.5
        assert (strip(blocked) != strip(other)).any(axis=2).mean() > 0.02
        assert share_of(strip(notice)[:, :MESSAGE], THEME.notice) > 0.5
        assert share_of(strip(none), THEME.warning) == 0.0


def test_a_warning_shows_where_the_checkers_lie_and_how_they_came_there(stage: Stage) -> None:
    assert ILLEGAL.illegal is not None
    layout = layout_of(stage)
    lies = _changed(stage, ILLEGAL, replace(ILLEGAL, illegal=None, arrows=()))
    intruder = layout.checker(13, Side.DARK, 4)
    for x, y in (intruder, layout.checker(7, Side.DARK, 0)):
        spot = Box(x - layout.radius / 2, y - layout.radius / 2, layout.radius, layout.radius)
        assert _cut(lies, spot).mean() > 0.5
    ways = _changed(stage, ILLEGAL, replace(ILLEGAL, illegal=replace(ILLEGAL.illegal, ways=(), against=())))
    assert _cut(ways, layout.point(7)).any()
    assert not _changed(stage, ILLEGAL, replace(ILLEGAL, arrows=())).any(), "nothing of the play before it"


def test_a_warning_shows_the_way_of_an_opposing_checker_in_its_colour_where_it_is_about_it(stage: Stage) -> None:
    assert ILLEGAL.illegal is not None
    layout, way = layout_of(stage), Arrow(9, 8)
    others = replace(ILLEGAL, illegal=replace(ILLEGAL.illegal, others=(way,), against=()))
    assert _cut(_changed(stage, ILLEGAL, others), layout.point(9)).any()
    blamed = stage.show(replace(others, illegal=replace(ILLEGAL.illegal, others=(way,), against=(way,))))
    neutral = stage.show(others)
    assert share_of(_cut(blamed, layout.point(9)), THEME.warning) > share_of(
        _cut(neutral, layout.point(9)), THEME.warning
    )


def test_the_points_a_warning_speaks_of_are_marked(stage: Stage) -> None:
    assert ILLEGAL.message is not None
    picture = stage.show(ILLEGAL)
    layout = layout_of(stage)
    assert share_of(_cut(picture, layout.point(13)), THEME.warning) > 0.05
    assert share_of(_cut(picture, layout.point(12)), THEME.warning) < 0.02
    tinted = _changed(stage, ILLEGAL, replace(ILLEGAL, message=replace(ILLEGAL.message, points=())))
    assert _cut(tinted, layout.point(13)).mean() > 0.3  # the checkers on it are in the way
    assert not _cut(tinted, layout.point(15)).any()


def test_the_end_of_a_game_is_said_to_both_over_the_board(stage: Stage) -> None:
    picture = stage.show(OVER)
    assert share_of(picture[150:650, 200:280], THEME.won) > 0.7
    ribbon = picture[150:650, 196:284]
    assert (ribbon == ribbon[::-1, ::-1]).mean() > 0.99


@pytest.mark.parametrize("key", SENTENCES)
def test_every_text_fits_the_band(stage: Stage, key: str) -> None:
    for wording in TEXTS[key]:
        stage.lay(replace(ILLEGAL, message=Message(key, {name: VALUES[name] for name in blanks(wording)})))
        words = stage.screen.ids.lower.ids.message.ids.words
        words.texture_update()
        assert words.texture_size[1] <= THEME.strip_px, words.text
        assert words.texture_size[0] <= words.width


def test_long_names_are_cut_and_leave_room_for_the_score(stage: Stage) -> None:
    long = "Maximiliana-Aleksandra Wielkopolska-Nowakowska"
    stage.lay(replace(UNDER_WAY, names=(long, long), crawford=True, score=(24, 24), length=25))
    ids = stage.screen.ids.lower.ids
    assert ids.name.texture_size[0] <= ids.name.width
    assert ids.name.right < ids.score.x


def test_the_longest_play_leaves_room_for_whose_turn_it_is(stage: Stage) -> None:
    stage.lay(replace(UNDER_WAY, on_roll=Side.LIGHT, last_side=Side.DARK, last_play="24/22* 13/11* 8/6* 6/4*"))
    ids = stage.screen.ids.lower.ids
    assert ids.turn.right + 40 < ids.last.x


def test_the_screen_says_nothing_that_the_view_does_not(stage: Stage) -> None:
    first = stage.show(UNDER_WAY)
    stage.lay(OVER)
    assert (stage.show(UNDER_WAY) == first).all()


def test_texts_of_the_band_are_those_of_its_key(stage: Stage) -> None:
    stage.lay(ILLEGAL)
    for half in ("lower", "upper"):
        assert stage.screen.ids[half].ids.message.text == sentence("blocked-point", {"point": "12"})


def test_the_spots_to_be_put_back_are_framed_and_those_that_are_right_by_now_ticked(stage: Stage) -> None:
    plain = replace(START, phase="phase.put-back", arrows=())
    framed = stage.show(replace(plain, put_back=PutBackShown(left=(6,), ticked=(8,))))
    layout = layout_of(stage)
    assert share_of(_cut(framed, layout.point(6)), THEME.notice) > 0.02
    assert share_of(_cut(framed, layout.point(8)), THEME.tick) > 0.01
    done = stage.show(replace(plain, put_back=PutBackShown(left=(), ticked=(8, 6))))
    assert share_of(_cut(done, layout.point(6)), THEME.notice) == 0.0
    assert share_of(_cut(done, layout.point(6)), THEME.tick) > 0.01


def test_a_legal_turn_is_ticked_in_the_strip_and_the_board_stays_as_it_was(stage: Stage) -> None:
    turn = TurnShown(1, Side.LIGHT, Dice(6, 3), UNDER_WAY.last_play, BOARD, BOARD)
    played = replace(UNDER_WAY, history=(turn,))
    changed = _changed(stage, played, replace(played, tick=True))
    assert changed[:, :STRIP].any()
    assert not changed[:, STRIP:-STRIP].any()


def test_the_seal_is_drawn_and_named_for_both_where_the_match_is_refereed(stage: Stage) -> None:
    changed = _changed(stage, UNDER_WAY, replace(UNDER_WAY, mode=Mode.TRAINING))
    for half in ("lower", "upper"):
        button = stage.screen.ids[half].fields["menu"]
        x, y = (int(button.x), int(button.y)) if half == "lower" else (int(800 - button.right), int(480 - button.top))
        assert changed[x : x + int(button.width), y : y + int(button.height)].any()
    stage.lay(UNDER_WAY)
    assert {stage.screen.ids[half].fields["menu"].field.note for half in ("lower", "upper")} == {"Refereed"}


def test_reserve_and_delay_stand_between_name_and_score_however_long_those_are(stage: Stage) -> None:
    long = "Maximiliana-Aleksandra Wielkopolska-Nowakowska"
    view = replace(UNDER_WAY, names=(long, long), crawford=True, score=(24, 24), length=25)
    stage.lay(replace(view, clock=ClockShown((5999, 5999), 12, Side.LIGHT)))
    ids = stage.screen.ids.lower.ids
    assert ids.clock.text == "99:59"
    assert ids.name.texture_size[0] <= ids.name.width
    assert ids.name.right <= ids.clock.x
    assert ids.clock.right + 60 < ids.score.x
    assert ids.name.width > 60


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_a_delay_without_a_reserve_is_not_cut_off(stage: Stage, size: tuple[int, int]) -> None:
    stage.resize(*size)
    stage.lay(replace(UNDER_WAY, clock=ClockShown(None, 12, Side.LIGHT)))
    half = stage.screen.ids.lower
    assert (half.ids.clock.text, half.ids.delay.text) == ("", "+12")
    assert half.ids.delay.right <= half.right
    assert size[0] < size[1] or half.ids.delay.right <= half.ids.score.x


def test_boards_to_choose_from_are_drawn_for_who_is_asked_as_seen_from_that_seat(stage: Stage) -> None:
    both = replace(UNDER_WAY, question=WHICH)
    picture = stage.show(both)
    assert (picture == picture[::-1, ::-1]).all(axis=2).mean() < 0.99, "nobody sees the board from behind"
    for half, light_at_bottom in (("lower", True), ("upper", False)):
        buttons = [button for place, button in stage.screen.ids[half].fields.items() if place.startswith("answer")]
        assert [button.text for button in buttons] == [answer.text for answer in WHICH.answers]
        for button in buttons:
            (board,) = button.children
            assert board.view.light_at_bottom is light_at_bottom
            assert board.view.points == WHICH.answers[0].end.points  # type: ignore[union-attr]
            assert board.height >= 95
    stage.lay(replace(UNDER_WAY, question=replace(WHICH, to=frozenset({Side.DARK}))))
    assert "answer-0" not in stage.screen.ids.lower.fields
    (board,) = stage.screen.ids.upper.fields["answer-0"].children
    assert board.height >= 120, "one player has more room"


def test_a_record_in_memory_only_is_marked_in_both_strips(stage: Stage) -> None:
    picture = stage.show(replace(UNDER_WAY, trouble="the disk is full"))
    for strip in (lower_strip(picture), upper_strip(picture)):
        assert share_of(strip, THEME.warning) > 0.001


def _cut(picture: Picture, box: Box) -> Picture:
    return picture[round(box.x) : round(box.x + box.width), round(box.y) : round(box.y + box.height)]


def _changed(stage: Stage, one: View, other: View) -> Picture:
    return (stage.show(one) != stage.show(other)).any(axis=2)
