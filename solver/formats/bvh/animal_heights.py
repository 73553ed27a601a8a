"""Usual heights of standing animals with their heads [m], by English name, for guessing the unit of a file."""

HEIGHTS = {
    "alligator": 0.5, "ant": 0.004, "antelope": 1.3, "bat": 0.1, "bear": 1.3, "bird": 0.25, "bison": 1.8, "boar": 0.9,
    "buffalo": 1.6, "bull": 1.6, "camel": 2.2, "cat": 0.35, "cheetah": 0.95, "chicken": 0.45, "cow": 1.5, "coyote": 0.7,
    "crab": 0.08, "crocodile": 0.5, "crow": 0.35, "deer": 1.4, "dog": 0.65, "donkey": 1.4, "duck": 0.45, "eagle": 0.8,
    "elephant": 3.0, "elk": 2.0, "flamingo": 1.3, "fox": 0.45, "frog": 0.1, "gazelle": 1.0, "giraffe": 4.8, "goat": 0.9,
    "goose": 0.8, "gorilla": 1.5, "hamster": 0.06, "hen": 0.4, "hippo": 1.5, "hippopotamus": 1.5, "horse": 2.0,
    "hyena": 0.9, "kangaroo": 1.5, "lion": 1.2, "lizard": 0.1, "lynx": 0.7, "mammoth": 3.2, "monkey": 0.6, "moose": 2.2,
    "mouse": 0.05, "ostrich": 2.4, "owl": 0.4, "panda": 1.0, "panther": 0.8, "parrot": 0.35, "penguin": 0.8, "pig": 0.8,
    "pigeon": 0.25, "pony": 1.4, "puma": 0.8, "rabbit": 0.3, "rat": 0.1, "raven": 0.45, "rhino": 1.8, "rooster": 0.55,
    "scorpion": 0.05, "sheep": 0.9, "spider": 0.03, "squirrel": 0.2, "stork": 1.0, "tiger": 1.1, "tortoise": 0.3,
    "turkey": 0.9, "turtle": 0.3, "wolf": 0.9, "zebra": 1.7,
}  # fmt: skip
