"""Manages the releases on this device: kept side by side, checked before use, with a way back.

::

    /opt/companion/                     the home; it belongs to the user that the companion runs as
    ├── releases/0.3.0-1a2b3c4d/        a release: the files its manifest names, and .venv, a link into environments
    ├── environments/9f8e7d6c5b4a/      Python packages, shared by all releases that need the same ones
    ├── current -> releases/…           what runs
    ├── previous -> releases/…          what ran before
    └── trial                           exists only until the newest release has run for a while

A release is taken from a file only with a maintainer's signature (:mod:`companion.updating.signing`); what
``./run install`` packs from a project's folder needs none.

This package needs only Python itself, because the first installation has nothing else yet; signatures need PyNaCl.

For a screen: :func:`companion.updating.device.installed`, :func:`~companion.updating.device.install` and
:func:`~companion.updating.device.back`, :func:`companion.updating.offers.offers`,
:func:`~companion.updating.offers.refused`, and the error that callers
catch: :class:`companion.errors.CompanionError`.
"""
