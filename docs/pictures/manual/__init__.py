"""Pictures of the manual and the page of the first ten minutes, made by really doing what they show."""
