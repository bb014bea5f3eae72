"""Match files of this and other programs: read, written, and bounded in size."""
