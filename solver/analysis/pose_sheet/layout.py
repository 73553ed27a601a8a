"""Layout of a sheet: a header, the poses from the side, and the same poses from the front below."""

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...clip.clip import Clip
from ..departure import faithfulness
from ..heading import height
from .figure import FORCE, INK, MASS, SIDE_COLOURS, draw_figure, draw_ground, inks
from .poses import FRONT, SIDE, SheetPose, frames_of, poses
from .shapes import TILT, Colour, Picture, colour, place
from .solids import draw_surfaces

PAPER, FAINT = colour("f7f5f1"), colour("77736b")
BODY_WEIGHT = 0.5  # length of one body weight in heights of the character
LONGEST_FORCE = 1.1  # of any arrow in heights of the character
LETTER = 0.0105  # of labels, as a share of the picture's width
WIDEST_LABEL = 11  # letter heights that a pose's label may need
TALLEST = 0.75  # maximum height relative to the picture's width; few poses are spaced farther apart
ROWS_TALL = 2.5  # height of both rows with labels, in heights of the tallest pose
ROW_DISTANCE = 60.0  # towards the reader [m], so that rows cast no shadows on each other


@dataclass(frozen=True)
class Measures:
    """Sizes of a sheet [m].

    Attributes:
        low: lowest corner (3,) of all poses of each view.
        high: highest corner.
        slot: width for each pose.
        middle: of each view's slot, from the pose's origin.
        width: of the picture.
        letter: height of a label's letters.
        force: length of one body weight.
    """

    low: tuple[Array, Array]
    high: tuple[Array, Array]
    slot: float
    middle: tuple[float, float]
    width: float
    letter: float
    force: float

    @property
    def margin(self) -> float:
        """Left and right of the poses."""
        return 2 * self.letter

    def above(self, row: int) -> float:
        """From the ground's middle up to the row's top edge, title included."""
        tall = float(self.high[row][2]) * math.cos(TILT)
        return max(tall, self.deep(row) * math.sin(TILT)) + 3.0 * self.letter

    def below(self, row: int) -> float:
        """From the ground's middle down to the row's bottom edge, labels included."""
        buried = -float(self.low[row][2]) * math.cos(TILT)
        return max(buried, self.deep(row) * math.sin(TILT)) + 5.6 * self.letter

    def deep(self, row: int) -> float:
        """Half depth of the ground."""
        return float(max(-self.low[row][1], self.high[row][1])) + 0.5 * self.letter


def compose(clip: Clip, *, n_poses: int, width: int) -> Picture:
    """The sheet of a clip, ``width`` pixels wide and as high as needed."""
    frames = frames_of(clip, n_poses)
    rows = (poses(clip, frames, SIDE), poses(clip, frames, FRONT))
    sizes = _measure(clip, rows)
    header = 8.2 * sizes.letter
    tall = header + sum(sizes.above(row) + sizes.below(row) for row in (0, 1))
    picture = Picture((width, 2 * round(width * tall / sizes.width / 2)), sizes.width, PAPER)
    top = tall / 2
    _header(picture, clip, sizes, top)
    top -= header
    for row, title in enumerate(
        ("from the side, ground in squares of 0.5 m, numbers in metres", "from the front")
    ):
        _title(picture, sizes, title, top)
        ground = top - sizes.above(row)
        for i, pose in enumerate(rows[row]):
            u = -sizes.width / 2 + sizes.margin + (i + 0.5) * sizes.slot
            at = place(u - sizes.middle[row], ground, nearer=ROW_DISTANCE * row)
            middle = place(u, ground, nearer=ROW_DISTANCE * row)
            half = (0.5 * sizes.slot - 0.3 * sizes.letter, sizes.deep(row))
            draw_ground(picture, pose, at, middle, half, letter=sizes.letter, is_numbered=row == 0)
            low, high = (sign * np.array([*half, 0.0]) + (middle - at) for sign in (-1, 1))
            high[2] = sizes.high[row][2]
            draw_surfaces(picture, clip, pose, at, low, high)
            draw_figure(picture, pose, at, inks(clip.job.character), letter=sizes.letter, force=sizes.force)
            _label(picture, clip, pose, sizes, u, ground - sizes.below(row))
        top = ground - sizes.below(row)
    return picture


def _measure(clip: Clip, rows: tuple[list[SheetPose], list[SheetPose]]) -> Measures:
    tall = height(clip.job.character)
    strongest = max(float(np.linalg.norm(pose.forces, axis=-1).max(initial=0.0)) for pose in rows[0])
    force = tall * min(BODY_WEIGHT, LONGEST_FORCE / max(strongest, 1e-9))
    low, high = zip(*(_box(row, force) for row in rows), strict=True)
    slot = 1.06 * max(float(b[0] - a[0]) for a, b in zip(low, high, strict=True)) + 0.02 * tall
    n = len(rows[0])
    slot = max(slot, ROWS_TALL * float(max(corner[2] for corner in high)) / (TALLEST * n))
    letter = min(LETTER * n * slot / (1 - 4 * LETTER), slot / WIDEST_LABEL)
    width = n * slot + 4 * letter
    middle = tuple(float(a[0] + b[0]) / 2 for a, b in zip(low, high, strict=True))
    return Measures(low, high, slot, (middle[0], middle[1]), width, letter, force)


def _box(row: list[SheetPose], force: float) -> tuple[Array, Array]:
    lows, highs = zip(*(pose.box(force) for pose in row), strict=True)
    return np.min(lows, 0), np.max(highs, 0)


def pale(ink: Colour, paper: float) -> Colour:
    """A color mixed with a fraction of the paper's."""
    red, green, blue = ((1 - paper) * a + paper * b for a, b in zip(ink, PAPER, strict=True))
    return red, green, blue


def _header(picture: Picture, clip: Clip, sizes: Measures, top: float) -> None:
    left, right, letter = -sizes.width / 2 + sizes.margin, sizes.width / 2 - sizes.margin, sizes.letter
    near = 3 * ROW_DISTANCE
    picture.write(clip.name, place(left, top - 2.9 * letter, nearer=near), 2.0 * letter, INK)
    picture.write(facts(clip), place(left, top - 5.2 * letter, nearer=near), letter, INK)
    picture.write(str(clip.report.energy), place(left, top - 6.9 * letter, nearer=near), letter, FAINT)
    legend = [("left", SIDE_COLOURS["left"]), ("right", SIDE_COLOURS["right"]), ("centre of mass", MASS)]
    u = right - 23.5 * letter
    for (word, ink), wide in zip(legend, (4.2, 4.8, 10.0), strict=True):
        picture.dot(place(u, top - 2.55 * letter, nearer=near), 0.42 * letter, ink)
        picture.write(word, place(u + 0.8 * letter, top - 2.9 * letter, nearer=near), letter, INK)
        u += wide * letter
    u = right - 23.5 * letter - 0.4 * letter
    share = min(1.0, 10 * letter / sizes.force)
    weights = 1.0 if share == 1.0 else math.floor(10 * share) / 10
    start, end = (place(u + x, top - 4.85 * letter, nearer=near) for x in (0.0, weights * sizes.force))
    picture.arrow(start, end, 0.1 * letter, FORCE)
    words = f"{weights:g} body weight of the ground's force"
    picture.write(
        words, place(u + weights * sizes.force + letter / 2, top - 5.2 * letter, nearer=near), letter, INK
    )


def facts(clip: Clip) -> str:
    """Speed, length and residuals in one line."""
    cycle, seconds = clip.job.cycle, clip.n_frames * clip.motion.step
    words = []
    if cycle:
        way = float(np.linalg.norm(cycle.translation))
        words += [f"{way / seconds:.2f} m/s", f"cycle {seconds:.2f} s, {way:.2f} m, {clip.n_frames} frames"]
        words += [f"turning {math.degrees(cycle.yaw):.0f}° a cycle"] if cycle.yaw else []
    else:
        words += [f"{(clip.n_frames - 1) * clip.motion.step:.2f} s, {clip.n_frames} frames"]
    words += [
        f"residual {clip.report.linear_residual:.1e} BW, {clip.report.angular_residual:.1e} BW m",
        f"peak force {clip.report.peak_vertical_force:.2f} BW",
    ]
    kept = faithfulness(clip)
    if kept is not None:
        mean, angle = 100 * kept.mean_distance, math.degrees(kept.mean_angle)
        words += [f"mean {mean:.1f} cm and {angle:.1f}° from what was drawn"]
    words += [] if clip.provenance.solved else ["NOT SOLVED"]
    return "   |   ".join(words)


def _title(picture: Picture, sizes: Measures, title: str, top: float) -> None:
    at = place(-sizes.width / 2 + sizes.margin, top - 1.2 * sizes.letter, nearer=3 * ROW_DISTANCE)
    picture.write(title, at, 0.85 * sizes.letter, FAINT)


def _label(picture: Picture, clip: Clip, pose: SheetPose, sizes: Measures, u: float, bottom: float) -> None:
    length = clip.n_frames if clip.job.cycle else max(clip.n_frames - 1, 1)
    time = f"frame {pose.frame}   {pose.frame * clip.motion.step:.2f} s   {100 * pose.frame / length:.0f}%"
    weight = f"{pose.carried:.2f} BW" if len(pose.forces) else ""
    for line, text in enumerate((time, weight)):
        at = place(u, bottom + (2.3 - 1.5 * line) * sizes.letter, nearer=3 * ROW_DISTANCE)
        picture.write(text, at, sizes.letter, (INK, FORCE)[line], align="CENTER")
