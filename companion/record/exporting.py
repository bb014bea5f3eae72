"""Exports recorded matches as files for other programs."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.errors import InputError, StorageError
from companion.games.catalogue import Game
from companion.record.archive import match_document
from companion.record.draughts import DraughtsMatch
from companion.record.draughts_files import written_games
from companion.record.entries import Entry
from companion.record.files.draughts_formats import is_pdn, read_games
from companion.record.files.formats import read_match
from companion.record.files.mat import mat_text
from companion.record.files.pdn import pdn_text
from companion.record.files.sgf import sgf_text
from companion.record.journal import Header
from companion.record.match import Match
from companion.record.recorded import AnyMatch
from companion.record.saving import save

FORMS: Final = ("mat", "sgf", "json")
"""The export formats of backgammon: as GNU Backgammon reads it, SGF, and a document with all events."""
DRAUGHTS_FORMS: Final = ("pdn", "json")
"""The export formats of draughts: PDN, and a document with all events."""
ALL_FORMS: Final = tuple(dict.fromkeys((*FORMS, *DRAUGHTS_FORMS)))
PACK: Final = "zip"
"""The ending of a match with its evidence, see :mod:`companion.record.pack`: of every game."""
_FORMS_OF: Final[Mapping[type, tuple[str, ...]]] = MappingProxyType({Match: FORMS, DraughtsMatch: DRAUGHTS_FORMS})

_MATCHES: Final[Mapping[Game, type]] = MappingProxyType({Game.BACKGAMMON: Match, Game.DRAUGHTS: DraughtsMatch})

_NIGHT: Final = timedelta(hours=6)
"""The time of day at which a new session begins: a match begun after midnight belongs to the day before."""
_WITHOUT_ACCENT: Final = str.maketrans({"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ø": "o", "Ø": "O"})
_LONGEST_NAME: Final = 20


def forms_of(match: AnyMatch) -> tuple[str, ...]:
    """Return the formats that a match of its game can be written in, its own one first."""
    return _FORMS_OF[type(match)]


def export_text(form: str, match: AnyMatch, entries: Sequence[Entry], header: Header | None = None) -> str:
    """Return a match in one of :func:`forms_of`; ``header``: of a match in the archive.

    Raises :class:`InputError` for what the format cannot hold.
    """
    match form, match:
        case "json", _:
            return json.dumps(match_document(match, entries, header), ensure_ascii=False) + "\n"
        case "mat", Match():
            return mat_text(match)
        case "sgf", Match():
            return sgf_text(match)
        case "pdn", DraughtsMatch():
            return pdn_text(written_games(match))
    raise InputError(f".{form} cannot hold a match of this game, expected .{' or .'.join(forms_of(match))}")


def check_form(game: Game, path: Path) -> None:
    """Raise :class:`InputError` if no match of this game can be written to a file of this name."""
    forms = _FORMS_OF[_MATCHES[game]]
    if path.suffix.lower().removeprefix(".") not in forms:
        raise InputError(f"{path}: the ending says the format of a match of {game}, expected .{' or .'.join(forms)}")


def save_match(match: AnyMatch, path: Path) -> None:
    """Write a match, in the format of the suffix.  Raises :class:`InputError` and :class:`StorageError`."""
    save(path, export_text(path.suffix.removeprefix("."), match, ()))


def export(match: AnyMatch, entries: Sequence[Entry], path: Path, header: Header | None = None) -> None:
    """Write a match to a file, in the format of its suffix, and read it back.

    Raises :class:`InputError` for what the format cannot hold, and :class:`StorageError` if the file cannot be
    written, or does not hold the match when it is read again.
    """
    text = export_text(path.suffix.removeprefix("."), match, entries, header)
    save(path, text)
    try:
        if path.read_bytes() == text.encode() and _is_held(path, match):
            return
    except (OSError, InputError) as error:
        raise StorageError(f"{path}: was written and cannot be read again ({error})") from error
    raise StorageError(f"{path}: was written and holds something else when it is opened again")


def _is_held(path: Path, match: AnyMatch) -> bool:
    if isinstance(match, Match):
        return _holds(read_match(path), match)
    return not is_pdn(path) or [one.result for one in read_games(path).games] == [
        one.result for one in written_games(match)
    ]


def _holds(found: Match, match: Match) -> bool:
    wins = [[game.win for game in one.begun().games] for one in (found, match)]
    return found.length == match.length and wins[0] == wins[1]


def file_stem(header: Header) -> str:
    """Return the file name of a match, without suffix, in characters that every USB stick can hold.

    >>> file_stem(Header(12, "2026-11-20T19:30:00+01:00", ("Łukasz", "Зоя / 3")))
    '2026-11-20-match-12-Lukasz-3'
    """
    names = [_plain(name) for name in header.names]
    return "-".join([header.started[:10], "match", str(header.id), *(name for name in names if name)])


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.translate(_WITHOUT_ACCENT)).encode("ascii", "ignore").decode()
    return re.sub("[^A-Za-z0-9]+", "-", letters).strip("-")[:_LONGEST_NAME].strip("-")


def session_matches(header: Header, headers: Iterable[Header]) -> tuple[Header, ...]:
    """Return the matches of the same session, that is from six in the morning to the next, oldest first.

    An imported match is of no session.
    """
    if header.imported is not None:
        return (header,)
    session = (header.began - _NIGHT).date()
    same = (one for one in headers if one.imported is None and (one.began - _NIGHT).date() == session)
    return tuple(sorted(same, key=lambda one: one.id))
