"""What came out: clips, how physical they are, and the files they are written to."""
