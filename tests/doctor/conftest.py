"""Pins that stand in for real ones."""

from tests.hardware.conftest import factory

__all__ = ["factory"]
