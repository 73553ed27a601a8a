"""Checks of bones between bodies."""

from ...character.validation import known_name
from ...errors import InputError
from ..drawn_bones import DrawnBone
from .context import Context


def check_drawn_bones(context: Context) -> None:
    """Checks that drawn bones are on existing bodies and carry joints of these bodies, each joint once.

    Raises:
        InputError: names the field.
    """
    job = context.job
    if job.drawn_bones and job.cycle is not None and job.cycle.mirrored:
        raise InputError(
            "a mirrored cycle cannot have bones that move as drawn; disable mirroring or leave them out",
            field="job.drawn_bones",
        )
    carriers = {joint.name: joint.body_a for joint in job.character.joints}
    bodies: dict[str, str] = {}  # of the bones so far
    taken: set[str] = set()
    for k, bone in enumerate(job.drawn_bones):
        where = f"job.drawn_bones[{k}]"
        known_name(bone.body, context.bodies, f"{where}.body", "body")
        if bone.bone in bodies:
            raise InputError(f"two bones are named '{bone.bone}'; names must differ", field=f"{where}.bone")
        if bone.parent and bodies.get(bone.parent) != bone.body:
            raise InputError(
                f"expected an earlier bone on '{bone.body}' as the parent of '{bone.bone}', found '{bone.parent}'",
                field=f"{where}.parent",
            )
        bodies[bone.bone] = bone.body
        for name in bone.joints:
            known_name(name, carriers, f"{where}.joints", "joint")
            if carriers[name] != bone.body or name in taken:
                raise InputError(
                    f"the joint '{name}' cannot hang on '{bone.bone}': another bone or body carries it",
                    field=f"{where}.joints",
                )
            taken.add(name)
        _check_values(bone, where)


def _check_values(bone: DrawnBone, where: str) -> None:
    if not bone.turns:
        raise InputError(f"expected a rotation of '{bone.bone}' at least", field=f"{where}.turns")
    for name, values in (("shifts", bone.shifts), ("scales", bone.scales)):
        if values and len(values) != len(bone.turns):
            raise InputError(
                f"expected as many values as the {len(bone.turns)} rotations of '{bone.bone}', found {len(values)}",
                field=f"{where}.{name}",
            )
    if any(min(scale) <= 0 for scale in bone.scales):
        raise InputError(f"expected scales of '{bone.bone}' above 0", field=f"{where}.scales")
