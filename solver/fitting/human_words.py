"""Finds a human's bones in rigs of unknown kinds by common names."""

import re
from collections.abc import Collection, Mapping

from ..character.part_names import SIDES, PartName
from ..character.side_names import side_of, without_side
from .bone_map import COMMON_WORD, SAME_NAME, MappedBone

# Part to its names, without side; parts are matched in this order, each to the first of its names in the rig.
_CENTRAL: Mapping[str, tuple[str, ...]] = {
    "hips": ("hips", "pelvis", "hip", "hipcenter", "spinebase", "lowertorso", "root"),
    "chest": (
        *("upperchest", "chestupper", "chest4", "chest3", "chest2", "chest", "ribcage", "thorax"),
        *("spinechest", "spineshoulder", "shouldercenter", "uppertorso"),
        *("spine5", "spine05", "spine4", "spine04", "spine3"),
        *("spine03", "spine2", "spine02", "spine1", "spine01"),
        *("upperbody", "torso", "spine"),
    ),
    "waist": (
        "spine",
        "spine1",
        "spine01",
        "waist",
        "abdomen",
        "abdomenlower",
        "lowerback",
        "lowerspine",
        "spinelower",
        "spinemid",
        "spinenavel",
        "torso",
        "belly",
        "stomach",
        "ab",
        "chest",
    ),
    "neck": ("neck", "neck1", "neck01", "necklower", "necktwist01", "head"),
    "crown": ("head",),
}
_PAIRED: Mapping[str, tuple[str, ...]] = {
    "upper_arm": ("upperarm", "armupper", "uparm", "uarm", "arm", "shldr", "humerus", "shoulder"),
    "forearm": ("forearm", "lowerarm", "armlower", "lowarm", "loarm", "larm", "farm", "elbow", "ulna"),
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
    "foot": ("ankle", "foot"),  # if there is an ankle, "foot" means the toes
    "toe": ("toebase", "toe", "toes", "ball", "toe0", "foot"),
}
# Prefixes that programs add to a bone's name.
_PREFIX = re.compile(r"^(def|bip\d*|valvebipedbip\d*|jbipc?|ccbase|character\d*|mixamorig\d*|b(?=[a-z]{4}))")

# Other additions: "mPelvis", "Spine1_M" and "l_arm_JNT" in Maya rigs, and "lThighBend" in limbs with twist bones.
_AROUND = re.compile(r"^m(?=[A-Z][a-z])|[_.](M|[Jj]oint|JOINT|[Jj][Nn]?[Tt]|[Bb]ind|BIND|[Bb][Nn])$|Bend$")


def match_words(names: Collection[str]) -> tuple[MappedBone, ...]:
    """Parts found among ``names`` by common names, each bone at most once."""
    known: dict[tuple[str, str], str] = {}
    for name in names:
        core = _AROUND.sub("", name)
        word, side = without_side(core), side_of(core)
        known.setdefault((_PREFIX.sub("", word), side), name)
        known[(word, side)] = name
    patterns = [(part, "", words) for part, words in _CENTRAL.items()]
    patterns += [(part, side, words) for side in SIDES for part, words in _PAIRED.items()]
    found, taken = [], set()
    for part, side, words in patterns:
        bones = [known[word, side] for word in words if (word, side) in known]
        free = next((bone for bone in bones if bone not in taken), None)
        if free is not None:
            taken.add(free)
            name = str(PartName(part, side))
            found.append(MappedBone(name, free, SAME_NAME if free == name else COMMON_WORD))
    return tuple(found)
