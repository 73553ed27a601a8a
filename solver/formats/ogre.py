"""Ogre skeleton XML: bones in their rest pose and one animation, for the engine Ogre3D (McIntosh 2011, section 4.2.6).

A key moves its bone from the rest position by ``translate``, along the parent's axes, and then rotates it from the rest
rotation by ``rotate``, about the bone's own axes (Ogre's NodeAnimationTrack and XML serializer).
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..arrays import Array
from ..motion.motion import Motion
from ..rotations import quaternion_from_matrix, rotation_vector
from ..whole_file import write_whole
from .axes import FileAxes

SUFFIX = ".skeleton.xml"
NO_XML = re.compile("[\x00-\x1f\ud800-\udfff\ufffe\uffff]")  # characters that XML does not allow
STILL = 1e-9  # rad
EVEN = 1e-6  # deviation up to which a scale counts as 1 and is left out


@dataclass(frozen=True, eq=False)
class PosedBones:
    """Rest pose and motion of bones, parents before their children.

    Attributes:
        names: (B,) of the bones.
        parents: (B,) index of each one's parent, -1 for a root.
        rest: (B, 4, 4) from a bone's own axes to the world, Z up [m].
        poses: (N, B, 4, 4) likewise at each frame.
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    rest: Array
    poses: Array

    @classmethod
    def of(cls, motion: Motion) -> "PosedBones":
        """A bone for each body, at its joint or a root's center; a cycle ends with the next one's first frame."""
        character = motion.character
        above = {joint.body_b: joint for joint in character.joints}
        order = [root.body for root in character.roots]
        for name in order:  # it grows by the children
            order += [joint.body_b for joint in character.joints if joint.body_a == name]
        bodies = [character.body_index(name) for name in order]
        heads = [
            above[name].position if name in above else character.bodies[body].position
            for name, body in zip(order, bodies, strict=True)
        ]
        places = np.stack([motion.carried(body, head) for body, head in zip(bodies, heads, strict=True)], 1)
        turns = motion.turn[:, bodies]
        if motion.cycle is not None:
            turn, _ = motion.cycle.part(1.0)
            places = np.concatenate([places, motion.cycle.move_points(places[:1])])
            turns = np.concatenate([turns, turn @ turns[:1]])
        return cls(
            tuple(order),
            tuple(order.index(above[name].body_a) if name in above else -1 for name in order),
            _matrices(np.tile(np.eye(3), (len(order), 1, 1)), np.array(heads, float)),
            _matrices(turns, places),
        )

    def in_file(self, axes: FileAxes) -> "PosedBones":
        """The bones in the axes and unit of a file."""
        rest, poses = (
            _matrices(axes.rotation_to_file(each[..., :3, :3]), axes.to_file(each[..., :3, 3]))
            for each in (self.rest, self.poses)
        )
        return PosedBones(self.names, self.parents, rest, poses)

    def local(self, matrices: Array) -> Array:
        """Matrices (..., B, 4, 4) from bones' own axes to their parents', given those to the world."""
        local = matrices.copy()
        for bone, parent in enumerate(self.parents):
            if parent >= 0:
                local[..., bone, :, :] = (
                    np.linalg.pinv(matrices[..., parent, :, :]) @ matrices[..., bone, :, :]
                )
        return local


def write_ogre(motion: Motion, path: Path, *, name: str) -> None:
    """Writes a motion's bodies as bones of an animation, Y up, in meters.

    Raises:
        InputError: the file cannot be written.
    """
    write_whole(path, ogre_skeleton(PosedBones.of(motion), name=name, step=motion.step))


def ogre_skeleton(bones: PosedBones, *, name: str, step: float) -> str:
    """The XML document of an animation with a step [s] between frames."""
    turned = bones.in_file(FileAxes("Y"))
    names = [_attribute(each) for each in turned.names]
    rest, poses = turned.local(turned.rest), turned.local(turned.poses)
    length = f"{step * (len(poses) - 1):.9g}"
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>', "<skeleton>",
        "<bones>", *_bones(names, rest), "</bones>",
        "<bonehierarchy>",
        *(
            f"<boneparent bone={names[bone]} parent={names[parent]} />"
            for bone, parent in enumerate(turned.parents)
            if parent >= 0
        ),
        "</bonehierarchy>",
        "<animations>", f'<animation name={_attribute(name)} length="{length}">', "<tracks>",
    ]  # fmt: skip
    for bone, quoted in enumerate(names):
        lines += [f"<track bone={quoted}>", "<keyframes>", *_keys(rest[bone], poses[:, bone], step)]
        lines += ["</keyframes>", "</track>"]
    lines += ["</tracks>", "</animation>", "</animations>", "</skeleton>"]
    return "\n".join(lines) + "\n"


def _bones(names: list[str], rest: Array) -> Iterator[str]:
    rotations = _rotations(rest[:, :3, :3], "rotation")
    for index, (name, place, rotation) in enumerate(
        zip(names, rest[:, :3, 3].tolist(), rotations, strict=True)
    ):
        yield f'<bone id="{index}" name={name}>{_vector("position", place)}{rotation}</bone>'


def _keys(rest: Array, poses: Array, step: float) -> Iterator[str]:
    """Keys of a bone from its rest pose (4, 4) and poses (N, 4, 4), both in its parent's frame."""
    sizes = np.linalg.norm(poses[:, :3, :3], axis=1)
    turns = poses[:, :3, :3] / np.maximum(sizes, STILL)[:, None]
    shifts = (poses[:, :3, 3] - rest[:3, 3]).tolist()
    rotations = _rotations(rest[:3, :3].T @ turns, "rotate")
    scales = [_vector("scale", size) if abs(size - 1).max() > EVEN else "" for size in sizes]
    for k, (shift, rotation, scale) in enumerate(zip(shifts, rotations, scales, strict=True)):
        yield f'<keyframe time="{k * step:.9g}">{_vector("translate", shift)}{rotation}{scale}</keyframe>'


def _rotations(turns: Array, tag: str) -> list[str]:
    """An element with angle and axis for each rotation (N, 3, 3)."""
    vectors = rotation_vector(quaternion_from_matrix(turns))
    angles = np.linalg.norm(vectors, axis=-1, keepdims=True)
    axes = np.where(angles > STILL, vectors / np.maximum(angles, STILL), (1.0, 0.0, 0.0))
    return [
        f'<{tag} angle="{angle:.9g}">{_vector("axis", axis)}</{tag}>'
        for (angle,), axis in zip(angles.tolist(), axes.tolist(), strict=True)
    ]


def _vector(tag: str, values: Array | list[float]) -> str:
    x, y, z = values
    return f'<{tag} x="{x:.9g}" y="{y:.9g}" z="{z:.9g}" />'


def _attribute(name: str) -> str:
    return f'"{html.escape(NO_XML.sub("_", name))}"'


def _matrices(turns: Array, places: Array) -> Array:
    """(..., 4, 4) transforms from rotations (..., 3, 3) and positions (..., 3)."""
    matrices = np.zeros((*places.shape[:-1], 4, 4))
    matrices[..., :3, :3], matrices[..., :3, 3], matrices[..., 3, 3] = turns, places, 1.0
    return matrices
