"""A solved motion: what was asked, the motion with its forces, how physical it is and how it was found."""
