"""The texts of the pages around a match: welcome, new match, settings, doctor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings

_SCREENS: Final[Mapping[str, Wordings]] = {
    "button.other-screens": ("All screens",),
    "screen.welcome": ("Backgammon companion",),
    "screen.new_match": ("New match",),
    "screen.camera": ("Camera",),
    "screen.position": ("Correct position",),
    "screen.recap": ("The game",),
    "screen.review": ("Review",),
    "screen.archive": ("Archive",),
    "screen.export": ("Export",),
    "screen.settings": ("Settings",),
    "screen.doctor": ("Diagnostics",),
    "keyboard.done": ("Done",),
    "edit.off": ("Off",),
    "edit.on": ("On",),
    "edit.back": ("Back",),
    "edit.none": ("none",),
    "program.leave.ask": ("Leave the companion? What was played is kept.",),
}

_WELCOME: Final[Mapping[str, Wordings]] = {
    "welcome.go-on": ("Resume",),
    "welcome.play": ("Play",),
    "welcome.rematch": ("Rematch",),
    "welcome.score": ("{names}  {score}",),
    "welcome.waits-board": ("Set up the board: the game begins with the first roll.",),
    "welcome.waits-learn": ("The board is not calibrated: set up the start position, then touch Camera.",),
    "welcome.waits-touch": ("There is no camera: rolls and plays are entered by touch.",),
    "welcome.waits-camera": ("The camera does not answer: rolls and plays can be entered by touch.",),
    "welcome.paused": ("The game is paused.",),
    "welcome.ready": ("Everything is ready.",),
    "welcome.not-resumed": ("The match {names} cannot be resumed. It stays in the archive as it is.",),
}

_MATCH: Final[Mapping[str, Wordings]] = {
    "match.is": ("{length}, {mode}, {rules}",),
    "match.points": (Counted("{n} point", "{n} points", by="n"),),
    "match.money": ("Money play",),
    "match.rules": ("{name} rules",),
    "mode.refereed": ("Refereed",),
    "mode.refereed.note": ("Every play is checked, and nothing is shown that helps to play.",),
    "mode.recorded": ("Recorded",),
    "mode.recorded.note": ("Everything is written down, and nobody is interrupted.",),
    "mode.training": ("Training",),
    "mode.training.note": ("Every play is checked, and help may be asked for.",),
    "rules.tournament": ("Tournament",),
    "rules.tournament.note": ("Cube, Crawford game, gammons and backgammons, as clubs play.",),
    "rules.tactic": ("Tactic",),
    "rules.tactic.note": ("Cube without a Crawford game, gammons and backgammons.",),
    "rules.djeco": ("Djeco",),
    "rules.djeco.note": ("No cube, no bar, every win counts one game.",),
    "rules.box-leaflet": ("Box leaflet",),
    "rules.box-leaflet.note": ("No cube, the younger begins, one die is rolled twice.",),
    "rules.gamez": ("Gamez",),
    "rules.gamez.note": ("Cube with automatic doubles, own dice for each player.",),
    "rules.own": ("As in the settings file",),
    "dice.camera": ("On the board",),
    "dice.camera.note": ("The camera reads the dice that are rolled.",),
    "dice.electronic": ("Button",),
    "dice.electronic.note": ("The button rolls, and the screen shows the dice.",),
    "dice.both": ("Both",),
    "dice.both.note": ("Whichever is used: the button, or dice on the board.",),
}

_NEW: Final[Mapping[str, Wordings]] = {
    "new.begin": ("Begin",),
    "new.names": ("Players",),
    "new.swap-colours": ("Swap colours",),
    "new.swap-seats": ("Swap seats",),
    "new.upper": ("{side}, upper edge",),
    "new.lower": ("{side}, lower edge",),
    "new.length": ("Length",),
    "new.rules": ("Rules",),
    "new.mode": ("Mode",),
    "new.dice": ("Dice",),
    "new.clock": ("Clock",),
    "new.clock.note": ("Delay and reserve, as the rules say.",),
    "new.younger": ("Who is younger?",),
    "new.younger.note": ("The younger player begins under these rules.",),
    "new.sound": ("Sound",),
    "new.sound.effects": ("Sounds",),
    "new.sound.voice": ("With voice",),
    "new.pictures": ("Pictures of turns",),
    "new.pictures.note": (
        Counted(
            "Kept on this device only, for {n} day at most, to settle disputes.",
            "Kept on this device only, for {n} days at most, to settle disputes.",
            by="n",
        ),
    ),
    "new.event": ("Event",),
    "new.round": ("Round",),
    "new.board": ("Board number",),
    "new.scan": ("Set up with a code",),
    "new.scan.note": ("From the director's table sheet.",),
    "new.scan.touch": ("Scan",),
    "new.keeps": ("{names}: this match is not over. It is kept and can be resumed later.",),
    "new.locked": ("Rules, mode and sound are locked by the director.",),
    "new.unlock": ("Unlock",),
    "scan.hold": ("Hold the code in front of the camera.",),
    "scan.no-camera": ("No picture comes from the camera.",),
    "scan.foreign": ("This code is not one for setting up a match.",),
    "scan.bad": ("This code cannot be used: something in it is wrong.",),
    "scan.done": ("The code has been read. Check it, then touch Begin.",),
    "pin.ask": ("Director's PIN",),
    "pin.wrong": ("That is not the PIN.",),
    "pin.wait": (
        Counted("Three wrong PINs: please wait {n} second.", "Three wrong PINs: please wait {n} seconds.", by="n"),
    ),
    "pin.new": ("New PIN, 4 to 8 digits, empty = none",),
    "pin.again": ("The same PIN once more",),
    "pin.differs": ("The two were not the same: the PIN stays as it was.",),
    "pin.short": ("A PIN has 4 to 8 digits: it stays as it was.",),
    "pin.set": ("The PIN is set.",),
    "pin.removed": ("The PIN is removed.",),
}

WORDINGS: Final[Mapping[str, Wordings]] = {**_SCREENS, **_WELCOME, **_MATCH, **_NEW}
