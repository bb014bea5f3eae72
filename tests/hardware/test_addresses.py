"""The address of a camera in the network: how it is read, and what of it is shown."""

from __future__ import annotations

import pytest

from hardware.cameras.address import Address, is_address, shown
from hardware.errors import CameraError, NetworkTrouble

ADDRESSES = {
    "http://10.0.0.7:8080/video": ("http://10.0.0.7:8080/video", "", "", "http://10.0.0.7:8080"),
    "http://10.0.0.7:8080": ("http://10.0.0.7:8080/video", "", "", "http://10.0.0.7:8080"),
    "http://10.0.0.7/": ("http://10.0.0.7/", "", "", "http://10.0.0.7:80"),
    " HTTPS://ann:s3cret@cam.local/a b?pwd=s3cret": (
        "https://cam.local/a%20b?pwd=s3cret", "ann", "s3cret", "https://cam.local:443",
    ),
    "rtsp://ann:s3c%2Fr%40et@[fe80::1]/s3cret": ("rtsp://[fe80::1]/s3cret", "ann", "s3c/r@et", "rtsp://[fe80::1]:554"),
    "rtsp://cam": ("rtsp://cam", "", "", "rtsp://cam:554"),
}  # fmt: skip


@pytest.mark.parametrize("text", ADDRESSES)
def test_an_address_is_taken_apart(text: str) -> None:
    address = Address.from_text(text)
    assert (address.url, address.user, address.password, address.shown) == ADDRESSES[text]
    assert is_address(text)
    assert "s3c" not in repr(address)


def test_a_library_gets_user_and_password_as_they_are_written_in_addresses() -> None:
    address = Address.from_text("rtsp://ann:s3c%2Fr%40et@cam/live")
    assert address.full_url == "rtsp://ann:s3c%2Fr%40et@cam/live"
    assert Address.from_text("rtsp://cam/live").full_url == "rtsp://cam/live"


NEARLY = [
    "http://", "http://ann:s3cret@", "http://ann:s3cret@cam:99999/", "http://ann:s3/cret@cam/video",
    "http://ann:s3#cret@cam/", "http://ann:s3 cret@cam/", "rtsp://ann:s3?cret@cam/live", "http://[fe80::1/s3cret",
]  # fmt: skip


@pytest.mark.parametrize("text", NEARLY)
def test_what_is_nearly_an_address_is_refused_without_its_password(text: str) -> None:
    with pytest.raises(CameraError, match=r"is no address of a camera; expected http://192") as raised:
        Address.from_text(text)
    assert raised.value.trouble is NetworkTrouble.ADDRESS
    assert "cret" not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "as_shown"),
    [
        ("http://ann:s3cret@cam:8080/video?pwd=s3cret", "http://cam:8080"),
        ("http:/ann:s3cret@cam/video", "http://cam"),
        ("htp://ann:s3cret@cam/video", "htp://cam"),
        ("ann:s3cret@cam/video", "cam/video"),
        ("ann:s3/cret@cam/video", "cam/video"),
        ("usb:0", "usb:0"),
        ("/dev/v4l/by-id/usb-046d_C920", "/dev/v4l/by-id/usb-046d_C920"),
        ("/media/me@home/film.mp4", "/media/me@home/film.mp4"),
        ("auto", "auto"),
    ],
)
def test_a_name_is_shown_without_what_may_be_a_password(text: str, as_shown: str) -> None:
    assert shown(text) == as_shown
