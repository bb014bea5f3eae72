"""Writes the journal of a match of draughts as a transcript for people: one line for each entry."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.rules import Side
from companion.record.entries import Entry, Kind, is_drawn
from companion.record.facts import GameBegun, GameScored, MoveAmended, PlayMade, TurnClaimed
from companion.record.reports.transcript import line_of, said_in_every_game
from companion.texts import label


def draughts_transcript(names: tuple[str, str]) -> Callable[[Entry], str]:
    """Return what writes one entry after the other as a line; ``names``: who begins with the (light, dark) men."""
    exchanged = False

    def words_of(entry: Entry) -> str:
        nonlocal exchanged
        if isinstance(entry.facts, GameBegun):
            exchanged = entry.facts.swapped
        light, dark = names[::-1] if exchanged else names
        name = "" if entry.side is None else light if entry.side is Side.LIGHT else dark
        return line_of(entry, _said(entry, name, light))

    return words_of


def _said(entry: Entry, name: str, light: str) -> str:
    facts = entry.facts
    doubt = " (uncertain)" if isinstance(facts, PlayMade) and facts.uncertain else ""
    match entry.event:
        case Kind.START:
            begun = facts if isinstance(facts, GameBegun) else GameBegun()
            return f"game {begun.game or 1} begins, {light} is light"
        case Kind.PLAY:
            return f"{name} plays {entry.play}{doubt}"
        case Kind.CORRECTED:
            return f"{name} corrects it: {entry.play}{doubt}"
        case Kind.STOOD:
            return f"{name}'s illegal move stands ({entry.reason}), the board is as it is"
        case Kind.RESIGN:
            return f"{name} resigns"
        case Kind.GAME_OVER:
            why = facts.why if isinstance(facts, GameScored) else ""
            score = f", {facts.games[0]}-{facts.games[1]}" if isinstance(facts, GameScored) and facts.games else ""
            return f"{f'{name} wins' if entry.side is not None else 'the game is drawn'} ({why}){score}"
        case Kind.MATCH_OVER:
            return (
                f"{name} wins the match" if name else "the match is drawn" if is_drawn(entry) else "the match is over"
            )
        case Kind.UNDO:
            return f"undone: {name}'s move {entry.play}" if entry.play else "undone: the position set by hand"
        case Kind.EDIT if isinstance(facts, MoveAmended):
            return f"move {facts.move_number + 1} is corrected to {entry.play}"
        case Kind.EDIT:
            return f"the position was set by hand, {name} to move"
        case Kind.ILLEGAL:
            return said_in_every_game(entry, name)
        case Kind.NOTE if isinstance(facts, TurnClaimed):
            return f"{name} says of move {facts.claim_about}: {label(facts.claim)}"
    return said_in_every_game(entry, name)
