"""Fidelity of captures that are made physical."""
