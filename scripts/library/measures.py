"""Measurements of the parts of the motion library, and their motions."""

import itertools
import json
import resource
import statistics
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from scripts.gallery.judgement import FAULTS, judgement
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.formats.bvh.capture import capture
from solver.formats.motion_json import to_motion_json
from solver.job.cycle import Cycle
from solver.library.graph.bridges import build_connected
from solver.library.graph.build_graph import build_graph
from solver.library.graph.player import Player
from solver.library.graph.tape import make_tape
from solver.library.graph.walks.along_curve import GroundCurve, off_curve, route_along
from solver.library.graph.walks.around_blends import physical_around_blends
from solver.library.graph.walks.departures import DepartureTable
from solver.library.graph.walks.physical import physical_walk
from solver.library.graph.walks.random_walk import random_route
from solver.library.graph.walks.route import walk
from solver.library.loop.loop import FPS, loop_job, make_loop
from solver.library.resampled import resampled
from solver.library.transition.join import Transition, transition
from solver.library.transition.lasting_constraints import lasting_constraints
from solver.mechanics.inverse_kinematics import coordinates
from solver.mechanics.tree import Tree
from solver.motion.motion import Motion
from solver.motion.pieces import moved, piece
from solver.motion.world_motion import WorldMotion
from tests.judge.load import load_judge

WINDOW, EIGHT, POSES, MANY = 24, 24.0, 20_000, 10_000  # frames, m, counts
TURNS = (0.05, -0.15)  # rad, rotations of a second motion after its transition was found
KEPT = 1e-6  # m, tolerance of unchanged frames
EVERY = 20  # pairs, one of which is saved for the judge
GAITS = "walk", "run", "trot", "pace"  # in names of cyclic captures


class Delivered:
    """Clips saved as motion JSON in a folder and judged; those of the gallery are also saved as clips.

    Attributes:
        faults: clips refused by the judge or the solver.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.faults = folder, list[str]()
        folder.mkdir(parents=True, exist_ok=True)

    def put(self, name: str, clip: Clip, *, keeps: bool = False) -> None:
        """Writes, judges and reports a clip."""
        plain = name.replace(" ", "_")
        file = self.folder / f"{plain}.motion.json"
        if keeps:
            clip.save(self.folder / f"{plain}.npz")
        file.write_text(json.dumps(to_motion_json(clip)), encoding="utf-8")
        line = judgement(clip)
        print(f"{name}: {line}", flush=True)
        if any(fault in line for fault in FAULTS):
            self.faults.append(name)


def transitions44(clips: dict[str, Clip], out: Delivered) -> dict[str, Any]:
    """Transitions of all ordered pairs of four gaits of a human with 44 degrees of freedom."""
    judge = load_judge()
    seconds, warm, leaps, linear, angular, slide, solved = [], list[float](), [], 0.0, 0.0, 0.0, 0
    for a, b in itertools.permutations(clips, 2):
        began = time.process_time()
        found = transition(clips[a].motion, clips[b].motion, name=f"{a} to {b}")
        seconds.append(time.process_time() - began)
        leaps.append(force_leap(found, clips[a].motion, clips[b].motion))
        clip = found.clip
        for turn in TURNS:
            place = found.crossing
            turned = replace(place, move=Cycle(place.move.translation, place.move.yaw + turn))
            began = time.process_time()
            transition(clips[a].motion, clips[b].motion, at=turned, like=found)
            warm.append(time.process_time() - began)
        solved += clip.provenance.solved
        said = judge.judge(to_motion_json(clip), use_mujoco=False)
        linear, angular = max(linear, said["lin_res"]["rms_bw"]), max(angular, said["ang_res"]["rms_bw"])
        slide = max(slide, 1e3 * clip.report.slide)
        out.put(clip.name, clip)
    return {
        "seconds": statistics.median(seconds),
        "turned_seconds": statistics.median(warm),
        "dofs": Tree(clips["walk"].job.character).n,
        "linear": linear,
        "angular": angular,
        "slide_mm": slide,
        "tried": len(seconds),
        "solved": solved,
        "leap": max(leaps),
    }


def force_leap(transition: Transition, a: WorldMotion, b: WorldMotion) -> float:
    """Largest difference of the total contact force [BW] at a seam from the adjacent motion."""
    place, motion = transition.crossing, transition.clip.motion
    left, entered = place.leaves - place.room - 1, place.enters + place.overlap + place.room
    beside = piece(a, left - 1, 3), piece(moved(b, transition.after), entered - 1, 3)
    seams = zip((1, -2), beside, strict=True)
    apart = [motion.contact_forces[at] - own.contact_forces[1] for at, own in seams]
    return float(max(np.linalg.norm(each.sum(0)) for each in apart)) / motion.weight


def random_pairs(clips: list[Clip], count: int, out: Delivered) -> dict[str, Any]:
    """Transitions of random ordered pairs of clips of one character, at three places at most."""
    generator, seconds, solved, words = np.random.default_rng(0), [], 0, []
    for k in range(count):
        a = clips[generator.integers(len(clips))]
        others = [each for each in clips if _is_of(each, a) and each is not a]
        b, began = others[generator.integers(len(others))], time.process_time()
        step = min(a.motion.step, b.motion.step)
        found = [resampled(each.motion, step) for each in (a, b)]
        try:
            clip = transition(*found, constraints=lasting_constraints(a.job, b.job)).clip
        except InputError as error:
            words.append(f"{a.name} to {b.name}: {error}")
            continue
        seconds.append(time.process_time() - began)
        line = judgement(clip)
        if any(fault in line for fault in FAULTS):
            words.append(f"{a.name} to {b.name}: {clip.provenance.status} {line}")
            continue
        solved += 1
        if k % EVERY == 0:
            out.put(f"pair {k}", clip)
    middle = statistics.median(seconds) if seconds else None
    return {"tried": count, "solved": solved, "seconds": middle, "not_solved": words}


def _is_of(clip: Clip, other: Clip) -> bool:
    names = [[body.name for body in each.job.character.bodies] for each in (clip, other)]
    return names[0] == names[1]


def graphs(clips: list[Clip], out: Delivered) -> Iterator[tuple[str, Any]]:
    """Graphs of clips without and with bridges and of 10,000 frames, walks and playback."""
    motions = {clip.name: clip.motion for clip in clips}
    build_graph(motions)  # runs deferred imports
    began = time.process_time()
    alone = build_graph(motions)
    took = time.process_time() - began
    began = time.process_time()
    graph, failed = build_connected(motions)
    whole = np.mean(np.concatenate(graph.included[: len(motions)]))
    yield (
        "graph36",
        {
            "seconds": took,
            "edges": len(alone.edges),
            "kept_share": float(alone.share),
            "bridged_seconds": time.process_time() - began,
            "bridged_kept_share": float(whole),
            "bridges_failed": len(failed),
        },
    )
    fps = MANY / sum(motion.seconds for motion in motions.values())
    fine = {name: resampled(motion, 1 / fps) for name, motion in motions.items()}
    began = time.process_time()
    build_graph(fine, overlap=WINDOW / fps)
    yield "frames10000_s", time.process_time() - began
    of_process = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield "frames10000_peak_mb", of_process / 1024
    yield "walks", walks(graph, out)
    player = Player(DepartureTable(graph, make_tape(graph)))
    for _ in range(200):
        player.step()
    began = time.process_time()
    for k in range(POSES):
        if k % 100 == 0:
            player.steer(1.0, 0.01 * k)
        player.step()
    yield "player_poses_per_second", POSES / (time.process_time() - began)


def walks(graph: Any, out: Delivered) -> dict[str, Any]:
    """A walk along a figure eight and a random walk, each made physical."""
    tape = make_tape(graph)
    ways, curve = DepartureTable(graph, tape), eight(EIGHT)
    began = time.process_time()
    route = route_along(ways, curve, speed=1.0)
    took = time.process_time() - began
    found = walk(graph, tape, route)
    off = off_curve(found.motion, curve)
    began = time.process_time()
    clip = physical_walk(found, name="eight")
    solve = time.process_time() - began
    out.put("eight", clip, keeps=True)
    began = time.process_time()
    around = physical_around_blends(found, name="eight around its blends")
    solve_around = time.process_time() - began
    out.put(around.name, around)
    stays = abs(around.motion.position - found.motion.position).max((1, 2)) < KEPT
    out.put("random", physical_walk(walk(graph, tape, random_route(ways, 10.0, seed=1)), name="random"))
    return {
        "eight_seconds": took,
        "eight_rms_m": float(np.sqrt((off**2).mean())),
        "eight_edges": len(found.seams),
        "eight_physical_seconds": solve,
        "eight_around_seconds": solve_around,
        "eight_around_kept_share": float(stays.mean()),
        "eight_physical_rms_m": float(np.sqrt((off_curve(clip.motion, curve) ** 2).mean())),
    }


def loops(folder: Path, out: Delivered) -> dict[str, Any]:
    """Cycles of captured walks and runs."""
    figures = {}
    for file in sorted(folder.glob("*.bvh")):
        if not any(gait in file.stem for gait in GAITS):
            continue
        began = time.process_time()
        motion = capture(file)
        clip = make_loop(motion, name=file.stem)
        figures[file.stem] = {
            "seconds": time.process_time() - began,
            "joints_degrees": _joints_off(clip, motion),
            "solve_seconds": clip.provenance.seconds.get("optimise"),
            "solved": clip.provenance.solved,
        }
        out.put(f"loop {file.stem}", clip)
    return figures


def _joints_off(clip: Clip, motion: Motion) -> float:
    """Root mean square difference of joint angles from those of the closed loop."""
    _, guess = loop_job(motion, marks=None, fps=FPS, name=clip.name)
    tree = Tree(clip.job.character)
    found, wanted = (coordinates(tree, each.position, each.turn) for each in (clip.motion, guess))
    apart = (found - wanted)[:, tree.rotation & ~tree.root_turns]
    return float(np.degrees(np.sqrt((apart**2).mean())))


def eight(length: float) -> GroundCurve:
    """Two circles that touch at the origin."""
    radius, angle = length / (4 * np.pi), np.linspace(0, 2 * np.pi, 400)
    x, y = radius * np.sin(angle), radius * (1 - np.cos(angle))
    return GroundCurve.through(np.concatenate([np.stack([x, y], 1), np.stack([x, -y], 1)]))
