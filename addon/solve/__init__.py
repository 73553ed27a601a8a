"""The solver beside Blender: jobs in line, what they tell, and the motion as it becomes one."""
