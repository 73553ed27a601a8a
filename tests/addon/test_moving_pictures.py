"""Presets and examples are shown as pictures that move, and a click on one does what it shows."""

from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.catalog.film import SIZE, Film, film_of
from bl_ext.user_default.spacetime_animator.addon.catalog.moving_pictures import (
    MovingPictures,
    moving_pictures,
)
from bl_ext.user_default.spacetime_animator.addon.catalog.panels.presets import (
    SPACETIME_PT_examples,
    SPACETIME_PT_presets,
)
from bl_ext.user_default.spacetime_animator.addon.motion.examples import EXAMPLES
from bl_ext.user_default.spacetime_animator.addon.motion.motion_presets import BIPEDS
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.solver.animate import animate

from tests.support.panels import laid_out, words


@pytest.fixture
def pictures():
    found = MovingPictures()
    yield found
    found.clear()


def drawn(panel):
    return laid_out(lambda layout: panel.draw(SimpleNamespace(layout=layout), bpy.context))


def icons(items):
    return [item["operator"] for item in items if item.get("operator")]


def test_there_is_a_film_of_every_example(pictures):
    assert pictures.films.keys() == EXAMPLES.keys()
    for film in pictures.films.values():
        places = film.ellipses[..., :2]
        assert np.ptp(places, axis=0).max() > 3  # pixels: something moves
        assert ((places > 0) & (places < SIZE)).all()


def test_a_film_shows_what_was_solved(pictures):
    """A panel's film is of the example as it is: one that was changed since is solved and drawn again."""
    bpy.ops.spacetime.add_example(example="HOPPER")
    bpy.context.view_layer.update()
    fresh = film_of(animate(read_job(bpy.context.object, bpy.context.scene)))
    kept = pictures.films["HOPPER"]
    assert fresh.seconds == pytest.approx(kept.seconds, abs=1e-3)
    assert np.abs(fresh.ellipses[..., :2] - kept.ellipses[..., :2]).max() < 1.5
    np.testing.assert_allclose(Film.from_json(fresh.to_json()).ellipses, fresh.ellipses, atol=0.051)


def test_a_drawing_has_its_bodies_where_they_are(pictures):
    film = pictures.films["HUMAN_RUN"]
    picture = film.drawing(0)
    assert picture.shape == (SIZE, SIZE, 4)
    nearest = film.ellipses[0][film.ellipses[0][:, 5].argmax()]
    column, row = nearest[:2].astype(int)
    assert picture[row, column, 3] == pytest.approx(1.0, abs=0.01)
    assert picture[-1, 0, 3] == 0.0  # nothing in the corner
    assert np.abs(film.drawing(8)[..., 3] - picture[..., 3]).max() == pytest.approx(1.0)


def test_icons_change_with_time_and_start_again(pictures):
    name = "HUMAN_JUMP"
    assert pictures.icon_of(name) == 0  # until it is drawn
    assert pictures.is_missing_some
    at_once(pictures.drawing())
    assert not pictures.is_missing_some
    film = pictures.films[name]
    n_frames, seconds = len(film.ellipses), film.seconds
    assert {f"{name} {frame}" for frame in range(n_frames)} == pictures.pictures.keys()
    first, middle = (np.array(pictures.pictures[f"{name} {frame}"].image_pixels_float) for frame in (0, 8))
    np.testing.assert_allclose(first, film.drawing(0).ravel(), atol=1 / 255)
    assert np.abs(first - middle).max() > 0.5
    shown = [pictures.frame_of(name, moment) for moment in np.linspace(0, 0.999 * seconds, 200)]
    assert (shown[0], shown[-1], sorted(set(shown))) == (0, n_frames - 1, list(range(n_frames)))
    assert pictures.frame_of(name, seconds + 0.3) == n_frames - 1  # a jump rests at its end
    walk = pictures.films["HUMAN"].seconds
    assert pictures.frame_of("HUMAN", 1.25 * walk) == pictures.frame_of("HUMAN", 0.25 * walk) > 0


def test_presets_are_offered_to_a_character(human):
    assert SPACETIME_PT_presets.poll(bpy.context)
    assert not SPACETIME_PT_examples.poll(bpy.context)
    items = drawn(SPACETIME_PT_presets)
    assert all(preset.label in words(items) for preset in BIPEDS.values())
    assert len([each for each in icons(items) if "use_preset" in each]) == len(BIPEDS)
    moving_pictures.clear()


def test_examples_are_offered_where_there_is_no_character():
    assert SPACETIME_PT_examples.poll(bpy.context)
    assert not SPACETIME_PT_presets.poll(bpy.context)
    items = drawn(SPACETIME_PT_examples)
    assert len([each for each in icons(items) if "add_example" in each]) == len(EXAMPLES)
    moving_pictures.clear()
    bpy.ops.spacetime.add_example(example="HOPPER")
    assert not SPACETIME_PT_examples.poll(bpy.context)
