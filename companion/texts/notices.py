"""The texts of messages without an alarm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "notice.camera-lost": ("The camera does not answer. Please check its cable.",),
    "notice.camera-back": ("The camera is back.",),
    "notice.unseen": (
        "Point {point} cannot be seen. Is something lying on it?",
        "I cannot see the whole board. Is something lying on it?",
    ),
    "notice.no-board": ("I cannot find the board. Is all of it in the camera's view?",),
    "notice.unreadable": ("I cannot read the board. Please straighten the checkers.",),
    "notice.not-start": ("This is not the start position. Please set up all checkers.",),
    "notice.checker-count": (
        "{side}: I count {n}, should be {expected}. Fallen or hidden?",
        "A checker is missing or too many. Fallen or hidden?",
    ),
    "notice.cocked": ("A die is not flat. Roll both again.",),
    "notice.premature": (
        "Rolled early; the roll stands. {name} finishes first.",
        "Rolled early; the roll stands. The play is finished first.",
    ),
    "notice.out-of-turn": ("It is {name}'s turn.", "It is the other player's turn."),
    "notice.double-too-late": ("A double is offered before the roll, at the start of your own turn.",),
    "notice.not-owner": (
        "Only {name} may double: the cube is theirs.",
        "Only the cube's owner may double.",
    ),
    "notice.crawford": ("No doubling in the Crawford game.",),
    "notice.no-cube": ("There is no doubling cube in these rules.",),
    "notice.double-too-soon": ("The opening roll comes first; then you may double.",),
    "notice.already-offered": ("A double is already waiting for an answer.",),
    "notice.nothing-offered": ("No double is waiting for an answer.",),
    "notice.own-offer": ("The other player answers the double.",),
    "notice.no-beavers": ("There are no beavers in these rules.",),
    "notice.no-raccoons": ("There are no raccoons in these rules.",),
    "notice.money-only": ("Beavers are for money play, not for a match to points.",),
    "notice.cube-limit": (
        "The cube goes no higher than {value} in these rules.",
        "The cube goes no higher in these rules.",
    ),
    "notice.holland": ("After the Crawford game both players roll twice before a double.",),
    "notice.game-over": ("The game is over.",),
    "notice.decided": ("The match is decided. Only the director can change that.",),
    "notice.decided.game": ("The game is decided. Only the director can change that.",),
    "notice.cube-pointless": ("The stake is enough to win the match already: this double adds nothing.",),
    "notice.cube-value": (
        "The cube shows {seen}; the stake is {value}. Please turn it.",
        "The cube does not show the stake. Please turn it.",
    ),
    "notice.roll-stands": ("The roll stands: please play {dice} first.", "The roll stands: please play it first."),
    "notice.roll-final": ("An electronic roll that was shown is final.",),
    "notice.placed": ("The recorded position was corrected by touch.",),
    "notice.roll-area-drawn": ("Dice must land in the part of the board set for them. Roll both again.",),
    "notice.other-board.backgammon": ("A backgammon board is seen here. Turn the box over to go on with draughts.",),
    "notice.other-board.draughts": ("A draughts board is seen here. Turn the box over to go on with backgammon.",),
    "notice.unknown-board": ("Set up the board in full view of the camera: Menu, All screens, Camera.",),
    "notice.roll-area": ("Dice must land to the right of the bar. Roll both again.",),
    "notice.no-move": ("No move with {dice}. The turn passes.", "No move. The turn passes."),
    "notice.shut-out": ("Closed out: no roll needed, the turn passes.",),
    "notice.undone": ("The last step is undone. Please restore the position.",),
    "notice.paused": ("The game is paused. Touch to resume.",),
    "notice.disputed": ("The turn is disputed; the clock is stopped. Touch to resume.",),
    "notice.time-out": ("Time is up. Please ask the director.",),
    "notice.put-back": ("Please restore the marked points as the picture shows.",),
    "notice.refused": ("That cannot be done now.",),
    "notice.amended": ("Turn {turn} is corrected in the record.", "The record is corrected."),
    "notice.roll-changed": ("The roll is {dice} now.", "The roll is changed."),
    "notice.doubled": ("{name} doubles to {value}: take or drop?", "The stake is doubled: take or drop?"),
    "notice.taken": ("{name} takes: the stake is {value} now.", "The double is taken."),
    "notice.dropped": ("{name} drops.", "The double is dropped."),
    "notice.result": ("The result is recorded as entered.",),
    "notice.change-undone": ("The change is undone: the record is as it was before.",),
    "notice.not-agreed": ("The other player does not agree: the record stays as it is.",),
    "notice.nothing-wrong": ("Nothing illegal was seen.",),
    "notice.not-told": ("In this match rulings are only recorded, not announced.",),
    "notice.differs": ("The board does not match the record. Please check the marked points.",),
    "notice.storage": ("The record cannot be written. Please check the memory card.",),
}
