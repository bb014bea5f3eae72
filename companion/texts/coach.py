"""The coach's texts on a play, the cube and the position, and one thing to try next time.

``coach.why.…`` is about the best play, ``coach.not.…`` about another one against it; both address the player who is,
or was, on roll.  ``.simple`` after a key: the same for children and beginners; without it the usual words serve.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings


def _counted(one: str, many: str, by: str = "n") -> Counted:
    return Counted(one, many, by=by)


_WHY: Final[Mapping[str, Wordings]] = {
    "win": ("Wins the game now.",),
    "hit-more": (_counted("Hits {n} checker at once.", "Hits {n} checkers at once."),),
    "hit-point": ("Hits and makes the {point}-point.", "Hits and makes a home point."),
    "hit": ("Hits a checker on the {point}-point.", "Hits a checker."),
    "hit-safe": ("Hits on the {point}-point and leaves no shot.", "Hits and leaves no shot."),
    "hit-shots": (
        _counted(
            "Hits on the {point}-point, leaving {n} shot out of 36 instead of {m}.",
            "Hits on the {point}-point, leaving {n} shots out of 36 instead of {m}.",
        ),
        _counted(
            "Hits, leaving {n} shot out of 36 instead of {m}.", "Hits, leaving {n} shots out of 36 instead of {m}."
        ),
    ),
    "hit-far": (_counted("Costs the opponent {n} pip instead of {m}.", "Costs the opponent {n} pips instead of {m}."),),
    "closed": ("Closed board: no roll enters.",),
    "stay-out": (
        _counted(
            "The opponent dances with {n} roll out of 36 instead of {m}.",
            "The opponent dances with {n} rolls out of 36 instead of {m}.",
        ),
    ),
    "safe": ("Leaves no shot.",),
    "shots": (_counted("Leaves {n} shot out of 36 instead of {m}.", "Leaves {n} shots out of 36 instead of {m}."),),
    "blots": (_counted("Leaves {n} blot instead of {m}.", "Leaves {n} blots instead of {m}."),),
    "no-blots": ("Leaves no blot.",),
    "make-more": (_counted("Makes {n} point at once.", "Makes {n} points at once."),),
    "make-home": ("Makes your {point}-point.", "Makes a point in your home board."),
    "make-point": ("Makes the {point}-point.", "Makes a new point."),
    "make-anchor": ("Makes an anchor on the {point}-point.", "Makes an anchor in the opponent's home board."),
    "make-safe": ("Makes the {point}-point and leaves no shot.", "Makes a point and leaves no shot."),
    "make-shots": (
        _counted(
            "Makes the {point}-point, leaving {n} shot out of 36 instead of {m}.",
            "Makes the {point}-point, leaving {n} shots out of 36 instead of {m}.",
        ),
        _counted(
            "Makes a point, leaving {n} shot out of 36 instead of {m}.",
            "Makes a point, leaving {n} shots out of 36 instead of {m}.",
        ),
    ),
    "cover": ("Covers your blot and makes the {point}-point.", "Covers a blot and makes a point."),
    "keep": ("Keeps the {point}-point.", "Keeps a point that you hold."),
    "keep-anchor": ("Keeps your anchor on the {point}-point.", "Keeps your anchor."),
    "prime": (_counted("Builds a prime: {n} point in a row.", "Builds a prime: {n} points in a row."),),
    "keep-prime": (_counted("Keeps {n} point in a row.", "Keeps {n} points in a row."),),
    "past": (
        _counted(
            "Breaks contact, {n} pip ahead.",
            "Breaks contact, {n} pips ahead.",
        ),
    ),
    "contact": (_counted("Keeps contact: you are {n} pip behind.", "Keeps contact: you are {n} pips behind."),),
    "out": ("Escapes a back checker.",),
    "off": (_counted("Bears off {n} checker.", "Bears off {n} checkers."),),
    "home": (_counted("Brings {n} checker home.", "Brings {n} checkers home."),),
    "fill": ("Fills your empty {point}-point.", "Fills an empty point in your home board."),
    "up": ("Moves up to the {point}-point in the opponent's home board.", "Moves up in the opponent's home board."),
    "slot": ("Slots your {point}-point.", "Slots an empty point."),
    "builder": ("Brings a builder to the {point}-point.", "Brings a builder closer."),
    "in-play": ("Puts no checker deep in your home board.",),
    "stack": ("Takes a checker from your stack of {n}.",),
    "games": (_counted("You win {n} more game in 100.", "You win {n} more games in 100."),),
    "gammons": (_counted("You win {n} more gammon in 100.", "You win {n} more gammons in 100."),),
    "gammons-saved": (_counted("You lose {n} fewer gammon in 100.", "You lose {n} fewer gammons in 100."),),
    "unclear": ("Slightly better; nothing on the board stands out.",),
    "even": ("All plays are nearly equal.",),
    "forced": ("The only legal play.",),
    "no-move": ("No checker can move.",),
}

_WHY_SIMPLY: Final[Mapping[str, Wordings]] = {
    "hit-point": ("Hits a checker, and yours are safe there together.",),
    "hit": ("Hits a checker: it has to start again.",),
    "hit-safe": ("Hits a checker, and no roll can hit you.",),
    "hit-shots": (
        _counted(
            "Hits a checker; {n} roll hits you instead of {m}.", "Hits a checker; {n} rolls hit you instead of {m}."
        ),
    ),
    "hit-far": ("Sends the opponent farther back.",),
    "closed": ("No roll brings the opponent in: all six points are closed.",),
    "stay-out": ("Makes it harder for the opponent to come in.",),
    "safe": ("No roll can hit you.",),
    "shots": (_counted("{n} roll hits you instead of {m}.", "{n} rolls hit you instead of {m}."),),
    "blots": (_counted("{n} checker stands alone instead of {m}.", "{n} checkers stand alone instead of {m}."),),
    "no-blots": ("None of your checkers stands alone.",),
    "make-home": ("Makes a point in your home: the opponent cannot land there.",),
    "make-point": ("Makes a point: the opponent cannot land there.",),
    "make-anchor": ("Makes a safe point in the opponent's home.",),
    "make-safe": ("Makes a point, and no roll can hit you.",),
    "make-shots": (
        _counted(
            "Makes a point; {n} roll hits you instead of {m}.", "Makes a point; {n} rolls hit you instead of {m}."
        ),
    ),
    "cover": ("Covers a lone checker: together they are safe.",),
    "keep": ("Keeps your checkers together.",),
    "keep-anchor": ("Keeps your safe point in the opponent's home.",),
    "prime": (_counted("Builds a wall: {n} point in a row.", "Builds a wall: {n} points in a row."),),
    "keep-prime": (_counted("Keeps your wall: {n} point in a row.", "Keeps your wall: {n} points in a row."),),
    "past": ("Your checkers are past all the others, and ahead.",),
    "contact": ("You are behind: this way you may still hit.",),
    "out": ("Gets a checker out of the opponent's home.",),
    "in-play": ("Keeps your checkers useful, none deep in your home.",),
    "up": ("Moves up in the opponent's home.",),
    "slot": ("Puts a first checker on an empty point.",),
    "builder": ("Brings a checker closer, to help make points.",),
    "unclear": ("Only a little better.",),
    "even": ("All plays are about equally good.",),
    "forced": ("Nothing else can be played.",),
}

# They follow on a sentence about the best play, so they begin with it; "this one" is the play that was made.
_NOT: Final[Mapping[str, Wordings]] = {
    "win": ("The best play wins the game now.",),
    "hit-more": (_counted("The best play hits {n} checker.", "The best play hits {n} checkers."),),
    "hit-point": (
        "The best play hits and makes the {point}-point.",
        "The best play hits and makes a home point.",
    ),
    "hit": ("The best play hits on the {point}-point.", "The best play hits."),
    "hit-far": (
        _counted(
            "The best play costs the opponent {n} pip; this one {m}.",
            "The best play costs the opponent {n} pips; this one {m}.",
        ),
    ),
    "closed": ("After the best play no roll enters.",),
    "stay-out": (
        _counted(
            "The opponent dances with {m} roll out of 36; after the best play {n}.",
            "The opponent dances with {m} rolls out of 36; after the best play {n}.",
            by="m",
        ),
    ),
    "safe": ("The best play leaves no shot; this one leaves {n}.",),
    "shots": (
        _counted(
            "The best play leaves {n} shot; this one leaves {m}.",
            "The best play leaves {n} shots; this one leaves {m}.",
        ),
    ),
    "blots": (
        _counted(
            "The best play leaves {n} blot; this one leaves {m}.",
            "The best play leaves {n} blots; this one leaves {m}.",
        ),
    ),
    "no-blots": ("The best play leaves no blot; this one leaves {m}.",),
    "make-more": (_counted("The best play makes {n} point.", "The best play makes {n} points."),),
    "make-home": ("The best play makes your {point}-point.", "The best play makes a home point."),
    "make-point": ("The best play makes the {point}-point.", "The best play makes a new point."),
    "make-anchor": ("The best play makes an anchor on the {point}-point.", "The best play makes an anchor."),
    "cover": ("The best play covers your blot on the {point}-point.", "The best play covers a blot."),
    "keep": ("The best play keeps the {point}-point.", "The best play keeps a point."),
    "keep-anchor": ("The best play keeps your anchor on the {point}-point.", "The best play keeps your anchor."),
    "prime": (
        _counted(
            "The best play holds {n} point in a row; this one {m}.",
            "The best play holds {n} points in a row; this one {m}.",
        ),
    ),
    "past": ("The best play breaks contact.",),
    "contact": (
        _counted(
            "The best play keeps contact: you are {n} pip behind.",
            "The best play keeps contact: you are {n} pips behind.",
        ),
    ),
    "out": ("The best play escapes a back checker.",),
    "off": (
        _counted(
            "The best play bears off {n} checker; this one bears off {m}.",
            "The best play bears off {n} checkers; this one bears off {m}.",
        ),
    ),
    "home": (_counted("The best play brings {n} checker home.", "The best play brings {n} checkers home."),),
    "fill": ("The best play fills your empty {point}-point.", "The best play fills an empty home point."),
    "up": ("The best play moves up to the {point}-point.", "The best play moves up in the opponent's home board."),
    "slot": (
        "The best play slots your {point}-point.",
        "The best play slots an empty point.",
    ),
    "builder": (
        "The best play brings a builder to the {point}-point.",
        "The best play brings a builder closer.",
    ),
    "in-play": ("The best play puts no checker deep in your home board.",),
    "stack": ("The best play takes a checker from your stack of {n}.",),
    "games": (_counted("The best play wins {n} more game in 100.", "The best play wins {n} more games in 100."),),
    "gammons": (_counted("The best play wins {n} more gammon in 100.", "The best play wins {n} more gammons in 100."),),
    "gammons-saved": (
        _counted("The best play loses {n} fewer gammon in 100.", "The best play loses {n} fewer gammons in 100."),
    ),
    "unclear": ("The best play is slightly better; nothing on the board stands out.",),
    "even": ("Both plays are nearly equal.",),
    "best": ("This is the best play.",),
}
_NOT_LIKE: Final = {"keep-prime": "prime"}

_NOT_SIMPLY: Final[Mapping[str, Wordings]] = {
    "hit-point": ("The best play hits, and the checkers are safe there.",),
    "hit": ("The best play hits a checker.",),
    "hit-far": ("The best play sends the opponent farther back.",),
    "stay-out": ("The best play makes it harder to come in.",),
    "safe": (_counted("{n} roll hits you; after the best play none.", "{n} rolls hit you; after the best play none."),),
    "shots": (
        _counted("{m} roll hits you; after the best play {n}.", "{m} rolls hit you; after the best play {n}.", by="m"),
    ),
    "blots": (
        _counted(
            "{m} checker stands alone; after the best play {n}.",
            "{m} checkers stand alone; after the best play {n}.",
            by="m",
        ),
    ),
    "no-blots": (
        _counted(
            "{m} checker stands alone; after the best play none.",
            "{m} checkers stand alone; after the best play none.",
            by="m",
        ),
    ),
    "make-anchor": ("The best play makes a safe point in the opponent's home.",),
    "cover": ("The best play covers a lone checker.",),
    "keep": ("The best play keeps your checkers together.",),
    "keep-anchor": ("The best play keeps a safe point in the opponent's home.",),
    "contact": ("You are behind: after the best play you may still hit.",),
    "closed": ("After the best play no roll brings the opponent in.",),
    "past": ("The best play gets past all opposing checkers.",),
    "out": ("The best play gets a checker out of the opponent's home.",),
    "in-play": ("The best play puts no checker deep in your home.",),
    "up": ("The best play moves up in the opponent's home.",),
    "slot": ("The best play puts a first checker on an empty point.",),
    "builder": ("The best play brings a checker closer, to help make points.",),
    "unclear": ("The best play is only a little better.",),
    "even": ("Both plays are about equally good.",),
}

_CUBE: Final[Mapping[str, Wordings]] = {
    "not-allowed": ("No double is allowed now.",),
    "too-good": (
        _counted(
            "Too good to double: {n} game in 100 wins a gammon.", "Too good to double: {n} games in 100 win a gammon."
        ),
    ),
    "race": ("You lead the race by {n}%: better to double.",),
    "race-wait": ("You lead the race by {n}%: better to wait.",),
    "wait": (_counted("You win {n} game in 100: better to wait.", "You win {n} games in 100: better to wait."),),
    "double": (_counted("You win {n} game in 100: better to double.", "You win {n} games in 100: better to double."),),
    "cash": (
        _counted(
            "You win {n} game in 100: double, and the opponent should drop.",
            "You win {n} games in 100: double, and the opponent should drop.",
        ),
    ),
    "even": ("Double and no double are nearly equal.",),
    "take": (
        _counted(
            "You win {n} game in 100, and a take needs about {m}: take.",
            "You win {n} games in 100, and a take needs about {m}: take.",
        ),
        _counted("You win {n} game in 100: take.", "You win {n} games in 100: take."),
    ),
    "drop": (
        _counted(
            "You win {n} game in 100, and a take needs about {m}: drop.",
            "You win {n} games in 100, and a take needs about {m}: drop.",
        ),
        _counted("You win {n} game in 100: drop.", "You win {n} games in 100: drop."),
    ),
    "take-or-drop": ("Take and drop are nearly equal.",),
}

_TRY: Final[Mapping[str, Wordings]] = {
    "safety": ("Count the shots before you leave a blot.",),
    "hitting": ("Look for a hit first.",),
    "points": ("Look for two checkers that make a point together.",),
    "priming": ("Make points in a row in front of opposing checkers.",),
    "anchors": ("When behind, hold a point in the opponent's home board.",),
    "back": ("Move the back checkers early, before they are blocked in.",),
    "race": ("When nobody can hit any more, first bring every checker home.",),
    "bear-off": ("In the bear-off, bear off a checker with every number you can.",),
    "gammons": ("Think of gammons too, not only of winning.",),
    "cube": ("Before each roll, think whether to double.",),
    "looking": ("Find a second play before you move, and compare.",),
}

_TRY_SIMPLY: Final[Mapping[str, Wordings]] = {
    "safety": ("Before you move, look which checkers would stand alone.",),
    "hitting": ("Look first whether you can hit.",),
    "points": ("Try to put two checkers together.",),
    "priming": ("Build a wall in front of the opponent's checkers.",),
    "anchors": ("Two checkers together in the opponent's home are safe.",),
    "back": ("Do not forget the checkers that have farthest to go.",),
    "looking": ("Before you move, look for a second idea.",),
}


def _area(area: str, usual: Mapping[str, Wordings], simple: Mapping[str, Wordings]) -> dict[str, Wordings]:
    """All texts of an area in both registers."""
    texts = {f"coach.{area}.{name}": wordings for name, wordings in usual.items()}
    return texts | {f"coach.{area}.{name}.simple": simple.get(name, wordings) for name, wordings in usual.items()}


WORDINGS: Final[Mapping[str, Wordings]] = {
    **_area("why", _WHY, _WHY_SIMPLY),
    **_area("not", {**_NOT, **{name: _NOT[like] for name, like in _NOT_LIKE.items()}}, _NOT_SIMPLY),
    **_area("cube", _CUBE, {}),
    **_area("try", _TRY, _TRY_SIMPLY),
}
