"""Reads the panel's dimensions and motion into a ParameterSpace.

Shared settings are a dimension of one value, which comes last so that its formulas can use the other numbers.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import fields

import bpy

from ...solver.character import Character
from ...solver.character.roles import side_of_contact
from ...solver.errors import InputError
from ...solver.job.constraints.expression import ExpressionConstraint
from ...solver.job.job import Job
from ...solver.space.dimension import Dimension, Finer, Range, Value, make_dimension
from ...solver.space.measures import measures
from ...solver.space.parameter_space import ParameterSpace
from ...solver.space.sampling import FULL_FACTORIAL, LatinHypercube, Sampling, Sobol
from ...solver.space.specifiers import Formula, Specifiers, Travel
from ..blender.rest_pose import armature_data, body_bone
from ..blender.units import in_meters
from ..character.read_character import read_character
from ..motion.read_scene import read_job, travel_heading
from .characters import armatures_of
from .properties import AT_LEAST, AT_MOST, EVENLY, EVERY, OTHER, PATHS

MOST_VALUES = 1000  # most values of a dimension that a panel enumerates
UNITS = {"SPEED": "m/s", "TURN": "deg", "CROUCH": "legs", "LIMP": "weights", "LOAD": "kg"}
Rows = Sequence[bpy.types.PropertyGroup]


def read_space(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> ParameterSpace:
    """The parameter space set up in the panel.

    Raises:
        InputError: naming the invalid dimension or setting and a remedy.
    """
    settings = armature_object.spacetime.space
    rows = [row for row in settings.dimensions if row.use]
    if not rows:
        raise InputError("nothing varies yet; press Vary and choose something, such as Speed")
    if armature_object.spacetime.motion.sketch.use:
        raise InputError("variations cannot follow your animation; disable Existing Animation")
    job = read_job(armature_object, scene)
    dimensions = [_dimension(row, job, armature_object) for row in rows if row.kind != "CHARACTER"]
    space = ParameterSpace(
        settings.space_name.strip(),
        (*dimensions, _whoever_moves(armature_object, job, rows), _shared(job)),
        where=settings.where.strip(),
        sampling=_sampling(settings),
        objectives=job.objectives,
    )
    space.check()
    return space


def _sampling(settings: bpy.types.PropertyGroup) -> Sampling:
    if settings.sampling == EVERY:
        return FULL_FACTORIAL
    return (Sobol if settings.sampling == EVENLY else LatinHypercube)(settings.count, settings.seed)


def grid_counts(rows: Rows) -> list[int]:
    """Number of values of each dimension, without reading the rig; 0 for an invalid range."""
    return [len(armatures_of(row.collection)) if row.kind == "CHARACTER" else _count(row) for row in rows]


def _count(row: bpy.types.PropertyGroup) -> int:
    try:
        return len(grid_values(row)) or Dimension(row.name, range=_range(row)).grid_size
    except InputError:
        return 0


def grid_values(row: bpy.types.PropertyGroup) -> tuple[float, ...]:
    """Ascending values of a numeric dimension; none if there are too many to enumerate while drawing.

    Raises:
        InputError: its range, finer steps or single values are invalid.
    """
    dimension = Dimension(row.name, range=_range(row))
    return tuple(dimension.grid()[0].tolist()) if dimension.grid_size <= MOST_VALUES else ()


def _range(row: bpy.types.PropertyGroup) -> Range:
    """Range from the steps, finer steps and single values."""
    low, high = _short(row.low), _short(row.high)
    if low > high:
        raise InputError(f"From must be below To, found {low:g} and {high:g}")
    step = _step(low, high, row.steps)
    finer = tuple(Finer(value, value, step) for value in _single_values(row.also_at, low, high))
    if row.use_finer:
        begin, end = _short(row.finer_low), _short(row.finer_high)
        if not low <= begin <= end <= high:
            raise InputError(
                f"expected finer steps within {low:g} to {high:g}, found them from {begin:g} to {end:g}"
            )
        finer = (Finer(begin, end, _step(begin, end, row.finer_steps)), *finer)
    return Range(low, high, step, finer)


def _step(low: float, high: float, count: int) -> float:
    """Difference of neighbors for a number of values, rounded if that results in the same values."""
    exact = (high - low) / (count - 1)
    short = _short(exact)
    return (short if math.isclose(low + (count - 1) * short, high, rel_tol=1e-12) else exact) or 1.0


def _single_values(text: str, low: float, high: float) -> list[float]:
    """Numbers separated by spaces; a comma is valid before a space, but not within a number."""
    found = []
    for word in re.split(r"[\s;]+|,\s+", text.strip(" ,;")) if text.strip(" ,;") else ():
        try:
            value = float(word)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise InputError(f"expected numbers from {low:g} to {high:g} separated by spaces, found '{word}'")
        found.append(value)
    return found


def _shared(job: Job) -> Dimension:
    """Dimension of all shared settings."""
    known = {field.name for field in fields(Job)} - {"character", "objectives"}
    shared = Specifiers(**{f.name: getattr(job, f.name) for f in fields(Specifiers) if f.name in known})
    return Dimension("motion", (Value(job.name),), specifiers=shared)


def _whoever_moves(armature_object: bpy.types.Object, job: Job, rows: Rows) -> Dimension:
    """Dimension of characters, each with its derived numbers."""
    chosen = [row for row in rows if row.kind == "CHARACTER"]
    if len(chosen) > 1:
        raise InputError("Character is varied twice; remove one")
    rigs = armatures_of(chosen[0].collection) if chosen else [armature_object]
    if not rigs:
        raise InputError(f"'{chosen[0].name}' has no armature; choose a collection with some")
    values = []
    for rig in rigs:
        character = job.character if rig == armature_object else read_character(rig)
        travel = _travel(rig, armature_object.spacetime.motion, rows) if job.cycle else None
        loads = tuple(_loads(rig, character, rows))
        values.append(Value(rig.name, None, Specifiers(character=character, travel=travel, formulas=loads)))
    return Dimension(chosen[0].name if chosen else "who", tuple(values))


def _dimension(row: bpy.types.PropertyGroup, job: Job, armature_object: bpy.types.Object) -> Dimension:
    specified: list[Formula | ExpressionConstraint] = []
    try:
        values = _range(row)
        if row.kind in ("SPEED", "TURN") and job.cycle is None:
            raise InputError("this needs a cyclic motion; enable Cyclic")
        if row.kind == "TURN" and job.cycle is not None and job.cycle.mirrored:
            raise InputError("a symmetric motion cannot turn; disable Symmetric")
        if row.kind == "CROUCH":
            specified = [_crouch(job)]
        elif row.kind == "LIMP":
            specified = [_limp(row, job, armature_object)]
        elif row.kind == "SETTING":
            specified = [Formula(row.path.strip() if row.setting == OTHER else PATHS[row.setting], "value")]
        elif row.kind == "FORMULA":
            lower = None if row.bound == AT_MOST else 0.0
            upper = None if row.bound == AT_LEAST else 0.0
            text = f"({row.formula}) - value"
            specified = [ExpressionConstraint(text, lower, upper, of=row.of, name=row.name)]
    except InputError as error:
        raise InputError(f"'{row.name}': {error}") from error
    return make_dimension(row.name, values, always=specified, unit=UNITS.get(row.kind, ""))


def _short(number: float) -> float:
    """The typed number, which Blender stores in single precision."""
    return float(f"{number:.6g}")


def _crouch(job: Job) -> ExpressionConstraint:
    """Keeps the root's center a number of legs below its rest position."""
    character, root = job.character, job.character.root_joint.body
    if "leg_length" not in measures(character):
        raise InputError("this needs legs with contacts below the hips")
    height = character.bodies[character.body_index(root)].position[2] - job.ground_height
    share = height / measures(character)["leg_length"]  # for characters of all sizes
    text = f"position({root!r}).z - {job.ground_height!r} - ({share!r} - value) * leg_length"
    return ExpressionConstraint(text, upper=0.0, name="crouch")


def _limp(row: bpy.types.PropertyGroup, job: Job, armature_object: bpy.types.Object) -> ExpressionConstraint:
    """Limits the share of the weight on one foot."""
    character = job.character
    contacts = character.contacts
    if row.bone:
        sore = [c.name for c in contacts if c.body == _body(row.bone, armature_object)]
    else:
        sore = [c.name for c in contacts if side_of_contact(character, c) == "R"]
    if not sore:
        raise InputError("this needs a contact on the limping foot; choose a bone that has one")
    forces = " + ".join(f"contact({name!r}).force.z" for name in sore)
    return ExpressionConstraint(f"({forces}) / weight - value", upper=0.0, name="limp")


def _loads(rig: bpy.types.Object, character: Character, rows: Rows) -> list[Formula]:
    """Formulas for heavier parts of the body."""
    found = []
    for row in rows:
        if row.kind == "LOAD":
            try:
                name = _body(row.bone, rig) if row.bone else character.root_joint.body
            except InputError as error:
                raise InputError(f"'{row.name}': {error}") from error
            k = character.body_index(name)
            found.append(Formula(f"character.bodies[{k}].mass", f"{character.bodies[k].mass!r} + {row.name}"))
    return found


def _travel(rig: bpy.types.Object, motion: bpy.types.PropertyGroup, rows: Rows) -> Travel | None:
    """Travel of a cycle by speed and turn, if one of them is a dimension."""
    named = {row.kind: row.name for row in rows if row.kind in ("SPEED", "TURN")}
    if not named:
        return None
    speed = named.get("SPEED", repr(in_meters(float(motion.speed))))
    turn = f"radians({named['TURN']})" if "TURN" in named else repr(float(motion.turn))
    return Travel(speed, turn, travel_heading(rig, motion))


def _body(bone_name: str, armature_object: bpy.types.Object) -> str:
    bone = armature_data(armature_object).bones.get(bone_name)
    carrier = body_bone(bone) if bone is not None else None
    if carrier is None:
        raise InputError(f"'{armature_object.name}' has no bone '{bone_name}' with a body; choose another")
    return carrier.name
