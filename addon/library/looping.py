"""Extraction of a cycle from the artist's animation, as a command to the solver."""

import bpy

from ...solver.commands.library_request import LoopRequest
from ..character.read_character import read_character
from ..interface.button import telling
from ..motion.capture_length import require_loopable
from ..motion.first_frame import first_frame_of
from ..motion.read_sketch import read_sketch
from ..runtime.event_loop import WAITING, Work
from ..solve import session
from ..solve.arrival import Arrival
from ..solve.solving import Solve
from .drawn import drawn_job


def starting_loop(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, *, accepts: bool = False
) -> Work[Solve]:
    """Reads the animation, then queues a solve for the cycle nearest to its best loop.

    Args:
        armature_object: of the character.
        scene: with the frames; the search is limited to the preview range, if any.
        accepts: as of ``start_solve``.

    Raises:
        InputError: there is no animation, or it is too long.
    """
    require_loopable(armature_object, scene)
    sketch = yield from telling(
        "Reading your animation",
        read_sketch(armature_object, scene, read_character(armature_object), frees_limbs=False),
    )
    yield WAITING  # the rest takes a separate step
    data = armature_object.animation_data
    name = data.action.name if data is not None and data.action is not None else armature_object.name
    job = drawn_job(f"{name} loop", armature_object, scene, sketch)
    request = LoopRequest("capture.json", ".", fps=job.timing.fps, watches_stdin=True)
    return session.start_request(
        armature_object,
        request,
        job,
        Arrival(
            first_frame=first_frame_of(armature_object, scene, sketch),
            accepts=accepts,
            previews=False,  # iterates differ from the cycle
        ),
        files={"capture.json": job},
    )
