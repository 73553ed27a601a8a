"""By what alternatives differ, what may be traded for effort, in steps of what, and with what help."""

BODY, ENDS, ANGLES, EXPRESSION, SHAPE, WHOLE = "BODY", "ENDS", "ANGLES", "EXPRESSION", "SHAPE", "WHOLE"
HEIGHT, BONE_HEIGHT, SPEED, FORMULA = "HEIGHT", "BONE_HEIGHT", "SPEED", "FORMULA"
FLIGHT, LEVEL = "FLIGHT", "LEVEL"
NONE, LIFT, MUSCLES = "NONE", "LIFT", "MUSCLES"
