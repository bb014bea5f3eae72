"""The director's PIN: kept as a slow hash, taken in plain digits and as earlier releases wrote it too."""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path

import pytest

from companion.settings.director_lock import is_locked, is_outdated, is_pin, is_stored, opens, stored
from companion.settings.file import SettingsFile
from companion.settings.reading import load_settings

SALT = bytes(range(16))
BEFORE = f"scrypt${SALT.hex()}${hashlib.scrypt(b'2468', salt=SALT, n=2**12, r=8, p=1, dklen=32).hex()}"
"""As releases up to 0.5 wrote it."""


def test_a_pin_is_kept_as_a_salted_hash_from_which_it_cannot_be_read() -> None:
    kept = stored("2468", SALT)
    assert "2468" not in kept
    assert kept != stored("2468", bytes(16))
    assert is_stored(kept)
    assert opens(kept, "2468")
    assert not opens(kept, "2469")
    assert not opens(kept, kept)


def test_digits_written_by_hand_are_a_pin_too() -> None:
    assert is_stored("2468")
    assert opens("2468", "2468")
    assert not opens("2468", "8642")


def test_a_pin_has_four_to_eight_digits() -> None:
    assert [text for text in ("123", "1234", "12345678", "123456789", "12a4", "١٢٣٤", "") if is_pin(text)] == [
        "1234", "12345678",
    ]  # fmt: skip


def test_rule_set_mode_sound_live_page_and_release_are_locked_and_nothing_else() -> None:
    locked = ["match.rules", "match.mode", "sound.voice", "sound.volume", "live.on", "live.delay_turns",
              "device.update", "device.back"]  # fmt: skip
    free = ["match.length", "soundless", "screen.theme", "lively", "light.numbers", "device.restart"]
    assert [key for key in (*locked, *free) if is_locked(key)] == locked


def test_the_hash_is_scrypt_with_the_cost_that_it_names() -> None:
    slow = hashlib.scrypt(b"2468", salt=SALT, n=2**14, r=8, p=1, maxmem=2**26, dklen=32)
    assert stored("2468", SALT) == f"scrypt$14${SALT.hex()}${slow.hex()}"


def test_a_pin_of_an_earlier_release_still_opens_and_is_outdated() -> None:
    assert is_stored(BEFORE)
    assert opens(BEFORE, "2468")
    assert not opens(BEFORE, "2469")
    assert [is_outdated(kept) for kept in (BEFORE, "2468", stored("2468", SALT), "")] == [True, True, False, False]


@pytest.mark.parametrize("cost", ["1", "13", "15", "31", "-1", "14 "])
def test_no_other_cost_is_accepted_from_a_file(cost: str) -> None:
    assert not is_stored(stored("2468", SALT).replace("$14$", f"${cost}$"))


def test_plain_digits_leave_the_file_when_the_companion_starts(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('# ours\n[director]\npin = "2468"  # ask Ann\n', encoding="utf-8")
    book = SettingsFile(load_settings(file), file)
    book.hide_pin()
    assert "2468" not in file.read_text(encoding="utf-8")
    assert "# ours" in file.read_text(encoding="utf-8")
    kept = load_settings(file).director.pin
    assert opens(kept, "2468")
    book.hide_pin()
    assert load_settings(file).director.pin == kept


def test_a_hash_of_an_earlier_release_is_replaced_when_its_pin_was_typed(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f'[director]\npin = "{BEFORE}"\n', encoding="utf-8")
    book = SettingsFile(load_settings(file), file)
    book.hide_pin()
    assert load_settings(file).director.pin == BEFORE
    book.renew_pin("2468")
    assert load_settings(file).director.pin.startswith("scrypt$14$")
    assert opens(load_settings(file).director.pin, "2468")


def test_a_card_that_cannot_be_written_to_keeps_nobody_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[director]\npin = "2468"\n', encoding="utf-8")
    book = SettingsFile(load_settings(file), tmp_path / "settings.toml" / "not a folder")
    with caplog.at_level(logging.CRITICAL):
        book.hide_pin()
    assert opens(book.now().director.pin, "2468")
