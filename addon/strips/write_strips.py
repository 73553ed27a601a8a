"""Writes edited tracks to the panel, where everything else reads them."""

import bpy
from bpy.types import PropertyGroup

from ...solver.analysis.contact_guess.guessed import SURE
from ...solver.character.side_names import other_side
from ..blender.rest_pose import armature_data
from .lane import Lane, Phase

Remembered = tuple[tuple[tuple[float, float, bpy.types.Object | None, float], ...], ...]


def write_lane(armature_object: bpy.types.Object, index: int, lane: Lane, *, is_mirrored: bool) -> None:
    """Writes the edited phases of a contact, which the other side may repeat half a cycle later."""
    contacts = armature_data(armature_object).spacetime.contacts
    touched = {phase.surface.name: phase.surface for c in contacts for phase in c.phases if phase.surface}
    contact = contacts[index]
    _write(contact, lane.phases, lane.steps, touched)
    double = contacts.get(other_side(contact.name))
    if is_mirrored and double is not None and double != contact:
        _write(double, lane.opposite(), lane.steps, touched)


def _write(
    contact: PropertyGroup, phases: tuple[Phase, ...], steps: int, touched: dict[str, bpy.types.Object]
) -> None:
    while len(contact.phases) > len(phases):
        contact.phases.remove(len(contact.phases) - 1)
    for k, given in enumerate(phases):
        phase = contact.phases[k] if k < len(contact.phases) else contact.phases.add()
        phase.start, phase.duration = given.start / steps, given.length / steps
        if given.is_sure and phase.confidence < SURE:
            phase.confidence = 1.0
        if phase.surface != touched.get(given.on):
            phase.surface = touched.get(given.on)


def current_phases(armature_object: bpy.types.Object) -> Remembered:
    """Current phases of all contacts."""
    return tuple(
        tuple((phase.start, phase.duration, phase.surface, phase.confidence) for phase in contact.phases)
        for contact in armature_data(armature_object).spacetime.contacts
    )


def restore_phases(armature_object: bpy.types.Object, remembered: Remembered) -> None:
    """Restores phases of all contacts."""
    contacts = armature_data(armature_object).spacetime.contacts
    for contact, phases in zip(contacts, remembered, strict=True):
        contact.phases.clear()
        for start, duration, surface, confidence in phases:
            phase = contact.phases.add()
            phase.start, phase.duration, phase.surface = start, duration, surface
            phase.confidence = confidence
