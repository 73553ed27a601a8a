"""Drawing around the character: geometry as arrays, and the one file that puts it on the screen."""
