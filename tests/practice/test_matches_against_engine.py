"""Matches against the engine to their end, by a person who plays as the built-in engine advises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.coach.decisions import decisions
from companion.coach.engines.builtin import Builtin
from companion.coach.evaluator import Evaluator
from companion.coach.resignations import JudgedResignation, ResignJudged, resignation_judged
from companion.errors import InputError
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side
from companion.match.phases import Phase
from companion.match.terms import Strength
from companion.practice.view import ExerciseStage
from companion.record import match_from_entries, read_match
from companion.record.archive import listed
from companion.record.entries import Entry, Kind
from companion.record.exporting import export
from companion.record.facts import GameBegun, OfferAnswered, Offered, PointsWon
from companion.record.match import Accept, Match, Refuse, Resign
from companion.record.replaying import rules_of
from companion.record.scores import is_crawford, match_winner, points_needed
from tests.practice.against_engine import Opponents
from tests.practice.test_games_on_record import on_record
from tests.record.files.test_gnubg import as_gnubg_sees, needs_gnubg
from tests.states import backgammon

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def engine() -> Iterator[Evaluator]:
    with Builtin() as found:
        yield found


def follow(entries: Sequence[Entry], length: int) -> tuple[int, int]:
    """The score in the end, by a count of its own; what the rules of a match forbid has not happened on the way."""
    score, earlier, cube, owner, resigned = (0, 0), list[tuple[int, int]](), 1, None, None
    crawford = dropped = False
    for entry in entries:
        match entry.event, entry.facts:
            case Kind.START, GameBegun() as begun:
                crawford = is_crawford(length, score, earlier)
                earlier.append(score)
                cube, owner, resigned, dropped = 1, None, None, False
                assert (begun.score, begun.crawford, begun.game) == (score, crawford, len(earlier))
                assert match_winner(length, score) is None
            case Kind.DOUBLE, _:
                assert entry.side is not None
                needed = points_needed(length, score, entry.side)
                assert not crawford
                assert owner in (None, entry.side)
                assert needed is not None
                assert needed > cube, "a dead cube is left alone"
            case Kind.TAKE, _:
                cube, owner = 2 * cube, entry.side
            case Kind.DROP, _:
                dropped = True
            case Kind.RESIGN, Offered(result):
                resigned = result
            case Kind.GAME_OVER, PointsWon(points):
                counts = {cube} if dropped else {cube * int(resigned)} if resigned else {cube, 2 * cube, 3 * cube}
                assert points in counts
                light, dark = score
                score = (light + points, dark) if entry.side is Side.LIGHT else (light, dark + points)
            case Kind.MATCH_OVER, _:
                assert match_winner(length, score) is entry.side
                assert entry is entries[-1]
    return score


def faults(match: Match, engine: Evaluator) -> list[ResignJudged]:
    """What was wrong about resignations, as an analysis judges them."""
    found = []
    for asked in decisions(match):
        if isinstance(asked, JudgedResignation):
            situation, dice = asked.situation, asked.situation.state.dice
            ranking = None if dice is None else engine.ranking(situation, dice, ply=0).best
            chances = engine.cube(situation, ply=0).chances if ranking is None else ranking.chances
            found.append(resignation_judged(asked, chances, rules_of(match)))
    return [one for one in found if one.fault is not None]


RACE = ("6:3 5:3 4:2", "6:3 5:2 4:3", Side.LIGHT)
CONTACT = ("6:3 5:3 4:2 20:2", "6:3 5:3 4:2 20:2", Side.LIGHT)
LOST = ("2:3", "6:5 5:5", Side.DARK)
LOST_AS_GAMMON = ("2:3", "14:3 6:12", Side.DARK)


@pytest.mark.parametrize(("strength", "length"), [(Strength.ONLINE, 1), (Strength.BEGINNER, 3)])
def test_a_match_is_played_to_its_end(strength: Strength, length: int, engine: Evaluator, tmp_path: Path) -> None:
    """With a cube, where it is worth something."""
    match = Opponents(tmp_path, engine, f"{length}", late=[CONTACT, RACE])
    match.begin(strength, length=length)
    match.until()
    state = match.device.session.state
    assert state.phase is Phase.MATCH_OVER
    assert follow(match.entries, length) == state.record.score
    assert match_winner(length, state.record.score) is not None
    assert not [one for one in match.entries if one.event in (Kind.ILLEGAL, Kind.UNDO)]
    (header,) = match.device.journal.matches()
    record = match_from_entries(header, match.entries)
    assert [one for one in faults(record, match.engine) if one.side is Side.DARK] == []
    assert (header.length, header.rules) == (length, "tournament" if length > 1 else "tournament cube=false")
    assert listed(header, match.entries).finished
    match.close()


def test_where_it_resigns_and_the_person_plays_on_the_game_ends_as_it_had_offered(
    engine: Evaluator, tmp_path: Path
) -> None:
    match = Opponents(tmp_path, engine, "refusing", accepts=False, late=[LOST, LOST_AS_GAMMON])
    match.begin(Strength.BEGINNER, length=5)
    match.until()
    offers, offered, cube = list[Result](), 0, 1
    for entry in match.entries:
        match entry.event, entry.facts:
            case Kind.START, _:
                offered, cube = 0, 1
            case Kind.TAKE, _:
                cube *= 2
            case Kind.RESIGN, Offered(result):
                assert entry.side is Side.DARK
                offered = int(result)
                offers.append(result)
            case Kind.ANSWERED, OfferAnswered() as answered:
                assert not answered.accepted
            case Kind.GAME_OVER, PointsWon(points, score) if offered and score is not None:
                decided = score[0] - points + offered * cube >= 5  # a gammon would be worth no more
                assert entry.side is Side.LIGHT
                assert points == offered * cube or (decided and points > offered * cube)
    assert set(offers) == {Result.SINGLE, Result.GAMMON}
    match.close()


def test_it_goes_on_wherever_the_power_went(engine: Evaluator, tmp_path: Path) -> None:
    match = Opponents(tmp_path, engine, "power", late=[RACE, LOST])
    match.begin(Strength.ONLINE, length=3)
    seen = set[tuple[ExerciseStage, Phase]]()
    while True:
        stage = match.device.stage()
        before = backgammon(match.device.session.state)
        place = (stage, Phase.TRYING if before.phase is Phase.COMPLETE else before.phase)
        if place not in seen and before.phase not in (Phase.SETTING_UP, Phase.MATCH_OVER):
            seen.add(place)
            match.powered_off()
            assert on_record(backgammon(match.device.session.state))[1:] == on_record(before)[1:], place
            assert match.device.stage() is stage or stage is ExerciseStage.THINKING
        if stage is ExerciseStage.MATCH_OVER:
            break
        match.act()
    assert {phase for _, phase in seen} >= {
        Phase.MAY_DOUBLE, Phase.DOUBLED, Phase.TRYING, Phase.GAME_OVER, Phase.BETWEEN_GAMES,
    }  # fmt: skip
    assert ExerciseStage.RESIGNED in {stage for stage, _ in seen}
    assert len(match.device.journal.matches()) == 1
    assert follow(match.entries, 3) == match.device.session.state.record.score
    match.close()


def test_between_two_games_the_match_waits(engine: Evaluator, tmp_path: Path) -> None:
    match = Opponents(tmp_path, engine, "between")
    match.begin(Strength.BEST, length=3)
    match.until(ExerciseStage.ROLL, ExerciseStage.CUBE)
    match.resign(Result.SINGLE)
    for phase, again in ((Phase.GAME_OVER, match.powered_off), (Phase.BETWEEN_GAMES, lambda: resumed_by(match, 3))):
        assert match.device.session.state.phase is phase
        again()
        assert (match.device.session.number, match.device.session.state.phase) == (1, phase)
        assert match.device.session.state.record.score == (0, 1)
        match.device.press()
    assert match.device.session.state.record.game == 2
    match.close()


def test_between_two_games_for_money_nothing_waits(engine: Evaluator, tmp_path: Path) -> None:
    match = Opponents(tmp_path, engine, "between")
    match.begin(Strength.BEST)
    match.until(ExerciseStage.ROLL)
    match.resign(Result.SINGLE)
    resumed_by(match, 0)
    assert match.device.session.number == 2
    match.close()


def resumed_by(match: Opponents, length: int) -> None:
    match.device.practice.play(Strength.BEST, length=length, goes_on=True)


def test_practice_resumes_the_match_of_that_length_and_no_other(engine: Evaluator, tmp_path: Path) -> None:
    match = Opponents(tmp_path, engine, "length")
    match.begin(Strength.BEST, length=3)
    match.until(ExerciseStage.PLAY)
    for length, number in ((3, 1), (5, 2)):
        match.device.practice.play(Strength.BEST, length=length, goes_on=True)
        assert match.device.session.number == number
    match.close()


def test_its_length_is_chosen_from_the_command_line_within_limits(capsys: pytest.CaptureFixture[str]) -> None:
    from companion.cli import parser

    told = parser().parse_args(["practise", "game", "--length", "7"])
    assert told.length == 7
    for text in ("65", "-1", "seven"):
        with pytest.raises((SystemExit, InputError)):
            parser().parse_args(["practise", "game", "--length", text])
    capsys.readouterr()


@needs_gnubg
def test_gnu_backgammon_opens_the_match(engine: Evaluator, tmp_path: Path) -> None:
    """The person gives up each game after some turns."""
    match = Opponents(tmp_path / "data", engine, "gnubg")
    match.begin(Strength.BEGINNER, length=3)
    while match.until(ExerciseStage.ROLL, ExerciseStage.CUBE) is not ExerciseStage.MATCH_OVER:
        for _ in range(8):
            match.act()
        match.until(ExerciseStage.ROLL, ExerciseStage.CUBE)
        match.resign(Result.SINGLE)
    (header,) = match.device.journal.matches()
    record, out = match_from_entries(header, match.entries), tmp_path / "match.mat"
    export(record, match.entries, out)
    match.close()
    assert read_match(out).length == 3
    (seen,) = as_gnubg_sees([out], tmp_path)
    assert len(seen["games"]) == len(record.games) > 1
    for game, there in zip(record.games, seen["games"], strict=True):
        actions = [action for action in game.actions if not isinstance(action, Resign | Accept | Refuse)]
        assert len(there["actions"]) >= len(actions)
