"""Names of bodies in messages, such as an animator's bone that moves with the body."""

from ..errors import InputError


def display_names(words: tuple[str, ...], *bodies: str) -> tuple[str, ...]:
    """Each body by its word, also in the places of violations; by its own name where there is none.

    Raises:
        InputError: there are more words than bodies.
    """
    if len(words) > len(bodies):
        raise InputError(f"expected at most {len(bodies)} of these, found {len(words)}", field="called")
    return tuple(word or body for word, body in zip((*words, *bodies[len(words) :]), bodies, strict=True))
