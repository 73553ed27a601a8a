"""Bones without bodies between bones with bodies, such as collar bones, further bones of the spine, and twist bones."""

from collections.abc import Collection
from dataclasses import dataclass

import bpy

from .rest_pose import armature_data, carrier_of


@dataclass(frozen=True)
class BetweenBone:
    """A bone between bodies.

    Attributes:
        name: of the bone.
        body: name of the bone with a body that carries it.
        parent: name of the bone without a body that carries it; empty: the body itself.
        carries: names of bones with bodies that hang on it directly.
        is_above: whether it carries the body instead, as a bone above the root does.
    """

    name: str
    body: str
    parent: str
    carries: tuple[str, ...]
    is_above: bool = False


def between_bones(armature_object: bpy.types.Object, bodies: Collection[str]) -> tuple[BetweenBone, ...]:
    """The bones between bodies, carriers first.

    Args:
        armature_object: with the bones.
        bodies: names of bones with bodies.

    Raises:
        InputError: a bone is its own Body Parent.
    """
    bones, found = armature_data(armature_object).bones, dict[str, BetweenBone]()
    for name in (name for name in bodies if name in bones and not bones[name].spacetime.is_root):
        line, above = list[str](), carrier_of(bones[name])
        while above is not None and above.name not in bodies and above.name not in line:
            line.append(above.name)
            above = carrier_of(above)
        if not line or above is None or above.name not in bodies:
            continue
        parents = [*line[1:], ""]
        for bone, parent in reversed([*zip(line, parents, strict=True)]):
            known = found.get(bone, BetweenBone(bone, above.name, parent, ()))
            carries = (*known.carries, name) if bone == line[0] else known.carries
            found[bone] = BetweenBone(bone, known.body, known.parent, carries)
    return tuple(found.values())


def bones_above(armature_object: bpy.types.Object, bodies: Collection[str]) -> tuple[BetweenBone, ...]:
    """The bones without bodies that carry the root's, nearest first."""
    bones = armature_data(armature_object).bones
    roots = [bones[name] for name in bodies if name in bones and not {*bodies} & {*_names_above(bones[name])}]
    return tuple(
        BetweenBone(above, root.name, "", (), is_above=True)
        for root in roots[:1]
        for above in _names_above(root)
    )


def _names_above(bone: bpy.types.Bone) -> list[str]:
    return [above.name for above in bone.parent_recursive]
