"""Everything that touches a device: cameras, the button, the dice source, the service watchdog.

A leaf: it imports nothing of ``companion`` or ``vision``.
"""
