"""Parts of a human, and its facing direction."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Array
from ..character.part_names import SIDES, PartName
from ..errors import InputError
from .rest_bone import RestBone
from .skeleton import Skeleton

# Parts with a body; "hand", "toe", "heel" and "crown" are landmarks inside their parents' bodies.
CENTRAL = ("hips", "waist", "chest", "neck")
PAIRED = ("upper_arm", "forearm", "thigh", "shin", "foot")
CLAVICLE = "clavicle"  # which has a body if asked for
# parts that a human rig must have; the others are estimated
NEEDED = frozenset({"hips", "chest", "neck", *(f"{part}.{side}" for part in PAIRED for side in SIDES)})

# Part to the candidates for the part at whose head it ends.
_GOES_ON = {
    "hips": ("waist", "chest"),
    "waist": ("chest",),
    "chest": ("neck",),
    "neck": ("crown",),
    CLAVICLE: ("upper_arm",),
    "upper_arm": ("forearm",),
    "forearm": ("hand",),
    "thigh": ("shin",),
    "shin": ("foot",),
    "foot": ("toe",),
}
HEAD_SHARE = 0.162  # of stature, from the neck's base to the crown (Rigify's human)
SHORTEST_NECK = 0.1  # of the neck's height: a longer bone extends to the crown
TOE_SHARE = 0.45  # of the horizontal distance from ankle to ball: length of toes if a rig has none
# of the leg, from the ankle to the ball, if the foot bone does not show it (medians of captured skeletons)
BALL_AHEAD, BALL_BELOW = 0.16, 0.08
FOREARM_SHARE = 0.8  # of the upper arm's length; Winter (2009, figure 4.1) has 0.146 and 0.186 of stature
STUMP = 0.3  # of the upper arm: a shorter forearm is a joint without an end
STANDING = 0.6  # cosine of a leg to the vertical
BENT = 0.02  # of a leg; knees farther ahead of it show where a human faces
ALONG = 0.5  # cosine to the direction of its limb, from which the last bone is trusted
UP = np.array([0.0, 0.0, 1.0])


def with_bodies(parts: Mapping[str, str]) -> dict[str, str]:
    """Part to bone, of the parts with a body."""
    kinds = (*CENTRAL, *PAIRED, CLAVICLE)
    return {part: bone for part, bone in parts.items() if PartName.of(part).kind in kinds}


def clavicles(skeleton: Skeleton, parts: Mapping[str, str]) -> dict[str, str]:
    """Part to bone, of the longest bone on each side between the trunk and an upper arm; empty unless on both."""
    lines = {side: skeleton.above(parts[f"upper_arm.{side}"]) for side in SIDES}
    taken, shared = {*parts.values()}, {*lines["L"]} & {*lines["R"]}  # the spine carries both arms
    own = {
        side: [name for name in line if name not in taken | shared and skeleton.has_length(name)]
        for side, line in lines.items()
    }
    if not all(own.values()):
        return {}
    return {
        f"{CLAVICLE}.{side}": max(line, key=lambda name: skeleton.bones[name].length)
        for side, line in own.items()
    }


def complete(bones: Mapping[str, RestBone]) -> dict[str, RestBone]:
    """Bones with tails at the next bone of the limb, and with crown and toes, estimated if missing.

    In rigs from other programs, bones may point anywhere, be cut in two, or have no length.

    Raises:
        InputError: a bone is missing, or the human does not stand.
    """
    missing = sorted(NEEDED - bones.keys())
    if missing:
        raise InputError(f"a human needs a bone for '{missing[0]}'; choose one in the bone map")
    _check_stance(bones)
    found = dict(bones)
    found["crown"] = _crown(bones)
    for side in SIDES:
        found[f"toe.{side}"] = _toe(bones, side)
        hand, forearm = bones.get(f"hand.{side}"), bones[f"forearm.{side}"]
        if hand is not None:
            way = hand.head - forearm.head
            if hand.axes[:, 1] @ way < ALONG * np.linalg.norm(way) or hand.length < 0.1 * np.linalg.norm(way):
                del found[f"hand.{side}"]
                found[f"forearm.{side}"] = replace(forearm, tail=hand.head)
        else:
            found[f"forearm.{side}"] = _whole_forearm(bones[f"upper_arm.{side}"], forearm)
    for part, bone in bones.items():
        name = PartName.of(part)
        following = map(name.beside, _GOES_ON.get(name.kind, ()))
        after = next((found[each] for each in following if each in found), None)
        if after is not None and np.linalg.norm(after.head - bone.head) > 1e-3 * found["crown"].length:
            found[part] = replace(bone, tail=after.head)
    return found


def _whole_forearm(upper: RestBone, forearm: RestBone) -> RestBone:
    """A forearm without a hand; if it ends at the elbow, it gets average length and is straight."""
    way = forearm.head - upper.head
    if forearm.length > STUMP * np.linalg.norm(way):
        return forearm
    return replace(forearm, tail=forearm.head + FOREARM_SHARE * way)


def _check_stance(bones: Mapping[str, RestBone]) -> None:
    for side in SIDES:
        hip, ankle = bones[f"thigh.{side}"], bones[f"foot.{side}"]
        leg = hip.head - ankle.head
        if leg @ UP < STANDING * np.linalg.norm(leg):
            raise InputError(
                f"the leg from '{hip.name}' to '{ankle.name}' does not stand upright in the rest pose; in the check "
                "list, Stand Up finds a frame of its motion that does, and Use Pose takes the pose you see"
            )


def lowest(bones: Mapping[str, RestBone]) -> float:
    """World Z of the lowest end of any bone [m]."""
    return float(min(min(bone.head[2], bone.tail[2]) for bone in bones.values()))


def _crown(bones: Mapping[str, RestBone]) -> RestBone:
    """The head: a bone that points up, or else an estimate by average proportions."""
    neck, crown = bones["neck"], bones.get("crown")
    tall = float(neck.head[2]) - lowest(
        {k: b for k, b in bones.items() if PartName.of(k).kind in ("foot", "toe")}
    )
    if tall <= 0:
        raise InputError(
            f"the neck '{neck.name}' is not above the feet; stand the rig upright along the world's Z"
        )
    if crown is not None and crown.axes[:, 1] @ UP > ALONG and crown.length > SHORTEST_NECK / 3 * tall:
        return crown
    if crown is None and neck.axes[:, 1] @ UP > ALONG and neck.length > SHORTEST_NECK * tall:
        return replace(neck, head=(neck.head + neck.tail) / 2)
    top = neck.head + HEAD_SHARE / (1 - HEAD_SHARE) * tall * UP
    bottom = crown.head if crown is not None and crown.head[2] < top[2] else (neck.head + top) / 2
    return replace(crown or neck, head=bottom, tail=np.array([bottom[0], bottom[1], top[2]]))


def _toe(bones: Mapping[str, RestBone], side: str) -> RestBone:
    """The toes: a bone that continues the foot, or else an estimate by average proportions.

    If a foot without toes points down or to the side, its ball is also estimated, from the ankle.
    """
    foot, toe = bones[f"foot.{side}"], bones.get(f"toe.{side}")
    ball = toe.head if toe is not None else foot.tail
    if toe is None and abs(float((ball - foot.head) @ _ahead_of_hips(bones))) < ALONG * foot.length:
        leg = float(np.linalg.norm(bones[f"thigh.{side}"].head - foot.head))
        ball = foot.head + leg * (BALL_AHEAD * _ahead_of_hips(bones) - BALL_BELOW * UP)
    ahead = (ball - foot.head) * np.array([1.0, 1.0, 0.0])
    reach = float(np.linalg.norm(ahead))
    if toe is not None and toe.length > 0.1 * reach and toe.axes[:, 1] @ ahead > ALONG * reach:
        return toe
    return replace(toe or foot, head=ball, tail=ball + TOE_SHARE * ahead)


def _ahead_of_hips(bones: Mapping[str, RestBone]) -> Array:
    """Horizontal unit vector (3,) ahead, perpendicular to the line between the hips."""
    across = np.cross(bones["thigh.L"].head - bones["thigh.R"].head, UP)
    ahead: Array = across / max(float(np.linalg.norm(across)), 1e-9)
    return ahead


@dataclass(frozen=True, eq=False)
class Directions:
    """The human's own directions in the rest pose, unit vectors in the world."""

    forward: Array
    left: Array
    up: Array

    def outward(self, side: str) -> Array:
        """Unit vector (3,) away from the middle, on a side, world."""
        return self.left if side == "L" else -self.left


def directions(bones: Mapping[str, RestBone]) -> Directions:
    """Directions of a standing human, from the toes.

    Raises:
        InputError: the feet do not point anywhere along the ground, or left is on the right.
    """
    up = np.array([0.0, 0.0, 1.0])
    ahead = np.sum([bones[f"toe.{s}"].tail - bones[f"foot.{s}"].head for s in SIDES], axis=0)
    ahead -= ahead @ up * up
    size = float(np.linalg.norm(ahead))
    if size < 1e-6:
        raise InputError(
            f"the foot '{bones['foot.L'].name}' must point forward in the rest pose; turn its toes"
        )
    forward = ahead / size
    left = np.cross(up, forward)
    if (bones["thigh.L"].head - bones["thigh.R"].head) @ left <= 0:
        if _knees(bones) @ forward >= -BENT:
            raise InputError(
                f"the bone '{bones['thigh.L'].name}' lies on the right of where the feet point; "
                "swap the left and right names"
            )
        forward, left = -forward, -left  # knees bend where the names say, and feet point elsewhere
    return Directions(forward, left, up)


def _knees(bones: Mapping[str, RestBone]) -> Array:
    """(3,) mean of the ways from the line between hip and ankle to the knee, as a fraction of the leg's length."""
    ways = []
    for side in SIDES:
        hip, knee, ankle = (bones[f"{part}.{side}"].head for part in ("thigh", "shin", "foot"))
        line = ankle - hip
        length = max(float(np.linalg.norm(line)), 1e-9)
        ways.append((knee - hip - (knee - hip) @ line / length**2 * line) / length)
    mean: Array = np.mean(ways, axis=0)
    return mean
