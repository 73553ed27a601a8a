"""Names of variations as a sidebar shows them: first what tells one from another.

ParameterSpace.named writes them, as "Variation crouch=0.05 speed=1.2".
"""

import re

VARIATION = re.compile(r"(?P<space>.*?) (?P<values>\w+=.*)")


def values_in_words(name: str) -> str:
    """Only what varies, as "crouch 0.05 speed 1.2"; any other name as it is."""
    found = VARIATION.fullmatch(name)
    return name if found is None else found["values"].replace("=", " ")


def values_first(name: str) -> str:
    """With the name of all at the end, as "crouch 0.05 speed 1.2 (Variation)"; any other name as it is."""
    found = VARIATION.fullmatch(name)
    return name if found is None else f"{values_in_words(name)} ({found['space']})"
