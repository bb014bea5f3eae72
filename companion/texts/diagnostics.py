"""The texts of the doctor: the names of the checked things, what was found, and what to do about it.

Commands, files and what the system itself reports are values: they are the same in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings

_NAMES: Final[Mapping[str, Wordings]] = {
    "finding.python": ("Python",),
    "finding.package": ("{library}",),
    "finding.engines": ("Engines for hints",),
    "finding.data-folder": ("Data folder",),
    "finding.free-space": ("Free space",),
    "finding.journal": ("Journal",),
    "finding.calibration": ("Calibration",),
    "finding.window": ("Window",),
    "finding.touchscreen": ("Touchscreen",),
    "finding.cameras": ("Cameras",),
    "finding.picture": ("Camera picture",),
    "finding.board": ("Board",),
    "finding.pin": ("{device}",),
    "finding.device.button": ("Button",),
    "finding.device.second-button": ("Second button",),
    "finding.device.lamp": ("Lamp",),
    "finding.device.second-lamp": ("Second lamp",),
    "finding.device.buzzer": ("Buzzer",),
    "finding.sound": ("Sound",),
    "finding.voice": ("Voice",),
    "finding.groups": ("Groups",),
    "finding.service": ("Service",),
    "finding.clock": ("Clock",),
    "finding.power": ("Power",),
    "finding.temperature": ("Temperature",),
}

_SOFTWARE: Final[Mapping[str, Wordings]] = {
    "finding.python.fine": ("Python {version} is installed.",),
    "finding.python.old": ("Python {version} is too old.",),
    "finding.python.old.fix": ("Install Python {oldest} or newer: Debian 12 and later have it.",),
    "finding.package.fine": ("Version {version} is installed.",),
    "finding.package.missing": ("This library is not installed.",),
    "finding.package.missing.fix": ("Delete the folder {folder}, then run: {command}",),
    "finding.package.broken": ("Version {version} is installed, but cannot be loaded.",),
    "finding.package.broken.fix": ("Install the system packages: {command}",),
    "finding.engines.fine": ("These engines answer: {engines}.",),
    "finding.engines.weaker": ("The strongest engine is missing. Hints come from: {engines}.",),
    "finding.engines.weaker.fix": ("Install GNU Backgammon, the strongest engine: {command}",),
    "finding.engines.none": ("No engine was found.",),
    "finding.engines.none.fix": ("Install GNU Backgammon, the strongest engine: {command}",),
    "finding.engines.silent": ("The engine {engine} does not answer ({reason}).",),
    "finding.engines.silent.fix": ("Install GNU Backgammon, the strongest engine: {command}",),
}

_RECORDS: Final[Mapping[str, Wordings]] = {
    "finding.data-folder.fine": ("Matches are kept in {folder}.",),
    "finding.data-folder.unwritable": ("Nothing can be written to {folder} ({reason}).",),
    "finding.data-folder.unwritable.fix": ("Make the folder writable, or choose another one with {option}.",),
    "finding.data-folder.unsafe": ("A record in {folder} is not safe: there is no write-ahead log ({mode}).",),
    "finding.data-folder.unsafe.fix": ("Choose a folder on a local disk with {option}, not on the network.",),
    "finding.free-space.fine": ("There are {free} MB free.",),
    "finding.free-space.low": ("Only {free} MB are free on {place}.",),
    "finding.free-space.low.fix": ("Free some space: at least {least} MB are needed.",),
    "finding.journal.none": ("No match is recorded yet.",),
    "finding.journal.fine": (
        Counted("{n} match is recorded. Nothing is damaged.", "{n} matches are recorded. Nothing is damaged.", by="n"),
    ),
    "finding.journal.damaged": ("The record of the matches is damaged ({reason}).",),
    "finding.journal.damaged.fix": ("Start the companion: it keeps what can be read. Or restore a backup: {command}",),
    "finding.journal.incomplete": ("In match {match} entries {first} to {last} are missing.",),
    "finding.journal.incomplete.fix": ("Check the score of this match. A backup may hold the entries: {command}",),
    "finding.journal.newer": ("A newer companion wrote the record of the matches (version {schema}).",),
    "finding.journal.newer.fix": ("Use the newer companion, or restore a backup that this one wrote.",),
    "finding.calibration.none": ("The board is not calibrated yet. The starting position calibrates it.",),
    "finding.calibration.fine": ("The board is calibrated.",),
    "finding.calibration.sides-guessed": ("The board is calibrated. Which player sits where is a guess.",),
    "finding.calibration.unusable": ("The calibration cannot be used ({reason}).",),
    "finding.calibration.unusable.fix": ("Set up the starting position and recalibrate the board.",),
}

_DEVICES: Final[Mapping[str, Wordings]] = {
    "finding.window.fine": ("The screen can be used.",),
    "finding.window.none": ("No screen can be used ({reason}).",),
    "finding.window.none.fix": ("Connect a screen, or start without one: {option}",),
    "finding.touchscreen.fine": ("{device} was found.",),
    "finding.touchscreen.none": ("No touchscreen was found.",),
    "finding.touchscreen.none.fix": ("Connect its USB or DSI cable. A mouse works as well.",),
    "finding.touchscreen.unreadable": ("{device} was found, but the companion may not read it.",),
    "finding.touchscreen.unreadable.fix": ("Add the user to the group, and log in again: {command}",),
    "finding.cameras.fine": ("Cameras found: {cameras}.",),
    "finding.cameras.none": ("No camera was found.",),
    "finding.cameras.none.fix": ("Plug in a USB camera, or check the cable of the Pi's camera and install: {package}",),
    "finding.picture.fine": (
        "{camera}: {size}, {rate} pictures a second.",
        "{camera}: pictures of {size}.",
    ),
    "finding.picture.held": (
        "{camera}: {size}, {rate} pictures a second. Its exposure is locked.",
        "{camera}: pictures of {size}. Its exposure is locked.",
    ),
    "finding.picture.in-use": ("The companion that is running uses the camera.",),
    "finding.picture.black": ("{camera}: pictures of {size}, but they are black.",),
    "finding.picture.black.fix": ("Take the cover off the lens, and switch on a light.",),
    "finding.picture.failed": ("No picture can be taken ({reason}).",),
    "finding.picture.failed.fix": ("Check the camera's cable or network, or choose another camera in the settings.",),
    "finding.picture.lost": ("The camera sends no pictures ({reason}).",),
    "finding.picture.lost.fix": ("Check its cable or network. The companion keeps looking for the camera.",),
    "finding.picture.not-yet": ("The camera has sent no picture yet.",),
    "finding.picture.not-yet.fix": ("Wait a few seconds, then check the camera's cable.",),
    "finding.board.fine": ("The board is where it was calibrated.",),
    "finding.board.moved": ("The board is not where it was calibrated.",),
    "finding.board.moved.fix": ("Put the board back, or set up the starting position and recalibrate.",),
    "finding.pin.fine": ("GPIO {pin} can be used.",),
    "finding.pin.in-use": ("The companion that is running uses GPIO {pin}.",),
    "finding.pin.unusable": ("GPIO {pin} cannot be used ({reason}).",),
    "finding.pin.unusable.fix": (
        "If nothing is connected there, do nothing. On a Pi, install {package} and join the group {group}.",
    ),
    "finding.sound.fine": ("{program} plays sounds.",),
    "finding.sound.off": ("Sounds and voice are off in the settings.",),
    "finding.sound.no-program": ("No program that plays sounds is installed.",),
    "finding.sound.no-program.fix": ("Install one: {command}",),
    "finding.sound.no-card": ("{program} is installed, but there is no sound card.",),
    "finding.sound.no-card.fix": ("Connect a loudspeaker by USB or HDMI.",),
    "finding.voice.fine": ("{program} speaks.",),
    "finding.voice.off": ("The voice is off in the settings.",),
    "finding.voice.missing": ("{program} is not installed.",),
    "finding.voice.missing.fix": ("Install it: {command}",),
}

_SYSTEM: Final[Mapping[str, Wordings]] = {
    "finding.groups.fine": ("The user is in all groups that own a device: {groups}.",),
    "finding.groups.none": ("No group is needed here.",),
    "finding.groups.root": ("The user is {user}, who needs no group.",),
    "finding.groups.missing": ("The user is not in these groups: {groups}.",),
    "finding.groups.missing.fix": ("Add the user to them, and log in again: {command}",),
    "finding.service.fine": ("The service that starts the companion is {state}.",),
    "finding.service.restarted": (
        Counted(
            "The service that starts the companion is {state}. It was restarted {n} time.",
            "The service that starts the companion is {state}. It was restarted {n} times.",
            by="n",
        ),
    ),
    "finding.service.no-systemd": ("There is no {systemd} here, and so no service.",),
    "finding.service.missing": ("The companion does not start with the device.",),
    "finding.service.missing.fix": ("Install it, so that it starts with the device: {command}",),
    "finding.service.failed": ("The service that starts the companion is {state} ({result}).",),
    "finding.service.failed.fix": ("See why with: {log}. Then start it again: {command}",),
    "finding.clock.fine": ("It is {time}, and the clock is synchronised.",),
    "finding.clock.past": ("The clock shows {time}, which is in the past.",),
    "finding.clock.past.fix": ("Connect the network for a minute, or set the clock: {command}",),
    "finding.clock.unsynchronised": ("The clock shows {time}, but is not synchronised.",),
    "finding.clock.unsynchronised.fix": (
        "Connect the network for a minute. Until then the start of a match counts as doubtful.",
    ),
    "finding.power.fine": ("The Pi gets enough power.",),
    "finding.power.unknown": ("This device does not report its power.",),
    "finding.power.low": ("The Pi gets too little voltage ({bits}).",),
    "finding.power.low.fix": ("Use the power supply that is made for this Pi, and a short cable.",),
    "finding.power.was-low": ("The Pi got too little voltage at times since it started ({bits}).",),
    "finding.power.was-low.fix": ("Use the power supply that is made for this Pi, and a short cable.",),
    "finding.power.slowed": ("The Pi has slowed down because it is hot ({bits}).",),
    "finding.power.slowed.fix": ("Improve the airflow, or add a heat sink.",),
    "finding.power.was-slowed": ("The Pi was hot and slow at times since it started ({bits}).",),
    "finding.power.was-slowed.fix": ("Improve the airflow, or add a heat sink.",),
    "finding.temperature.fine": ("The processor is at {heat} °C.",),
    "finding.temperature.unknown": ("This device does not report its temperature.",),
    "finding.temperature.hot": ("The processor is at {heat} °C and slows down.",),
    "finding.temperature.hot.fix": ("Improve the airflow, or add a heat sink.",),
}

WORDINGS: Final[Mapping[str, Wordings]] = {**_NAMES, **_SOFTWARE, **_RECORDS, **_DEVICES, **_SYSTEM}
