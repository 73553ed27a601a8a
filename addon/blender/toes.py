"""Toes from the bone map that bend when a foot rolls over its ball."""

import bpy
import numpy as np

from ...solver.character.part_names import SIDES
from ...solver.formats.armature_motion import ArmaturePlace
from ...solver.formats.bending_toes import BendingToes, lies_ahead, toes_of_bone
from ...solver.job.job import Job
from ...solver.job.surfaces import Box
from .actions import keys_of
from .nla import played_curves_of
from .rest_pose import armature_data, rest_bone

TURNED = 0.05  # of an angle [rad] or a quaternion's component; smaller keys come from keying all bones


def bending_toes(
    job: Job, armature_object: bpy.types.Object, place: ArmaturePlace
) -> tuple[BendingToes, ...]:
    """Toes of feet with contacts, if the toes are not bodies themselves and no followed keys turn them."""
    armature = armature_data(armature_object)
    if not armature.spacetime.use_toes:
        return ()
    parts = {entry.name: entry.bone for entry in armature.spacetime.bone_map}
    bodies = {body.name for body in job.character.bodies}
    found = []
    for foot, toe in ((parts.get(f"foot.{side}", ""), parts.get(f"toe.{side}", "")) for side in SIDES):
        soles = [contact.point[2] for contact in job.character.contacts if contact.body == foot]
        if foot not in bodies or not soles or toe in bodies or toe not in armature.bones:
            continue
        bone = rest_bone(armature.bones[toe], place)
        if lies_ahead(bone) and not _is_turned(armature_object, toe):
            boxes = [surface for surface in job.surfaces if isinstance(surface, Box)]
            found.append(toes_of_bone(bone, foot, sole=min(soles), ground=job.ground_height, boxes=boxes))
    return tuple(found)


def _is_turned(armature_object: bpy.types.Object, bone: str) -> bool:
    """Whether the followed keys turn a bone."""
    path = f"{armature_object.pose.bones[bone].path_from_id()}.rotation"
    return bool(armature_object.spacetime.motion.sketch.use) and any(
        curve.data_path.startswith(path) and np.ptp(keys_of([curve])[1]) > TURNED
        for curve in played_curves_of(armature_object)
    )
