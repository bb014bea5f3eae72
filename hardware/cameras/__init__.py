"""The kinds of cameras; the front door is :mod:`hardware.camera`."""
