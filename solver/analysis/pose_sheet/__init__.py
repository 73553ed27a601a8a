"""Pictures by which a motion's poses, balance and forces are judged, as plain shapes and words."""
