"""A human of 44 degrees of freedom, as many as Rose et al. (1996) had: four of its gaits, and a leap forward."""

from dataclasses import replace

from examples.feet import both, stand, step
from examples.poses import held_pose
from solver.animate import animate
from solver.character import BodyJoint, Character, RigidBody
from solver.clip.clip import Clip
from solver.fitting.presets.human import human
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, Job

FPS = 30.0
# speed [m/s], frames of a stride, share of it that heels and toes are down
WALKS = {"stroll": (0.9, 36, 0.42, 0.64), "walk": (1.3, 32, 0.4, 0.62)}
RUNS = {"jog": (2.0, 22, 0.38), "run": (2.6, 22, 0.34)}  # toes alone
LEAP, WAY = 2.8, 1.4  # s, m
STANDING = {"thigh.rx": -0.08, "shin.rx": 0.16, "foot.rx": -0.08, "root.ty": 0.0, "root.ry": 0.0}
HAND = 0.27  # of the forearm's mass, as the preset has them in one


def human44() -> Character:
    """The preset with hands, forearms and shins that twist, and ankles of three axes."""
    base = human()
    joints = [_richer(joint) for joint in base.joints]
    bodies = {body.name: body for body in base.bodies}
    for side in "LR":
        arm = bodies[f"forearm.{side}"]
        x, y, z = arm.position
        length = arm.diameters[1]
        bodies[arm.name] = replace(
            arm,
            mass=(1 - HAND) * arm.mass,
            position=(x, y, z + 0.1 * length),
            diameters=(arm.diameters[0], 0.8 * length, arm.diameters[2]),
        )
        hand = f"hand.{side}"
        bodies[hand] = RigidBody(hand, HAND * arm.mass, (0.04, 0.08, 0.17), (x, y, z - 0.42 * length))
        wrist = (x, y, z - 0.3 * length)
        limits = ((-0.5, 0.5), (-1.2, 1.2))
        joints.append(
            BodyJoint(hand, arm.name, hand, wrist, axes="XY", limits=limits, torque_limits=(10.0, 10.0))
        )
    return replace(
        base,
        name="Human of 44 degrees of freedom",
        bodies=tuple(bodies.values()),
        joints=tuple(joints),
        mirror_pairs=(*base.mirror_pairs, ("hand.L", "hand.R")),
    )


def gaits() -> dict[str, Clip]:
    """Solved cycles at FPS."""
    who = human44()
    return {name: animate(_job(name, who)) for name in (*WALKS, *RUNS)}


def leap() -> Job:
    """From standing to standing, a third of a second in the air, with time to go on from where it lands."""
    person = human44()
    return Job(
        "leap",
        person,
        AnimationTiming(LEAP, FPS),
        None,
        (
            *stand(((0.0, 0.30), (0.46, 0.54)), contacts=("heel",)),
            *stand(((0.0, 0.33), (0.44, 0.56)), contacts=("toe",)),
        ),
        (
            *held_pose(person, 0, 2, {**STANDING, "root.tx": 0.0}),
            *held_pose(person, -3, -1, {**STANDING, "root.tx": WAY}),
        ),
    )


def _job(name: str, who: Character) -> Job:
    speed, frames = (WALKS | RUNS)[name][:2]
    constraints: tuple[Clearance | Pin, ...] = tuple(Clearance(toe, 0.05) for toe in both("toe"))
    if name in WALKS:
        heel, toe = WALKS[name][2:]
        steps = [step(side, at, heel=heel, toe=toe) for side, at in (("L", 0.0), ("R", 0.5))]
    else:
        steps = [
            step(side, at, heel=0.0, rolls=0.0, toe=RUNS[name][2]) for side, at in (("L", 0.0), ("R", 0.5))
        ]
        constraints += tuple(Pin(f"{arm}.rx", 0, frames // 2 - 1, -1.9, -1.2) for arm in both("forearm"))
    stride = frames / FPS
    cycle = Cycle((speed * stride, 0.0, 0.0), mirrored=True)
    return Job(name, who, AnimationTiming(stride, FPS), cycle, (*steps[0], *steps[1]), constraints)


def _richer(joint: BodyJoint) -> BodyJoint:
    """A joint of the preset with the axes that it lacks here; the waist loses one."""
    if joint.name.startswith(("forearm", "shin")):
        return _with_axis(joint, "Y", (-0.6, 0.6), 20.0)
    if joint.name.startswith("foot"):
        lacking = next(axis for axis in "XYZ" if axis not in joint.axes)
        return _with_axis(joint, lacking, (-0.4, 0.4), 40.0)
    if joint.name == "waist" and len(joint.axes) == 3:
        kept = [k for k, axis in enumerate(joint.axes) if axis != "Z"]
        return replace(
            joint,
            axes="".join(joint.axes[k] for k in kept),
            limits=tuple(joint.limits[k] for k in kept),
            torque_limits=tuple(joint.torque_limits[k] for k in kept),
            preferred=tuple(joint.preferred[k] for k in kept) if joint.preferred else (),
        )
    return joint


def _with_axis(joint: BodyJoint, axis: str, limits: tuple[float, float], strength: float) -> BodyJoint:
    return replace(
        joint,
        axes=joint.axes + axis,
        limits=(*joint.limits, limits),
        torque_limits=(*joint.torque_limits, strength),
        preferred=(*joint.preferred, 0.0) if joint.preferred else (),
    )
