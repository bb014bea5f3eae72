"""The loudspeaker: players are stand-ins that write down what they were given."""

from __future__ import annotations

import io
import logging
import os
import shutil
import wave
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware import sound
from hardware.sound import RATE_HZ, Loudspeaker, Melody, wav
from hardware.voice import PROGRAM, VOICES, Voice
from tests.patience import eventually

SHORT = ((880.0, 0.02, 1.0),)
LONG = ((440.0, 0.04, 1.0),)


class Player:
    """A program that plays a file: it notes the file's size, and waits as long as a certain file is there."""

    def __init__(self, folder: Path, name: str = "player", ending: str = "") -> None:
        self._heard, self._holds = folder / f"{name}.heard", folder / f"{name}.holds"
        self._path = folder / name
        self._path.write_text(
            f"""#!/bin/sh
echo $(wc -c <"$1") >>{self._heard}
while [ -e {self._holds} ]; do sleep 0.01; done
{ending}
""",
            encoding="utf-8",
        )
        self._path.chmod(0o755)
        self.command = (str(self._path),)

    def hold(self) -> None:
        self._holds.touch()

    def let_go(self) -> None:
        self._holds.unlink()

    def heard(self) -> list[int]:
        """The sizes of the files it has begun to play."""
        return [int(size) for size in self._heard.read_text().split()] if self._heard.exists() else []

    def has_played(self, number: int) -> Callable[[], bool]:
        return lambda: len(self.heard()) == number


def size(melody: Melody) -> int:
    return len(wav(melody, 1.0))


def samples(file: bytes) -> array[int]:
    with wave.open(io.BytesIO(file)) as opened:
        assert (opened.getnchannels(), opened.getsampwidth(), opened.getframerate()) == (1, 2, RATE_HZ)
        return array("h", opened.readframes(opened.getnframes()))


def test_a_melody_is_as_long_as_its_notes_and_clicks_at_neither_end() -> None:
    made = samples(wav(((880.0, 0.1, 1.0), (0.0, 0.05, 1.0), (440.0, 0.1, 0.5)), 1.0))
    assert len(made) == pytest.approx(0.25 * RATE_HZ, abs=3)
    assert max(abs(made[0]), abs(made[-1])) < 400
    assert max(made) > 8000
    rest = made[round(0.11 * RATE_HZ) : round(0.14 * RATE_HZ)]
    assert set(rest) == {0}


def test_the_volume_is_in_the_sound_and_0_is_silence() -> None:
    loud, soft, none = (max(samples(wav(SHORT, volume))) for volume in (1.0, 0.5, 0.0))
    assert soft == pytest.approx(loud / 2, rel=0.02)
    assert none == 0


def test_a_sound_is_played(tmp_path: Path) -> None:
    player = Player(tmp_path)
    with Loudspeaker([player.command]) as speaker:
        speaker.play(SHORT)
        assert eventually(lambda: player.heard() == [size(SHORT)])


def test_what_is_newer_takes_the_place_of_what_waits_and_nobody_is_kept_waiting(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.hold()
    with Loudspeaker([player.command]) as speaker:
        speaker.play(SHORT)
        assert eventually(lambda: len(player.heard()) == 1)
        for _ in range(1000):
            speaker.play(LONG)  # comes back, though the player is held
        speaker.play(SHORT + LONG)
        player.let_go()
        assert eventually(lambda: len(player.heard()) == 2)
    assert player.heard() == [size(SHORT), size(SHORT + LONG)]


def test_silence_ends_what_sounds_and_forgets_what_waits_and_is_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    player = Player(tmp_path)
    player.hold()
    with Loudspeaker([player.command], lambda *_: True) as speaker:
        speaker.play(SHORT, "Please correct.")
        assert eventually(lambda: len(player.heard()) == 1)
        speaker.play(LONG)
        speaker.silence()
        player.let_go()
        speaker.play(SHORT + LONG)
        assert eventually(lambda: len(player.heard()) == 2)
    assert player.heard() == [size(SHORT), size(SHORT + LONG)]
    assert caplog.messages == []


def test_the_end_waits_for_no_sound(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.hold()
    speaker = Loudspeaker([player.command])
    speaker.play(SHORT)
    assert eventually(lambda: len(player.heard()) == 1)
    speaker.close()  # comes back, though the player is held
    speaker.close()
    assert eventually(lambda: not speaker._thread.is_alive()), "it has ended its player"


def test_where_one_player_fails_the_next_one_plays(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    broken, player = Player(tmp_path, "broken", "exit 1"), Player(tmp_path)
    with Loudspeaker([broken.command, player.command]) as speaker:
        speaker.play(SHORT)
        assert eventually(lambda: len(player.heard()) == 1)
    assert caplog.messages == []


def test_a_missing_sound_card_is_told_once_and_once_when_there_is_sound_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    card = tmp_path / "card"
    player = Player(tmp_path, "aplay", f"[ -e {card} ] || {{ echo 'aplay: no soundcards found' >&2; exit 1; }}")
    with caplog.at_level(logging.INFO, logger="hardware.sound"), Loudspeaker([player.command]) as speaker:
        for number in range(1, 4):
            speaker.play(SHORT)
            assert eventually(player.has_played(number))
        card.touch()
        speaker.play(LONG)
        assert eventually(lambda: len(caplog.messages) == 2)
    assert caplog.messages == ["no sound: aplay: aplay: no soundcards found", "there is sound again"]


def test_without_a_player_one_line_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with Loudspeaker([]) as speaker:
        for _ in range(3):
            speaker.play(SHORT)
            assert eventually(lambda: len(caplog.messages) == 1)
    assert caplog.messages == ["no sound: none of pw-play, paplay, aplay is installed"]


def test_the_players_of_this_machine_are_found_by_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Player(tmp_path, "aplay")
    Player(tmp_path, "paplay")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert sound.players() == ((str(tmp_path / "paplay"),), (str(tmp_path / "aplay"), "-q"))


# --- the voice -------------------------------------------------------------------------------------


def program(folder: Path, body: str) -> str:
    path = folder / "speaker"
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_words_go_to_the_program_with_its_voice_loudness_and_speed(tmp_path: Path) -> None:
    voice = Voice(program(tmp_path, f'echo "$*" >{tmp_path}/told; cat >"$8"'), speed=120)
    assert voice.render("Proszę odstawić.", tmp_path / "out.wav", 0.6, "pl")
    assert (tmp_path / "told").read_text().split() == [
        *("-v", "pl", "-a", "120", "-s", "120", "-w", str(tmp_path / "out.wav"), "--stdin")
    ]
    assert (tmp_path / "out.wav").read_text() == "Proszę odstawić."


def test_words_are_said_after_the_sound_they_belong_to(tmp_path: Path) -> None:
    player = Player(tmp_path)
    voice = Voice(program(tmp_path, 'cat >"$8"'))
    with Loudspeaker([player.command], voice.render) as speaker:
        speaker.play(SHORT, "Please correct.")
        assert eventually(lambda: len(player.heard()) == 2)
        speaker.play((), "5, 4.")
        assert eventually(lambda: len(player.heard()) == 3)
    assert player.heard() == [size(SHORT), len("Please correct."), len("5, 4.")]


@pytest.mark.parametrize(
    ("body", "said"), [("exit 3", "ended with 3"), ('cat >/dev/null; : >"$8"', "its file is empty")]
)
def test_a_voice_that_fails_is_told_once_and_the_sound_is_heard_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, body: str, said: str
) -> None:
    player, voice = Player(tmp_path), Voice(program(tmp_path, body))
    with Loudspeaker([player.command], voice.render) as speaker:
        for number in range(1, 4):
            speaker.play(SHORT, "Please correct.")
            assert eventually(player.has_played(number))
    assert caplog.messages == [f"no voice: speaker: {said}"]


def test_a_voice_that_is_not_installed_is_told_once_and_once_when_it_speaks(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    voice = Voice(str(tmp_path / "speaker"))
    with caplog.at_level(logging.INFO, logger="hardware.voice"):
        for _ in range(2):
            assert not voice.render("5, 4.", tmp_path / "out.wav", 1.0, "en")
        program(tmp_path, 'cat >"$8"')
        assert voice.render("5, 4.", tmp_path / "out.wav", 1.0, "en")
    missing, back = caplog.messages
    assert missing == "no voice: speaker: No such file or directory"
    assert back == "the voice speaks again"


@pytest.mark.skipif(shutil.which(PROGRAM) is None, reason="espeak-ng is not installed here")
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Five, four."), ("pl", "Pięć, cztery."), ("sk", "Päť, štyri."), ("ru", "Пять, четыре.")],
)
def test_the_real_program_speaks_every_language(tmp_path: Path, language: str, words: str) -> None:
    assert language in VOICES
    assert Voice().render(words, tmp_path / "out.wav", 0.6, language)
    with wave.open(os.fspath(tmp_path / "out.wav")) as spoken:
        frames = array("h", spoken.readframes(spoken.getnframes()))
        assert len(frames) / spoken.getframerate() > 0.5
    assert max(frames) > 1000
