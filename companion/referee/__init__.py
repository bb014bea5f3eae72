"""The referee: weighs the evidence of looks against the rules, and decides what happened.  Pure."""
