"""A simulated telephone that streams by RTSP; run by a Python that has GStreamer's RTSP server, not by ours.

On Debian: ``python3 rtsp_phone.py PORT [NAME PASSWORD [basic|digest]]`` with the packages python3-gi,
gir1.2-gst-rtsp-server-1.0, gstreamer1.0-plugins-good and -ugly.  It prints ``ready`` once it listens.  Each picture
holds the time at which it was made (the monotonic clock, in milliseconds) as blocks, black = 0, white = 1, the highest
bit first.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

WIDE, HIGH, HZ = 1280, 720, 15
BLOCK_PX, BITS = 40, 32
# H.264 as a telephone's chip makes it: without pictures that need later ones, and a whole one each two seconds.
_CODED = (
    "( appsrc name=film is-live=true format=time do-timestamp=true "
    f"caps=video/x-raw,format=I420,width={WIDE},height={HIGH},framerate={HZ}/1 "
    "! x264enc tune=zerolatency speed-preset=ultrafast bitrate=4000 key-int-max=30 ! rtph264pay name=pay0 pt=96 )"
)
_LIGHT, _DARK = b"\xeb", b"\x10"


def picture(number: int) -> bytes:
    """The picture of this moment, I420."""
    bits = int(time.monotonic() * 1000) % 2**BITS
    stamp = b"".join((_LIGHT if bits >> shift & 1 else _DARK) * BLOCK_PX for shift in reversed(range(BITS)))
    moving = bytes((column + 4 * number) % 200 + 20 for column in range(WIDE))
    return stamp * BLOCK_PX + moving * (HIGH - BLOCK_PX) + b"\x80" * (WIDE * HIGH // 2)


def configured(_factory: Any, media: Any) -> None:
    """Feed a requested medium."""
    film = media.get_element().get_by_name("film")
    count = [0]

    def push() -> bool:
        count[0] += 1
        return bool(film.emit("push-buffer", Gst.Buffer.new_wrapped(picture(count[0]))) == Gst.FlowReturn.OK)

    GLib.timeout_add(1000 // HZ, push)


def guarded(server: Any, factory: Any, name: str, password: str, way: str = "basic") -> None:
    """Require the password."""
    auth = GstRtspServer.RTSPAuth()
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "viewer")
    if way == "basic":
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic(name, password), token)
    else:
        auth.set_supported_methods(2)  # GST_RTSP_AUTH_DIGEST
        auth.add_digest(name, password, token)
    server.set_auth(auth)
    permissions = GstRtspServer.RTSPPermissions()
    permissions.add_permission_for_role("viewer", "media.factory.access", True)
    permissions.add_permission_for_role("viewer", "media.factory.construct", True)
    factory.set_permissions(permissions)


def main(port: str, *guard: str) -> None:
    Gst.init(None)
    server = GstRtspServer.RTSPServer()
    server.set_address("127.0.0.1")
    server.set_service(port)
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(_CODED)
    factory.set_shared(True)
    factory.connect("media-configure", configured)
    server.get_mount_points().add_factory("/video", factory)
    if guard:
        guarded(server, factory, *guard)
    server.attach(None)
    print("ready", flush=True)
    GLib.MainLoop().run()


main(*sys.argv[1:])
