"""Movement modes: what matters about a movement, as coordinates in which it is the same on any creature."""
