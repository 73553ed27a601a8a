"""Messages about the end of a solve, in the language of the interface."""

from ...solver.clip.clip import Provenance
from ...solver.messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED
from ..interface.sentence import worded

SAME_RATE = 0.99  # ratio of frame rates that count as equal


def outcome(exit_code: int) -> str:
    """Message for an exit code of the solver with a motion."""
    if exit_code == EXIT_SOLVED:
        return worded("Solved.")
    if exit_code == EXIT_CANCELLED:
        return worded("Stopped. This is the best motion so far.")
    if exit_code == EXIT_NO_SOLUTION:
        return worded(
            "No physical motion meets these goals. Relax the contacts, the speed or the length and solve again."
        )
    return worded("The solver did not find a motion.")


def doubtful(n_warnings: int) -> str:
    """Message about a solved motion with warnings, at least one."""
    if n_warnings == 1:
        return worded("Solved, with a warning; see Result.")
    return worded("Solved, with {count} warnings; see Result.", count=n_warnings)


def blended() -> str:
    """Message about a motion blended from others without a solve."""
    return worded("Blended, not solved: feet may slide.")


def without_solution(made: Provenance) -> str:
    """Message about a motion that is not solved: no motion meets the goals, a limit was reached, or it came closest."""
    if made.infeasible:
        return outcome(EXIT_NO_SOLUTION)
    if made.unfinished:
        return worded(
            "Stopped at the iteration or time limit. This is the best motion so far; press Continue to keep solving."
        )
    return worded("Not solved: this motion comes closest to your goals.")


def without_motion() -> str:
    """Message about a solve that was stopped too early."""
    return worded("Stopped before a motion was found.")


def deviating(deviation: str) -> str:
    """Message about the largest violation of the closest attempt."""
    return worded("Largest deviation of the closest attempt: {deviation}.", deviation=deviation)


def about_frames(fps: float, scene_fps: float) -> str:
    """Message about contacts of a motion solved at fewer frames than the scene's; empty at the same rate."""
    if fps > SAME_RATE * scene_fps:
        return ""
    return worded(
        "Solved at {fps} instead of {scene_fps} frames per second: contacts begin and end up to {time} ms early or "
        "late. A shorter preview range makes them exact.",
        fps=f"{fps:.0f}",
        scene_fps=f"{scene_fps:.0f}",
        time=round(500 / fps),
    )
