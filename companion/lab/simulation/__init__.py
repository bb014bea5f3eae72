"""The simulated table: scripted people play through the real session; its record is compared with what they did."""
