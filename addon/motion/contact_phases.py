"""Contact phases detected in the artist's animation, written to the panel."""

from dataclasses import dataclass, replace
from typing import Any

import bpy
import numpy as np
from bpy.types import PropertyGroup

from ...solver.analysis.contact_guess.guess import guess_contacts
from ...solver.analysis.contact_guess.guessed import LEAST, SURE, GuessedContact
from ...solver.character import Character
from ...solver.formats.armature_motion import ArmaturePlace
from ..blender.frame_rate import rate_of
from ..blender.rest_pose import armature_data, place_of
from ..blender.units import in_meters
from ..character.ground import bring_ground
from ..interface.row_buttons import free_name
from ..interface.sentence import worded
from .read_sketch import Sketch

# legs; feet this close to the ground are meant to touch it: ankles are as high (0.039 of stature, Winter 2009, figure
# 4.1), and a foot whose tilt the keys leave open is wrong by as much
SAME_GROUND = 0.075


@dataclass(frozen=True)
class Guess:
    """Result of the detection.

    Attributes:
        n_phases: of all contacts.
        added: names of bones that got contacts because they touch the ground.
        ground: height of the ground before and after [m].
        level: height at which feet stand [m].
        kept_for: name of another character on the ground, for which the ground is not moved; or empty.
        unsure: names of contacts with an uncertain phase.
    """

    n_phases: int
    added: tuple[str, ...]
    ground: tuple[float, float]
    level: float
    kept_for: str = ""
    unsure: tuple[str, ...] = ()

    @property
    def remark(self) -> str:
        """Message about other changes and what is uncertain; empty if there is nothing to report."""
        return " ".join(filter(None, (self._about_added, self._about_ground, self._about_unsure)))

    @property
    def _about_added(self) -> str:
        if not self.added:
            return ""
        bones = ", ".join(self.added)
        return worded("Contacts were added where your animation touches the ground: {bones}.", bones=bones)

    @property
    def _about_unsure(self) -> str:
        if not self.unsure:
            return ""
        contacts = ", ".join(self.unsure)
        return worded(
            "Some bars are uncertain: {contacts}. Keep or remove them in the Check List.", contacts=contacts
        )

    @property
    def _about_ground(self) -> str:
        """Message about the ground; empty if feet stand on it."""
        before, after = self.ground
        if self.kept_for:
            return self._about_shared_ground(self.level - after)
        if before == after:
            return ""
        return worded(
            "Ground moved from {before} m to {after} m to meet the feet.",
            before=f"{before:.3f}",
            after=f"{after:.3f}",
        )

    def _about_shared_ground(self, off: float) -> str:
        """Message about a shared ground that stays, with feet ``off`` above it [m]."""
        values = {"distance": f"{abs(off):.3f}", "other": self.kept_for}
        if off > 0:
            return worded(
                "Feet stand {distance} m above the ground, which '{other}' also uses; move this character down by "
                "that much.",
                **values,
            )
        return worded(
            "Feet stand {distance} m below the ground, which '{other}' also uses; move this character up by that "
            "much.",
            **values,
        )


def guess_phases(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, character: Character, sketch: Sketch
) -> Guess:
    """Replaces the phases of all contacts with detected ones; other bodies that touch get contacts.

    The ground is moved to the height of the feet unless another character stands on it. Contacts added by an earlier
    detection are removed first.
    """
    fps, contacts = rate_of(scene), armature_data(armature_object).spacetime.contacts
    for index in reversed(range(len(contacts))):
        if contacts[index].is_guessed:
            contacts.remove(index)
    own = [contact for contact in character.contacts if contact.name in contacts]
    character = replace(character, contacts=tuple(own))
    found = guess_contacts(character, sketch.position, sketch.turn, 1 / fps, tips=sketch.tips)
    before = in_meters(scene.spacetime.ground_height)
    level, kept_for = found.ground if found.touches else before, ""
    if abs(level - before) > SAME_GROUND * character.hip_height:
        kept_for = bring_ground(armature_object, scene, level)
    for contact, guessed in zip(contacts, found.known, strict=True):
        _write(contact, guessed)
    followed = armature_object.spacetime.motion.sketch
    followed.first_frame, followed.last_frame = int(sketch.frames[0]), int(sketch.frames[-1])
    sure = tuple(
        contact for contact in found.proposed if any(each.confidence >= LEAST for each in contact.phases)
    )
    place = place_of(armature_object)
    for guessed in sure:
        _add(contacts, guessed, place)
    added = tuple(dict.fromkeys(guessed.body for guessed in sure))
    n_phases = sum(len(contact.phases) for contact in contacts)
    unsure = tuple(each.name for each in contacts if any(phase.confidence < SURE for phase in each.phases))
    return Guess(n_phases, added, (before, in_meters(scene.spacetime.ground_height)), level, kept_for, unsure)


def _add(contacts: Any, guessed: GuessedContact, place: ArmaturePlace) -> None:
    """Adds a contact to a body that has none there."""
    name = free_name(guessed.body, contacts.keys(), ending=".{:03d}", first=1)
    contact = contacts.add()
    contact.name, contact.bone, contact.is_guessed = name, guessed.body, True
    contact.point = place.to_local(np.array(guessed.point))
    _write(contact, guessed)


def _write(contact: PropertyGroup, guessed: GuessedContact) -> None:
    contact.phases.clear()
    for each in guessed.phases:
        phase = contact.phases.add()
        phase.start, phase.duration, phase.confidence = each.start, each.duration, each.confidence
