"""What the companion says, by key: the words for everything a :class:`companion.view.View` can carry.

A key has one or more wordings, the most telling one first; :func:`sentence` takes the first whose
blanks can be filled.  So ``blocked-point`` names the point where its number is known and does
without where the board has no numbers (a child's board, where the mark on the screen points it out).
A key with a dot behind a reason (``blocked-point.both``) asks for one certain wording.

Rules of style: say what to do or what is so, never accuse; at most ``LONGEST`` characters with the
blanks filled in; a refereed match's text says *that* a play exists and never *where*.

Other languages are gettext catalogues ``locale/LANGUAGE/LC_MESSAGES/companion.mo`` whose messages
are the English wordings.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Final

LONGEST: Final = 85
"""Characters that fit two lines of the warning band on the 7-inch screen."""

LOCALE: Final = Path(__file__).with_name("locale")

_NO_VALUES: Final[Mapping[str, str]] = MappingProxyType({})

_REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "checker-count": (
        "{side}: I count {n}, should be {expected}. Fallen or hidden?",
        "A checker is missing or too many. Fallen or hidden?",
    ),
    "dice-changed": (
        "The dice show {now}; the recorded roll is {roll}. Which is right?",
        "The dice do not show the recorded roll. Which is right?",
    ),
    "opponent-moved": (
        "An opposing checker was moved from point {from}. Please put it back.",
        "An opposing checker was moved. Please put it back.",
    ),
    "hit-not-on-bar": (
        "The checker hit on {point} belongs on the bar.",
        "The hit checker belongs on the bar.",
    ),
    "hit-not-on-bar.unseen": ("I cannot see the hit checker. Please put it on the bar.",),
    "own-on-bar": ("This checker is off: put it beside the board, not on the bar.",),
    "own-on-bar.moved": ("Only a checker that was hit lies on the bar: this one was moved there.",),
    "backward": ("Checkers move forward only; this one went back.",),
    "bar-first": ("First bring in the checker from the bar (all of them, if several).",),
    "bear-off-outside": ("No bearing off yet: not all your checkers are home.",),
    "bear-off-outside.bar": ("No bearing off while your checker is on the bar.",),
    "lower-checker-off": (
        "Checkers stand farther back: a {die} cannot take this one off.",
        "Checkers stand farther back: this one cannot be taken off.",
    ),
    "blocked-point": (
        "Each number is played separately: points {a} and {b} on the way are blocked.",
        "Point {point} is blocked: two or more opposing checkers stand there.",
        "This point is blocked: two or more opposing checkers stand there.",
    ),
    "blocked-point.both": (
        "Each number is played separately: points {a} and {b} on the way are blocked.",
        "Each number is played separately: both points on the way are blocked.",
    ),
    "wrong-distance": (
        "This checker went {n}; the dice show {dice}.",
        "With a {die} the checker comes in on point {point}.",
        "This checker went farther or less far than the dice show.",
    ),
    "wrong-distance.entry": (
        "With a {die} the checker comes in on point {point}.",
        "The checker does not come in on this point with these dice.",
    ),
    "wrong-number-of-moves": (
        "More was moved than the dice allow ({dice}).",
        "More was moved than the dice allow.",
    ),
    "wrong-number-of-moves.none": ("Nothing was moved, but a move is possible and must be made.",),
    "larger-number": (
        "Only one number can be played: it must be the larger, {die}.",
        "Only one number can be played: it must be the larger.",
    ),
    "move-left": (
        "The {die} can still be played, so it must be.",
        "A number can still be played, so it must be.",
    ),
    "both-numbers": ("Both numbers can be played, so both must be.",),
}

_PHASES: Final[Mapping[str, tuple[str, ...]]] = {
    "phase.start": ("Set up the start position",),
    "phase.opening": ("Roll to begin",),
    "phase.roll": ("Roll",),
    "phase.play": ("Play {dice}", "Play"),
    "phase.take-or-drop": ("Take or drop?",),
    "phase.correct": ("Please correct",),
    "phase.over": ("Game over",),
    "phase.cleared": ("Is the game over?",),
    "phase.paused": ("Paused",),
    "phase.put-back": ("Set the board back",),
    "phase.next-game": ("Set up the next game",),
    "phase.match-over": ("Match over",),
}

_NOTICES: Final[Mapping[str, tuple[str, ...]]] = {
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
    "notice.double-too-late": ("A double comes before the roll, at the start of one's own turn.",),
    "notice.not-owner": (
        "Only {name} may double: the cube is theirs.",
        "Only the cube's owner may double.",
    ),
    "notice.crawford": ("No doubling in the Crawford game.",),
    "notice.no-cube": ("There is no doubling cube in these rules.",),
    "notice.double-too-soon": ("The opening roll comes first; then one may double.",),
    "notice.already-offered": ("A double awaits its answer already.",),
    "notice.nothing-offered": ("No double awaits an answer.",),
    "notice.own-offer": ("The other player answers a double.",),
    "notice.no-beavers": ("A double cannot be doubled back in these rules.",),
    "notice.no-raccoons": ("A beaver cannot be doubled back in these rules.",),
    "notice.money-only": ("Doubling back is for money play, not for a match to points.",),
    "notice.cube-limit": (
        "The cube goes no higher than {value} in these rules.",
        "The cube goes no higher in these rules.",
    ),
    "notice.holland": ("After the Crawford game both players roll twice before a double.",),
    "notice.game-over": ("The game is over.",),
    "notice.cube-pointless": ("The stake is enough to win the match already: this double adds nothing.",),
    "notice.cube-value": (
        "The cube shows {seen}; the stake is {value}. Please turn it.",
        "The cube does not show the stake. Please turn it.",
    ),
    "notice.roll-stands": ("The roll stands: please play {dice} first.", "The roll stands: please play it first."),
    "notice.roll-final": ("An electronic roll that was shown is final.",),
    "notice.roll-area": ("Dice are thrown to the right of the bar. Roll both again.",),
    "notice.no-move": ("No move with {dice}. The turn passes.", "No move. The turn passes."),
    "notice.shut-out": ("Shut out: no roll needed, the turn passes.",),
    "notice.undone": ("The last step is undone. Please set the board back.",),
    "notice.paused": ("The game is paused. Touch to go on.",),
    "notice.disputed": ("The turn is disputed; the clock stands. Touch to go on.",),
    "notice.time-out": ("The reserve of time is used up. Please ask the director.",),
    "notice.put-back": ("Please put the marked points back as the picture shows.",),
    "notice.refused": ("That cannot be done now.",),
    "notice.amended": ("Turn {turn} is corrected on record.", "The record is corrected."),
    "notice.nothing-wrong": ("Nothing illegal was seen.",),
    "notice.not-told": ("In this match rulings are only recorded, not told.",),
    "notice.differs": ("The board does not lie as it is on record. Please check the marked points.",),
    "notice.storage": ("The record cannot be written. Please check the memory card.",),
    "question.adrift": ("The record lost track. With the board as it lies: whose turn is it?",),
    "question.which-play": ("Which play was it?",),
    "question.which-roll": ("Which roll was it?",),
    "question.stands": ("Does the play stand as it is?",),
    "question.premature": (
        "{name} has rolled early. Is it to be rolled again?",
        "Rolled early. Is it to be rolled again?",
    ),
    "question.undo": ("Take back {play}?", "Take back the last play?"),
    "question.doubled": ("Has {name} doubled, and was it taken?", "Was the stake doubled, and taken?"),
    "question.set-back": ("The board is set back. Take back the plays made since then?",),
    "question.who-won": ("Many checkers have left the board. Who has won the game?",),
    "question.how-much": ("{name} wins: what does the game count?", "What does the game count?"),
    "question.resigned": ("{name} resigns. Accept?", "Accept the resignation?"),
    "question.swapped": ("The colours have changed places. Do you play with the colours swapped?",),
    "question.mirrored": ("The board is set up the other way round. Do you play like this?",),
}

_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "side.light": ("Light",),
    "side.dark": ("Dark",),
    "turn.waits": ("Waits",),
    "turn.won": ("Wins {points}", "Wins"),
    "result.one": ("{name} wins {points} point",),
    "result.many": ("{name} wins {points} points",),
    "score.match": ("{own} : {other} to {length}",),
    "score.money": ("{own} : {other}",),
    "score.crawford": ("Crawford",),
    "button.roll": ("Roll",),
    "button.done": ("Done",),
    "button.undo": ("Undo",),
    "button.go-on": ("Go on",),
    "button.play": ("Play",),
    "button.agreed": ("Agreed",),
    "button.next-game": ("Next game",),
    "button.rematch": ("Rematch",),
    "button.menu": ("Menu",),
    "button.pause": ("Pause",),
    "button.dispute": ("Dispute",),
    "button.close": ("Close",),
    "button.more": ("More",),
    "button.earlier": ("Earlier turn",),
    "button.another-roll": ("Another roll",),
    "button.correct": ("Correct a turn",),
    "button.enter-roll": ("Enter roll",),
    "button.enter-play": ("Enter play",),
    "button.double": ("Double",),
    "button.double-back": ("Double back",),
    "button.resign": ("Resign",),
    "button.game-over": ("Game over",),
    "button.put-back": ("Board spilled",),
    "button.ruling": ("Was it legal?",),
    "title.menu": ("{name}",),
    "title.roll": ("Which roll?",),
    "title.opening": ("The first die of each",),
    "title.play": ("{name}: how was {dice} played?",),
    "title.turn": ("Turn {turn}, {name}: how was {dice} played?",),
    "title.turns": ("Which turn is to be corrected?",),
    "title.resign": ("What do you resign?",),
    "title.game-over": ("Who has won, and how?",),
    "title.trouble": ("The record is kept in memory until it can be written",),
    "trouble.storage": ("Record not saved",),
    "play.none": ("No move",),
    "play.none-lies": ("No legal play of this roll lies on the board",),
    "answer.take": ("Take",),
    "answer.drop": ("Drop",),
    "answer.beaver": ("Beaver",),
    "answer.raccoon": ("Raccoon",),
    "answer.yes": ("Yes",),
    "answer.no": ("No",),
    "answer.other": ("Another",),
    "answer.not-over": ("Not over",),
    "answer.put-back": ("Put it back",),
    "answer.single": ("Single game",),
    "answer.gammon": ("Gammon",),
    "answer.backgammon": ("Backgammon",),
}

_SCREENS: Final[Mapping[str, tuple[str, ...]]] = {
    "button.other-screens": ("All screens",),
    "screen.welcome": ("Backgammon companion",),
    "screen.new_match": ("New match",),
    "screen.camera": ("Camera",),
    "screen.position": ("Correct the position",),
    "screen.recap": ("The game",),
    "screen.review": ("Review",),
    "screen.archive": ("Archive",),
    "screen.settings": ("Settings",),
    "screen.doctor": ("Check-up",),
    "welcome.go-on": ("Go on: {names}, {score}",),
    "welcome.play": ("Play",),
}

TEXTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {**_REASONS, **_PHASES, **_NOTICES, **_WORDS, **_SCREENS}
)
"""Every key with its English wordings, the most telling first."""

SILENT_ABOUT_WHERE: Final = frozenset(
    {
        "both-numbers",
        "larger-number",
        "move-left",
        "wrong-number-of-moves.none",
    }
)
"""Keys whose text must not give the play away: they say that a play exists, never where."""


def sentence(key: str, values: Mapping[str, str] = _NO_VALUES, *, language: str = "en") -> str:
    """What is said for a key, with the blanks filled in.

    ``values``: texts for the blanks, ``side`` being ``light`` or ``dark``; values that the wording
    has no blank for are left out.  ``language``: a folder of ``companion/locale``; English where
    it is missing there.

    Raises ``KeyError`` for a key that is not in ``TEXTS``, and for values that fill no wording.

    >>> sentence("blocked-point", {"point": "8"})
    'Point 8 is blocked: two or more opposing checkers stand there.'
    >>> sentence("blocked-point")
    'This point is blocked: two or more opposing checkers stand there.'
    """
    for wording in TEXTS[key]:
        if blanks(wording) <= values.keys():
            return _translation(language).gettext(wording).format_map(_spoken(values, language))
    missing = ", ".join(sorted(blanks(TEXTS[key][-1]) - values.keys()))
    raise KeyError(f"the text {key!r} needs values for: {missing}")


def label(text: str, *, language: str = "en") -> str:
    """The words on a button: of a key where it is one, else the text as it is (a play, a roll).

    >>> label("answer.take"), label("8/5 6/5")
    ('Take', '8/5 6/5')
    """
    return sentence(text, language=language) if text in TEXTS else text


def blanks(wording: str) -> frozenset[str]:
    """The names of the blanks of a wording.

    >>> sorted(blanks("The dice show {now}; the roll is {roll}."))
    ['now', 'roll']
    """
    return frozenset(_fields(wording))


def _fields(wording: str) -> Iterator[str]:
    return (field for _, field, _, _ in Formatter().parse(wording) if field is not None)


def _spoken(values: Mapping[str, str], language: str) -> Mapping[str, str]:
    side = f"side.{values.get('side')}"
    return {**values, "side": sentence(side, language=language)} if side in TEXTS else values


@cache
def _translation(language: str) -> gettext.NullTranslations:
    return gettext.translation("companion", LOCALE, languages=[language], fallback=True)
