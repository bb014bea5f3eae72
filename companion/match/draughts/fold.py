"""What an entry does to the record of a match of draughts: ``told(terms, record, entry) -> record``.

What it does to the games is folded by :mod:`companion.record.draughts`; here is what is awaited, and of whom.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.match.draughts.in_play import DraughtsInPlay
from companion.match.draughts.terms import DraughtsTerms
from companion.match.in_play import Wrong, brought_back, noted
from companion.match.phases import Phase
from companion.record import draughts
from companion.record.entries import Entry, Kind
from companion.record.facts import GameBegun
from companion.record.journal import Mode


def told(
    terms: DraughtsTerms, record: DraughtsInPlay, entry: Entry, after: Mapping[int, DraughtsInPlay] | None = None
) -> DraughtsInPlay:
    """Return the record after an entry; ``after``: records after earlier ones, by number, that may be restored.

    Raises :class:`InputError` if the entry does not follow.
    """
    if (back := brought_back(entry, after)) is not None:
        return replace(back, turns=record.turns)
    record = replace(record, games=draughts.told(record.games, entry))
    match entry.event, entry.facts:
        case Kind.START, facts:
            turned = facts.mirrored if isinstance(facts, GameBegun) else record.turned
            return DraughtsInPlay(Phase.TRYING, games=record.games, turned=turned, turns=record.turns)
        case Kind.PLAY | Kind.CORRECTED | Kind.STOOD, _:
            declined = record.offer is not None and entry.side is record.offer.other
            turn = replace(record, turns=record.turns + 1, offer=None if declined else record.offer)
            return _to_move(turn)
        case Kind.ILLEGAL, _:
            wrong = Wrong.found(entry, told=terms.mode is not Mode.RECORDED)
            return replace(record, phase=Phase.CORRECTING, wrong=wrong)
        case Kind.UNDO | Kind.EDIT, _:
            return _to_move(replace(record, offer=None))
        case Kind.DRAW_OFFERED, _:
            return replace(record, offer=entry.side)
        case Kind.GAME_OVER, _:
            over = draughts.is_decided(terms.length, record.games)
            return replace(_to_move(record), phase=Phase.MATCH_OVER if over else Phase.GAME_OVER, offer=None)
        case Kind.NOTE, _:
            return noted(record, entry)
    return record


def _to_move(record: DraughtsInPlay) -> DraughtsInPlay:
    return replace(record, phase=Phase.TRYING, resumes=None, wrong=None)
