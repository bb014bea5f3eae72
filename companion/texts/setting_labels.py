"""What every setting is called, and what it does: ``setting.KEY``, ``setting.KEY.note``, ``setting.KEY=CHOICE``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.texts.wording import Wordings

_LABELS: Final[Mapping[str, tuple[str, str]]] = {
    "data_dir": ("Data folder", "Where matches, pictures and calibrations are kept."),
    "match.light": ("Light's name", "Who plays the light checkers."),
    "match.dark": ("Dark's name", "Who plays the dark checkers."),
    "match.length": ("Length", "Points of a match; 0 is money play."),
    "match.rules": ("Rules", "The rule set by which plays are judged."),
    "match.mode": ("Mode", "How a match is attended."),
    "match.clock": ("Clock", "Delay and reserve run, as the rules say."),
    "match.younger": ("The younger player", "Who begins, where the rules say the younger one."),
    "match.event": ("Event", "Stored with the match."),
    "match.round": ("Round", "Stored with the match."),
    "match.board": ("Board number", "Stored with the match."),
    "table.dice": ("Dice", "Whose rolls count."),
    "table.end_of_turn": ("A turn ends", "What tells that a play is done."),
    "table.looks_before_asking": ("Looks before asking", "Unclear looks before a person is asked."),
    "table.same_place": ("Dice in place", "Dice moved by less than this share of the board were not thrown."),
    "table.roll_area": ("Where dice count", "Left, top, right, bottom of the board; drawn on the camera's screen."),
    "table.patience_s": ("Patience", "Seconds that a board may stay unreadable before that is said."),
    "table.idle_s": ("Pause by itself", "Seconds without anything happening; 0 is never."),
    "camera.device": ("Camera", "auto, pi:0, usb:0, a folder of pictures or a video."),
    "camera.width": ("Picture width", "Pixels; 0 is what suits the camera."),
    "camera.height": ("Picture height", "Pixels; 0 is what suits the camera."),
    "camera.rate": ("Pictures a second", "How often the camera gives a picture."),
    "camera.lock": ("Hold exposure", "Exposure, white balance and focus stay once the board is known."),
    "camera.calibration": ("Calibration file", "Empty is the one in the data folder."),
    "camera.settle_s": ("Stillness", "Seconds without movement before a look is taken."),
    "camera.retry_s": ("Look again after", "Seconds between attempts to get a lost camera back."),
    "button.pin": ("Button", "Number of the pin (BCM); 0 is none."),
    "button.second_pin": ("Second button", "Number of the pin (BCM); 0 is none."),
    "button.settle_s": ("Contact settles", "Seconds that the contact lies still between presses."),
    "lamps.pin": ("Lamp at the lower edge", "Number of the pin (BCM); 0 is none."),
    "lamps.second_pin": ("Lamp opposite", "Number of the pin (BCM); 0 is none."),
    "buzzer.pin": ("Buzzer", "Sounds for warnings. Number of the pin (BCM); 0 is none."),
    "sound.effects": ("Sounds", "Short and soft, for warnings and questions."),
    "sound.voice": ("Voice", "Speaks rolls, warnings, cube and score."),
    "sound.volume": ("Volume", "From 0 to 1."),
    "sound.speed": ("Speed of the voice", "Words a minute."),
    "screen.fullscreen": ("Whole screen", "The window fills the screen."),
    "screen.language": ("Language", "Of all screens; each player's half can have its own."),
    "screen.theme": ("Theme", "The colours of the screen."),
    "screen.lower": ("At the lower edge", "Whose half of the screen that is."),
    "light.language": ("Language", "Of the half of who plays light."),
    "light.point_numbers": ("Numbers of points", "Points are called by number, else marked on the board."),
    "light.text": ("Letters", "How large they are in this half."),
    "light.help": ("Most help", "In training: 1 which checkers, 2 the play, 3 why, 4 all plays."),
    "light.words": ("Coach's words", "Simple ones are for children and beginners."),
    "light.guard": ("Guard", "In training: asks before a turn that loses much is over."),
    "dark.language": ("Language", "Of the half of who plays dark."),
    "dark.point_numbers": ("Numbers of points", "Points are called by number, else marked on the board."),
    "dark.text": ("Letters", "How large they are in this half."),
    "dark.help": ("Most help", "In training: 1 which checkers, 2 the play, 3 why, 4 all plays."),
    "dark.words": ("Coach's words", "Simple ones are for children and beginners."),
    "dark.guard": ("Guard", "In training: asks before a turn that loses much is over."),
    "coach.engine": ("Engine", "What values plays in training."),
    "coach.speaks": ("Speaks unasked", "Of costly plays, at most three times a game."),
    "coach.threshold": ("Costly plays", "They give up more than so many points of equity."),
    "director.pin": ("Director's PIN", "Locks rules, mode and sound."),
    "pictures.keep": ("Keep pictures of turns", "They stay on this device, to settle disputes."),
    "pictures.per_match_mb": ("Space for a match", "Megabytes; the oldest pictures go where it has more."),
    "pictures.days": ("Days kept", "Older pictures are deleted when a match begins."),
    "pictures.free_mb": ("Space left free", "Megabytes; no picture is kept where the disk has less."),
}

_CHOICES: Final[Mapping[str, Mapping[str, str]]] = {
    "match.mode": {"refereed": "Refereed", "recorded": "Recorded", "training": "Training"},
    "match.younger": {"light": "Light", "dark": "Dark"},
    "table.dice": {"camera": "On the board", "electronic": "Button", "both": "Both"},
    "table.end_of_turn": {
        "usual": "As fits the dice", "still": "A still board", "lifted": "Dice lifted", "button": "Button",
    },
    "screen.language": {"en": "English", "pl": "Polski", "sk": "Slovenčina", "ru": "Русский"},
    "screen.theme": {"dusk": "Dusk", "day": "Day", "contrast": "High contrast"},
    "screen.lower": {"auto": "As the camera sees", "light": "Light", "dark": "Dark"},
    **{
        f"{side}.language": {
            "same": "As the screen", "en": "English", "pl": "Polski", "sk": "Slovenčina", "ru": "Русский",
        }
        for side in ("light", "dark")
    },
    **{f"{side}.text": {"usual": "Usual", "large": "Large"} for side in ("light", "dark")},
    **{f"{side}.words": {"usual": "Usual", "simple": "Simple"} for side in ("light", "dark")},
    "coach.engine": {
        "auto": "The strongest there is", "builtin": "Built in", "gnubg": "GNU Backgammon", "sage": "Sage",
    },
}  # fmt: skip

_GROUPS: Final[Mapping[str, str]] = {
    "screen": "Screen",
    "light": "Light's half",
    "dark": "Dark's half",
    "sound": "Sound",
    "match": "Match",
    "table": "Table",
    "pictures": "Pictures",
    "camera": "Camera",
    "button": "Buttons",
    "lamps": "Lamps",
    "buzzer": "Buzzer",
    "coach": "Coach",
    "director": "Director",
    "": "Storage",
    "device": "Device",
}


def _wordings() -> Iterator[tuple[str, Wordings]]:
    for key, (label, note) in _LABELS.items():
        yield f"setting.{key}", (label,)
        yield f"setting.{key}.note", (note,)
    for key, choices in _CHOICES.items():
        for choice, words in choices.items():
            yield f"setting.{key}={choice}", (words,)
    for group, words in _GROUPS.items():
        yield f"settings.group.{group}", (words,)


WORDINGS: Final[Mapping[str, Wordings]] = {
    **dict(_wordings()),
    "settings.delivered": ("As delivered: {value}",),
    "settings.next-match": ("Holds from the next match.",),
    "settings.next-start": ("Holds from the next start.",),
    "settings.pin-set": ("Set",),
    "settings.pin-none": ("None",),
    "settings.lock": ("Locked by the director's PIN.",),
    "settings.no-number": ("{text} is not a number from {least} to {most}.",),
    "settings.unusable": ("A setting cannot be used, so the default is taken in its place. {reason}",),
    "device.shut-down": ("Shut down",),
    "device.shut-down.note": ("The game is paused and everything is on disk before the power goes.",),
    "device.shut-down.ask": ("Shut the device down?",),
    "device.restart": ("Restart",),
    "device.restart.note": ("Starts the device anew; the game goes on where it was.",),
    "device.restart.ask": ("Restart the device?",),
    "device.update": ("Update to {version}",),
    "device.update.note": ("In {place}. The version in use is kept.",),
    "device.update.ask": ("Update to {version}? The companion starts anew.",),
    "device.update.none": ("No update found",),
    "device.update.none.note": ("Put a stick with a release file in, then touch here.",),
    "device.back": ("Go back to {version}",),
    "device.back.note": ("The version before this one.",),
    "device.back.ask": ("Go back to {version}? The companion starts anew.",),
    "device.version": ("Version {version}",),
    "device.step.unpacking": ("Unpacking …",),
    "device.step.packages": ("Getting the packages …",),
    "device.step.trying": ("Trying it out …",),
    "device.step.switching": ("Almost done …",),
    "device.working": ("Please wait.",),
    "doctor.looking": ("Looking …",),
    "doctor.again": ("Look again",),
    "doctor.bundle": ("Save a report",),
    "doctor.bundle.note": ("For support: findings and versions, without names, pictures or matches.",),
    "doctor.saving": ("Saving …",),
    "doctor.saved": ("Saved: {file}",),
    "doctor.well": ("Nothing is wrong.",),
    "doctor.missing": ("Nothing is broken, and some things are missing.",),
    "doctor.faults": ("Mend what is marked with a triangle.",),
    "doctor.broke": ("The check-up stopped: {reason}",),
}
