"""Motion expressions of Rose et al. (1996, section 4)."""
