"""How a solve ended, in words, in the language of the interface."""

from ...solver.messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED
from ..interface.sentence import worded

SAME_RATE = 0.99  # as many frames a second


def outcome(exit_code: int) -> str:
    """A sentence for each of the solver's exit codes that leaves a motion."""
    if exit_code == EXIT_SOLVED:
        return worded("Solved.")
    if exit_code == EXIT_CANCELLED:
        return worded("Stopped. This is the best motion so far.")
    if exit_code == EXIT_NO_SOLUTION:
        return worded(
            "No physical motion meets these goals. Relax the contacts, the speed or the length and solve again."
        )
    return worded("The solver did not find a motion.")


def with_warnings(text: str, count: int) -> str:
    """What was told of a solved motion, when there are so many warnings about it."""
    solved = outcome(EXIT_SOLVED)
    if count == 1:
        return text.replace(solved, worded("Solved, with a warning; see Result."), 1)
    return text.replace(solved, worded("Solved, with {count} warnings; see Result.", count=count), 1)


def blended() -> str:
    """Of a motion that joins others without a solve."""
    return worded("Blended, not solved: feet may slide.")


def unfinished() -> str:
    """Of a motion that may be solved yet."""
    return worded(
        "Stopped at the iteration or time limit. This is the best motion so far; press Continue to keep solving."
    )


def without_motion() -> str:
    """Of a solve that was stopped too early."""
    return worded("Stopped before a motion was found.")


def deviating(most: str) -> str:
    """What of the closest attempt deviates most."""
    return worded("Largest deviation of the closest attempt: {deviation}.", deviation=most)


def about_frames(fps: float, scene_fps: float) -> str:
    """How exact contacts are in a motion that is solved at fewer frames than the scene has; empty where it is not."""
    if fps > SAME_RATE * scene_fps:
        return ""
    return worded(
        "Solved at {fps} of {scene_fps} frames per second: contacts begin and end up to {time} ms early or late. "
        "A shorter preview range makes them exact.",
        fps=f"{fps:.0f}",
        scene_fps=f"{scene_fps:.0f}",
        time=round(500 / fps),
    )
