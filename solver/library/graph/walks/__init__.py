"""Ways through a motion graph."""
