"""Skeletons that are nearly something else: upright birds, arms that are wings, a human on four legs."""

from collections.abc import Callable

from .animal_builder import Animal, Builder


def _penguin() -> Animal:
    """As upright as a human, on the legs of a bird."""
    b = Builder()
    chest = b.spine("spine", "", [(0, 0.25), (0, 0.45), (0, 0.7)])
    neck = b.spine("neck", chest, [(0, 0.7), (0.02, 0.8)])
    head = b.spine("head", neck, [(0.02, 0.8), (0.05, 0.9)])
    b.spine("beak", head, [(0.1, 0.86), (0.2, 0.84)])
    leg = [(0.08, 0, 0.22), (0.1, 0.08, 0.15), (0.1, -0.02, 0.05), (0.1, 0.05, 0.01), (0.1, 0.12, 0)]
    b.limbs("femur tibia foot toe", "spine1", leg, stands=True)
    b.limbs("humerus radius hand", chest, [(0.12, 0, 0.68), (0.18, 0, 0.52), (0.2, 0, 0.38), (0.2, 0, 0.25)])
    return Animal(b.joints, "biped", b.feet, (5, 60), limbs=1)


def _bat() -> Animal:
    """Arms that are wings, several times as long as its legs."""
    b = Builder(0.2)
    chest = b.spine("spine", "", [(0, 0.5), (0.1, 0.7), (0.15, 0.95)])
    neck = b.spine("neck", chest, [(0.15, 0.95), (0.2, 1.05)])
    b.spine("head", neck, [(0.2, 1.05), (0.35, 1.1)])
    b.limbs(
        "femur tibia foot",
        "spine1",
        [(0.1, 0, 0.45), (0.15, 0.1, 0.25), (0.12, 0, 0.05), (0.12, 0.1, 0)],
        stands=True,
    )
    wing = [
        (0.15, 0.15, 0.9),
        (0.5, 0.1, 1.1),
        (1.1, 0.2, 1.2),
        (1.2, 0.2, 1.2),
        (1.7, 0.1, 1.1),
        (2.2, 0, 1),
    ]
    b.limbs("humerus radius hand finger1 finger2", chest, wing)
    return Animal(b.joints, "biped", b.feet, (0.1, 4), limbs=1)


def _centaur() -> Animal:
    """A human from the waist on, on the legs of a horse."""
    b = Builder()
    back = b.spine("spine", "", [(0, 1.2), (0.5, 1.25), (1, 1.2)])
    chest = b.spine("torso", back, [(1, 1.3), (1.05, 1.5), (1.05, 1.75)])
    neck = b.spine("neck", chest, [(1.05, 1.75), (1.05, 1.85)])
    b.spine("head", neck, [(1.05, 1.85), (1.05, 2.05)])
    hind = [(0.2, 0, 1.1), (0.2, 0.1, 0.65), (0.2, -0.12, 0.35), (0.2, -0.08, 0.05), (0.2, 0.03, 0)]
    b.limbs("femur tibia metatarsus toe", "spine1", hind, stands=True)
    fore = [(0.2, 1, 1.1), (0.2, 1.05, 0.6), (0.2, 1, 0.3), (0.2, 1, 0.05), (0.2, 1.08, 0)]
    b.limbs("foreleg1 foreleg2 foreleg3 foretoe", back, fore, stands=True)
    arm = [(0.03, 1.05, 1.7), (0.18, 1.05, 1.7), (0.45, 1.05, 1.7), (0.7, 1.05, 1.7), (0.85, 1.05, 1.7)]
    b.limbs("clavicle humerus radius hand", chest, arm)
    b.spine("tail", "spine1", [(-0.05, 1.2), (-0.2, 0.8), (-0.25, 0.4)])
    return Animal(b.joints, "quadruped", b.feet, (100, 900), limbs=1, has_tail=True)


FABLED: dict[str, Callable[[], Animal]] = {"penguin": _penguin, "bat": _bat, "centaur": _centaur}
