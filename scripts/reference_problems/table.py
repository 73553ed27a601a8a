"""All problems by name."""

from scripts.reference_problems.biped import BIPEDS
from scripts.reference_problems.joints import JOINTS
from scripts.reference_problems.rails import RAILS
from scripts.reference_problems.reference import Reference
from scripts.reference_problems.smooth import SMOOTH_MOVES

PROBLEMS: dict[str, Reference] = {each.name: each for each in (*RAILS, *SMOOTH_MOVES, *JOINTS, *BIPEDS)}
