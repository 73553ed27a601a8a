"""Examples to read and to solve: one motion a file; `make gallery` solves, judges and draws them into out/gallery.

A piece is a module with a docstring and a function ``job``; one that takes several solves has a function
``film`` besides. ``POSES`` is how many the sheet shows, ``FLASHES`` how many stand in one place in a second
picture, and a function ``notes`` tells more of the clip in a line. The docstring's first line is the title; its
paragraphs tell where the piece comes from, what is seen on the sheet and what is not right yet.
"""

PIECES = (
    "particle",
    "lamp",
    "throw_underhand",
    "throw_overhand",
    "catch",
    "acrobat",
    "cat_and_mouse",
    "walk",
    "run",
    "turn",
    "crouch",
    "jump",
    "backflip",
    "cartwheel",
    "hand_walk",
    "limp",
    "trot",
    "gallop",
    "carry",
    "loose_box",
    "handshake",
    "lift",
    "keys",
)
