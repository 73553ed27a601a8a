"""The five-link biped of Kelly 2017, table 4 (RABBIT: Westervelt, Grizzle & Chevallereau 2003), on point feet."""

from dataclasses import replace
from functools import partial

from solver.character import BodyJoint, Character, ContactJoint, RootJoint
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job, SolverOptions
from solver.job.objectives.torque import Torque
from tests.reference_problems.joints import lump
from tests.reference_problems.reference import Reference, objective
from tests.reference_problems.step_by_collocation import BACKWARD, FORWARD, HIGH_TORSO, Step, least_torque

OPTIONS = SolverOptions(tolerance=1e-6, time_limit=120.0)
STRONG, GRIP, SPREAD = 300.0, 10.0, 0.05  # N m and coefficient of friction, never reached; m from the middle
KELLY = Step(length=0.5, span=0.7)
IMPACTS = 2e-3  # relative error: three numbers of steps leave the third order


def biped(step: Step) -> Character:
    """40 kg, legs of 0.8 m that stand straight; the knees bend one way only."""
    bodies, joints, contacts = [lump("torso", 20.0, 2.22, (0.0, 0.0, 0.8 + step.torso))], [], []
    bend = (0.0, 3.0) if step.knees == FORWARD else (-3.0, 0.0)
    for side, y in (("L", SPREAD), ("R", -SPREAD)):
        thigh, shank = f"{side}_thigh", f"{side}_shank"
        bodies += [
            lump(thigh, 6.8, 1.08, (0.0, y, 0.8 - 0.163)),
            lump(shank, 3.2, 0.93, (0.0, y, 0.4 - 0.128)),
        ]
        for name, above, below, at, limits in (
            ("hip", "torso", thigh, 0.8, (-2.0, 2.0)),
            ("knee", thigh, shank, 0.4, bend),
        ):
            joints.append(
                BodyJoint(
                    f"{side}_{name}",
                    above,
                    below,
                    (0.0, y, at),
                    axes="Y",
                    limits=(limits,),
                    torque_limits=(STRONG,),
                )
            )
        contacts.append(ContactJoint(f"{side}_foot", shank, (0.0, y, 0.0), friction=GRIP))
    root = RootJoint("torso", translation="XZ", axes="Y")
    pairs = (("L_thigh", "R_thigh"), ("L_shank", "R_shank"))
    return Character("biped", tuple(bodies), tuple(joints), tuple(contacts), root, pairs)


def walk(steps: int, *, step: Step) -> Job:
    """Half a mirrored cycle: one foot leaves the ground as the other lands, inelastically."""
    return Job(
        "biped",
        biped(step),
        AnimationTiming(2 * step.span, steps / step.span),
        Cycle((2 * step.length, 0.0, 0.0), mirrored=True),
        (ContactTiming("L_foot", ((0.0, 0.5),)), ContactTiming("R_foot", ((0.5, 0.5),))),
        objectives=(Torque(),),
        options=OPTIONS,
    )


def biped_walks(
    name: str, step: Step, quoted: str = "", steps: tuple[int, ...] = (50, 100, 200)
) -> Reference:
    """A walk against trapezoidal collocation of its textbook equations.

    Args:
        name: of the problem.
        step: what is asked.
        quoted: what others are said to have found; their source is not known.
        steps: of the program's solutions.
    """
    source = (
        f"Kelly 2017, table 4, passive ankles; {step.length:g} m in {step.span:g} s by collocation{quoted}"
    )
    return Reference(
        name,
        source,
        lambda _: least_torque(step),
        partial(walk, step=step),
        steps,
        objective,
        IMPACTS,
        order=1,
    )


SHORT = Step(length=0.4, span=0.6)
BIPEDS = (
    biped_walks("biped", KELLY),
    biped_walks("biped, knees backward", replace(KELLY, knees=BACKWARD)),
    biped_walks("biped, short steps", SHORT),
    biped_walks("high torso", replace(KELLY, torso=HIGH_TORSO), "; 469.6 quoted"),
    biped_walks("high torso, short steps", replace(SHORT, torso=HIGH_TORSO), "; 302.3 quoted"),
    biped_walks(
        "high torso, short steps, knees backward",
        replace(SHORT, knees=BACKWARD, torso=HIGH_TORSO),
        "; 264.9 quoted",
    ),
)
