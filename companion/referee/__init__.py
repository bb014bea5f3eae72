"""What happened at the table: evidence of looks weighed against the rules; pure."""
