"""Ellipsoids stay apart."""

import itertools
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Array, Indices
from ...job.constraints.apart import SHAPES, Apart, NoSelfIntersection
from ...job.display_names import display_names
from ...mechanics.ellipsoid_gap import SIGNS, ellipsoid_gap
from ...verify.violation import Kind, Place, Violation
from ..rows.body_rows import Batch, BodyRows, Phi, Z, sum_of_squares
from ..transcription import Transcription

EACH, HALFWAY = ((0, 1.0),), ((0, 0.5), (1, 0.5))


class ApartRows(BodyRows):
    """phi >= (1 - overlap)^2 - 1 for every pair of Apart and NoSelfIntersection.

    "ellipsoid": phi = F - 1, the contact function of mechanics/ellipsoid_gap.py. "sphere": phi of McIntosh
    2011, eq. 4.3, with the sphere inscribed in B: sum_k (e_k . r)^2 / (a_k + s)^2 - 1, r from A to B, and once
    more with A and B exchanged.
    """

    is_full = True

    def __init__(self, transcription: Transcription) -> None:
        self._shapes: list[str] = []
        batches: list[Batch] = []
        frames = np.arange(1, transcription.timeline.n_frames + 1)
        pairs, self._paths = _pairs(transcription), _paths(transcription)
        everyone = transcription.job.constraints_of(NoSelfIntersection)
        self._path_of_all = everyone[0][0] if everyone else ""
        for shape in SHAPES:
            orders = [(each.a, each.b) for each in pairs if each.shape == shape]
            between = [(each.a, each.b) for each in pairs if each.shape == shape and each.between_frames]
            if shape == "sphere":  # the sphere in each against the ellipsoid of the other
                orders, between = ([*p, *((b, a) for a, b in p)] for p in (orders, between))
            both = (_batch(orders, frames), _batch(between, transcription.timeline.pairs + 1, HALFWAY))
            batches += [batch for batch in both if len(batch.frames)]
            self._shapes += [shape] * (len(batches) - len(self._shapes))
        self._radii = np.array([body.diameters for body in transcription.job.character.bodies]) / 2
        allowed = np.zeros((len(self._radii),) * 2)
        for each in pairs:
            allowed[each.a, each.b] = allowed[each.b, each.a] = each.overlap
        lower = [(1 - allowed[tuple(batch.bodies.T)]) ** 2 - 1 for batch in batches]
        n_rows = sum(len(batch.frames) for batch in batches)
        super().__init__(
            transcription, batches, np.concatenate([np.empty(0), *lower]), np.full(n_rows, np.inf)
        )

    def evaluate(self, batch: int, z: Array) -> Phi:
        a, b = self._radii[self.batches[batch].bodies].swapaxes(0, 1)
        if self._shapes[batch] == "sphere":
            return _sphere(z, a + b.min(1, keepdims=True))
        gap = ellipsoid_gap(_relative(z), a, b)
        bend = sum_of_squares(lambda: _of_bodies(gap.slopes()), SIGNS)
        return Phi(gap.value, _of_bodies(gap.gradient), bend)

    def bodies_of(self, row: int) -> tuple[int, int]:
        """Indices of the two bodies of a row."""
        batch, at = self.row_of(row)
        a, b = batch.bodies[at]
        return int(a), int(b)

    def violation(self, row: int, amount: float) -> Violation:
        batch, at = self.row_of(row)
        a, b = (self.transcription.job.character.bodies[i].name for i in self.bodies_of(row))
        constraint, names = self._paths.get((a, b), (self._path_of_all, (a, b)))
        place = Place(self.transcription.when(self.transcription.timeline.source[batch.frames[at]]), names[0])
        share = 1 - float(np.sqrt(max(0.0, 1 + self.lower[row] - amount)))
        return Violation(Kind.APART, names, share, "", place, constraint)


def _batch(
    pairs: list[tuple[int, int]], frames: Indices, shares: tuple[tuple[int, float], ...] = EACH
) -> Batch:
    """All pairs at all frames, ordered by pair."""
    bodies = np.repeat(np.array(pairs, np.intp).reshape(-1, 2), len(frames), axis=0)
    return Batch(bodies, np.tile(frames, len(pairs)), shares, is_relative=True)


def _paths(transcription: Transcription) -> dict[tuple[str, str], tuple[str, tuple[str, ...]]]:
    """Path of each Apart and the names of its bodies in messages, by the two names in either order."""
    specifications: dict[tuple[str, str], tuple[str, tuple[str, ...]]] = {}
    for field, each in transcription.job.constraints_of(Apart):
        specification = (field, display_names(each.display_names, each.body_a, each.body_b))
        specifications |= {
            (each.body_a, each.body_b): specification,
            (each.body_b, each.body_a): specification,
        }
    return specifications


@dataclass(frozen=True)
class _Pair:
    """Indices of two bodies, the smaller one first, and the fields of ``Apart``."""

    a: int
    b: int
    shape: str
    between_frames: bool
    overlap: float = 0.0


def _pairs(transcription: Transcription) -> list[_Pair]:
    character = transcription.job.character
    names = [body.name for body in character.bodies]
    pairs: dict[tuple[int, int], _Pair] = {}
    for constraint in transcription.job.constraints:
        if isinstance(constraint, Apart):
            a, b = sorted((names.index(constraint.body_a), names.index(constraint.body_b)))
            pairs[a, b] = _Pair(a, b, constraint.shape, constraint.between_frames, constraint.overlap)
        elif isinstance(constraint, NoSelfIntersection):
            for a, b in pairs_within_reach(transcription):
                pairs.setdefault((a, b), _Pair(a, b, constraint.shape, constraint.between_frames))
    if transcription.timeline.mirror is not None:  # in the other half it is the other side's turn
        image = transcription.timeline.mirror.bodies
        for pair in tuple(pairs.values()):
            c, d = sorted((int(image[pair.a]), int(image[pair.b])))
            pairs.setdefault((c, d), replace(pair, a=c, b=d))
    return list(pairs.values())


def pairs_within_reach(transcription: Transcription) -> list[tuple[int, int]]:
    """Pairs of bodies that are not adjacent, do not overlap at rest, and are within each other's reach."""
    character, tree = transcription.job.character, transcription.tree
    centers = np.array([body.position for body in character.bodies])
    radii = np.array([body.diameters for body in character.bodies]) / 2
    reach = np.array([_reach(transcription, b) for b in range(len(centers))]) + radii.max(1)
    pairs = []
    for a, b in itertools.combinations(range(len(centers)), 2):
        joined = tree.parent[a] == b or tree.parent[b] == a
        still = (tree.moves[a] == tree.moves[b]).all()
        if joined or still or np.linalg.norm(centers[a] - centers[b]) > reach[a] + reach[b]:
            continue
        z = np.concatenate(
            [centers[b] - centers[a], *(transcription.kinematics.rest_axes[k].T.ravel() for k in (a, b))]
        )
        if ellipsoid_gap(z[None], radii[[a]], radii[[b]]).value[0] > 0:
            pairs.append((a, b))
    return pairs


def _reach(transcription: Transcription, body: int) -> float:
    """Largest distance of a body's center from its rest position relative to the root: along its limb and back."""
    tree, character = transcription.tree, transcription.job.character
    length, point = 0.0, np.array(character.bodies[body].position)
    while tree.parent[body] >= 0:
        length += float(np.linalg.norm(tree.anchor[body] - point) + transcription.joint_shift[body])
        point, body = tree.anchor[body], int(tree.parent[body])
    return 2 * length


def _sphere(z: Array, size: Array) -> Phi:
    """McIntosh's phi and its derivatives; size: (R, 3) a_k + s.

    With b_k = e_k . r and g = sum_k b_k / (a_k + s)^2 e_k, second derivatives are the squares of db_k, twice over
    (a_k + s)^2, and 4 dg . dr at given b_k, which is the square of dg + dr less that of dg - dr.
    """
    n = len(z)
    axes, r, inverse = z[:, 3:Z].reshape(n, 3, 3), z[:, Z : Z + 3] - z[:, :3], 1 / size**2
    along = np.einsum("tkc,tc->tk", axes, r)
    pull = along * inverse
    gradient = np.zeros((n, 2 * Z))
    gradient[:, Z : Z + 3] = 2 * np.einsum("tk,tkc->tc", pull, axes)
    gradient[:, :3] = -gradient[:, Z : Z + 3]
    gradient[:, 3:Z] = 2 * (pull[:, :, None] * r[:, None]).reshape(n, 9)

    def slopes() -> Array:
        direct, turned = np.zeros((n, 3, 2 * Z)), np.zeros((n, 3, 2 * Z))
        root = np.sqrt(2 * inverse)[:, :, None]
        direct[:, :, Z : Z + 3], direct[:, :, :3] = root * axes, -root * axes
        for k in range(3):
            direct[:, k, 3 + 3 * k : 6 + 3 * k] = root[:, k] * r
        turned[:, :, 3:Z] = (pull[:, None, :, None] * np.eye(3)[:, None]).reshape(n, 3, 9)
        shift = np.zeros((3, 2 * Z))
        shift[:, :3], shift[:, Z : Z + 3] = -np.eye(3), np.eye(3)
        return np.concatenate([direct, turned + shift, turned - shift], axis=1)

    return Phi((along * pull).sum(1) - 1, gradient, sum_of_squares(slopes, _OF_SPHERE))


_OF_SPHERE = np.repeat([1.0, 1.0, -1.0], 3)


def _relative(z: Array) -> Array:
    """(R, 21) arguments of ``ellipsoid_gap`` from positions and axes (R, 24) of two bodies."""
    return np.concatenate([z[:, Z : Z + 3] - z[:, :3], z[:, 3:Z], z[:, Z + 3 :]], axis=1)


def _of_bodies(slopes: Array) -> Array:
    """(R, ..., 24) slopes by positions and axes of two bodies from slopes (R, ..., 21) of ``ellipsoid_gap``."""
    way = slopes[..., :3]
    return np.concatenate([-way, slopes[..., 3:Z], way, slopes[..., Z:]], axis=-1)
