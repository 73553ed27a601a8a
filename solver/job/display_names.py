"""Names that messages give to bodies, such as the animator's bone that moves with the body."""

from ..errors import InputError
from ..record import formerly

DISPLAY_NAMES = formerly("called")


def display_names(given: tuple[str, ...], *bodies: str) -> tuple[str, ...]:
    """The display name of each body, also in the places of violations; its own name where none is given.

    Raises:
        InputError: more names are given than there are bodies.
    """
    if len(given) > len(bodies):
        raise InputError(f"expected at most {len(bodies)} names, found {len(given)}", field="display_names")
    return tuple(name or body for name, body in zip((*given, *bodies[len(given) :]), bodies, strict=True))
