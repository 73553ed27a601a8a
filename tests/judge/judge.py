"""An independent judge of motion: Newton and Euler for all bodies together, from a motion JSON's poses.

Shares no code with the solver and takes numpy alone. Of the frames k-1, k and k+1, h apart:

    momentum         M (c[k+1] - 2 c[k] + c[k-1]) / h^2  =  sum f + M g
    its moment       (L[k+1/2] - L[k-1/2]) / h           =  sum (p - c[k]) x f + t

where c is the center of mass of all, L the angular momentum about it between two frames, and f, p and t the forces,
their points and free moments that the motion claims. What is left over is what no force explains. Besides, a loaded
contact must not slide, the ground must not pull, and it must not give energy.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tests.judge.ground import contacts
from tests.judge.poses import Array, Recorded, recorded, rotation_between, turned_half


def judge(motion: Mapping[str, Any], **_: Any) -> dict[str, Any]:
    """What is wrong with a motion, in numbers; further arguments, which other judges take, change nothing.

    Returns:
        ``lin_res`` and ``ang_res`` (max, rms, max_bw, rms_bw): momentum that nothing explains [N, N m; or per body
        weight]; ``joint_gap.max`` [m]; what the ground does (see ground.py); and ``frames``, ``judged``, ``bodies``,
        ``mass``, ``bw``.
    """
    told = recorded(motion)
    linear, angular = residuals(told)
    return {
        "frames": len(motion["pos"]),
        "judged": len(linear),
        "bodies": len(told.names),
        "mass": float(told.mass.sum()),
        "bw": told.weight,
        "lin_res": measures(linear, told.weight),
        "ang_res": measures(angular, told.weight),
        **contacts(motion, told),
        **({"joint_gap": {"max": joint_gap(motion, told)}} if motion.get("joints") else {}),
    }


def residuals(told: Recorded) -> tuple[Array, Array]:
    """(K, 3) rates of momentum [N] and of angular momentum about the center of mass [N m] that nothing explains."""
    share = told.mass / told.mass.sum()
    middle = np.einsum("b,tbi->ti", share, told.centers)
    needed = told.mass.sum() * ((middle[2:] - 2 * middle[1:-1] + middle[:-2]) / told.step**2 - told.gravity)
    turning = np.diff(angular_momentum(told, share), axis=0) / told.step
    force, moment = applied(told, middle[1:-1])
    return needed - force, turning - moment


def angular_momentum(told: Recorded, share: Array) -> Array:
    """(N-1, 3) about the center of mass of all, halfway between two frames [kg m^2/s]."""
    here, there = told.turns[:-1], told.turns[1:]
    rotation = rotation_between(here, there)
    between = turned_half(here, rotation)
    spin = np.einsum("tbij,bjk,tblk,tbl->tbi", between, told.inertia, between, rotation / told.step)
    arm = (told.centers[:-1] + told.centers[1:]) / 2
    speed = np.diff(told.centers, axis=0) / told.step
    arm = arm - np.einsum("b,tbi->ti", share, arm)[:, None]
    speed = speed - np.einsum("b,tbi->ti", share, speed)[:, None]
    momentum: Array = (spin + np.cross(arm, told.mass[:, None] * speed)).sum(1)
    return momentum


def applied(told: Recorded, middle: Array) -> tuple[Array, Array]:
    """Sum (K, 3) of the claimed forces [N], and of their moments about the center of mass [N m]."""
    force, moment = np.zeros_like(middle), np.zeros_like(middle)
    for t, entries in enumerate(told.forces):
        for entry in entries:
            push = np.array(entry["force"], float)
            force[t] += push
            moment[t] += np.cross(np.array(entry["point"]) - middle[t], push) + entry.get("torque", (0, 0, 0))
    return force, moment


def joint_gap(motion: Mapping[str, Any], told: Recorded) -> float:
    """Largest distance [m] between the two points that a joint holds together."""
    gaps = [0.0]
    for joint in motion["joints"]:
        ends = []
        for body, place in ((joint["a"], joint["pa"]), (joint["b"], joint["pb"])):
            b = told.names.index(body)
            ends.append(told.centers[:, b] + told.turns[:, b] @ np.array(place, float))
        gaps.append(float(np.linalg.norm(ends[0] - ends[1], axis=-1).max()))
    return max(gaps)


def measures(left_over: Array, weight: float) -> dict[str, float]:
    """Of the lengths of vectors (K, 3)."""
    size = np.linalg.norm(left_over, axis=-1)
    largest, typical = float(size.max()), float(np.sqrt((size**2).mean()))
    return {"max": largest, "rms": typical, "max_bw": largest / weight, "rms_bw": typical / weight}
