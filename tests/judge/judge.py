"""An independent judge of motion: Newton-Euler equations of all bodies together, from the poses in a motion JSON.

Shares no code with the solver and only needs numpy. For frames k-1, k and k+1 at step h:

    momentum         M (c[k+1] - 2 c[k] + c[k-1]) / h^2  =  sum f + M g
    its moment       (L[k+1/2] - L[k-1/2]) / h           =  sum (p - c[k]) x f + t

where c is the total center of mass, L the angular momentum about it between two frames, and f, p and t the claimed
forces, their points and free moments. The residual is unexplained by forces. In addition, loaded contacts must not
slide, and the ground must neither pull nor give energy.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tests.judge.ground import contacts
from tests.judge.poses import Array, Recorded, recorded, rotation_between, turned_half


def judge(motion: Mapping[str, Any], **_: Any) -> dict[str, Any]:
    """Measures the errors of a motion; ignores further arguments, which other judges take.

    Returns:
        ``lin_res`` and ``ang_res`` (max, rms, max_bw, rms_bw): residual rates of momentum [N, N m; or per body weight];
        ``joint_gap.max`` [m]; ground contact (see ground.py); and ``frames``, ``judged``, ``bodies``, ``mass``, ``bw``.
    """
    recording = recorded(motion)
    linear, angular = residuals(recording)
    return {
        "frames": len(motion["pos"]),
        "judged": len(linear),
        "bodies": len(recording.names),
        "mass": float(recording.mass.sum()),
        "bw": recording.weight,
        "lin_res": measures(linear, recording.weight),
        "ang_res": measures(angular, recording.weight),
        **contacts(motion, recording),
        **({"joint_gap": {"max": joint_gap(motion, recording)}} if motion.get("joints") else {}),
    }


def residuals(recording: Recorded) -> tuple[Array, Array]:
    """(K, 3) residual rates of momentum [N] and of angular momentum about the center of mass [N m]."""
    share = recording.mass / recording.mass.sum()
    middle = np.einsum("b,tbi->ti", share, recording.centers)
    needed = recording.mass.sum() * (
        (middle[2:] - 2 * middle[1:-1] + middle[:-2]) / recording.step**2 - recording.gravity
    )
    turning = np.diff(angular_momentum(recording, share), axis=0) / recording.step
    force, moment = applied(recording, middle[1:-1])
    return needed - force, turning - moment


def angular_momentum(recording: Recorded, share: Array) -> Array:
    """(N-1, 3) angular momentum about the total center of mass, halfway between frames [kg m^2/s]."""
    here, there = recording.turns[:-1], recording.turns[1:]
    rotation = rotation_between(here, there)
    between = turned_half(here, rotation)
    spin = np.einsum("tbij,bjk,tblk,tbl->tbi", between, recording.inertia, between, rotation / recording.step)
    arm = (recording.centers[:-1] + recording.centers[1:]) / 2
    speed = np.diff(recording.centers, axis=0) / recording.step
    arm = arm - np.einsum("b,tbi->ti", share, arm)[:, None]
    speed = speed - np.einsum("b,tbi->ti", share, speed)[:, None]
    momentum: Array = (spin + np.cross(arm, recording.mass[:, None] * speed)).sum(1)
    return momentum


def applied(recording: Recorded, middle: Array) -> tuple[Array, Array]:
    """Sums (K, 3) of the claimed forces [N] and of their moments about the center of mass [N m]."""
    force, moment = np.zeros_like(middle), np.zeros_like(middle)
    for t, entries in enumerate(recording.forces):
        for entry in entries:
            push = np.array(entry["force"], float)
            force[t] += push
            moment[t] += np.cross(np.array(entry["point"]) - middle[t], push) + entry.get("torque", (0, 0, 0))
    return force, moment


def joint_gap(motion: Mapping[str, Any], recording: Recorded) -> float:
    """Largest distance [m] between the two body points of a joint."""
    gaps = [0.0]
    for joint in motion["joints"]:
        ends = []
        for body, place in ((joint["a"], joint["pa"]), (joint["b"], joint["pb"])):
            b = recording.names.index(body)
            ends.append(recording.centers[:, b] + recording.turns[:, b] @ np.array(place, float))
        gaps.append(float(np.linalg.norm(ends[0] - ends[1], axis=-1).max()))
    return max(gaps)


def measures(left_over: Array, weight: float) -> dict[str, float]:
    """Measures of the lengths of vectors (K, 3)."""
    size = np.linalg.norm(left_over, axis=-1)
    largest, typical = float(size.max()), float(np.sqrt((size**2).mean()))
    return {"max": largest, "rms": typical, "max_bw": largest / weight, "rms_bw": typical / weight}
