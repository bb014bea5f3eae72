"""The reports of the record: reviews, recaps, transcripts, disputes, dice statistics."""
