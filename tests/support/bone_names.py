"""Names of bones by the part of the body."""

MIXAMO = {
    "hips": "mixamorig:Hips", "waist": "mixamorig:Spine", "chest": "mixamorig:Spine2", "neck": "mixamorig:Neck",
    "crown": "mixamorig:Head", "shoulder": "mixamorig:{word}Shoulder", "upper_arm": "mixamorig:{word}Arm",
    "forearm": "mixamorig:{word}ForeArm", "hand": "mixamorig:{word}Hand", "thigh": "mixamorig:{word}UpLeg",
    "shin": "mixamorig:{word}Leg", "foot": "mixamorig:{word}Foot", "toe": "mixamorig:{word}ToeBase",
}  # fmt: skip
UNNAMED = {  # "Bone.004", and on both sides "Bone.005xL": no hint of the side
    part: f"Bone.{i:03d}" + ("x{s}x" if "{" in name else "") for i, (part, name) in enumerate(MIXAMO.items())
}
