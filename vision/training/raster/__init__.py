"""A rasterising renderer of random boards: the path tracer's shots and truth, a hundred times as fast."""
