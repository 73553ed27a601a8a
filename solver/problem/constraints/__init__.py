"""Rows of the job's constraints, one per file, one equation; see job/constraints for their meaning."""
