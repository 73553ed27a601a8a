"""Names of a person's bones as other programs and people give them, by the part of the body.

"{s}" stands for the side. What a family does not name has no bone.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Family:
    """Names of bones.

    Attributes:
        names: by part.
        sides: what stands for left and right.
        parents: parts with other parents than usual.
    """

    names: dict[str, str]
    sides: tuple[str, str] = ("L", "R")
    parents: dict[str, str] = field(default_factory=dict)

    def bones(self) -> dict[str, str]:
        """Names of bones by part, "thigh.L" and "thigh.R" on both sides."""
        found = {}
        for part, name in self.names.items():
            if "{s}" not in name:
                found[part] = name
                continue
            for end, side in zip("LR", self.sides, strict=True):
                found[f"{part}.{end}"] = name.replace("{s}", side)
        return found


UNREAL = Family({
    "hips": "pelvis", "waist": "spine_01", "chest": "spine_03", "neck": "neck_01", "head": "head",
    "clavicle": "clavicle_{s}", "upper_arm": "upperarm_{s}", "forearm": "lowerarm_{s}", "hand": "hand_{s}",
    "arm_twist": "lowerarm_twist_01_{s}", "finger": "index_01_{s}", "thigh": "thigh_{s}", "shin": "calf_{s}",
    "leg_twist": "thigh_twist_01_{s}", "foot": "foot_{s}", "toe": "ball_{s}",
}, ("l", "r"))  # fmt: skip
MIXAMO = Family({
    "hips": "mixamorig:Hips", "waist": "mixamorig:Spine", "belly": "mixamorig:Spine1", "chest": "mixamorig:Spine2",
    "neck": "mixamorig:Neck", "head": "mixamorig:Head", "clavicle": "mixamorig:{s}Shoulder",
    "upper_arm": "mixamorig:{s}Arm", "forearm": "mixamorig:{s}ForeArm", "hand": "mixamorig:{s}Hand",
    "thigh": "mixamorig:{s}UpLeg", "shin": "mixamorig:{s}Leg", "foot": "mixamorig:{s}Foot",
    "toe": "mixamorig:{s}ToeBase",
}, ("Left", "Right"))  # fmt: skip
MAX = Family({
    "hips": "Bip001 Pelvis", "waist": "Bip001 Spine", "belly": "Bip001 Spine1", "chest": "Bip001 Spine2",
    "neck": "Bip001 Neck", "head": "Bip001 Head", "clavicle": "Bip001 {s} Clavicle",
    "upper_arm": "Bip001 {s} UpperArm", "forearm": "Bip001 {s} Forearm", "hand": "Bip001 {s} Hand",
    "thigh": "Bip001 {s} Thigh", "shin": "Bip001 {s} Calf", "foot": "Bip001 {s} Foot", "toe": "Bip001 {s} Toe0",
})  # fmt: skip
VROID = Family({
    "hips": "J_Bip_C_Hips", "waist": "J_Bip_C_Spine", "belly": "J_Bip_C_Chest", "chest": "J_Bip_C_UpperChest",
    "neck": "J_Bip_C_Neck", "head": "J_Bip_C_Head", "clavicle": "J_Bip_{s}_Shoulder",
    "upper_arm": "J_Bip_{s}_UpperArm", "forearm": "J_Bip_{s}_LowerArm", "hand": "J_Bip_{s}_Hand",
    "thigh": "J_Bip_{s}_UpperLeg", "shin": "J_Bip_{s}_LowerLeg", "foot": "J_Bip_{s}_Foot", "toe": "J_Bip_{s}_ToeBase",
})  # fmt: skip
SMPL = Family({
    "hips": "Pelvis", "waist": "Spine1", "belly": "Spine2", "chest": "Spine3", "neck": "Neck", "head": "Head",
    "jaw": "Jaw", "clavicle": "{s}_Collar", "upper_arm": "{s}_Shoulder", "forearm": "{s}_Elbow",
    "hand": "{s}_Wrist", "thigh": "{s}_Hip", "shin": "{s}_Knee", "foot": "{s}_Ankle", "toe": "{s}_Foot",
})  # fmt: skip
MAKE_HUMAN = Family({
    "root": "root", "hips": "spine05", "buttock": "pelvis.{s}", "waist": "spine03", "chest": "spine01",
    "neck": "neck01", "head": "head", "clavicle": "clavicle.{s}", "upper_arm": "upperarm01.{s}",
    "forearm": "lowerarm01.{s}", "hand": "wrist.{s}", "thigh": "upperleg01.{s}", "shin": "lowerleg01.{s}",
    "foot": "foot.{s}", "toe": "toe1-1.{s}",
}, parents={"hips": "root", "buttock": "root", "thigh": "buttock"})  # fmt: skip
CHARACTER_CREATOR = Family({
    "root": "CC_Base_Hip", "hips": "CC_Base_Pelvis", "waist": "CC_Base_Waist", "belly": "CC_Base_Spine01",
    "chest": "CC_Base_Spine02", "neck": "CC_Base_NeckTwist01", "head": "CC_Base_Head",
    "clavicle": "CC_Base_{s}_Clavicle", "upper_arm": "CC_Base_{s}_Upperarm", "forearm": "CC_Base_{s}_Forearm",
    "hand": "CC_Base_{s}_Hand", "thigh": "CC_Base_{s}_Thigh", "shin": "CC_Base_{s}_Calf",
    "foot": "CC_Base_{s}_Foot", "toe": "CC_Base_{s}_ToeBase",
}, parents={"waist": "root"})  # fmt: skip
DAZ = Family({
    "hips": "hip", "waist": "abdomenLower", "belly": "abdomenUpper", "chest": "chestUpper", "neck": "neckLower",
    "head": "head", "clavicle": "{s}Collar", "upper_arm": "{s}ShldrBend", "arm_twist": "{s}ForearmTwist",
    "forearm": "{s}ForearmBend", "hand": "{s}Hand", "thigh": "{s}ThighBend", "leg_twist": "{s}ThighTwist",
    "shin": "{s}Shin", "foot": "{s}Foot", "metatarsal": "{s}Metatarsals", "toe": "{s}Toe",
}, ("l", "r"), parents={"toe": "metatarsal"})  # fmt: skip
RIGIFY = Family({
    "hips": "spine", "waist": "spine.001", "belly": "spine.002", "chest": "spine.003", "neck": "spine.004",
    "head": "spine.006", "clavicle": "shoulder.{s}", "upper_arm": "upper_arm.{s}", "forearm": "forearm.{s}",
    "hand": "hand.{s}", "thigh": "thigh.{s}", "shin": "shin.{s}", "foot": "foot.{s}", "toe": "toe.{s}",
})  # fmt: skip
GERMAN = Family({
    "hips": "Hüfte", "waist": "Wirbelsäule unten", "belly": "Wirbelsäule mitte", "chest": "Brust", "neck": "Hals",
    "head": "Kopf", "jaw": "Kiefer", "clavicle": "Schlüsselbein.{s}", "upper_arm": "Oberarm.{s}",
    "forearm": "Unterarm.{s}", "hand": "Hand.{s}", "thigh": "Oberschenkel.{s}", "shin": "Unterschenkel.{s}",
    "foot": "Fuß.{s}", "toe": "Zehen.{s}",
}, ("links", "rechts"))  # fmt: skip
JAPANESE = Family({
    "hips": "下半身", "waist": "上半身", "chest": "上半身2", "neck": "首", "head": "頭", "clavicle": "{s}肩",
    "upper_arm": "{s}腕", "forearm": "{s}ひじ", "hand": "{s}手首", "thigh": "{s}足", "shin": "{s}ひざ",
    "foot": "{s}足首", "toe": "{s}つま先",
}, ("左", "右"))  # fmt: skip
NUMBERED = Family({
    part: f"{i:02d}" + (".{s}" if part not in ("hips", "waist", "chest", "neck", "head") else "")
    for i, part in enumerate((
        "hips", "waist", "chest", "neck", "head", "clavicle", "upper_arm", "forearm", "hand", "thigh", "shin", "foot",
        "toe",
    ))
}, ("001", "002"))  # fmt: skip
ODD = Family({
    "hips": 'my "hips"', "waist": "waist.", "belly": "..belly", "chest": "chest]['x", "neck": "Neck\\1",
    "head": "head 🙂", "clavicle": "  collar  {s}", "upper_arm": "upper arm {s}", "forearm": "lower arm {s}",
    "hand": "hand {s} ", "thigh": "upper leg {s}", "shin": "lower leg {s}", "foot": "foot {s}", "toe": "toe {s}",
}, ("left", "right"))  # fmt: skip
LONG = Family({
    part: f"Character_Main_Export_Skeleton_Group_Deform_{name}"
    for part, name in {
        "hips": "Hips", "waist": "Spine", "chest": "Chest", "neck": "Neck", "head": "Head", "clavicle": "Collar_{s}",
        "upper_arm": "UpperArm_{s}", "forearm": "ForeArm_{s}", "hand": "Hand_{s}", "thigh": "UpLeg_{s}",
        "shin": "LoLeg_{s}", "foot": "Foot_{s}", "toe": "Toe_{s}",
    }.items()
})  # fmt: skip
FAMILIES: dict[str, Family] = {
    "unreal": UNREAL, "mixamo": MIXAMO, "max": MAX, "vroid": VROID, "smpl": SMPL, "makehuman": MAKE_HUMAN,
    "character creator": CHARACTER_CREATOR, "daz": DAZ, "rigify": RIGIFY, "german": GERMAN, "japanese": JAPANESE,
    "numbered": NUMBERED, "odd names": ODD, "long names": LONG,
}  # fmt: skip
