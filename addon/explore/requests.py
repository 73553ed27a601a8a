"""Requests to the solver from the settings of the panel."""

from dataclasses import replace

import bpy

from ...solver.clip.clip import Clip
from ...solver.commands import explore_request
from ...solver.commands.explore_request import BetweenRequest, FrontRequest, VariationsRequest
from ...solver.errors import InputError
from ..blender.rest_pose import armature_data, body_bone
from .choices import (
    ANGLES,
    BODY,
    BONE_HEIGHT,
    ENDS,
    EXPRESSION,
    FLIGHT,
    FORMULA,
    HEIGHT,
    LIFT,
    MUSCLES,
    NONE,
    SHAPE,
    SPEED,
    WHOLE,
)
from .exploration_file import exploration_file
from .search import HERE, JOB_FILE

FIRST_FILE, SECOND_FILE = "first.npz", "second.npz"

QUANTITIES = {HEIGHT: "com.z", SPEED: "norm(com.velocity)"}
MEASURES = {
    BODY: explore_request.MASS,
    WHOLE: explore_request.WHOLE_BODY,
    ENDS: explore_request.HANDS_AND_FEET,
    ANGLES: explore_request.JOINT_ANGLES,
    EXPRESSION: explore_request.OWN_EXPRESSION,
    SHAPE: explore_request.SHAPE,
}


def variations_request(armature_object: bpy.types.Object, bodies: tuple[str, ...] = ()) -> VariationsRequest:
    """Request for different motions; without ``bodies``, the solver chooses which are compared.

    Raises:
        InputError: motions differ by a formula that is empty.
    """
    chosen = armature_object.spacetime.explore
    expression = _named(FORMULA, chosen.difference) if chosen.measure == EXPRESSION else ""
    return VariationsRequest(
        JOB_FILE, HERE, chosen.count, chosen.slack, bodies, chosen.seed, MEASURES[chosen.measure], expression,
        may_overlap=not chosen.keep_apart,
        store=None if chosen.measure == SHAPE else _store(armature_object),  # each body shape has its own job
        watches_stdin=True,
    )  # fmt: skip


def like_request(
    armature_object: bpy.types.Object, bodies: tuple[str, ...] = (), *, is_less: bool
) -> VariationsRequest:
    """Request for motions similar to a take, or different from it.

    Args:
        armature_object: character of the motion.
        bodies: to compare; empty: the solver's choice.
        is_less: whether they differ from the take instead of resembling it.

    Raises:
        InputError: motions differ by proportions, which cannot differ from a take.
    """
    request = variations_request(armature_object, bodies)
    if is_less and request.by == explore_request.SHAPE:
        raise InputError("Proportions do not differ from a take; choose something else as Differ By")
    return replace(request, unlike=(FIRST_FILE,)) if is_less else replace(request, like=FIRST_FILE)


def counted_bodies(context: bpy.types.Context, armature_object: bpy.types.Object) -> tuple[str, ...]:
    """Bodies to compare; empty: the solver's choice.

    Raises:
        InputError: only selected bones are compared, and none of them has a body.
    """
    chosen = armature_object.spacetime.explore
    if chosen.measure != BODY or not chosen.only_selected:
        return ()
    carriers = (body_bone(each.bone) for each in context.selected_pose_bones or ())
    names = tuple(dict.fromkeys(bone.name for bone in carriers if bone is not None))
    if not names:
        raise InputError(
            "Only Selected Bones is enabled, but no selected bone has a body; select other bones"
        )
    return names


def front_request(armature_object: bpy.types.Object) -> FrontRequest:
    """Request for trade-offs between effort and one or two quantities.

    Raises:
        InputError: the bone has no body, a formula is empty, or the range is reversed.
    """
    chosen = armature_object.spacetime.explore
    request = FrontRequest(
        JOB_FILE,
        HERE,
        _quantity(armature_object),
        help_price=chosen.lift_price if chosen.help == LIFT else None,
        muscle_price=chosen.muscle_price if chosen.help == MUSCLES else None,
        store=_store(armature_object),
        watches_stdin=True,
    )
    if chosen.second_quantity != NONE:
        levels = _evenly(chosen.first_second, chosen.last_second, chosen.n_seconds)
        request = replace(
            request, second=_named(chosen.second_quantity, chosen.second_formula), second_levels=levels
        )
    if chosen.by == FLIGHT:
        if chosen.first_flight > chosen.last_flight:
            raise InputError("Frames in the Air end before they begin; increase To")
        return replace(request, flights=tuple(range(chosen.first_flight, chosen.last_flight + 1)))
    levels = _evenly(chosen.first_level, chosen.last_level, chosen.n_levels)
    at_most = chosen.first_level > chosen.last_level
    if at_most and request.second:
        raise InputError(
            "To is less than From, but with a second quantity values can only increase; increase To"
        )
    return replace(request, levels=levels, at_most=at_most)


def _store(armature_object: bpy.types.Object) -> str | None:
    """File that stores motions for the next search; None if disabled."""
    return str(exploration_file()) if armature_object.spacetime.explore.resume else None


def _evenly(first: float, last: float, count: int) -> tuple[float, ...]:
    """Even values from the first to the last; only the last if there is one."""
    return tuple(last + (first - last) * k / max(count - 1, 1) for k in range(count))[::-1]


def between_request(
    armature_object: bpy.types.Object, first: Clip, second: Clip, bodies: tuple[str, ...] = ()
) -> BetweenRequest:
    """Request for a motion between takes at shares 0 and 1; by a quantity if their jobs differ, such as in timing."""
    is_one_job = replace(first.job, name="") == replace(second.job, name="")
    share = armature_object.spacetime.explore.share
    return BetweenRequest(
        FIRST_FILE,
        SECOND_FILE,
        HERE,
        shares=(share,),
        bodies=bodies,
        quantity="" if is_one_job else _quantity(armature_object),
        watches_stdin=True,
    )


def _quantity(armature_object: bpy.types.Object) -> str:
    """The quantity as an expression."""
    chosen = armature_object.spacetime.explore
    if chosen.quantity != BONE_HEIGHT:
        return _named(chosen.quantity, chosen.formula)
    bone = armature_data(armature_object).bones.get(chosen.bone)
    carrier = body_bone(bone) if bone is not None else None
    if carrier is None:
        raise InputError(f"expected a bone with a body, found '{chosen.bone}'; choose one as Bone")
    return f"body({carrier.name!r}).position.z"


def _named(quantity: str, formula: str) -> str:
    """A quantity without a bone, as an expression.

    Raises:
        InputError: it is a formula that is empty.
    """
    if quantity != FORMULA:
        return QUANTITIES[quantity]
    if not formula.strip():
        raise InputError("Formula is empty; expected an expression such as com.z")
    return formula
