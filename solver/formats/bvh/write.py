"""Writes a motion as a BVH file."""

from pathlib import Path

import numpy as np

from ...arrays import Array
from ...character import Character, RigidBody
from ...job.drawn_bones import DrawnBone
from ...mechanics.euler import angles_from_matrix, other_angles
from ...motion.motion import Motion
from ...rotations import matrix_from_quaternion
from ...whole_file import write_whole
from .skeleton import BvhSkeleton, plain_names, unbroken_names
from .style import ALL, NEEDED, OWN, PLAIN, BvhStyle


def write_bvh(
    motion: Motion, path: Path, *, rotation_order: str = "ZXY", up: str = "Y", unit: float = 1.0,
    positions: str = NEEDED, names: str = OWN, stands: bool = False,
) -> None:  # fmt: skip
    """Writes the motion's own frames atomically.

    Every body becomes a joint of the same name, at the joint to its parent or, for a root, at its center. So do drawn
    bones between bodies. With all
    angles zero, all joint frames are aligned with the world. Further trees become ROOTs after the main one. Angles are
    continuous, possibly beyond half a turn.

    Args:
        motion: to write.
        path: of the file.
        rotation_order: as in BvhStyle, like all that follow.
        up: the file's up axis.
        unit: length of the file's unit [m].
        positions: joints with position channels.
        names: how names are changed.
        stands: whether the offset of a root is its place in the rest pose.

    Raises:
        InputError: the order, axis or unit is invalid, or the file cannot be written.
    """
    style = BvhStyle(up, unit, rotation_order, positions, names, stands)
    write_whole(path, bvh_text(_of_bodies(motion), style))


def bvh_text(skeleton: BvhSkeleton, style: BvhStyle) -> str:
    """The file of a skeleton and its poses."""
    file = _File(skeleton, style)
    trees = [line for root in skeleton.roots for line in file.lines(root)]
    lines = ["HIERARCHY", *trees, "MOTION"]
    lines += [f"Frames: {len(skeleton.positions)}", f"Frame Time: {skeleton.step:.9g}"]
    lines += [" ".join(map(_text, row)) for row in file.values().tolist()]
    return "\n".join(lines) + "\n"


class _File:
    """A skeleton in the style of a file.

    Args:
        skeleton: to write.
        style: of the file.
    """

    def __init__(self, skeleton: BvhSkeleton, style: BvhStyle) -> None:
        self._skeleton, self._style = skeleton, style
        self._names = (plain_names if style.names == PLAIN else unbroken_names)(skeleton.names)
        roots, moving = set(skeleton.roots), set(skeleton.moving())
        self._placed = set(range(len(skeleton.names))) if style.positions == ALL else roots | moving
        offsets = skeleton.offsets
        offsets[
            sorted((set() if style.stands else roots) | (set() if style.positions == ALL else moving))
        ] = 0.0
        self._offsets = style.axes.to_file(offsets)
        self._ends = style.axes.to_file(skeleton.tips - skeleton.rest)
        self._order: list[int] = []

    def lines(self, joint: int, depth: int = 0) -> list[str]:
        """Lines of a joint and its descendants."""
        self._order.append(joint)
        turns = [f"{letter}rotation" for letter in self._style.rotation_order]
        places = ["Xposition", "Yposition", "Zposition"] if joint in self._placed else []
        inside = [
            f"OFFSET {_vector(self._offsets[joint])}",
            f"CHANNELS {len(places + turns)} {' '.join(places + turns)}",
        ]
        children = self._skeleton.children(joint)
        for child in children:
            inside += self.lines(child, depth + 1)
        if not children:
            inside += ["End Site", "{", f"\tOFFSET {_vector(self._ends[joint])}", "}"]
        keyword = "JOINT" if depth else "ROOT"
        return [f"{keyword} {self._names[joint]}", "{", *(f"\t{line}" for line in inside), "}"]

    def values(self) -> Array:
        """(N, C) of the channels, in the order of the lines."""
        axes, skeleton = self._style.axes, self._skeleton
        turns = axes.rotation_to_file(skeleton.local_turns)
        angles = np.degrees(_continuous(angles_from_matrix(turns, self._style.rotation_order)))
        places = axes.to_file(skeleton.local_positions)
        columns = []
        for joint in self._order:
            columns += [places[:, joint]] if joint in self._placed else []
            columns.append(angles[:, joint])
        return np.concatenate(columns, 1)


def _of_bodies(motion: Motion) -> BvhSkeleton:
    """A motion with a joint for each body, and for each drawn bone between bodies, depth first."""
    character = motion.character
    carriers, drawn = _carriers(motion)
    pivot = {joint.body_b: joint.position for joint in character.joints}
    pivot |= {
        root.body: character.bodies[character.body_index(root.body)].position for root in character.roots
    }
    pivot |= {name: bone.head for name, bone in drawn.items()}
    order: list[str] = []
    parents: list[int] = []

    def add(name: str, parent: int) -> None:
        index = len(order)
        order.append(name)
        parents.append(parent)
        for below in (each for each, carrier in carriers.items() if carrier == name):
            add(below, index)

    for root in character.roots:
        add(root.body, -1)
    tips, positions, turns = [], [], []
    for name in order:
        if name in drawn:
            position, turn = motion.bone_place(drawn[name])
            tips.append(np.array(pivot[next(each for each, carrier in carriers.items() if carrier == name)]))
        else:
            body = character.body_index(name)
            position, turn = motion.carried(body, pivot[name]), motion.turn[:, body]
            tips.append(_far_end(character, character.bodies[body], np.array(pivot[name])))
        positions.append(position)
        turns.append(turn)
    rest = np.array([pivot[name] for name in order])
    return BvhSkeleton(
        tuple(order),
        tuple(parents),
        rest,
        np.array(tips),
        np.stack(positions, 1),
        np.stack(turns, 1),
        motion.step,
    )


def _carriers(motion: Motion) -> tuple[dict[str, str], dict[str, DrawnBone]]:
    """What carries each body but roots and each drawn bone between bodies, in order; and these bones by name."""
    bones = {bone.bone: bone for bone in motion.drawn_bones}
    hangs_on = {joint: bone.bone for bone in motion.drawn_bones for joint in bone.joints}
    between = set(hangs_on.values())
    for bone in reversed(motion.drawn_bones):
        if bone.bone in between and bone.parent:
            between.add(bone.parent)
    drawn = {name: bone for name, bone in bones.items() if name in between}
    carriers = {name: bone.parent or bone.body for name, bone in drawn.items()}
    carriers |= {joint.body_b: hangs_on.get(joint.name, joint.body_a) for joint in motion.character.joints}
    return carriers, drawn


def _far_end(character: Character, body: RigidBody, pivot: Array) -> Array:
    """(3,) the body's farthest contact or end of an ellipsoid axis from its pivot [m]."""
    radii = matrix_from_quaternion(body.orientation) * (np.array(body.diameters) / 2)
    tips = np.concatenate([radii.T, -radii.T]) + np.array(body.position)
    contacts = [contact.point for contact in character.contacts if contact.body == body.name]
    ends = np.concatenate([tips, np.array(contacts, float).reshape(-1, 3)])
    end: Array = ends[np.linalg.norm(ends - pivot, axis=-1).argmax()]
    return end


def _continuous(angles: Array) -> Array:
    """(N, B, 3) for each rotation, the equivalent Euler angles nearest to those of the previous frame."""
    chosen = angles.copy()
    for t in range(1, len(angles)):  # each frame depends on the previous one
        both = np.stack([angles[t], other_angles(angles[t])])
        both -= 2 * np.pi * np.round((both - chosen[t - 1]) / (2 * np.pi))
        nearest = np.abs(both - chosen[t - 1]).sum(-1).argmin(0)
        chosen[t] = both[nearest, np.arange(len(nearest))]
    return chosen


def _vector(values: Array) -> str:
    return " ".join(map(_text, values.tolist()))


def _text(value: float) -> str:
    """Eight decimals, without -0: ten nanometers, or a micrometer at the end of a kilometer's lever."""
    return f"{round(value, 8) + 0.0:.8f}"
