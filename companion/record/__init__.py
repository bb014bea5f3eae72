"""The record: the journal of all events, and matches as files."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.record.files.formats import read_match as read_match
    from companion.record.files.formats import write_match as write_match
    from companion.record.journal import Header as Header
    from companion.record.journal import Journal as Journal
    from companion.record.journal import Mode as Mode
    from companion.record.journal import default_data_dir as default_data_dir
    from companion.record.lines import EventLog as EventLog
    from companion.record.lines import line as line
    from companion.record.match import Match as Match
    from companion.record.recorded import match_from_entries as match_from_entries

__all__ = [
    "EventLog", "Header", "Journal", "Match", "Mode", "default_data_dir", "line", "match_from_entries", "read_match",
    "write_match",
]  # fmt: skip

_WHERE: Final = {
    "EventLog": "companion.record.lines",
    "Header": "companion.record.journal",
    "Journal": "companion.record.journal",
    "Match": "companion.record.match",
    "Mode": "companion.record.journal",
    "default_data_dir": "companion.record.journal",
    "line": "companion.record.lines",
    "match_from_entries": "companion.record.recorded",
    "read_match": "companion.record.files.formats",
    "write_match": "companion.record.files.formats",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is asked for, so that a single name does not import the readers of match files."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_WHERE[name]), name)
