"""A task for workers, which import it by name; a test's own module cannot be imported there."""

import os
import time
from collections.abc import Callable

from solver.messages import Sink, Status


def square(number: int, send: Sink, cancelled: Callable[[], bool]) -> int:
    """Ends its process at 13, raises an error below zero, and at 99 waits until it is canceled."""
    if number == 13:
        os._exit(1)
    if number < 0:
        raise ValueError(f"{number} is below zero")
    send(Status(f"{number}"))
    while number == 99 and not cancelled():
        time.sleep(0.01)
    return number * number
