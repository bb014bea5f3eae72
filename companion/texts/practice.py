"""The texts of practice: the task on the board, the help, and the result; for children and adults alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings

_LESSONS: Final[Mapping[str, Wordings]] = {
    "practice.bear-off": ("Bear off five checkers",),
    "practice.race-home": ("Race home",),
    "practice.hit-and-enter": ("Hit and enter",),
    "practice.build-a-point": ("Build a point",),
    "practice.full-game": ("A whole game",),
    "practice.cube": ("The cube",),
    "practice.game": ("A game against the engine",),
    "practice.drill": ("Decisions to repeat",),
    "practice.opponent": ("Engine",),
    "practice.opponent-of": ("Engine ({strength})",),
    "practice.strength.beginner": ("Beginner",),
    "practice.strength.improver": ("Improver",),
    "practice.strength.online": ("Club player",),
    "practice.strength.expert": ("Expert",),
    "practice.strength.best": ("Best",),
    "practice.set-dice": ("Preset rolls",),
}

_MAKE: Final = ("Make your {point}-point with {dice}.", "Make a point with {dice}.")
_FIND: Final = ("Which play of {dice} is the best?",)
_TWO_LEFT: Final = ("Two checkers left, and the opponent's last one goes off next. Double, or roll?",)
_DOUBLED: Final = ("The opponent doubles, and one of your checkers is left. Take or drop?",)
_GAME_PLAN: Final = ("Make points, hit where it is safe, and run home when you are ahead.",)

_TASKS: Final[Mapping[str, Wordings]] = {
    "practice.bear-off.1": ("Bear off your five checkers.",),
    "practice.bear-off.1.hint": ("A number takes a checker off its point; a larger one takes the farthest checker.",),
    "practice.bear-off.2": (
        Counted("Bear off all five in {rolls} roll.", "Bear off all five in {rolls} rolls.", by="rolls"),
    ),
    "practice.bear-off.2.hint": ("Take off two checkers with a roll wherever you can.",),
    "practice.bear-off.3": ("Five against five: who is off first?",),
    "practice.bear-off.3.hint": ("Take off two checkers with a roll wherever you can.",),
    "practice.race-home.1": ("Bring all five checkers home.",),
    "practice.race-home.1.hint": ("Home is the six points nearest to your edge. Begin with the farthest checker.",),
    "practice.race-home.2": (
        Counted("Bring all five home in {rolls} roll.", "Bring all five home in {rolls} rolls.", by="rolls"),
    ),
    "practice.race-home.2.hint": ("Just inside is enough: spend no more pips on a checker than it needs.",),
    "practice.race-home.3": ("A race: all checkers home, then off, before the engine.",),
    "practice.race-home.3.hint": ("First all of them home; then take off a checker with every number.",),
    "practice.hit-and-enter.1": ("A checker is on the bar: enter it, then play the other number.",),
    "practice.hit-and-enter.1.hint": ("It enters where no two checkers of the opponent stand together.",),
    "practice.hit-and-enter.2": ("A lone checker of the opponent stands in your home: hit it.",),
    "practice.hit-and-enter.2.hint": ("Both numbers can reach it: two of your checkers are safe there.",),
    "practice.hit-and-enter.3": ("Enter from the bar and hit.",),
    "practice.hit-and-enter.3.hint": ("One number enters on the lone checker. Where is the other one of most use?",),
    "practice.build-a-point.1": _MAKE,
    "practice.build-a-point.1.hint": ("Two checkers on one point are safe, and nobody else can land there.",),
    "practice.build-a-point.2": _MAKE,
    "practice.build-a-point.2.hint": ("Take one checker from each of two tall stacks.",),
    "practice.build-a-point.3": _MAKE,
    "practice.build-a-point.3.hint": ("The point right before your home stops the opponent's sixes.",),
    "practice.build-a-point.4": _FIND,
    "practice.build-a-point.4.hint": ("Can two checkers make a point together?",),
    "practice.full-game.1": ("A whole game against a beginner.",),
    "practice.full-game.1.hint": _GAME_PLAN,
    "practice.full-game.2": ("A whole game against a club player.",),
    "practice.full-game.2.hint": _GAME_PLAN,
    "practice.full-game.3": ("A whole game against the engine at its best.",),
    "practice.full-game.3.hint": _GAME_PLAN,
    "practice.cube.1": _TWO_LEFT,
    "practice.cube.1.hint": ("19 of 36 rolls take both off: more than half.",),
    "practice.cube.2": _TWO_LEFT,
    "practice.cube.2.hint": ("13 of 36 rolls take both off: fewer than half.",),
    "practice.cube.3": _DOUBLED,
    "practice.cube.3.hint": ("17 of 36 rolls save you. One chance in four is enough to take.",),
    "practice.cube.4": _DOUBLED,
    "practice.cube.4.hint": ("7 of 36 rolls save you. One chance in four is enough to take.",),
    "practice.cube.5": ("A race: double, or roll?",),
    "practice.cube.5.hint": ("Count the pips: a lead of a tenth is enough to double.",),
    "practice.cube.6": ("A whole game with the cube.",),
    "practice.cube.6.hint": ("Double when you are well ahead; take with one chance in four or more.",),
    "practice.game.task": ("Who is first to bear off all fifteen checkers?",),
    "practice.game.task.hint": _GAME_PLAN,
    "practice.drill.play": _FIND,
    "practice.drill.play.hint": ("Look at each in turn: can you hit, make a point, or bring a checker to safety?",),
    "practice.drill.double": ("Double, or roll? Mind the score and the cube.",),
    "practice.drill.double.hint": (
        "Compare race, position and threats: with a lead in two of them you are near a double.",
    ),
    "practice.drill.answer": ("You are doubled. Take or drop? Mind the score and the cube.",),
    "practice.drill.answer.hint": (
        "For money, one chance in four is enough to take; where you may lose a gammon, you need more.",
    ),
}

_RULES: Final[Mapping[str, Wordings]] = {
    "practice.rules": ("The rules",),
    "practice.rules.1": ("Play {dice} as you like.",),
    "practice.rules.1.hint": ("Count as many points towards your home as each die shows.",),
    "practice.rules.1.rule": ("Moving",),
    "practice.rules.1.rule.1": ("Your checkers travel round the board to your home, the last six points.",),
    "practice.rules.1.rule.2": ("Each die is a move: one checker makes both, or two make one each.",),
    "practice.rules.1.rule.3": ("Nobody may land where two or more checkers of the other side stand.",),
    "practice.rules.2": ("Hit the lone checker with {dice}.",),
    "practice.rules.2.hint": ("Which of your checkers reach it with one of the two numbers?",),
    "practice.rules.2.rule": ("Hitting",),
    "practice.rules.2.rule.1": ("A checker that stands alone on its point can be hit.",),
    "practice.rules.2.rule.2": ("Land on it, and it goes to the bar in the middle of the board.",),
    "practice.rules.3": ("Enter your checker with {dice}, then play the other number.",),
    "practice.rules.3.hint": ("Only one number enters: on the point of the other one two checkers stand.",),
    "practice.rules.3.rule": ("The bar",),
    "practice.rules.3.rule.1": ("A checker that was hit waits on the bar. Before any other move it comes in.",),
    "practice.rules.3.rule.2": ("A 3 brings it to the third point of the opponent's home, counted from its end.",),
    "practice.rules.3.rule.3": ("If no number lets it in, the turn is over.",),
    "practice.rules.4": ("Play both numbers of {dice}.",),
    "practice.rules.4.hint": ("Try each number first with each checker: what is left for the other number?",),
    "practice.rules.4.rule": ("Both numbers",),
    "practice.rules.4.rule.1": ("If both numbers can be played, both must be played.",),
    "practice.rules.4.rule.2": ("If only one of the two can be played, it must be the larger one.",),
    "practice.rules.4.rule.3": ("What cannot be played is lost.",),
    "practice.rules.5": ("Play {dice}: four moves.",),
    "practice.rules.5.hint": ("Two checkers that move together are safe where they land.",),
    "practice.rules.5.rule": ("Doubles",),
    "practice.rules.5.rule.1": ("Two equal dice are a double: the number is played four times.",),
    "practice.rules.5.rule.2": ("One checker may make all four moves, or several may share them.",),
    "practice.rules.6": ("Bear off both checkers with {dice}.",),
    "practice.rules.6.hint": ("The six takes the farthest checker off.",),
    "practice.rules.6.rule": ("Bearing off",),
    "practice.rules.6.rule.1": ("When all your checkers are home, you bear them off the board.",),
    "practice.rules.6.rule.2": ("A number takes a checker off its own point.",),
    "practice.rules.6.rule.3": ("A number beyond all your checkers takes the farthest one.",),
    "practice.rules.7": ("You are ahead: double before you roll.",),
    "practice.rules.7.hint": ("Touch Double on the screen: 19 of 36 rolls take both checkers off.",),
    "practice.rules.7.rule": ("The cube",),
    "practice.rules.7.rule.1": ("Before your roll you may double: then the game counts twice as much.",),
    "practice.rules.7.rule.2": ("The opponent takes and has the cube, or drops and loses what the game counted.",),
    "practice.rules.7.rule.3": ("Only the player who has the cube may double next.",),
    "practice.rules.8": ("Bear off your last two checkers with {dice}.",),
    "practice.rules.8.hint": ("Each number takes one off its own point.",),
    "practice.rules.8.rule": ("Winning",),
    "practice.rules.8.rule.1": ("The first to bear off all fifteen checkers wins the game.",),
    "practice.rules.8.rule.2": ("If the loser has borne off none, it is a gammon: it counts twice.",),
    "practice.rules.8.rule.3": ("With one of them on the bar or in the winner's home, it counts three times.",),
}

_STAGES: Final[Mapping[str, Wordings]] = {
    "practice.stage.set-up": ("Set up the checkers as the screen shows.",),
    "practice.stage.roll": ("Press the button to roll.",),
    "practice.stage.cube": ("Double, or press the button to roll.",),
    "practice.stage.play": ("Play, then press the button.",),
    "practice.stage.answer": ("You are doubled: take or drop?",),
    "practice.stage.thinking": ("The engine is thinking …",),
    "practice.stage.move-for-me": (
        "Please move for me: {play}. Then press.",
        "Please move my checkers as the arrows show. Then press.",
    ),
    "practice.stage.misplaced": (
        "I meant {play}: please correct it. Then press.",
        "I meant it as the arrows show: please correct it. Then press.",
    ),
    "practice.stage.play-for-me": ("The engine does not answer: play for it as you like.",),
    "practice.stage.over": ("Press to continue.",),
    "practice.again": ("Press to try it again.",),
}

_OUTCOMES: Final[Mapping[str, Wordings]] = {
    "practice.solved": ("Solved.",),
    "practice.best-play": ("Solved: no play is better.",),
    "practice.good-play": ("Solved. A little better still: {play}.", "Solved. Another play is a little better still."),
    "practice.costly": ("Not yet: {play} is better.", "Not yet: another play is better."),
    "practice.ungraded": ("Played. There is no engine to grade it.",),
    "practice.right": ("That is right.",),
    "practice.better.double": ("Better: double.",),
    "practice.better.no-double": ("Better: roll without doubling.",),
    "practice.better.take": ("Better: take.",),
    "practice.better.drop": ("Better: drop.",),
    "practice.missed.off": ("Not all checkers are off yet. Once more?",),
    "practice.missed.home": ("Not all checkers are home yet. Once more?",),
    "practice.missed.entered": ("A checker is still on the bar. Once more?",),
    "practice.missed.hit": ("Nothing was hit. Once more?",),
    "practice.missed.point": ("The point is not made yet. Once more?",),
    "practice.game-won": ("The game is won.",),
    "practice.game-lost": ("The game is lost. The next one may be yours.",),
}

WORDINGS: Final[Mapping[str, Wordings]] = {**_LESSONS, **_RULES, **_TASKS, **_STAGES, **_OUTCOMES}
