"""Every piece of examples/ is solved, judged and drawn."""
