"""Table from the constraints of a job to their rows.

For constraints that are expressions, see ``expression_terms``; a pin bounds unknowns.
"""

from ...job.constraints.above_ground import AboveGround
from ...job.constraints.apart import Apart, NoSelfIntersection
from ...job.constraints.at_rest import AtRest
from ...job.constraints.clearance import Clearance
from ...job.constraints.cost_bound import CostBound
from ...job.constraints.joins import Joins
from ...job.constraints.near_to import NearTo
from ...job.constraints.unlike import Unlike
from ..rows.component import RowsOfJob
from .above_ground import AboveGroundRows
from .apart import ApartRows
from .at_rest import AtRestRows
from .clearance import ClearanceRows
from .cost_bound import CostBoundRows
from .joins import JoinsRows
from .near_to import NearToRows
from .unlike import UnlikeRows

# Rows for all of a job's constraints of a type.
ROWS: dict[type, RowsOfJob] = {
    Clearance: ClearanceRows,
    Apart: ApartRows,
    NoSelfIntersection: ApartRows,
    AboveGround: AboveGroundRows,
    AtRest: AtRestRows,
    Joins: JoinsRows,
    NearTo: NearToRows,
    Unlike: UnlikeRows,
    CostBound: CostBoundRows,
}
