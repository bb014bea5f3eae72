"""The card after a game: opened by itself, read and confirmed from both chairs, kept as a picture with a code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.match.events import Disputed, NextGame
from companion.match.message import Message
from companion.match.view import AnswerShown, QuestionShown, View
from companion.record import Journal, Mode
from companion.record.entries import Kind
from companion.screen import PageName
from companion.settings.reading import themes
from tests.archived import fill, random_entries
from tests.screen.archives import fields_of, labels_of, settle, shelf_of, touch_widget, touch_words, with_services
from tests.screen.conftest import Stage
from tests.screen.views import OVER, UNDER_WAY

NAMES = ("Anna", "Łukasz")
PLAYING = replace(UNDER_WAY, names=NAMES, mode=Mode.TRAINING)
WON = replace(OVER, names=NAMES, mode=Mode.TRAINING)


@contextmanager
def table(
    stage: Stage, folder: Path, *, mode: Mode = Mode.TRAINING, analyses: Any = None, **ports: Any
) -> Iterator[Any]:
    """The shell of a table at which one game of a match to 7 points has been played."""
    ends = next(entry.n for entry in random_entries(4, 7) if entry.event is Kind.GAME_OVER)
    with Journal(folder) as journal:
        fill(journal, 5, length=1, names=NAMES)
        header = fill(journal, 4, length=7, names=NAMES, mode=mode, most_entries=ends)
    archive = shelf_of(folder, header, **ports)
    with with_services(stage, archive=archive, exports=archive, analyses=analyses) as app_root:
        stage.lay(PLAYING)
        yield app_root


def end_the_game(stage: Stage, app_root: Any, view: View = WON) -> None:
    """The table tells that the game is over, and the time passes after which the card comes."""
    tell(stage, app_root, view)
    wait()


def tell(stage: Stage, app_root: Any, view: View) -> None:
    """The table shows this view from now on."""
    stage.source.view = app_root.view = view


def wait() -> None:
    """Some frames, and what is done on threads; the picture of a card is drawn two frames after it."""
    for _ in range(2):
        settle()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch, stage: Stage) -> None:  # noqa: ARG001 (the window must be open)
    from companion.screen import root as app_root

    assert app_root.RECAP_AFTER_S < 5
    monkeypatch.setattr(app_root, "RECAP_AFTER_S", 0.0)  # in the next frame


# --- when it comes -------------------------------------------------------------------------------


def test_the_card_opens_by_itself_once_and_anew_when_the_result_was_changed(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as app_root:
        end_the_game(stage, app_root)
        assert app_root.top is not None
        assert app_root.top.content.title == "screen.recap"
        assert "4" in labels_of(app_root.top) or any("›" in words for words in labels_of(app_root.top))
        touch_widget(stage, app_root.top.content.lower.back)
        assert app_root.top is None
        end_the_game(stage, app_root, replace(WON, hand=True))
        assert app_root.top is None
        end_the_game(stage, app_root, replace(WON, points_won=1, score=(3, 5)))
        assert app_root.top is not None


def test_pages_that_are_made_anew_before_the_card_comes_show_it_once(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as app_root:
        tell(stage, app_root, WON)
        stage.app.restyle()
        wait()
        assert app_root.top is None, "nobody sees these pages any more"
        assert stage.app.app_root.top is not None


def test_it_waits_until_a_result_by_touch_could_be_undone(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = replace(WON, message=Message("notice.result", alarm=False), may_undo=True)
    with table(stage, tmp_path) as app_root:
        end_the_game(stage, app_root, told)
        assert app_root.top is None
        monkeypatch.setattr("companion.screen.root.TIP_READ_S", 0.0)
        end_the_game(stage, app_root, replace(told, points_won=1, score=(3, 5)))
        assert app_root.top is not None


def test_nothing_lies_over_a_question_nor_over_a_page_that_somebody_reads(stage: Stage, tmp_path: Path) -> None:
    question = QuestionShown("question.how-much", (AnswerShown("answer.single"), AnswerShown("answer.gammon")))
    with table(stage, tmp_path) as app_root:
        end_the_game(stage, app_root, replace(WON, question=question))
        assert app_root.top is None
        tell(stage, app_root, PLAYING)
        tell(stage, app_root, WON)
        stage.touch_field("menu")
        wait()
        assert app_root.play.panel is not None
        assert app_root.top is None


def test_while_somebody_disputes_the_result_it_stays_away(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as app_root:
        tell(stage, app_root, WON)
        assert [type(event) for event in stage.touch_field("dispute")] == [Disputed]
        wait()
        assert [place for place, *_ in app_root.opened()] == [PageName.DISPUTE]
        app_root.back()
        wait()
        assert app_root.top is None


def test_a_game_that_is_nowhere_on_disk_has_no_card_and_says_nothing(
    stage: Stage, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Journal(tmp_path):
        pass
    archive = shelf_of(tmp_path)
    with with_services(stage, archive=archive) as app_root:
        stage.lay(PLAYING)
        end_the_game(stage, app_root)
        assert app_root.top is None
        assert app_root.said == ""
    assert [record.message for record in caplog.records if "no card" in record.message]
    caplog.clear()


# --- both chairs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("chair", ["lower", "upper"])
def test_the_result_is_confirmed_from_both_chairs(chair: str, stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as app_root:
        end_the_game(stage, app_root)
        strip = getattr(app_root.top.content, chair)
        before = len(stage.source.told)
        touch_widget(stage, strip.action)
        assert [type(event) for event in stage.source.told[before:]] == [NextGame]
        tell(stage, app_root, replace(WON, phase="phase.next-game", winner=None))
        assert app_root.top is None  # the game's screen guides the set-up of the next game


def test_each_strip_is_read_from_its_own_chair_whichever_way_the_card_is_turned(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as app_root:
        end_the_game(stage, app_root)
        content = app_root.top.content
        before = stage.picture()
        touch_widget(stage, content.upper.turn)
        after = stage.picture()
        strip = 80
        for edge in (slice(0, strip), slice(480 - strip, 480)):
            assert (before[:, edge] == after[:, edge]).mean() > 0.99
        middle = slice(strip, 480 - strip)
        assert (before[:, middle][::-1, ::-1] == after[:, middle]).mean() > 0.97


def test_without_a_camera_the_next_game_is_one_touch_away(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as app_root:
        end_the_game(stage, app_root, replace(WON, blind=True))
        tell(stage, app_root, replace(WON, blind=True, phase="phase.next-game", winner=None))
        settle()
        assert app_root.top.content.lower.main.words == "Next game"
        tell(stage, app_root, replace(PLAYING, blind=True, phase="phase.opening", winner=None))
        assert app_root.top is None


def test_after_the_match_another_one_is_one_touch_away(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as app_root:
        end_the_game(stage, app_root, replace(WON, phase="phase.match-over", score=(7, 5)))
        touch_words(stage, app_root.top, "Rematch")
        assert type(stage.source.told[-1]) is NextGame


# --- what is on it -------------------------------------------------------------------------------


def test_a_refereed_match_under_way_shows_no_more_than_result_score_stake_and_length(
    stage: Stage, tmp_path: Path
) -> None:
    with table(stage, tmp_path, mode=Mode.REFEREED) as app_root:
        end_the_game(stage, app_root, replace(WON, mode=Mode.REFEREED))
        words = " ".join(labels_of(app_root.top))
        assert app_root.top.content.recap.recap.course is None
        for secret in ("swing", "lead", "pips", "Hits", "Doubles", "usual", "XGID", "Dice", "Code"):
            assert secret not in words
        assert "turns" in words
        stage.keep("recap-refereed-800x480")


def test_the_swing_the_dice_and_the_code_are_there_when_the_match_is_not_refereed(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as app_root:
        end_the_game(stage, app_root)
        assert "Biggest swing" in " ".join(labels_of(app_root.top))
        touch_words(stage, app_root.top, "Dice")
        assert "Dice statistics" in labels_of(app_root.top)
        assert "Game" in fields_of(app_root.top)
        touch_words(stage, app_root.top, "Game")
        assert "Biggest swing" in " ".join(labels_of(app_root.top))


def test_the_code_on_the_screen_says_the_position_in_every_theme(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as app_root:
        try:
            for theme in themes():
                stage.app._services.settings.change({"screen.theme": theme})
                stage.app.restyle()
                app_root = stage.app.app_root
                app_root.open(PageName.RECAP)
                settle()
                touch_words(stage, app_root.top, "Code")
                stage.keep(f"recap-code-{theme}")
                assert decoded(stage.picture()) == app_root.top.content.recap.recap.course.xgid
        finally:
            stage.app._services.settings.change({"screen.theme": "dusk"})


def decoded(picture: Any) -> str:
    """What a code in a picture says, as a telephone reads it."""
    upright = picture.transpose(1, 0, 2)[::-1, :, ::-1].astype(np.uint8)
    said, _, _ = cv2.QRCodeDetector().detectAndDecode(np.ascontiguousarray(upright))
    return str(said)


def test_every_card_is_kept_as_a_picture_with_a_code_that_can_be_scanned(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as app_root:
        end_the_game(stage, app_root)
        wait()
        (path,) = (tmp_path / "cards").iterdir()
        assert path.name == "match-2-game-1.png"
        picture = cv2.imread(str(path))
        assert picture is not None
        assert picture.shape == (720, 1080, 3)
        assert picture.std() > 20
        said, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
        assert said == app_root.top.content.recap.recap.course.xgid


def test_the_picture_is_taken_away_on_a_stick_or_said_to_be_kept_here(stage: Stage, tmp_path: Path) -> None:
    usb = tmp_path / "KINGSTON"
    usb.mkdir()
    with table(stage, tmp_path / "data", sticks=(usb,)) as app_root:
        end_the_game(stage, app_root)
        touch_words(stage, app_root.top, "Save")
        wait()
        assert [path.name for path in usb.iterdir()] == ["match-2-game-1.png"]
        assert app_root.said == "Picture saved on KINGSTON, in its top folder: match-2-game-1.png"
        app_root._services.exports._sticks = tuple  # it was pulled out
        touch_widget(stage, app_root._note)
        touch_words(stage, app_root.top, "Save")
        wait()
        assert app_root.said == (f"Picture saved on this device, in {tmp_path / 'data' / 'cards'}: match-2-game-1.png")


# --- to the analysis -----------------------------------------------------------------------------


@pytest.mark.parametrize("mode", Mode)
def test_a_match_that_goes_on_is_analysed_from_its_card_in_training_only(
    stage: Stage, tmp_path: Path, mode: Mode
) -> None:
    with table(stage, tmp_path, mode=mode, analyses=object()) as app_root:
        end_the_game(stage, app_root, replace(WON, mode=mode))
        assert ("analyse" in app_root.top.content._fields) is (mode is Mode.TRAINING)
