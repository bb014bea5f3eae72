"""An update is taken only as its maintainer signed it; all else is refused before it is opened."""

from __future__ import annotations

import os
import random
import secrets
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest

from companion.errors import InputError, StorageError
from companion.updating import device as device_module
from companion.updating import fetching
from companion.updating.signing import (
    Refusal,
    SignatureError,
    Statement,
    make_key,
    read_key,
    sign,
    signature_of,
    statement_of,
    trusted_keys,
)
from companion.updating.unpacking import peeked
from tests.updating.conftest import Device, public_of

STATEMENT = Statement("0.4.0", False, 7, "ab" * 32)


@pytest.fixture
def closed(device: Device, monkeypatch: pytest.MonkeyPatch) -> Device:
    """A device on which 0.3.0 runs, and whose next release is not to be unpacked, not even its first line."""
    device.install(device.release("0.3.0"))

    def never(*_: Any) -> Any:
        raise AssertionError("opened before it was found to be signed")

    monkeypatch.setattr(device_module, "unpack", never)
    monkeypatch.setattr(device_module, "peeked", never)
    device.broken = AssertionError("run before it was found to be signed")
    return device


def refused(device: Device, file: Path) -> str:
    """The sentence with which a release is refused; nothing is changed by that."""
    before = device.all_files()
    with pytest.raises(InputError) as raised:
        device.install(file)
    assert device.all_files() == before
    return str(raised.value)


def test_an_unsigned_file_is_refused(closed: Device) -> None:
    file = closed.release("0.4.0")
    signature_of(file).unlink()
    assert "has no signature beside it, expected companion-0.4.0.tar.gz.sig" in refused(closed, file)


def test_a_file_signed_by_somebody_else_is_refused(closed: Device) -> None:
    file = closed.release("0.4.0")
    closed.sign(file, "0.4.0", private=secrets.token_bytes(32))
    assert "is not signed by maintainer" in refused(closed, file)


def test_a_companion_without_keys_takes_no_file_and_says_what_to_do(closed: Device) -> None:
    file = closed.release("0.4.0")
    closed.keys = {}
    assert "knows no maintainer's key; install from the project's folder instead: ./run install" in refused(
        closed, file
    )


@pytest.mark.parametrize("version", ["0.3.0", "0.2.9"])
def test_an_older_file_is_refused_though_it_is_signed(closed: Device, version: str) -> None:
    assert "which runs" in (said := refused(closed, closed.release(version, words=" again"))) or "one that runs" in said


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content[:-1],
        lambda content: content + b"\0",
        lambda content: content[:100] + bytes([content[100] ^ 1]) + content[101:],
        lambda _: b"",
    ],
    ids=["cut", "longer", "one bit", "empty"],
)
def test_an_altered_file_is_refused(closed: Device, change: Callable[[bytes], bytes]) -> None:
    file = closed.release("0.4.0")
    file.write_bytes(change(file.read_bytes()))
    assert "is not the file that was signed" in refused(closed, file)


def test_a_signature_under_another_file_is_none(closed: Device) -> None:
    file, other = closed.release("0.4.0"), closed.release("0.5.0")
    shutil.copy(signature_of(other), signature_of(file))
    assert "is not the file that was signed" in refused(closed, file)


def test_a_signed_statement_is_not_changed_by_one_character(device: Device) -> None:
    file = device.release("0.4.0")
    text = signature_of(file).read_text(encoding="ascii")
    chance = random.Random(2)
    for place in range(len(text) - 1):
        other = chance.choice([each for each in "0123456789abcdefnoyes. \n" if each != text[place]])
        signature_of(file).write_text(text[:place] + other + text[place + 1 :], encoding="ascii")
        with pytest.raises(SignatureError) as raised:
            statement_of(file, device.keys)
        assert raised.value.refusal in (Refusal.DAMAGED, Refusal.FOREIGN)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"companion release 1\n" * 500, b"signature 00 00\n"])
def test_another_file_of_that_name_is_no_signature(device: Device, content: bytes) -> None:
    file = device.release("0.4.0")
    signature_of(file).write_bytes(content)
    with pytest.raises(SignatureError, match=r"\.sig: is damaged, or no signature of a release"):
        statement_of(file, device.keys)


def test_a_pipe_in_the_place_of_either_file_is_not_waited_for(device: Device) -> None:
    file = device.release("0.4.0")
    file.unlink()
    os.mkfifo(file)
    with pytest.raises(InputError, match="not a file"):
        device.install(file)
    signature_of(file).unlink()
    os.mkfifo(signature_of(file))
    with pytest.raises(SignatureError, match="has no signature"):
        device.install(file)


def test_ends_of_lines_of_another_system_do_no_harm(device: Device) -> None:
    file = device.release("0.4.0")
    signature_of(file).write_bytes(signature_of(file).read_bytes().replace(b"\n", b"\r\n"))
    assert statement_of(file, device.keys).version == "0.4.0"


def test_a_stick_that_gives_other_bytes_the_second_time_gains_nothing(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = device.release("0.4.0")
    evil = device.release("0.4.0", words=" evil").read_bytes()
    copied = fetching._copied

    def then_another(content: IO[bytes], written: IO[bytes], signed: Statement) -> bool:
        done = copied(content, written, signed)
        file.write_bytes(evil)
        return done

    monkeypatch.setattr(fetching, "_copied", then_another)
    device.install(file)
    assert (device.home / "current" / "words").read_text() == ""


def test_a_file_of_another_version_than_is_signed_is_refused(device: Device) -> None:
    device.install(device.release("0.3.0"))
    file = device.release("0.2.0")
    device.sign(file, "0.9.0")
    assert "is signed as version 0.9.0, but is 0.2.0" in refused(device, file)


def test_a_disk_without_room_for_the_copy_says_so(device: Device) -> None:
    file = device.release("0.4.0")
    text = sign(Statement("0.4.0", False, 999_999_999_999, "0" * 64), [device.private], device.keys)
    signature_of(file).write_text(text, encoding="ascii")
    with pytest.raises(StorageError, match="is copied before it is unpacked"):
        device.install(file)


def test_what_is_installed_by_hand_needs_no_signature(device: Device) -> None:
    file = device.release("0.4.0")
    signature_of(file).unlink()
    assert device.install(file, by_hand=True).version == "0.4.0"


# --- two keys --------------------------------------------------------------------------------------


def test_either_of_two_keys_is_enough_and_a_release_may_carry_both(device: Device) -> None:
    second = secrets.token_bytes(32)
    both = device.keys | {"second": public_of(second)}
    file = device.release("0.4.0")
    for private in ([device.private], [second], [device.private, second], [second, device.private]):
        text = sign(STATEMENT, private, both)
        signature_of(file).write_text(text, encoding="ascii")
        assert statement_of(file, both) == STATEMENT
    # A device of before the second key takes what both have signed, and one that has left the first behind too.
    assert statement_of(file, device.keys) == STATEMENT
    assert statement_of(file, {"second": public_of(second)}) == STATEMENT


# --- keys ------------------------------------------------------------------------------------------


def test_a_private_key_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "key"
    public = make_key(file, apart_from=tmp_path / "project")
    assert file.stat().st_mode & 0o777 == 0o600
    assert public_of(read_key(file)) == public
    file.chmod(0o640)
    with pytest.raises(InputError, match=r"can be read by others \(mode 640\), expected mode 600"):
        read_key(file)


def test_another_file_is_no_private_key(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("-----BEGIN OPENSSH PRIVATE KEY-----\n")
    for file in (tmp_path / "key", tmp_path / "nothing", tmp_path):
        with pytest.raises(InputError, match="private key"):
            read_key(file)
    with pytest.raises(StorageError, match="was not written"):
        make_key(tmp_path / "no folder" / "key", apart_from=tmp_path / "project")


def test_keys_are_listed_with_names_and_two_at_most(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    lines = [f"{name} {number:064x}\n" for number, name in enumerate(("ann", "ben", "carl"))]
    file.write_text("# whose\n\n" + "".join(lines[:2]))
    assert trusted_keys(file) == {"ann": bytes(32), "ben": bytes(31) + b"\1"}
    for text, why in (("".join(lines), "has 3 keys"), ("ann 00\n", "line 1 is 'ann 00'"), (lines[0] * 2, "line 2 is")):
        file.write_text(text)
        with pytest.raises(InputError, match=why):
            trusted_keys(file)


def test_the_signature_is_ed25519_as_other_programs_know_it(device: Device, tmp_path: Path) -> None:
    """RFC 8410 wraps the 32 bytes of a public key into these twelve."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("openssl is not installed here")
    file = device.release("0.4.0")
    text = signature_of(file).read_text(encoding="ascii")
    lines, _, signature = text.partition("signature ")
    (tmp_path / "text").write_text(lines, encoding="ascii")
    (tmp_path / "signature").write_bytes(bytes.fromhex(signature.split()[1]))
    (tmp_path / "key").write_bytes(bytes.fromhex("302a300506032b6570032100") + device.keys["maintainer"])
    done = subprocess.run(
        [program, "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "key", "-rawin", "-in", "text",
         "-sigfile", "signature"],
        cwd=tmp_path, capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert "Verified Successfully" in done.stdout, done.stderr
    assert peeked(file).version == "0.4.0"
