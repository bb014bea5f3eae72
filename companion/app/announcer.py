"""Plays the cues of :mod:`companion.app.cues` on lamps, buzzer, loudspeaker and voice, all of them optional."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol, TypeAlias, assert_never

from companion.app.cues import Cue, LampCue, SoundCue
from companion.app.games import AnyView, cues_between, lamps
from companion.settings.tree import SoundSettings
from companion.texts import sentence

Melody: TypeAlias = tuple[tuple[float, float, float], ...]
"""The notes of a melody in order, each as (frequency in Hz, seconds, loudness 0..1); 0 Hz is a rest."""

_C5, _E5, _G5, _A5, _C6 = 523.25, 659.26, 783.99, 880.0, 1046.5
_D6, _A6 = 1174.66, 1760.0
_SOFT: Final = 0.35
MELODIES: Final[Mapping[SoundCue, Melody]] = MappingProxyType(
    {
        SoundCue.ALARM: ((_A6, 0.2, 1.0), (_D6, 0.2, 1.0), (_A6, 0.2, 1.0), (_D6, 0.5, 1.0)),
        SoundCue.QUESTION: ((_E5, 0.16, _SOFT), (_A5, 0.35, _SOFT)),
        SoundCue.HIT: ((_G5, 0.09, _SOFT), (_C5, 0.3, _SOFT)),
        SoundCue.BEAR_OFF: ((_C5, 0.12, _SOFT), (_E5, 0.12, _SOFT), (_G5, 0.35, _SOFT)),
        SoundCue.ROLL: ((_C6, 0.25, _SOFT),),
    }
)
"""Only a warning is loud."""


class LampPort(Protocol):
    """A lamp at a chair."""

    def on(self) -> None: ...

    def off(self) -> None: ...

    def blink(self) -> None: ...


class Alarm(Protocol):
    """A buzzer."""

    def buzz(self) -> None: ...

    def silence(self) -> None: ...


class VoicePort(Protocol):
    """Plays a melody and then speaks, without blocking; a newer announcement replaces one that waits."""

    def play(self, melody: Melody, words: str = "", *, volume: float = 1.0, language: str = "en") -> None: ...

    def silence(self) -> None: ...


class Announcer:
    """The sounds and lamps of one table.  All calls come from the table's own thread, and none of them blocks.

    ``lights``: the lamps at the chair by the lower edge of the picture, and at the one opposite.
    ``sound``, ``language``: as in the settings; both may be changed at any time, and take effect with the next cue.
    """

    def __init__(
        self,
        sound: SoundSettings,
        language: str = "en",
        *,
        lights: tuple[LampPort | None, LampPort | None] = (None, None),
        buzzer: Alarm | None = None,
        speaker: VoicePort | None = None,
    ) -> None:
        self.sound = sound
        self.language = language
        self._lights: Final = lights
        self._buzzer: Final = buzzer
        self._speaker: Final = speaker
        self._view: AnyView | None = None
        self._shown: list[LampCue | None] = [None, None]

    def report(self, view: AnyView) -> None:
        """Announce what has changed since the last view, by sound and lamps."""
        before, self._view = self._view if type(self._view) is type(view) else None, view
        self._light(view)
        if before is not None and _is_warning(before) and not _is_warning(view):
            self.silence()  # the matter of the warning is settled
        happened = cues_between(before, view)
        if happened:
            self._sound(happened, view.terms)

    def silence(self) -> None:
        """End the current sound, as when a person has read the warning.  The lamps stay as they are."""
        if self._buzzer is not None:
            self._buzzer.silence()
        if self._speaker is not None:
            self._speaker.silence()

    def put_out(self) -> None:
        """Stop all sound and turn all lamps off."""
        self.silence()
        for light in self._lights:
            if light is not None:
                light.off()
        self._shown = [LampCue.OFF, LampCue.OFF]

    def _light(self, view: AnyView) -> None:
        wanted = lamps(view)
        for chair, side in enumerate((view.at_bottom, view.at_bottom.other)):
            light = self._lights[chair]
            if light is not None and self._shown[chair] is not wanted[side]:
                self._shown[chair] = wanted[side]
                _show(light, wanted[side])

    def _sound(self, happened: Sequence[Cue], terms: str) -> None:
        tones = [cue.tone for cue in happened if cue.tone is not None]
        tone = min(tones, key=list(SoundCue).index) if tones else None
        if tone is SoundCue.ALARM and self._buzzer is not None:
            self._buzzer.buzz()
        if self._speaker is None:
            return
        melody = MELODIES[tone] if tone is not None and self.sound.effects else ()
        words = self._words(happened, terms) if self.sound.voice else ""
        if tone is SoundCue.ALARM:
            self._speaker.silence()  # a warning sounds at once, so that nothing replaces it
        if melody or words:
            self._speaker.play(melody, words, volume=self.sound.volume, language=self.language)

    def _words(self, happened: Sequence[Cue], terms: str) -> str:
        """All sentences in one utterance, so that a later one cannot replace an earlier one."""
        said = (said for cue in happened for said in cue.said)
        return " ".join(
            as_spoken(sentence(each.key, each.values, language=self.language, terms=terms)) for each in said
        )


def as_spoken(text: str) -> str:
    """Return a sentence of the screen as the voice reads it: dice and plays without signs, with a full stop.

    >>> as_spoken("No move with 6-6. The turn passes.")
    'No move with 6, 6. The turn passes.'
    >>> as_spoken("Take back 24/18*/16?"), as_spoken("Anna takes")
    ('Take back 24, 18, 16?', 'Anna takes.')
    """
    spoken = _BETWEEN_NUMBERS.sub(", ", text.replace("*", ""))
    return spoken if spoken.endswith((".", "?", "!")) else f"{spoken}."


_BETWEEN_NUMBERS: Final = re.compile(r"(?<=\w)/(?=\w)|(?<=\d)-(?=\d)")


def _is_warning(view: AnyView) -> bool:
    return view.alarm is not None


def _show(light: LampPort, lamp: LampCue) -> None:
    match lamp:
        case LampCue.OFF:
            light.off()
        case LampCue.ON:
            light.on()
        case LampCue.BLINKING:
            light.blink()
        case _:
            assert_never(lamp)
