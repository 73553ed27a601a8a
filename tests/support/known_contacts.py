"""Synthetic motions with known contacts: walks, tiptoe, sneaking, sliding, crawling, getting up, a trot.

Bodies move independently, like captured markers; joints only connect them to a tree.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from solver.character import BodyJoint, Character, ContactJoint, RigidBody

LEG, BACK, FRONT = 0.9, -0.07, 0.17  # m; ends of a foot relative to the point below its ankle
ANKLE = 0.07  # m
SEEN = 0.01  # m; points that have moved less still stand
DOWN = np.pi / 2  # pitch of a body lying on its front


@dataclass(frozen=True, eq=False)
class Known:
    """A motion with its contacts.

    Attributes:
        character: that moves.
        position: (N, B, 3) [m].
        turn: (N, B, 3, 3).
        truth: (N,) whether each touches, by contact, or by body for bodies without contacts.
        fps: frames per second.
    """

    character: Character
    position: np.ndarray
    turn: np.ndarray
    truth: Mapping[str, np.ndarray]
    fps: float

    def noisy(self, amount: float, drift: float, seed: int = 0) -> "Known":
        """As captured: positions have noise of ``amount`` [m], and the floor sinks by ``drift`` [m] over the motion."""
        random = np.random.default_rng(seed)
        shaken = self.position + amount * random.standard_normal(self.position.shape)
        shaken[..., 2] -= drift * np.linspace(0, 1, len(shaken))[:, None]
        return replace(self, position=shaken)


def person() -> Character:
    """Build a human with legs of 0.9 m and contacts at heels and toes."""
    sizes = {
        "hips": ((0, 0, 0.95), (0.3, 0.2, 0.2), 12.0),
        "chest": ((0, 0, 1.3), (0.3, 0.2, 0.4), 30.0),
        **{
            f"{part}.{side}": ((x, y * way, z), size, mass)
            for side, way in (("L", 1), ("R", -1))
            for part, (x, y, z), size, mass in (
                ("thigh", (0, 0.1, 0.7), (0.14, 0.14, 0.44), 10.0),
                ("shin", (0, 0.1, 0.3), (0.1, 0.1, 0.44), 3.5),
                ("foot", (0.05, 0.1, 0.035), (0.26, 0.08, 0.07), 1.0),
                ("arm", (0, 0.25, 1.1), (0.08, 0.08, 0.6), 3.0),
            )
        },
    }
    bodies = tuple(RigidBody(name, mass, size, place) for name, (place, size, mass) in sizes.items())
    tree = {"chest": "hips"} | {
        f"{part}.{side}": carrier if carrier in ("hips", "chest") else f"{carrier}.{side}"
        for side in "LR"
        for part, carrier in (("thigh", "hips"), ("shin", "thigh"), ("foot", "shin"), ("arm", "chest"))
    }
    joints = tuple(_hinge(name, carrier, _end(name, *sizes[name][:2])) for name, carrier in tree.items())
    contacts = tuple(
        ContactJoint(f"{end}.{side}", f"foot.{side}", (x, way * 0.1, 0.0))
        for side, way in (("L", 1), ("R", -1))
        for end, x in (("heel", BACK), ("toe", FRONT))
    )
    return Character("person", bodies, joints, contacts)


def _end(name: str, place: tuple[float, ...], size: tuple[float, ...]) -> tuple[float, float, float]:
    """End at which a body is attached: the upper one of limbs, the lower one of the chest."""
    x, y, z = place
    return (x, y, z - size[2] / 2) if name == "chest" else (x, y, z + size[2] / 2)


def _hinge(name: str, carrier: str, place: tuple[float, float, float]) -> BodyJoint:
    return BodyJoint(name, carrier, name, place, axes="Y", limits=((-3.0, 3.0),), torque_limits=(100.0,))


def dog(size: float = 1.0) -> Character:
    """Build a dog with legs of 0.5 m and four paws."""
    trunk = RigidBody("trunk", 20.0, (0.7 * size, 0.2 * size, 0.25 * size), (0, 0, 0.5 * size))
    paws = {
        f"{end}.{side}": (0.25 * ahead * size, 0.1 * left * size)
        for end, ahead in (("fore", 1), ("hind", -1))
        for side, left in (("L", 1), ("R", -1))
    }
    bodies = tuple(RigidBody(n, 0.3, (0.08 * size,) * 3, (*at, 0.04 * size)) for n, at in paws.items())
    joints = tuple(_hinge(name, "trunk", (*at, 0.5 * size)) for name, at in paws.items())
    contacts = tuple(ContactJoint(name, name, (*at, 0.0)) for name, at in paws.items())
    return Character("dog", (trunk, *bodies), joints, contacts)


def ease(share: np.ndarray) -> np.ndarray:
    """Minimum-jerk transition from 0 to 1, at rest at both ends."""
    s = np.clip(share, 0, 1)
    return s**3 * (10 - 15 * s + 6 * s**2)


def pitched(angle: np.ndarray) -> np.ndarray:
    """Rotation (N, 3, 3) that lifts the front."""
    c, s, o, i = np.cos(angle), np.sin(angle), np.zeros_like(angle), np.ones_like(angle)
    return np.stack([np.stack(row, -1) for row in ((c, o, -s), (o, i, o), (s, o, c))], -2)


def stepping(
    time: np.ndarray, period: float, start: float, duty: float, stride: float, lift: float, seen: float = SEEN
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Forward distance (N,), height (N,) and stance (N,) of a stepping foot.

    Args:
        time: (N,) [s].
        period: of one step [s].
        start: of a stance, as a share of the period.
        duty: duty factor.
        stride: [m].
        lift: height in the middle of a swing [m].
        seen: distance up to which it still stands [m].
    """
    count = np.floor(time / period - start)
    share = (time / period - start) - count
    swing = (share - duty) / (1 - duty)
    ahead, height = stride * ease(swing), lift * np.sin(np.pi * np.clip(swing, 0, 1)) ** 2
    stands = np.minimum(ahead, stride - ahead) ** 2 + height**2 < seen**2
    return stride * (count + start) + ahead, height, stands


def _frames(length: float, fps: float) -> np.ndarray:
    return np.arange(round(length * fps) + 1) / fps


def _standing(character: Character, time: np.ndarray, ahead: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All bodies in the rest pose, moved forward by (N,) [m]."""
    position = np.tile([body.position for body in character.bodies], (len(time), 1, 1)).astype(float)
    position[..., 0] += ahead[:, None]
    return position, np.broadcast_to(np.eye(3), (*position.shape[:2], 3, 3)).copy()


def walk(fps: float, *, period: float = 1.1, stride: float = 1.4, length: float = 3.5) -> Known:
    """Heel strike, flat foot, heel off, toe off."""
    character, time = person(), _frames(length, fps)
    position, turn = _standing(character, time, stride * time / period)
    truth = {}
    for side, start in (("L", 0.0), ("R", 0.5)):
        ahead, height, _ = stepping(time, period, start, 0.63, stride, 0.1)
        share = (time / period - start) % 1
        angle = (
            np.radians(20) * (1 - ease(share / 0.12))
            - np.radians(45) * ease((share - 0.4) / 0.23)
            + np.radians(65) * ease((share - 0.63) / 0.37) * (share > 0.63)
        )
        b = character.body_index(f"foot.{side}")
        turn[:, b] = pitched(angle)
        x, y, z = character.bodies[b].position
        over_heel, over_toe = (np.einsum("nij,j->ni", turn[:, b], [x - end, 0, z]) for end in (BACK, FRONT))
        over_heel[:, 0] += BACK
        over_toe[:, 0] += FRONT
        lands = np.where(share > 0.63, ease((share - 0.63) / 0.37), angle > 0)[:, None]
        place = (1 - lands) * over_toe + lands * over_heel
        position[:, b] = place + np.column_stack([ahead, np.full_like(ahead, y), height])
        truth |= {f"heel.{side}": share < 0.4, f"toe.{side}": (share >= 0.12) & (share < 0.63)}
    return Known(character, position, turn, truth, fps)


def on_toes(
    fps: float, *, lift: float = 0.1, rise: float = 0.6, period: float = 0.9, duty: float = 0.6
) -> Known:
    """Steps on the balls of the feet, with raised heels."""
    character, time = person(), _frames(4 * period, fps)
    position, turn = _standing(character, time, 0.8 * time / period)
    truth = {}
    for side, start in (("L", 0.0), ("R", 0.5)):
        ahead, height, stands = stepping(time, period, start, duty, 0.8, lift)
        b = character.body_index(f"foot.{side}")
        turn[:, b] = pitched(np.full_like(time, -rise))
        x, y, z = character.bodies[b].position
        place = turn[0, b] @ [x - FRONT, 0, z]
        position[:, b] = place + np.column_stack([ahead + FRONT, np.full_like(ahead, y), height])
        truth |= {f"heel.{side}": np.zeros_like(stands), f"toe.{side}": stands}
    return Known(character, position, turn, truth, fps)


def sneak(fps: float) -> Known:
    """Slow steps with raised knees, on flat feet."""
    character, time = person(), _frames(5.0, fps)
    position, turn = _standing(character, time, 0.5 * time / 2.4)
    truth = {}
    for side, start in (("L", 0.0), ("R", 0.5)):
        ahead, height, stands = stepping(time, 2.4, start, 0.62, 0.5, 0.2)
        b = character.body_index(f"foot.{side}")
        position[:, b] = character.bodies[b].position + np.column_stack([ahead, 0 * ahead, height])
        truth |= {f"heel.{side}": stands, f"toe.{side}": stands}
    return Known(character, position, turn, truth, fps)


def crawl(fps: float) -> Known:
    """Crawls on hands and knees, dragging the toes."""
    character, time = person(), _frames(4.0, fps)
    position, turn = _standing(character, time, 0.5 * time / 1.2)
    position[..., 2] += 0.3
    for part in ("hips", "chest"):
        position[:, character.body_index(part), 2] = 0.5
    truth = {}
    for part, side, start in (("shin", "L", 0.0), ("shin", "R", 0.5), ("arm", "L", 0.5), ("arm", "R", 0.0)):
        ahead, height, stands = stepping(time, 1.2, start, 0.65, 0.5, 0.08)
        b = character.body_index(f"{part}.{side}")
        y = character.bodies[b].position[1]
        turn[:, b] = pitched(np.full_like(time, DOWN if part == "shin" else 0.0))
        low = np.array([0, y, 0.05 if part == "shin" else 0.3])
        position[:, b] = low + np.column_stack([ahead, 0 * ahead, height])
        truth[f"{part}.{side}"] = stands
        if part == "shin":
            foot = character.body_index(f"foot.{side}")
            position[:, foot] = position[:, b] + [-0.35, 0, FRONT - 0.05 - 0.05]
            turn[:, foot] = pitched(np.full_like(time, -DOWN))
            truth |= {f"heel.{side}": np.zeros_like(stands), f"toe.{side}": stands}
    return Known(character, position, turn, truth, fps)


def get_up(fps: float) -> Known:
    """Lies on the front, then stands up over the knees; chest and thighs touch, then knees and toes, then feet."""
    character, time = person(), _frames(4.0, fps)
    position, turn = _standing(character, time, 0 * time)
    rise, stand = ease((time - 1.0) / 1.0), ease((time - 2.6) / 0.8)
    lie = {"hips": (0.7, 0, 0.1), "chest": (1.05, 0, 0.1)}
    lie |= {f"thigh.{s}": (0.35, w * 0.1, 0.08) for s, w in (("L", 1), ("R", -1))}
    for name, place in lie.items():
        b = character.body_index(name)
        up = np.array(character.bodies[b].position)
        position[:, b] = place + rise[:, None] * (up - [0, 0, 0.4] - place) + stand[:, None] * [0, 0, 0.4]
        turn[:, b] = pitched(DOWN * (1 - rise))
    for side, way in (("L", 1), ("R", -1)):
        shin, foot, arm = (character.body_index(f"{part}.{side}") for part in ("shin", "foot", "arm"))
        flat, up = np.array([-0.1, way * 0.1, 0.05]), np.array([0, way * 0.1, 0.3])
        position[:, shin] = flat + stand[:, None] * (up - flat)
        turn[:, shin] = pitched(DOWN * (1 - stand))
        low, up = np.array([-0.4, way * 0.1, 0.16]), np.array([0.05, way * 0.1, 0.035])
        position[:, foot] = low + stand[:, None] * (up - low)
        turn[:, foot] = pitched(-DOWN * (1 - stand))
        position[:, arm] = np.array([0.9, way * 0.35, 0.5]) + rise[:, None] * [-0.9, -way * 0.1, 0.2]
    lies, kneels, stands = time < 1.0, time < 2.6, time > 3.4
    truth = dict.fromkeys(("chest", "hips", "thigh.L", "thigh.R"), lies)
    truth |= dict.fromkeys(("shin.L", "shin.R"), kneels)
    truth |= {f"heel.{side}": stands for side in "LR"} | {f"toe.{side}": kneels | stands for side in "LR"}
    return Known(character, position, turn, truth, fps)


def slide(fps: float) -> Known:
    """Stands on the left foot while the right one slides forward by half a meter, flat on the ground."""
    character, time = person(), _frames(2.5, fps)
    position, turn = _standing(character, time, 0 * time)
    position[:, character.body_index("foot.R"), 0] += 0.5 * ease((time - 0.8) / 0.9)
    moves = (time > 0.8) & (time < 1.7)
    truth = {"heel.L": time >= 0, "toe.L": time >= 0, "heel.R": ~moves, "toe.R": ~moves}
    return Known(character, position, turn, truth, fps)


def trot(fps: float, *, size: float = 1.0) -> Known:
    """Trot of a dog on diagonal paws, with a short flight between steps."""
    character, pace = dog(size), np.sqrt(size)
    period, stride = 0.45 * pace, 0.9 * size
    time = _frames(6 * period, fps)
    position, turn = _standing(character, time, stride * time / period)
    position[:, 0, 2] += 0.02 * size * np.cos(4 * np.pi * (time / period - 0.5 - 0.22))
    truth = {}
    for name, start in (("fore.L", 0.0), ("hind.R", 0.0), ("fore.R", 0.5), ("hind.L", 0.5)):
        ahead, height, truth[name] = stepping(time, period, start, 0.44, stride, 0.06 * size, SEEN * size)
        b = character.body_index(name)
        position[:, b] = character.bodies[b].position + np.column_stack([ahead, 0 * ahead, height])
    return Known(character, position, turn, truth, fps)


def dipping(fps: float) -> Known:
    """Stands for two seconds, after one toe briefly sank into the ground by 5 cm."""
    character, time = person(), _frames(3.0, fps)
    position, turn = _standing(character, time, 0 * time)
    b = character.body_index("foot.R")
    position[:, b, 2] -= 0.05 * ease((time - 0.1) / 0.2) * ease((0.7 - time) / 0.2)
    every = np.ones_like(time, bool)
    return Known(character, position, turn, dict.fromkeys(("heel.L", "toe.L", "heel.R", "toe.R"), every), fps)
