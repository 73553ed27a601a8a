"""Transcribes a Job, the artist's specification, into a Problem, the optimizer's nonlinear program."""
