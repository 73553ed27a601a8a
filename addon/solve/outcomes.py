"""How a solve ended, in words."""

from ...solver.messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED

UNSOLVED = "Blended, not solved: feet may slide."
UNFINISHED = (
    "Stopped at the iteration or time limit. This is the best motion so far; press Continue to keep solving."
)
OUTCOMES = {
    EXIT_SOLVED: "Solved.",
    EXIT_CANCELLED: "Stopped. This is the best motion so far.",
    EXIT_NO_SOLUTION: (
        "No physical motion meets these goals. Relax the contacts, the speed or the length and solve again."
    ),
}
