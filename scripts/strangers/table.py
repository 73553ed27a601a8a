"""The set-ups: rigs, sizes, units, layers, asymmetries, names, rates and files."""

from collections.abc import Iterator
from typing import Any

from scripts.strangers.bvh_conventions import CONVENTIONS
from scripts.strangers.families import FAMILIES
from scripts.strangers.layers import LAYERS
from scripts.strangers.set_up import FROM_FILE, FROM_KEYS, FROM_PRESET, SetUp
from scripts.strangers.surroundings import MODES, SURROUNDINGS

PLAIN = "unreal"  # names of the person of most set-ups
PAIRS = {"preset": (FROM_PRESET, "WALK"), "keys": (FROM_KEYS, "")}
SIZES = (
    ("size 100", ("units of 0.01",)), ("size 1000", ("units of 0.001",)), ("size 3.2808", ("units of feet",)),
    ("size 0.1", ("units of 10",)), ("size 100", ("scaled 0.01",)), ("size 0.01", ("scaled 100",)),
    ("size 1000", ("scaled 0.001",)), ("size 100", ("units of 0.001", "scaled 0.01")),
    ("size 100", ()), ("size 39.37", ()),
    ("size 100", ("laid", "scaled 0.01")),
    (PLAIN, ("imperial",)), ("size 10", ("units of 0.01",)),
)  # fmt: skip
RATES = ((24, 1.0), (25, 1.0), (30, 1.0), (60, 1.0), (24, 1.001), (30, 1.001), (120, 1.0))
STARTS = (0, 7, 100, 1001)
CREATURES = ("wolf", "horse", "cat", "bird", "lamp", "basic_human")
CONTROLS = (
    "hand-made controls", "hand-made controls with toes", "stretched controls", "generated human", "generated cat",
)  # fmt: skip
ASYMMETRIES = ("0.0005", "0.01", "0.1", "1", "5", "17.5")  # mm
PRESETS = ("RUN", "SNEAK", "TURN", "HOP", "LIMP")
NEED_KEYS = ("other slot",)
HIDE_ALL = (
    "uneven scale",
    "mirrored",
    "rest position",
    "time doubled",
    "time halved",
)  # refused by themselves
N_COMBINED = 25


def set_ups() -> list[SetUp]:
    """All set-ups, each name once."""
    return [*_people(), *_sizes(), *_times(), *_scenes(), *_layers(), *_others(), *_files(), *_combined()]


def _both(kind: str, name: str, rig: str, around: tuple[str, ...] = (), **others: Any) -> Iterator[SetUp]:
    """A set-up from a preset and one from keys."""
    for source, (way, preset) in PAIRS.items():
        yield SetUp(kind, f"{name}, {source}", rig, way, preset, around, **others)


def _people() -> Iterator[SetUp]:
    for family in FAMILIES:
        yield from _both("names", family, family)
    yield from _both("names", "bones sideways", "sideways")
    for off in ASYMMETRIES:
        yield SetUp("asymmetry", f"asymmetric by {off} mm, preset", f"off by {off} mm", FROM_PRESET, "WALK")
    for preset in PRESETS:
        yield SetUp("presets", f"preset {preset}", PLAIN, FROM_PRESET, preset)


def _sizes() -> Iterator[SetUp]:
    for rig, around in SIZES:
        yield from _both("sizes", ", ".join((rig, *around)), rig, around)


def _times() -> Iterator[SetUp]:
    for fps in RATES:
        yield from _both("rates and frames", f"{fps[0] / fps[1]:.5g} fps", PLAIN, fps=fps)
    for start in STARTS:
        yield from _both("rates and frames", f"from frame {start}", PLAIN, start=start)


def _scenes() -> Iterator[SetUp]:
    of_size = {name for _, around in SIZES for name in around}
    for around in SURROUNDINGS:
        if around in NEED_KEYS:
            yield SetUp("scenes", f"{around}, keys", PLAIN, FROM_KEYS, "", (around,))
        elif around not in LAYERS and around not in of_size:
            yield from _both("scenes", around, PLAIN, (around,))
    for mode in MODES:
        yield from _both("scenes", mode, PLAIN, (mode,))


def _layers() -> Iterator[SetUp]:
    for around in LAYERS:
        yield from _both("layers", around, PLAIN, (around,))


def _others() -> Iterator[SetUp]:
    for rig in (*CREATURES, *CONTROLS):
        preset = "WALK" if "human" in rig or "controls" in rig else ""
        kind = "animals and a lamp" if rig in CREATURES else "control rigs"
        yield SetUp(kind, f"{rig}, preset", rig, FROM_PRESET, preset)
        yield SetUp(kind, f"{rig}, keys", rig, FROM_KEYS)


def _files() -> Iterator[SetUp]:
    for convention in CONVENTIONS:
        yield SetUp("files", f"file, {convention}", "mixamo", FROM_FILE, convention=convention)
    for rig in (*FAMILIES, "wolf", "bird", "lamp"):
        yield SetUp("files", f"file of {rig}", rig, FROM_FILE, convention="mixamo")
    for start, fps in ((100, (24, 1.0)), (0, (60, 1.0)), (1, (24, 1.001))):
        name = f"file at frame {start}, {fps[0] / fps[1]:.5g} fps"
        yield SetUp("files", name, "smpl", FROM_FILE, fps=fps, start=start, convention="cmu")


def _combined() -> Iterator[SetUp]:
    """Sizes, layers, scenes, rates and first frames at once, each in an order of its own."""
    layers = [name for name in LAYERS if name != "muted track"]
    scenes = [name for name in SURROUNDINGS if name not in (*LAYERS, *HIDE_ALL, *NEED_KEYS)]
    scenes = [name for name in scenes if all(name not in around for _, around in SIZES)]
    for i in range(N_COMBINED):
        (rig, units), scene, layer = (
            SIZES[i % len(SIZES)],
            scenes[7 * i % len(scenes)],
            layers[5 * i % len(layers)],
        )
        way, preset = PAIRS["keys" if i % 3 else "preset"]
        start, fps = STARTS[i % len(STARTS)], RATES[i % len(RATES)]
        name = f"combined {i + 1}: {rig}, {', '.join((*units, scene, layer))}"
        yield SetUp("combined", name, rig, way, preset, (*units, scene, layer), fps, start)
