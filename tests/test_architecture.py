"""The rules of the house that a program can check: who imports whom, what is never called, file length."""

import ast
import re
import subprocess
import sys

import pytest

from tests.support.imports import LEVEL_OF, ROOT, files, imported, part, room

MAX_LINES = 400

BLENDER = {
    *(
        "bpy",
        "bpy_extras",
        "mathutils",
        "gpu",
        "gpu_extras",
        "blf",
        "bmesh",
        "idprop",
        "imbuf",
        "aud",
        "freestyle",
    ),
    *("addon_utils", "rna_prop_ui", "rna_keymap_ui", "keyingsets_utils", "nodeitems_utils"),
}
OUTSIDE_SOLVER = {"numpy", "scipy", "sympy", "mpmath"}
ONLY_IN = {
    "cyipopt": "solver/optimise/ipopt.py",
    "cma": "solver/optimise/cmaes.py",
    "distributed": "solver/scheduling/dask_workers.py",  # optional: the extension does not bundle it
}


# Likewise the rooms of the add-on; a module of its own beside them is named here too. Buttons and panels are in many
# rooms: `character/operators/` belongs to operators, as `operators.py` does.
ADDON_LEVELS = (
    ("locale",),
    ("announcement",),
    ("runtime",),
    ("preferences", "manual_links", "keymap"),
    ("blender",),
    ("character",),
    ("controls",),
    ("interface",),
    ("motion",),
    ("posing", "result", "strips"),
    ("solve",),
    ("spaces", "library", "explore", "retarget"),
    ("overlays", "files", "catalog"),
    ("scene_properties", "object_properties", "properties"),
    ("operators",),
    ("panels", "pie_menu", "view_header"),
    ("command_line",),
    ("__init__",),
)
ADDON_LEVEL_OF = {room: level for level, rooms in enumerate(ADDON_LEVELS) for room in rooms}

# Doors to the solver, all others are shut to the add-on: values and documents, what makes and reads them, and messages.
# What solves has a process of its own.
DOORS = {
    *("errors", "sentence", "arrays", "rotations", "whole_file", "ending", "messages", "commands", "wording"),
    *("character", "fitting", "mechanics", "posing", "expression", "job", "motion", "verify", "clip"),
    *("formats", "analysis", "store", "space", "library", "retarget"),
}

# Who may call Blender's operators by themselves: a button, which Blender calls, and what has a Blender of its own. Work
# of the event loop may not, see addon/runtime/threads.py; event_loop.with_operators hands them over.
BUTTONS = re.compile(r"addon/(\w+/operators|interface)/")
CALLED_BY_BLENDER = "Outcome"  # what a button's functions return
WITH_OPERATORS = {
    "addon/runtime/event_loop.py",
    *("addon/command_line/file.py", "addon/files/picture.py"),
    "addon/files/ordered_export.py",
    *(
        "addon/files/exporters.py",
        "addon/files/stage.py",
        "addon/files/plain_copy.py",
    ),  # whom those two call, and one button
}

# Who makes sentences of violations: the edges, where somebody reads them, and a sample's reason in a store.
WORDED_IN = (
    *("solver/wording/", "solver/commands/", "solver/cli.py", "solver/api.py"),
    *("solver/optimise/solve.py", "solver/space/worker.py"),
)

ONLY_TIMER = "addon/runtime/event_loop.py"  # all work of the add-on takes turns in one

REFUSES_JOBS = "solver/problem/checks/"  # what only a problem shows; solver/job/checks/ has the rest

PUBLIC_CLASS = re.compile(r"^class ([^_\W]\w*)", re.MULTILINE)

BANNED_CALLS = {"eval", "exec", "sympify", "parse_expr"}
BANNED_MODULES = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}
BANNED_SWITCHES = {"shell", "allow_pickle"}


def complaints(path, source):
    """List what a file breaks.

    Args:
        path: The file's place in the tree, as "solver/optimise/ipopt.py"; it decides which rules hold.
        source: The file's text.
    """
    tree = ast.parse(source, filename=path)
    found = [*calls_complaints(path, tree), *operators_complaints(path, tree), *refusals(path, tree)]
    for target in imported(path, tree):
        found += import_complaints(path, target)
    if source.count("\n") > MAX_LINES:
        found.append(f"is longer than {MAX_LINES} lines")
    return [f"{path} {complaint}" for complaint in found]


def import_complaints(path, target):
    """Judge one import."""
    top = target.split(".")[0]
    inside = target.split(".")[1:] if not top else []
    folder = path.split("/")[0]
    if top in BANNED_MODULES:
        yield f"imports {top}, which runs what it reads"
    if top in ONLY_IN and folder in ("solver", "addon") and path != ONLY_IN[top]:
        yield f"imports {top}, which belongs to {ONLY_IN[top]}"
    if target == "numpy.typing.NDArray" and path != "solver/arrays.py":
        yield "imports NDArray; solver/arrays.py names the types of arrays"
    if is_blender(top) and folder == "solver":
        yield f"imports {top}; the solver does not know Blender"
    if folder == "solver":
        yield from solver_complaints(path, target, top, inside)
    elif folder == "addon":
        yield from addon_complaints(path, target, top, inside)


def solver_complaints(path, target, top, inside):
    """Judge an import of a file of the solver."""
    if top in ("solver", "addon", "scripts", "tests"):
        yield f"imports {target} absolutely; the solver runs under several names"
    elif top and top not in sys.stdlib_module_names | OUTSIDE_SOLVER | set(ONLY_IN) and not is_blender(top):
        yield f"imports {top}, which the extension does not bundle"
    elif inside and inside[0] != "solver":
        yield f"imports {target} from outside the solver"
    elif inside[1:2] == ["wording"] and not path.startswith(WORDED_IN):
        yield "imports wording; violations are data until somebody reads them"
    elif inside:
        own, other = part(path.removesuffix(".py").split("/")), part(inside)
        if own not in LEVEL_OF:
            yield f"belongs to {own}, which has no level in this test"
        elif LEVEL_OF.get(other, 0) > LEVEL_OF[own]:
            yield f"imports {other}, which stands above {own}"


def addon_complaints(path, target, top, inside):
    """Judge an import of a file of the add-on."""
    if top in ("solver", "addon", "scripts", "tests", "bl_ext"):
        yield f"imports {target} absolutely; Blender decides the name of the extension"
    elif top in ("sympy", "mpmath", "scipy"):
        yield f"imports {top} into Blender's own process"
    elif target.startswith("bpy.ops"):
        yield "imports bpy.ops; event_loop.with_operators hands it over"
    elif inside[:1] == ["solver"] and not DOORS.intersection(inside[1:2]):
        yield f"imports {'.'.join(inside[:2])}, which is no door for the add-on"
    elif inside[:1] == ["addon"]:
        own, other = room(path.removesuffix(".py").split("/")), room(inside)
        if own not in ADDON_LEVEL_OF:
            yield f"belongs to {own}, which has no level in this test"
        elif ADDON_LEVEL_OF.get(other, 0) > ADDON_LEVEL_OF[own]:
            yield f"imports {other}, which stands above {own}"


def is_blender(module):
    """Tell whether a module exists only inside Blender."""
    return module in BLENDER or module.startswith("bl_")


def calls_complaints(path, tree):
    """Judge the calls of a file."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = getattr(call.func, "id", None)
        attribute = getattr(call.func, "attr", None)
        if name in BANNED_CALLS or attribute in BANNED_CALLS & {"sympify", "parse_expr"}:
            yield f"calls {name or attribute} in line {call.lineno}; text is never run"
        if name == "print" and path.startswith(("solver/", "addon/")):
            yield f"prints in line {call.lineno}; stdout is the solver's protocol"
        for keyword in call.keywords:
            if keyword.arg in BANNED_SWITCHES and getattr(keyword.value, "value", True) is not False:
                yield f"sets {keyword.arg} in line {call.lineno}"


def refusals(path, tree):
    """Judge where the formulation of a problem refuses a job."""
    if path.startswith("solver/problem/") and not path.startswith(REFUSES_JOBS):
        for each in (node for node in ast.walk(tree) if isinstance(node, ast.Raise)):
            if isinstance(each.exc, ast.Call) and ast.unparse(each.exc.func) == "InputError":
                yield f"refuses a job in line {each.lineno}; {REFUSES_JOBS} does"


def operators_complaints(path, tree):
    """Judge where a file calls Blender's operators or takes a timer of its own."""
    if not path.startswith("addon/") or path in WITH_OPERATORS:
        return
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    pressed = [
        each
        for each in functions
        if BUTTONS.match(path) and getattr(each.returns, "id", "") == CALLED_BY_BLENDER
    ]
    free = {node for each in pressed for node in ast.walk(each)}
    for node in (each for each in ast.walk(tree) if isinstance(each, ast.Attribute)):
        if node.attr == "timers" and ast.unparse(node) == "bpy.app.timers" and path != ONLY_TIMER:
            yield f"takes a timer in line {node.lineno}; event_loop.start lets work go on"
        if node.attr == "ops" and ast.unparse(node) == "bpy.ops" and node not in free:
            yield f"takes bpy.ops in line {node.lineno}; event_loop.with_operators hands it over"


@pytest.mark.parametrize("folder", ["solver", "addon", "examples", "scripts", "docs"])
def test_files_keep_the_rules(folder):
    places = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files(folder)}
    assert places
    found = [complaint for place, source in places.items() for complaint in complaints(place, source)]
    assert not found, "\n".join(found)


def test_importing_the_solver_loads_nothing_heavy():
    heavy = ("scipy", "sympy", "cyipopt", "cma", "bpy")
    question = f"import sys, solver; print([name for name in {heavy!r} if name in sys.modules])"
    answer = subprocess.run(
        [sys.executable, "-c", question], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"


def test_a_plain_solve_loads_neither_the_search_for_timings_nor_formulas():
    """pycma with the plots that it brings takes longer to load than many a motion to be found."""
    heavy = ("sympy", "cma", "matplotlib", "bpy")
    question = f"import sys, solver.animate; print([name for name in {heavy!r} if name in sys.modules])"
    answer = subprocess.run(
        [sys.executable, "-c", question], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("path", "source", "complaint"),
    [
        ("solver/clip/clip.py", "import bpy", "the solver does not know Blender"),
        ("solver/job/job.py", "import bl_math", "the solver does not know Blender"),
        ("solver/problem/formulate.py", "import cyipopt", "belongs to solver/optimise/ipopt.py"),
        ("solver/optimise/ipopt.py", "import cma", "belongs to solver/optimise/cmaes.py"),
        ("addon/runtime/process.py", "def f():\n    import cyipopt", "belongs to solver/optimise/ipopt.py"),
        ("solver/space/generate.py", "from solver.motion import clip", "absolutely"),
        ("solver/space/generate.py", "import pandas", "does not bundle"),
        ("addon/overlays/draw.py", "from numpy.typing import NDArray", "names the types of arrays"),
        ("solver/errors.py", "from ..addon import process", "from outside the solver"),
        (
            "solver/mechanics/tree.py",
            "from ..problem.job import Job",
            "problem, which stands above mechanics",
        ),
        ("solver/job/job.py", "from .. import optimise", "optimise, which stands above job"),
        (
            "solver/job/constraints/pin.py",
            "from ...motion.clip import Clip",
            "motion, which stands above",
        ),
        ("solver/errors.py", "from .character import Character", "character, which stands above errors"),
        ("solver/optimise/conflicts.py", "from ..wording.violations import sentence", "are data until"),
        (
            "addon/solve/operators/solve.py",
            "from ....solver.optimise import solve",
            "imports solver.optimise",
        ),
        ("addon/solve/operators/solve.py", "from ....solver import optimise", "imports solver.optimise"),
        (
            "addon/solve/solving.py",
            "from ...solver.animate import animate",
            "imports solver.animate, which is no door",
        ),
        ("addon/explore/search.py", "from ...solver.explore.front import front", "imports solver.explore"),
        (
            "addon/character/checks.py",
            "from .panels.check_list import draw",
            "panels, which stands above character",
        ),
        (
            "addon/motion/operators/goals.py",
            "from ..panels import goals",
            "panels, which stands above operators",
        ),
        ("addon/drawer.py", "from .blender import actions", "drawer, which has no level"),
        ("addon/overlays.py", "import sympy.core", "into Blender's own process"),
        ("addon/overlays.py", "from solver.motion import clip", "absolutely"),
        ("solver/cli.py", "print('solved')", "prints in line 1"),
        ("solver/problem/expression.py", "x = eval(text)", "calls eval"),
        ("solver/problem/expression.py", "x = sympy.sympify(text)", "calls sympify"),
        ("scripts/demo.py", "exec(text)", "calls exec"),
        ("solver/clip/clip.py", "import pickle", "imports pickle"),
        ("solver/clip/clip.py", "np.load(file, allow_pickle=True)", "sets allow_pickle"),
        ("addon/runtime/process.py", "subprocess.run(line, shell=True)", "sets shell"),
        ("solver/space/generate.py", "x = 1\n" * (MAX_LINES + 1), "is longer than"),
        ("solver/problem/rows/peak.py", "raise InputError('no frame')", "refuses a job in line 1"),
        ("addon/character/fixes.py", "bpy.ops.object.mode_set(mode='EDIT')", "takes bpy.ops in line 1"),
        ("addon/solve/session.py", "bpy.app.timers.register(f)", "takes a timer in line 1"),
        ("addon/character/fixes.py", "operators = bpy.ops", "takes bpy.ops in line 1"),
        ("addon/character/fixes.py", "from bpy import ops", "imports bpy.ops"),
        (
            "addon/solve/operators/solve.py",
            "def _work() -> Work[Told]:\n    bpy.ops.ed.undo()",
            "takes bpy.ops in line 2",
        ),
    ],
)
def test_checker_sees_a_broken_rule(path, source, complaint):
    assert any(complaint in found for found in complaints(path, source))


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("solver/optimise/ipopt.py", "import cyipopt\nfrom ..problem.formulate import Problem"),
        ("solver/optimise/cmaes.py", "import cma"),
        (
            "solver/clip/clip.py",
            "import numpy as np\nfrom ..character import Character\nfrom .. import errors",
        ),
        (
            "addon/motion/read_scene.py",
            "import bpy\nfrom mathutils import Matrix\nfrom ..solver.job.job import Job",
        ),
        ("addon/runtime/process.py", "subprocess.run(line, shell=False)"),
        (
            "addon/solve/operators/solve.py",
            "def execute(self, context) -> Outcome:\n    return bpy.ops.ed.undo()",
        ),
        ("addon/character/fixes.py", "def apply(operators):\n    operators.object.mode_set(mode='EDIT')"),
    ],
)
def test_checker_lets_good_code_pass(path, source):
    assert complaints(path, source) == []


def test_lint_finds_undefined_names_in_the_addon_beside_its_properties():
    """Property calls stand where type hints do; their texts are no names."""
    source = "\n".join(
        (
            '"""A button."""',
            "",
            "from bpy.props import FloatProperty",
            "from bpy.types import Operator",
            "",
            "",
            "class SPACETIME_OT_button(Operator):",
            '    """A button."""',
            "",
            '    size: FloatProperty(name="Size", description="How large, and not how far", subtype="DISTANCE")',
            "",
            "    def execute(self, context: object) -> set[str]:",
            '        """Does it."""',
            "        return nowhere_defined(self.size)",
            "",
        )
    )
    told = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--output-format=concise", "--stdin-filename", "addon/button.py", "-"],
        cwd=ROOT, input=source, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = [line for line in told.stdout.splitlines() if line.startswith("addon")]
    assert len(found) == 1, told.stdout + told.stderr
    assert "F821 Undefined name `nowhere_defined`" in found[0]


def test_no_class_has_the_name_of_another() -> None:
    """McIntosh's own notation (``solver/space/mcintosh_api``) has his names for parts that are ours elsewhere."""
    where: dict[str, list[str]] = {}
    for path in files("addon", "solver"):
        if "mcintosh_api" in path.parts:
            continue
        for name in PUBLIC_CLASS.findall(path.read_text(encoding="utf-8")):
            where.setdefault(name, []).append(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in where.items() if len(paths) > 1} == {}
