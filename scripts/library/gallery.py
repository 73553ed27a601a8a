"""Examples of the motion library: sequences, layers, loops and long motions."""

import time
from pathlib import Path
from typing import Any

import numpy as np

from examples.human44 import FPS, human44, leap
from scripts.library.measures import Delivered
from solver.animate import animate
from solver.clip.clip import Clip
from solver.formats.bvh.capture import capture
from solver.library.algebra.compose import compose
from solver.library.algebra.composition import Composition, Source
from solver.library.algebra.expression import Affine, Take
from solver.library.graph.motion_graph import MotionGraph
from solver.library.graph.tape import make_tape
from solver.library.graph.walks.departures import DepartureTable
from solver.library.graph.walks.physical import physical_in_pieces
from solver.library.graph.walks.random_walk import random_route
from solver.library.graph.walks.route import walk
from solver.library.known_clip import known_clip
from solver.library.loop.loop import make_loop
from solver.library.posed import posed
from solver.library.transition.chained import chained
from solver.library.transition.crossing import GIVEN
from solver.library.transition.join import transition
from solver.mechanics.tree import Tree
from solver.motion.pieces import piece
from solver.motion.world_motion import WorldMotion
from solver.verify.verify import verify

CHAIN, SALUTE, LOOP = "walk to run to leap to walk", "salute while walking", "loop from capture"
ARM = ("upper_arm.R.*", "forearm.R.*", "hand.R.*")
RAISED = {"upper_arm.R.rx": -1.3, "forearm.R.rx": -1.7}  # rad
WAVES, SECONDS = 0.35, 1.4  # rad, s
CAPTURED = "02_01_walk.bvh"
LONG = 600.0  # s of a random walk
BESIDE = 3  # frames on either side of a seam


def gallery(humans: dict[str, Clip], captures: Path, out: Delivered) -> dict[str, float]:
    """Makes, judges and saves the motions drawn in the docs; returns the processor time of the salute [s]."""
    out.put(CHAIN, in_a_row(humans["walk"].motion, humans["run"].motion), keeps=True)
    began = time.process_time()
    salute = saluting(humans["walk"].motion)
    took = time.process_time() - began
    out.put(SALUTE, salute, keeps=True)
    if (captures / CAPTURED).is_file():
        out.put(LOOP, make_loop(capture(captures / CAPTURED), name=LOOP), keeps=True)
    else:
        print(f"{LOOP}: there is no {CAPTURED}", flush=True)
    return {"salute_seconds": took}


def in_a_row(slow: WorldMotion, fast: WorldMotion) -> Clip:
    """From a walk to a run, a leap, and after landing a walk."""
    landing = animate(leap()).motion
    first = transition(slow, fast)
    second = transition(fast, landing, beyond=landing.n_frames // 2)
    entered = second.crossing.enters + second.crossing.overlap + second.crossing.room + GIVEN
    third = transition(landing, slow, before=entered)
    whole = chained([slow, fast, landing, slow], [first, second, third], before=20, beyond=30)
    return known_clip(CHAIN, whole, first.clip.provenance)


def saluting(walking: WorldMotion) -> Clip:
    """Rose's SP(affine2(wave) + (walk - affine1(wave))): waves a raised arm while walking."""
    person, times = human44(), np.arange(round(SECONDS * FPS) + 1) / FPS
    tree = Tree(person)
    q = np.tile(tree.preferred, (len(times), 1))
    for name, angle in RAISED.items():
        q[:, tree.names.index(name)] = angle
    q[:, tree.names.index("forearm.R.rx")] += WAVES * np.sin(2 * np.pi * times / (SECONDS / 2))
    wave = posed(person, q, np.zeros((len(times), len(person.contacts)), bool), 1 / FPS)
    over, ease = Take("wave", dofs=ARM), 0.4
    expression = Affine(over, 1.5) + (
        Take("walk", seconds=4.5) - Affine(over, 1.5 - ease, SECONDS + 2 * ease)
    )
    sources = (Source("walk", "walk.npz"), Source("wave", "wave.npz"))
    return compose(Composition(SALUTE, expression, sources, fps=FPS), {"walk": walking, "wave": wave})


def ten_minutes(graph: MotionGraph) -> dict[str, Any]:
    """A random walk of ten minutes, made physical and judged across every seam."""
    tape = make_tape(graph)
    found = walk(graph, tape, random_route(DepartureTable(graph, tape), LONG, seed=1))
    began = time.process_time()
    motion = physical_in_pieces(found)
    took = time.process_time() - began
    n = Tree(motion.character).n
    worst = {"linear": 0.0, "angular": 0.0, "slide_mm": 0.0}
    for first, last in found.seams:
        begin, end = max(first - BESIDE, 0), min(last + BESIDE, motion.n_frames - 1)
        own = piece(motion, begin, end - begin + 1)
        report = verify(own, torques=np.zeros((own.n_frames, n)), torque_limits=np.zeros(n))
        lacks = report.linear_residual, report.angular_residual, 1e3 * report.slide
        worst = {name: max(most, one) for (name, most), one in zip(worst.items(), lacks, strict=True)}
    return {"seconds": motion.seconds, "seams": len(found.seams), "solve_seconds": took} | worst
