"""Left and right in bone names, in the conventions of all common programs."""

import re

# L, R, Left or Right as a separate word, or before a capital ("LeftArm", "LHipJoint", "lFoot", "J_Bip_L_Hand"), or the
# character in Chinese and Japanese rigs ("左足").
_WORD = re.compile(
    r"(?P<before>^|[^A-Za-z]|(?<=[a-z])|(?=[左右]))"
    r"(?P<side>Left|Right|LEFT|RIGHT|left|right|L|R|l|r|左|右)"
    r"(?=$|[^A-Za-z]|[A-Z])"
)
_OTHER = {
    "Left": "Right", "LEFT": "RIGHT", "left": "right", "L": "R", "l": "r",
    "Right": "Left", "RIGHT": "LEFT", "right": "left", "R": "L", "r": "l",
    "左": "右", "右": "左",
}  # fmt: skip
_LETTER = {"L": "L", "R": "R", "左": "L", "右": "R"}


def _sides(name: str) -> list[re.Match[str]]:
    """Matches that may mean a side; a lowercase letter must be separate or first, as in "thigh_l" and "lFoot"."""
    matches = []
    for match in _WORD.finditer(name):
        word, inside = match["side"], match.start("side") > 0 and name[match.start("side") - 1].islower()
        if inside and (len(word) == 1 or word.islower()):
            continue
        matches.append(match)
    return matches


def side_of(name: str) -> str:
    """Side of a bone's name: "L", "R" or ""."""
    matches = _sides(name)
    return _LETTER[matches[-1]["side"][0].upper()] if matches else ""


def other_side(name: str) -> str:
    """The name for the other side; the name itself if it has no side."""
    for match in reversed(_sides(name)):
        start, end = match.span("side")
        return name[:start] + _OTHER[match["side"]] + name[end:]
    return name


def without_side(name: str) -> str:
    """Lowercase letters and digits of the name without its side: "mixamorig:LeftUpLeg" becomes "upleg"."""
    matches = _sides(name)
    if matches:
        start, end = matches[-1].span("side")
        name = name[:start] + " " + name[end:]
    name = name.rpartition(":")[2]
    return "".join(c for c in name.lower() if c.isalnum())
