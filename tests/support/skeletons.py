"""Skeletons of humans and animals laid out in the world: bones with ends, in any pose, size and naming."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from solver.arrays import Array
from solver.fitting.rest_bone import RestBone
from solver.fitting.skeleton import Skeleton

# Of a human of 1.75 m who faces -Y, on the left or in the middle [m].
LANDMARKS = {
    "floor": (0, 0, 0), "hips": (0, 0, 0.95), "s1": (0, 0, 1.0), "s2": (0, 0, 1.08), "s3": (0, 0.01, 1.17),
    "s4": (0, 0.01, 1.27), "s5": (0, 0.01, 1.37), "neck": (0, 0, 1.47), "neck2": (0, 0, 1.51), "neck3": (0, 0, 1.54),
    "head": (0, 0, 1.57), "face": (0, 0, 1.47), "top": (0, 0, 1.75), "jaw": (0, -0.03, 1.59), "s4_back": (0, 0.12, 1.3),
    "s1_back": (0, 0.14, 1.0), "tail1": (0, 0.1, 0.98), "tail2": (0, 0.25, 0.9), "tail3": (0, 0.4, 0.85),
    "eye": (0.03, -0.09, 1.66), "breast": (0.08, -0.08, 1.3), "clavicle": (0.03, 0, 1.43),
    "collar": (0.1, 0, 1.44), "shoulder": (0.18, 0, 1.43), "arm_half": (0.32, 0, 1.43), "elbow": (0.46, 0.01, 1.43),
    "forearm_half": (0.59, 0, 1.43), "wrist": (0.72, 0, 1.43), "palm": (0.75, 0, 1.43), "knuckle": (0.81, 0, 1.43),
    "finger": (0.85, 0, 1.43), "thumb": (0.74, -0.04, 1.42), "thumb_tip": (0.78, -0.07, 1.41),
    "wing1": (0.1, 0.15, 1.35), "wing2": (0.5, 0.2, 1.6), "wing3": (0.9, 0.25, 1.5),
    "hip_side": (0.05, 0, 0.95), "buttock": (0.04, 0.02, 0.94), "hip": (0.1, 0, 0.91), "thigh_half": (0.1, -0.01, 0.7),
    "knee": (0.1, -0.02, 0.5), "shin_half": (0.1, -0.01, 0.29), "ankle": (0.1, 0, 0.08),
    "heel": (0.1, 0.05, 0.01), "midfoot": (0.1, -0.06, 0.05), "ball": (0.1, -0.13, 0.02), "toe_tip": (0.1, -0.2, 0.015),
}  # fmt: skip
ARM = (
    "arm_half", "elbow", "forearm_half", "wrist", "palm", "knuckle", "finger", "thumb", "thumb_tip",
)  # fmt: skip
# Where the last bones of a human end, from their heads [m].
TIPS = {
    "head": (0, 0, 0.18), "wrist": (0.09, 0, 0), "knuckle": (0.07, 0, 0), "finger": (0.05, 0, 0), "ball": (0, -0.07, 0),
    "toe_tip": (0, -0.03, 0), "ankle": (0, -0.13, -0.06), "face": (0, 0, 0.28), "heel": (0, 0.02, 0),
}  # fmt: skip
BOTH = re.compile(r"<([^|<>]+)\|([^|<>]+)>")


@dataclass(frozen=True, eq=False)
class Joint:
    """A bone before it is laid out.

    Attributes:
        head: (3,) [m].
        parent: name; "" for a root.
        tip: (3,) where it ends if nothing hangs on it [m].
        part: of a human, such as "thigh.L"; "" if it is none of those that count.
    """

    head: Array
    parent: str = ""
    tip: Array | None = None
    part: str = ""


Joints = Mapping[str, Joint]


def human(tree: str, *, lowered: float = 0.0) -> Joints:
    """A human of 1.75 m with the bones of ``tree`` (of ``naming_families``); arms are lowered by an angle [rad]."""
    made: dict[str, Joint] = {}
    above: list[tuple[str, str]] = []  # names of both sides, by depth
    for line in tree.strip().splitlines():
        depth = len(line) - len(line.lstrip())
        place, name = line.strip().split(" ", 1)
        landmark, _, part = place.partition("=")
        names = _sides(name)
        parents = above[depth - 1] if depth else ("", "")
        for side, sign, own, parent in zip("LR", (1, -1), names, parents, strict=True):
            if own in made:
                continue
            mirror = np.array([sign, 1.0, 1.0])
            head, tip = _place(landmark, lowered)
            sided = f"{part}.{side}" if part and names[0] != names[1] else part
            made[own] = Joint(head * mirror, parent, None if tip is None else tip * mirror, sided)
        above[depth:] = [names]
    return made


def _sides(name: str) -> tuple[str, str]:
    if "<" not in name and "|" in name:
        left, right = name.split("|")
        return left, right
    return BOTH.sub(r"\1", name), BOTH.sub(r"\2", name)


def _place(landmark: str, lowered: float) -> tuple[Array, Array | None]:
    head, tip = np.array(LANDMARKS[landmark], float), TIPS.get(landmark)
    end = None if tip is None else head + tip
    if landmark in ARM:
        c, s = np.cos(lowered), np.sin(lowered)
        turn, shoulder = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]), np.array(LANDMARKS["shoulder"])
        head = shoulder + turn @ (head - shoulder)
        end = None if end is None else shoulder + turn @ (end - shoulder)
    return head, end


Ends = Callable[[Joint, list[Joint]], Array]


def to_child(joint: Joint, children: list[Joint]) -> Array:
    """A bone that ends where what hangs on it begins, as in rigs made in Blender."""
    far = [c.head for c in children if np.linalg.norm(c.head - joint.head) > 1e-6]
    if joint.tip is None and far:
        middle: Array = np.mean(far, axis=0)
        return middle
    return joint.head + np.array([0, 0, 0.03]) if joint.tip is None else joint.tip


def anywhere(joint: Joint, children: list[Joint]) -> Array:
    """A bone that points to world X for 5 cm, as importers of other programs' files make them."""
    return joint.head + np.array([0.05, 0.0, 0.0])


def laid_out(
    joints: Joints, *, ends: Ends = to_child, size: float = 1.0, turned: float = 0.0, stubs: bool = False
) -> Skeleton:
    """The skeleton of joints, scaled and turned about the vertical [rad]."""
    c, s = np.cos(turned), np.sin(turned)
    turn = size * np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    below: dict[str, list[Joint]] = {name: [] for name in joints}
    for joint in joints.values():
        if joint.parent:
            below[joint.parent].append(joint)
    bones = []
    for name, joint in joints.items():
        head, tail = turn @ joint.head, turn @ ends(joint, below[name])
        bones.append(RestBone(name, head, tail, _axes(tail - head), joint.parent))
    return Skeleton(bones)


def _axes(along: Array) -> Array:
    y = along / max(float(np.linalg.norm(along)), 1e-9)
    aside = np.array([1.0, 0, 0]) if abs(y[0]) < 0.9 else np.array([0, 0, 1.0])
    x = np.cross(y, aside)
    x = x / np.linalg.norm(x)
    return np.stack([x, y, np.cross(x, y)], axis=1)


def renamed(joints: Joints, name_of: Callable[[int, str], str]) -> Joints:
    """The same joints with other names, from each one's index and name."""
    names = {name: name_of(i, name) for i, name in enumerate(joints)}
    return {names[n]: replace(j, parent=names.get(j.parent, "")) for n, j in joints.items()}


def parts_of(joints: Joints) -> dict[str, str]:
    """Part to bone, as the joints know it."""
    return {joint.part: name for name, joint in joints.items() if joint.part}
