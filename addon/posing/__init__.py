"""AutoPose: dragging a part of the character, while the rest follows in balance."""
