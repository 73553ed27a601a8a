"""Choices of the panel: how alternatives differ, and quantities, steps and help of trade-offs."""

BODY, ENDS, ANGLES, EXPRESSION, SHAPE, WHOLE = "BODY", "ENDS", "ANGLES", "EXPRESSION", "SHAPE", "WHOLE"
HEIGHT, BONE_HEIGHT, SPEED, FORMULA = "HEIGHT", "BONE_HEIGHT", "SPEED", "FORMULA"
FLIGHT, LEVEL = "FLIGHT", "LEVEL"
NONE, LIFT, MUSCLES = "NONE", "LIFT", "MUSCLES"
