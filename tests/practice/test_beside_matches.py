"""Practice beside the matches of people: none of them is lost, replaced, or mixed with a game against the engine."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from companion.app.practice import PracticeHere
from companion.app.services import MatchesHere, facts_of
from companion.app.unfinished import newest_unfinished
from companion.coach.drill_box import DrillBox
from companion.coach.drills import Drill
from companion.errors import InputError, StorageError
from companion.games.backgammon import Dice, legal_plays
from companion.games.backgammon.situation import Situation
from companion.match.phases import Phase
from companion.match.terms import Strength
from companion.practice.view import ExerciseStage, practice_shown
from companion.record import Journal, Mode
from companion.record.journal import FILE_NAME
from companion.settings.tree import terms_of
from tests.practice.device import MATCH, Device

HELPLESS = [Mode.REFEREED, Mode.RECORDED]
KINDS: dict[str, Callable[[PracticeHere], None]] = {
    "lesson": lambda practice: practice.begin("bear-off"),
    "game": lambda practice: practice.play(Strength.BEST),
    "game that could go on": lambda practice: practice.play(Strength.BEST, goes_on=True),
    "drills": lambda practice: practice.repeat(),
    "puzzle": lambda practice: practice.puzzle(),  # type: ignore[dict-item]
    "exercise by touch": lambda practice: practice.exercise("draughts-shot"),  # type: ignore[dict-item]
}


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    made = Device(tmp_path, blind=True, rolls=((1, 3), (2, 1), (3, 1), (6, 5), (4, 1)))
    yield made
    made.close()


def leave_unfinished(folder: Path, mode: Mode, length: int = 5) -> list[object]:
    """A match between people of which the power went; answers what is on record of it."""
    table = Device(folder, blind=True, rolls=((3, 1),))
    table.session.begin(replace(MATCH, mode=mode, length=length, names=("Ann", "Ben")), {})
    table.press()
    table.tell("play 8/5 6/5")
    kept: list[object] = [table.journal.matches(), table.journal.entries(1), table.journal.draws()]
    table.close()
    return kept


def all_of(journal: Journal) -> list[object]:
    return [journal.matches(), journal.entries(1), journal.draws()]


# --- a match without help --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", HELPLESS)
def test_nobody_practises_while_such_a_match_lies_unfinished_in_the_journal(
    mode: Mode, kind: str, tmp_path: Path
) -> None:
    kept = leave_unfinished(tmp_path, mode)
    device = Device(tmp_path, blind=True)
    with pytest.raises(InputError, match=rf"match 1 \(Ann - Ben, {mode.value}\) is not over.*companion run"):
        KINDS[kind](device.practice)
    assert all_of(device.journal) == kept
    assert not device.coach.is_awake
    device.close()


@pytest.mark.parametrize("kind", ["lesson", "game", "exercise by touch"])
@pytest.mark.parametrize("mode", HELPLESS)
def test_nor_while_it_is_played(mode: Mode, kind: str, device: Device) -> None:
    device.session.begin(replace(MATCH, mode=mode), {})
    device.press()
    before = all_of(device.journal), device.session.state
    with pytest.raises(InputError, match="not over"):
        KINDS[kind](device.practice)
    assert (all_of(device.journal), device.session.state) == before
    assert not device.coach.is_awake


def test_the_match_goes_on_where_it_was_after_practice_was_refused(tmp_path: Path) -> None:
    leave_unfinished(tmp_path, Mode.REFEREED)
    device = Device(tmp_path, blind=True)
    with pytest.raises(InputError):
        device.practice.play(Strength.BEST)
    device.close()
    after = Device(tmp_path, blind=True, goes_on=True)
    assert (after.session.number, after.view().sealed, practice_shown(after.view())) == (1, True, None)
    assert after.view().phase == "phase.roll"
    after.close()


def test_a_match_that_is_over_is_in_nobodys_way(tmp_path: Path) -> None:
    before = Device(tmp_path, blind=True, rolls=((3, 1),))
    before.session.begin(replace(MATCH, mode=Mode.REFEREED, length=1), {})
    before.press()
    before.tell("end light single", "answer 1")
    before.close()
    device = Device(tmp_path, blind=True)
    device.practice.play(Strength.BEST)
    assert device.session.number == 2
    device.close()


def test_one_that_was_set_aside_for_another_is_in_nobodys_way(tmp_path: Path) -> None:
    leave_unfinished(tmp_path, Mode.REFEREED)
    table = Device(tmp_path, blind=True)
    MatchesHere(table.session, table.journal, table.settings).begin()
    table.close()
    device = Device(tmp_path, blind=True)
    device.practice.begin("bear-off")
    assert practice_shown(device.view()) is not None
    device.close()


def test_a_journal_that_cannot_be_read_keeps_nobody_from_the_lessons(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "data").write_text("no folder")
    device = Device(tmp_path / "data", blind=True)
    device.practice.begin("bear-off", 1)
    assert practice_shown(device.view()) is not None
    assert "cannot be opened" in caplog.text
    device.close()


# --- a match in training ---------------------------------------------------------------------------


def test_a_match_in_training_waits_on_record_and_goes_on_when_the_game_is_left(device: Device) -> None:
    device.session.begin(MATCH, {})
    device.press()
    waiting = device.journal.entries(1)
    device.practice.play(Strength.BEST)
    device.press()
    assert (device.session.number, device.journal.entries(1)) == (2, waiting)
    device.practice.leave()
    assert (device.session.number, device.view().dice, practice_shown(device.view())) == (1, (1, 3), None)
    assert device.journal.entries(1) == waiting
    assert [header.id for header in device.journal.matches()] == [1, 2]


def test_after_the_power_was_away_the_match_goes_on_that_was_played_last(device: Device) -> None:
    device.session.begin(MATCH, {})
    device.press()
    device.practice.play(Strength.BEST)
    device.press()
    device.close()
    again = Device(device.folder, blind=True, goes_on=True, rolls=((6, 5),))
    assert again.session.number == 2
    again.practice.leave()
    again.tell("pause")
    again.close()
    last = Device(device.folder, blind=True, goes_on=True)
    assert last.session.number == 1
    last.close()


def test_a_game_that_was_left_for_another_match_does_not_come_back_by_itself(device: Device) -> None:
    device.practice.play(Strength.BEST)
    device.press()
    device.session.leave()
    device.session.begin(replace(MATCH, length=1), {})
    device.press()
    device.tell("end light single")
    settings = device.settings.now()
    assert newest_unfinished(device.journal, terms_of(settings, asks=True), facts_of(settings)) is None
    device.practice.play(Strength.BEST, goes_on=True)
    assert device.session.number == 1


def test_an_exercise_waits_upon_no_game_and_the_game_goes_on_after_it(device: Device) -> None:
    device.practice.play(Strength.BEST)
    device.press()
    device.pass_time()
    entries = device.journal.entries(1)
    device.practice.begin("bear-off")
    device.press()
    device.press()
    assert device.journal.entries(1) == entries
    device.practice.leave()
    assert device.session.state.phase is Phase.PUTTING_BACK
    device.press()
    assert device.stage() is ExerciseStage.MOVE_FOR_ME


def test_where_the_game_is_left_and_nothing_waits_a_match_begins(device: Device) -> None:
    device.practice.play(Strength.BEST)
    device.press()
    device.practice.leave()
    assert (device.session.number, device.session.state.phase) == (2, Phase.SETTING_UP)
    assert device.session.state.terms.opponent is None
    assert not device.coach.is_awake


def test_the_game_that_was_left_lies_in_the_archive_and_can_be_taken_up(device: Device) -> None:
    device.practice.play(Strength.BEST)
    device.press()
    device.practice.leave()
    MatchesHere(device.session, device.journal, device.settings).take_up(1)
    assert device.session.number == 1
    device.pass_time()
    assert device.stage() is ExerciseStage.MOVE_FOR_ME
    assert [header.id for header in device.journal.matches()] == [1], "the untouched one is not kept"


def test_matches_and_games_in_which_nothing_happened_are_not_kept(device: Device) -> None:
    device.session.begin(MATCH, {})
    device.practice.play(Strength.BEST)
    device.practice.play(Strength.ONLINE)
    device.practice.leave()
    (header,) = device.journal.matches()
    assert header.terms["opponent"] is None


def test_a_game_of_the_same_strength_goes_on_where_that_is_wanted(device: Device) -> None:
    device.practice.play(Strength.ONLINE)
    device.press()
    device.close()
    for told, number in (((Strength.BEST, False), 2), ((Strength.ONLINE, True), 3), ((Strength.ONLINE, False), 1)):
        again = Device(device.folder, blind=True, rolls=((4, 1),))
        strength, cube = told
        again.practice.play(strength, cube=cube, goes_on=True)
        assert again.session.number == number
        if number != 1:
            again.press()
        again.close()
    anew = Device(device.folder, blind=True, rolls=((4, 1),))
    anew.practice.play(Strength.ONLINE)
    assert anew.session.number == 4
    anew.close()


def test_a_match_that_is_not_on_disk_is_not_left_for_a_game(device: Device) -> None:
    device.session.begin(MATCH, {})
    device.press()
    with closing(sqlite3.connect(device.folder / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        device.tell("play 8/5 6/5")
        assert device.session.unwritten
        with pytest.raises(StorageError, match="not on disk"):
            device.practice.play(Strength.BEST)
        other.execute("ROLLBACK")
    device.pass_time(2.0)
    assert (device.session.number, device.session.unwritten) == (1, ())


def test_after_an_exercise_that_ends_its_match_comes_the_next_one(device: Device) -> None:
    situation = Situation.from_text("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:6:0:1:7:10")
    best, made = list(legal_plays(situation.position, Dice(3, 1)).values())[:2]
    drill = Drill(situation, best, made, 0.2, "Anna", "s", 1, 1, "fake", 0, date.today())
    with DrillBox(device.folder, shared=True) as box:
        box.add([drill, replace(drill, player="Bob")])
    device.practice.repeat()
    device.press()
    device.tell("end light single")
    assert device.session.state.phase is Phase.MATCH_OVER
    shown = practice_shown(device.tell("next"))
    assert shown is not None
    assert (shown.number, shown.stage) == (2, ExerciseStage.SET_UP)
