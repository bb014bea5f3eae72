"""Settings: every key has a default, and what cannot be used is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import InputError
from companion.games.rules import Side
from companion.match.state import DiceSource, EndOfTurn
from companion.record import Mode
from companion.settings.reading import changed, load_settings
from companion.settings.tree import Settings, terms_of


def settings(tmp_path: Path, text: str) -> Settings:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return load_settings(path)


def test_without_a_file_everything_has_its_default() -> None:
    assert load_settings(None).match.rules == "tournament"
    assert load_settings(None).table.dice is DiceSource.BOTH


@pytest.mark.parametrize(
    ("dice", "ends"), [("camera", EndOfTurn.LIFTED), ("electronic", EndOfTurn.BUTTON), ("both", EndOfTurn.LIFTED)]
)
def test_dice_that_lie_on_the_board_end_a_turn_by_being_lifted(tmp_path: Path, dice: str, ends: EndOfTurn) -> None:
    assert terms_of(settings(tmp_path, f"[table]\ndice = '{dice}'"), asks=True).end_of_turn is ends
    told = settings(tmp_path, f"[table]\ndice = '{dice}'\nend_of_turn = 'still'")
    assert terms_of(told, asks=True).end_of_turn is EndOfTurn.STILL


@pytest.mark.parametrize("dice", ["camera", "electronic", "both"])
def test_where_the_rules_say_clock_or_button_lifting_the_dice_ends_no_turn(tmp_path: Path, dice: str) -> None:
    pressed = f"[match]\nrules = 'tournament turn_ends=clock-or-button'\n[table]\ndice = '{dice}'\n"
    assert terms_of(settings(tmp_path, pressed), asks=True).end_of_turn is EndOfTurn.BUTTON
    lifted = settings(tmp_path, pressed + "end_of_turn = 'lifted'")
    assert terms_of(lifted, asks=True).end_of_turn is EndOfTurn.LIFTED, "what is set by hand goes before the rules"


def test_how_a_match_is_attended_is_a_setting(tmp_path: Path) -> None:
    told = settings(
        tmp_path,
        "[match]\nmode = 'recorded'\nclock = true\n[table]\npatience_s = 5\nidle_s = 0\n[pictures]\nkeep = false",
    )
    terms = terms_of(told, asks=True)
    assert (terms.mode, terms.clock, terms.patience_s) == (Mode.RECORDED, True, 5.0)
    assert terms.idle_s > 24 * 3600, "no time is too long"
    assert told.pictures.keep is False


def test_a_file_changes_what_it_names(tmp_path: Path) -> None:
    changed = settings(
        tmp_path,
        """
        data_dir = "/var/lib/companion"
        [match]
        light = "Ann"
        length = 7
        [table]
        end_of_turn = "still"
        dice = "camera"
        """,
    )
    assert changed.data_dir == Path("/var/lib/companion")
    assert (changed.match.light, changed.match.dark, changed.match.length) == ("Ann", "Dark", 7)
    assert changed.table.dice is DiceSource.CAMERA
    terms = terms_of(changed, asks=True)
    assert terms.names == ("Ann", "Dark")
    assert terms.end_of_turn is EndOfTurn.STILL


def test_the_command_line_goes_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('data_dir = "/var/lib/companion"', encoding="utf-8")
    assert load_settings(path, data_dir=tmp_path).data_dir == tmp_path


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[buton]\npin = 3", "unknown key 'buton'; expected button"),
        ("[button]\npyn = 3", "unknown key 'button.pyn'; expected button.pin"),
        ("[match]\nlength = 'seven'", "'match.length' is 'seven', expected a whole number"),
        ("[match]\nlength = true", "'match.length' is True, expected a whole number"),
        ("[match]\nlength = -1", "'match.length' is -1, expected a number from 0 to 64"),
        ("[table]\ndice = 'loaded'", "'table.dice' is 'loaded', expected one of camera, electronic, both"),
        ("match = 3", "'match' is 3, expected a table [match]"),
        ("[button]\npin = 28", "'button.pin' is 28, expected the number of a free pin, 2 to 27, or 0 = none"),
        ("[lamps]\nsecond_pin = 1", "'lamps.second_pin' is 1, expected the number of a free pin"),
        ("[lamps]\npin = 17", "'lamps.pin' is 17, which is 'button.pin' already, expected another pin"),
        ("[lamps]\npin = 5\n[buzzer]\npin = 5", "'buzzer.pin' is 5, which is 'lamps.pin' already"),
        ("[sound]\nvolume = 60", "'sound.volume' is 60, expected a number from 0 to 1"),
        ("[sound]\nspeed = 5", "'sound.speed' is 5, expected words a minute, 80 to 450"),
        ('[match]\nlight = "Ann\\nBen"', "'match.light' is 'Ann\\nBen', expected one line of text"),
        ('[match]\nevent = "\\u202eCup"', "'match.event' is '\\u202eCup', expected one line of text"),
        ("[director]\npin = 'secret'", "'director.pin' is 'secret', expected 4 to 8 digits"),
        ("[match", "is not TOML"),
    ],
)
def test_what_cannot_be_used_is_named_with_what_was_expected(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        settings(tmp_path, text)
    assert sentence in str(caught.value)
    assert "settings.toml" in str(caught.value)


def test_what_only_earlier_versions_knew_has_no_effect_and_is_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    text = "[referee]\ncertain = 4\n[match]\nlength = 7\n[table]\nsame_place = 0.05\nidle_s = 60"
    assert settings(tmp_path, text) == changed(Settings(), {"match.length": 7, "table.idle_s": 60.0})
    file = tmp_path / "settings.toml"
    for key, record in zip(("referee", "table.same_place"), caplog.records, strict=True):
        assert record.getMessage().startswith(f"settings {file}: {key!r} has no effect any more")
    caplog.clear()


def test_any_device_may_be_absent_and_the_button_may_lie_elsewhere(tmp_path: Path) -> None:
    told = settings(tmp_path, "[button]\npin = 0\n[lamps]\npin = 17\n[sound]\nvolume = 1")
    assert (told.button.pin, told.button.second_pin, told.lamps.pin, told.buzzer.pin) == (0, 0, 17, 0)
    assert told.sound.volume == 1.0


def test_a_missing_file_is_named() -> None:
    with pytest.raises(InputError, match=r"nowhere\.toml: cannot be read"):
        load_settings(Path("nowhere.toml"))


def test_an_unknown_rule_set_is_named_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="rule set 'chess': expected one of"):
        terms_of(settings(tmp_path, "[match]\nrules = 'chess'"), asks=False)


def test_a_file_of_rules_is_looked_for_beside_the_settings(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('base = "tactic"\nhome_size = 7', encoding="utf-8")
    told = settings(tmp_path, '[match]\nrules = "club.toml"\nyounger = "dark"')
    assert terms_of(told, asks=True).rules.rules.text() == "tactic home_size=7"
    assert terms_of(told, asks=True).younger is Side.DARK


def test_what_no_file_could_say_cannot_be_set_on_the_screen() -> None:
    for key, value in (("match.light", "Ann\n"), ("button.pin", 99), ("director.pin", "12"), ("sound.volume", 3)):
        with pytest.raises(InputError, match=key):
            changed(Settings(), {key: value})
