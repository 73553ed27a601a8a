"""Reads the first part of a BVH file, the tree of joints."""

from dataclasses import dataclass

from .text import CLOSE, OPEN, Text, Vector

CHANNELS = ("Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation")
SIZES = ("Xscale", "Yscale", "Zscale")  # also written by some programs; bones keep their size
KNOWN = {channel.lower(): channel for channel in (*CHANNELS, *SIZES)}
JOINTS = ("ROOT", "JOINT")
KEYWORDS = (*JOINTS, "OFFSET", "CHANNELS", "END", "MOTION", OPEN, CLOSE)


@dataclass
class Joint:
    """One joint during reading, in the file's axes and units.

    Attributes:
        name: in the file.
        parent: index; -1 for a root.
        line: of its name.
        offset: from the parent's joint.
        channels: in the file's order.
        end: offset of its end site.
        end_channels: number of channels of its end site, which move nothing.
    """

    name: str
    parent: int
    line: int
    offset: Vector | None = None
    channels: tuple[str, ...] = ()
    end: Vector | None = None
    end_channels: int = 0


def read_hierarchy(text: Text) -> list[Joint]:
    """Joints in the file's order, up to and including the word MOTION.

    Like Blender, takes joints without a parent as roots whatever their keyword, names of channels that are more or less
    than their number, and braces that are not closed before the motion.

    Raises:
        InputError: the file is invalid; the message has path, line, expected and found text.
    """
    word = text.word("HIERARCHY")
    if word.upper() != "HIERARCHY":
        raise text.error("HIERARCHY", f"'{word[:40]}'")
    text.skip_line(KEYWORDS)
    joints: list[Joint] = []
    is_over = False
    while not is_over:
        word = text.word("ROOT or MOTION")
        if word.upper() in JOINTS:
            is_over = _read_tree(text, joints)
        elif word.upper() == "MOTION" and joints:
            is_over = True
        elif word == CLOSE and joints:
            text.note("a closing brace too many was ignored")
        else:
            raise text.error("ROOT or MOTION" if joints else "ROOT", f"'{word}'")
    return joints


def _read_tree(text: Text, joints: list[Joint]) -> bool:
    """Reads a root and its descendants, after the word ROOT; returns whether it ended at MOTION instead of a brace."""
    open_joints = [_begin(text, joints, -1)]
    while open_joints:
        joint = joints[open_joints[-1]]
        inside = f"OFFSET, CHANNELS, JOINT, End Site or '}}' in '{joint.name}'"
        word = text.word(inside)
        keyword = word.upper()
        if keyword == "OFFSET":
            joint.offset = _read_offset(text, f"'{joint.name}'")
        elif keyword == "CHANNELS":
            joint.channels = _read_channels(text, f"'{joint.name}'")
        elif keyword in JOINTS:
            open_joints.append(_begin(text, joints, open_joints[-1]))
        elif keyword == "END":
            joint.end, joint.end_channels = _read_end(text, f"the end site of '{joint.name}'")
        elif keyword in (CLOSE, "MOTION"):
            if joint.offset is None:
                raise text.error(f"an OFFSET in '{joint.name}'", "its end")
            if keyword == "MOTION":
                text.note("the joints before the motion are not closed by braces")
                return True
            open_joints.pop()
        else:
            raise text.error(inside, f"'{word}'")
    return False


def _begin(text: Text, joints: list[Joint], parent: int) -> int:
    name = text.name()
    joints.append(Joint(name or f"joint{len(joints)}", parent, text.line))
    return len(joints) - 1


def _read_offset(text: Text, owner: str) -> Vector:
    offset = text.vector(f"three numbers after OFFSET of {owner}")
    text.skip_line(KEYWORDS)
    return offset


def _read_channels(text: Text, owner: str) -> tuple[str, ...]:
    """Names of channels; their number in the file need not be right."""
    count = text.number(f"the number of channels of {owner}")
    if count != int(count) or not 0 <= count <= len(KNOWN):
        raise text.error(f"0 to {len(KNOWN)} channels of {owner}", f"{count:g}")
    expected = f"{int(count)} channels of {owner} such as Zrotation"
    channels: list[str] = []
    while (word := text.coming()) is not None and word.upper() not in KEYWORDS:
        channel = KNOWN.get(word.lower())
        if channel is None and len(channels) >= count and not text.stays_on_line():
            break
        text.word(expected)
        if channel is None:
            raise text.error(expected, f"'{word}'")
        if channel in channels and channel.endswith("position"):
            raise text.error(f"different position channels of {owner}", f"{channel} twice")
        channels.append(channel)
    if len(channels) != count:
        text.note(f"{owner} has {len(channels)} channels, not {int(count)} as the file says")
    if any(channel in SIZES for channel in channels):
        text.note(f"the scale of {owner} was ignored")
    return tuple(channels)


def _read_end(text: Text, owner: str) -> tuple[Vector, int]:
    """Offset of an end site and number of its channels."""
    text.name()  # "Site", sometimes with a name of its own
    offset, n_channels = None, 0
    while (word := text.word(f"'}}' of {owner}")) != CLOSE:
        keyword = word.upper()
        if keyword == "CHANNELS":
            n_channels = len(_read_channels(text, owner))
        elif keyword == "OFFSET" and offset is None:
            offset = _read_offset(text, owner)
        else:
            raise text.error(f"OFFSET in {owner}" if offset is None else f"'}}' of {owner}", f"'{word}'")
    if offset is None:
        raise text.error(f"OFFSET in {owner}", f"'{word}'")
    return offset, n_channels
