"""The texts that explain the companion: the help of each page, and the first steps.

``help.PAGE.N``: the sentences of a page, by the value of :class:`companion.screen.navigator.PageName`; ``play`` is the
game of backgammon, ``draughts`` that of draughts, ``exercise`` an exercise of practice on its board.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Wordings

_HELP: Final[Mapping[str, tuple[str, ...]]] = {
    "play": (
        "The board shows how the checkers stand; arrows show the last play.",
        "The half at your edge is yours: name, score, dice, and what to do next.",
        "The large button is the next step: roll, end the turn, continue.",
        "If something was misread, tap the last play or the dice and choose the right one.",
        "The menu has the rest: undo, resign, restore the position, all other screens.",
    ),
    "draughts": (
        "The board shows how the pieces stand; an arrow shows the last move.",
        "Move on the real board, then press the button or tap “Done”.",
        "Without a camera, tap a piece and then where it lands, jump by jump.",
        "Tap the last move to correct it. “Draw?” offers the other player a draw.",
        "In training, “Hint” helps step by step: where to look, which piece, which move, and why.",
        "The menu has the rest: undo, resign, restore the position, all other screens.",
    ),
    "exercise": (
        "Set up the checkers as the screen shows, then press the button to roll.",
        "Move your checkers and press again. Without a camera, enter the play through the menu.",
        "The companion says how it went, and you can try as often as you like.",
        "The menu has a hint, and the way back to the lessons.",
    ),
    "welcome": (
        "The large button begins a match, or resumes the one that is not over.",
        "The line below it says what the table waits for.",
        "The small buttons open all other screens.",
    ),
    "new_match": (
        "Set what you like; all of it is kept for the next time.",
        "Tap a name to change it. Swap the seats if the players sit the other way round.",
        "Refereed: every play is checked. Training: with hints. Recorded: only written down.",
        "A match that is not over stays in the archive when another begins.",
    ),
    "camera": (
        "You see what the camera sees; lines mark the board that was found.",
        "Drag a corner that is wrong.",
        "Set up the starting position and confirm that it is your board: its colours are learned.",
        "“More” has other cameras, and the part of the board where dice count.",
    ),
    "network_camera": (
        "The address begins with http:// or rtsp://, then come host and port.",
        "A user name and a password stand before the host: name:password@.",
        "While no pictures come, enter everything on the screen. They come back by themselves.",
    ),
    "position": (
        "Tap a checker, then the place where it belongs, also beside the board.",
        "The line above says whether all checkers are there.",
        "Confirm at the end: the game continues from this position.",
    ),
    "draughts_position": (
        "Tap a piece, then the square where it belongs.",
        "The buttons beside the board put a man or a king on the chosen square, or clear it.",
        "Confirm at the end: the game continues from this position.",
    ),
    "recap": (
        "The card sums up a game: its result, its course, hits, doubles and dice.",
        "You can save it as a picture, or review the game turn by turn.",
        "The large button in your strip is the next step.",
    ),
    "review": (
        "Choose a turn in the list: the board shows it before and after.",
        "Pictures of the turn and everything that happened in it are there too.",
        "A turn of the game in progress can be corrected here.",
    ),
    "archive": (
        "Every match with a roll is here, the newest first.",
        "Tap a match, then a button below: review, resume, analyse, export or delete it.",
        "A deleted match is in the trash, and can be restored from there.",
    ),
    "export": (
        "Choose what is written, in which format, and where to: a USB stick or this device.",
        "Every file is read again before success is reported.",
    ),
    "settings": (
        "Choose a group, then change what you like.",
        "Each change is kept at once, and a note says when it takes effect.",
        "What the director has locked needs the PIN.",
    ),
    "doctor": (
        "Camera, button, sound, disk and more are examined one after the other.",
        "A fault needs fixing; with a warning the companion works all the same.",
        "The report for whoever helps you has no names, no pictures and no plays in it.",
    ),
    "plays": (
        "All plays of the roll are listed, the best first.",
        "Tap one to see it on the board, with the reason for it.",
    ),
    "practice": (
        "Begin with the rules, or with the first lesson that is not done.",
        "Each disc is an exercise; those that are solved are filled.",
        "You can also play a game against the computer, or repeat your own errors.",
        "Above the lessons you choose the game.",
    ),
    "puzzle": (
        "The player to decide is at the bottom. Tap the checkers and “Done”, or your cube action.",
        "Own errors that are due come first; solved, they come back later, else tomorrow.",
        "Only the first answer counts; “Show answer” counts as not solved.",
    ),
    "draughts_drill": (
        "The side to move is at the bottom. Tap a piece, then each landing square, then “Done”.",
        "“Hint” says what to look for, then which piece moves, then shows the move.",
        "An exercise counts as solved if the move was not shown.",
    ),
    "outcome": (
        "The card says how the exercise went.",
        "Repeat it, continue with the next one, or return to the lessons.",
        "Where two boards are shown, one has your play and the other a better one.",
    ),
    "analysis": (
        "An engine goes through the match, which takes a few minutes.",
        "The totals say who lost how much; each error shows the play and a better one.",
        "Tap the graph, or an error, to see that turn with all its plays.",
        "Errors can be kept as drills for practice.",
    ),
    "picture_phone": (
        "Scan the code with a phone on the same network, and take a picture of any board there.",
        "The phone shows what was read, asks what no picture tells, and gives the XGID and hints.",
        "The code is for one phone, once. It needs the live page to be on, and no match in play.",
    ),
    "phone": (
        "Scan the code with a phone: it opens the match on the live page.",
        "There you see the result, the worst decisions once they are analysed, and the file.",
        "The other code holds the match itself and needs no network.",
    ),
    "photograph": (
        "The picture is shown as it was read, beside the drawn board: compare the two.",
        "Tap a point, on either, to correct it. What may be wrong has a ring of another colour.",
        "Then answer what no picture tells; the likeliest answer is highlighted.",
        "At the end there are hints and cube advice, a game from here, and a puzzle for later.",
    ),
    "players": (
        "Everybody who has played here is listed, with a rating.",
        "Tap a name to see results and errors.",
    ),
    "player": (
        "Results and rating come from the archive, errors from analysed matches.",
        "Beside each error rate is its 95% range.",
        "Two spellings of a name can be merged; deleting removes it from all matches.",
    ),
    "dispute": (
        "The clock is stopped; the pictures show the turn before, at the roll and after.",
        "Tap your own name to say what happened; both accounts are recorded.",
        "Correct the turn if you agree, or keep it for the director.",
    ),
    "rule": (
        "Read the rule, look at the arrows, then try it on your board.",
        "Without a camera, set up the board, press the button, and enter the play on the screen.",
    ),
    "first_steps": (
        "Whatever you set here can be changed later in the settings.",
        "You can skip the rest at any time; the help of each screen brings you back here.",
    ),
}

_FIRST_STEPS: Final[Mapping[str, Wordings]] = {
    "first.step": ("{n}/{all}  {name}",),
    "first.next": ("Next",),
    "first.skip": ("Skip",),
    "first.learn": ("Learn the rules",),
    "first.language": ("Language",),
    "first.language.1": ("Choose your language.",),
    "first.players": ("Players",),
    "first.players.1": ("Who plays here? Tap a name to write it.",),
    "first.seats": ("Seats",),
    "first.seats.1": ("The camera may look from any side: it finds the board by itself.",),
    "first.seats.2": ("Who sits at the lower edge of the screen?",),
    "first.board": ("The board",),
    "first.board.1": ("Set up the checkers like this.",),
    "first.aim": ("The game",),
    "first.aim.1": ("Each player brings all checkers home, in opposite directions.",),
    "first.aim.2": ("The first to bear them all off wins.",),
    "first.turn": ("A turn",),
    "first.turn.1": ("Roll your dice on the board, or press the button to roll.",),
    "first.turn.2": ("Move your checkers, then lift the dice or press the button.",),
    "first.turn.3": ("The companion checks the play and shows it with arrows.",),
    "first.faults": ("Corrections",),
    "first.faults.1": ("An illegal play is marked, and the rule is named: make another play.",),
    "first.faults.2": ("If the companion misread, tap the last play or the dice and correct it.",),
    "first.screen": ("The screen",),
    "first.screen.1": ("One half of the screen is yours; the other one faces the other player.",),
    "first.screen.2": ("The menu opens everything, and a question mark explains each screen.",),
    "first.ready": ("Ready",),
    "first.ready.1": ("Learn the rules in eight short steps, or begin to play.",),
    "first.ready.2": ("You can see these steps again: tap a question mark.",),
}

WORDINGS: Final[Mapping[str, Wordings]] = {
    **{f"help.{page}.{n}": (words,) for page, said in _HELP.items() for n, words in enumerate(said, start=1)},
    **_FIRST_STEPS,
}
