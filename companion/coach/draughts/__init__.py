"""The coach of draughts: an engine, its levels as an opponent, hints with reasons, drills, analysis."""
