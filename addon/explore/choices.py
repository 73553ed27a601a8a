"""By what alternatives differ, what may be traded for effort, and in steps of what."""

BODY, ENDS, ANGLES, EXPRESSION = "BODY", "ENDS", "ANGLES", "EXPRESSION"
HEIGHT, BONE_HEIGHT, SPEED, FORMULA = "HEIGHT", "BONE_HEIGHT", "SPEED", "FORMULA"
FLIGHT, LEVEL = "FLIGHT", "LEVEL"
