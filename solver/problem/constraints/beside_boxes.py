"""Swinging contacts stay outside boxes."""

from collections.abc import Iterable

from ...job.job import Job
from ...job.planes import contact_plane
from ...job.surfaces import Box
from ...job.when import When
from ...verify.violation import Kind
from ..expression.term import Term, steady
from .region import SHARPNESS


def beside_boxes(job: Job) -> Iterable[tuple[str, Term]]:
    """Field and term of each box and each contact that ever touches.

    (sum_k (2 d_k / size_k)^8)^(1/8) >= 1 while the contact does not touch, with d from the box's center along its
    axes. As in Region, the faces are exact and the edges rounded.
    """
    names = dict.fromkeys(timing.contact for timing in job.contact_timings)
    for k, box in enumerate(job.surfaces):
        if not isinstance(box, Box):
            continue
        axes = contact_plane(box).turn.T
        for name in names:
            centre, tracks = steady("centre", box.centre)
            parts = []
            for i, (axis, size) in enumerate(zip(axes.tolist(), box.size, strict=True)):
                side, side_tracks = steady(f"side{i}", [2 / size * part for part in axis])
                parts.append(f"dot(contact({name!r}).position - {centre}, {side}) ** {SHARPNESS}")
                tracks += side_tracks
            text = f"({' + '.join(parts)} + 1e-8) ** {1 / SHARPNESS!r}"
            when = When(contact=name, touching=False)
            subject = (name, box.name)
            yield (
                f"job.surfaces[{k}]",
                Term(text, 1.0, None, when, kind=Kind.BESIDE_BOX, subject=subject, tracks=tracks),
            )
