"""Creatures from a seed: from human-like ones to monsters that nobody drew."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...arrays import Array
from ...character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from ...character.part_names import PartName, pairs
from .parts import rod, vector

DENSITY = 1000.0  # kg/m^3
GRAVITY = 9.81  # m/s^2
HEIGHTS = (0.05, 20.0)  # m
LEG_STRENGTH, LIMB_STRENGTH = (
    0.5,
    4.0,
)  # of the whole weight on a stretched leg; of the limb's weight held straight out
SPINE_STRENGTH = 0.6  # of the whole weight, half a trunk away
FREE, STIFF = 1.3, 0.6  # rad: shoulders, hips and necks; the whole spine
RAISED = 2.8  # rad: arms forward and up
KNEE = (-0.15, 2.2)  # rad, toward the side on which it is bent at rest
WRIST = 0.9  # rad
UPRIGHT_SHARE, ASYMMETRIC_SHARE, BRANCH_SHARE = 0.4, 0.15, 0.2


@dataclass(frozen=True)
class BodyPlan:
    """What a creature has.

    Attributes:
        height: of its hips above the ground [m].
        is_upright: whether its spine stands up.
        spine: number of bodies of the spine.
        legs: number of legs; an odd one is in the middle.
        leg_links: bodies of each leg, 2 to 4.
        arms: number of arms; an odd one is on the left.
        arm_links: bodies of each arm, 2 or 3.
        branches: whether arms end in two hands each.
        heads: number of heads side by side.
        tail: number of bodies of the tail; 0: none.
        stretch: length of the spine in leg lengths.
        unequal: how much longer limbs are on the left than on the right, as a share.
    """

    height: float
    is_upright: bool
    spine: int
    legs: int
    leg_links: int
    arms: int
    arm_links: int
    branches: bool
    heads: int
    tail: int
    stretch: float
    unequal: float

    @classmethod
    def drawn(cls, seed: int) -> "BodyPlan":
        """A random anatomy."""
        rng = np.random.default_rng(seed)
        upright = bool(rng.random() < UPRIGHT_SHARE)
        low, high = np.log(HEIGHTS)
        return cls(
            height=float(np.exp(rng.uniform(low, high)) * 0.55),
            is_upright=upright,
            spine=int(rng.integers(1, 4 if upright else 7)),
            legs=int(rng.choice([1, 2, 2, 2, 3]) if upright else rng.integers(2, 9)),
            leg_links=int(rng.integers(2, 5)),
            arms=int(rng.integers(1, 7)) if upright else int(rng.choice([0, 0, 1, 2, 2, 4])),
            arm_links=int(rng.integers(2, 4)),
            branches=bool(rng.random() < BRANCH_SHARE),
            heads=int(rng.choice([1, 1, 1, 2, 3])),
            tail=int(rng.choice([0, 0, 1, 3, 5])),
            stretch=float(rng.uniform(0.5, 0.9) if upright else rng.uniform(0.6, 1.8)),
            unequal=float(rng.uniform(0.05, 0.2)) if rng.random() < ASYMMETRIC_SHARE else 0.0,
        )


def random_creature(seed: int) -> Character:
    """A creature that faces world X and stands on Z = 0, with roles and muscles that carry it."""
    return creature(BodyPlan.drawn(seed), name=f"Creature {seed}")


def creature(anatomy: BodyPlan, *, name: str) -> Character:
    """A creature of an anatomy."""
    parts = _Parts(anatomy)
    trunk = _trunk(parts)
    _legs(parts, trunk)
    _arms(parts, trunk)
    _heads(parts, trunk)
    _tail(parts, trunk)
    return parts.character(name)


@dataclass
class _Parts:
    """Bodies and joints while a creature is put together; lengths in leg heights until ``character`` scales them."""

    anatomy: BodyPlan
    bodies: list[RigidBody] = field(default_factory=list)
    joints: list[BodyJoint] = field(default_factory=list)
    contacts: list[ContactJoint] = field(default_factory=list)

    def add(self, name: str, ends: tuple[Array, Array], width: float) -> RigidBody:
        body = rod(name, 1.0, ends, width)
        volume = np.pi / 6 * width * width * float(np.linalg.norm(ends[1] - ends[0]))
        body = replace(body, mass=DENSITY * volume, role=name)
        self.bodies.append(body)
        return body

    def chain(
        self,
        names: Sequence[str],
        carrier: str,
        points: Array,
        width: float,
        *,
        first: float = FREE,
        raised: float | None = None,
        hinges: bool = True,
    ) -> None:
        """Bodies between consecutive points (K + 1, 3); hinges bend as the points do."""
        for k, name in enumerate(names):
            ends = (points[k], points[k + 1])
            length = float(np.linalg.norm(ends[1] - ends[0]))
            self.add(name, ends, min(width * (1 - 0.15 * k), 0.8 * length))
            joint = BodyJoint(f"{name}_joint", carrier, name, vector(points[k]))
            if k == 0 or not hinges:
                free = first if k == 0 else WRIST
                widest = raised if raised and k == 0 else free
                limits = ((-widest, widest), *((-free, free),) * 2)
                axes = "YXZ" if raised and k == 0 else "XYZ"
                joint = replace(joint, axes=axes, limits=limits, torque_limits=(1.0,) * 3)
            elif k == len(names) - 1 and len(names) > 2:
                joint = replace(joint, axes="XYZ", limits=((-WRIST, WRIST),) * 3, torque_limits=(1.0,) * 3)
            else:
                before, after = points[k] - points[k - 1], ends[1] - ends[0]
                bend = float(np.cross(before, after)[1])
                bent = KNEE if bend > 0 else (-KNEE[1], -KNEE[0])
                joint = replace(joint, axes="Y", limits=(bent,), torque_limits=(1.0,))
            self.joints.append(joint)
            carrier = name

    def character(self, name: str) -> Character:
        scale = self.anatomy.height
        bodies = tuple(
            replace(
                b, mass=b.mass * scale**3, position=vector(scale * np.array(b.position)),
                diameters=vector(scale * np.array(b.diameters)),
            )
            for b in self.bodies
        )  # fmt: skip
        joints = [replace(j, position=vector(scale * np.array(j.position))) for j in self.joints]
        contacts = tuple(replace(c, point=vector(scale * np.array(c.point))) for c in self.contacts)
        joints = _with_strength(bodies, joints, {contact.body for contact in contacts}, scale)
        return Character(
            name, bodies, tuple(joints), contacts, RootJoint("hips"), pairs([body.name for body in bodies])
        )


def _trunk(parts: _Parts) -> Array:
    """Bodies of the spine; returns the points (K + 1, 3) between them, hips first."""
    anatomy = parts.anatomy
    along = np.array([0.0, 0.0, 1.0]) if anatomy.is_upright else np.array([1.0, 0.0, 0.05])
    start = np.array([0.0, 0.0, 1.0]) - (0.1 if anatomy.is_upright else 0.5 * anatomy.stretch) * along
    points = start + np.linspace(0, anatomy.stretch, anatomy.spine + 1)[:, None] * along
    width = 0.32 if anatomy.is_upright else 0.36
    names = ["hips", *(f"spine{k}" for k in range(1, anatomy.spine))]
    parts.add(names[0], (points[0], points[1]), width)
    give = STIFF / max(anatomy.spine - 1, 1) + 0.1
    for k, name in enumerate(names[1:], 1):
        parts.add(name, (points[k], points[k + 1]), width)
        joint = BodyJoint(f"{name}_joint", names[k - 1], name, vector(points[k]))
        parts.joints.append(replace(joint, axes="XYZ", limits=((-give, give),) * 3, torque_limits=(1.0,) * 3))
    return points


def _spine_at(parts: _Parts, share: float) -> str:
    """Name of the spine's body at a share of its length."""
    index = min(int(share * parts.anatomy.spine), parts.anatomy.spine - 1)
    return "hips" if index == 0 else f"spine{index}"


def _sides(count: int, *, odd: str) -> list[tuple[int, str]]:
    """Pair number and side of limbs; ``odd`` is the side of the last one of an odd number."""
    found = [(k, side) for k in range(count // 2) for side in "LR"]
    return [*found, (count // 2, odd)] if count % 2 else found


def _legs(parts: _Parts, trunk: Array) -> None:
    anatomy = parts.anatomy
    for pair, side in _sides(anatomy.legs, odd=""):
        share = _leg_share(anatomy, pair)
        hip = trunk[0] + share * (trunk[-1] - trunk[0])
        out = {"L": 0.16, "R": -0.16, "": 0.0}[side]
        x = 0.25 * pair if anatomy.is_upright and pair else 0.0
        top = np.array([hip[0] + x, out, hip[2] - 0.05])
        foot = np.array([top[0], 1.15 * out, 0.0])
        links = anatomy.leg_links
        names = _named(f"leg{pair + 1}", links, side, last="paw")
        points = top + np.linspace(0, 1, links + 1)[:, None] * (foot - top)
        bend = 0.12 * (1 + (anatomy.unequal if side == "L" else 0.0))
        for k in range(1, links):
            points[k, 0] += bend * (1 if k % 2 else -1) * (1 if pair == 0 or anatomy.is_upright else -1)
        if links > 2:  # the last link is a foot ahead of the ankle
            points[-2] = foot + np.array([-0.1, 0.0, 0.1])
        parts.chain(names, _spine_at(parts, share), points, 0.13)
        parts.contacts.append(
            ContactJoint(f"leg{pair + 1}{'.' + side if side else ''}", names[-1], vector(points[-1]))
        )


def _leg_share(anatomy: BodyPlan, pair: int) -> float:
    """Where along the spine a pair of legs is: below the middle if it carries alone, or spread from end to end."""
    if anatomy.is_upright:
        return 0.0
    rows = anatomy.legs // 2
    return 0.5 if rows < 2 or pair >= rows else pair / (rows - 1)


def _arms(parts: _Parts, trunk: Array) -> None:
    anatomy = parts.anatomy
    for pair, side in _sides(anatomy.arms, odd="L"):
        share = 1.0 - 0.25 * pair / max(anatomy.arms // 2, 1)
        at = trunk[0] + share * (trunk[-1] - trunk[0])
        out = 1.0 if side == "L" else -1.0
        length = 0.75 * (1 + (anatomy.unequal if side == "L" else 0.0)) * (1 - 0.1 * pair)
        top = at + np.array([0.0, 0.2 * out, -0.05])
        hang = np.array([0.1, 0.25 * out, -0.8]) if anatomy.is_upright else np.array([0.7, 0.3 * out, -0.3])
        links = anatomy.arm_links
        points = top + np.linspace(0, length, links + 1)[:, None] * hang
        points[1:-1, 0] -= 0.05
        names = _named(f"arm{pair + 1}", links, side, last="hand")
        carrier = _spine_at(parts, share - 1e-9)
        parts.chain(names, carrier, points, 0.09, raised=RAISED)
        if anatomy.branches and links > 2:
            twin = np.stack([points[-2], points[-1] + [0.0, 0.15 * out, 0.05]])
            parts.chain([str(PartName(f"arm{pair + 1}b_hand", side))], names[-2], twin, 0.06, first=WRIST)


def _heads(parts: _Parts, trunk: Array) -> None:
    anatomy, end = parts.anatomy, trunk[-1]
    carrier = _spine_at(parts, 1.0)
    for k in range(anatomy.heads):
        aside = 0.25 * (k - (anatomy.heads - 1) / 2)
        lean = np.array([0.02, aside, 0.2]) if anatomy.is_upright else np.array([0.25, aside, 0.2])
        ahead = np.array([0.05, aside, 0.3]) if anatomy.is_upright else np.array([0.3, aside, 0.02])
        number = "" if k == 0 else str(k + 1)
        points = np.stack([end, end + lean, end + lean + ahead])
        parts.chain([f"neck{number}", f"head{number}"], carrier, points, 0.16, first=0.8, hinges=False)


def _tail(parts: _Parts, trunk: Array) -> None:
    anatomy = parts.anatomy
    if not anatomy.tail:
        return
    way = np.array([-0.6, 0.0, -0.25]) if anatomy.is_upright else np.array([-0.8, 0.0, 0.0])
    points = trunk[0] + np.linspace(0, 1, anatomy.tail + 1)[:, None] * way
    names = ["tail", *(f"tail{k}" for k in range(2, anatomy.tail + 1))]
    parts.chain(names, "hips", points, 0.08, first=0.9, hinges=False)


def _named(limb: str, links: int, side: str, *, last: str) -> list[str]:
    """Names of a limb's bodies, from the body outward."""
    kinds = ["upper", "lower", "shank", last][: links - 1] if links < 4 else ["upper", "lower", "shank"]
    return [str(PartName(f"{limb}_{kind}", side)) for kind in (*kinds, last)]


def _with_strength(
    bodies: Sequence[RigidBody], joints: Sequence[BodyJoint], feet: set[str], height: float
) -> list[BodyJoint]:
    """Joints with torque limits that carry the creature on its legs and hold its other limbs out straight."""
    mass = {body.name: body.mass for body in bodies}
    whole = sum(mass.values())
    carried: dict[str, list[str]] = {body.name: [body.name] for body in bodies}
    for joint in reversed(joints):
        carried[joint.body_a] = [*carried[joint.body_a], *carried[joint.body_b]]
    place = {body.name: np.array(body.position) for body in bodies}
    found = []
    for joint in joints:
        below = carried[joint.body_b]
        arm = sum(mass[b] * float(np.linalg.norm(place[b] - np.array(joint.position))) for b in below)
        limit = LIMB_STRENGTH * GRAVITY * arm
        if feet & set(below):
            limit = max(limit, LEG_STRENGTH * whole * GRAVITY * height)
        if joint.body_b.startswith("spine"):
            limit = max(limit, SPINE_STRENGTH * whole * GRAVITY * height)
        found.append(replace(joint, torque_limits=(limit,) * len(joint.axes)))
    return found
