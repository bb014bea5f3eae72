"""The five rule sets, their text form and files of one's own."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games.backgammon import RULE_SETS, STANDARD, Dice, RuleSet, legal_plays
from companion.games.backgammon.choices import (
    Colours,
    DiceInRoll,
    Direction,
    IllegalPlay,
    MatchCounts,
    Numbering,
    Opening,
    PrematureRoll,
    ToldChoice,
    WhoseDice,
)
from companion.games.backgammon.generator import ends
from companion.games.backgammon.ruleset import FIELDS
from companion.games.catalogue import BACKGAMMON, rules_named
from companion.record import Match
from companion.record.replaying import rules_of
from companion.settings.reading import load_settings
from companion.settings.tree import terms_of
from tests.games.boards import board, oracle_lines

SAME_PLAYS: Final = ("tournament", "tactic", "djeco", "gamez")


def fields_unlike(name: str, other: str = "tournament") -> set[str]:
    values, others = RULE_SETS[name].values(), RULE_SETS[other].values()
    return {field for field, value in values.items() if value != others[field]}


# --- the five sets -----------------------------------------------------------------------------------


def test_there_are_five_rule_sets_and_tournament_is_the_usual_one() -> None:
    assert set(RULE_SETS) == {"tournament", "tactic", "djeco", "box-leaflet", "gamez"}
    assert STANDARD is RULE_SETS["tournament"]


def test_tactic_plays_as_tournaments_without_the_crawford_game_and_says_which_way_white_goes() -> None:
    rules = RULE_SETS["tactic"]
    assert fields_unlike("tactic") == {"crawford", "colours", "direction"}
    assert (rules.colours, rules.direction) == (Colours.WHITE_BLACK, Direction.ANTICLOCKWISE)
    assert rules.cube_limit == 0


def test_djeco_counts_games_and_knows_no_cube_no_gammon_and_no_bar() -> None:
    rules = RULE_SETS["djeco"]
    assert fields_unlike("djeco", "tactic") == {
        "cube", "gammon", "backgammon", "match_counts", "has_bar", "colours", "direction", "numbering",
    }  # fmt: skip
    assert rules.match_counts is MatchCounts.GAMES
    assert (rules.colours, rules.numbering) == (Colours.WHITE_ORANGE, Numbering.DARK_PATH)


def test_the_box_leaflet_lets_the_younger_start_throws_one_die_twice_and_has_twelve_points_at_home() -> None:
    rules = RULE_SETS["box-leaflet"]
    assert fields_unlike("box-leaflet", "tactic") == {
        "opening", "dice", "larger_number", "home_size", "cube", "gammon", "backgammon", "match_counts", "direction",
    }  # fmt: skip
    assert (rules.opening, rules.dice) == (Opening.YOUNGER, DiceInRoll.ONE_TWICE)
    assert (rules.home_size, rules.both_numbers, rules.larger_number) == (12, True, False)


def test_gamez_doubles_the_stake_on_a_tied_opening_and_its_cube_begins_at_one() -> None:
    rules = RULE_SETS["gamez"]
    assert fields_unlike("gamez", "tactic") == {
        "automatic_doubles", "whose_dice", "cube_starts_at", "colours", "direction",
    }  # fmt: skip
    assert (rules.automatic_doubles, rules.cube_starts_at, rules.whose_dice) == (6, 1, WhoseDice.OWN)


def test_tournament_takes_the_first_choice_of_every_matter_of_conduct() -> None:
    assert STANDARD.illegal_play is IllegalPlay.LEGAL_MOVES
    assert STANDARD.told is ToldChoice.AT_ONCE
    assert STANDARD.premature_roll is PrematureRoll.STANDS
    assert STANDARD.crawford
    assert not any((STANDARD.jacoby, STANDARD.beavers, STANDARD.raccoons, STANDARD.holland, STANDARD.automatic_doubles))
    assert (STANDARD.delay_s, STANDARD.reserve_per_point_s, STANDARD.reserve_less_per_point_scored_s) == (12, 120, 60)


def test_options_are_off_unless_a_set_says_otherwise() -> None:
    for rules in RULE_SETS.values():
        assert not any((rules.jacoby, rules.beavers, rules.raccoons, rules.holland, rules.cube_limit)), rules.name


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_says_what_it_is_and_where_it_comes_from(name: str) -> None:
    field = FIELDS[name]
    assert field.says.endswith(".")
    assert len(field.source) > 10
    assert field.may_be(field.default)
    assert field.default == getattr(RULE_SETS["tournament"], name) or name == "crawford"


# --- legal plays under the sets that do not change them ----------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", SAME_PLAYS)
@pytest.mark.parametrize(("file", "every"), [("legal_moves", 100), ("legal_patho", 25)])
def test_four_of_the_sets_have_the_legal_plays_of_the_reference(name: str, file: str, every: int) -> None:
    wrong = []
    for line in oracle_lines(f"{file}.jsonl.gz")[::every]:
        row: dict[str, Any] = json.loads(line)
        known = {tuple(move["result"]) for move in row["moves"]} or {tuple(row["board"])}
        first, second = row["dice"]
        if set(ends(tuple(row["board"]), first, second, RULE_SETS[name])) != known:
            wrong.append(row["id"])
    assert wrong == []


# --- bearing off from a home of twelve points --------------------------------------------------------


def plays(light: str, roll: str, *, dark: str = "1:15") -> set[str]:
    box = RULE_SETS["box-leaflet"]
    return {play.text() for play in legal_plays(board(light, dark), Dice.from_text(roll), box).values()}


def test_a_number_bears_off_from_its_own_point_however_far_back_others_stand_at_home() -> None:
    assert plays("12:1 6:1", "61") == {"12/5", "12/11 6/off"}


def test_no_number_bears_off_from_beyond_its_own_distance() -> None:
    assert plays("12:1 11:1", "65") == {"12/1", "12/6 11/6", "12/7 11/5", "11/off"}


def test_a_larger_number_bears_off_no_lower_checker_while_one_stands_farther_back() -> None:
    assert plays("8:1 3:1", "65") == {"8/2 3/off", "8/off"}


def test_a_larger_number_bears_off_the_farthest_checker() -> None:
    assert plays("4:1 3:1", "65") == {"4/off 3/off"}


def test_nothing_is_borne_off_while_a_checker_stands_on_the_thirteenth_point() -> None:
    assert plays("13:1 6:1", "61", dark="2:15") == {"13/6", "13/7 6/5", "13/12 6/off"}


def test_a_checker_that_was_hit_comes_home_before_bearing_off_goes_on() -> None:
    assert plays("bar:1 6:1", "61", dark="12:2") == {"bar/18", "bar/19 6/5"}


def test_a_double_thrown_with_one_die_bears_off_as_often_as_it_can() -> None:
    assert plays("10:1 5:1", "55") == {"10/off 5/off"}


# --- the text form -----------------------------------------------------------------------------------


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Any rule set whose values go together."""
    rules = draw(st.sampled_from(list(RULE_SETS.values())))
    numbers = {"home_size": range(1, 25), "cube_starts_at": (1, 64), "automatic_doubles": range(7)}
    for name in draw(st.lists(st.sampled_from(list(FIELDS)), max_size=6)):
        field = FIELDS[name]
        choices: Any = field.kind
        if field.kind in (bool, int):
            choices = (False, True) if field.kind is bool else numbers.get(name, (0, 2, 8, 64, 200))
        value = draw(st.sampled_from(list(choices)))
        try:
            rules = rules.changed({name: value})
        except InputError:
            continue  # it contradicts another one
    return rules


@given(rules=rule_sets())
def test_a_rule_set_is_read_back_from_its_text(rules: RuleSet) -> None:
    assert RuleSet.from_text(rules.text()) == rules


@pytest.mark.slow
@given(rules=rule_sets())
def test_a_rule_set_is_read_back_from_toml(rules: RuleSet) -> None:
    changes = {name: json.dumps(FIELDS[name].plain(value)) for name, value in rules.changes().items()}
    lines = [f'base = "{rules.name}"', *(f"{name} = {value}" for name, value in changes.items())]
    assert RuleSet.from_toml("\n".join(lines)) == rules


def test_the_text_names_only_what_differs_from_the_set_it_began_from() -> None:
    assert RuleSet.from_text("tournament").text() == "tournament"
    assert RuleSet.from_text("tournament crawford=true jacoby=true").text() == "tournament jacoby=true"
    assert RuleSet.from_text(" djeco   has_bar=true told=silent ").text() == "djeco has_bar=true told=silent"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "rule set '': expected one of tournament, tactic, djeco, box-leaflet, gamez"),
        ("chess", "rule set 'chess': expected one of tournament, tactic"),
        ("tournament jacobi=true", "rules 'tournament jacobi=true': there is no field 'jacobi'; nearest are jacoby"),
        ("tournament name=tactic", "there is no field 'name'"),
        ("tournament jacoby", "'jacoby' is no change such as jacoby=true"),
        ("tournament jacoby=yes", "jacoby is 'yes', expected true or false"),
        ("tournament jacoby=true jacoby=false", "jacoby is given twice"),
        ("tournament home_size=six", "home_size is 'six', expected a whole number from 0 to 1000000"),
        ("tournament home_size=-6", "home_size is '-6', expected a whole number"),
        ("tournament home_size=٦", "home_size is '٦', expected a whole number"),
        ("tournament told=never", "told is 'never', expected one of at-once, on-request, silent"),
        ("tournament delay_s=" + "9" * 5000, "expected a whole number from 0 to 1000000"),
    ],
)
def test_a_text_that_is_no_rule_set_is_named_with_what_was_expected(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        RuleSet.from_text(text)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("tournament home_size=0", "home_size is 0, expected 1 to 24 points"),
        ("tournament home_size=25", "home_size is 25, expected 1 to 24 points"),
        ("tournament cube_starts_at=2", "cube_starts_at is 2, expected 1 or 64"),
        ("tournament cube_limit=12", "cube_limit is 12, expected 0 for none, or 2, 4, 8 and so on"),
        ("tournament cube_limit=1", "cube_limit is 1, expected"),
        ("tournament automatic_doubles=7", "automatic_doubles is 7, expected 0 to 6"),
        ("gamez cube_limit=8", "automatic_doubles=6 would turn the cube beyond cube_limit=8"),
        ("gamez opening=younger", "opening=younger has none"),
        ("djeco automatic_doubles=1", "automatic_doubles is set, and cube=false leaves no cube to turn"),
        ("djeco jacoby=true", "jacoby is set, and cube=false"),
        ("djeco beavers=true", "beavers is set, and cube=false"),
        ("tournament raccoons=true", "raccoons=true answers a beaver, and beavers=false allows none"),
        ("tactic holland=true", "crawford=false has none"),
        ("djeco backgammon=true", "gammon=false has none"),
        ("tournament illegal_play=responsible-moves", "told=at-once tells them"),
        ("tournament reserve_per_point_s=60", "nothing would be left late on"),
    ],
)
def test_values_that_contradict_each_other_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        RuleSet.from_text(text)
    assert sentence in str(caught.value)
    assert text in str(caught.value)


def test_a_rule_set_made_in_code_is_checked_as_well() -> None:
    with pytest.raises(InputError, match="rule set 'club': expected one of"):
        RuleSet(name="club")
    with pytest.raises(InputError, match="home_size is -1, expected a whole number"):
        RuleSet(name="tournament", home_size=-1)


@pytest.mark.slow
@given(text=st.one_of(st.text(), st.from_regex(r"(tactic|djeco)( (jacoby|home_size|told|x)=?[a-z0-9-]{0,9}){0,3}")))
def test_any_text_is_a_rule_set_or_is_refused(text: str) -> None:
    for read in (RuleSet.from_text, RuleSet.from_toml):
        with suppress(InputError):
            rules = read(text)
            assert RuleSet.from_text(rules.text()) == rules


# --- files of one's own ------------------------------------------------------------------------------


def test_a_file_names_its_base_and_the_fields_that_differ() -> None:
    rules = RuleSet.from_toml('base = "djeco"\nhas_bar = true\nhome_size = 12\nnumbering = "own-side"')
    assert rules.text() == "djeco home_size=12 has_bar=true numbering=own-side"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("jacoby = true", "base is missing, expected one of tournament"),
        ('base = "chess"', "base 'chess': expected one of tournament"),
        ("base = 3", "base 3: expected one of"),
        ('base = "tactic"\nhome_sise = 6', "there is no field 'home_sise'; nearest are home_size"),
        ('base = "tactic"\n[jacoby]\nvalue = true', "jacoby is {'value': True}, expected true or false"),
        ('base = "tactic"\njacoby = "true"', "jacoby is 'true', expected true or false"),
        ('base = "tactic"\njacoby = 1', "jacoby is 1, expected true or false"),
        ('base = "tactic"\nhome_size = true', "home_size is True, expected a whole number"),
        ('base = "tactic"\nhome_size = 6.0', "home_size is 6.0, expected a whole number"),
        ('base = "tactic"\ntold = ["silent"]', "told is ['silent'], expected one of"),
        ('base = "tactic"\nraccoons = true', "raccoons=true answers a beaver"),
        ('base = "tactic', "is not TOML"),
        ('base = "tactic"\ndelay_s = ' + "9" * 5000, "is not TOML"),
        ("x = " + "[" * 50_000, "expected"),
    ],
)
def test_a_file_that_is_no_rule_set_is_named_with_the_field_and_what_was_expected(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        RuleSet.from_toml(text, file="club.toml")
    assert str(caught.value).startswith("rules club.toml: ")
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 300


# --- where rules are named ---------------------------------------------------------------------------


def test_rules_are_named_by_a_set_a_text_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "our club.toml"
    file.write_text('base = "tactic"\njacoby = true\n', encoding="utf-8")
    assert rules_named("djeco") is BACKGAMMON["djeco"]
    assert rules_named("tactic jacoby=true") == rules_named(str(file))


def test_a_file_of_rules_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b'base = "tactic" # \xe9')
    with pytest.raises(InputError, match=r"latin\.toml: is not TOML"):
        rules_named(str(tmp_path / "latin.toml"))
    for name in ("absent.toml", "a\0b.toml", "~nobody-of-that-name/a.toml"):
        with pytest.raises(InputError, match="cannot be read"):
            rules_named(name)


def test_the_settings_take_a_text_or_a_file(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('base = "tactic"\njacoby = true\n', encoding="utf-8")
    for name in ("tactic jacoby=true", str(tmp_path / "club.toml")):
        file = tmp_path / "settings.toml"
        file.write_text(f"[match]\nrules = {json.dumps(name)}\n", encoding="utf-8")
        assert terms_of(load_settings(file), asks=False).rules.rules.text() == "tactic jacoby=true"


def test_a_line_that_only_earlier_versions_knew_has_no_effect_and_is_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "club.toml").write_text('base = "tactic"\naids = "any"\njacoby = true\n', encoding="utf-8")
    for name in ("tactic aids=any jacoby=true", str(tmp_path / "club.toml")):
        assert rules_named(name).rules.text() == "tactic jacoby=true"
        (record,) = caplog.records
        assert name in record.getMessage()
        assert "'aids' has no effect any more (the mode of a match says" in record.getMessage()
        caplog.clear()


def test_what_was_played_by_rules_with_lines_of_earlier_versions_is_read_in_silence(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert (
        rules_of(Match(rules="tournament jacoby=true wrong_start_until=4 aids=any")).text() == "tournament jacoby=true"
    )
    assert caplog.records == []


def test_a_match_is_judged_by_the_rules_it_was_played_under() -> None:
    assert rules_of(Match(rules="tactic jacoby=true")).jacoby
    with pytest.raises(InputError, match="there is no field 'jacobi'"):
        rules_of(Match(rules="tactic jacobi=true"))
