"""The studies of docs/performance.md still find what they change; nothing is solved here."""

import pytest

from scripts.performance import neighbours
from scripts.performance.studies import STUDIES, Variant
from scripts.performance.time_share import _processor

VARIANTS = [variant for variants in (*STUDIES.values(), neighbours.VARIANTS[1:]) for variant in variants]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_variant_changes_something_that_exists(variant: Variant) -> None:
    assert variant.options or variant.constants or variant.mirrored is not None
    for module, name, value in variant.constants:
        assert getattr(module, name) != value


def test_timing_of_ipopt_is_read() -> None:
    text = " LinearSystemBackSolve..............:      0.014 (sys:      0.002 wall:      0.094)"
    assert _processor(text, "LinearSystemBackSolve") == pytest.approx(0.016)
    assert _processor(text, "Other") == 0.0
