"""Button and lamps on a GPIO chip of the kernel (gpio-sim), by way of gpiozero and lgpio as on a Pi."""

from __future__ import annotations

import random
import time
from typing import Final

from tests.vm.bench import CONSOLE, SERVICE, SETTINGS, Bench, check, put, service_up, set_up
from tests.vm.machine import Machine, MachineError
from tests.vm.player import Player, table_at

_BUTTON, _NEAR, _FAR = 17, 22, 23
_PI: Final = "Hardware\t: BCM2835\nRevision\t: c03115\n"
"""What a Pi 4 says of itself, and gpiozero asks for before it takes a pin."""
_CHIP: Final = """\
set -e
# The pins of a Pi are those of the first chip; QEMU's machine for ARM has one of eight lines, with its power button.
for device in /sys/bus/platform/drivers/gpio-keys/gpio-keys /sys/bus/amba/drivers/pl061_gpio/*.pl061; do
    [ ! -e "$device" ] || echo "${device##*/}" >"${device%/*}/unbind"
done
modprobe gpio-sim
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
cd /sys/kernel/config/gpio-sim
mkdir -p table/bank
echo 54 >table/bank/num_lines
echo 1 >table/live
ln -sfn /sys/devices/platform/$(cat table/dev_name)/$(cat table/bank/chip_name) /run/pins
udevadm settle
test -e /dev/gpiochip0
"""
_BOUNCE: Final = f"""\
import time
line = open("/run/pins/sim_gpio{_BUTTON}/pull", "w", buffering=1)
for pull in ["pull-down\\n", "pull-up\\n"] * 5 + ["pull-down\\n"]:
    line.write(pull)
    time.sleep(0.002)
time.sleep(2)
for pull in ["pull-up\\n", "pull-down\\n"] * 5 + ["pull-up\\n"]:
    line.write(pull)
    time.sleep(0.002)
"""
_UNIT: Final = CONSOLE + "BindReadOnlyPaths=/opt/vm/cpuinfo:/proc/cpuinfo\n"
# Emulated, two edges that are meant to be 2 ms apart may be 100 ms apart.
_BUTTONS: Final = f"[button]\npin = {_BUTTON}\nsettle_s = 0.5\n"
_LAMPS: Final = f"[lamps]\npin = {_NEAR}\nsecond_pin = {_FAR}\n"
_TABLE: Final = f'{SETTINGS}[table]\ndice = "electronic"\n{_BUTTONS}{_LAMPS}'
_SEEN_S: Final = 30.0


def press_rolls(bench: Bench) -> str:
    """A press on a real line rolls once however it bounces, the lamps show whose turn it is, a taken line is said."""
    machine = bench.booted()
    put(machine, "/opt/vm/cpuinfo", _PI)
    put(machine, "/opt/vm/bounce.py", _BOUNCE)
    machine.said(_CHIP)
    set_up(machine, _TABLE, _UNIT)
    player = Player(random.Random(1))
    table_at(machine, player)
    _pressed(machine, player)
    dice = player.shown.state["dice"]
    first = _lamps_fit(machine, player)
    _played(machine, player)
    _pressed(machine, player)
    second = _lamps_fit(machine, player)
    check(first != second, f"the lamps are {second} after {first} and a turn")
    machine.said(f"systemctl stop {SERVICE}")
    check(_lamps(machine) == "00", "a lamp is on without the companion")
    machine.said(f"gpioset --daemonize --chip gpiochip0 {_BUTTON}=1")
    machine.said(f"systemctl start {SERVICE}", 300.0)
    service_up(machine)
    log = machine.said(f"journalctl -b -u {SERVICE} --no-pager -o cat")
    told = [line for line in log.splitlines() if f"no button on GPIO {_BUTTON}: 'GPIO busy'" in line]
    check(len(told) == 1, f"the taken line is told of {len(told)} times: {told}")
    return f"rolled {dice} by one press of 11 closings; lamps {first}, then {second}; {told[0]}"


def _pressed(machine: Machine, player: Player) -> None:
    """Press the button until it is somebody's roll: once, but again after opening rolls of equal numbers."""
    while True:
        before = _rolls(player)
        machine.said("python3 /opt/vm/bounce.py")
        assert machine.shown is not None
        until_s = time.monotonic() + _SEEN_S
        while _rolls(player) == before:
            player.look(machine.shown)
            if time.monotonic() > until_s:
                raise MachineError(f"no roll after a press: {player.shown.state}")
        time.sleep(2.0)
        player.look(machine.shown)
        many = _rolls(player) - before
        check(many == 1, f"after one press with bounces {many} rolls are on record")
        if player.shown.state["dice"] is not None:
            return


def _played(machine: Machine, player: Player) -> None:
    assert machine.shown is not None
    on_roll = player.shown.state["on_roll"]
    while player.shown.state["on_roll"] == on_roll:
        player.play(machine.shown)


def _lamps_fit(machine: Machine, player: Player) -> str:
    """Check that the lamp of the side on roll is on, and the other is not; Light sits at the lower edge."""
    lamps, state = _lamps(machine), player.shown.state
    check(lamps == {"light": "10", "dark": "01"}[state["on_roll"]], f"the lamps are {lamps}, the table is {state}")
    return lamps


def _rolls(player: Player) -> int:
    """How many rolls are on record, with those that decided nothing: nothing else is noted before the first roll."""
    events = [entry["event"] for _, entry in sorted(player.shown.entries.items())]
    first = events.index("roll") if "roll" in events else len(events)
    return events.count("roll") + events[:first].count("note")


def _lamps(machine: Machine) -> str:
    """Both lamps as digits, as they stand for most of some seconds: while it waits, one may blink."""
    return machine.said(
        "for n in $(seq 20); do "
        f"cat /run/pins/sim_gpio{_NEAR}/value /run/pins/sim_gpio{_FAR}/value | tr -d '\\n'; "
        "echo; sleep 0.1; done | sort | uniq -c | sort -rn | awk 'NR == 1 { print $2 }'"
    )
