"""Checks of contacts, surfaces and holds."""

import numpy as np

from ...character.validation import known_name
from ...errors import InputError
from ...mechanics.mirror import Mirror
from ..display_names import display_names
from ..frames import within_phases
from ..job import Job
from ..mirrored_holds import mirrored_holds
from ..paths import inside
from ..schedule import contact_schedule, hold_schedule
from ..surfaces import Box, Plate
from .context import Context


def check_surfaces(context: Context) -> None:
    """Checks that boxes point up, and that plates have a size and an existing body."""
    cycle = context.job.cycle
    for k, surface in enumerate(context.job.surfaces):
        where = f"job.surfaces[{k}]"
        if isinstance(surface, Box) and surface.normal[2] <= 0:
            raise InputError(
                f"expected the top of the box '{surface.name}' to point up, found {surface.normal}",
                field=f"{where}.normal",
            )
        if not isinstance(surface, Plate):
            continue
        known_name(surface.body, context.bodies, f"{where}.body", "body")
        if cycle is not None and cycle.mirrored:
            raise InputError("a mirrored cycle cannot have surfaces on moving bodies", field=where)
        if min(surface.size) <= 0:
            raise InputError(f"expected sides above 0 m, found {min(surface.size):g}", field=f"{where}.size")
        if not np.cross(surface.normal, surface.along).any():
            raise InputError("expected a first side across the normal", field=f"{where}.along")


def check_contacts(context: Context) -> None:
    """Checks that timings have an existing contact and surface, some time, and no two surfaces at once."""
    job = context.job
    surfaces = {"": None, **{surface.name: surface for surface in job.surfaces}}
    touched = np.full((context.n_frames, len(context.contacts)), -1, np.intp)
    for i, timing in enumerate(job.contact_timings):
        where = f"job.contact_timings[{i}]"
        known_name(timing.contact, context.contacts, f"{where}.contact", "contact")
        known_name(timing.surface, surfaces, f"{where}.surface", "surface")
        on, c = surfaces[timing.surface], context.contacts.index(timing.contact)
        if isinstance(on, Plate) and on.body == job.character.contacts[c].body:
            raise InputError(
                f"the contact '{timing.contact}' cannot touch its own body", field=f"{where}.surface"
            )
        _check_phases(timing.phases, f"the contact '{timing.contact}'", where)
        during = within_phases(timing.phases, context.n_frames, closed=job.cycle is not None)
        surface = [*surfaces].index(timing.surface)
        if not np.isin(touched[during, c], (-1, surface)).all():
            raise InputError(f"the contact '{timing.contact}' cannot touch two surfaces at once", field=where)
        touched[during, c] = surface


def check_holds(context: Context) -> None:
    """Checks that holds have existing bodies and some time."""
    for i, hold in enumerate(context.job.holds):
        where = f"job.holds[{i}]"
        known_name(hold.body_a, context.bodies, f"{where}.body_a", "body")
        if hold.body_b:
            known_name(hold.body_b, context.bodies, f"{where}.body_b", "body")
        with inside(where):
            display_names(hold.display_names, hold.body_a, hold.body_b)
        _check_phases(hold.phases, f"the hold '{hold.name}'", where)


def check_halves(job: Job, mirror: Mirror) -> None:
    """Checks that contacts and holds of a mirrored cycle equal their mirror images half a cycle later."""
    touching, held = contact_schedule(job).lasts, hold_schedule(job).lasts
    half = len(touching) // 2
    differs = (touching[:half] != touching[half:][:, mirror.contacts]).any(0)
    if differs.any():
        name = job.character.contacts[int(np.argmax(differs))].name
        raise InputError(
            f"the contact '{name}' does not touch half a cycle after its mirror image does",
            field="job.contact_timings",
        )
    differs = (held[:half] != held[half:][:, mirrored_holds(job, mirror).images]).any(0)
    if differs.any():
        k = int(np.argmax(differs))
        raise InputError(
            f"the hold '{job.holds[k].name}' does not last half a cycle after its mirror image does",
            field=f"job.holds[{k}].phases",
        )


def _check_phases(phases: tuple[tuple[float, float], ...], subject: str, where: str) -> None:
    for k, (start, duration) in enumerate(phases):
        if not 0 <= start <= 1 or not 0 < duration <= 1:
            raise InputError(
                f"{subject} needs a start in 0 to 1 and a duration above 0 and up to 1, "
                f"found ({start:g}, {duration:g})",
                field=f"{where}.phases[{k}]",
            )
