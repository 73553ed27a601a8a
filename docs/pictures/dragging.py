"""Draw docs/artist/dragging.jpg: a jump that follows a hand along an arc, as with Live.

.venv/bin/python -m docs.pictures.dragging [OUT.jpg]

The live solver finds each motion from the previous one.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from examples import jump
from scripts.environment import ROOT
from scripts.failure import SetupFailure
from scripts.sheet import draw_picture
from solver.analysis.pose_sheet.figure import FORCE, GROUND, inks
from solver.analysis.pose_sheet.layout import PAPER, pale
from solver.analysis.pose_sheet.shapes import NEARER, Picture
from solver.animate import animate, make_clip
from solver.arrays import Array, Vector3
from solver.clip.clip import Clip
from solver.job.constraints.stay import Stay
from solver.job.job import Job
from solver.job.when import When
from solver.optimise.live import LiveMotion
from solver.rotations import matrix_from_quaternion

PICTURES = ("dragging.jpg",)
N_SHOWN, STEPS = 9, 3  # pictures of the strip, and edits from one to the next
HAND, FRAME, NEAR = "forearm.L", 31, 0.01  # frame in the air; m
BEFORE_AND_AFTER = ((-12, 0.8), (12, 0.8), (0, 0.0))  # frames, and their transparency
REACH, ARC = 0.33, (-0.9, 1.6)  # m about the shoulder's height; rad from level ahead
SLOT, HEIGHT = 1.35, 2.1  # size of each picture [m]
AHEAD = (0.15, 0.0)  # position of the hips [m], the center of each picture
WIDTH = 1200  # pixels


def main(arguments: list[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.pictures.dragging", description=__doc__.splitlines()[0]
    )
    parser.add_argument("out", type=Path, nargs="?", default=ROOT / "docs/artist" / PICTURES[0])
    out = parser.parse_args(arguments).out
    free = animate(jump.job())
    targets = arc(free)
    try:
        clips = follow(free, targets)
        draw_picture(compose(clips, targets[::STEPS], targets), out)
    except SetupFailure as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def arc(free: Clip) -> Array:
    """Path of the hand (N_SHOWN * STEPS - 2, 3) [m], about the shoulder from in front of the hip to overhead."""
    names = [body.name for body in free.job.character.bodies]
    hand, arm = (free.motion.position[FRAME, names.index(name)] for name in (HAND, "upper_arm.L"))
    angles = np.linspace(*ARC, (N_SHOWN - 1) * STEPS + 1)
    way = np.stack([np.cos(angles), np.zeros_like(angles), np.sin(angles)], axis=1)
    centre = np.array([arm[0], hand[1], arm[2]])
    places: Array = centre + REACH * way
    return places


def follow(free: Clip, targets: Array) -> list[Clip]:
    """The clips of every STEPS-th target, each found from the previous one.

    Raises:
        SetupFailure: a target has no motion.
    """
    live, clips = LiveMotion(), []
    for k, target in enumerate(targets):
        job = reaching(free.job, target)
        clip = make_clip(live.follow(job, send=lambda _: None, cancelled=lambda: False))
        if not clip.provenance.solved:
            raise SetupFailure(f"the hand cannot be dragged to {target.round(2).tolist()}")
        if k % STEPS == 0:
            clips.append(clip)
    return clips


def reaching(job: Job, place: Array) -> Job:
    """The job, with the hand at a place in the air."""
    low, high = vector(place - NEAR), vector(place + NEAR)
    return replace(job, constraints=(*job.constraints, Stay(HAND, low, high, when=When(FRAME, FRAME))))


def vector(place: Array) -> Vector3:
    """A vector as in a job."""
    x, y, z = place.tolist()
    return x, y, z


def compose(clips: Sequence[Clip], targets: Array, path: Array) -> Picture:
    """Draws side by side, from the left: the jump around the dragged frame, the target of the hand and its path."""
    wide = SLOT * len(clips)
    picture = Picture((WIDTH, round(WIDTH * HEIGHT / wide)), wide, PAPER)
    for k, (clip, target) in enumerate(zip(clips, targets, strict=True)):
        middle = np.array(
            [*clips[0].motion.position[FRAME, 0, :2] + AHEAD, clip.job.ground_height + 0.46 * HEIGHT]
        )
        slot = np.array([((k + 0.5) / len(clips) - 0.5) * wide, 0.0, 0.0])
        points = np.diag([-1.0, -1.0, 1.0])  # from the left

        def at(place: Array, slot: Array = slot, middle: Array = middle, points: Array = points) -> Array:
            return slot + points @ (place - middle)

        floor = at(np.array([middle[0], middle[1], clip.job.ground_height - 0.01]))
        picture.slab(floor, (0.48 * SLOT, 0.5, 0.01), GROUND)
        for frames, paper in BEFORE_AND_AFTER:
            for body, ink in enumerate(inks(clip.job.character)):
                axes = points @ matrix_from_quaternion(clip.motion.orientation[FRAME + frames, body])
                radii = np.array(clip.job.character.bodies[body].diameters) / 2
                deep = -2.0 * paper * NEARER  # pale poses behind
                centre = at(clip.motion.position[FRAME + frames, body]) + deep
                picture.ball(centre, axes * radii, pale(ink, paper))
        for place in path:
            picture.ball(at(place) + NEARER, 0.012 * np.eye(3), pale(FORCE, 0.5))
        picture.ball(at(target) + 1.1 * NEARER, 0.045 * np.eye(3), FORCE)
    return picture


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
