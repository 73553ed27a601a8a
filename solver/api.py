"""Public API for scripts: ``from spacetime_animator.solver import api``.

Describe a Character, specify a Job for it, ``animate`` the job, and look at the Clip.
"""

from .animate import animate
from .character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from .clip.clip import Clip
from .errors import InputError
from .explore.front import family_front, front
from .explore.front_search import FrontSearch
from .explore.front_slider import FrontSlider
from .explore.jumps import jump_front
from .explore.slider import Slider
from .explore.variation_search import VariationSearch
from .explore.variations import variations
from .job.constraints.above_ground import AboveGround
from .job.constraints.apart import Apart, NoSelfIntersection
from .job.constraints.at_rest import AtRest
from .job.constraints.clearance import Clearance
from .job.constraints.cost_bound import CostBound
from .job.constraints.expression import ExpressionConstraint
from .job.constraints.follow_path import FollowPath, Waypoint
from .job.constraints.hold_pose import Angle, HoldPose
from .job.constraints.joins import GivenFrames, Joins
from .job.constraints.near_to import NearTo
from .job.constraints.pin import Pin
from .job.constraints.power_limit import PowerLimit
from .job.constraints.region import BoxRegion, EllipsoidRegion, HalfSpaceRegion, Region, Sphere
from .job.constraints.stay import Stay
from .job.constraints.together import Together
from .job.constraints.unlike import Unlike
from .job.cycle import Cycle
from .job.drawn_bones import DrawnBone
from .job.hold import Hold
from .job.job import AnimationTiming, ContactTiming, Job, SolverOptions
from .job.objectives.acceleration import Acceleration
from .job.objectives.duration import Duration
from .job.objectives.effort import Effort, JointWeight
from .job.objectives.expression import ExpressionObjective
from .job.objectives.force_change import ForceChange
from .job.objectives.head_steady import HeadSteady
from .job.objectives.jerk import Jerk
from .job.objectives.pose_closeness import DrawnBody, PoseCloseness
from .job.objectives.posture import Posture
from .job.objectives.power import Power
from .job.objectives.preferred_angles import PreferredAngle, PreferredAngles
from .job.objectives.sketch import SketchCloseness, SketchedCoordinate
from .job.objectives.torque import Torque
from .job.objectives.torque_change import TorqueChange
from .job.subexpression import Subexpression
from .job.surfaces import Box, HalfSpace, Plate
from .job.timings import CmaEs, FreeLength, FreePhases, Gradient
from .job.when import When
from .motion.motion import Motion
from .space import ParameterSpace, generate
from .store.clip_store import ClipStore
from .verify.violation import Violation
from .wording.violations import sentence

__all__ = [
    "AboveGround",
    "Acceleration",
    "Angle",
    "AnimationTiming",
    "Apart",
    "AtRest",
    "BodyJoint",
    "Box",
    "BoxRegion",
    "Character",
    "Clearance",
    "Clip",
    "ClipStore",
    "CmaEs",
    "ContactJoint",
    "ContactTiming",
    "CostBound",
    "Cycle",
    "DrawnBody",
    "DrawnBone",
    "Duration",
    "Effort",
    "EllipsoidRegion",
    "ExpressionConstraint",
    "ExpressionObjective",
    "FollowPath",
    "ForceChange",
    "FreeLength",
    "FreePhases",
    "FrontSearch",
    "FrontSlider",
    "GivenFrames",
    "Gradient",
    "HalfSpace",
    "HalfSpaceRegion",
    "HeadSteady",
    "Hold",
    "HoldPose",
    "InputError",
    "Jerk",
    "Job",
    "Joins",
    "JointWeight",
    "Motion",
    "NearTo",
    "NoSelfIntersection",
    "ParameterSpace",
    "Pin",
    "Plate",
    "PoseCloseness",
    "Posture",
    "Power",
    "PowerLimit",
    "PreferredAngle",
    "PreferredAngles",
    "Region",
    "RigidBody",
    "RootJoint",
    "SketchCloseness",
    "SketchedCoordinate",
    "Slider",
    "SolverOptions",
    "Sphere",
    "Stay",
    "Subexpression",
    "Together",
    "Torque",
    "TorqueChange",
    "Unlike",
    "VariationSearch",
    "Violation",
    "Waypoint",
    "When",
    "animate",
    "family_front",
    "front",
    "generate",
    "jump_front",
    "sentence",
    "variations",
]
