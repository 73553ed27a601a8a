"""Objectives of a job as sums of squares or integrals; see job/objectives for their meaning."""
