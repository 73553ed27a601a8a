"""Custom properties of a rig that switch inverse kinematics, recognized by their effect on constraints."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import bpy

from ..blender.actions import OF_BONE
from ..runtime.event_loop import Work
from .following import Following
from .rehearsal import Rehearsal

_BONE_PROPERTY = re.compile(OF_BONE + r'\["((?:[^"\\]|\\.)*)"\]')
_CONSTRAINT = re.compile(OF_BONE + r"\.constraints")


@dataclass(frozen=True)
class Switch:
    """A custom property of a bone that switches chains of inverse kinematics.

    Attributes:
        bone: with the property.
        name: of the property.
        forward: its value for forward kinematics.
        inverse: its value for inverse kinematics.
    """

    bone: str
    name: str
    forward: float
    inverse: float


def finding_switches(rehearsal: Rehearsal, bodies: Sequence[str]) -> Work[tuple[Switch, ...]]:
    """Finds switches of limbs with bodies, testing both extremes of each property, a pose per step."""
    found = []
    for bone, name in _suspects(rehearsal.object, Following(rehearsal.evaluated).posed_by(*bodies)):
        owner = rehearsal.object.pose.bones[bone]
        before = owner[name]
        ends = _ends(owner, name)
        counts = []
        for value in ends:
            set_property(owner, name, value)
            rehearsal.update()
            counts.append(_n_chained(Following(rehearsal.evaluated), bodies))
            yield
        owner[name] = before
        rehearsal.update()
        if counts[0] != counts[1]:
            forward, inverse = ends if counts[0] < counts[1] else ends[::-1]
            found.append(Switch(bone, name, forward, inverse))
    return tuple(found)


def set_property(owner: bpy.types.PoseBone, name: str, value: float) -> None:
    """Sets a custom property, preserving its numeric type."""
    owner[name] = type(owner[name])(value)


def _n_chained(following: Following, bodies: Sequence[str]) -> int:
    """Number of pairs of a body and a chain that poses it."""
    return sum(
        len({chain for bone in following.followed(body) for chain in following.chains[bone]})
        for body in bodies
    )


def _suspects(rig: bpy.types.Object, bones: set[str]) -> list[tuple[str, str]]:
    """Numeric properties of bones that drive constraints of given bones."""
    data = rig.animation_data
    found: dict[tuple[str, str], None] = {}
    for curve in data.drivers if data is not None else ():
        driven = _CONSTRAINT.match(curve.data_path)
        if driven is None or bpy.utils.unescape_identifier(driven[1]) not in bones:
            continue
        for bone, name in _read_by(rig, curve.driver):
            value: Any = rig.pose.bones[bone].get(name)
            if isinstance(value, bool | int | float):
                found[bone, name] = None
    return list(found)


def _read_by(rig: bpy.types.Object, driver: bpy.types.Driver | None) -> Iterator[tuple[str, str]]:
    for variable in driver.variables if driver is not None else ():
        for target in variable.targets:
            read = _BONE_PROPERTY.fullmatch(target.data_path) if variable.type == "SINGLE_PROP" else None
            if read is not None and target.id == rig:
                bone, name = (bpy.utils.unescape_identifier(part) for part in read.groups())
                if bone in rig.pose.bones:
                    yield bone, name


def _ends(owner: bpy.types.PoseBone, name: str) -> tuple[float, float]:
    limits: Mapping[str, Any] = owner.id_properties_ui(name).as_dict()
    return float(limits.get("min", 0.0)), float(limits.get("max", 1.0))
