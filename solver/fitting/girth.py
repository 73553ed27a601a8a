"""How thick a creature without legs is around its spine, which many short bones would show as a thread."""

import numpy as np

from ..arrays import Array
from .skeleton import Skeleton

SNAKE, FISH = 0.025, 0.15  # of the spine's length: thickness without and with fins


def spine_widths(skeleton: Skeleton, guesses: Array) -> dict[str, float]:
    """Thickness [m] of each bone of the spine, the longest line of bones that are on no side.

    Args:
        skeleton: in the rest pose, world space.
        guesses: (k, 3) unit vectors that may point to its side, used if names do not show it.
    """
    heads = np.array([bone.head for bone in skeleton.bones.values()])
    aside = min(guesses, key=lambda guess: float(np.ptp(heads @ guess)))  # it is longer than wide
    doubles = skeleton.pairs(aside)
    ways: dict[str, tuple[float, tuple[str, ...]]] = {}  # length and bones of the longest way down
    lines = [(0.0, tuple[str, ...]())]
    for name in reversed(list(skeleton.bones)):
        if name in doubles:
            continue
        below = sorted(
            (
                (ways[c][0] + skeleton.distance(name, c), ways[c][1])
                for c in skeleton.children[name]
                if c in ways
            ),
            reverse=True,
        )
        length, bones = below[0] if below else (skeleton.bones[name].length, ())
        ways[name] = length, (name, *bones)
        both = below[:2]
        lines.append((sum(way for way, _ in both), (name, *(bone for _, own in both for bone in own))))
    length, spine = max([*lines, *ways.values()], key=lambda line: line[0])
    has_fins = any(skeleton.parents[name] in spine for name in doubles)
    return dict.fromkeys(spine, (FISH if has_fins else SNAKE) * length)
