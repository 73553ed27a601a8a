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
SAME_RATE = 0.99  # as many frames a second


def about_frames(fps: float, scene_fps: float) -> str:
    """How exact contacts are in a motion that is solved at fewer frames than the scene has; empty where it is not."""
    if fps > SAME_RATE * scene_fps:
        return ""
    off = round(500 / fps)
    told = f"Solved at {fps:.0f} of {scene_fps:.0f} frames per second"
    return f"{told}: contacts begin and end up to {off} ms early or late."
