#!/bin/bash
# Builds, in a Debian of the machine's kind, what Debian does not have: simulated pins, a camera that plays a film, and
# the pin library of Raspberry Pi OS.  What comes out lies in /parts.
set -eux
export DEBIAN_FRONTEND=noninteractive PIP_CERT=/etc/ssl/certs/ca-certificates.crt HOME=/root
apt-get update
apt-get install --yes --no-install-recommends "linux-headers-$(dpkg --print-architecture)" linux-source-6.12 v4l2loopback-source gcc make swig \
    python3-dev xz-utils bzip2
kernel=$(ls /lib/modules)
mkdir -p /parts /building/pins /building/loop

# gpio-sim needs the simulated interrupts that Debian's kernel is built without: they come into the same module, by way
# of the one function that is not exported.
tar -C /building/pins --xform='s,.*/,,' -xJf /usr/src/linux-source-6.12.tar.xz \
    linux-source-6.12/drivers/gpio/gpio-sim.c linux-source-6.12/kernel/irq/irq_sim.c
mv /building/pins/gpio-sim.c /building/pins/pins.c
sed -i 's/irq_to_desc(\([a-z]*\))/irq_data_to_desc(irq_get_irq_data(\1))/' /building/pins/irq_sim.c
printf 'obj-m := gpio-sim.o\ngpio-sim-y := pins.o irq_sim.o\n' >/building/pins/Makefile
make -C "/lib/modules/$kernel/build" M=/building/pins modules

tar -C /building/loop -xjf /usr/src/v4l2loopback.tar.bz2
loop=$(dirname "$(find /building/loop -name v4l2loopback.c)")
make -C "/lib/modules/$kernel/build" M="$loop" modules
cp /building/pins/gpio-sim.ko "$loop/v4l2loopback.ko" /parts/

python3 -m venv /building/venv
PYPI=1 /building/venv/bin/pip wheel --no-deps --wheel-dir /parts lgpio==0.2.2.0
