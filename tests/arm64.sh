#!/bin/bash
# Tries the companion in an emulated 64-bit ARM system: bash tests/arm64.sh FOLDER [bookworm|trixie]
#
# For Debian on another processor, as root.  Needs debootstrap, qemu-user-static and systemd-container, a network, 2 GB
# and about a quarter of an hour; not part of the tests.  FOLDER keeps the system, so that a second run is faster.  It
# installs as a kiosk, plays a match by commands and the demo, and ends with 0 where all of that came out right.
#
# On bookworm systemd runs in it, and the service with it.  That of trixie does not bear being emulated: there a program
# that does nothing stands in for systemctl.
set -euo pipefail

folder=$(mkdir -p "$1" && cd "$1" && pwd)
suite=${2:-bookworm}
system=$folder/$suite
project=$(cd "$(dirname "$0")/.." && pwd)
emulator=/proc/sys/fs/binfmt_misc

needed=systemd,systemd-sysv,dbus,libpam-systemd,polkitd,udisks2,udev,kmod,procps,sudo,ca-certificates

emulate() {
    [ -e $emulator/register ] || mount -t binfmt_misc binfmt_misc $emulator
    [ -e $emulator/qemu-aarch64 ] ||
        sed 's|/[^:]*:[A-Z]*$|/usr/bin/qemu-aarch64-static:F|' /usr/lib/binfmt.d/qemu-aarch64.conf >$emulator/register
}

make_system() {
    [ ! -e "$system/.made" ] || return 0
    rm -rf "$system"
    debootstrap --arch=arm64 --variant=minbase --include=$needed "$suite" "$system" http://deb.debian.org/debian
    touch "$system/.made"
}

# Which authorities are trusted, and where names are looked up, is this machine's matter.
bring_project() {
    mkdir -p "$system/etc/ssl/certs" "$system/project"
    cp -L /etc/ssl/certs/ca-certificates.crt "$system/etc/ssl/certs/"
    find "$system/project" -mindepth 1 -delete
    git -C "$project" ls-files -z | tar -C "$project" --null --files-from=- -c | tar -C "$system/project" -x
    # A container has no console; emulated, sockets to the kernel and filters of system calls do not work.
    mkdir -p "$system/etc/systemd/system/companion.service.d"
    cat >"$system/etc/systemd/system/companion.service.d/box.conf" <<END
[Service]
StandardInput=null
TTYPath=
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
SystemCallFilter=
SystemCallArchitectures=
RestrictAddressFamilies=
RestrictNamespaces=no
TimeoutStartSec=300
WatchdogSec=120
END
}

try() {
    cat >"$system/trial.sh" <<'END'
#!/bin/bash
export HOME=/root LC_ALL=C.UTF-8 PIP_CERT=/etc/ssl/certs/ca-certificates.crt PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
exec >/trial.log 2>&1
set -eux
uname -m
time /project/run install
systemctl is-active companion
systemctl stop companion
time printf 'roll 31\nplay 8/5 6/5\nshow\n' | companion run --headless --camera none --control --new | tee /told
grep -q 'Light plays 3-1: 8/5 6/5' /told
time companion demo --headless --json
companion archive list
/project/run uninstall
touch /trial.good
END
    rm -f "$system/trial.good" "$system/trial.log"
    if [ "$suite" = bookworm ]; then
        with_systemd
    else
        without_systemd
    fi
    cat "$system/trial.log"
    [ -e "$system/trial.good" ]
}

with_systemd() {
    cat >"$system/etc/systemd/system/trial.service" <<END
[Unit]
After=multi-user.target
[Service]
ExecStart=/bin/bash /trial.sh
ExecStopPost=/bin/systemctl --no-block poweroff
END
    mkdir -p "$system/etc/systemd/system/graphical.target.wants"
    ln -sf ../trial.service "$system/etc/systemd/system/graphical.target.wants/trial.service"
    nspawn --boot || true
}

without_systemd() {
    printf '#!/bin/sh\nexit 0\n' >"$system/usr/local/bin/systemctl"
    chmod 755 "$system/usr/local/bin/systemctl"
    nspawn /bin/bash -c 'mkdir -p /run/systemd/system && exec /bin/bash /trial.sh' || true
}

# ONNX Runtime asks which processor this is, and would be told of this machine's.
nspawn() {
    printf 'processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd08\n' >"$system/cortex-a72"
    timeout 3600 systemd-nspawn --quiet --register=no --keep-unit --resolv-conf=copy-host --directory="$system" \
        --bind-ro="$system/cortex-a72:/proc/cpuinfo" "$@" \
        >"$folder/$suite-console.log" 2>&1 </dev/null
}

emulate
make_system
bring_project
try
