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
from companion.match.view import AnswerShown, QuestionShown, View
from companion.record import Journal, Mode
from companion.screen import Place
from tests.archived import fill
from tests.screen.archives import fields_of, furnished, labels_of, settle, shelf_of, touch_widget, touch_words
from tests.screen.conftest import Stage
from tests.screen.views import OVER, UNDER_WAY

pytestmark = pytest.mark.slow

SIZES = [(1280, 720), (480, 800)]
NAMES = ("Anna", "Łukasz")
PLAYING = replace(UNDER_WAY, names=NAMES, mode=Mode.TRAINING)
WON = replace(OVER, names=NAMES, mode=Mode.TRAINING)


@contextmanager
def table(
    stage: Stage, folder: Path, *, mode: Mode = Mode.TRAINING, games: int = 1, analyses: Any = None, **ports: Any
) -> Iterator[Any]:
    """The shell of a table at which so many games of a match to 7 points have been played."""
    with Journal(folder) as journal:
        fill(journal, 5, length=1, names=NAMES)
        header = fill(journal, 4, length=7, names=NAMES, mode=mode)
        entries = journal.entries(header.id)
        over = [entry.n for entry in entries if entry.event.value == "game_over"]
    with Journal(folder) as journal:
        cut = journal.begin(names=NAMES, length=7, mode=mode)
        journal.append_all(entries[: over[games - 1]])
    shelf = shelf_of(folder, cut, **ports)
    with furnished(stage, shelf=shelf, exports=shelf, analyses=analyses) as shell:
        stage.lay(PLAYING)
        yield shell


def end_the_game(stage: Stage, shell: Any, view: View = WON) -> None:
    """The table tells that the game is over, and the time passes after which the card comes."""
    tell(stage, shell, view)
    wait()


def tell(stage: Stage, shell: Any, view: View) -> None:
    """The table shows this view from now on."""
    stage.source.view = shell.view = view


def wait() -> None:
    """Some frames, and what is done on threads; the picture of a card is drawn two frames after it."""
    for _ in range(2):
        settle()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch, stage: Stage) -> None:  # noqa: ARG001 (the window must be open)
    from companion.screen import root as shell

    assert shell.RECAP_AFTER_S < 5
    monkeypatch.setattr(shell, "RECAP_AFTER_S", 0.0)  # in the next frame


# --- when it comes -------------------------------------------------------------------------------


def test_the_card_opens_by_itself_when_a_game_is_over(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as shell:
        end_the_game(stage, shell)
        assert shell.top is not None
        assert shell.top.content.title == "screen.recap"
        assert "4" in labels_of(shell.top) or any("›" in words for words in labels_of(shell.top))


def test_it_comes_once_and_stays_away_when_it_was_left(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as shell:
        end_the_game(stage, shell)
        touch_widget(stage, shell.top.content.lower.back)
        assert shell.top is None
        end_the_game(stage, shell, replace(WON, hand=True))
        assert shell.top is None


def test_a_result_that_was_changed_is_told_anew(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as shell:
        end_the_game(stage, shell)
        touch_widget(stage, shell.top.content.lower.back)
        end_the_game(stage, shell, replace(WON, points_won=1, score=(3, 5)))
        assert shell.top is not None


def test_nothing_lies_over_a_question_nor_over_a_page_that_somebody_reads(stage: Stage, tmp_path: Path) -> None:
    question = QuestionShown("question.how-much", (AnswerShown("answer.single"), AnswerShown("answer.gammon")))
    with table(stage, tmp_path) as shell:
        end_the_game(stage, shell, replace(WON, question=question))
        assert shell.top is None
    with table(stage, tmp_path / "b") as shell:
        tell(stage, shell, WON)
        stage.touch_field("menu")
        wait()
        assert shell.play.panel is not None
        assert shell.top is None


def test_while_somebody_disputes_the_result_it_stays_away(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as shell:
        tell(stage, shell, WON)
        assert [type(event) for event in stage.touch_field("dispute")] == [Disputed]
        wait()
        assert shell.top is None


def test_a_game_that_is_nowhere_on_disk_has_no_card_and_says_nothing(
    stage: Stage, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Journal(tmp_path):
        pass
    shelf = shelf_of(tmp_path)
    with furnished(stage, shelf=shelf) as shell:
        stage.lay(PLAYING)
        end_the_game(stage, shell)
        assert shell.top is None
        assert shell.said == ""
    assert [record.message for record in caplog.records if "no card" in record.message]
    caplog.clear()


# --- both chairs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("chair", ["lower", "upper"])
def test_the_result_is_confirmed_from_both_chairs(chair: str, stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as shell:
        end_the_game(stage, shell)
        strip = getattr(shell.top.content, chair)
        before = len(stage.source.told)
        touch_widget(stage, strip.action)
        assert [type(event) for event in stage.source.told[before:]] == [NextGame]
        tell(stage, shell, replace(WON, phase="phase.next-game", winner=None))
        assert shell.top is None  # the game's screen guides the set-up of the next game


def test_each_strip_is_read_from_its_own_chair_whichever_way_the_card_is_turned(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as shell:
        end_the_game(stage, shell)
        content = shell.top.content
        before = stage.picture()
        touch_widget(stage, content.upper.turn)
        after = stage.picture()
        strip = 80
        for edge in (slice(0, strip), slice(480 - strip, 480)):
            assert (before[:, edge] == after[:, edge]).mean() > 0.99
        middle = slice(strip, 480 - strip)
        assert (before[:, middle][::-1, ::-1] == after[:, middle]).mean() > 0.97


def test_without_a_camera_the_next_game_is_one_touch_away(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as shell:
        end_the_game(stage, shell, replace(WON, blind=True))
        tell(stage, shell, replace(WON, blind=True, phase="phase.next-game", winner=None))
        settle()
        assert shell.top.content.lower.main.words == "Next game"
        tell(stage, shell, replace(PLAYING, blind=True, phase="phase.opening", winner=None))
        assert shell.top is None


def test_after_the_match_another_one_is_one_touch_away(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as shell:
        end_the_game(stage, shell, replace(WON, phase="phase.match-over", score=(7, 5)))
        touch_words(stage, shell.top, "Rematch")
        assert type(stage.source.told[-1]) is NextGame


# --- what is on it -------------------------------------------------------------------------------


def test_a_refereed_match_under_way_shows_no_more_than_result_score_stake_and_length(
    stage: Stage, tmp_path: Path
) -> None:
    with table(stage, tmp_path, mode=Mode.REFEREED) as shell:
        end_the_game(stage, shell, replace(WON, mode=Mode.REFEREED))
        words = " ".join(labels_of(shell.top))
        assert shell.top.content.recap.course is None
        for secret in ("swing", "lead", "pips", "Hits", "Doubles", "usual", "XGID", "Dice", "Code"):
            assert secret not in words
        assert "turns" in words
        stage.keep("recap-refereed-800x480")


def test_the_swing_the_dice_and_the_code_are_there_when_the_match_is_not_refereed(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as shell:
        end_the_game(stage, shell)
        assert "Largest swing" in " ".join(labels_of(shell.top))
        touch_words(stage, shell.top, "Dice")
        assert "Dice statistics" in labels_of(shell.top)
        assert "Game" in fields_of(shell.top)
        touch_words(stage, shell.top, "Game")
        assert "Largest swing" in " ".join(labels_of(shell.top))


@pytest.mark.parametrize("theme", ["dusk", "day", "contrast"])
def test_the_code_on_the_screen_says_the_position(theme: str, stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as shell:
        stage.app._desk.settings.change({"screen.theme": theme})
        try:
            stage.app.restyle()
            shell = stage.app.shell
            shell.open(Place.RECAP)
            settle()
            touch_words(stage, shell.top, "Code")
            stage.keep(f"recap-code-{theme}")
            assert decoded(stage.picture()) == shell.top.content.recap.course.xgid
        finally:
            stage.app._desk.settings.change({"screen.theme": "dusk"})


def decoded(picture: Any) -> str:
    """What a code in a picture says, as a telephone reads it."""
    upright = picture.transpose(1, 0, 2)[::-1, :, ::-1].astype(np.uint8)
    said, _, _ = cv2.QRCodeDetector().detectAndDecode(np.ascontiguousarray(upright))
    return str(said)


def test_every_card_is_kept_as_a_picture_with_a_code_that_can_be_scanned(stage: Stage, tmp_path: Path) -> None:
    with table(stage, tmp_path) as shell:
        end_the_game(stage, shell)
        wait()
        (path,) = (tmp_path / "cards").iterdir()
        assert path.name == "match-3-game-1.png"
        picture = cv2.imread(str(path))
        assert picture is not None
        assert picture.shape == (720, 1080, 3)
        assert picture.std() > 20
        said, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
        assert said == shell.top.content.recap.course.xgid


def test_the_picture_is_taken_away_on_a_stick_or_said_to_be_kept_here(stage: Stage, tmp_path: Path) -> None:
    usb = tmp_path / "KINGSTON"
    usb.mkdir()
    with table(stage, tmp_path / "data", sticks=(usb,)) as shell:
        end_the_game(stage, shell)
        touch_words(stage, shell.top, "Save")
        wait()
        assert [path.name for path in usb.iterdir()] == ["match-3-game-1.png"]
        assert shell.said == "The picture is saved on KINGSTON."
        shell._desk.exports._sticks = tuple  # it was pulled out
        touch_widget(stage, shell._note)
        touch_words(stage, shell.top, "Save")
        wait()
        assert shell.said == "The picture is saved on this device: cards/match-3-game-1.png"


# --- every size ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_it_is_kept_to_be_looked_at_in_every_size(size: tuple[int, int], stage: Stage, tmp_path: Path) -> None:
    stage.resize(*size)
    try:
        with table(stage, tmp_path) as shell:
            shell.open(Place.RECAP)
            settle()
            for page in ("Dice", "Game", "Code"):
                touch_words(stage, shell.top, page)
                stage.keep(f"recap-{page.lower()}-{size[0]}x{size[1]}")
    finally:
        stage.resize(800, 480)


# --- to the analysis -----------------------------------------------------------------------------


@pytest.mark.parametrize("mode", Mode)
def test_a_match_that_goes_on_is_analysed_from_its_card_in_training_only(
    stage: Stage, tmp_path: Path, mode: Mode
) -> None:
    with table(stage, tmp_path, mode=mode, analyses=object()) as shell:
        end_the_game(stage, shell, replace(WON, mode=mode))
        assert ("analyse" in shell.top.content._fields) is (mode is Mode.TRAINING)
