"""Games against the engine are matches: on record, and gone on with after the power was away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.app.match_settings import agreement, terms_from
from companion.app.practice import PracticeHere
from companion.app.services import MatchesHere, PlayersHere
from companion.coach.at_the_table.state import coaching_in
from companion.coach.evaluation import CubeAdvice
from companion.games.backgammon import legal_plays
from companion.games.rules import Side, Stack
from companion.match.events import Answered
from companion.match.phases import OVER, Phase
from companion.match.session import Terms, begun, resumed
from companion.match.state import State
from companion.match.terms import Opponent, Strength
from companion.practice.exercise import practice_in
from companion.practice.lessons import board
from companion.practice.view import ExerciseStage, practice_shown
from companion.record import Mode, match_from_entries, read_match
from companion.record.archive import listed
from companion.record.backup import backup, restore
from companion.record.dice_log import never_used
from companion.record.entries import Kind
from companion.record.exporting import export
from companion.record.helping import helped
from companion.record.players import people_of
from tests.practice.device import Device
from tests.practice.services import EVEN
from tests.record.files.test_gnubg import as_gnubg_sees, needs_gnubg
from tests.states import backgammon

pytestmark = pytest.mark.slow

MOST_ACTS = 900
MOST_BREAKS = 4
DOUBLES = CubeAdvice("fake", 0, 0.5, 0.9, 1.0, EVEN)
"""Double and take are right."""
WAITS = CubeAdvice("fake", 0, 0.5, 0.3, 1.0, EVEN)
"""No double, and a take if there is one."""


def fair(rng: Random) -> Iterator[tuple[int, int]]:
    while True:
        yield rng.randint(1, 6), rng.randint(1, 6)


def on_record(state: State) -> tuple[object, ...]:
    """All that a player would miss if it were otherwise after a break."""
    record = state.record
    return (
        coaching_in(state).helped, state.phase, record.position, record.cube, record.score, record.game, record.rolls,
        record.reserved, record.turn and record.turn.dice, record.borne_off, state.terms, record.result,
        state.shown.question and state.shown.question.key,
    )  # fmt: skip


def act(device: Device, rng: Random) -> None:
    """Whatever is awaited, by a learner who knows only the rules and often moves the engine's checkers wrongly."""
    state, stage = backgammon(device.session.state), device.stage()
    if stage in (ExerciseStage.ROLL, ExerciseStage.CUBE) and rng.random() < 0.1:
        device.tell("undo", "answer 1")
        return
    if stage in (ExerciseStage.CUBE, ExerciseStage.PLAY, ExerciseStage.ANSWER) and rng.random() < 0.3:
        device.tell("hint")
    match stage:
        case ExerciseStage.CUBE if rng.random() < 0.2:
            device.tell("double")
        case ExerciseStage.SET_UP | ExerciseStage.ROLL | ExerciseStage.CUBE:
            device.press()
        case ExerciseStage.ANSWER:
            device.tell("take")
        case ExerciseStage.PLAY | ExerciseStage.MOVE_FOR_ME | ExerciseStage.MISPLACED if (
            rng.random() < 0.7 or stage is ExerciseStage.PLAY
        ):
            assert state.record.turn is not None
            assert state.record.turn.dice is not None
            ends = legal_plays(state.record.position, state.record.turn.dice)
            device.tell(f"play {rng.choice(list(ends.values())).text()}")
        case ExerciseStage.MOVE_FOR_ME | ExerciseStage.MISPLACED:
            device.press()
        case ExerciseStage.THINKING:
            device.pass_time()
        case _:
            pytest.fail(f"nobody waits for {stage}")


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    made = Device(tmp_path, blind=True, rolls=((1, 3), (2, 1), (6, 5)))
    yield made
    made.close()


def gone_on(before: Device, **told: object) -> Device:
    """The same table after the power was away."""
    before.close()
    return Device(before.folder, blind=True, goes_on=True, **told)  # type: ignore[arg-type]


# --- on record -------------------------------------------------------------------------------------


def test_a_game_against_the_engine_is_a_match_in_training(device: Device) -> None:
    device.practice.play(Strength.ONLINE)
    device.press()
    (header,) = device.journal.matches()
    assert (header.names, header.mode, header.length) == (("Light", "Computer (Club player)"), Mode.TRAINING, 0)
    assert header.rules == "tournament cube=false"
    assert [draw.numbers for draw in device.journal.draws()] == [(1, 3)]
    assert not listed(header, device.journal.entries(1)).finished
    unfinished = MatchesHere(device.session, device.journal, device.settings).unfinished()
    assert unfinished is not None
    assert unfinished.header == header


def test_its_export_says_that_there_was_help(device: Device, tmp_path: Path) -> None:
    device.practice.play(Strength.BEST, cube=True)
    device.press()
    device.press()
    device.pass_time()
    device.tell("press", "hint", "hint", "play 13/11 6/5")
    assert coaching_in(backgammon(device.session.state)) is not None
    assert coaching_in(backgammon(device.session.state)).helped == Stack(1, 0)
    (header,), entries = device.journal.matches(), device.journal.entries(1)
    out = tmp_path / "out.mat"
    export(match_from_entries(header, entries), entries, out)
    found = read_match(out)
    assert found.names == ("Light", "Computer (Club player)".replace("Club player", "Best"))
    assert (found.header["Mode"], found.header["Helped"]) == ("training", "light 1, dark 0")


@pytest.mark.parametrize("seed", [1, 2])
def test_help_is_counted_on_record_as_at_the_table(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    device = Device(tmp_path, blind=True, rolls=fair(rng))
    device.coach.advice = WAITS
    device.practice.play(Strength.BEGINNER, cube=seed == 1)
    for _ in range(MOST_ACTS):
        act(device, rng)
        coach = coaching_in(backgammon(device.session.state))
        assert coach is not None
        if coach.helped.light > 6 or backgammon(device.session.state).phase in OVER:
            break
    assert coach.helped.light > 3
    assert helped(device.journal.entries(1)) == coach.helped
    device.close()


def test_the_next_game_is_one_of_the_same_match(device: Device) -> None:
    device.practice.play(Strength.BEST)
    device.press()
    device.tell("end light gammon")
    shown = practice_shown(device.view())
    assert shown is not None
    assert (shown.stage, shown.outcome) == (ExerciseStage.OVER, None)
    device.press()
    assert device.stage() is ExerciseStage.SET_UP
    device.press()
    state = backgammon(device.session.state)
    assert (state.record.game, state.record.score, len(device.journal.matches())) == (2, (2, 0), 1)


def test_it_is_backed_up_with_the_matches(device: Device, tmp_path: Path) -> None:
    device.practice.play(Strength.BEST)
    device.press()
    backup(tmp_path, tmp_path / "all.zip")
    restore(tmp_path / "there", tmp_path / "all.zip")
    there = Device(tmp_path / "there", blind=True, goes_on=True)
    assert on_record(backgammon(there.session.state)) == on_record(backgammon(device.session.state))
    there.close()


def test_the_engine_is_no_player_of_this_table(device: Device) -> None:
    device.practice.play(Strength.BEST)
    (header,) = device.journal.matches()
    assert people_of(header) == ("Light",)
    assert PlayersHere(device.journal).recent() == ("Light",)


@needs_gnubg
def test_gnu_backgammon_opens_it(tmp_path: Path) -> None:
    rng = Random(3)
    device = Device(tmp_path / "data", blind=True, rolls=fair(rng))
    device.practice.play(Strength.ONLINE)
    while backgammon(device.session.state).phase not in OVER:
        act(device, rng)
    (header,), entries = device.journal.matches(), device.journal.entries(1)
    match = match_from_entries(header, entries)
    out = tmp_path / "game.mat"
    export(match, entries, out)
    (seen,) = as_gnubg_sees([out], tmp_path)
    assert seen["names"] == ["Light", "Computer (Club player)"]
    assert len(seen["games"][0]["actions"]) >= len(match.games[0].actions)
    device.close()


# --- gone on with ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "cube"), [(1, False), (2, True)])
def test_a_game_goes_on_from_whichever_moment_the_power_went(seed: int, cube: bool, tmp_path: Path) -> None:
    rng = Random(f"{seed} {cube}")
    rolls = fair(rng)
    device, breaks = Device(tmp_path, blind=True, rolls=rolls), set[object]()
    device.practice.play(Strength.BEST if cube else Strength.BEGINNER, cube=cube)  # one that never drops
    for _ in range(MOST_ACTS):
        device.coach.advice = rng.choice([DOUBLES, WAITS])
        act(device, rng)
        before, shown = backgammon(device.session.state), practice_shown(device.view())
        if before.phase in OVER or len(breaks) == MOST_BREAKS:
            break
        assert shown is not None
        moment = shown.stage, before.phase, before.side
        if sum(before.record.rolls) and rng.random() < 0.2 and moment not in breaks:
            breaks.add(moment)
            advice = device.coach.advice
            device = gone_on(device, rolls=rolls)
            assert on_record(backgammon(device.session.state)) == on_record(before)
            device.coach.advice = advice
            again = practice_shown(device.pass_time())
            assert again is not None
            if shown.stage is ExerciseStage.MOVE_FOR_ME:
                assert again.play == shown.play, "what it had chosen it chooses again"
    state = backgammon(device.session.state)
    assert len(breaks) == MOST_BREAKS
    assert never_used(device.journal.draws()) == ()
    assert len(device.journal.matches()) == 1
    assert resumed(state.terms, device.journal.entries(1)).record.score == state.record.score
    device.close()


def test_a_game_in_which_nothing_has_happened_yet_is_no_second_one_after_a_break(device: Device) -> None:
    device.practice.play(Strength.BEST)
    device.close()
    after = Device(device.folder, blind=True)
    with PracticeHere(after.session, after.settings, seed=2) as practice:
        practice.play(Strength.BEST, goes_on=True)
        assert [header.id for header in after.journal.matches()] == [1]
        practice.play(Strength.EXPERT, goes_on=True)
        assert [header.id for header in after.journal.matches()] == [2], "of another strength it is another game"
    after.close()


def test_a_roll_that_was_drawn_when_the_power_went_is_not_drawn_anew(device: Device) -> None:
    device.practice.play(Strength.BEST)
    device.press()
    device.press()
    assert device.stage() is ExerciseStage.ROLL
    device.journal.draw(6, 6)
    after = gone_on(device, rolls=((2, 1),))
    assert after.press().dice == (6, 6)
    after.close()


def test_the_engine_rolls_by_itself_what_was_drawn_for_it(device: Device) -> None:
    device.practice.play(Strength.BEST, cube=True)
    device.press()
    device.press()
    device.coach.is_deaf = True
    device.press()
    device.tell("play 13/11 6/5")
    assert backgammon(device.session.state).phase is Phase.MAY_DOUBLE
    device.journal.draw(4, 2)
    after = gone_on(device)
    after.coach.advice = WAITS
    after.pass_time()
    view = after.view()
    assert (view.on_roll, view.dice) == (Side.DARK, (4, 2))
    assert after.stage() is ExerciseStage.MOVE_FOR_ME
    after.close()


def test_a_double_of_the_learner_is_answered_after_the_break(device: Device) -> None:
    device.practice.play(Strength.BEST, cube=True)
    device.press()
    device.press()
    device.coach.is_deaf = True
    device.tell("double")
    assert (device.session.state.phase, device.stage()) == (Phase.DOUBLED, ExerciseStage.THINKING)
    after = gone_on(device)
    assert after.session.state.phase is Phase.DOUBLED
    after.coach.advice = DOUBLES
    after.pass_time()
    assert backgammon(after.session.state).record.cube.value == 2
    after.close()


def test_after_a_break_an_undo_takes_back_the_learners_play_and_the_engine_stays(device: Device) -> None:
    device.practice.play(Strength.BEST)
    device.press()
    device.press()
    device.press()
    device.tell("play 13/11 6/5")
    device.press()
    after = gone_on(device)
    after.pass_time()
    after.tell("undo", "answer 1")
    assert (after.stage(), after.view().dice) == (ExerciseStage.PLAY, (2, 1))
    after.tell("play 24/23 13/11")
    view = after.view()
    assert (view.on_roll, view.dice) == (Side.DARK, (6, 5))
    assert after.stage() is ExerciseStage.MOVE_FOR_ME
    after.close()


def test_the_board_is_put_back_after_a_break_where_it_lies_otherwise(tmp_path: Path) -> None:
    device = Device(tmp_path, rolls=((1, 3),))
    device.practice.play(Strength.BEST)
    start = backgammon(device.session.state).record.position
    device.see(start)
    device.press()
    device.close()
    after, elsewhere = Device(tmp_path, goes_on=True), board("24:1 13:6 8:3 6:5", "24:2 13:5 8:3 6:5")
    after.see(elsewhere)
    view = after.see(elsewhere)
    assert view.message is not None
    assert (view.phase, view.message.key) == ("phase.put-back", "notice.put-back")
    after.see(start)
    assert after.stage() is ExerciseStage.MOVE_FOR_ME
    after.close()


def test_where_the_record_is_put_right_the_engine_thinks_again(device: Device) -> None:
    device.practice.play(Strength.BEST)
    device.press()
    device.press()
    device.tell("press", "play 13/11 6/5")
    assert device.stage() is ExerciseStage.MOVE_FOR_ME
    device.tell("edit 2 play 8/5")
    device.pass_time()
    shown, state = practice_shown(device.view()), backgammon(device.session.state)
    assert shown is not None
    assert state.record.turn is not None
    assert state.record.turn.dice is not None
    practice = practice_in(state)
    assert practice is not None
    assert practice.meant is not None
    assert legal_plays(state.record.position, state.record.turn.dice)[practice.meant.end].text() == shown.play
    assert device.press().on_roll is Side.LIGHT


def test_how_readily_it_doubles_is_the_same_for_a_whole_game(tmp_path: Path) -> None:
    """A beginner doubles here in one game of four; drawn anew each turn, it would come to it in nearly every one."""
    early = 0
    for number in range(9):
        device = Device(tmp_path / str(number), blind=True, rolls=fair(Random(number)))
        device.coach.advice = WAITS
        for _ in range(number + 1):  # each with another seed
            device.practice.play(Strength.BEGINNER, cube=True)
        rng = Random(number)
        for _ in range(24):
            stage, state = device.stage(), backgammon(device.session.state)
            if stage in (ExerciseStage.ANSWER, ExerciseStage.OVER):
                break
            if stage is ExerciseStage.PLAY and state.record.turn is not None:
                plays = list(legal_plays(state.record.position, state.record.turn.dice).values())
                device.tell(f"play {rng.choice(plays).text()}")
            else:
                device.press() if stage is not ExerciseStage.THINKING else device.pass_time()
        rolls = [one.side for one in device.journal.entries(device.session.number) if one.event is Kind.ROLL]
        if device.stage() is ExerciseStage.ANSWER:
            assert rolls[1:].count(Side.DARK) == 0, "at its first turn with a choice, or not at all"
            early += 1
        device.close()
    assert 0 < early < 6


def test_nobody_does_with_the_cube_what_is_the_engines_to_do(device: Device) -> None:
    device.practice.play(Strength.BEST, cube=True)
    device.press()
    device.press()
    device.coach.is_deaf = True
    device.tell("double", "take", "answer 2", "drop")
    device.session.recorder.take(Answered(0, device.coach.now_s))
    assert (device.session.state.phase, backgammon(device.session.state).record.cube.value) == (Phase.DOUBLED, 1)
    for _ in range(10):
        device.pass_time()
    assert backgammon(device.session.state).record.cube.value == 2


def test_help_and_the_engine_are_for_training_only() -> None:
    engine = Opponent(Side.DARK, Strength.BEST)
    assert practice_in(begun(Terms(mode=Mode.TRAINING, opponent=engine))) is not None
    for mode in (Mode.REFEREED, Mode.RECORDED):
        assert practice_in(begun(Terms(mode=mode, opponent=engine))) is None


def test_terms_with_an_engine_are_read_back(device: Device) -> None:
    device.practice.learner = Side.DARK
    device.practice.play(Strength.EXPERT)
    (header,) = device.journal.matches()
    terms = terms_from(header)
    assert isinstance(terms.opponent, Opponent)
    assert (terms.opponent.side, terms.opponent.strength) == (Side.LIGHT, Strength.EXPERT)
    assert agreement(terms)["opponent"] == header.terms["opponent"]
    assert header.names == ("Computer (Expert)", "Dark")
