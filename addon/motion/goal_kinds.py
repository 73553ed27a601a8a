"""The kinds of goals: their names, panel fields, and what they apply to."""

from dataclasses import dataclass


@dataclass(frozen=True)
class GoalKind:
    """One kind of goal.

    Attributes:
        identifier: in files.
        number: also in files; must never be reused.
        label: in menus.
        description: tooltip.
        icon: beside its name.
        fields: shown in the panel, from top to bottom; "when" shows the frames.
        of_bone: whether a new one takes the active bone. Others have none, or apply to all bones.
        at_a_moment: whether a new one applies at the current frame instead of always.
    """

    identifier: str
    number: int
    label: str
    description: str
    icon: str
    fields: tuple[str, ...]
    of_bone: bool = True
    at_a_moment: bool = False

    @property
    def of_two_bones(self) -> bool:
        """Whether it attaches or separates two bones."""
        return "other_bone" in self.fields


TARGET = ("bone", "at_tail", "target", "tolerance", "when")
ZONE = ("bone", "at_tail", "target", "excess", "when")
HEIGHT = ("bone", "at_tail", "height", "when")
FASTEST = "FASTEST"
GOAL_KINDS = {
    kind.identifier: kind
    for kind in (
        GoalKind("GO_THERE", 0, "Reach Target", "Move a bone to a target", "EMPTY_AXIS", TARGET, at_a_moment=True),
        GoalKind("FOLLOW", 1, "Follow Target", "Make a bone follow a moving target", "CON_FOLLOWPATH", TARGET),
        GoalKind(
            "FACE", 2, "Face Target", "Point the front of a bone at a target", "CON_TRACKTO",
            ("bone", "target", "angle", "when"), at_a_moment=True,
        ),
        GoalKind("UNDER", 3, "Stay Below", "Keep a bone below a height", "TRIA_DOWN_BAR", HEIGHT),
        GoalKind("OVER", 4, "Stay Above", "Keep a bone above a height", "TRIA_UP_BAR", HEIGHT),
        GoalKind("INSIDE", 5, "Stay Inside", "Keep a bone inside the target", "CUBE", ZONE),
        GoalKind("OUTSIDE", 6, "Stay Outside", "Keep a bone outside the target", "MOD_BOOLEAN", ZONE),
        GoalKind(
            "HOLD", 7, "Hold", "Make a bone hold on to a target or another bone, with forces between them",
            "CON_LOCLIKE", ("bone", "at_tail", "other_bone", "target", "when"),
        ),
        GoalKind(
            "APART", 8, "Avoid Collision",
            "Keep two bones from passing through each other. Leave both empty for all bones",
            "ARROW_LEFTRIGHT", ("bone", "other_bone"), of_bone=False,
        ),
        GoalKind(
            "OFF_GROUND", 9, "Stay Above Ground",
            "Keep a bone from passing through the ground. Leave empty for all bones",
            "NORMALS_FACE", ("bone",), of_bone=False,
        ),
        GoalKind(
            "POSE", 10, "Hold Pose", "Hold the pose the character had when the goal was added",
            "ARMATURE_DATA", ("angle", "when"), of_bone=False,
        ),
        GoalKind(
            "REST", 11, "Start and End at Rest", "Make the motion start and end at rest", "PAUSE",
            ("at_start", "at_end"), of_bone=False,
        ),
        GoalKind(
            "STEADY", 12, "Keep Steady", "Reduce turning and shaking of a bone, such as the head", "USER",
            ("bone", "weight"),
        ),
        GoalKind(
            "TURN_OVER", 15, "Flip", "Make the character flip between the first and last frame",
            "FILE_REFRESH", ("turns",), of_bone=False,
        ),
        GoalKind(
            "POWER", 16, "Limit Muscle Power", "Weaken muscles that move fast, as in people",
            "ARMATURE_DATA", ("rate", "when"), of_bone=False,
        ),
        GoalKind(
            "LIMIT", 13, "Limit Formula", "Keep the value of a formula within bounds", "DRIVER",
            ("formula", "of", "lower", "upper", "excess", "when"), of_bone=False,
        ),
        GoalKind(
            "LEAST", 14, "Minimize Formula",
            "Make the value of a formula as small as possible over the motion", "DRIVER_TRANSFORM",
            ("formula", "least_of", "weight", "when"), of_bone=False,
        ),
        GoalKind(
            FASTEST, 17, "Minimize Duration",
            "Find the shortest length that the muscles allow, between a quarter of the length set "
                "and twice that",
            "TIME", ("weight",), of_bone=False,
        ),
        GoalKind(
            "LEAST_TORQUE", 18, "Minimize Torque",
            "Penalize muscle torques in newton meters, regardless of the strength of the joints", "FORCE_MAGNETIC",
            ("weight",), of_bone=False,
        ),
        GoalKind(
            "THROW_AT", 19, "Throw at Target",
            "Give a bone the velocity at which an object released at a given frame flies to the "
                "target. The weight of the object is ignored", "CON_TRANSFORM",
            ("bone", "at_tail", "target", "flight", "tolerance", "first"), at_a_moment=True,
        ),
    )
}  # fmt: skip
