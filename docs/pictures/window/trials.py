"""Works the controls in a window, and looks what comes of it; it needs no pictures.

.venv/bin/python -m docs.pictures.window.trials [--folder FOLDER]

A line for each: Solve without a preset, a change of the frame rate, a failure and Show, the 3D view's header while the
sidebar is closed, shortcuts and their preferences. Exit code 1 if one is not as it should be. With a folder, pictures
of the window. It needs what docs.pictures.window needs.
"""

import sys

from docs.pictures.window.pointer import send

if __name__ == "__main__":
    sys.exit(send("trials", __doc__))
