"""Validation of characters; each error names the invalid part."""

import difflib
import math
from collections.abc import Iterable, Sequence

from ..errors import InputError
from .body_joint import BodyJoint
from .contact_joint import ContactJoint
from .rigid_body import RigidBody
from .root_joint import RootJoint


def check_bodies(bodies: Sequence[RigidBody], subject: str) -> None:
    """Checks that bodies can be simulated.

    Raises:
        InputError: for the first invalid value, as in the following checks.
    """
    if not bodies:
        raise InputError(f"the character '{subject}' has no bodies", field="character.bodies")
    _unique((b.name for b in bodies), "character.bodies", "body")
    for i, body in enumerate(bodies):
        _check_body(body, f"character.bodies[{i}]")


def check_joints(
    joints: Sequence[BodyJoint], bodies: Sequence[RigidBody], others: Sequence[RootJoint]
) -> None:
    """Checks that joints connect the bodies to one tree per root."""
    _unique((j.name for j in joints), "character.joints", "joint")
    names = [b.name for b in bodies]
    for i, joint in enumerate(joints):
        _check_joint(joint, names, f"character.joints[{i}]")
    _check_tree(joints, names, others)


def check_contacts(contacts: Sequence[ContactJoint], bodies: Sequence[RigidBody]) -> None:
    """Checks the bodies and values of contacts."""
    _unique((c.name for c in contacts), "character.contacts", "contact")
    names = [b.name for b in bodies]
    for i, contact in enumerate(contacts):
        where, whose = f"character.contacts[{i}]", f"the contact '{contact.name}'"
        known_name(contact.body, names, f"{where}.body", "body")
        _finite(contact.point, f"{where}.point", whose)
        _finite((contact.friction, contact.twist_radius), where, whose)
        if contact.friction <= 0:
            raise InputError(
                f"{whose} needs friction above 0, found {contact.friction:g}", field=f"{where}.friction"
            )
        if contact.twist_radius < 0:
            raise InputError(
                f"{whose} needs a twist radius of 0 m or more, found {contact.twist_radius:g}",
                field=f"{where}.twist_radius",
            )


def check_mirror_pairs(pairs: Sequence[tuple[str, str]], bodies: Sequence[RigidBody]) -> None:
    """Checks that the bodies of mirror pairs exist."""
    names = [b.name for b in bodies]
    for i, pair in enumerate(pairs):
        for name in pair:
            known_name(name, names, f"character.mirror_pairs[{i}]", "body")


def known_name(name: str, names: Iterable[str], field: str, noun: str) -> None:
    """Checks that a name exists.

    Args:
        name: to check.
        names: existing names.
        field: path of the name, for the error.
        noun: noun for what is named, for the error.

    Raises:
        InputError: the name does not exist; the message suggests the most similar one.
    """
    names = list(names)
    if name not in names:
        near = difflib.get_close_matches(name, names, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(map(repr, names)) or 'none'}"
        raise InputError(f"there is no {noun} '{name}'; {hint}", field=field)


def _unique(names: Iterable[str], field: str, noun: str) -> None:
    seen = set()
    for name in names:
        if name in seen:
            raise InputError(f"two {noun} entries are named '{name}'; names must differ", field=field)
        seen.add(name)


def _finite(values: Iterable[float], field: str, subject: str) -> None:
    for value in values:
        if not math.isfinite(value):
            raise InputError(f"{subject} has a number that is not finite: {value}", field=field)


def _unit_quaternion(values: tuple[float, ...], field: str, subject: str) -> None:
    _finite(values, field, subject)
    size = math.sqrt(sum(v * v for v in values))
    if abs(size - 1.0) > 1e-6:
        raise InputError(f"{subject} needs an orientation of length 1, found length {size:g}", field=field)


def _check_body(body: RigidBody, where: str) -> None:
    whose = f"the body '{body.name}'"
    _finite((body.mass,), f"{where}.mass", whose)
    if body.mass <= 0:
        raise InputError(f"{whose} needs a mass above 0 kg, found {body.mass:g}", field=f"{where}.mass")
    _finite(body.diameters, f"{where}.diameters", whose)
    if min(body.diameters) <= 0:
        raise InputError(
            f"{whose} needs diameters above 0 m, found {min(body.diameters):g}", field=f"{where}.diameters"
        )
    _finite(body.position, f"{where}.position", whose)
    _unit_quaternion(body.orientation, f"{where}.orientation", whose)


def _check_joint(joint: BodyJoint, bodies: list[str], where: str) -> None:
    whose = f"the joint '{joint.name}'"
    known_name(joint.body_a, bodies, f"{where}.body_a", "body")
    known_name(joint.body_b, bodies, f"{where}.body_b", "body")
    if joint.body_a == joint.body_b:
        raise InputError(f"{whose} joins the body '{joint.body_a}' to itself", field=where)
    _finite(joint.position, f"{where}.position", whose)
    _unit_quaternion(joint.orientation, f"{where}.orientation", whose)
    _check_axes(joint.axes, f"{where}.axes", whose)
    n_axes = len(joint.axes)
    _per_axis(joint.limits, n_axes, f"{where}.limits", whose)
    _per_axis(joint.torque_limits, n_axes, f"{where}.torque_limits", whose)
    if joint.preferred:
        _per_axis(joint.preferred, n_axes, f"{where}.preferred", whose)
    _check_limits(joint.limits, joint.axes, f"{where}.limits", whose)
    _finite(joint.preferred, f"{where}.preferred", whose)
    _finite(joint.torque_limits, f"{where}.torque_limits", whose)
    if any(limit < 0 for limit in joint.torque_limits):
        raise InputError(
            f"{whose} needs torque limits of 0 N m or more, found {min(joint.torque_limits):g}",
            field=f"{where}.torque_limits",
        )


def _check_axes(axes: str, field: str, subject: str) -> None:
    if len(set(axes)) != len(axes) or not set(axes) <= set("XYZ"):
        raise InputError(f"{subject} needs up to three different axes of XYZ, found '{axes}'", field=field)


def _per_axis(values: tuple[object, ...], n_axes: int, field: str, subject: str) -> None:
    if len(values) != n_axes:
        raise InputError(
            f"{subject} has {n_axes} axes and so needs {n_axes} values, found {len(values)}", field=field
        )


def _check_limits(limits: tuple[tuple[float, float], ...], axes: str, field: str, subject: str) -> None:
    for axis, (lowest, highest) in zip(axes, limits, strict=True):
        _finite((lowest, highest), field, subject)
        if lowest > highest:
            raise InputError(
                f"{subject} has reversed limits on {axis}: lowest {lowest:g} is above highest {highest:g} rad",
                field=field,
            )


def _check_tree(joints: Sequence[BodyJoint], bodies: list[str], others: Sequence[RootJoint]) -> None:
    carrier: dict[str, BodyJoint] = {}
    for i, joint in enumerate(joints):
        if joint.body_b in carrier:
            other = carrier[joint.body_b].name
            raise InputError(
                f"the joint '{joint.name}' closes a loop: '{other}' already carries the body '{joint.body_b}'",
                field=f"character.joints[{i}]",
            )
        carrier[joint.body_b] = joint
    declared = {root.body for root in others}
    roots = [name for name in bodies if name not in carrier and name not in declared]
    if not roots:
        raise InputError("the joints close a loop: no body is left as the root", field="character.joints")
    if len(roots) > 1:
        alone = [name for name in roots if all(name not in (j.body_a, j.body_b) for j in joints)]
        if alone:
            raise InputError(f"the body '{alone[-1]}' is connected to nothing", field="character.joints")
        raise InputError(
            f"the character has two roots, '{roots[0]}' and '{roots[1]}'; a joint must carry one of them",
            field="character.joints",
        )
    for body in bodies:
        seen, name = {body}, body
        while name in carrier:
            name = carrier[name].body_a
            if name in seen:
                raise InputError(
                    f"the joint '{carrier[name].name}' closes a loop through the body '{name}'",
                    field="character.joints",
                )
            seen.add(name)


def check_roots(
    root: RootJoint | None,
    others: Sequence[RootJoint],
    joints: Sequence[BodyJoint],
    bodies: Sequence[RigidBody],
) -> None:
    """Checks that roots have no parent, and that their axes and limits are valid."""
    names = [b.name for b in bodies]
    carried = {joint.body_b: joint.name for joint in joints}
    named = [(root, "character.root")] if root else []
    named += [(other, f"character.others[{i}]") for i, other in enumerate(others)]
    _unique((each.body for each, _ in named), "character.others", "root")
    for root, where in named:
        known_name(root.body, names, f"{where}.body", "body")
        if root.body in carried:
            raise InputError(
                f"the body '{root.body}' cannot be the root: the joint '{carried[root.body]}' carries it",
                field=f"{where}.body",
            )
        _check_axes(root.translation, f"{where}.translation", "the root")
        _check_axes(root.axes, f"{where}.axes", "the root")
        if root.limits:
            _per_axis(root.limits, len(root.axes), f"{where}.limits", "the root")
            _check_limits(root.limits, root.axes, f"{where}.limits", "the root")
        _finite((root.force_limit, root.torque_limit), where, "the root")
        if min(root.force_limit, root.torque_limit) < 0:
            raise InputError("the root needs force and torque limits of 0 or more", field=where)
