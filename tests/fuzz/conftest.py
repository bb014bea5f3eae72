"""The search itself needs a library that the tests do not."""

collect_ignore = ["readers.py"]
