"""Ellipsoids have the inertia of what they stand for."""

import numpy as np
import pytest

from solver.errors import InputError
from solver.fitting.anthropometry import PAIRED, segments
from solver.fitting.ellipsoid import Ellipsoid, along_bone, around_points, merge
from solver.rotations import matrix_from_quaternion


def turned(seed):
    quaternion = np.random.default_rng(seed).normal(size=4)
    return matrix_from_quaternion(quaternion / np.linalg.norm(quaternion))


def points_inside(ellipsoid, n, seed):
    """Points spread evenly through a body."""
    generator = np.random.default_rng(seed)
    ball = generator.normal(size=(n, 3))
    ball *= (generator.random(n) ** (1 / 3) / np.linalg.norm(ball, axis=1))[:, None]
    return ellipsoid.center + ball * ellipsoid.diameters / 2 @ ellipsoid.axes.T


def test_second_moment_is_that_of_an_even_body():
    body = Ellipsoid(3.0, np.array([1.0, 2, 3]), turned(0), np.array([0.2, 0.5, 0.9]))
    points = points_inside(body, 200_000, 1)
    assert 3.0 * np.cov(points.T, bias=True) == pytest.approx(body.second_moment(), abs=5e-4)


def test_merged_body_has_the_parts_mass_centre_and_inertia():
    parts = [
        Ellipsoid(2.0, np.array([0.0, 0, 0]), turned(2), np.array([0.1, 0.4, 0.2])),
        Ellipsoid(0.5, np.array([0.1, 0.5, -0.1]), turned(3), np.array([0.05, 0.2, 0.1])),
    ]
    whole = merge(parts, np.eye(3))
    assert whole.mass == 2.5
    assert whole.center == pytest.approx((2.0 * parts[0].center + 0.5 * parts[1].center) / 2.5)

    def about_origin(body):
        return body.second_moment() + body.mass * np.outer(body.center, body.center)

    assert about_origin(whole) == pytest.approx(sum(about_origin(part) for part in parts))
    assert np.linalg.det(whole.axes) == pytest.approx(1.0)


def test_merging_one_body_changes_nothing():
    body = Ellipsoid(2.0, np.array([1.0, 0, 0]), turned(4), np.array([0.1, 0.4, 0.2]))
    again = merge([body], body.axes)
    assert again.axes == pytest.approx(body.axes)
    assert again.diameters == pytest.approx(body.diameters)


def test_points_on_a_surface_give_the_surface_back():
    axes, diameters = turned(5), np.array([0.3, 0.5, 0.35])
    points = np.random.default_rng(6).normal(size=(50_000, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    found = around_points([1.0, 2, 3] + points * diameters / 2 @ axes.T, axes)
    assert found.diameters == pytest.approx(diameters, rel=0.02)
    assert np.abs(np.diag(found.axes.T @ axes)) == pytest.approx(1.0, abs=0.01)


def test_flat_points_still_give_a_body():
    plane = np.random.default_rng(7).normal(size=(100, 3)) * [1, 1, 0]
    assert around_points(plane, np.eye(3)).diameters.min() > 0.05


def test_bone_is_the_long_axis():
    body = along_bone([0, 0, 0], [0, 0, 2], np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]]), width=0.25)
    assert body.center == pytest.approx([0, 0, 1])
    assert body.diameters == pytest.approx([0.5, 2.0, 0.5])


@pytest.mark.parametrize("sex", ["male", "female"])
def test_a_body_weighs_itself(sex):
    table = segments(sex)
    assert sum(s.mass * (2 if name in PAIRED else 1) for name, s in table.items()) == pytest.approx(
        1.0, abs=1e-15
    )


@pytest.mark.parametrize("sex", ["male", "female"])
def test_every_segments_ellipsoid_turns_as_the_segment(sex):
    for name, segment in segments(sex).items():
        squares = np.square(segment.diameters(0.4)) / 20
        inertia = squares.sum() - squares
        assert inertia == pytest.approx(np.square(0.4 * np.array(segment.radii))), name


def test_published_example():
    """The male thigh of 0.4222 m: 0.1989 x 0.1989 x 0.5885 m, from an independent computation."""
    assert segments("male")["thigh"].diameters(0.4222) == pytest.approx((0.1989, 0.1989, 0.5885), abs=1e-4)


def test_unknown_proportions_are_told():
    with pytest.raises(InputError, match="male or female, found 'giant'"):
        segments("giant")
