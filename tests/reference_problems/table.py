"""All problems by name."""

from tests.reference_problems.biped import BIPEDS
from tests.reference_problems.joints import JOINTS
from tests.reference_problems.least_time import LEAST_TIMES
from tests.reference_problems.rails import RAILS
from tests.reference_problems.reference import Reference
from tests.reference_problems.smooth import SMOOTH_MOVES

PROBLEMS: dict[str, Reference] = {
    each.name: each for each in (*RAILS, *SMOOTH_MOVES, *JOINTS, *LEAST_TIMES, *BIPEDS)
}
