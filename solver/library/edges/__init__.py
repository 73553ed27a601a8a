"""Edges of motion graphs: their blends, and how physical these are."""
