"""A character as animators see it: spine, limbs, what its parts can do, and how large it is."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Array, Indices
from ..character import Character
from ..mechanics.tree import tree_of
from ..rotations import matrix_from_quaternion
from .anatomy import ends_of, facing_of, main_tree, spine_of
from .limb import CreatureLimb

LEAST_SIZE = 1e-3  # of the creature's largest extent, for flat creatures
PERSON = 0.65  # m: mean of a person's limbs, the head among them
UPRIGHT = 0.7  # vertical part of a head's direction above which its face looks forward


@dataclass(frozen=True, eq=False)
class Creature:
    """A character with what channels address.

    Indices of bodies are those of ``character.bodies``. Points and directions are in the creature frame.

    Attributes:
        character: any; only its main tree is a creature, props are not.
    """

    character: Character

    @cached_property
    def frame(self) -> tuple[Array, Array]:
        """Origin (3,) and axes (3, 3) of the creature frame in the rest pose, world; axes in columns."""
        character = self.character
        root = np.array(character.bodies[character.body_index(character.root_joint.body)].position)
        forward = facing_of(character)
        axes = np.stack([forward, np.cross([0.0, 0.0, 1.0], forward), [0.0, 0.0, 1.0]], axis=1)
        return np.array([root[0], root[1], self._ground]), axes

    @cached_property
    def _ground(self) -> float:
        """World Z of the ground below the rest pose: of its contacts, or else of its lowest point."""
        heights = [contact.point[2] for contact in self.character.contacts]
        bodies = [self.character.bodies[b] for b in self.bodies]
        lowest = [b.position[2] - float(_reach(b.orientation, b.diameters)[2]) for b in bodies]
        return min(heights) if heights else min(lowest)

    @cached_property
    def bodies(self) -> tuple[int, ...]:
        """Bodies of the main tree, parents first."""
        return main_tree(self.character)

    @cached_property
    def parent(self) -> Indices:
        """(B,) body that carries each; -1 for roots."""
        return tree_of(self.character).parent

    @cached_property
    def joint(self) -> Array:
        """(B, 3) where each body is attached to its parent, at rest; the center of roots."""
        return self.inside(tree_of(self.character).anchor)

    @cached_property
    def center(self) -> Array:
        """(B, 3) centers of mass at rest."""
        return self.inside(np.array([body.position for body in self.character.bodies]))

    @cached_property
    def handle(self) -> Array:
        """(B, 3) the point of each body that queries place, at rest.

        It is the middle of a foot's contacts, the mouth of a head, the far end of any other end of a limb or tail, and
        the joint of all bodies between.
        """
        points = self.joint.copy()
        for b in self.bodies:
            if self.parent[b] < 0:
                points[b] = self.center[b]
            elif b in self.ends or b in self.feet:
                points[b] = self._end_point(b)
        return points

    def _end_point(self, body: int) -> Array:
        contacts = [c.point for c in self.character.contacts if self.character.body_index(c.body) == body]
        if contacts and body in self.feet:
            middle: Array = self.inside(np.array(contacts)).mean(axis=0)
            return middle
        arm = self.center[body] - self.joint[body]
        size = float(np.linalg.norm(arm))
        if size < 1e-9:
            return self.center[body]
        away = arm / size
        if "head" in self.capabilities[body] and away[2] > UPRIGHT:
            away = np.array([1.0, 0.0, 0.0])  # of a face, not the crown
        radii = np.array(self.character.bodies[body].diameters) / 2
        along = radii * (self.axes[body].T @ away)
        tip: Array = self.center[body] + float(np.linalg.norm(along)) * away
        return tip

    @cached_property
    def axes(self) -> Array:
        """(B, 3, 3) axes of the ellipsoids at rest, in columns."""
        turns = matrix_from_quaternion(np.array([body.orientation for body in self.character.bodies]))
        back: Array = self.frame[1].T @ turns
        return back

    @cached_property
    def pointing(self) -> Array:
        """(B, 3, 3) axes that mean the same on all creatures, in columns.

        X leads outward along the body, Z as far up as X allows, or backward if the body is upright.
        """
        far = self.handle.copy()
        for b in self.bodies:
            children = np.flatnonzero(self.parent == b)
            if b not in self.ends and len(children):
                far[b] = self.joint[children].mean(axis=0)
        x = far - self.joint
        x[np.linalg.norm(x, axis=1) < 1e-9] = [1.0, 0.0, 0.0]
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        up = np.where(np.abs(x[:, 2:]) < 0.9, [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0])
        z = up - (up * x).sum(1, keepdims=True) * x
        z /= np.linalg.norm(z, axis=1, keepdims=True)
        return np.stack([x, np.cross(z, x), z], axis=2)

    @cached_property
    def bounds(self) -> tuple[Array, Array]:
        """Least and greatest coordinates (3,) of its ellipsoids at rest."""
        bodies = list(self.bodies)
        radii = np.array([self.character.bodies[b].diameters for b in bodies]) / 2
        reach = np.linalg.norm(self.axes[bodies] * radii[:, None, :], axis=-1)
        return (self.center[bodies] - reach).min(axis=0), (self.center[bodies] + reach).max(axis=0)

    @cached_property
    def size(self) -> Array:
        """(3,) extents of the rest pose [m], none of them zero."""
        extent = self.bounds[1] - self.bounds[0]
        return np.maximum(extent, LEAST_SIZE * extent.max())

    @cached_property
    def spine(self) -> tuple[int, ...]:
        """Bodies of the spine, the root first."""
        return spine_of(self.character)

    @cached_property
    def root(self) -> int:
        """The root body."""
        return self.character.body_index(self.character.root_joint.body)

    @cached_property
    def ends(self) -> frozenset[int]:
        """Bodies that carry no others, without a spine that is only one body."""
        carriers = set(self.parent.tolist())
        return frozenset(b for b in self.bodies if b not in carriers and b != self.root)

    @cached_property
    def limbs(self) -> tuple[CreatureLimb, ...]:
        """Paths from the spine to every end outside of it, heads and tails included."""
        found = []
        for end in sorted(self.ends - set(self.spine)):
            path = [end]
            while int(self.parent[path[-1]]) not in self.spine:
                path.append(int(self.parent[path[-1]]))
            path.reverse()
            points = np.concatenate([self.joint[path], self.handle[[end]]])
            length = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
            found.append(CreatureLimb(int(self.parent[path[0]]), tuple(path), length))
        return tuple(found)

    @cached_property
    def limb_length(self) -> Array:
        """(B,) length of the path from each handle to the nearest spine [m] (Hecker 2008, section 3.2.2).

        Bodies of the spine have the mean length of the creature's limbs, since they have no limb of their own.
        """
        lengths = np.full(len(self.character.bodies), self.mean_limb)
        for limb in self.limbs:
            points = self.joint[list(limb.bodies)]
            passed = np.concatenate([[0.0], np.linalg.norm(np.diff(points, axis=0), axis=1)]).cumsum()
            lengths[list(limb.bodies)] = np.maximum(passed, LEAST_SIZE * limb.length)
            lengths[limb.end] = limb.length
        return lengths

    @cached_property
    def base(self) -> Array:
        """(B, 3) first joint of each body's limb at rest; handles of bodies of the spine."""
        points = self.handle.copy()
        for limb in self.limbs:
            points[list(limb.bodies)] = self.joint[limb.bodies[0]]
        return points

    @cached_property
    def mean_limb(self) -> float:
        """Mean length of all limbs, or half the largest extent of a creature without limbs [m]."""
        if not self.limbs:
            return float(self.size.max()) / 2
        return float(np.mean([limb.length for limb in self.limbs]))

    @cached_property
    def pace(self) -> float:
        """Duration of what it does beside that of a person: large creatures move slowly (Alexander & Jayes 1983)."""
        return float(np.sqrt(self.mean_limb / PERSON))

    @cached_property
    def _kinds(self) -> dict[int, str]:
        return ends_of(self.character, self.spine, self.center, self.joint)

    @cached_property
    def feet(self) -> frozenset[int]:
        """Bodies that stand on the ground."""
        return frozenset(b for b, kind in self._kinds.items() if kind == "foot")

    @cached_property
    def capabilities(self) -> tuple[frozenset[str], ...]:
        """(B,) what each body is or can do, in the words of a query."""
        found: list[set[str]] = [set() for _ in self.character.bodies]
        for b in self.bodies:
            found[b].add("any")
        for b in self.spine:
            found[b].add("spine")
        found[self.root].add("root")
        for b, kind in self._kinds.items():
            found[b].add(kind)
            if kind == "head":
                found[b].add("mouth")
        return tuple(frozenset(each) for each in found)

    def inside(self, points: Array) -> Array:
        """World points (..., 3) of the rest pose in the creature frame."""
        origin, axes = self.frame
        moved: Array = (points - origin) @ axes
        return moved


def _reach(orientation: tuple[float, ...], diameters: tuple[float, ...]) -> Array:
    """(3,) half extents of an ellipsoid along world axes [m]."""
    reach: Array = np.linalg.norm(matrix_from_quaternion(orientation) * np.array(diameters) / 2, axis=-1)
    return reach
