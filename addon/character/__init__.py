"""From any rig to a character: fitting, checking, fixing and reading bodies, joints and contacts."""
