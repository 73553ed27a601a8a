"""Examples to read and to solve, one motion per file; `make gallery` solves, judges and draws them into out/gallery.

A piece is a module with a docstring and a function ``job``, and a function ``film`` if it takes several solves.
``POSES`` is the number of poses on the sheet, ``FLASHES`` that of a second picture in one place, and a function
``notes`` adds a line about the clip. The first line of the docstring is the title; its paragraphs describe the
source of the piece, its result and what is not right yet.
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
