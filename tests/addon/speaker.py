"""A stand-in for the solver's program: speaks the protocol as told by its first argument, with no solve behind it."""

import json
import os
import shutil
import signal
import sys
import threading
import time


def say(**message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def end_with_blender():
    """Watch stdin: "cancel" or its end."""
    for line in sys.stdin:
        if line.strip() == "cancel":
            say(type="done", exit_code=4, clip="clip.npz" if os.path.exists("clip.npz") else "")
            os._exit(4)
    os._exit(9)


def main():
    behaviour, *rest = sys.argv[1:]
    say(type="status", text="Reading the job")
    if behaviour in ("solve", "wait", "flood"):
        threading.Thread(target=end_with_blender, daemon=True).start()
    if behaviour == "solve":
        for i in range(5):
            say(type="progress", iteration=i, objective=1.0, violation=0.1, seconds=0.1 * i)
        shutil.copy(rest[0], "clip.npz")
        say(type="done", exit_code=0, clip="clip.npz")
    elif behaviour == "wait":
        shutil.copy(rest[0], "clip.npz") if rest else None
        say(type="progress", iteration=1, objective=1.0, violation=0.1, seconds=0.1)
        time.sleep(60)
    elif behaviour == "flood":
        row = [0.123456789] * 40
        for i in range(int(rest[0])):
            say(type="iterate", iteration=i, q=[row] * 40)
        say(type="done", exit_code=0, clip="")
    elif behaviour == "die":
        sys.stderr.write("Traceback\nMemoryError: no more room\n")
        sys.exit(3)
    elif behaviour == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif behaviour == "silent":
        time.sleep(60)
    elif behaviour == "deaf":
        for i in range(600):
            say(type="progress", iteration=i, objective=1.0, violation=0.1, seconds=0.1)
            time.sleep(0.1)
    elif behaviour == "mumble":
        sys.stdout.write("Segmentation fault\n")
    elif behaviour == "refuse":
        say(type="error", text="the knee of 'shin.L' cannot bend", field="character.joints[3].limits")
        say(type="done", exit_code=2, clip="")
        sys.exit(2)


if __name__ == "__main__":
    main()
