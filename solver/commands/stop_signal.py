"""Stops a command by signals or stdin."""

import signal
import threading

from .stdin import read_on


def stop_signal(*, watch_stdin: bool) -> threading.Event:
    """Event that is set by SIGTERM, SIGINT and, if watched, by 'cancel' on stdin or its end."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())

    def listen() -> None:
        heard = b""
        while b"cancel\n" not in heard:
            more = read_on()
            if not more:
                break
            heard = heard[-len(b"cancel") :] + more
        stop.set()

    if watch_stdin:
        threading.Thread(target=listen, daemon=True).start()
    return stop
