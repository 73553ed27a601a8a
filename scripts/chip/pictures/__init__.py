"""Pictures for people of what a run of scripts.chip has left."""
