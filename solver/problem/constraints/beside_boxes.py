"""Swinging contacts go around boxes and over them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..expression.request import Request, vector
from ..surfaces import Box, contact_plane
from ..when import When
from .region import SHARPNESS

if TYPE_CHECKING:
    from ..job import Job


def beside_boxes(job: "Job") -> Iterable[tuple[str, Request]]:
    """Field and request of each box and each contact that ever touches.

    (sum_k (2 d_k / size_k)^8)^(1/8) >= 1 while the contact does not touch; d from the box's centre along its own
    axes. As in Region, the faces are exact and the edges round.
    """
    names = dict.fromkeys(timing.contact for timing in job.contact_timings)
    for k, box in enumerate(job.surfaces):
        if not isinstance(box, Box):
            continue
        axes = contact_plane(box).turn.T
        for name in names:
            away = f"(contact({name!r}).position - {vector(box.centre)})"
            parts = (
                f"(dot({away}, {vector((x, y, z))}) * {2 / size!r}) ** {SHARPNESS}"
                for (x, y, z), size in zip(axes.tolist(), box.size, strict=True)
            )
            text = f"({' + '.join(parts)} + 1e-8) ** {1 / SHARPNESS!r}"
            when = When(contact=name, touching=False)
            missed = f"enters the box '{box.name}' by"
            yield f"job.surfaces[{k}]", Request(text, 1.0, None, when, label=f"'{name}'", missed=missed)
