from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from random import randrange

import pytest

from companion.coach.claims import claims
from companion.coach.cube_reasons import lead_percent, take_point, why_cube, why_take
from companion.coach.evaluation import Candidate, Chances, CubeAdvice, Doubling, PlayReason, Ranking, Stakes
from companion.coach.features import Features
from companion.coach.reasons import EVEN, why, why_not
from companion.coach.themes import THEMES, ErrorTheme, simply, theme_of
from companion.games.backgammon import RULE_SETS, START, Dice, Play, Position, RuleSet, legal_plays
from companion.games.rules import Side
from companion.texts import LONGEST, TEXTS, Language, blanks, sentence
from companion.texts.coach import WORDINGS
from tests.coach.oracle import cubes, rankings
from tests.coach.truth import EVERY_NAME, is_true
from tests.games.boards import board
from tests.texts.longest import longest, sayings

EVEN_CHANCES = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
MOST_WORDS = dict.fromkeys(Language, 14)


def ranked(position: Position, dice: str, *best_first: str) -> Ranking:
    """All legal plays: those named, each 0.02 worse than the one before, then the others, all 0.2 worse."""
    roll = Dice.from_text(dice)
    ends = {play.text(): (end, play) for end, play in legal_plays(position, roll).items()}
    order = [*best_first, *sorted(ends.keys() - set(best_first))]
    found = []
    for k, text in enumerate(order):
        end, play = ends[text]
        equity = 0.5 - 0.02 * min(k, len(best_first)) - 0.2 * (k >= len(best_first))
        found.append(Candidate(play, end, equity, Chances(0.5 + equity / 2, 0.1, 0.0, 0.1, 0.0)))
    return Ranking(position, roll, "fake", 0, tuple(found))


def random_rankings(number: int, seed: int, rules: RuleSet) -> Iterator[Ranking]:
    """Positions from random games, their plays valued at random: whatever is best, what is said of it is true."""
    draw = random.Random(seed)
    position = START
    while number:
        roll = Dice(draw.randint(1, 6), draw.randint(1, 6))
        plays = list(legal_plays(position, roll, rules).items())
        draw.shuffle(plays)
        values = sorted((draw.gauss(0, 0.1) for _ in plays), reverse=True)
        found = tuple(
            Candidate(play, end, value, Chances(0.5 + value / 2, 0.2 + value / 9, 0.0, 0.2, 0.0))
            for value, (end, play) in zip(values, plays, strict=True)
        )
        if draw.random() < 0.2:
            number -= 1
            yield Ranking(position, roll, "fake", 0, found)
        position = draw.choice(plays)[0]
        position = START if position.winner is not None else position


def test_the_first_point_to_make_is_named() -> None:
    reason = why(ranked(START, "31", "8/5 6/5"))
    assert sentence(reason.key, reason.values) == "Makes the 5-point and leaves no shot."
    assert reason.spots == (5,)
    assert theme_of(reason) is ErrorTheme.POINTS


def test_points_are_marked_where_dark_sees_them_and_counted_from_dark() -> None:
    reason = why(ranked(START.mirrored(), "31", "8/5 6/5"))
    assert (reason.values["point"], reason.spots) == ("5", (20,))


def test_a_play_that_leaves_more_shots_is_told_so() -> None:
    position = board("8:2 6:3", "23:1 22:2")  # Dark's checkers stand on Light's 2 and 3
    ranking = ranked(position, "21", "8/6 8/7")
    told = why_not(ranking, next(each for each in ranking.candidates if each.play.text() == "8/7 6/4"))
    assert is_true(told, ranking, next(each for each in ranking.candidates if each.play.text() == "8/7 6/4"))
    assert theme_of(told) is ErrorTheme.SAFETY


def test_shots_at_checkers_with_little_to_lose_are_not_the_reason() -> None:
    """Three threes: whoever splits the back checkers may be hit there by every roll, and hardly minds."""
    ranking = ranked(START, "33", "8/5(2) 6/3(2)", "24/21(2) 8/5(2)", "13/10(2) 6/3(2)")
    reason = why(ranking)
    assert (reason.key, reason.values, reason.spots) == ("coach.why.make-more", {"n": "2", "point": "5"}, (5, 3))
    split = Features.of(START, next(each.end for each in ranking.candidates if each.play.text() == "24/18 6/3(2)"))
    assert (split.shots, split.costly_shots < 36) == (36, True)


def test_a_hit_counts_wherever_the_opponents_home_is_hard_to_enter() -> None:
    position = board("20:1 13:2 6:5", "6:2 3:2 2:2 8:2 13:5")
    after = Features.of(position, next(iter(legal_plays(position, Dice(2, 1)))))
    assert after.costly_shots == after.shots > 0


def test_a_row_of_points_is_no_reason_while_bearing_off() -> None:
    position = board("6:2 5:4 4:1 3:2 2:2 1:3", "bar:2 13:4 6:3 5:3 4:3")
    held = {claim.name for end in legal_plays(position, Dice(6, 2)) for claim in claims(Features.of(position, end))}
    assert not held & {"prime", "keep-prime"}


def test_what_is_said_of_another_play_begins_with_the_best_one() -> None:
    """It follows on "8/5 6/5 is better.", and must not be read as being about that play."""
    whose = ("best play", "roll", "checker", "You are", "Both", "opponent", "This", "only legal", "No checker")
    keys = [key for key in WORDINGS if key.startswith("coach.not.")]
    texts = [text for key in keys for text in sayings(key, Language.ENGLISH)]
    assert [text for text in texts if not any(word in text for word in whose)] == []


def test_a_missed_hit_is_named() -> None:
    position = board("13:2 8:3 6:5", "20:1 1:2 6:5")  # a blot of Dark on Light's 5
    plays = [play.text() for play in legal_plays(position, Dice(3, 1)).values()]
    ranking = ranked(position, "31", *[text for text in plays if "*" in text])
    missing = next(candidate for candidate in ranking.candidates if "*" not in candidate.play.text())
    told = why_not(ranking, missing)
    assert sentence(told.key, told.values) == "The best play hits on the 5-point."
    assert theme_of(told) is ErrorTheme.HITTING


def test_a_point_that_makes_a_wall_of_five_is_told_as_the_wall() -> None:
    position = board("24:2 15:1 10:1 8:1 7:1 6:2 5:2 4:2 3:2", "2:3 3:3 4:4 5:2 6:2 bar:1")
    reason = why(ranked(position, "21", "15/13 8/7"))
    assert (reason.key, reason.values["n"]) == ("coach.why.prime", "5")


def test_where_nearly_every_roll_comes_in_nobody_is_said_to_stay_out() -> None:
    position = board("21:2 13:3 8:4 6:4 3:2", "bar:1 5:2 6:4 8:2 13:6")
    held = {claim.name for play in legal_plays(position, Dice(1, 5)) for claim in claims(Features.of(position, play))}
    assert "stay-out" not in held


def test_the_deepest_points_are_not_praised_before_safety() -> None:
    position = board("9:2 6:3 5:3 3:5 2:1 1:1", "1:1 2:3 3:2 4:3 5:2 6:2 21:2")
    assert why(ranked(position, "52", "6/1 3/1", "6/1 5/3")).key != "coach.why.make-home"


def test_a_forced_play_is_only_called_so() -> None:
    ranking = ranked(board("20:1", "16:2"), "65")
    assert why(ranking) == why_not(ranking, ranking.best) == PlayReason("coach.why.forced")
    stuck = replace(ranking.best, play=Play())
    assert why(replace(ranking, candidates=(stuck,))).key == "coach.why.no-move"


def test_plays_that_lose_next_to_nothing_are_called_equal() -> None:
    ranking = ranked(START, "31", "8/5 6/5")
    same = tuple(replace(each, equity=0.5 - 0.001 * min(k, 9)) for k, each in enumerate(ranking.candidates))
    ranking = replace(ranking, candidates=same)
    assert why(ranking).key == "coach.why.even"
    assert why_not(ranking, same[1]).key == "coach.not.even"
    assert why_not(ranking, same[0]).key == "coach.not.best"


@pytest.mark.slow
def test_gammons_are_not_spoken_of_where_they_do_not_count() -> None:
    for rules in (RULE_SETS["djeco"], RULE_SETS["box-leaflet"]):
        told = {why(ranking, rules).key for ranking in rankings()[randrange(4) : 120 : 4]}
        assert not any("gammon" in key for key in told)


@cache
def oracle_reasons() -> tuple[tuple[PlayReason, Ranking, Candidate | None], ...]:
    found: list[tuple[PlayReason, Ranking, Candidate | None]] = []
    for ranking in rankings()[randrange(40) :: 40]:
        found.append((why(ranking), ranking, None))
        found += [(why_not(ranking, other), ranking, other) for other in ranking.candidates[1:3]]
    return tuple(found)


@pytest.mark.slow
def test_every_reason_given_for_the_reference_decisions_is_true() -> None:
    assert [told for told, ranking, other in oracle_reasons() if not is_true(told, ranking, other)] == []


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "seed"), [(rules, k) for k, rules in enumerate(RULE_SETS.values())])
def test_every_reason_is_true_whatever_the_values_and_the_rules(rules: RuleSet, seed: int) -> None:
    for ranking in random_rankings(6, seed, rules):
        told = why(ranking, rules)
        assert is_true(told, ranking, None, rules), (told, ranking.position, ranking.dice, seed)
        for other in ranking.candidates[:3]:
            against = why_not(ranking, other, rules)
            assert is_true(against, ranking, other, rules), (against, ranking.position, ranking.dice, other, seed)


@pytest.mark.slow
def test_everything_that_can_be_claimed_comes_up_and_has_its_texts() -> None:
    closed_out = ranked(board("9:2 6:2 5:2 4:2 3:2 2:2 1:2", "bar:1 6:3"), "21", "9/6")
    told_of_the_evaluation = {"gammons", "gammons-saved"}
    pairs = {"hit-safe", "hit-shots", "make-safe", "make-shots"}
    wanted, seen = THEMES.keys() - pairs - told_of_the_evaluation, set[str]()
    for ranking in chain([closed_out], random_rankings(400, 11, RULE_SETS["tournament"])):
        for other in ranking.candidates[:6]:
            seen.update(claim.name for claim in claims(Features.of(ranking.position, other.end)))
        if seen == wanted:
            break
    assert seen == wanted
    assert {f"coach.why.{name}" for name in (*seen, *pairs)} <= WORDINGS.keys()
    assert {f"coach.not.{name}" for name in seen} <= WORDINGS.keys()


@pytest.mark.slow
def test_the_evaluation_alone_is_the_last_resort() -> None:
    resort = ("games", "gammons", "gammons-saved", "unclear")
    told = Counter(reason.key.rpartition(".")[2] in resort for reason, _, _ in oracle_reasons())
    assert told[True] < 0.25 * told.total()


def test_a_reason_has_its_text_in_every_language_and_register() -> None:
    for reason, _, _ in oracle_reasons():
        for language in Language:
            for each in (reason, simply(reason)):
                for numbers in (True, False):
                    said = sentence(each.key, each.values, language=language, point_numbers=numbers)
                    assert len(said.split()) <= MOST_WORDS[language], said


@pytest.mark.parametrize("language", Language)
def test_what_the_coach_says_is_short(language: Language) -> None:
    said = {text for key in WORDINGS for text in sayings(key, language)}
    assert {text for text in said if len(text.split()) > MOST_WORDS[language]} == set()
    assert {text for key in WORDINGS if len(text := longest(key, language)) > LONGEST} == set()


def test_every_text_comes_in_simple_words_too_and_needs_no_other_values() -> None:
    usual = {key for key in WORDINGS if not key.endswith(".simple")}
    assert {f"{key}.simple" for key in usual} == WORDINGS.keys() - usual
    for key in usual:
        given = frozenset.union(*(blanks(wording) for wording in TEXTS[key])) - {"point"}
        if not key.startswith("coach.cube"):  # whose most telling wordings have a number that may be missing
            assert blanks(TEXTS[f"{key}.simple"][-1]) <= given


def test_simple_words_name_no_number_of_a_point_and_no_share_of_36() -> None:
    for key in ("coach.why.hit.simple", "coach.why.shots.simple", "coach.not.shots.simple", "coach.why.safe.simple"):
        assert not any("36" in text or "{point}" in text for text in map(str, TEXTS[key]))


def test_every_reason_can_be_checked_and_belongs_to_a_theme() -> None:
    names = {key.split(".")[2] for key in WORDINGS if key.startswith(("coach.why.", "coach.not."))}
    assert names == EVERY_NAME
    from_the_evaluation = {"games", "unclear", "even", "best", "forced", "no-move"}
    assert names - from_the_evaluation == THEMES.keys()


@pytest.mark.parametrize("theme", ErrorTheme)
def test_every_theme_has_one_thing_to_try(theme: ErrorTheme) -> None:
    assert sentence(theme.advice.key)
    assert sentence(simply(theme.advice).key)


# --- the cube ---------------------------------------------------------------------------------------


def test_what_is_said_of_the_cube_agrees_with_the_advice() -> None:
    keys: Counter[str] = Counter()
    for position, advice, length in cubes():
        told, answer = why_cube(advice, position), why_take(advice, Stakes(length=length))
        keys.update((told.key, answer.key))
        assert theme_of(told) is theme_of(answer) is ErrorTheme.CUBE
        assert sentence(told.key, told.values)
        assert sentence(answer.key, answer.values)
        name = told.key.removeprefix("coach.cube.")
        assert (name == "not-allowed") is (advice.doubling is Doubling.NOT_ALLOWED)
        assert (name == "too-good") is (advice.doubling is Doubling.TOO_GOOD)
        if name in ("double", "cash", "race"):
            assert advice.doubled > advice.no_double
        if name in ("cash", "double"):
            assert advice.takes is (name == "double")
        if name in ("wait", "race-wait"):
            assert advice.doubled <= advice.no_double
        if name.startswith("race"):
            own, other = position.pip_count(Side.LIGHT), position.pip_count(Side.DARK)
            assert told.values["n"] == str(round(100 * (other - own) / own))
        if "m" in answer.values:
            wins = int(answer.values["n"])
            assert (wins > int(answer.values["m"])) is advice.takes is answer.key.endswith("take")
        if not answer.key.endswith("take-or-drop"):
            assert int(answer.values["n"]) == round(100 * (1 - advice.chances.win))
    assert len(keys) >= 9


def test_a_take_needs_a_fifth_of_the_games_or_more_where_gammons_threaten() -> None:
    without, with_gammons = Chances(0.25, 0, 0, 0, 0), Chances(0.25, 0, 0, 0.2, 0)
    assert take_point(without) == pytest.approx(0.5 / 2.34)
    assert take_point(with_gammons) > take_point(without)


def test_even_acts_are_called_even() -> None:
    advice = CubeAdvice("fake", 0, 0.5, 0.505, 1.0, EVEN_CHANCES)
    assert why_cube(advice).key == "coach.cube.even"
    assert why_take(replace(advice, double_take=1.0 - EVEN / 2)).key == "coach.cube.take-or-drop"


def test_the_lead_is_a_share_of_the_leaders_pips() -> None:
    assert lead_percent(board("6:10 5:8 4:5", "6:5 5:5 4:5")) is not None
    assert lead_percent(board("6:5 5:5", "6:5 5:7")) == round(100 * 10 / 55)
    assert lead_percent(START) is None
