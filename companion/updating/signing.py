"""The signature of a release file: who may make releases, what they sign, and what is refused.

Beside ``companion-0.6.0.tar.gz`` stands ``companion-0.6.0.tar.gz.sig``, a text::

    companion release 1
    version 0.6.0
    packages no
    bytes 11534336
    sha256 9f86d081884c7d65…
    signature 3b6a27bcceb6a42d… 92a009a9f0d4cab8…

Each line ``signature`` holds a public key and an Ed25519 signature (RFC 8032) of all lines before the first of them.
So version, size and checksum are known to be the maintainer's before one byte of the release file is looked at.
PyNaCl, which signs and verifies, is imported when it is needed: the first installation has no packages yet.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from companion.errors import InputError, StorageError, quoted
from companion.updating.manifest import is_version

SUFFIX: Final = ".sig"
MOST_KEYS: Final = 2

_KEYS: Final = Path(__file__).with_name("release-keys.txt")
_KEY_LINE: Final = re.compile(r"(\S+) ([0-9a-f]{64})")
_PRIVATE: Final = "companion private key 1"
_TITLE: Final = "companion release 1"
_SIGNED: Final = re.compile(
    rf"{_TITLE}\nversion (?P<version>[0-9.]+)\npackages (?P<packages>yes|no)\nbytes (?P<size>[0-9]{{1,12}})\n"
    r"sha256 (?P<sha256>[0-9a-f]{64})\n"
)
_SIGNATURE: Final = re.compile(r"signature (?P<key>[0-9a-f]{64}) (?P<signature>[0-9a-f]{128})")
_LONGEST: Final = 2000
"""The greatest size of a signature file in bytes; ours have some 400."""


class Refusal(Enum):
    """Why a release file is refused before it is opened; a screen has words for each."""

    NO_KEY = "no-key"
    UNSIGNED = "unsigned"
    DAMAGED = "damaged"
    FOREIGN = "foreign"


class SignatureError(InputError):
    """A release file that is refused for its signature."""

    def __init__(self, words: str, refusal: Refusal) -> None:
        super().__init__(words)
        self.refusal: Final = refusal


@dataclass(frozen=True, slots=True)
class Statement:
    """What a maintainer says of a release file.  ``packages``: whether it contains its Python packages."""

    version: str
    packages: bool
    size: int
    sha256: str

    def text(self) -> str:
        """Return the lines that are signed."""
        return (
            f"{_TITLE}\nversion {self.version}\npackages {'yes' if self.packages else 'no'}\n"
            f"bytes {self.size}\nsha256 {self.sha256}\n"
        )


# --- keys ----------------------------------------------------------------------------------------


def trusted_keys(file: Path = _KEYS) -> Mapping[str, bytes]:
    """Return the public keys of a file by the names of their owners; those of this companion if no file is named.

    Raises :class:`InputError` for a file that is no list of keys.
    """
    keys: dict[str, bytes] = {}
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: cannot be read ({error}), expected the public keys of releases") from None
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        named = _KEY_LINE.fullmatch(line.strip())
        if named is None or named[1] in keys:
            raise InputError(f"{file}: line {number} is {quoted(line)}, expected another NAME and 64 digits 0-9 a-f")
        keys[named[1]] = bytes.fromhex(named[2])
    if len(keys) > MOST_KEYS:
        raise InputError(f"{file}: has {len(keys)} keys, expected {MOST_KEYS} at most")
    return keys


def make_key(file: Path, *, apart_from: Path) -> bytes:
    """Write a new private key, readable by its owner alone, and return the public one.

    ``apart_from``: the project's folder, in which no private key may lie.  Raises :class:`InputError` for such a
    place and for a file that is there already, and :class:`StorageError` if it cannot be written.
    """
    from nacl.signing import SigningKey

    if file.resolve().is_relative_to(apart_from.resolve()):
        raise InputError(f"{file}: lies in the project's folder, expected a place that is published nowhere")
    seed = secrets.token_bytes(32)
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as written:
            os.fchmod(handle, 0o600)
            written.write(f"{_PRIVATE}\n{seed.hex()}\n")
            written.flush()
            os.fsync(handle)
    except FileExistsError:
        raise InputError(f"{file}: is there already, expected the name of a new file") from None
    except OSError as error:
        raise StorageError(f"{file}: was not written ({error.strerror or error})") from error
    return bytes(SigningKey(seed).verify_key)


def read_key(file: Path) -> bytes:
    """Return the private key in a file.

    Raises :class:`InputError` for another file, or one that others than its owner can read.
    """
    try:
        with file.open(encoding="ascii") as opened:
            mode = os.fstat(opened.fileno()).st_mode & 0o777
            lines = opened.read(_LONGEST).splitlines()
    except (OSError, UnicodeDecodeError):
        raise InputError(f"{file}: cannot be read, expected a private key") from None
    if len(lines) != 2 or lines[0] != _PRIVATE or not re.fullmatch("[0-9a-f]{64}", lines[1]):
        raise InputError(f"{file}: is no private key, expected a file that 'release --make-key' wrote")
    if mode & 0o077:
        raise InputError(f"{file}: can be read by others (mode {mode:o}), expected mode 600: chmod 600 it")
    return bytes.fromhex(lines[1])


# --- signatures ------------------------------------------------------------------------------------


def signature_of(file: Path) -> Path:
    """Return where the signature of a release file stands."""
    return file.with_name(file.name + SUFFIX)


def sign(statement: Statement, private: Sequence[bytes], keys: Mapping[str, bytes]) -> str:
    """Return the text of a signature file, signed with each of these private keys.

    Raises :class:`InputError` for a key whose public half is not among ``keys``: no device would take the release.
    """
    from nacl.signing import SigningKey

    text = statement.text()
    lines = [text]
    for seed in private:
        key = SigningKey(seed)
        public = bytes(key.verify_key)
        if public not in keys.values():
            raise InputError(
                f"the key {public.hex()} is not in {_KEYS.name}, and no device would take the release, "
                f"expected it there: add the line NAME {public.hex()}"
            )
        lines.append(f"signature {public.hex()} {key.sign(text.encode()).signature.hex()}\n")
    return "".join(lines)


def statement_of(file: Path, keys: Mapping[str, bytes]) -> Statement:
    """Return what is signed of a release file, which itself is not opened.

    Raises :class:`SignatureError` if there is no signature, or none by the owner of one of the keys.
    """
    if not keys:
        raise SignatureError(
            f"{file}: is not taken, because this companion knows no maintainer's key; "
            "install from the project's folder instead: ./run install",
            Refusal.NO_KEY,
        )
    text = _read(file)
    signed = _SIGNED.match(text)
    if signed is None or not is_version(signed["version"]):
        raise _damaged(file)
    found = [_SIGNATURE.fullmatch(line) for line in text[signed.end() :].splitlines()]
    if not found or len(found) > 2 * MOST_KEYS:
        raise _damaged(file)
    for line in found:
        if line is None:
            raise _damaged(file)
        public = bytes.fromhex(line["key"])
        if public in keys.values() and _is_signed(signed[0].encode(), bytes.fromhex(line["signature"]), public):
            return Statement(signed["version"], signed["packages"] == "yes", int(signed["size"]), signed["sha256"])
    raise SignatureError(
        f"{file}: is not signed by {' or '.join(keys)}, whose releases are taken here; get it from them",
        Refusal.FOREIGN,
    )


def _read(file: Path) -> str:
    """The text of a signature file."""
    beside = signature_of(file)
    if not beside.is_file():  # a pipe of that name would be waited for without end
        raise SignatureError(
            f"{file}: has no signature beside it, expected {beside.name} in the same folder; copy both files",
            Refusal.UNSIGNED,
        )
    try:
        with beside.open("rb") as opened:
            content = opened.read(_LONGEST + 1)
    except OSError as error:
        raise SignatureError(f"{beside}: cannot be read ({error.strerror or error})", Refusal.UNSIGNED) from None
    if len(content) > _LONGEST:
        raise _damaged(file)
    try:
        # A text editor or another system may have put its own ends of lines in.
        return content.decode("ascii").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise _damaged(file) from None


def _damaged(file: Path) -> SignatureError:
    name = signature_of(file)
    return SignatureError(f"{name}: is damaged, or no signature of a release; copy both files again", Refusal.DAMAGED)


def _is_signed(text: bytes, signature: bytes, public: bytes) -> bool:
    from nacl.exceptions import CryptoError
    from nacl.signing import VerifyKey

    try:
        VerifyKey(public).verify(text, signature)
    except (CryptoError, ValueError):
        return False
    return True
