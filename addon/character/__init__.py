"""From any rig to a character: bodies, joints and contacts, found, checked, fixed and read."""
