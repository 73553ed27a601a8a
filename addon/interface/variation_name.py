"""Names of variations in the sidebar, with their distinguishing values first.

ParameterSpace.named creates them, such as "Variation crouch=0.05 speed=1.2".
"""

import re

VARIATION = re.compile(r"(?P<space>.*?) (?P<values>\w+=.*)")


def values_in_words(name: str) -> str:
    """Only the values, such as "crouch 0.05 speed 1.2"; any other name unchanged."""
    found = VARIATION.fullmatch(name)
    return name if found is None else found["values"].replace("=", " ")


def values_first(name: str) -> str:
    """The common name at the end, such as "crouch 0.05 speed 1.2 (Variation)"; any other name unchanged."""
    found = VARIATION.fullmatch(name)
    return name if found is None else f"{values_in_words(name)} ({found['space']})"
