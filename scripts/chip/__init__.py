"""McIntosh's results of chapter 5 reproduced: the parameter spaces of Chip, solved, judged and drawn."""
