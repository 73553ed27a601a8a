"""Pictures for judging a motion's poses, balance and forces, as plain shapes and words."""
