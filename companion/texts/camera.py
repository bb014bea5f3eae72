"""The texts for setting up the camera and the board, and for placing checkers by touch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "camera.learn": ("This is my board",),
    "camera.play": ("Play",),
    "camera.sees": ("What it sees",),
    "camera.more": ("More",),
    "camera.back": ("Back",),
    "camera.done": ("Done",),
    "camera.lost": ("There is no picture from the camera.",),
    "camera.comes-back": ("Check its cable. The picture comes back by itself.",),
    "camera.covered": ("The picture is black. Uncover the camera, or turn on a light.",),
    "camera.waiting": ("Waiting for the first picture.",),
    "camera.looking": ("Looking for the board.",),
    "camera.learning": ("The board is being calibrated. Keep your hands away.",),
    "camera.learned": ("The board is calibrated and saved for next time.",),
    "camera.known": ("The board is calibrated.",),
    "camera.found": ("The board is found.",),
    "camera.set-up": ("Set up the start position, then touch the bright button.",),
    "camera.set-up-so-far": ("{count} of {all} points of the start are right.",),
    "camera.dragged": ("Do the corners fit? Then touch the bright button.",),
    "camera.no-board": ("No board is seen. All of it must be in the picture.",),
    "camera.drag": ("Or drag the four corners to those of the playing field.",),
    "camera.no-start": ("This is not the start position. Set it up and touch again.",),
    "camera.moving": ("Something moves over the board. Keep hands away and touch again.",),
    "camera.not-kept": ("The board is calibrated, but could not be saved for next time.",),
    "camera.failed": ("The board could not be calibrated. Try again.",),
    "camera.advice.small": ("The board is small in the picture. Bring the camera closer.",),
    "camera.advice.blurred": ("The picture is blurred. Clean or focus the camera.",),
    "camera.advice.too-dark": ("It is too dark. Turn on a light.",),
    "camera.advice.glare": ("A light is mirrored on the board. Move the lamp.",),
    "camera.advice.uneven": ("One side is much darker. Light the board evenly.",),
    "camera.advice.checkers-alike": ("Both colours look nearly alike. More light helps.",),
    "camera.advice.checkers-like-board": ("The checkers look nearly like the board. More light helps.",),
    "camera.rings": ("Beside each point: how many checkers are seen there.",),
    "camera.rings-unsure": ("Blue rings are sure, orange ones doubtful.",),
    "camera.anew": ("Recalibrate",),
    "camera.area": ("Where dice count",),
    "camera.area-explained": ("Drag the corners. From the next match on, a roll counts in the bright part.",),
    "camera.whole": ("Whole board",),
    "camera.name": ("Camera",),
    "camera.which": ("Which camera?",),
    "camera.any": ("Any camera",),
    "camera.leave": ("Cancel",),
    "camera.pictures": ("Pictures of turns",),
    "camera.kept": ("Kept",),
    "camera.not-wanted": ("Not kept",),
    "camera.consent": (
        Counted(
            "Pictures of the turns settle disputes. They stay on this device for {days} day. Keep them?",
            "Pictures of the turns settle disputes. They stay on this device for {days} days. Keep them?",
            by="days",
        ),
    ),
    "camera.keep": ("Keep pictures",),
    "camera.none": ("No pictures",),
    "position.whose-turn": ("Whose turn is it?",),
    "position.as-seen": ("As the camera sees it",),
    "position.as-recorded": ("As recorded",),
    "position.undo": ("Undo",),
    "position.accept": ("Use this position",),
    "position.complete": ("Touch checkers, then where they go. Light {light}, Dark {dark}.",),
    "position.lifted": (
        Counted(
            "{count} checker lifted: touch where it goes, or again to lift more.",
            "{count} checkers lifted: touch where they go, or again to lift more.",
            by="count",
        ),
    ),
    "position.missing": (
        Counted("{side}: {count} checker is missing.", "{side}: {count} checkers are missing.", by="count"),
    ),
    "position.too-many": (
        Counted("{side}: {count} checker too many.", "{side}: {count} checkers too many.", by="count"),
    ),
    "position.none-left": ("{side} has no checker left: end the game from its menu.",),
    "position.not-now": ("A position can be corrected once the game has begun.",),
}
