"""The solved motion as its bytes have it, and where it puts the bones of a rig."""

import io
import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from scripts.strangers.reading import Rest
from solver.arrays import Array

CLIP = "spacetime_clip"  # custom property of an action with the bytes
NEAR = 0.05  # of the largest distance between joints; nearer pairs tell nothing about a scale


@dataclass(frozen=True, eq=False)
class SolvedMotion:
    """Bodies over time, world [m], as the solver wrote them.

    Attributes:
        names: of the B bodies, which are those of their bones.
        step: time between frames [s].
        is_cyclic: whether it repeats after its last frame.
        rest: (B, 3) centers of mass at rest.
        position: (N, B, 3) centers of mass.
        turn: (N, B, 3, 3) rotations from the rest pose.
        joints: positions of joints at rest, by the body that they carry.
    """

    names: tuple[str, ...]
    step: float
    is_cyclic: bool
    rest: Array
    position: Array
    turn: Array
    joints: dict[str, Array]

    def bones(self, rest: Rest, scale: float) -> tuple[Array, Array]:
        """Heads (N, B, 3) [m of the motion] and axes (N, B, 3, 3) of the bodies' bones, world.

        Args:
            rest: of the rig, where its object was when the motion was solved.
            scale: meters of the motion per meter of the rig.
        """
        at = [rest.names.index(name) for name in self.names]
        arms = scale * rest.heads[at] - self.rest
        return self.position + np.einsum("nbij,bj->nbi", self.turn, arms), self.turn @ rest.axes[at]

    def scale(self, heads: dict[str, Array]) -> float:
        """Meters of the motion per meter of a rig, from the distances of its joints, which begin where bones begin.

        Args:
            heads: rest positions (3,) of bones, by name.
        """
        names = [name for name in self.joints if name in heads]
        own, other = (np.array([where[name] for name in names]) for where in (self.joints, heads))
        away, apart = (np.linalg.norm(each[:, None] - each, axis=-1) for each in (own, other))
        counts = apart > NEAR * apart.max()
        return float(np.median(away[counts] / apart[counts]))


def solved_motion(action: Any) -> SolvedMotion:
    """The motion whose bytes are stored with an action."""
    with np.load(io.BytesIO(action[CLIP])) as file:
        about = json.loads(str(file["about"]))
        position, orientation = np.array(file["position"], float), np.array(file["orientation"], float)
    job = about["job"]
    bodies, joints = job["character"]["bodies"], job["character"]["joints"]
    at_rest = _matrices(np.array([body["orientation"] for body in bodies]))
    return SolvedMotion(
        names=tuple(body["name"] for body in bodies),
        step=float(about["step"]),
        is_cyclic=job["cycle"] is not None,
        rest=np.array([body["position"] for body in bodies]),
        position=position,
        turn=_matrices(orientation) @ np.swapaxes(at_rest, -1, -2),
        joints={joint["body_b"]: np.array(joint["position"]) for joint in joints},
    )


def _matrices(wxyz: Array) -> Array:
    flat = Rotation.from_quat(np.roll(wxyz, -1, axis=-1).reshape(-1, 4)).as_matrix()
    return np.asarray(flat.reshape(*wxyz.shape[:-1], 3, 3))
