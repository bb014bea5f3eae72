"""The header of a match as values for JSON: as a table sends it to its club."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import InputError, quoted
from companion.record.header import Header, Mode, Origin


def header_line(header: Header) -> dict[str, object]:
    """Return everything that a header says but for the match's names in the world, which the address has."""
    return {
        "number": header.id,
        "started": header.started,
        "names": list(header.names),
        "length": header.length,
        "mode": header.mode.value,
        "rules": header.rules,
        "clock_doubtful": header.clock_doubtful,
        "terms": dict(header.terms),
        "program": header.program,
        "imported": None if header.imported is None else header.imported.values(),
    }


def header_from_line(values: Mapping[str, Any], uuid: str, epoch: int) -> Header:
    """Return the header of a line; the inverse of :func:`header_line`.  Raises :class:`InputError`."""
    try:
        light, dark = map(str, values["names"])
        length, number, origin = values["length"], values["number"], values["imported"]
        if not (isinstance(length, int) and isinstance(number, int) and length >= 0 and number > 0):
            raise ValueError("length and number are whole numbers")
        header = Header(
            number, str(values["started"]), (light, dark), length, Mode(values["mode"]), str(values["rules"]),
            clock_doubtful=bool(values["clock_doubtful"]), terms=dict(values["terms"]), uuid=uuid, epoch=epoch,
            program=str(values["program"]), imported=None if origin is None else Origin.from_values(origin),
        )  # fmt: skip
        if header.began.tzinfo is None:
            raise ValueError("it began at a time without an offset from UTC")
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"header {quoted(values)}: cannot be read ({error})") from None
    return header
