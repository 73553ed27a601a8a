"""Families of motions: parameter spaces, their samples, and the run that solves them all (McIntosh 2011)."""

from ..scheduling.workers import ExecutorWorkers, LocalWorkers
from .dimension import Dimension, Finer, Range, Value
from .generate import generate
from .parameter_space import ParameterSpace
from .sample import Sample
from .sampling import FullFactorial, LatinHypercube, Point, Points, Sobol
from .specifiers import Formula, Specifiers, Travel

__all__ = [
    "Dimension",
    "ExecutorWorkers",
    "Finer",
    "Formula",
    "FullFactorial",
    "LatinHypercube",
    "LocalWorkers",
    "ParameterSpace",
    "Point",
    "Points",
    "Range",
    "Sample",
    "Sobol",
    "Specifiers",
    "Travel",
    "Value",
    "generate",
]
