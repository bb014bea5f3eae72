"""The coach's texts on a move of draughts.

``draughts.why.…`` speaks for the best move, ``draughts.not.…`` against another one, ``draughts.look.…`` is the first
hint; all address the player who is, or was, to move.  ``draughts.drill.…``: what an exercise asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings


def _counted(one: str, many: str) -> Counted:
    return Counted(one, many, by="n")


_WHY: Final[Mapping[str, Wordings]] = {
    "forced": ("The only legal move.",),
    "forced-capture": ("Capturing is compulsory, and there is one capture only.",),
    "most": ("Takes {n}: the most has to be taken.",),
    "wins-now": ("Wins the game now.",),
    "wins": (_counted("Wins the game in {n} move, whatever comes.", "Wins the game in {n} moves, whatever comes."),),
    "shot": ("A shot: gives {given} and takes {n}.",),
    "shot-net": ("A shot: takes at least {n} more than it gives.",),
    "wins-pieces": (_counted("Wins {n} piece in the exchange.", "Wins {n} pieces in the exchange."),),
    "king": ("The man becomes a king.",),
    "king-in": (_counted("Gets a king in {n} move, whatever comes.", "Gets a king in {n} moves, whatever comes."),),
    "saves-man": ("Saves the man on {square}.",),
    "saves-king": ("Saves the king on {square}.",),
    "saves-some": (_counted("Saves {n} piece in danger.", "Saves {n} pieces in danger."),),
    "covers-man": ("Covers the man on {square}: whoever takes it loses one too.",),
    "covers-king": ("Covers the king on {square}: whoever takes it loses one too.",),
    "stops-king": ("Stops the man on {square}, which was about to be king.",),
    "trades": ("Trades {n} for {n}: you have more pieces.",),
    "safe": ("Nothing of yours can be taken after it.",),
    "limits": (_counted("Leaves the opponent {n} move only.", "Leaves the opponent {n} moves only."),),
    "long-diagonal": ("Puts the king on the long diagonal.",),
    "back-row": ("Keeps the men on your back row.",),
    "centre": ("Takes {square} in the centre, where nothing can take it.",),
    "even": ("All moves are nearly equal.",),
    "ahead": (
        _counted("Better {n} move ahead; no single fact shows it.", "Better {n} moves ahead; no single fact shows it."),
    ),
}

_NOT: Final[Mapping[str, Wordings]] = {
    "best": ("This is the best move.",),
    "even": ("Nearly as good as the best move.",),
    "loses-man": ("Loses the man on {square}: the piece on {by} takes it.",),
    "loses-king": ("Loses the king on {square}: the piece on {by} takes it.",),
    "loses": (_counted("Loses {n} piece in the exchange.", "Loses {n} pieces in the exchange."),),
    "shot": (
        "Allows a shot: the opponent gives {given}, takes {n}.",
    ),
    "shot-net": (
        "Allows a shot: the opponent takes {n} more than it gives.",
    ),
    "king": ("Lets the man on {square} become a king.",),
}  # fmt: skip

_LOOK: Final[Mapping[str, Wordings]] = {
    "win": ("There is a forced win.",),
    "shot": ("Look for a shot: give first, then take more.",),
    "capture": ("You must capture: count what each way takes.",),
    "king": ("One of your men can get through.",),
    "danger": ("A piece of yours is in danger.",),
    "stop": ("An opposing man is about to be king.",),
    "quarter": ("Look at the marked quarter of the board.",),
}

_DRILL: Final[Mapping[str, Wordings]] = {
    "capture": ("Which capture has to be made?",),
    "shot": ("Give to take more: which move?",),
    "promotion": ("Which man is sure to become a king?",),
    "kings": ("Which move wins?",),
    "solved": ("That is the move.",),
    "missed": ("The move was {move}.",),
    "side": ("To move: {side}.",),
    "better": ("There is a better one.",),
    "enter": ("Tap a piece and its squares, then Done.",),
    "not-counted": ("That is the move. It counts once you find it yourself.",),
    "progress": ("Exercise {number}. Solved: {n} of {all}.",),
}

_SAID: Final[Mapping[str, Wordings]] = {
    "cost": ("The move cost {n} % of the game.",),
    "better": ("{move} was better.",),
}

_LEVEL: Final[Mapping[str, Wordings]] = {
    "child": ("Child",),
    "beginner": ("Beginner",),
    "casual": ("Casual player",),
    "strong": ("Strong player",),
    "full": ("Full strength",),
}

_TABLE: Final[Mapping[str, Wordings]] = {
    "which": ("Which piece?",),
    "move": ("Show the move",),
    "list": ("All moves",),
    "row": ("{move}   −{n} %",),
}
"""The fields that ask for the rungs of a hint, and a line of the list of moves with the share of the game it loses."""

_AT_THE_TABLE: Final[dict[str, Wordings]] = {
    "question.engine-meant": (
        "The engine meant {play}: put it right, or keep what was played?",
        "The engine meant another move: put it right, or keep this one?",
    ),
    "question.engine-resigns": ("The engine gives the game up. Accept, or play on?",),
    "answer.put-right": ("Put right",),
    "answer.keep-move": ("Keep it",),
    "answer.accept": ("Accept",),
    "button.play-on": ("Play on",),
}

WORDINGS: Final[Mapping[str, Wordings]] = {
    f"draughts.{area}.{key}": wordings
    for area, texts in (
        ("why", _WHY), ("not", _NOT), ("look", _LOOK), ("drill", _DRILL), ("said", _SAID), ("level", _LEVEL),
        ("table", _TABLE),
    )
    for key, wordings in texts.items()
} | _AT_THE_TABLE  # fmt: skip
