"""German words, plain as animators speak, by what they are about."""

from . import (
    buttons,
    character,
    check_list,
    contacts,
    examples,
    files,
    goals,
    motion,
    overlays,
    panels,
    solving,
    spaces,
    takes,
    titles,
)

BUTTONS, TITLES = buttons.WORDS, titles.WORDS
WORDS = (
    character.WORDS
    | check_list.WORDS
    | contacts.WORDS
    | examples.WORDS
    | files.WORDS
    | goals.WORDS
    | motion.WORDS
    | overlays.WORDS
    | panels.WORDS
    | solving.WORDS
    | spaces.WORDS
    | takes.WORDS
)
