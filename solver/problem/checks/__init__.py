"""Validation of a job by what only its problem shows; ``solver/job/checks`` has everything else.

Expressions are checked as soon as they are read, before any row is made (``terms``). Other modules here are what rows
and bounds call when they find out that a request makes no sense. Nothing else in this room refuses a job.
"""
