"""Bones of a human by the words that riggers commonly use, for rigs of unknown kinds."""

import re
from collections.abc import Collection, Mapping

from ..character.side_names import side_of, without_side
from .bone_map import COMMON_WORD, SAME_NAME, SIDES, MappedBone

# Part to the words for it, without side; the first one that a rig has is taken.
_CENTRAL: Mapping[str, tuple[str, ...]] = {
    "hips": ("hips", "pelvis", "hip", "root"),
    "waist": (
        "spine",
        "spine1",
        "spine01",
        "waist",
        "abdomen",
        "abdomenlower",
        "lowerback",
        "torso",
        "belly",
    ),
    "chest": (
        *("upperchest", "chestupper", "chest", "ribcage", "thorax", "spine5", "spine05", "spine4", "spine04"),
        *("spine3", "spine03", "spine2", "spine02", "spine1", "spine01", "upperbody", "torso", "spine"),
    ),
    "neck": ("neck", "neck1", "neck01", "necklower", "head"),
    "crown": ("head",),
}
_PAIRED: Mapping[str, tuple[str, ...]] = {
    "upper_arm": ("upperarm", "armupper", "uparm", "uarm", "arm", "shldr", "humerus", "shoulder"),
    "forearm": ("forearm", "lowerarm", "armlower", "lowarm", "loarm", "larm", "elbow", "ulna"),
    "hand": ("hand", "wrist", "palm"),
    "thigh": ("thigh", "upleg", "upperleg", "legupper", "uleg", "femur", "hip"),
    "shin": (
        "shin",
        "calf",
        "lowerleg",
        "leglower",
        "lowleg",
        "loleg",
        "lleg",
        "crus",
        "tibia",
        "knee",
        "leg",
    ),
    "foot": ("foot", "ankle"),
    "toe": ("toebase", "toe", "toes", "ball", "toe0"),
}
# What programs put before a bone's own name.
_PREFIX = re.compile(r"^(def|bip\d*|valvebipedbip\d*|jbipc?|ccbase|character\d*|mixamorig\d*|b(?=[a-z]{4}))")


def match_words(names: Collection[str]) -> tuple[MappedBone, ...]:
    """The parts that ``names`` have a common word for, each bone at most once."""
    known: dict[tuple[str, str], str] = {}
    for name in names:
        word = without_side(name)
        known.setdefault((_PREFIX.sub("", word), side_of(name)), name)
        known[(word, side_of(name))] = name
    wanted = [(part, "", words) for part, words in _CENTRAL.items()]
    wanted += [(part, side, words) for side in SIDES for part, words in _PAIRED.items()]
    found, taken = [], set()
    for part, side, words in wanted:
        bones = [known[word, side] for word in words if (word, side) in known]
        free = next((bone for bone in bones if bone not in taken), None)
        if free is not None:
            taken.add(free)
            name = f"{part}.{side}".rstrip(".")
            found.append(MappedBone(name, free, SAME_NAME if free == name else COMMON_WORD))
    return tuple(found)
