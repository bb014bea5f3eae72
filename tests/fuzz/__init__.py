"""The search for foreign bytes that break a reader: ``python -m tests.fuzz``."""
