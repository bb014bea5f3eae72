"""The name of every setting, and what it does: ``setting.KEY``, ``setting.KEY.note``, ``setting.KEY=CHOICE``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings

_LABELS: Final[Mapping[str, tuple[str, str]]] = {
    "data_dir": ("Data folder", "Where matches, pictures and calibrations are kept."),
    "match.light": ("Light's name", "Who plays the light checkers."),
    "match.dark": ("Dark's name", "Who plays the dark checkers."),
    "match.length": ("Length", "Points of a match; 0 is money play."),
    "match.rules": ("Rules", "The rule set by which plays are judged."),
    "match.mode": ("Mode", "How a match is supervised."),
    "match.clock": ("Clock", "Delay and reserve run, as the rules say."),
    "match.younger": ("The younger player", "Who begins, where the rules say the younger one."),
    "match.event": ("Event", "Stored with the match."),
    "match.round": ("Round", "Stored with the match."),
    "match.board": ("Board number", "Stored with the match."),
    "match.minutes": ("Minutes per player", "Draughts with a clock: minutes per player."),
    "match.increment_s": ("Seconds added per move", "Draughts with a clock: seconds added per move."),
    "match.against": ("Draughts against", "In training: a person, or the computer at this level."),
    "match.engine_side": ("Computer's men", "Draughts in training: which men the computer plays."),
    "table.dice": ("Dice", "Which rolls count."),
    "table.end_of_turn": ("End of turn", "What shows that a turn is over."),
    "table.roll_area": ("Where dice count", "Left, top, right, bottom of the board; drawn on the camera's screen."),
    "table.patience_s": ("Unreadable-board warning", "Seconds that the board may stay unreadable before a message."),
    "table.pause_hides_board": ("Hide the board in a pause", "Nobody studies the position during a pause."),
    "table.idle_s": ("Automatic pause", "Seconds without activity; 0 is never."),
    "camera.device": ("Camera", "auto, pi:0, usb:0, an address, a folder of pictures or a video."),
    "camera.width": ("Picture width", "Pixels; 0 lets the companion choose."),
    "camera.height": ("Picture height", "Pixels; 0 lets the companion choose."),
    "camera.rate": ("Pictures per second", "How often the camera takes a picture."),
    "camera.lock": ("Lock exposure", "Exposure, white balance and focus stay once the board is known."),
    "camera.calibration": ("Calibration file", "Empty: the one in the data folder."),
    "camera.settle_s": ("Settle time", "Seconds without movement before the board is read."),
    "camera.retry_s": ("Search again after", "Seconds between attempts to find a lost camera."),
    "button.pin": ("Button", "Pin number (BCM); 0 is none."),
    "button.second_pin": ("Second button", "Pin number (BCM); 0 is none."),
    "button.settle_s": ("Debounce time", "Seconds that the contact must be still between presses."),
    "lamps.pin": ("Lamp at the lower edge", "Pin number (BCM); 0 is none."),
    "lamps.second_pin": ("Lamp opposite", "Pin number (BCM); 0 is none."),
    "buzzer.pin": ("Buzzer", "Sounds for warnings. Pin number (BCM); 0 is none."),
    "sound.effects": ("Sounds", "Short and soft, for warnings and questions."),
    "sound.voice": ("Voice", "Speaks rolls, warnings, cube and score."),
    "sound.volume": ("Volume", "From 0 to 1."),
    "sound.speed": ("Speech rate", "Words per minute."),
    "screen.fullscreen": ("Full screen", "The window fills the screen."),
    "screen.language": ("Language", "For all screens; each player's half can have its own."),
    "screen.theme": ("Theme", "The colours of the screen."),
    "screen.lower": ("At the lower edge", "Whose half of the screen that is."),
    "screen.first_steps": ("First steps", "They are shown at the next start."),
    "screen.entry_hints": ("How to enter a play", "So many times more it is written on the board."),
    "light.language": ("Language", "For Light's half of the screen."),
    "light.point_numbers": ("Point numbers", "Points are called by number, else marked on the board."),
    "light.text": ("Text size", "In this half of the screen."),
    "light.help": ("Hint level", "In training, up to: 1 which checkers, 2 the play, 3 why, 4 all plays."),
    "light.words": ("Coach's wording", "Simple is for children and beginners."),
    "light.guard": ("Warn before blunders", "In training: asks before a costly turn is over."),
    "dark.language": ("Language", "For Dark's half of the screen."),
    "dark.point_numbers": ("Point numbers", "Points are called by number, else marked on the board."),
    "dark.text": ("Text size", "In this half of the screen."),
    "dark.help": ("Hint level", "In training, up to: 1 which checkers, 2 the play, 3 why, 4 all plays."),
    "dark.words": ("Coach's wording", "Simple is for children and beginners."),
    "dark.guard": ("Warn before blunders", "In training: asks before a costly turn is over."),
    "coach.engine": ("Engine", "What evaluates plays in training."),
    "coach.speaks": ("Comment on costly plays", "At most three times a game."),
    "coach.threshold": ("Costly plays", "Plays that lose more equity than this."),
    "coach.pips": ("Always show pip counts", "In training only: in each player's half."),
    "director.pin": ("Director's PIN", "Locks rules, mode, sound, live page and updates."),
    "pictures.keep": ("Keep pictures of turns", "They stay on this device, to settle disputes."),
    "pictures.per_match_mb": ("Space per match", "Megabytes; beyond that the oldest pictures are deleted."),
    "pictures.days": ("Days kept", "Older pictures are deleted when a match begins."),
    "live.on": ("Show the match to spectators", "Anybody on the same network can follow it in a browser."),
    "live.port": ("Port number", "The number at the end of the address."),
    "live.delay_turns": ("Turns behind", "How many turns later spectators see the match."),
    "live.delay_minutes": ("Minutes behind", "How many minutes later spectators see the match."),
    "live.initials": ("Initials only", "Spectators see no names."),
    "live.names": ("Names of this device", "Other names on your network, separated by spaces."),
    "pictures.free_mb": ("Space left free", "Megabytes; with less on the disk, no picture is kept."),
}

_CHOICES: Final[Mapping[str, Mapping[str, str]]] = {
    "match.mode": {"refereed": "Refereed", "recorded": "Recorded", "training": "Training"},
    "match.younger": {"light": "Light", "dark": "Dark"},
    "match.against": {
        "person": "A person", "child": "Child", "beginner": "Beginner", "casual": "Casual player",
        "strong": "Strong player", "full": "Full strength",
    },
    "match.engine_side": {"light": "Light", "dark": "Dark"},
    "table.dice": {"camera": "On the board", "electronic": "Button", "both": "Both"},
    "table.end_of_turn": {
        "usual": "Depends on the dice", "still": "A still board", "lifted": "Dice lifted", "button": "Button",
    },
    "screen.language": {"en": "English", "pl": "Polski", "sk": "Slovenčina", "ru": "Русский"},
    "screen.theme": {"dusk": "Dusk", "day": "Day", "contrast": "High contrast"},
    "screen.lower": {"auto": "As the camera sees", "light": "Light", "dark": "Dark"},
    **{
        f"{side}.language": {
            "same": "Same as the screen", "en": "English", "pl": "Polski", "sk": "Slovenčina", "ru": "Русский",
        }
        for side in ("light", "dark")
    },
    **{f"{side}.text": {"usual": "Normal", "large": "Large"} for side in ("light", "dark")},
    **{f"{side}.words": {"usual": "Normal", "simple": "Simple"} for side in ("light", "dark")},
    "coach.engine": {
        "auto": "Strongest available", "builtin": "Built in", "gnubg": "GNU Backgammon", "sage": "Sage",
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
    "live": "Live page",
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
    "settings.delivered": ("Default: {value}",),
    "settings.next-match": ("Takes effect with the next match.",),
    "settings.next-start": ("Takes effect with the next start.",),
    "settings.pin-set": ("Set",),
    "settings.pin-none": ("None",),
    "settings.lock": ("Locked by the director's PIN.",),
    "settings.no-number": ("{text} is not a number from {least} to {most}.",),
    "settings.unusable": ("A setting cannot be used, so its default is used instead. {reason}",),
    "device.shut-down": ("Shut down",),
    "device.shut-down.note": ("The game is paused and everything is saved before the power goes off.",),
    "device.shut-down.ask": ("Shut the device down?",),
    "device.restart": ("Restart",),
    "device.restart.note": ("Restarts the device; the game resumes where it was.",),
    "device.restart.ask": ("Restart the device?",),
    "device.update": ("Update to {version}",),
    "device.update.note": ("In {place}. The version in use is kept.",),
    "device.update.ask": ("Update to {version}? The companion restarts.",),
    "device.refused": ("Not installed: {file}",),
    "device.refused.no-key": ("This companion trusts no maintainer, so it installs no update from a file.",),
    "device.refused.unsigned": ("Its signature is missing: copy both files to the stick.",),
    "device.refused.damaged": ("Its signature is damaged: copy both files again.",),
    "device.refused.foreign": ("Not signed by a maintainer this device trusts.",),
    "device.update.none": ("No update found",),
    "device.update.none.note": ("Insert a USB stick with an update file, then tap here.",),
    "device.back": ("Go back to {version}",),
    "device.back.note": ("The version before this one.",),
    "device.back.ask": ("Go back to {version}? The companion restarts.",),
    "device.version": ("Version {version}",),
    "device.step.checking": ("Checking the signature …",),
    "device.step.unpacking": ("Unpacking …",),
    "device.step.packages": ("Getting the packages …",),
    "device.step.trying": ("Testing …",),
    "device.step.switching": ("Almost done …",),
    "device.working": ("Please wait.",),
    "doctor.looking": ("Checking …",),
    "doctor.again": ("Check again",),
    "doctor.bundle": ("Save a report",),
    "doctor.bundle.note": ("For support: findings and versions, without names, pictures or matches.",),
    "doctor.saving": ("Saving …",),
    "doctor.saved": ("Saved: {file}",),
    "doctor.count": (Counted("{n} fault was found.", "{n} faults were found.", by="n"),),
    "doctor.well": ("No faults were found.",),
    "doctor.missing": ("Nothing is broken, but some parts are missing.",),
    "doctor.faults": ("Fix the items marked with a triangle.",),
    "doctor.broke": ("Diagnostics stopped: {reason}",),
}
