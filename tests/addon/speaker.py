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
        say(
            type="progress",
            iteration=i,
            objective=1.0,
            violation=0.1,
            seconds=0.1 * i,
            dual_infeasibility=1.0,
        )
    say(type="done", exit_code=0, clip="clip.npz")


def wait(*_path):
    say(type="progress", iteration=1, objective=1.0, violation=0.1, seconds=0.1, dual_infeasibility=1.0)
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
        say(type="progress", iteration=i, objective=1.0, violation=0.1, seconds=0.1, dual_infeasibility=1.0)
        time.sleep(0.1)


def mumble(*_):
    sys.stdout.write("Segmentation fault\n")


def raw(*codes):
    """Say what no solver says."""
    sys.stdout.buffer.write(ODD[codes[0]])
    sys.stdout.flush()
    time.sleep(60)


ODD = {
    "long": b'{"type":"status","text":"' + b"a" * 10_000_000,
    "long line": b'{"type":"status","text":"' + b"a" * 10_000_000 + b'"}\n',
    "binary": bytes(range(256)) * 40 + b"\n",
    "deep": b"[" * 100_000 + b"\n",
    "half": b'{"type":"status","te\n',
    "list": b"[1, 2]\n",
    "number as text": b'{"type":"status","text":3}\n',
    "text as number": b'{"type":"progress","iteration":"x",'
    + b'"objective":1,"violation":1,"seconds":1,"dual_infeasibility":1}\n',
    "huge number": b'{"type":"progress","iteration":'
    + b"9" * 400
    + b',"objective":1,"violation":1,"seconds":1,"dual_infeasibility":1}\n',
    "ragged": b'{"type":"iterate","iteration":1,"q":[[1.0],[1.0,2.0]]}\n',
    "not a number": b'{"type":"iterate","iteration":1,"q":[[NaN]]}\n',
    "half a character": b'{"type":"status","text":"\\ud800"}\n',
    "null": b'{"type":"status","text":"a\\u0000b"}\n',
    "other field": b'{"type":"status","text":"a","more":1}\n',
    "outside": b'{"type":"done","exit_code":0,"clip":"../../x.npz"}\n',
    "clip as number": b'{"type":"done","exit_code":0,"clip":3}\n',
}


def refuse(*_):
    say(
        type="error",
        text="character.joints[3].limits: the knee of 'shin.L' cannot bend",
        field="character.joints[3].limits",
    )
    say(type="done", exit_code=2, clip="")
    sys.exit(2)


BEHAVIOURS = (solve, wait, flood, die, killed, silent, deaf, mumble, raw, refuse)
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
