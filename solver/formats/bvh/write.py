"""Writes a motion as a BVH file."""

from pathlib import Path

import numpy as np

from ...arrays import Array
from ...character import Character, RigidBody
from ...errors import InputError
from ...mechanics.euler import angles_from_matrix, other_angles
from ...motion.motion import Motion
from ...rotations import matrix_from_quaternion
from ...whole_file import write_whole
from ..axes import FileAxes


def write_bvh(
    motion: Motion, path: Path, *, rotation_order: str = "ZXY", up: str = "Y", unit: float = 1.0
) -> None:
    """Writes the motion's own frames atomically.

    Every body becomes a joint of the same name, at the joint to its parent or, for a root, at its center. In the rest
    pose, which is defined by the offsets, all joint frames are aligned with the world. Only roots have position
    channels; further trees become ROOTs after the main one. Angles are continuous, possibly beyond half a turn.

    Args:
        motion: to write.
        path: of the file.
        rotation_order: of every joint's channels, a permutation of XYZ.
        up: the file's up axis, "Y" or "Z".
        unit: length of the file's unit [m].

    Raises:
        InputError: the order, axis or unit is invalid, or the file cannot be written.
    """
    if sorted(rotation_order) != ["X", "Y", "Z"]:
        raise InputError(f"expected an order of XYZ, found '{rotation_order}'", field="rotation_order")
    axes = FileAxes(up, unit)
    bones = _Bones(motion.character)
    channels = " ".join(f"{letter}rotation" for letter in rotation_order)
    roots = [index for index, parent in enumerate(bones.parent) if parent < 0]
    trees = [line for root in roots for line in bones.lines(root, axes, channels)]
    lines = ["HIERARCHY", *trees, "MOTION"]
    lines += [f"Frames: {motion.n_frames}", f"Frame Time: {motion.step:.9g}"]

    turns = axes.rotation_to_file(bones.local_turns(motion.turn))
    angles = np.degrees(_continuous(angles_from_matrix(turns, rotation_order)))
    columns = []
    for index, body in enumerate(bones.order):
        columns += [axes.to_file(motion.position[:, body])] if index in roots else []
        columns.append(angles[:, index])
    values = np.concatenate(columns, 1)
    lines += [" ".join(_text(value) for value in row) for row in values.tolist()]

    write_whole(path, "\n".join(lines) + "\n")


class _Bones:
    """The character's bodies as BVH joints.

    Attributes:
        order: (B,) bodies in the file's order, which is depth-first.
        parent: (B,) index in ``order`` of each joint's parent, -1 for a root.
    """

    def __init__(self, character: Character) -> None:
        self.character = character
        self.names = _names(character.bodies)
        self.pivot = {joint.body_b: np.array(joint.position) for joint in character.joints}
        self.order: list[int] = []
        self.parent: list[int] = []
        for root in character.roots:
            self.pivot[root.body] = np.array(character.bodies[character.body_index(root.body)].position)
            self._place(root.body, -1)

    def _place(self, body: str, parent: int) -> None:
        index = len(self.order)
        self.order.append(self.character.body_index(body))
        self.parent.append(parent)
        for joint in self.character.joints:
            if joint.body_a == body:
                self._place(joint.body_b, index)

    def local_turns(self, turn: Array) -> Array:
        """(N, B, 3, 3) rotations of the joints in their parents' frames, in the file's order.

        Args:
            turn: (N, B, 3, 3) of the bodies from the rest pose, world.
        """
        own = turn[:, self.order]
        local, carried = own.copy(), np.flatnonzero(np.array(self.parent) >= 0)
        above = own[:, np.array(self.parent)[carried]]
        local[:, carried] = np.swapaxes(above, -1, -2) @ own[:, carried]
        return local

    def lines(self, index: int, axes: FileAxes, channels: str, depth: int = 0) -> list[str]:
        """Lines of the joint at ``index`` and its descendants."""
        body = self.character.bodies[self.order[index]]
        parent = self.parent[index]
        origin = self.pivot[self.character.bodies[self.order[parent]].name] if parent >= 0 else np.zeros(3)
        offset = axes.to_file(self.pivot[body.name] - origin)
        keyword, count = ("JOINT", "3") if depth else ("ROOT", "6 Xposition Yposition Zposition")
        inside = [f"OFFSET {_vector(offset)}", f"CHANNELS {count} {channels}"]
        children = [i for i, above in enumerate(self.parent) if above == index]
        for child in children:
            inside += self.lines(child, axes, channels, depth + 1)
        if not children:
            end = axes.to_file(_far_end(self.character, body, self.pivot[body.name]))
            inside += ["End Site", "{", f"\tOFFSET {_vector(end)}", "}"]
        return [f"{keyword} {self.names[self.order[index]]}", "{", *(f"\t{line}" for line in inside), "}"]


def _names(bodies: tuple[RigidBody, ...]) -> list[str]:
    """Unique names without spaces and braces, which would break the file."""
    names: list[str] = []
    for body in bodies:
        plain = "_".join(body.name.replace("{", " ").replace("}", " ").split()) or "body"
        name, n = plain, 2
        while name in names:
            name, n = f"{plain}_{n}", n + 1
        names.append(name)
    return names


def _far_end(character: Character, body: RigidBody, pivot: Array) -> Array:
    """(3,) from the body's pivot to its farthest contact or end of an ellipsoid axis [m]."""
    radii = matrix_from_quaternion(body.orientation) * (np.array(body.diameters) / 2)
    tips = np.concatenate([radii.T, -radii.T]) + np.array(body.position)
    contacts = [contact.point for contact in character.contacts if contact.body == body.name]
    ends = np.concatenate([tips, np.array(contacts, float).reshape(-1, 3)]) - pivot
    end: Array = ends[np.linalg.norm(ends, axis=-1).argmax()]
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
    return " ".join(_text(value) for value in values.tolist())


def _text(value: float) -> str:
    """Eight decimals, without -0: ten nanometers, or a micrometer at the end of a kilometer's lever."""
    return f"{round(value, 8) + 0.0:.8f}"
