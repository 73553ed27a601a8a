"""Motion graphs: motions connected by transitions (Kovar et al. 2002; McIntosh 2011, section 4.3)."""
