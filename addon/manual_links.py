"""Links of Right Click > Online Manual to the sections of docs/artist/manual.md."""

import tomllib
from pathlib import Path

import bpy

ROOT = Path(__file__).resolve().parent.parent
PAGE = "docs/artist/manual.md"
# Anchors of sections, and patterns of the Blender names that they describe.
SECTIONS: dict[str, tuple[str, ...]] = {
    "character-fit-bodies": ("fit_bodies", "fit_as", "rest_from_pose", "PG_kind"),
    "body-settings-how-bodies-are-fitted": ("PG_character",),
    "check-list-what-to-fix": ("mend", "select_bone"),
    "bone-map-which-bone-is-what": ("PG_part", "detect_bones", "save_bone_map", "load_bone_map"),
    "active-bone-its-body-and-joint": ("PG_bone", "mirror_bone", "resize_body"),
    "contacts-where-it-touches-the-ground": (
        *("PG_contact", "PG_phase", "add_contact", "remove_contact", "guess_contacts"),
        *("drag_phase", "add_phase", "remove_phase", "point_at_phase", "enlarge_timeline"),
    ),
    "advanced-limits-of-the-solver": tuple(
        f"PG_motion.{name}" for name in ("max_iterations", "time_limit", "seed", "noise")
    ),
    "motion-what-it-does": ("PG_motion", "PG_scene", "use_preset"),
    "existing-animation-your-own-keys": (
        *(
            "PG_sketch",
            "PG_sketch_group",
            "make_physical",
            "keep_limits",
            "add_sketch_group",
            "remove_sketch_group",
        ),
        *("loop_capture", "auto_pose"),
    ),
    "goals-what-else-to-achieve": ("PG_goal", "PG_angle", "add_goal", "remove_goal"),
    "solve-find-the-motion": (
        *(
            "PG_run",
            "solve",
            "live",
            "drag_ghost",
            "show_where",
            "cancel",
            "add_example",
            "open_scene",
            "add_asset_library",
        ),
    ),
    "export-take-it-elsewhere": (
        "export",
        "export_many",
        "stop_export",
        "import_bvh",
        "PG_object.file_unit",
        "PG_object.file_unit_length",
    ),
    "retarget-motions-of-other-armatures": (
        *("retarget", "match_limbs", "save_limb_map", "load_limb_map"),
        *("PG_retarget", "PG_limb_map", "PG_limb_pair", "PG_object.retarget"),
    ),
    "view-what-you-see": ("PG_object.offset", "PG_object.stands_at_goals", "PG_object.stays_in_place"),
    "result-accept-or-reject": (
        *("PG_object", "PG_taken_over", "PG_posed", "accept", "reject", "snap", "give_back"),
        "show_shortfall",
        "show_doubt",
    ),
    "refine-continue-from-here": ("guide", "edit_interval", "PG_guidance"),
    "takes-all-solved-motions": (
        *("PG_take", "show_take", "compare_take", "remove_take", "restore_settings", "loop_take"),
        *("clean_take", "mark_asset"),
    ),
    "explore-alternatives-and-trade-offs": (
        *(
            "PG_explore",
            "find_alternatives",
            "find_like",
            "find_trade_offs",
            "find_between",
            "stop_exploring",
            "line_up",
            "pick_ghost",
            "PG_front_point",
            "pick_trade_off",
        ),
    ),
    "join-and-walk-motions-made-of-others": (
        *(
            "PG_library",
            "PG_entry",
            "show_entry",
            "go_to_motion",
            "list_motions",
            "join",
            "build_graph",
            "stop_graph",
            "cover_graph",
            "generate_missing",
            "show_graph",
            "follow_curve",
            "random_walk",
        ),
        *("play_graph", "bake_play"),
    ),
    "variations-one-motion-with-other-settings": (
        *(
            "PG_space",
            "PG_clips",
            "PG_dimension",
            "add_dimension",
            "remove_dimension",
            "preview_space",
            "load_space",
        ),
        *("generate_space", "stop_space", "keep_sample", "hide_sample", "show_sample"),
    ),
    "overlays": ("PG_overlays",),
    "preferences": ("AP_preferences", "check_solver"),
}


def manual_map() -> tuple[str, tuple[tuple[str, str], ...]]:
    """Common prefix of all links, and pairs (pattern, suffix) of which the first match is used."""
    links = [(_pattern(name), f"#{section}") for section, names in SECTIONS.items() for name in names]
    return _address(), tuple(links)


def _pattern(name: str) -> str:
    """Pattern of a name; Blender looks types up in lower case."""
    if not name.startswith(("PG_", "AP_")):
        return f"bpy.ops.spacetime.{name}"
    group, _, own = name.partition(".")
    return f"bpy.types.spacetime_{group}.{own or '*'}".lower()


def _address() -> str:
    """Address of the manual: on the website of the manifest, or else the page in the add-on's folder."""
    manifest = tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))
    website = manifest.get("website")
    return f"{website.rstrip('/')}/{PAGE}" if website else (ROOT / PAGE).as_uri()


def register() -> None:
    """Registers the links."""
    bpy.utils.register_manual_map(manual_map)


def unregister() -> None:
    """Unregisters the links."""
    bpy.utils.unregister_manual_map(manual_map)
