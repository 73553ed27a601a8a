"""McIntosh's Chip: the 22 degrees of freedom of his thesis, chapter 5."""

from ...character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint

SIDES = (("L", 1.0), ("R", -1.0))  # name, and sign of world Y; Chip faces world X


def chip() -> Character:
    """Torso, thighs, calves, upper arms and forearms, 76.2 kg, standing at the origin with point feet on Z = 0."""
    torso = RigidBody("torso", 44.0, (0.22, 0.32, 0.62), (0.0, 0.0, 1.25), role="hips")
    bodies, joints, contacts, pairs = [torso], [], [], []
    for side, y in SIDES:
        thigh, calf, upper_arm, forearm = (
            f"{side}_{part}" for part in ("thigh", "calf", "upper_arm", "forearm")
        )
        bodies += [
            RigidBody(thigh, 8.0, (0.16, 0.16, 0.42), (0.0, 0.1 * y, 0.72), role=f"thigh.{side}"),
            RigidBody(calf, 4.5, (0.11, 0.11, 0.5), (0.0, 0.1 * y, 0.26), role=f"shin.{side}"),
            RigidBody(upper_arm, 2.0, (0.09, 0.09, 0.3), (0.0, 0.22 * y, 1.35), role=f"upper_arm.{side}"),
            RigidBody(forearm, 1.6, (0.08, 0.08, 0.3), (0.0, 0.22 * y, 1.05), role=f"forearm.{side}"),
        ]
        joints += [
            BodyJoint(
                f"{side}_hip", "torso", thigh, (0.0, 0.1 * y, 0.93), axes="ZXY",
                limits=((-0.6, 0.6), (-0.5, 0.5), (-1.8, 0.6)), torque_limits=(200.0,) * 3,
            ),
            BodyJoint(
                f"{side}_knee", thigh, calf, (0.0, 0.1 * y, 0.51), axes="Y",
                limits=((0.0, 2.4),), torque_limits=(180.0,), preferred=(0.15,),
            ),
            BodyJoint(
                f"{side}_shoulder", "torso", upper_arm, (0.0, 0.22 * y, 1.5), axes="ZXY",
                limits=((-0.6, 0.6), (-0.5, 0.5), (-1.8, 1.2)), torque_limits=(80.0,) * 3,
            ),
            BodyJoint(
                f"{side}_elbow", upper_arm, forearm, (0.0, 0.22 * y, 1.2), axes="Y",
                limits=((-2.4, 0.0),), torque_limits=(60.0,), preferred=(-0.25,),
            ),
        ]  # fmt: skip
        contacts.append(ContactJoint(f"{side}_foot", calf, (0.0, 0.1 * y, 0.01)))
        pairs += [
            (f"L_{part}", f"R_{part}") for part in ("thigh", "calf", "upper_arm", "forearm") if side == "L"
        ]
    root = RootJoint("torso", limits=((-0.5, 0.5), (-0.3, 0.3), (-0.5, 0.5)))
    return Character("Chip", tuple(bodies), tuple(joints), tuple(contacts), root, tuple(pairs))
