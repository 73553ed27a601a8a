"""Ellipsoids stay apart."""

import itertools
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Array, Indices
from ...job.constraints.apart import SHAPES, Apart, NoSelfIntersection
from ...job.display_names import display_names
from ...mechanics.ellipsoid_gap import ellipsoid_gap
from ...verify.violation import Kind, Place, Violation
from ..rows.body_rows import Batch, BodyRows, Phi, Z
from ..transcription import Transcription

EACH, HALFWAY = ((0, 1.0),), ((0, 0.5), (1, 0.5))


class ApartRows(BodyRows):
    """phi >= (1 - overlap)^2 - 1 for every pair of Apart and NoSelfIntersection.

    "ellipsoid": phi = F - 1, the contact function of mechanics/ellipsoid_gap.py. "sphere": phi of McIntosh
    2011, eq. 4.3, with the sphere inscribed in B: sum_k (e_k . r)^2 / (a_k + s)^2 - 1, r from A to B, and once
    more with A and B exchanged.
    """

    def __init__(self, transcription: Transcription) -> None:
        self._shapes: list[str] = []
        batches: list[Batch] = []
        frames = np.arange(1, transcription.timeline.n_frames + 1)
        pairs, self._asked = _pairs(transcription), _asked(transcription)
        everyone = (isinstance(each, NoSelfIntersection) for each in transcription.job.constraints)
        self._all_asked = next((f"job.constraints[{i}]" for i, is_so in enumerate(everyone) if is_so), "")
        for shape in SHAPES:
            orders = [(each.a, each.b) for each in pairs if each.shape == shape]
            between = [(each.a, each.b) for each in pairs if each.shape == shape and each.between_frames]
            if shape == "sphere":  # each has its sphere against the other's ellipsoid
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
        gap = ellipsoid_gap(z @ _RELATIVE.T, a, b)
        return Phi(gap.value, gap.gradient @ _RELATIVE, lambda: _RELATIVE.T @ gap.hessian @ _RELATIVE)

    def bodies_of(self, row: int) -> tuple[int, int]:
        """Indices of the two that a row keeps apart."""
        batch, at = self.row_of(row)
        a, b = batch.bodies[at]
        return int(a), int(b)

    def violation(self, row: int, amount: float) -> Violation:
        batch, at = self.row_of(row)
        a, b = (self.transcription.job.character.bodies[i].name for i in self.bodies_of(row))
        constraint, names = self._asked.get((a, b), (self._all_asked, (a, b)))
        place = Place(self.transcription.when(self.transcription.timeline.source[batch.frames[at]]), names[0])
        share = 1 - float(np.sqrt(max(0.0, 1 + self.lower[row] - amount)))
        return Violation(Kind.APART, names, share, "", place, constraint)


def _batch(
    pairs: list[tuple[int, int]], frames: Indices, shares: tuple[tuple[int, float], ...] = EACH
) -> Batch:
    """All pairs at all frames, pair after pair."""
    bodies = np.repeat(np.array(pairs, np.intp).reshape(-1, 2), len(frames), axis=0)
    return Batch(bodies, np.tile(frames, len(pairs)), shares)


def _asked(transcription: Transcription) -> dict[tuple[str, str], tuple[str, tuple[str, ...]]]:
    """Path of each Apart, and what messages call its two, as it names them, by their names in either order."""
    found: dict[tuple[str, str], tuple[str, tuple[str, ...]]] = {}
    for i, each in enumerate(transcription.job.constraints):
        if isinstance(each, Apart):
            words = display_names(each.display_names, each.body_a, each.body_b)
            own = (f"job.constraints[{i}]", words)
            found |= {(each.body_a, each.body_b): own, (each.body_b, each.body_a): own}
    return found


@dataclass(frozen=True)
class _Pair:
    """Indices of two bodies, the first the smaller one, and the rest as of ``Apart``."""

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
            for a, b in that_can_meet(transcription):
                pairs.setdefault((a, b), _Pair(a, b, constraint.shape, constraint.between_frames))
    if transcription.timeline.mirror is not None:  # in the other half it is the other side's turn
        image = transcription.timeline.mirror.bodies
        for pair in tuple(pairs.values()):
            c, d = sorted((int(image[pair.a]), int(image[pair.b])))
            pairs.setdefault((c, d), replace(pair, a=c, b=d))
    return list(pairs.values())


def that_can_meet(transcription: Transcription) -> list[tuple[int, int]]:
    """Pairs that are neither neighbours nor overlapping at rest nor out of each other's reach."""
    character, tree = transcription.job.character, transcription.tree
    place = np.array([body.position for body in character.bodies])
    radii = np.array([body.diameters for body in character.bodies]) / 2
    reach = np.array([_reach(transcription, b) for b in range(len(place))]) + radii.max(1)
    pairs = []
    for a, b in itertools.combinations(range(len(place)), 2):
        joined = tree.parent[a] == b or tree.parent[b] == a
        still = (tree.moves[a] == tree.moves[b]).all()
        if joined or still or np.linalg.norm(place[a] - place[b]) > reach[a] + reach[b]:
            continue
        z = np.concatenate(
            [place[b] - place[a], *(transcription.kinematics.rest_axes[k].T.ravel() for k in (a, b))]
        )
        if ellipsoid_gap(z[None], radii[[a]], radii[[b]]).value[0] > 0:
            pairs.append((a, b))
    return pairs


def _reach(transcription: Transcription, body: int) -> float:
    """How far a body's centre can come from where it is at rest, against the root: along its limb and back."""
    tree, character = transcription.tree, transcription.job.character
    length, point = 0.0, np.array(character.bodies[body].position)
    while tree.parent[body] >= 0:
        length += float(np.linalg.norm(tree.anchor[body] - point))
        point, body = tree.anchor[body], int(tree.parent[body])
    return 2 * length


def _sphere(z: Array, size: Array) -> Phi:
    """McIntosh's phi and its derivatives; size: (R, 3) a_k + s."""
    n = len(z)
    axes, r = z[:, 3:Z].reshape(n, 3, 3), z[:, Z : Z + 3] - z[:, :3]
    along, inverse = np.einsum("tkc,tc->tk", axes, r), 1 / size**2
    gradient, bend = np.zeros((n, 2 * Z)), np.zeros((n, 2 * Z, 2 * Z))
    rows = np.zeros((n, 3, 2 * Z))  # d along_k / dz
    for k in range(3):
        rows[:, k, Z : Z + 3], rows[:, k, :3], rows[:, k, 3 + 3 * k : 6 + 3 * k] = axes[:, k], -axes[:, k], r
        weight = 2 * along[:, k, None, None] * inverse[:, k, None, None] * np.eye(3)
        axis = slice(3 + 3 * k, 6 + 3 * k)
        for centre, sign in ((slice(Z, Z + 3), 1.0), (slice(0, 3), -1.0)):
            bend[:, axis, centre] += sign * weight
            bend[:, centre, axis] += sign * weight
    gradient = 2 * np.einsum("tk,tk,tkz->tz", along, inverse, rows)
    bend += 2 * np.einsum("tkz,tk,tkw->tzw", rows, inverse, rows)
    return Phi((along**2 * inverse).sum(1) - 1, gradient, lambda: bend)


_RELATIVE = np.zeros((21, 2 * Z))  # from two bodies' numbers to those of their gap
_RELATIVE[:3, :3], _RELATIVE[:3, Z : Z + 3] = -np.eye(3), np.eye(3)
_RELATIVE[3:12, 3:Z], _RELATIVE[12:, Z + 3 :] = np.eye(9), np.eye(9)
