"""One capture: imported, fitted and made physical as by an artist, then compared with the file."""

import time
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from scripts.gallery.judgement import FAULTS, judgement
from solver.analysis.standing import STANCE, bottoms, standing
from solver.arrays import Array, Flags
from solver.clip.clip import Clip
from solver.rotations import angle_between
from solver.stretches import stretches

MEAN_DISTANCE, MEAN_ANGLE, WORST_DISTANCE = 0.05, np.radians(10.0), 0.2  # m, rad, m: what still is the motion
TIME_LIMIT = 300.0  # s; of a solve, as an artist has it
SLOW = 2.0  # rad/s; slower turns may double unnoticed


@dataclass(frozen=True)
class Row:
    """Result of a capture.

    Attributes:
        name: of the file.
        seconds, capture_seconds: time from the click to the motion, and duration of the motion.
        solved: whether a motion was found.
        doubts: kinds of warnings.
        mean_distance, mean_angle: of the middles of all bones in Blender, with and without bodies, from those of the
            file [m], [rad].
        worst_distance, worst_angle: likewise, of bones with bodies and those between them.
        worst_end: largest distance of any bone [m]; one that hangs on a body, such as the end of a tail, is farther
            away than the body by its lever.
        collar_angle: mean over bones between the chest and an upper arm [rad]; NaN if there are none.
        missed: number of stances of at least STANCE in the file that are not in the motion.
        turn_ratio: largest ratio, over bodies, of the fastest turn to that in the file.
        peak: largest ground force [body weights].
        judgement: of the physics judge, in one line.
        message: as shown in the panel.
    """

    name: str
    seconds: float
    capture_seconds: float
    solved: bool
    doubts: tuple[str, ...]
    mean_distance: float
    worst_distance: float
    mean_angle: float
    worst_angle: float
    worst_end: float
    collar_angle: float
    missed: int
    turn_ratio: float
    peak: float
    judgement: str
    message: str

    @property
    def is_faithful(self) -> bool:
        """Whether the motion is physical and still that of the file."""
        return (
            self.solved
            and not any(fault in self.judgement for fault in FAULTS)
            and self.mean_distance <= MEAN_DISTANCE
            and self.mean_angle <= MEAN_ANGLE
            and self.worst_distance <= WORST_DISTANCE
            and not self.missed
        )

    def plain(self) -> dict[str, Any]:
        """The row as a JSON value."""
        collar = None if np.isnan(self.collar_angle) else self.collar_angle
        return asdict(self) | {"collar_angle": collar, "faithful": self.is_faithful}


def measure(path: Path, module: str, *, fps: int, time_limit: float = TIME_LIMIT) -> tuple[Row, Clip]:
    """Makes a capture physical with default settings; also returns the motion.

    Args:
        path: of the BVH file.
        module: of the extension, enabled in this Blender.
        fps: of the scene [1/s].
        time_limit: of the solve [s].
    """
    bpy = import_module("bpy")
    addon = {
        name: import_module(f"{module}.addon.{name}")
        for name in (
            "motion.read_sketch", "character.read_character", "runtime.event_loop", "result.clip_on_action",
            "result.doubts", "blender.between_bones", "blender.evaluation",
        )
    }  # fmt: skip
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.context.scene.render.fps = fps
    bpy.ops.spacetime.import_bvh(filepath=str(path))
    rig = bpy.context.object
    bpy.ops.spacetime.fit_bodies()
    rig.spacetime.motion.time_limit = time_limit
    character = addon["character.read_character"].read_character(rig)

    def keyed_motion() -> Any:
        read = addon["motion.read_sketch"].read_sketch(rig, bpy.context.scene, character)
        return addon["runtime.event_loop"].at_once(read)

    def every_bone(frames: list[int]) -> tuple[Array, Array]:
        """Middles (N, K, 3) [m] and rotations (N, K, 3, 3) of all bones."""
        posed = addon["blender.evaluation"].pose_matrices(rig, rig.data.bones.keys(), frames)
        world = np.array(rig.matrix_world) @ posed
        middle = world[..., :3, 3] + world[..., :3, 1] * np.array(
            [[bone.length / 2] for bone in rig.data.bones]
        )
        return middle, world[..., :3, :3] / np.linalg.norm(world[..., :3, :3], axis=-2, keepdims=True)

    drawn = keyed_motion()
    frames = drawn.frames.tolist()
    middles, axes = every_bone(frames)
    begun = time.perf_counter()
    try:
        bpy.ops.spacetime.make_physical(blocking=True)
    except RuntimeError:  # an attempt also gets a row
        if rig.spacetime.pending is None:
            raise
    seconds, action = time.perf_counter() - begun, rig.spacetime.pending
    stored = addon["result.clip_on_action"].clip_of(action)
    panel = bpy.context.window_manager.spacetime
    clip = Clip.from_bytes(stored.to_bytes())  # Blender loads separate copies of these modules
    rig.animation_data.action = action
    shown = keyed_motion()
    n = min(len(shown.position), len(drawn.position))
    shown_middles, shown_axes = every_bone(frames[:n])
    away = np.linalg.norm(shown_middles - middles[:n], axis=-1)
    turned = angle_between(shown_axes, axes[:n])
    arms = {entry.bone for entry in rig.data.spacetime.bone_map if entry.name.startswith("upper_arm")}
    between = addon["blender.between_bones"].between_bones(rig, [body.name for body in character.bodies])
    placed = [rig.data.bones.find(name) for name in [body.name for body in character.bodies]]
    placed += [rig.data.bones.find(bone.name) for bone in between]
    collars = [rig.data.bones.find(bone.name) for bone in between if arms & {*bone.carries}]
    row = Row(
        name=path.stem,
        seconds=seconds,
        capture_seconds=(len(drawn.frames) - 1) / fps,
        solved=clip.provenance.solved,
        doubts=tuple(str(doubt.kind) for doubt in addon["result.doubts"].doubts_of(action, stored)),
        mean_distance=float(away.mean()),
        worst_distance=float(away[:, placed].max()),
        mean_angle=float(turned.mean()),
        worst_angle=float(turned[:, placed].max()),
        worst_end=float(away.max()),
        collar_angle=float(turned[:, collars].mean()) if collars else float("nan"),
        missed=missed_stances(
            standing(
                drawn.contact_points(character),
                bottoms(drawn.position, character),
                fps=fps,
                size=character.hip_height,
            ),
            clip,
            fps=fps,
        ),
        turn_ratio=turn_ratio(drawn.turn[:n], shown.turn[:n], fps=fps),
        peak=clip.report.peak_vertical_force,
        judgement=judgement(clip),
        message=panel.error or panel.text,
    )
    return row, clip


def turn_ratio(before: Array, after: Array, *, fps: float) -> float:
    """Largest ratio, over bodies, of the fastest turns in two motions (N, B, 3, 3); slower than SLOW counts as SLOW."""
    fastest = [fps * angle_between(turn[1:], turn[:-1]).max(0) for turn in (before, after)]
    return float((fastest[1] / np.maximum(fastest[0], SLOW)).max())


def missed_stances(stands: Flags, clip: Clip, *, fps: float) -> int:
    """Number of stances of at least STANCE in which a point stands in the file and does not touch in the clip.

    Args:
        stands: (N, C) whether the fit's contacts stand in the file; the clip has further contacts after these.
        clip: the result, at its own rate.
        fps: of the file [1/s].
    """
    at = np.minimum(np.round(np.arange(len(stands)) / fps / clip.motion.step).astype(int), clip.n_frames - 1)
    missed = stands & ~clip.motion.touching[at, : stands.shape[1]]
    return sum((last - first + 1) / fps >= STANCE for column in missed.T for first, last in stretches(column))
