"""What the record tells people: reviews, recaps, transcripts, disputes, dice statistics."""
