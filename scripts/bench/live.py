"""Latency of an edit, followed live and solved again. Adds "live" to out/bench.json.

.venv/bin/python -m scripts.bench.live

A persistent solver gets the job of each edit as a live request and then as a solve request. Measures wall times from
the order, including the job file, to the predictor, to a preview indistinguishable from the solution, and to the clip,
and processor times of both processes, which other programs affect less. Then the add-on in Blender in background mode:
from Solve to the finished ghost, with a process per solve and with the persistent one.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from examples import jump
from examples import walk as human_walk
from scripts.bench.results import keep, processor_time, spread
from scripts.bench.walker import N_FRAMES, walk
from scripts.bench.window import window
from scripts.environment import ROOT
from solver.api import animate
from solver.arrays import Array
from solver.clip.clip import Clip
from solver.commands.request import Command, LiveRequest, SolveRequest
from solver.commands.serve import Order, Perform
from solver.job.constraints.stay import Stay
from solver.job.job import Job, SolverOptions
from solver.job.when import When
from solver.messages import Done, Iterate, addressed

EDITS = 12
FASTER, HIGHER = 0.02, 0.02  # m/s, m per edit
HAND, FRAME, NEAR = "forearm.L", 26, 0.01  # in the flight of the jump; m
SEEN = 1e-2  # m, rad: half a degree


@dataclass(frozen=True)
class Latency:
    """One edit, each moment as (wall time, processor time) since the order [ms].

    Attributes:
        predictor: of the first iterate.
        settled: of the first iterate after which nothing moves by more than SEEN.
        motion: of the clip.
        is_solved: whether there is a clip.
    """

    predictor: Array
    settled: Array
    motion: Array
    is_solved: bool


class Server:
    """A persistent solver that gets one order after another."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-m", "solver", "serve"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def ask(self, job: Job, command: Command) -> Latency:
        """Saves the job, sends the order and waits for its end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        began, previews = self._now(), list[tuple[Array, Array]]()
        job.save(self._folder / "job.json")
        order = Order(Perform("edit", str(self._folder), command))
        self._process.stdin.write(json.dumps(order.to_json()).encode() + b"\n")
        self._process.stdin.flush()
        while True:
            _, message = addressed(self._process.stdout.readline().decode())
            past = 1e3 * (self._now() - began)
            if isinstance(message, Iterate):
                previews.append((past, np.array(message.q)))
            if isinstance(message, Done):
                q = Clip.load(self._folder / message.clip).q if message.clip else previews[-1][1]
                return Latency(previews[0][0], _settled(previews, q, past), past, bool(message.clip))

    def _now(self) -> Array:
        """Wall time, and processor time of this process and the solver's [s]."""
        worked = time.process_time() + processor_time(self._process.pid)
        return np.array([time.perf_counter(), worked])


def _settled(previews: Sequence[tuple[Array, Array]], q: Array, end: Array) -> Array:
    """Time from which the previews (time, q) are indistinguishable from the solution, at most its end."""
    for past, shown in reversed(previews):
        if np.abs(shown - q[: len(shown)]).max() > SEEN:
            break
        end = past
    return end


def main() -> int:
    """Run this benchmark alone; exit with 1 if an edit has no motion."""
    figures = live()
    keep("live", figures)
    return 1 if figures["unsolved"] else 0


def live() -> dict[str, object]:
    """Medians and 95th percentiles of edits [ms], and medians of pressing Solve [s]."""
    figures: dict[str, object] = {}
    unsolved = 0
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(Server(folder))
        for name, drag in DRAGS.items():
            followed, again = _measured(server, drag())
            unsolved += sum(not each.is_solved for each in (*followed, *again))
            figures |= spread(f"{name}_predictor", [each.predictor for each in followed])
            figures |= spread(name, [each.settled for each in followed])
            figures |= spread(f"{name}_clip", [each.motion for each in followed])
            figures |= spread(f"{name}_before", [each.motion for each in again])
    figures |= window()
    return figures | _clicks() | {"unsolved": unsolved}


def _measured(server: Server, jobs: Sequence[Job]) -> tuple[list[Latency], list[Latency]]:
    """Each edit live, then solved again; the first job is that before all edits."""
    follow, solve = LiveRequest("job.json", "live"), SolveRequest("job.json", "again", workers=1)
    server.ask(jobs[0], follow)
    server.ask(jobs[0], follow)
    return [server.ask(job, follow) for job in jobs[1:]], [server.ask(job, solve) for job in jobs[1:]]


def _chip() -> list[Job]:
    """Chip's walk with 20 frames at increasing speeds."""
    return _faster(replace(walk(0), options=SolverOptions()))


def _human() -> list[Job]:
    """Half of a human's symmetric cycle at increasing speeds."""
    return _faster(human_walk.job())


def _lifting() -> list[Job]:
    """Chip's walk, with the left foot alternately lifting a frame later and earlier."""
    job = replace(walk(0), options=SolverOptions())
    left, right = job.contact_timings
    longer = replace(left, phases=tuple((start, share + 1 / N_FRAMES) for start, share in left.phases))
    return [replace(job, contact_timings=(longer if k % 2 else left, right)) for k in range(EDITS + 1)]


def _faster(job: Job) -> list[Job]:
    cycle = job.cycle
    assert cycle is not None
    ways = (cycle.translation[0] + k * FASTER * job.timing.length for k in range(EDITS + 1))
    return [replace(job, cycle=replace(cycle, translation=(way, 0.0, 0.0))) for way in ways]


def _jump() -> list[Job]:
    """A human's jump of 61 frames, with a hand dragged up in flight."""
    free, hand = animate(jump.job()), jump.job().character.body_index(HAND)
    x, y, z = free.motion.position[FRAME, hand].tolist()
    return [_reaching(jump.job(), (x, y, z + k * HIGHER)) for k in range(EDITS + 1)]


def _reaching(job: Job, place: tuple[float, float, float]) -> Job:
    x, y, z = place
    low, high = (x - NEAR, y - NEAR, z - NEAR), (x + NEAR, y + NEAR, z + NEAR)
    return replace(job, constraints=(*job.constraints, Stay(HAND, low, high, when=When(FRAME, FRAME))))


DRAGS = {"walker20": _chip, "contact20": _lifting, "human_half": _human, "jump60": _jump}


def _clicks() -> dict[str, float]:
    """Median seconds from Solve to the ghost, and the part outside the optimizer: with new processes and with one."""
    printed = subprocess.run(
        [sys.executable, "-m", "scripts.bench.clicks"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    (before, other_before), (now, other) = json.loads(printed.strip().splitlines()[-1])
    print(
        f"from Solve to the ghost: {now:.2f} s, {other:.2f} of it not the optimizer's; with a process of its own "
        f"{before:.2f} s, {other_before:.2f}",
        flush=True,
    )
    return {
        "click_to_ghost_s": now,
        "click_to_ghost_other_s": other,
        "click_to_ghost_before_s": before,
        "click_to_ghost_before_other_s": other_before,
    }


if __name__ == "__main__":
    sys.exit(main())
