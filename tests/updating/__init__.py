"""Releases: packed, checked, installed, gone back from."""
