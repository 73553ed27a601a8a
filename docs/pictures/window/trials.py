"""Checks controls in a real window; takes no pictures by default.

.venv/bin/python -m docs.pictures.window.trials [--folder FOLDER]

Prints a line for each check: Solve without a preset, a change of the frame rate, a failure and Show, the 3D view's
header while the sidebar is closed, shortcuts and their preferences. The exit code is 1 if one fails. With a folder, it
also takes pictures of the window. Requirements are those of docs.pictures.window.
"""

import sys

from docs.pictures.window.pointer import send

if __name__ == "__main__":
    sys.exit(send("trials", __doc__))
