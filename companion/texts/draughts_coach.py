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
    "forced-capture": ("Capturing is compulsory, and there is only one capture.",),
    "most": ("Captures {n}: you must capture the most.",),
    "wins-now": ("Wins the game now.",),
    "wins": (_counted("Wins by force in {n} move.", "Wins by force in {n} moves."),),
    "shot": ("A shot: gives {given} and captures {n}.",),
    "shot-net": ("A shot: captures at least {n} more than it gives.",),
    "wins-pieces": (_counted("Wins {n} piece in the exchange.", "Wins {n} pieces in the exchange."),),
    "king": ("The man becomes a king.",),
    "king-in": (_counted("Gets a king by force in {n} move.", "Gets a king by force in {n} moves."),),
    "saves-man": ("Saves the man on {square}.",),
    "saves-king": ("Saves the king on {square}.",),
    "saves-some": (_counted("Saves {n} piece in danger.", "Saves {n} pieces in danger."),),
    "covers-man": ("Covers the man on {square}: whoever captures it loses one too.",),
    "covers-king": ("Covers the king on {square}: whoever captures it loses one too.",),
    "stops-king": ("Stops the man on {square}, which was about to become a king.",),
    "trades": ("Trades {n} for {n}: you have more pieces.",),
    "safe": ("After it none of your pieces can be captured.",),
    "limits": (_counted("Leaves the opponent only {n} move.", "Leaves the opponent only {n} moves."),),
    "long-diagonal": ("Puts the king on the long diagonal.",),
    "back-row": ("Keeps the men on your back row.",),
    "centre": ("Occupies {square} in the centre, where it cannot be captured.",),
    "even": ("All moves are nearly equal.",),
    "ahead": (
        _counted(
            "Better {n} move ahead; nothing on the board stands out.",
            "Better {n} moves ahead; nothing on the board stands out.",
        ),
    ),
}

_NOT: Final[Mapping[str, Wordings]] = {
    "best": ("This is the best move.",),
    "even": ("Nearly as good as the best move.",),
    "loses-man": ("Loses the man on {square}: the piece on {by} captures it.",),
    "loses-king": ("Loses the king on {square}: the piece on {by} captures it.",),
    "loses": (_counted("Loses {n} piece in the exchange.", "Loses {n} pieces in the exchange."),),
    "shot": (
        "Allows a shot: the opponent gives {given}, captures {n}.",
    ),
    "shot-net": (
        "Allows a shot: the opponent captures {n} more than it gives.",
    ),
    "king": ("Lets the man on {square} become a king.",),
}  # fmt: skip

_LOOK: Final[Mapping[str, Wordings]] = {
    "win": ("There is a forced win.",),
    "shot": ("Look for a shot: give first, then capture more.",),
    "capture": ("You must capture: count what each way captures.",),
    "king": ("One of your men can get through.",),
    "danger": ("One of your pieces is in danger.",),
    "stop": ("An opposing man is about to become a king.",),
    "quarter": ("Look at the marked quarter of the board.",),
}

_DRILL: Final[Mapping[str, Wordings]] = {
    "capture": ("Which capture must be made?",),
    "shot": ("Give to capture more: which move?",),
    "promotion": ("Which man is certain to become a king?",),
    "kings": ("Which move wins?",),
    "solved": ("That is the move.",),
    "missed": ("The move was {move}.",),
    "side": ("{side} to move.",),
    "better": ("There is a better one.",),
    "enter": ("Tap a piece, then its squares. Then tap “Done”.",),
    "not-counted": ("That is the move. It counts when you find it yourself.",),
    "progress": ("Exercise {number}. Solved: {n} of {all}.",),
}

_SAID: Final[Mapping[str, Wordings]] = {
    "cost": ("The move lost {n}% winning chances.",),
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
    "row": ("{move}   −{n}%",),
}
"""The fields that ask for the rungs of a hint, and a line of the list of moves with the share of the game it loses."""

_AT_THE_TABLE: Final[dict[str, Wordings]] = {
    "question.engine-meant": (
        "The computer meant {play}: correct it, or keep what was played?",
        "The computer meant another move: correct it, or keep this one?",
    ),
    "question.engine-resigns": ("The computer resigns. Accept, or play on?",),
    "answer.put-right": ("Correct it",),
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
