"""From the bones of any rig to a Character."""
