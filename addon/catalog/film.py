"""A motion as a few small drawings of its bodies, seen obliquely from the front. Arrays only."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...solver.analysis.heading import centre_of_mass, headings
from ...solver.arrays import Array
from ...solver.clip.clip import Clip
from ...solver.job.planes import contact_plane
from ...solver.job.surfaces import Box
from ...solver.rotations import matrix_from_quaternion

SIZE = 96  # pixels
N_FRAMES = 16
GRAIN = 10  # subdivisions of a pixel for stored positions
BORDER = 4.0  # pixels
ASIDE, ABOVE = np.radians(35.0), np.radians(10.0)  # of the camera: from the side toward the front, and up
LINE = 0.7  # pixels of half a line
INKS = np.array(
    [[0.74, 0.74, 0.72], [0.20, 0.52, 0.88], [0.94, 0.49, 0.16], [0.5, 0.5, 0.5]]
)  # middle, left, right
GROUND = 3  # of INKS


@dataclass(frozen=True, eq=False)
class Film:
    """Drawings in pixels from the lower left corner.

    Attributes:
        seconds: of the motion, or of its cycle.
        is_cyclic: whether the first drawing follows the last.
        inks: (B,) index into INKS of each body.
        ellipses: (F, B, 6) of each body: center, x^2, x y and y^2 of its outline's matrix, and depth; the outline is
            (p - center)' matrix^-1 (p - center) = 1 [pixels].
        lines: (L, 2, 2) of the ground and of surfaces [pixels].
    """

    seconds: float
    is_cyclic: bool
    inks: Array
    ellipses: Array
    lines: Array

    def to_json(self) -> dict[str, Any]:
        """JSON value of integers."""
        return {
            "seconds": round(self.seconds, 3),
            "is_cyclic": self.is_cyclic,
            "inks": self.inks.tolist(),
            "ellipses": (GRAIN * self.ellipses).round().astype(int).tolist(),
            "lines": (GRAIN * self.lines).round().astype(int).tolist(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Film":
        """Film from the value of ``to_json``."""
        ellipses, lines = (np.array(data[name], float) / GRAIN for name in ("ellipses", "lines"))
        return cls(
            data["seconds"], data["is_cyclic"], np.array(data["inks"], int), ellipses, lines.reshape(-1, 2, 2)
        )

    def drawing(self, frame: int) -> Array:
        """(SIZE, SIZE, 4) RGBA, the lowest row first, with a transparent background."""
        row, column = np.mgrid[0:SIZE, 0:SIZE] + 0.5
        pixels = np.stack([column, row], -1)
        picture: Any = np.zeros((SIZE, SIZE, 4), np.float32)  # as Blender takes it
        for start, end in self.lines:
            _paint(picture, _cover_of_line(pixels, start, end), INKS[GROUND])
        bodies = self.ellipses[frame]
        for body in np.argsort(bodies[:, 5]):
            cover, shade = _cover_of_ellipse(pixels, bodies[body])
            _paint(picture, cover, INKS[self.inks[body]] * shade[..., None])
        found: Array = picture
        return found


def film_of(clip: Clip) -> Film:
    """Film of a clip: of one repetition in place, as on a treadmill, for a cycle; else from a fixed camera."""
    frames = np.linspace(
        0, clip.n_frames - (0 if clip.job.cycle else 1), N_FRAMES, endpoint=not clip.job.cycle
    )
    frames = frames.astype(int)
    heading = headings(clip)[frames] if clip.job.cycle else np.repeat(headings(clip)[:1], len(frames))
    middle = centre_of_mass(clip)[frames] * [1, 1, 0] if clip.job.cycle else np.zeros((len(frames), 3))
    camera = np.stack([_camera(angle) for angle in heading])  # (F, 3, 3) rows: across, up, nearer
    place = np.einsum("fij,fbj->fbi", camera, clip.motion.position[frames] - middle[:, None])
    radii = np.array([body.diameters for body in clip.job.character.bodies]) / 2
    half = np.einsum("fij,fbjk,bk->fbik", camera, _axes(clip)[frames], radii)[:, :, :2]
    spread = half @ half.swapaxes(-1, -2)  # (F, B, 2, 2)
    lines = _lines(clip, camera[0], place)
    reach = np.sqrt(np.diagonal(spread, axis1=-2, axis2=-1))
    low = np.minimum((place[..., :2] - reach).min((0, 1)), lines.reshape(-1, 2).min(0))
    high = np.maximum((place[..., :2] + reach).max((0, 1)), lines.reshape(-1, 2).max(0))
    scale = (SIZE - 2 * BORDER) / float((high - low).max())
    shift = SIZE / 2 - scale * (low + high) / 2
    shift[1] = BORDER - scale * low[1]  # it stands at the picture's foot
    outline = scale**2 * np.stack([spread[..., 0, 0], spread[..., 0, 1], spread[..., 1, 1]], -1)
    nearer = SIZE * np.argsort(np.argsort(place[..., 2], axis=1), axis=1)[..., None] / SIZE
    ellipses = np.concatenate([scale * place[..., :2] + shift, outline, nearer], -1)
    seconds = clip.n_frames * clip.motion.step
    return Film(seconds, clip.job.cycle is not None, _inks(clip), ellipses, scale * lines + shift)


def _camera(heading: float) -> Array:
    """(3, 3) rows: right, up and towards the viewer, with travel to the right."""
    look = heading - np.pi / 2 + ASIDE  # where the camera stands, seen from the character
    nearer = np.array([np.cos(ABOVE) * np.cos(look), np.cos(ABOVE) * np.sin(look), np.sin(ABOVE)])
    across = np.array([-np.sin(look), np.cos(look), 0.0])
    return np.stack([across, np.cross(nearer, across), nearer])


def _axes(clip: Clip) -> Array:
    """(N, B, 3, 3) of all bodies, as columns."""
    rest = matrix_from_quaternion(np.array([body.orientation for body in clip.job.character.bodies]))
    axes: Array = clip.motion.turn @ rest
    return axes


def _inks(clip: Clip) -> Array:
    """(B,) by the character's pairs, which name the left one first."""
    side = {
        name: ink for pair in clip.job.character.mirror_pairs for ink, name in zip((1, 2), pair, strict=True)
    }
    return np.array([side.get(body.name, 0) for body in clip.job.character.bodies])


def _lines(clip: Clip, camera: Array, place: Array) -> Array:
    """(L, 2, 2) in the picture: the ground below all positions (F, B, 3), and edges of touched boxes [m]."""
    ends = place[..., 0].min() - 0.1, place[..., 0].max() + 0.1
    level = float(camera[1] @ [0.0, 0.0, clip.job.ground_height])
    lines = [np.array([[ends[0], level], [ends[1], level]])]
    for box in (surface for surface in clip.job.surfaces if isinstance(surface, Box)):
        turn = contact_plane(box).turn
        half = np.array(box.size) / 2
        for axis in range(3):
            others = [k for k in range(3) if k != axis]
            for signs in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
                corner = np.zeros(3)
                corner[others] = signs * half[others]
                step = np.eye(3)[axis] * half
                edge = np.array([corner - step, corner + step]) @ turn.T + box.centre
                lines.append(edge @ camera[:2].T)
    return np.array(lines)


def _paint(picture: Array, cover: Array, ink: Array) -> None:
    """Blends a color over the picture."""
    picture[..., :3] += cover[..., None] * (ink - picture[..., :3])
    picture[..., 3] = np.maximum(picture[..., 3], cover)


def _cover_of_line(pixels: Array, start: Array, end: Array) -> Array:
    """(SIZE, SIZE) coverage of each pixel by a line."""
    along = end - start
    share = np.clip(((pixels - start) @ along) / max(float(along @ along), 1e-9), 0.0, 1.0)
    distance = np.linalg.norm(pixels - start - share[..., None] * along, axis=-1)
    cover: Array = np.clip(LINE + 0.5 - distance, 0.0, 1.0)
    return cover


def _cover_of_ellipse(pixels: Array, ellipse: Array) -> tuple[Array, Array]:
    """(SIZE, SIZE) coverage of each pixel by an ellipse, and its shading."""
    middle, (xx, xy, yy) = ellipse[:2], ellipse[2:5]
    xx, yy = max(xx, 0.3), max(yy, 0.3)
    inverse = np.array([[yy, -xy], [-xy, xx]]) / max(xx * yy - xy * xy, 0.05)
    away = pixels - middle
    slope = away @ inverse
    height = np.sqrt(np.maximum(np.sum(slope * away, -1), 1e-9))  # 1 on the outline
    distance = (height - 1) * height / np.maximum(np.linalg.norm(slope, axis=-1), 1e-9)
    edge = 0.62 + 0.38 * np.sqrt(np.clip(1 - height**2, 0.0, 1.0))
    return np.clip(0.5 - distance, 0.0, 1.0), edge
