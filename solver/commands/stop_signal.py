"""How a command is told to stop."""

import os
import signal
import threading


def stop_signal(*, watch_stdin: bool) -> threading.Event:
    """Event that is set by SIGTERM, SIGINT and, if watched, by 'cancel' on stdin or its end."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())

    def listen() -> None:
        heard = b""
        while b"cancel\n" not in heard:
            more = os.read(0, 4096)  # not sys.stdin: a thread that holds its lock spoils the exit
            if not more:
                break
            heard += more
        stop.set()

    if watch_stdin:
        threading.Thread(target=listen, daemon=True).start()
    return stop
