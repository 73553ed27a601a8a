"""Motions of other armatures for a character: read, transferred by the limbs that correspond, and shown as takes."""
