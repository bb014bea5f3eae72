"""The director's PIN: kept as a hash, taken in plain digits too, and guessed at a price."""

from __future__ import annotations

from companion.settings.director_lock import Guard, is_locked, is_pin, is_stored, opens, stored

SALT = bytes(range(16))


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


def test_rule_set_mode_sound_and_live_page_are_locked_and_nothing_else() -> None:
    locked = ["match.rules", "match.mode", "sound.voice", "sound.volume", "live.on", "live.delay_turns"]
    free = ["match.length", "soundless", "screen.theme", "lively", "light.numbers"]
    assert [key for key in (*locked, *free) if is_locked(key)] == locked


def test_three_wrong_pins_cost_half_a_minute_in_which_even_the_right_one_is_not_taken() -> None:
    guard, kept = Guard(), "2468"
    assert [guard.admits(kept, "0000", now_s) for now_s in (1.0, 2.0, 3.0)] == [False] * 3
    assert guard.waits_s(3.0) == 30.0
    assert not guard.admits(kept, "2468", 32.9)
    assert guard.admits(kept, "2468", 33.0)


def test_a_right_pin_forgives_the_wrong_ones() -> None:
    guard, kept = Guard(), "2468"
    for _ in range(5):
        guard.admits(kept, "0000", 0.0)
        guard.admits(kept, "0000", 0.0)
        assert guard.admits(kept, "2468", 0.0)
