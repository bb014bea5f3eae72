"""The simulated table: scripted people play through the real session; what it wrote is held against what they did."""
