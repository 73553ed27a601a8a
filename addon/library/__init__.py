"""Motions made of solved ones: joined, looped, walked through as a graph."""
