"""The product on a device that is a virtual machine: systemd, panel, touch, camera and pins are real interfaces there.

``./run vm`` runs it; it is no part of ``./run test``.  What it proves, and what not: docs/internals/device.md.
"""
