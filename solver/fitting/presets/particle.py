"""The Spacetime Particle of Witkin & Kass 1988 as in McIntosh (2011, section 3.2.4, table 3.1)."""

from ...character import Character, RigidBody, RootJoint

MASS = 2.0  # kg
JET = 30.0  # N, along each direction; from his table, but too weak for his end points, which take 60 N
DIAMETER = 0.2  # m; only for display, because nothing rotates


def particle(jet: float = JET) -> Character:
    """A point mass with a jet that flies in the XZ plane; McIntosh's y is the world's Z.

    Args:
        jet: maximum force along each direction [N].
    """
    body = RigidBody("particle", MASS, (DIAMETER,) * 3)
    return Character(
        "Particle", (body,), root=RootJoint("particle", translation="XZ", axes="", force_limit=jet)
    )
