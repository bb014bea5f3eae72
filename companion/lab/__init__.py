"""The lab: benches, simulation and training; it uses every package, and no package uses it."""
