"""The tokens of tables: made when one is paired, stored as hashes only."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from hashlib import sha256

from django.utils import timezone

from companion.club.models import Table


def hash_of(token: str) -> str:
    """Return what is stored of a token; it is random and long, so a plain hash cannot be searched through."""
    return sha256(token.encode()).hexdigest()


def pair(table: Table) -> str:
    """Give a table a new token, which it is shown once; one that it had is revoked."""
    token = secrets.token_urlsafe(32)
    table.token_hash, table.paired = hash_of(token), timezone.now()
    table.save(update_fields=["token_hash", "paired"])
    return token


def revoke(table: Table) -> None:
    """Take a table's token away: nothing that it sends is taken in any more."""
    table.token_hash = None
    table.save(update_fields=["token_hash"])


def tables_of(tokens: Collection[str]) -> dict[str, Table]:
    """Return tables by their tokens, as far as these belong to any."""
    if not tokens:
        return {}
    hashes = {hash_of(token): token for token in tokens}
    marks = ", ".join(["%s"] * len(hashes))
    # In SQL, because every entry of every table comes here: Django takes several times as long to write it.
    found = Table.objects.raw(f"SELECT * FROM club_table WHERE token_hash IN ({marks})", list(hashes))
    return {hashes[str(table.token_hash)]: table for table in found}
