"""How physical a motion is, judged by its world poses and claimed forces alone."""
