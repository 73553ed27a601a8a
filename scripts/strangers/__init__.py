"""Whether strangers' rigs, scenes and files keep what they are shown."""
