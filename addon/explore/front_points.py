"""The front that was found last, as dots of its picture."""

from dataclasses import dataclass

import bpy


@dataclass(frozen=True)
class Dot:
    """One motion of a front.

    Attributes:
        level: of the quantity.
        cost: of the motion.
        has_help: whether it has help, beyond nature.
        is_chosen: whether the ghost shows it.
    """

    level: float
    cost: float
    has_help: bool = False
    is_chosen: bool = False


def dots_of(armature_object: bpy.types.Object) -> list[Dot]:
    """One for each motion that is still a take; the one on the ghost is chosen."""
    pending = armature_object.spacetime.pending
    return [
        Dot(point.level, point.cost, point.has_help, pending is not None and point.action == pending)
        for point in shown_points(armature_object)
    ]


def shown_points(armature_object: bpy.types.Object) -> list[bpy.types.PropertyGroup]:
    """Points whose takes are still there; none where the front is hidden."""
    explore = armature_object.spacetime.explore
    if not explore.show_front:
        return []
    takes = [take.action for take in armature_object.spacetime.takes]
    return [point for point in explore.points if point.action is not None and point.action in takes]
