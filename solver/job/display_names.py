"""Names of bodies in messages, such as of the animator's bone."""

from ..errors import InputError
from ..record import formerly

DISPLAY_NAMES = formerly("called")


def display_names(names: tuple[str, ...], *bodies: str) -> tuple[str, ...]:
    """The display name of each body; by default, its name.

    Raises:
        InputError: there are more names than bodies.
    """
    if len(names) > len(bodies):
        raise InputError(f"expected at most {len(bodies)} names, found {len(names)}", field="display_names")
    return tuple(name or body for name, body in zip((*names, *bodies[len(names) :]), bodies, strict=True))
