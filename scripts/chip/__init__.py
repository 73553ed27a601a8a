"""McIntosh's results of chapter 5, made anew: his Chip's parameter spaces, solved, judged and drawn."""
