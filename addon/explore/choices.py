"""What may be traded for effort, and in steps of what."""

HEIGHT, BONE_HEIGHT, SPEED, FORMULA = "HEIGHT", "BONE_HEIGHT", "SPEED", "FORMULA"
FLIGHT, LEVEL = "FLIGHT", "LEVEL"
