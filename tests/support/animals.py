"""Skeletons of animals of their usual size, facing -Y, and what is known of each: its kind, feet and weight."""

from collections.abc import Callable, Sequence

import numpy as np

from .animal_builder import Animal, Builder, Point
from .fabled_animals import FABLED

HIND, FORE = "femur tibia metatarsus toe", "scapula humerus radius metacarpus finger"


def _mammal(
    *,
    height: float,
    length: float,
    girth: float,
    neck: float,
    head: float,
    tail: float,
    kilograms: tuple[float, float],
) -> Animal:
    """A quadruped that walks on its toes: shoulder height, hips to shoulders, distance of its legs and so on [m]."""
    b, h = Builder(), height
    back = [(0, h), (0.2 * length, h), (0.55 * length, 0.98 * h), (length, h)]
    chest = b.spine("spine", "", back)
    neck_end = (length + 0.7 * neck, h + 0.75 * neck)
    neck_bone = b.spine("neck", chest, [(length, h), (length + 0.35 * neck, h + 0.35 * neck), neck_end])
    skull = b.spine("head", neck_bone, [neck_end, (neck_end[0] + head, neck_end[1] - 0.3 * head)])
    b.spine(
        "jaw",
        skull,
        [
            (neck_end[0] + 0.1 * head, neck_end[1] - 0.2 * head),
            (neck_end[0] + 0.9 * head, neck_end[1] - 0.5 * head),
        ],
    )
    w = girth / 2
    b.limbs(
        "ear",
        skull,
        [(0.2 * w, neck_end[0], neck_end[1] + 0.1 * head), (0.4 * w, neck_end[0], neck_end[1] + 0.4 * head)],
    )
    b.limbs(HIND, "spine1", [
        (w, 0, 0.9 * h), (w, 0.1 * h, 0.52 * h), (w, -0.12 * h, 0.27 * h), (w, -0.08 * h, 0.05 * h), (w, 0.02 * h, 0.0),
    ], stands=True)  # fmt: skip
    b.limbs(FORE, chest, [
        (0.6 * w, length - 0.02 * h, 0.98 * h), (w, length + 0.1 * h, 0.68 * h), (w, length - 0.06 * h, 0.45 * h),
        (w, length - 0.02 * h, 0.18 * h), (w, length, 0.04 * h), (w, length + 0.07 * h, 0.0),
    ], stands=True)  # fmt: skip
    ends = [(-0.05 * length - tail * t, h - 0.5 * tail * t) for t in (0, 0.33, 0.66, 1)]
    b.spine("tail", "spine1", ends)
    return Animal(b.joints, "quadruped", b.feet, kilograms, has_tail=tail > 0.3 * h)


def _elephant() -> Animal:
    """Pillars of legs, no neck to speak of, and a nose that hangs to the ground; its hands end without toes."""
    b = Builder()
    chest = b.spine("spine", "", [(0, 2.5), (0.6, 2.6), (1.2, 2.6), (1.8, 2.5)])
    neck = b.spine("neck", chest, [(1.8, 2.5), (2.2, 2.8)])
    head = b.spine("head", neck, [(2.2, 2.8), (2.8, 2.6)])
    b.spine("nose", head, [(2.8, 2.5), (3.0, 1.9), (3.0, 1.3), (2.9, 0.7), (2.9, 0.15)])
    b.limbs("ear1 ear2", head, [(0.4, 2.3, 2.8), (0.9, 2.1, 2.5), (1.1, 2.0, 2.0)])
    b.limbs(
        "femur tibia foot toe",
        "spine1",
        [(0.4, 0, 2.3), (0.4, 0.15, 1.25), (0.4, -0.1, 0.4), (0.4, 0.1, 0.1), (0.4, 0.25, 0)],
        stands=True,
    )
    b.limbs(
        "scapula humerus radius hand",
        chest,
        [(0.35, 1.9, 2.4), (0.45, 2.0, 1.8), (0.45, 1.8, 1.1), (0.45, 1.85, 0.35), (0.45, 1.9, 0.3)],
    )
    for sign in (1, -1):
        b.feet[f"scapula.{'L' if sign > 0 else 'R'}"] = np.array([sign * 0.45, -1.85, 0.0])
    b.spine("tail", "spine1", [(-0.3, 2.4), (-0.45, 2.0), (-0.5, 1.5), (-0.5, 1.1)])
    return Animal(b.joints, "quadruped", b.feet, (1000, 9000), has_tail=True)


def _lizard() -> Animal:
    """A body near the ground, with legs that sprawl."""
    b = Builder()
    chest = b.spine("spine", "", [(0, 0.09), (0.1, 0.1), (0.2, 0.1), (0.3, 0.1)])
    neck = b.spine("neck", chest, [(0.3, 0.1), (0.36, 0.11)])
    b.spine("head", neck, [(0.36, 0.11), (0.46, 0.1)])
    b.limbs(
        "femur tibia foot toe",
        "spine1",
        [(0.03, 0, 0.09), (0.1, 0.03, 0.1), (0.12, -0.02, 0.02), (0.14, 0.02, 0.01), (0.15, 0.05, 0)],
        stands=True,
    )
    b.limbs(
        "humerus radius hand finger",
        chest,
        [(0.03, 0.28, 0.09), (0.09, 0.25, 0.09), (0.1, 0.3, 0.02), (0.12, 0.33, 0.01), (0.13, 0.35, 0)],
        stands=True,
    )
    b.spine("tail", "spine1", [(-0.02, 0.09), (-0.15, 0.07), (-0.3, 0.05), (-0.45, 0.03), (-0.65, 0.02)])
    return Animal(b.joints, "quadruped", b.feet, (0.5, 12), has_tail=True)


def _bird(*, spread: bool, size: float = 1.0, kilograms: tuple[float, float] = (0.8, 6)) -> Animal:
    """A chicken, its wings folded or spread."""
    b = Builder(size)
    chest = b.spine("spine", "", [(-0.06, 0.27), (0.02, 0.28), (0.1, 0.3)])
    neck = b.spine("neck", chest, [(0.1, 0.3), (0.14, 0.35), (0.15, 0.41)])
    head = b.spine("head", neck, [(0.15, 0.41), (0.2, 0.42)])
    b.spine("beak", head, [(0.2, 0.42), (0.23, 0.41)])
    b.limbs(
        "femur tibia tarsus toe",
        "spine1",
        [(0.04, -0.02, 0.25), (0.05, 0.05, 0.18), (0.05, -0.02, 0.09), (0.05, 0.01, 0.01), (0.05, 0.07, 0)],
        stands=True,
    )
    wing = (
        [(0.05, 0.09, 0.3), (0.2, 0.05, 0.31), (0.32, 0.1, 0.31), (0.45, 0.05, 0.31)]
        if spread
        else [(0.05, 0.09, 0.3), (0.08, 0.0, 0.27), (0.08, 0.07, 0.25), (0.07, -0.06, 0.25)]
    )
    b.limbs("humerus radius hand", chest, wing)
    b.spine("tail", "spine1", [(-0.06, 0.27), (-0.12, 0.29), (-0.2, 0.32)])
    return Animal(b.joints, "biped", b.feet, kilograms, limbs=1)


def _kangaroo() -> Animal:
    """Half upright, on long feet, with small arms and a tail as long as its back."""
    b = Builder()
    chest = b.spine("spine", "", [(0, 0.65), (0.08, 0.8), (0.16, 0.95), (0.25, 1.1)])
    neck = b.spine("neck", chest, [(0.25, 1.1), (0.32, 1.25)])
    b.spine("head", neck, [(0.32, 1.25), (0.5, 1.25)])
    b.limbs(
        HIND,
        "spine1",
        [(0.12, 0, 0.62), (0.14, 0.3, 0.5), (0.14, -0.1, 0.15), (0.14, 0.15, 0.03), (0.14, 0.3, 0)],
        stands=True,
    )
    b.limbs(
        "clavicle humerus radius hand",
        chest,
        [(0.05, 0.27, 1.08), (0.12, 0.28, 1.05), (0.14, 0.25, 0.87), (0.13, 0.4, 0.75), (0.13, 0.45, 0.68)],
    )
    b.spine("tail", "spine1", [(-0.05, 0.6), (-0.3, 0.4), (-0.55, 0.2), (-0.8, 0.08), (-1.05, 0.04)])
    return Animal(b.joints, "biped", b.feet, (15, 150), limbs=1, has_tail=True)


def _around(b: Builder, name: str, n: int, points: Callable[[int], Sequence[Point]], parent: str) -> None:
    for i in range(n):
        chain = points(i)
        names = " ".join(f"{name}{i + 1}_{k + 1}" for k in range(len(chain) - 1))
        b.limbs(names, parent, chain, stands=True)


def _spider() -> Animal:
    """Eight legs of five bones around a thorax, and an abdomen behind."""
    b = Builder(0.1)
    thorax = b.spine("thorax", "", [(0, 0.3), (0.25, 0.3)])
    b.spine("abdomen", thorax, [(-0.05, 0.32), (-0.6, 0.35)])
    b.spine("head", thorax, [(0.25, 0.3), (0.35, 0.29)])
    b.limbs("palp1 palp2", "head", [(0.05, 0.33, 0.29), (0.08, 0.42, 0.3), (0.08, 0.5, 0.24)])

    def leg(i: int) -> list[Point]:
        angle = np.radians([130, 100, 70, 40][i])
        out = np.array([np.sin(angle), np.cos(angle)])
        return [
            (*(np.array([0, 0.12]) + r * out), z)
            for r, z in ((0.12, 0.28), (0.2, 0.3), (0.5, 0.55), (0.75, 0.35), (0.95, 0.08), (1.05, 0))
        ]

    _around(b, "leg", 4, leg, thorax)
    return Animal(b.joints, "many-legged", b.feet, (0.003, 0.5))


def _crab() -> Animal:
    """Wide, with four pairs of walking legs and one of claws ahead."""
    b = Builder(0.1)
    shell = b.spine("shell", "", [(-0.3, 0.4), (0.3, 0.4)])

    def leg(i: int) -> list[Point]:
        y = 0.2 - 0.17 * i
        return [
            (0.45, y, 0.36),
            (0.6, y * 1.2, 0.38),
            (1.0, y * 1.6, 0.55),
            (1.25, y * 2, 0.25),
            (1.35, y * 2.1, 0),
        ]

    _around(b, "leg", 4, leg, shell)
    b.limbs(
        "claw1 claw2 claw3",
        shell,
        [(0.35, 0.28, 0.38), (0.6, 0.5, 0.42), (0.45, 0.8, 0.4), (0.2, 0.95, 0.38)],
    )
    return Animal(b.joints, "many-legged", b.feet, (0.05, 3), limbs=1)


def _insect() -> Animal:
    """Six legs, antennae, and wings that lie on its back."""
    b = Builder(0.05)
    thorax = b.spine("thorax", "", [(0, 0.3), (0.4, 0.3)])
    b.spine("abdomen", thorax, [(0, 0.3), (-0.4, 0.3), (-0.7, 0.27)])
    b.spine("head", thorax, [(0.4, 0.3), (0.65, 0.28)])
    b.limbs("antenna1 antenna2", "head", [(0.05, 0.62, 0.32), (0.15, 0.85, 0.45), (0.2, 1.1, 0.4)])

    def leg(i: int) -> list[Point]:
        y, angle = 0.3 - 0.15 * i, np.radians([50, 90, 130][i])
        out = np.array([np.sin(angle), np.cos(angle)])
        return [
            (*(np.array([0, y]) + r * out), z)
            for r, z in ((0.1, 0.25), (0.2, 0.25), (0.45, 0.4), (0.7, 0.05), (0.85, 0))
        ]

    _around(b, "leg", 3, leg, thorax)
    return Animal(b.joints, "many-legged", b.feet, (0.0003, 0.1))


def _fish() -> Animal:
    """A spine with fins of one or two bones in pairs, others in the middle."""
    b = Builder(0.5)
    b.spine("body", "", [(0.15, 0.5), (0, 0.5), (-0.15, 0.5), (-0.3, 0.5), (-0.42, 0.5)])
    b.spine("head", "body1", [(0.16, 0.5), (0.4, 0.48)])
    b.spine("fluke_top", "body4", [(-0.42, 0.5), (-0.58, 0.62)])
    b.spine("fluke_low", "body4", [(-0.42, 0.5), (-0.58, 0.38)])
    b.spine("dorsal", "body2", [(0, 0.56), (-0.1, 0.68)])
    b.limbs("pectoral1 pectoral2", "body1", [(0.06, 0.15, 0.45), (0.12, 0.1, 0.41), (0.17, 0.05, 0.38)])
    b.limbs("pelvic", "body3", [(0.03, -0.15, 0.43), (0.06, -0.22, 0.38)])
    return Animal(b.joints, "legless", b.feet, (0.2, 6))


def _snake() -> Animal:
    """A spine of thirty bones on the ground."""
    b = Builder(2.0)
    points = [(0.5 - t, 0.015) for t in np.linspace(0, 1, 31)]
    b.spine("body", "", points)
    b.spine("jaw", "body1", [(0.5, 0.01), (0.53, 0.008)])
    return Animal(b.joints, "legless", b.feet, (0.3, 20))


def _octopus() -> Animal:
    """Eight arms of six bones that lie around a head."""
    b = Builder(0.6)
    b.spine("mantle", "", [(0, 0.25), (-0.15, 0.55)])

    def arm(i: int) -> list[Point]:
        angle = np.radians([157.5, 112.5, 67.5, 22.5][i])
        out = np.array([np.sin(angle), np.cos(angle)])
        return [
            (*(r * out), z)
            for r, z in (
                (0.08, 0.2),
                (0.2, 0.15),
                (0.35, 0.05),
                (0.5, 0.02),
                (0.65, 0.01),
                (0.8, 0.01),
                (0.9, 0.0),
            )
        ]

    _around(b, "arm", 4, arm, "mantle")
    return Animal(b.joints, "many-legged", b.feet, (0.3, 40), is_round=True)


def _frog() -> Animal:
    """It sits, with hind legs folded beside its body, and has no tail."""
    b = Builder(0.1)
    chest = b.spine("spine", "", [(-0.4, 0.25), (-0.1, 0.4), (0.2, 0.5)])
    b.spine("head", chest, [(0.2, 0.5), (0.6, 0.55)])
    b.limbs(
        "femur tibia tarsus toe",
        "spine1",
        [(0.12, -0.4, 0.25), (0.4, 0.1, 0.3), (0.3, -0.45, 0.1), (0.4, -0.15, 0.03), (0.5, 0.1, 0)],
        stands=True,
    )
    b.limbs(
        "humerus radius hand",
        chest,
        [(0.22, 0.2, 0.42), (0.35, 0.1, 0.25), (0.3, 0.3, 0.05), (0.3, 0.4, 0)],
        stands=True,
    )
    return Animal(b.joints, "quadruped", b.feet, (0.02, 1.5))


def _tyrannosaur() -> Animal:
    """A level back over two legs, arms that reach nothing, and a heavy tail."""
    b = Builder(4.0)
    chest = b.spine("spine", "", [(0, 0.8), (0.2, 0.83), (0.45, 0.85)])
    neck = b.spine("neck", chest, [(0.45, 0.85), (0.55, 0.95)])
    head = b.spine("head", neck, [(0.55, 0.95), (0.85, 0.93)])
    b.spine("jaw", head, [(0.58, 0.92), (0.82, 0.86)])
    b.limbs(
        HIND,
        "spine1",
        [(0.12, 0, 0.76), (0.14, 0.15, 0.48), (0.14, -0.08, 0.22), (0.14, 0.02, 0.03), (0.14, 0.12, 0)],
        stands=True,
    )
    b.limbs(
        "humerus radius hand",
        chest,
        [(0.08, 0.42, 0.75), (0.09, 0.4, 0.66), (0.09, 0.46, 0.62), (0.09, 0.5, 0.6)],
    )
    b.spine("tail", "spine1", [(-0.05, 0.8), (-0.3, 0.8), (-0.6, 0.78), (-0.9, 0.75), (-1.2, 0.72)])
    return Animal(b.joints, "biped", b.feet, (500, 15000), has_tail=True)


def _gorilla() -> Animal:
    """It walks on its knuckles: arms longer than legs, a back that slopes."""
    b = Builder()
    chest = b.spine("spine", "", [(0, 0.62), (0.2, 0.75), (0.4, 0.9), (0.6, 1.05)])
    neck = b.spine("neck", chest, [(0.6, 1.05), (0.72, 1.12)])
    b.spine("head", neck, [(0.72, 1.12), (0.85, 1.2)])
    b.limbs(
        "femur tibia foot toe",
        "spine1",
        [(0.14, 0, 0.58), (0.2, 0.2, 0.35), (0.2, -0.05, 0.08), (0.2, 0.1, 0.02), (0.2, 0.18, 0)],
        stands=True,
    )
    b.limbs(
        "clavicle humerus radius hand finger",
        chest,
        [
            (0.05, 0.58, 1.05),
            (0.25, 0.55, 1.0),
            (0.32, 0.5, 0.6),
            (0.3, 0.6, 0.15),
            (0.3, 0.62, 0.03),
            (0.3, 0.6, 0),
        ],
        stands=True,
    )
    return Animal(b.joints, "quadruped", b.feet, (40, 350))


ANIMALS: dict[str, Callable[[], Animal]] = {
    "dog": lambda: _mammal(height=0.55, length=0.6, girth=0.2, neck=0.25, head=0.2, tail=0.35, kilograms=(8, 70)),
    "cat": lambda: _mammal(height=0.26, length=0.3, girth=0.1, neck=0.1, head=0.1, tail=0.28, kilograms=(1, 9)),
    "horse": lambda: _mammal(height=1.55, length=1.3, girth=0.45, neck=0.9, head=0.6, tail=0.8, kilograms=(200, 1100)),
    "elephant": _elephant,
    "lizard": _lizard,
    "frog": _frog,
    "gorilla": _gorilla,
    "chicken": lambda: _bird(spread=False),
    "eagle": lambda: _bird(spread=True, size=1.8, kilograms=(1.5, 25)),
    "kangaroo": _kangaroo,
    "tyrannosaur": _tyrannosaur,
    "spider": _spider,
    "crab": _crab,
    "insect": _insect,
    "octopus": _octopus,
    "fish": _fish,
    "snake": _snake,
    **FABLED,
}  # fmt: skip

# What tools for people call an animal's bones.
OF_PEOPLE = {
    "spine1": "Hips", "spine2": "Spine", "spine3": "Spine1", "neck1": "Neck", "neck": "Neck", "head": "Head",
    "femur": "UpLeg", "tibia": "Leg", "metatarsus": "Foot", "tarsus": "Foot", "foot": "Foot", "toe": "ToeBase",
    "scapula": "Shoulder", "clavicle": "Shoulder", "humerus": "Arm", "radius": "ForeArm", "metacarpus": "Hand",
    "hand": "Hand", "finger": "HandMiddle1",
}  # fmt: skip
NAMINGS: dict[str, Callable[[int, str], str]] = {
    "own names": lambda _i, name: name,
    "names of people": lambda _i, name: _of_people(name),
    "no names": lambda i, _name: f"Bone.{i:03d}",
    "prefixed": lambda _i, name: f"Beast_Rig:{name}",
    "suffixed": lambda i, name: f"{name.replace('.', '_')}_{i:02d}",
}


def _of_people(name: str) -> str:
    base, _, side = name.partition(".")
    words = OF_PEOPLE.get(base, base)
    word = {"L": "Left", "R": "Right", "": ""}[side]
    return f"mixamorig:{word}{words}"
