"""Contacts guessed from motion: of feet, of motions whose contacts are known, of what people draw."""

import numpy as np
import pytest

from solver.analysis.contact_guess.floor import densest, find_floor
from solver.analysis.contact_guess.guess import guess_contacts
from solver.analysis.contact_guess.guessed import ContactGuess
from solver.analysis.contact_guess.phases import phases
from solver.analysis.contact_guess.tips import Tip
from solver.analysis.contact_guess.weight import with_shorter_flights
from solver.character import BodyJoint, Character, ContactJoint, RigidBody
from solver.fitting.presets.chip import chip
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.mechanics.euler import turn_about
from solver.mechanics.tree import Tree
from solver.problem.timeline import make_timeline
from tests.support import known_contacts
from tests.support.guessed_frames import frames_of
from tests.support.known_contacts import Known

STEP = 1 / 30
LEG = 0.9  # m
RATES = [24, 30, 60, 120]
NOISE, SINKS = 0.004, 0.04  # m
KNOWN = {
    "walk": (known_contacts.walk, 0.87),
    "on toes": (known_contacts.on_toes, 0.97),
    "sneak": (known_contacts.sneak, 0.95),
    "crawl": (known_contacts.crawl, 0.96),
    "get up": (known_contacts.get_up, 0.9),
    "slide": (known_contacts.slide, 0.9),
    "trot": (known_contacts.trot, 0.92),
    "dipping": (known_contacts.dipping, 0.99),
}  # share of the frames of all points


def touching(point, height, step):
    """Guess (N, C) when C feet touch, given their ways (N, C, 3) under a body that is so high (N,)."""
    count = point.shape[1]
    feet = [RigidBody(f"foot.{i}", 0.001, (0.05, 0.05, 0.05), (0, 0.3 * i, 0.0)) for i in range(count)]
    trunk = RigidBody("trunk", 70.0, (0.3, 0.3, 0.5), (0, 0, LEG))
    hung = tuple(
        BodyJoint(
            f.name, "trunk", f.name, (0, 0, LEG), axes="Y", limits=((-3.0, 3.0),), torque_limits=(100.0,)
        )
        for f in feet
    )
    ends = tuple(ContactJoint(f.name, f.name, f.position) for f in feet)
    position = np.concatenate([np.zeros((len(point), 1, 3)), point], axis=1)
    position[:, 0, 2] = height
    turn = np.broadcast_to(np.eye(3), (*position.shape[:2], 3, 3))
    found = guess_contacts(Character("feet", (trunk, *feet), hung, ends), position, turn, step)
    assert not found.proposed
    return np.column_stack([frames_of(contact, len(point)) for contact in found.known])


def guessed(known: Known) -> ContactGuess:
    """What is found in a motion."""
    return guess_contacts(known.character, known.position, known.turn, 1 / known.fps)


def agreement(known: Known) -> float:
    """Share of the frames in which contacts, and bodies without any, are found to do what they do."""
    found, count = guessed(known), len(known.position)
    names = [contact.name for contact in known.character.contacts]
    seen = dict.fromkeys(known.truth, np.zeros(count, bool))
    for name, contact in [*zip(names, found.known, strict=True), *((c.body, c) for c in found.proposed)]:
        seen[name] = seen.get(name, False) | frames_of(contact, count)
    assert seen.keys() == known.truth.keys()  # nothing else touches
    return float(np.mean([seen[name] == truth for name, truth in known.truth.items()]))


@pytest.fixture
def strides():
    """Two seconds of a foot that stands and swings twice beside one that stays; the first one's schedule."""
    stands = np.zeros(60, bool)
    stands[0:20] = stands[30:50] = True
    point = np.zeros((60, 2, 3))
    for first, last in ((20, 30), (50, 60)):
        share = (np.arange(first, last) - first + 1) / (last - first + 1)
        point[first:last, 0, 2] = 0.15 * np.sin(np.pi * share)
        point[first:, 0, 0] += np.interp(np.arange(first, 60), [first - 1, last], [0, 0.8])
    return point, stands


def test_a_foot_that_is_low_and_still_stands(strides):
    point, stands = strides
    found = touching(point, LEG, STEP)[:, 0]
    assert np.flatnonzero(found != stands).size <= 4  # a frame on either side of touchdown and lift-off
    assert len(phases(found[:, None])[0]) == 2


def test_an_animation_drawn_above_the_ground_is_understood(strides):
    point, _ = strides
    assert np.array_equal(touching(point + np.array([0, 0, 0.3]), LEG, STEP), touching(point, LEG, STEP))


def test_a_sliding_and_a_jittering_foot(strides):
    point, _ = strides
    slides = point.copy()
    slides[..., 1] = np.arange(60)[:, None] * STEP * 5.0  # 5 m/s
    assert not touching(slides, LEG, STEP).any()
    lifts = point.copy()
    lifts[10, 0, 2] = 0.2  # one frame
    assert touching(lifts, LEG, STEP)[5:15].all()


def test_what_does_not_fall_is_held_by_what_is_lowest():
    """The only foot pivots at 0.8 m/s for half a second, under a body that keeps its height; then one that falls."""
    time = np.arange(61) * STEP
    turns = np.clip((time - 0.7) / 0.5, 0, 1) * 0.4
    point = np.zeros((61, 1, 3))
    point[:, 0, 0] = turns
    touches = touching(point, LEG, STEP)[:, 0]
    assert touches.mean() > 0.9  # it rests at several places one after the other
    assert not (~touches[1:] & ~touches[:-1]).any()
    flight = np.clip(time - 0.7, 0, 0.5)
    assert not touching(point, LEG + 9.81 / 2 * flight * (0.5 - flight), STEP)[24:33].any()


def test_a_flight_lasts_as_long_as_its_rise():
    """Drawn 0.7 s in the air for a rise of 30 cm, which lasts 0.49 s; the way up was drawn too soon."""
    time = np.arange(40) * STEP
    point, height = np.zeros((40, 1, 3)), np.full(40, LEG)
    air = (time > 0.3) & (time < 1.0)
    point[air, 0, 2] = 0.5 * np.sin(np.pi * (time[air] - 0.3) / 0.7) ** 2
    height[air] += 0.3 * np.sin(np.pi * (time[air] - 0.3) / 0.7)
    flies = ~touching(point, height, STEP)[:, 0]
    assert flies.sum() * STEP == pytest.approx(np.sqrt(8 * 0.3 / 9.81), rel=0.2)
    assert flies[20]


@pytest.mark.parametrize("cycle", [None, Cycle((1.0, 0.0, 0.0))])
def test_phases_mean_the_frames_they_were_made_of(cycle):
    character, n_frames = chip(), 24
    flags = np.zeros((n_frames, 2), bool)
    flags[3:9, 0] = flags[12:15, 0] = flags[20:, 1] = flags[:5, 1] = True
    timings = tuple(
        ContactTiming(contact.name, each)
        for contact, each in zip(character.contacts, phases(flags, closed=cycle is not None), strict=True)
    )
    steps = n_frames if cycle else n_frames - 1
    job = Job("phases", character, AnimationTiming(steps / 24, 24), cycle, timings)
    assert np.array_equal(make_timeline(job, Tree(character)).active, flags)


@pytest.mark.parametrize("rate", [*RATES, 240])
def test_noise_does_not_break_a_stance_at_any_rate(rate):
    """Two feet stand for 2 s under 5 mm of noise; one of them is lifted for 0.3 s in between."""
    rng, count = np.random.default_rng(3), 2 * rate + 1
    time = np.arange(count) / rate
    wobble = np.interp(time, np.arange(0, 2.05, 1 / 30), rng.normal(0, 0.005, 62))
    point = np.zeros((count, 2, 3)) + wobble[:, None, None]
    lifted = (time > 0.8) & (time < 1.1)
    point[lifted, 1, 2] += 0.12 * np.sin(np.pi * (time[lifted] - 0.8) / 0.3)
    flags = touching(point, LEG, 1 / rate)
    assert flags[:, 0].all()
    assert len(phases(flags)[1]) == 2
    assert (~flags[:, 1]).sum() / rate == pytest.approx(0.3, abs=0.11)


def test_the_ground_is_where_feet_stand_most_not_where_one_dips():
    point = np.zeros((90, 2, 3))
    point[:, 1, 2] = 0.06  # a heel that a capture has too high
    point[40:43, 0, 2] = -0.05
    assert touching(point, LEG, STEP).all()


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("rate", RATES)
def test_contacts_of_known_motions_are_found_at_any_rate_in_noise_and_on_a_sinking_floor(name, rate):
    make, enough = KNOWN[name]
    known = make(rate)
    assert agreement(known) > enough
    assert agreement(known.noisy(NOISE, SINKS)) > enough - 0.01


@pytest.mark.parametrize("size", [0.1, 20.0])
def test_a_mouse_and_a_giant_are_understood_as_a_dog_is(size):
    assert agreement(known_contacts.trot(60 / np.sqrt(size), size=size)) == pytest.approx(
        agreement(known_contacts.trot(60)), abs=0.02
    )


def test_what_touches_besides_feet_gets_points_on_the_ground():
    known = known_contacts.crawl(30)
    found = {contact.body: contact for contact in guessed(known).proposed}
    assert found.keys() == {"shin.L", "shin.R", "arm.L", "arm.R"}
    for name, contact in found.items():
        b = known.character.body_index(name)
        arm = np.array(contact.point) - known.character.bodies[b].position
        height = (known.position[:, b] + np.einsum("nij,j->ni", known.turn[:, b], arm))[..., 2]
        assert np.abs(height[known.truth[name]]).max() < 0.02
        assert min(phase.confidence for phase in contact.phases) > 0.7


def test_hands_that_reach_through_the_floor_do_not_lower_it():
    """A foot stands on it for most of the time; then what is known of a hand, less well, is 0.2 legs lower."""
    places = np.zeros((90, 2, 3))
    places[:, 1, 2] = -0.2
    still = np.zeros((90, 2), bool)
    still[:60, 0] = still[60:, 1] = True
    reach = np.array([0.1, 0.12]), np.array([0.13, 0.06])
    held = np.ones(90, bool)
    floor = find_floor(places, still, np.array([True, False]), held, reach, low=0.05, fall=9.0)
    assert floor.level == pytest.approx(0.0, abs=0.02)
    both = find_floor(places, still, np.array([True, True]), held, reach, low=0.05, fall=9.0)
    assert both.level < -0.05  # two feet stand at two heights


def test_clear_contacts_are_sure_and_others_are_not():
    stands = guessed(known_contacts.dipping(30))
    assert min(phase.confidence for contact in stands.known for phase in contact.phases) > 0.8
    creeps = known_contacts.dipping(30)
    creeps.position[..., 0] += np.linspace(0, 1.8, len(creeps.position))[:, None]  # 0.6 m/s, upright
    found = [phase for contact in guessed(creeps).known for phase in contact.phases]
    assert found
    assert max(phase.confidence for phase in found) < 0.5


def test_the_densest_place_is_found():
    assert densest(np.array([0.0, 5.0, 5.1, 5.2, 9.0, 9.1]), 0.3) == pytest.approx(5.1)


def test_feet_that_are_captured_at_two_heights_both_stand():
    """Steps on alternating feet, one of which a capture has 20 cm too high; nothing else holds the body."""
    time = np.arange(120) / 30
    point = np.zeros((120, 2, 3))
    stands = np.column_stack([time % 1 < 0.55, (time + 0.5) % 1 < 0.55])
    for foot, level in ((0, 0.0), (1, 0.2)):
        share = np.where(stands[:, foot], 0.0, ((time + 0.5 * foot) % 1 - 0.55) / 0.45)
        point[:, foot, 2] = level + 0.25 * np.sin(np.pi * share)
        point[:, foot, 0] = np.floor(time + 0.5 * foot) + share
    assert (touching(point, LEG, 1 / 30) == stands).mean() > 0.9


def test_a_foot_far_above_the_ground_does_not_shorten_a_flight():
    """Drawn in the air for far too long, one foot kicks so high that only the other one can have stood longer."""
    time = np.arange(45) * STEP
    point, height = np.zeros((45, 2, 3)), np.full(45, LEG)
    air = (time > 0.3) & (time < 1.2)
    share = (time[air] - 0.3) / 0.9
    point[air, 0, 2] = 0.9 * np.sin(np.pi * share)
    point[air, 1, 2] = 0.15 * np.sin(np.pi * share)
    height[air] += 0.1 * np.sin(np.pi * share)
    found = touching(point, LEG, STEP)
    assert not found[point[..., 0, 2] > 0.3, 0].any()
    assert found.any(1)[air].sum() > found[air, 0].sum()


def test_a_hand_that_lies_under_an_upright_forearm_holds_the_body():
    """The forearm's ellipsoid reaches as far as a straight hand, which would be under the floor."""
    character = person_with_long_forearms()
    count = 60
    turn = np.tile(np.eye(3), (count, 2, 1, 1))
    position = np.tile([[0.0, 0.0, 0.6], [0.0, 0.0, 0.2]], (count, 1, 1))  # its wrist is 3 cm above the floor
    flat = np.broadcast_to([[0.0, 0, -1], [0, 1, 0], [1, 0, 0]], (count, 3, 3))  # ahead, where it was down
    tip = Tip("forearm", np.array([0.0, 0.0, 0.03]), flat, 0.13)
    bent = guess_contacts(character, position, turn, STEP, tips=(tip,))
    straight = guess_contacts(character, position, turn, STEP)
    assert straight.ground == pytest.approx(-0.1, abs=0.01)
    assert bent.ground == pytest.approx(0.0, abs=0.02)
    (contact,) = bent.proposed
    assert (contact.body, frames_of(contact, count).all()) == ("forearm", True)


def test_a_hand_stands_where_the_rig_ends_while_the_arm_turns_about_it():
    """The ellipsoid goes on 10 cm beyond the fingers, where the arm's turn sweeps it over the floor."""
    character, count = person_with_long_forearms(), 16
    swing = turn_about("X", np.linspace(-0.9, 0.9, count))
    arm = np.array([[0.0, 0, 0.2], [0.0, 0, 0.6]])  # of the forearm and of the trunk, from the fingers
    position = np.einsum("tij,bj->tbi", swing, arm)[:, ::-1]
    turn = np.stack([np.broadcast_to(np.eye(3), swing.shape), swing], axis=1)
    tip = Tip("forearm", np.array([0.0, 0.0, 0.13]), swing, 0.13)  # its fingers are at the height 0
    found = guess_contacts(character, position, turn, STEP, tips=(tip,))
    (contact,) = found.proposed
    assert frames_of(contact, count).all()
    assert contact.point == pytest.approx((0, 0, 0), abs=0.02)
    assert found.ground == pytest.approx(0.0, abs=0.02)


def test_two_hands_that_catch_a_body_at_once_both_do():
    """For less time than a contact must last by itself, and one of them a micrometer lower."""
    trunk = RigidBody("trunk", 60.0, (0.3, 0.3, 0.3), (0, 0, 0.6))
    names = ("left", "right")
    arms = [
        RigidBody(name, 2.0, (0.1, 0.1, 0.6), (side, 0, 0.3))
        for name, side in zip(names, (0.2, -0.2), strict=True)
    ]
    hung = {"axes": "Y", "limits": ((-3.0, 3.0),), "torque_limits": (9.0,)}
    shoulders = tuple(
        BodyJoint(arm.name, "trunk", arm.name, (arm.position[0], 0, 0.6), **hung) for arm in arms
    )
    character = Character("two hands", (trunk, *arms), shoulders)
    time = (np.arange(22) - 10.5) / 60
    caught = 0.06  # s, before and after the lowest moment
    speed = 2 * 9.81 * np.clip(time, -caught, caught) - 9.81 * (time - np.clip(time, -caught, caught))
    height = np.cumsum(speed) / 60
    height -= height.min()
    position = np.array([body.position for body in character.bodies]) + np.zeros((22, 3, 3))
    position[..., 2] += height[:, None]
    position[:, 2, 2] -= 1e-6
    turn = np.broadcast_to(np.eye(3), (22, 3, 3, 3))
    found = guess_contacts(character, position, turn, 1 / 60)
    touches = {name: np.zeros(22, bool) for name in names}
    for contact in found.proposed:  # each gives way by a few centimeters and so rests at several points
        touches[contact.body] |= frames_of(contact, 22)
    assert (touches["left"] == touches["right"]).all()
    assert touches["left"][np.abs(time) < caught / 2].all()
    assert not touches["left"][np.abs(time) > 2 * caught].any()


def person_with_long_forearms() -> Character:
    """Build a trunk on a forearm with its hand, which is 60 cm long."""
    trunk = RigidBody("trunk", 40.0, (0.3, 0.3, 0.3), (0, 0, 0.6))
    forearm = RigidBody("forearm", 2.0, (0.1, 0.1, 0.6), (0, 0, 0.2))
    elbow = BodyJoint(
        "forearm", "trunk", "forearm", (0, 0, 0.5), axes="Y", limits=((-3.0, 3.0),), torque_limits=(9.0,)
    )
    return Character("stump", (trunk, forearm), (elbow,))


@pytest.mark.parametrize("fps", [24, 120])
def test_a_gap_of_a_crouch_is_bridged_and_a_hop_is_not(fps):
    """Feet that slip at the lowest moment are held; those of a low hop, as short and as near to the ground, fly."""
    fall = fps * np.sqrt(0.9 / 9.81)
    count = round(0.16 * fps)
    time = np.arange(3 * count) / fall
    gap = slice(count, 2 * count)
    stands = np.ones((3 * count, 2), bool)
    stands[gap] = False
    stands[:count, 1] = False  # one foot before, both after
    heights, places = np.full((3 * count, 2), 0.03), np.zeros((3 * count, 2, 3))
    middle, half = time[gap].mean(), np.ptp(time[gap]) / 2
    crouch = 1.0 + 0.3 * (time - middle) ** 2  # its lowest moment
    bridged = with_shorter_flights(stands, heights, places, crouch, fall)
    assert bridged[:, 0].all()
    assert bridged[-count:, 1].all()
    assert not bridged[:count, 1].any()
    hop = 1.0 + np.where(np.abs(time - middle) < half, (half**2 - (time - middle) ** 2) / 2, 0.0)
    flown = with_shorter_flights(stands, heights, places, hop, fall)
    assert (~flown[gap].any(1)).mean() > 0.4
    lifted = heights.copy()
    lifted[gap] = 0.15  # feet that leave the ground are not put back on it whole
    assert not with_shorter_flights(stands, lifted, places, crouch, fall)[gap].any(1).all()


def test_a_foot_that_is_away_already_is_not_put_back_for_a_flight_a_little_too_long():
    """Of a flight of 0.2 s that rises half as far as it must; the foot that left swings at 8 m/s, or waits."""
    fall, count = 120 * np.sqrt(0.9 / 9.81), 24
    frames = np.arange(3 * count)
    stands = ((frames < count) | (frames >= 2 * count))[:, None]
    heights, places = np.full((3 * count, 1), 0.03), np.zeros((3 * count, 1, 3))
    share = np.clip((frames - count) / count, 0, 1)
    rising = 1.0 + 0.5 * share * (1 - share) * (count / fall) ** 2 / 2
    assert with_shorter_flights(stands, heights, places, rising, fall).sum() > stands.sum() + 2
    places[:, 0, 0] = np.clip(frames - count + 1, 0, count) * 8.0 / 120 / 0.9
    assert np.array_equal(with_shorter_flights(stands, heights, places, rising, fall), stands)


def test_what_alone_keeps_a_body_from_falling_is_found_however_brief_it_is():
    """Bounces of a third of a second on a foot that rests for two frames each time, and swings at 5 m/s between."""
    frames = np.arange(61)
    phase = (frames % 10) * STEP
    swing = np.clip((frames % 10 - 1) / 9, 0, 1)
    point = np.zeros((61, 1, 3))
    point[:, 0, 0] = 1.5 * (frames // 10 + swing)
    point[:, 0, 2] = 0.2 * np.sin(np.pi * swing)
    height = LEG + 9.81 * phase * (10 * STEP - phase) / 2
    found = touching(point, height, STEP)[:, 0]
    assert all(found[10 * k : 10 * k + 2].any() for k in range(1, 6))
    assert not found[(frames % 10 >= 4) & (frames % 10 <= 7)].any()
