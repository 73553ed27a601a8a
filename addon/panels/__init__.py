"""What the artist sees; panels only draw."""

import bpy

from .check_list import SPACETIME_PT_check_list
from .goals import SPACETIME_PT_goals
from .guide import SPACETIME_PT_guide
from .main import (
    SPACETIME_PT_advanced,
    SPACETIME_PT_bone,
    SPACETIME_PT_bone_map,
    SPACETIME_PT_contacts,
    SPACETIME_PT_main,
    SPACETIME_PT_motion,
    SPACETIME_PT_solve,
)
from .overlays import SPACETIME_PT_overlays
from .result import SPACETIME_PT_result
from .sketch import SPACETIME_PT_sketch
from .space import SPACETIME_PT_space
from .takes import SPACETIME_PT_takes, SPACETIME_UL_takes

# From top to bottom, in the order of work: Blender shows them as they were registered.
PANELS = (
    SPACETIME_PT_main,
    SPACETIME_PT_check_list,
    SPACETIME_PT_bone_map,
    SPACETIME_PT_bone,
    SPACETIME_PT_contacts,
    SPACETIME_PT_motion,
    SPACETIME_PT_sketch,
    SPACETIME_PT_goals,
    SPACETIME_PT_advanced,
    SPACETIME_PT_solve,
    SPACETIME_PT_result,
    SPACETIME_PT_guide,
    SPACETIME_PT_takes,
    SPACETIME_PT_space,
    SPACETIME_PT_overlays,
)
register, unregister = bpy.utils.register_classes_factory((SPACETIME_UL_takes, *PANELS))
