"""Free timings that repeat those of another contact."""

from ..character.validation import known_name
from ..errors import InputError
from ..mechanics.mirror import find_mirror
from ..mechanics.tree import Tree
from .job import Job

Follow = tuple[int, float]  # index of the followed timing, and the delay as a fraction of the cycle


def followed_timings(job: Job, tree: Tree) -> tuple[Follow | None, ...]:
    """The timing that each contact timing follows, or None.

    Raises:
        InputError: the followed timing, or the mirror image, is not free.
    """
    contacts = [contact.name for contact in job.character.contacts]
    free = {i: timing.free for i, timing in enumerate(job.contact_timings) if timing.free}
    for i in free:
        known_name(job.contact_timings[i].contact, contacts, f"job.contact_timings[{i}].contact", "contact")
    follows: list[Follow | None] = [None] * len(job.contact_timings)
    if job.cycle and job.cycle.mirrored:
        images = find_mirror(job.character, tree).contacts if free else ()
        return tuple(_mirrored(job, follows, {contacts[c]: contacts[i] for c, i in enumerate(images)}))
    for i, phases in free.items():
        if not phases.follows:
            continue
        own, led = (
            [j for j in free if job.contact_timings[j].contact == name]
            for name in (job.contact_timings[i].contact, phases.follows)
        )
        leader = dict(zip(own, led, strict=False)).get(i)
        if leader is None or free[leader].follows:
            raise InputError(
                f"expected another contact with free phases of its own, found '{phases.follows}'",
                field=f"job.contact_timings[{i}].free.follows",
            )
        follows[i] = leader, phases.offset
    return tuple(follows)


def _mirrored(job: Job, follows: list[Follow | None], image: dict[str, str]) -> list[Follow | None]:
    """Adds mirror images: of two free timings, the later one follows by half a cycle."""
    waiting = {i for i, timing in enumerate(job.contact_timings) if timing.free}
    while waiting:
        i = min(waiting)
        timing = job.contact_timings[i]
        images = [
            j
            for j in sorted(waiting - {i})
            if job.contact_timings[j].contact == image[timing.contact]
            and job.contact_timings[j].surface == timing.surface
        ]
        if not images:
            raise InputError(
                f"the phases of '{timing.contact}' are free in a mirrored cycle, so those of its mirror image "
                f"'{image[timing.contact]}' must be free too",
                field=f"job.contact_timings[{i}].free",
            )
        follows[images[0]] = i, 0.5
        waiting -= {i, images[0]}
    return follows
