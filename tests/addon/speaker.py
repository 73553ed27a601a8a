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


def solve(_path):
    for i in range(5):
        say(type="progress", iteration=i, objective=1.0, violation=0.1, seconds=0.1 * i)
    say(type="done", exit_code=0, clip="clip.npz")


def wait(*_path):
    say(type="progress", iteration=1, objective=1.0, violation=0.1, seconds=0.1)
    time.sleep(60)


def flood(count):
    row = [0.123456789] * 40
    for i in range(int(count)):
        say(type="iterate", iteration=i, q=[row] * 40)
    say(type="done", exit_code=0, clip="")


def die(*_):
    sys.stderr.write("Traceback\nMemoryError: no more room\n")
    sys.exit(3)


def killed(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def silent(*_):
    time.sleep(60)


def deaf(*_):
    for i in range(600):
        say(type="progress", iteration=i, objective=1.0, violation=0.1, seconds=0.1)
        time.sleep(0.1)


def mumble(*_):
    sys.stdout.write("Segmentation fault\n")


def refuse(*_):
    say(
        type="error",
        text="character.joints[3].limits: the knee of 'shin.L' cannot bend",
        field="character.joints[3].limits",
    )
    say(type="done", exit_code=2, clip="")
    sys.exit(2)


BEHAVIOURS = (solve, wait, flood, die, killed, silent, deaf, mumble, refuse)
OBEYING = ("solve", "wait", "flood")  # end when Blender does


def main():
    name, *arguments = sys.argv[1:]
    say(type="status", text="Reading the job")
    if name in ("solve", "wait") and arguments:
        shutil.copy(arguments[0], "clip.part")
        os.replace("clip.part", "clip.npz")
    if name in OBEYING:
        threading.Thread(target=end_with_blender, daemon=True).start()
    next(each for each in BEHAVIOURS if each.__name__ == name)(*arguments)


if __name__ == "__main__":
    main()
