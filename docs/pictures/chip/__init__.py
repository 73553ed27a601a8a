"""Pictures of the results of scripts.chip."""

FIGURES = ("walks", "runs", "spins", "steps")  # McIntosh's 5.2 to 5.5, seen from above
PICTURES = ("map.png", "contacts.png", *(f"above_{name}.png" for name in FIGURES), "transport.png")
