"""The canonical form of an entry, and the chain of hashes over the entries of a match.

The form is one spelling for one entry: JSON with the keys of the events schema and ``details``, sorted, without spaces,
in UTF-8, with all keys there; numbers with a fraction as Python writes them (``repr``: the shortest digits that give
the same number again).  It is made of the stored values, whatever this version understands of them.

Each hash is the SHA-256 of the hash before it (as 64 hexadecimal digits), a line feed, and the canonical form.  The
hash before the first entry is that of the match itself: ``{"epoch":1,"uuid":"..."}``.  The last hash therefore shows
every later change, removal, insertion or move of an entry.  Names are in none of them: a name can be removed without a
change of the entries.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256


def canonical(values: Mapping[str, object]) -> bytes:
    """Return the one spelling of values for JSON, such as :func:`companion.record.lines.row_of_entry` returns.

    >>> canonical({"t": 4.0, "event": "roll", "dice": [3, 1], "who": "Ł"}).decode()
    '{"dice":[3,1],"event":"roll","t":4.0,"who":"Ł"}'
    """
    whole = {key: value + 0.0 if isinstance(value, float) else value for key, value in values.items()}  # no -0.0
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode(errors="surrogatepass")


def first_hash(uuid: str, epoch: int) -> str:
    """Return the hash before the first entry of a match."""
    return sha256(canonical({"uuid": uuid, "epoch": epoch})).hexdigest()


def next_hash(before: str, values: Mapping[str, object]) -> str:
    """Return the hash of an entry that follows the one with the hash ``before``."""
    return sha256(before.encode() + b"\n" + canonical(values)).hexdigest()


def hashes(uuid: str, epoch: int, rows: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """Yield the hash of each entry of a match, from the first one on."""
    found = first_hash(uuid, epoch)
    for values in rows:
        found = next_hash(found, values)
        yield found
