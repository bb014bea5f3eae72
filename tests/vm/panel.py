"""The service that systemd starts and watches, and the window on a panel of its own."""

from __future__ import annotations

import time
from typing import Final

import numpy as np

from tests.vm.bench import SERVICE, Bench, check, drawn, facts, property_of, service_up
from tests.vm.image import PATIENCE_MIN

PANELS: Final = ((800, 480), (1024, 600), (1280, 720))
_RESTARTED_S: Final = 300.0


def service_is_watched(bench: Bench) -> str:
    """The service is up after a boot, watched, and started again when its process hangs."""
    machine = bench.booted()
    shown = facts(machine.said(f"systemctl show {SERVICE}"))
    check(shown["Type"] == "notify", f"Type={shown['Type']}, expected notify")
    watched = f"{PATIENCE_MIN}min"
    check(shown["WatchdogUSec"] == watched, f"WatchdogUSec={shown['WatchdogUSec']}, expected {watched}")
    check(shown["User"] == "companion", f"User={shown['User']}, expected companion")
    fed = property_of(machine, "WatchdogTimestampMonotonic")
    machine.wait_for(
        f'test "$(systemctl show --value --property=WatchdogTimestampMonotonic {SERVICE})" != "{fed}"', 60.0
    )
    pid = property_of(machine, "MainPID")
    check(pid != "0", "the service is not running any more")
    machine.said(f"kill -STOP {pid}")
    begun_s = time.monotonic()
    machine.wait_for(
        f'now=$(systemctl show --value --property=MainPID {SERVICE}); test "$now" != 0 -a "$now" != {pid}', _RESTARTED_S
    )
    service_up(machine)
    back_s = time.monotonic() - begun_s
    log = machine.said(f"journalctl -b -u {SERVICE} --no-pager -o cat")
    check("Watchdog timeout" in log, "the journal does not tell of the watchdog")
    failed = machine.said("systemctl --failed --plain --no-legend --no-pager || true")
    check(not failed, f"units have failed: {failed}")
    return f"agent up after {machine.up_s:.0f} s; stopped process replaced and up again after {back_s:.0f} s"


def panel_is_filled(bench: Bench) -> str:
    """The window has the panel's own size, on each of three, and reaches its edges."""
    for width, height in PANELS:
        machine = bench.booted((width, height))
        pixels = drawn(machine, bench.picture(f"{width}x{height}"))
        check(pixels.shape == (height, width, 3), f"the panel of {width}x{height} is run at {pixels.shape}")
        edges = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
        check((edges.max(axis=1) > 8).mean() > 0.9, f"the window does not reach the edges of {width}x{height}")
        machine.pull_plug()
    return "photographed at " + ", ".join(f"{width}x{height}" for width, height in PANELS)
