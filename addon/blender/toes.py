"""Toes that bend where a foot rolls over its ball, as the bone map names them."""

import bpy

from ...solver.fitting.human_bones import SIDES
from ...solver.formats.armature_motion import ArmaturePlace
from ...solver.formats.bending_toes import BendingToes, toes_of_bone
from ...solver.job.job import Job
from ...solver.job.surfaces import Box
from .rest_pose import armature_data, rest_bone


def bending_toes(
    job: Job, armature_object: bpy.types.Object, place: ArmaturePlace
) -> tuple[BendingToes, ...]:
    """Those of feet that are bodies with contacts, while the toes are none; none unless the artist wants them.

    Args:
        job: of the motion.
        armature_object: that shows it.
        place: where that stood when the job was read.
    """
    armature = armature_data(armature_object)
    if not armature.spacetime.use_toes:
        return ()
    parts = {entry.name: entry.bone for entry in armature.spacetime.bone_map}
    bodies = {body.name for body in job.character.bodies}
    found = []
    for foot, toe in ((parts.get(f"foot.{side}", ""), parts.get(f"toe.{side}", "")) for side in SIDES):
        soles = [contact.point[2] for contact in job.character.contacts if contact.body == foot]
        if foot in bodies and soles and toe in armature.bones and toe not in bodies:
            boxes = [surface for surface in job.surfaces if isinstance(surface, Box)]
            bone = rest_bone(armature.bones[toe], place)
            found.append(toes_of_bone(bone, foot, sole=min(soles), ground=job.ground_height, boxes=boxes))
    return tuple(found)
