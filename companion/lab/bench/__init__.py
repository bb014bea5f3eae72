"""The benches: each module measures figures and compares them with their limits."""
