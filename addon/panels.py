"""All panels, which only draw."""

import bpy

from .catalog.panels.presets import SPACETIME_PT_examples, SPACETIME_PT_presets
from .character.panels.bone import SPACETIME_PT_bone
from .character.panels.bone_map import SPACETIME_PT_bone_map
from .character.panels.character import SPACETIME_PT_body_settings, SPACETIME_PT_character
from .character.panels.check_list import SPACETIME_PT_check_list
from .character.panels.contacts import SPACETIME_PT_contacts
from .explore.panels.explore import SPACETIME_PT_explore
from .files.panels.export import SPACETIME_PT_export
from .library.panels.entries import SPACETIME_UL_entries
from .library.panels.library import SPACETIME_PT_graph, SPACETIME_PT_library
from .motion.panels.goals import SPACETIME_PT_goals
from .motion.panels.motion import SPACETIME_PT_motion
from .motion.panels.sketch import SPACETIME_PT_sketch
from .overlays.panels.overlays import SPACETIME_PT_overlays
from .overlays.panels.view import SPACETIME_PT_view
from .result.panels.result import SPACETIME_PT_result
from .result.panels.takes import SPACETIME_PT_takes, SPACETIME_UL_takes
from .retarget.panels.retarget import SPACETIME_PT_retarget
from .solve.panels.advanced import SPACETIME_PT_advanced
from .solve.panels.guide import SPACETIME_PT_guide
from .solve.panels.solve import SPACETIME_PT_solve
from .spaces.panels.space import SPACETIME_PT_space

# From top to bottom, since Blender shows them in order of registration. Frequently used ones are first and open; a
# panel precedes its subpanels.
PANELS = (
    SPACETIME_PT_solve,
    SPACETIME_PT_examples,
    SPACETIME_PT_presets,
    SPACETIME_PT_result,
    SPACETIME_PT_guide,
    SPACETIME_PT_export,
    SPACETIME_PT_advanced,
    SPACETIME_PT_character,
    SPACETIME_PT_body_settings,
    SPACETIME_PT_check_list,
    SPACETIME_PT_bone_map,
    SPACETIME_PT_bone,
    SPACETIME_PT_motion,
    SPACETIME_PT_contacts,
    SPACETIME_PT_sketch,
    SPACETIME_PT_goals,
    SPACETIME_PT_retarget,
    SPACETIME_PT_library,
    SPACETIME_PT_takes,
    SPACETIME_PT_graph,
    SPACETIME_PT_space,
    SPACETIME_PT_explore,
    SPACETIME_PT_view,
    SPACETIME_PT_overlays,
)
register, unregister = bpy.utils.register_classes_factory((SPACETIME_UL_takes, SPACETIME_UL_entries, *PANELS))
