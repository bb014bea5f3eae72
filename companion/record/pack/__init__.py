"""The pack of a match: its record, pictures and pages in one file, in which every later change shows."""
