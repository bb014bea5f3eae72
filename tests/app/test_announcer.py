"""The announcer: what the devices of a table are told, and what that costs."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from companion.app.announcer import MELODIES, Announcer, Melody, as_spoken
from companion.app.cues import SoundCue
from companion.match.message import Message
from companion.match.view import View
from companion.record import Mode
from companion.settings.tree import SoundSettings
from tests.app.test_cues import Session
from tests.screen.views import ILLEGAL, OVER, UNDER_WAY

FAMILY = replace(UNDER_WAY, mode=Mode.TRAINING)
AUDIBLE = SoundSettings(effects=True, voice=True, volume=0.5)


class Device:
    """A lamp, a buzzer or a loudspeaker that writes down what it is told."""

    def __init__(self) -> None:
        self.recorded: list[object] = []

    def on(self) -> None:
        self.recorded.append("on")

    def off(self) -> None:
        self.recorded.append("off")

    def blink(self) -> None:
        self.recorded.append("blink")

    def buzz(self) -> None:
        self.recorded.append("buzz")

    def silence(self) -> None:
        self.recorded.append("silence")

    def play(self, melody: Melody, words: str = "", *, volume: float = 1.0, language: str = "en") -> None:
        self.recorded.append((melody, words, volume, language))


class Room:
    """An announcer with all devices."""

    def __init__(self, sound: SoundSettings = AUDIBLE, language: str = "en") -> None:
        self.near, self.far, self.buzzer, self.speaker = Device(), Device(), Device(), Device()
        self.announcer = Announcer(
            sound, language, lights=(self.near, self.far), buzzer=self.buzzer, speaker=self.speaker
        )

    def tell(self, *views: View) -> None:
        for view in views:
            self.announcer.report(view)


def test_a_warning_buzzes_sounds_and_is_spoken_and_falls_silent_when_it_is_settled() -> None:
    room = Room()
    room.tell(UNDER_WAY, ILLEGAL, ILLEGAL)
    assert room.buzzer.recorded == ["buzz"]
    said = "The 12-point is blocked: two or more opposing checkers stand there."
    assert room.speaker.recorded == ["silence", (MELODIES[SoundCue.ALARM], said, 0.5, "en")], (
        "it interrupts what is heard"
    )
    room.tell(UNDER_WAY)
    assert (room.buzzer.recorded[-1], room.speaker.recorded[-1]) == ("silence", "silence")


def test_without_sounds_and_voice_only_buzzer_and_lamps_tell() -> None:
    room = Room(SoundSettings(effects=False, voice=False))
    room.tell(UNDER_WAY, ILLEGAL)
    assert (room.buzzer.recorded, room.speaker.recorded) == (["buzz"], ["silence"])


def test_what_was_told_at_once_is_one_sound_and_one_utterance() -> None:
    session = Session()
    session.tell("roll 64", "play 24/14", "roll 21")
    before = session.view
    session.tell("play 13/11* 6/5", "roll 54")
    room = Room()
    room.tell(before, session.view)
    assert room.speaker.recorded == [(MELODIES[SoundCue.HIT], "5, 4.", 0.5, "en")]


def test_what_a_person_turns_down_or_off_holds_from_the_next_cue_on() -> None:
    room = Room()
    room.announcer.sound = SoundSettings(effects=True, voice=False, volume=0.1)
    room.tell(FAMILY, replace(FAMILY, dice=(5, 4), rolled=True))
    assert room.speaker.recorded == [(MELODIES[SoundCue.ROLL], "", 0.1, "en")]


def test_each_lamp_is_told_only_what_is_new_to_it_and_is_at_the_chair_of_its_side() -> None:
    room = Room()
    room.tell(UNDER_WAY, UNDER_WAY, ILLEGAL, UNDER_WAY)
    assert (room.near.recorded, room.far.recorded) == (["off"], ["on", "blink", "on"])
    room.tell(replace(UNDER_WAY, light_at_bottom=False))
    assert (room.near.recorded[-1], room.far.recorded[-1]) == ("on", "off")


def test_at_the_end_it_is_silent_and_dark() -> None:
    room = Room()
    room.tell(UNDER_WAY, ILLEGAL)
    room.announcer.put_out()
    assert (room.near.recorded[-1], room.far.recorded[-1]) == ("off", "off")
    assert (room.buzzer.recorded[-1], room.speaker.recorded[-1]) == ("silence", "silence")


def test_a_warning_is_louder_than_everything_else_and_no_sound_is_long() -> None:
    loudest = {tone: max(loudness for _, _, loudness in melody) for tone, melody in MELODIES.items()}
    assert all(loudest[SoundCue.ALARM] >= 2 * loudest[tone] for tone in SoundCue if tone is not SoundCue.ALARM)
    assert all(sum(seconds for _, seconds, _ in melody) < 1.2 for melody in MELODIES.values())


def test_without_any_device_nothing_happens() -> None:
    announcer = Announcer(AUDIBLE)
    for view in (UNDER_WAY, ILLEGAL, OVER):
        announcer.report(view)
    announcer.silence()
    announcer.put_out()


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("No move with 6-6. The turn passes.", "No move with 6, 6. The turn passes."),
        ("Take back bar/20 24/18*/16?", "Take back bar, 20 24, 18, 16?"),
        ("Anna-Lena takes", "Anna-Lena takes."),
    ],
)
def test_signs_of_notation_are_not_read_out(text: str, spoken: str) -> None:
    assert as_spoken(text) == spoken


def test_a_view_that_tells_nothing_new_costs_less_than_a_tenth_of_a_millisecond() -> None:
    """Told twenty times a second, also late in a long game whose views share nothing; the processor's time counts."""
    session = Session()
    session.tell("roll 31", "play 8/5 6/5", "roll 65")
    turn = replace(session.view, history=session.view.history * 60)
    views = [
        replace(turn, confidence=(n / 400,) * 24, message=Message("notice.unseen", alarm=False)) for n in range(400)
    ]
    room = Room()
    room.tell(views[0])
    spent_s = min(_told_in_s(room, views) for _ in range(5))
    assert spent_s / len(views) < 1e-4
    assert room.buzzer.recorded == []


def _told_in_s(room: Room, views: list[View]) -> float:
    began_s = time.thread_time()
    room.tell(*views)
    return time.thread_time() - began_s
