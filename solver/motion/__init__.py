"""What came out: clips and their parts."""
