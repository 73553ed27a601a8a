"""From any rig to a character: its bodies, joints and contacts, found, checked, mended and read."""
