"""How long Blender waits for the add-on while a walk is solved: every turn of its event loop is timed.

python -m scripts.responsiveness [--fps 30] [--runs 3]
"""

import argparse
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from scripts.load_extension import load_extension

load_extension()

import bpy  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.solve import session  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.solve.live_preview import LivePreview  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.solve.outlook import time_left  # noqa: E402

from scripts.demo import make_rig  # noqa: E402
from solver.messages import Iterate  # noqa: E402

LIMIT = 0.030  # s that Blender may wait


@dataclass
class Watched:
    """One solve, as Blender's event loop felt it.

    Attributes:
        turns: seconds that each turn took.
        work: of these, seconds in which Blender's own thread worked; in the others it waited for a processor.
        heard: when the first iterate came.
        shown: when the ghost first moved.
        foretold: seconds still to go, and what was said of them.
    """

    turns: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    heard: float = np.nan
    shown: float = np.nan
    foretold: list[tuple[float, float]] = field(default_factory=list)


def main() -> None:
    """Solve some walks and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fps", type=int, default=30)
    parser.add_argument("--runs", type=int, default=3)
    chosen = parser.parse_args()
    rig = make_rig()
    rig.users_scene[0].render.fps = chosen.fps
    runs = [watch() for _ in range(chosen.runs)]
    turns = 1000 * np.concatenate([run.turns for run in runs])
    print(f"{chosen.runs} walks at {chosen.fps} frames a second, {len(turns)} turns of the event loop")
    work = 1000 * np.concatenate([run.work for run in runs])
    for name, times in (("by the clock", turns), ("of Blender's own thread", work)):
        print(
            f"{name}: longest {times.max():.1f} ms, 99 of 100 under {np.percentile(times, 99):.1f} ms, "
            f"over {1000 * LIMIT:.0f} ms: {(times > 1000 * LIMIT).sum()}"
        )
    waits = [1000 * (run.shown - run.heard) for run in runs]
    print("first preview after the first iterate: " + ", ".join(f"{wait:.0f} ms" for wait in waits))
    told = np.array([pair for run in runs for pair in run.foretold])
    if len(told):
        ratio = told[:, 1] / told[:, 0]
        print(
            f"time left as told, over what it was: median {np.median(ratio):.1f}, from {len(told)} tellings"
        )


def watch() -> Watched:
    """Solve once."""
    watched, offer = Watched(), LivePreview.offer

    def note(preview: LivePreview, iterate: Iterate) -> None:
        watched.heard = watched.heard if watched.heard == watched.heard else time.perf_counter()
        offer(preview, iterate)

    LivePreview.offer = note
    before, worked = time.perf_counter(), time.thread_time()
    operators: Any = bpy.ops  # ours are known once the add-on is loaded
    operators.spacetime.solve()
    watched.turns.append(time.perf_counter() - before)
    watched.work.append(time.thread_time() - worked)
    solve, said = session.current(), []
    assert solve is not None
    while not solve.is_over:
        before, worked = time.perf_counter(), time.thread_time()
        session._tick()
        now = time.perf_counter()
        watched.turns.append(now - before)
        watched.work.append(time.thread_time() - worked)
        if solve.preview.shown >= 0 and watched.shown != watched.shown:
            watched.shown = now
        left = time_left(solve.history)
        if left > 0 and solve.process is not None and solve.process.finished is None:
            said.append((now, left))
        time.sleep(session.TIMER_PERIOD / 10)
    LivePreview.offer = offer
    end = time.perf_counter()
    watched.foretold = [(end - at, left) for at, left in said]
    return watched


if __name__ == "__main__":
    main()
