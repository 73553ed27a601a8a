"""Example characters of the Add menu, each with a motion."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import bpy

from ...solver.character import Character
from ...solver.fitting.presets.arm import planar_arm
from ...solver.fitting.presets.hopper import hopper
from ...solver.fitting.presets.human import human
from ...solver.fitting.presets.quadruped import quadruped
from ..blender.frame_rate import rate_of
from ..blender.rest_pose import armature_data
from ..blender.units import in_units
from ..character.example_character import add_character
from ..runtime.event_loop import Work, with_operators
from .first_frame import first_frame_of
from .goal_properties import FRAME
from .hand_over import GIVER, LENGTH, TAKER, ask_for_hand_over, two_people
from .motion_presets import BIPEDS, QUADRUPEDS, Phases
from .use_preset import use_preset

HANDS_END = (0.0, 0.0, 0.11)  # of the arm's hand from its center, in local axes [m]
THROW_SPEED, RELEASE = 3.0, 0.6  # m/s; fraction of the motion


@dataclass(frozen=True)
class ExampleMotion:
    """A motion for one character only; durations in s, speeds in m/s.

    Attributes:
        name: of the motion.
        length: of the motion or its cycle.
        phases: of each contact.
        speed: of travel.
        is_cyclic: whether it repeats.
        is_mirrored: whether right mirrors left.
        lift: of each contact in the middle of its swing [m].
        goals: adds the goals of the motion.
    """

    name: str
    length: float
    phases: Mapping[str, Phases] = field(default_factory=dict)
    speed: float = 0.0
    is_cyclic: bool = True
    is_mirrored: bool = False
    lift: float = 0.0
    goals: Callable[[bpy.types.Object, bpy.types.Scene], None] | None = None


@dataclass(frozen=True)
class Example:
    """One menu item.

    Attributes:
        character: name of the character.
        description: what it is.
        build: the character.
        motion: its own motion, or the name of a preset.
        variant: name of the motion, if another item has the same character.
    """

    character: str
    description: str
    build: Callable[[], Character]
    motion: ExampleMotion | str
    variant: str = ""

    @property
    def label(self) -> str:
        """Label in the menu."""
        return f"{self.character}: {self.variant}" if self.variant else self.character


def _fast_hand(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> None:
    """Adds rest at both ends and a fast hand in the facing direction of the arm between."""
    motion, facing = armature_object.spacetime.motion, armature_data(armature_object).spacetime.facing
    still, fast = motion.goals.add(), motion.goals.add()
    still.kind, still.name = "REST", "Start and End at Rest"
    fast.kind, fast.name, fast.when = "LIMIT", "Fast Hand", FRAME
    ahead = math.sin(facing), -math.cos(facing)
    fast.formula = f"dot(velocity('hand', {HANDS_END!r}), ({ahead[0]:.6f}, {ahead[1]:.6f}, 0.0))"
    fast.lower = THROW_SPEED
    fast.first = fast.last = first_frame_of(armature_object, scene) + round(
        RELEASE * motion.length * rate_of(scene)
    )
    for goal in (still, fast):
        goal.from_preset, goal.is_open = True, False


_HOP = ExampleMotion("Hop", 0.75, {"heel": ((0.0, 0.6),), "toe": ((0.0, 0.6),)}, speed=0.4)
_THROW = ExampleMotion("Throw", 1.5, is_cyclic=False, goals=_fast_hand)
_STANDING = {
    f"{who}.{part}.{side}": ((0.0, 1.0),)
    for who in (GIVER, TAKER)
    for part in ("heel", "toe")
    for side in "LR"
}
_HAND_OVER = ExampleMotion("Hand Over", LENGTH, _STANDING, is_cyclic=False, goals=ask_for_hand_over)

CHARACTERS: Mapping[str, Example] = {
    "HUMAN": Example("Human", "Adult man with 14 bodies, set up to walk", human, "WALK"),
    "DOG": Example("Dog", "Dog with 16 bodies, set up to trot", quadruped, "TROT"),
    "HOPPER": Example("Hopper", "Lamp on a flat foot, set up to hop in a plane", hopper, _HOP),
    "ARM": Example("Arm", "Three links on a fixed base, set up to throw", planar_arm, _THROW),
    "PAIR": Example("Two People", "Two adults and a ball, set up to hand it over", two_people, _HAND_OVER),
}
SCENES: Mapping[str, Example] = {
    f"{who.upper()}_{name}": Example(who, preset.description, build, name, preset.label)
    for who, build, presets, own in (
        ("Human", human, BIPEDS, "WALK"),
        ("Dog", quadruped, QUADRUPEDS, "TROT"),
    )
    for name, preset in presets.items()
    if name != own
}
EXAMPLES: Mapping[str, Example] = {**CHARACTERS, **SCENES}


def add_example(scene: bpy.types.Scene, name: str) -> Work[bpy.types.Object]:
    """Adds the character of one of EXAMPLES and sets up its motion, ready to solve."""
    example = EXAMPLES[name]
    character = replace(example.build(), name=example.character)
    yield
    made = yield from with_operators(add_character, scene, character)
    yield
    if isinstance(example.motion, str):
        use_preset(made, scene, example.motion)
    else:
        _ask_for(made, scene, example.motion)
    return made


def _ask_for(armature_object: bpy.types.Object, scene: bpy.types.Scene, example: ExampleMotion) -> None:
    motion = armature_object.spacetime.motion
    motion.sketch.use = False
    motion.motion_name = motion.given_name = example.name
    motion.length, motion.speed = example.length, in_units(example.speed)
    motion.is_cyclic, motion.is_mirrored = example.is_cyclic, example.is_mirrored
    motion.turn = motion.heading = 0.0
    motion.effort = motion.smoothness = motion.soft_contact = motion.ease = 1.0
    motion.unhurried = 0.0
    for contact in armature_data(armature_object).spacetime.contacts:
        contact.clearance = in_units(example.lift)
        contact.phases.clear()
        for start, duration in example.phases[contact.name]:
            phase = contact.phases.add()
            phase.start, phase.duration = start, duration
    for index in reversed(range(len(motion.goals))):
        if motion.goals[index].from_preset:
            motion.goals.remove(index)
    if example.goals is not None:
        example.goals(armature_object, scene)
