"""One pose at a time: a part of a character is pulled, and the rest follows in balance."""
