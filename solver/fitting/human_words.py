"""Finds a human's bones in rigs of unknown kinds by common names."""

import re
from collections.abc import Collection, Mapping

from ..character.part_names import SIDES, PartName
from ..character.side_names import side_of, without_side
from .bone_map import COMMON_WORD, SAME_NAME, MappedBone
from .plain_names import plain_names

# Part to its names, without side; parts are matched in this order, each to the first of its names in the rig.
_CENTRAL: Mapping[str, tuple[str, ...]] = {
    "hips": (
        *("hips", "pelvis", "hip", "hipcenter", "spinebase", "lowertorso", "root", "lowerbody", "center"),
        *("腰", "下半身", "センター"),
    ),
    "chest": (
        *("upperchest", "chestupper", "chest4", "chest3", "chest2", "chest", "ribcage", "thorax"),
        *("spinechest", "spineshoulder", "shouldercenter", "uppertorso"),
        *("spine5", "spine05", "spine4", "spine04", "spine3"),
        *("spine03", "spine2", "spine02", "spine1", "spine01"),
        *("upperbody3", "upperbody2", "upperbody", "torso", "spine", "上半身3", "上半身2", "上半身"),
    ),
    "waist": (
        *("spine", "spine0", "spine00", "spine1", "spine01", "waist", "abdomen", "abdomenlower", "lowerback"),
        *("lowerspine", "spinelower", "spinemid", "spinenavel", "torso", "belly", "stomach", "ab", "chest"),
        *("upperbody", "上半身"),
    ),
    "neck": ("neck", "neck0", "neck1", "neck01", "necklower", "necktwist01", "首", "head"),
    "crown": ("head", "head1", "head01", "skull", "頭"),
}
_PAIRED: Mapping[str, tuple[str, ...]] = {
    "upper_arm": (
        *("upperarm", "armupper", "uparm", "uarm", "arm", "armstretch", "shldr", "humerus", "shoulder", "腕"),
    ),
    "forearm": (
        *(
            "forearm",
            "lowerarm",
            "armlower",
            "lowarm",
            "loarm",
            "larm",
            "farm",
            "forearmstretch",
            "elbow",
            "ulna",
        ),
        "ひじ",
    ),
    "hand": ("wrist", "hand", "palm", "手首"),  # if there is a wrist, "hand" means the knuckles
    "thigh": (
        *("thigh", "upleg", "upperleg", "legupper", "uleg", "thighstretch", "femur", "hip", "足"),
        "leg",  # of those who call the shin a knee
    ),
    "shin": (
        *(
            "shin",
            "calf",
            "lowerleg",
            "leglower",
            "lowleg",
            "loleg",
            "lleg",
            "legstretch",
            "crus",
            "tibia",
            "knee",
        ),
        *("leg", "ひざ"),
    ),
    "foot": ("ankle", "foot", "足首"),  # if there is an ankle, "foot" means the toes
    "toe": ("toebase", "foot", "toe", "toes", "ball", "toe0", "toes01", "つま先"),
}
# Prefixes that programs add to a bone's name.
_PREFIX = re.compile(r"^(def|bip\d*|valvebipedbip\d*|jbipc?|ccbase|character\d*|mixamorig\d*|b(?=[a-z]{4}))")

# Other additions: "mPelvis", "Spine1_M" and "l_arm_JNT" in Maya rigs, and "lThighBend" in limbs with twist bones.
_AROUND = re.compile(r"^m(?=[A-Z][a-z])|[_.](M|x|[Jj]oint|JOINT|[Jj][Nn]?[Tt]|[Bb]ind|BIND|[Bb][Nn])$|Bend$")


def match_words(names: Collection[str]) -> tuple[MappedBone, ...]:
    """Parts found among ``names`` by common names, each bone at most once."""
    words_of: dict[str, tuple[str, str]] = {}
    for name, plain in plain_names(names).items():
        core = _AROUND.sub("", plain)
        words_of[name] = without_side(core), side_of(core)
    known: dict[tuple[str, str], str] = {}
    for name in sorted(words_of, key=len):  # of "UpLeg_L" and "__UpLeg_L", the first is the thigh
        known.setdefault(words_of[name], name)
    for name, (word, side) in words_of.items():
        known.setdefault((_PREFIX.sub("", word), side), name)
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
