"""The record: the journal of all that happened, and matches as files."""

from companion.record.files.formats import read_match, write_match
from companion.record.folding import match_from_entries
from companion.record.journal import Header, Journal, Mode, default_data_dir
from companion.record.lines import EventLog, line
from companion.record.match import Match

__all__ = [
    "EventLog", "Header", "Journal", "Match", "Mode", "default_data_dir", "line", "match_from_entries", "read_match",
    "write_match",
]  # fmt: skip
