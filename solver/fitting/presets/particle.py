"""The Spacetime Particle of Witkin & Kass 1988, as McIntosh sets it up (2011, section 3.2.4, table 3.1)."""

from ...character import Character, RigidBody, RootJoint

MASS = 2.0  # kg
JET = 30.0  # N, along each direction; his table's, too weak for his own end points, which take 60 N
DIAMETER = 0.2  # m; nothing turns, so it only shows


def particle(jet: float = JET) -> Character:
    """A point mass that flies in the plane of X and Z by a jet; his y is the world's Z.

    Args:
        jet: strongest force along each direction [N].
    """
    body = RigidBody("particle", MASS, (DIAMETER,) * 3)
    return Character(
        "Particle", (body,), root=RootJoint("particle", translation="XZ", axes="", force_limit=jet)
    )
