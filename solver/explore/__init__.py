"""Many motions of one task (Agrawal & van de Panne 2015, chapter 3)."""
