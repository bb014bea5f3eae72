"""What pages are made of: fields, lists, keyboards, pictures."""
