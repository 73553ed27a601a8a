"""A cat chases a mouse that it does not know the future of.

Cohen 1992, figure 1: a cat with a jet must be where the mouse is at the end, with the least effort. Over the whole of
spacetime it would go straight there and wait. Here it sees half a second ahead, and wants to be where the mouse will
be then; a sequence of blind windows makes it chase.

Result: the cat cuts the corner, falls in behind the mouse and then runs on top of it along the curve.

Not right yet: it catches the mouse halfway and still has to run along until the end, since the end is a fixed time.
"""

from dataclasses import replace

import numpy as np

from examples.piece import Solve
from solver.animate import make_clip
from solver.arrays import Array
from solver.character import Character, RigidBody, RootJoint
from solver.clip.clip import Clip
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job
from solver.job.objectives.effort import Effort
from solver.optimise.window import Window, overlapping, solve_windows
from solver.problem.formulate import formulate
from solver.problem.problem import Problem

POSES, FLASHES = 6, 14
LENGTH, FPS = 2.0, 20.0  # s, 1/s
SIGHT, ADVANCE = 10, 2  # frames
WAYS = ("tx", "tz")  # seen from above, drawn from the side


def mouse_at(frame: int) -> Array:
    """It runs along a quarter of a circle [m]."""
    angle = frame / (LENGTH * FPS) * np.pi / 2
    return np.array([4 * np.sin(angle), 6 - 4 * np.cos(angle)])


def job() -> Job:
    """Weightless; the mouse is on rails, the cat begins at rest and is free."""
    bodies = (RigidBody("cat", 1.0, (0.4, 0.3, 0.3)), RigidBody("mouse", 1.0, (0.2, 0.15, 0.15)))
    roots = [RootJoint(name, "XZ", "", force_limit=100.0) for name in ("cat", "mouse")]
    last = round(LENGTH * FPS)
    pins = [Pin(f"root.{way}", 0, 1, 0.0, 0.0) for way in WAYS]
    for frame in range(last + 1):
        pins += [Pin(f"mouse.{w}", frame, frame, at, at) for w, at in zip(WAYS, mouse_at(frame), strict=True)]
    pins += [Pin(f"root.{w}", last, last, at, at) for w, at in zip(WAYS, mouse_at(last), strict=True)]
    return Job(
        "cat_and_mouse",
        Character("Cat and mouse", bodies, root=roots[0], others=(roots[1],)),
        AnimationTiming(LENGTH, FPS),
        constraints=tuple(pins),
        objectives=(Effort(),),
        gravity=(0.0, 0.0, 0.0),
    )


def film(solve: Solve) -> Clip:
    """The windows in turn."""
    problem = formulate(solve.titled(job()))
    start = np.clip(np.zeros(problem.size), problem.lower, problem.upper)
    n_frames = problem.transcription.timeline.n_frames
    schedule = [
        replace(window, first=max(window.first, 2))
        for window in overlapping(n_frames, length=SIGHT, advance=ADVANCE, is_blind=True)
    ]
    return make_clip(solve_windows(problem, start, schedule, cancelled=solve.is_enough, before=seen))


def seen(problem: Problem, window: Window) -> Problem:
    """At the end of what it sees, the cat wants to be where the mouse is then."""
    names, there = problem.transcription.tree.names, mouse_at(window.last)
    places = problem.transcription.variables.q[window.last, [names.index(f"root.{way}") for way in WAYS]]
    return problem.with_bounds(places, there, there)
