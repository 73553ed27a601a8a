"""The latest front, as dots of its chart."""

from dataclasses import dataclass

import bpy


@dataclass(frozen=True)
class Dot:
    """One motion of a front.

    Attributes:
        level: value of the quantity.
        cost: effort of the motion.
        has_help: whether it uses help beyond natural physics.
        is_chosen: whether the ghost shows it.
    """

    level: float
    cost: float
    has_help: bool = False
    is_chosen: bool = False


def dots_of(armature_object: bpy.types.Object) -> list[Dot]:
    """Dots of motions that are still takes; the one on the ghost is chosen."""
    pending = armature_object.spacetime.pending
    return [
        Dot(point.level, point.cost, point.has_help, pending is not None and point.action == pending)
        for point in shown_points(armature_object)
    ]


def shown_points(armature_object: bpy.types.Object) -> list[bpy.types.PropertyGroup]:
    """Points whose takes still exist; none if the front is hidden."""
    explore = armature_object.spacetime.explore
    if not explore.show_front:
        return []
    takes = [take.action for take in armature_object.spacetime.takes]
    return [point for point in explore.points if point.action is not None and point.action in takes]
