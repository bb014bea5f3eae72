"""The address of a camera in the network, and what of it may be shown: never its user name, password, path or query."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from hardware.errors import CameraError, NetworkTrouble

HTTP: Final = ("http", "https")
RTSP: Final = ("rtsp",)

_ADDRESS: Final = re.compile(rf"(?:{'|'.join((*HTTP, *RTSP))})://", re.IGNORECASE)
_ANY_SCHEME: Final = re.compile(r"([a-z][a-z0-9+.-]*)://?", re.IGNORECASE)
_USER: Final = re.compile(r"[^\s/]*:[^@]*@")
"""A user name and a password before a host, of an address whose beginning is missing."""
_SAFE: Final = "/%:=&?~#+!$,;'@()*[]"
"""What may stand in a path or query as it is; everything else is written as %XX."""
_USUAL_PATH: Final = "/video"
"""Where IP Webcam and DroidCam have their stream, the apps that the documentation names."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a camera is in the network.

    ``url``: without user name and password, which are empty where there are none.
    """

    scheme: str
    host: str
    port: int
    url: str
    user: str = ""
    password: str = ""

    @classmethod
    def from_text(cls, text: str) -> Self:
        """From ``http://…``, ``https://…`` or ``rtsp://…``, with ``name:password@`` or without.

        Raises :class:`CameraError`.
        """
        try:
            parts = urlsplit(text.strip())
            scheme, host = parts.scheme.lower(), parts.hostname or ""
            port = parts.port or {"http": 80, "https": 443, "rtsp": 554}[scheme]
        except (ValueError, KeyError):
            host = ""
        if not host or any(character.isspace() for character in parts.netloc):
            raise CameraError(
                f"{shown(text)}: is no address of a camera; expected http://192.168.1.20:8080/video",
                NetworkTrouble.ADDRESS,
            )
        place = parts.netloc.rpartition("@")[2]
        path = quote(parts.path or (_USUAL_PATH if scheme in HTTP and not parts.query else ""), safe=_SAFE)
        url = urlunsplit((scheme, place, path, quote(parts.query, safe=_SAFE), ""))
        return cls(scheme, host, port, url, unquote(parts.username or ""), unquote(parts.password or ""))

    @property
    def shown(self) -> str:
        """The address as it may be shown: a path or a query may hold a password too."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"

    @property
    def root(self) -> str:
        """All of this camera's addresses begin so; no other gets its password."""
        parts = urlsplit(self.url)
        return urlunsplit((parts.scheme, parts.netloc, "/", "", ""))

    @property
    def full_url(self) -> str:
        """The address with user name and password, for a library that takes them so; never to be shown."""
        if not self.user:
            return self.url
        scheme, _, rest = self.url.partition("://")
        return f"{scheme}://{quote(self.user, safe='')}:{quote(self.password, safe='')}@{rest}"

    def __repr__(self) -> str:
        return f"Address({self.shown!r})"


def is_address(text: str) -> bool:
    """Whether this names a camera in the network, rightly written or not."""
    return _ADDRESS.match(text.strip()) is not None


def as_typed(text: str) -> str | None:
    """The address that a person has typed, who may leave out ``http://``; None where it is none."""
    address = text.strip() if "://" in text else f"http://{text.strip()}"
    try:
        Address.from_text(address)
    except CameraError:
        return None
    return address


def shown(text: str) -> str:
    """The name of a camera as it may be shown, logged and stored: an address without user, password, path and query.

    What is only nearly an address loses all that might be a password.
    """
    scheme = _ANY_SCHEME.match(text.strip())
    if scheme is None:
        return _USER.sub("", text)
    place, *rest = re.split(r"[/?#]", text.strip()[scheme.end() :], maxsplit=1)
    if "@" not in place and any("@" in part for part in rest):
        place = "…"  # a password with a slash in it, or an address in a path: nobody can tell
    return f"{scheme[1].lower()}://{place.rpartition('@')[2]}"
