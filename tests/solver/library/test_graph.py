"""Motion graphs: what they connect, what they drop, and the walks through them."""

from collections.abc import Sequence
from dataclasses import astuple, replace
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import numpy as np
import pytest

from solver.clip.clip import Clip
from solver.errors import InputError
from solver.library.cloud import Cloud, cloud
from solver.library.edges.edge import Verdict
from solver.library.graph.bridges import build_connected
from solver.library.graph.build_graph import build_graph
from solver.library.graph.coverage import coverage, reach
from solver.library.graph.graph_file import load_graph, save_graph
from solver.library.graph.motion_graph import MotionGraph
from solver.library.graph.picture import picture
from solver.library.graph.player import Player
from solver.library.graph.tape import make_tape
from solver.library.graph.walks import known_route
from solver.library.graph.walks.along_curve import GroundCurve, off_curve, route_along
from solver.library.graph.walks.around_blends import physical_around_blends
from solver.library.graph.walks.departures import DepartureTable
from solver.library.graph.walks.physical import blended_clip, physical_walk
from solver.library.graph.walks.random_walk import random_route
from solver.library.graph.walks.route import Walk, walk
from solver.library.graph.windows import windows
from solver.library.known_clip import known_clip
from solver.library.resampled import resampled
from solver.library.transition.crossing import GIVEN, ROOM
from solver.mechanics.planar import Planar
from solver.messages import Remark
from solver.motion.pieces import moved, piece
from solver.motion.world_motion import WorldMotion
from solver.store.clip_store import ClipStore
from tests.solver.physical import assert_judged, assert_physical
from tests.support.command import errors, run


def circle(radius: float = 2.5) -> GroundCurve:
    angle = np.linspace(0, 2 * np.pi, 200)
    return GroundCurve.through(radius * np.stack([np.sin(angle), 1 - np.cos(angle)], 1))


def fastest(motion: WorldMotion) -> float:
    """Greatest step of any body from frame to frame [m]."""
    position, _ = motion.with_neighbours()
    return float(np.linalg.norm(np.diff(position, axis=0), axis=-1).max())


def test_windows_lose_next_to_nothing_by_compression(motions: dict[str, WorldMotion]) -> None:
    a, b = motions["turn 0"], motions["slow"]
    found = windows([a, b], 5)
    exact = cloud(piece(a, 0, 24), np.arange(20), 5).distances(cloud(piece(b, 0, 28), np.arange(24), 5))
    first, second = (np.flatnonzero(found.motion == k) for k in (0, 1))
    whole = found.cloud
    some = Cloud(whole.level[first], whole.height[first], whole.mean[first]).distances(whole)[:, second]
    assert abs(some - exact).max() < 1e-3


def test_an_edge_is_where_its_windows_are_nearest_of_all_around(
    graph: MotionGraph, motions: dict[str, WorldMotion]
) -> None:
    pairs = windows(graph.motions, graph.overlap)
    assert len(graph.edges) > len(motions)
    for edge in graph.edges[:: len(graph.edges) // 20]:
        own = np.flatnonzero((pairs.motion == edge.source) & (pairs.frame == edge.leaves))
        other = np.flatnonzero((pairs.motion == edge.target) & (pairs.frame == edge.enters))[0]
        cost = pairs.costs(own)[0]
        assert cost[other] == pytest.approx(edge.cost, abs=1e-5)
        assert edge.cost <= min(cost[pairs.earlier[other]], cost[pairs.later[other]]) + 1e-5
        here = piece(graph.motions[edge.source], edge.leaves, graph.overlap)
        there = piece(moved(graph.motions[edge.target], edge.move), edge.enters, graph.overlap)
        assert np.linalg.norm(here.position - there.position, axis=-1).mean() < 2 * edge.cost + 0.02


def test_a_graph_is_the_same_wherever_its_motions_stand(motions: dict[str, WorldMotion]) -> None:
    elsewhere = {
        name: moved(motion, replace(motion.cycle, translation=(3.0 * k, -k, 0.0), yaw=0.7 * k))
        for k, (name, motion) in enumerate(motions.items())
        if motion.cycle is not None
    }
    one, other = build_graph(motions), build_graph(elsewhere)
    ends = [[(e.source, e.leaves, e.target, e.enters) for e in g.edges] for g in (one, other)]
    assert len(set(ends[0]) ^ set(ends[1])) <= 0.02 * len(ends[0])  # rounding moves a minimum at times
    assert one.share == other.share == 1.0


def test_what_cannot_be_reached_is_dropped_with_its_reason(motions: dict[str, WorldMotion]) -> None:
    tight = build_graph(motions, max_cost=0.02)
    assert tight.share < 1
    assert {dropped.name for dropped in tight.dropped} <= set(motions)
    assert all("the nearest place costs" in d.reason for d in tight.dropped if d.share == 1)
    assert all(tight.included[edge.source][edge.leaves] for edge in tight.edges)
    pair = {name: motions[name] for name in ("turn 0", "slow")}
    strict = build_graph(pair, max_cost=0.25, limits=Verdict(0.0, 0.0, 0.0))
    assert strict.dropped[0].reason.startswith(
        "no edge into it or out of it; refused as sliding or lacking too much: "
    )


def test_a_motion_that_ends_leads_on_only_where_an_edge_leaves_it(motions: dict[str, WorldMotion]) -> None:
    strides = piece(motions["turn 0"], 0, 44)
    graph = build_graph({"open": strides, "turn 0": motions["turn 0"]})
    kept = graph.included[0]
    assert kept.any()
    assert not kept[-1]
    last = max(edge.leaves for edge in graph.edges if edge.source == 0)
    assert not kept[last + 1 :].any()
    route = random_route(DepartureTable(graph, make_tape(graph)), 30.0, seed=1)
    assert walk(graph, make_tape(graph), route).motion.n_frames == 600


def test_bridges_bring_in_what_no_edge_reaches(motions: dict[str, WorldMotion]) -> None:
    pair = {name: motions[name] for name in ("turn 0", "slow")}
    alone = build_graph(pair, max_cost=0.03)
    assert alone.dropped
    connected, failed = build_connected(pair, max_cost=0.03)
    assert not failed
    assert not connected.dropped
    assert np.isfinite(reach(connected)).all()
    edges = [e for e in connected.edges if {e.source, e.target} - {0, 1}]
    assert max(edge.cost for edge in edges[:2]) < 5e-3  # they share frames with what they connect


def test_bridges_keep_to_the_frames_of_short_open_motions(motions: dict[str, WorldMotion]) -> None:
    pair = {"turn 0": motions["turn 0"], "brief": piece(motions["slow"], 0, 23)}
    connected, failed = build_connected(pair, max_cost=0.03)
    assert not failed
    assert {"turn 0 to brief", "brief to turn 0"} <= set(connected.names)
    into, out = (connected.names.index(name) for name in ("turn 0 to brief", "brief to turn 0"))
    shared = connected.overlap + 1
    assert _moves_alike(connected.motions[into], -shared, connected.motions[1], range(16, 23 - shared + 1))
    assert _moves_alike(connected.motions[out], 0, connected.motions[1], range(23 - shared + 1))
    shorter, failed = build_connected(pair | {"brief": piece(motions["slow"], 0, 21)}, max_cost=0.03)
    assert [(each.source, each.target) for each in failed] == [("turn 0", "brief"), ("brief", "turn 0")]
    told = "'brief' has 21 frames; a transition needs a cycle, or 22 frames (1.10 s)"
    assert {each.reason for each in failed} == {told}
    assert [dropped.name for dropped in shorter.dropped] == ["brief"]


def _moves_alike(bridge: WorldMotion, first: int, motion: WorldMotion, places: Sequence[int]) -> bool:
    """Whether six frames of a bridge are those of a motion somewhere in it, wherever on the ground."""
    heights = bridge.position[first:][:6, :, 2]
    return any(np.allclose(heights, motion.position[k : k + 6, :, 2], atol=1e-6) for k in places)


@pytest.mark.parametrize("seed", range(4))
def test_a_random_walk_goes_on_without_a_leap(ways: DepartureTable, seed: int) -> None:
    route = random_route(ways, 20.0, seed=seed)
    found = walk(ways.graph, ways.tape, route)
    assert found.motion.n_frames == 400
    assert route == random_route(ways, 20.0, seed=seed)
    assert fastest(found.motion) < 1.25 * max(map(fastest, ways.graph.motions))


def test_outside_of_its_blends_a_walk_is_its_motions(ways: DepartureTable) -> None:
    route = random_route(ways, 10.0, seed=2)
    found = walk(ways.graph, ways.tape, route)
    assert found.seams[0][0] == route.hops[0].count
    hops = enumerate(route.hops[1:])
    k, count = next((k, hop.count) for k, hop in hops if hop.count >= 5)
    end, edge = found.seams[k][1], ways.graph.edges[route.hops[k].edge]
    after = piece(ways.graph.motions[edge.target], edge.enters + ways.graph.overlap, count)
    shapes = [
        np.linalg.norm(each[:, 1:] - each[:, :1], axis=-1)
        for each in (found.motion.position[end + 1 : end + 1 + count], after.position)
    ]
    assert np.allclose(*shapes, atol=1e-6)


def test_a_walk_follows_a_curve(ways: DepartureTable) -> None:
    curve = circle()
    found = walk(ways.graph, ways.tape, route_along(ways, curve))
    off = off_curve(found.motion, curve)
    assert np.sqrt((off**2).mean()) < 0.12
    root = found.motion.position[:, 0, :2]
    assert np.linalg.norm(root[0]) < 0.05
    assert curve.follow(np.zeros(1), (root[:, 0] + 1j * root[:, 1])[None])[0][0, -1] > 0.97 * curve.length


def test_a_walk_is_made_physical(ways: DepartureTable, judge: ModuleType) -> None:
    found = walk(ways.graph, ways.tape, random_route(ways, 4.0, seed=1))
    blended = blended_clip(found, name="blended")
    assert not blended.provenance.solved
    assert blended.motion.position == pytest.approx(found.motion.position, abs=1e-6)
    clip = physical_walk(found)
    assert blended.report.linear_residual > 1e3 * clip.report.linear_residual
    assert blended.report.slide > 10 * clip.report.slide
    assert_physical(clip)
    assert_judged(clip, judge)
    assert np.linalg.norm(clip.motion.position - found.motion.position, axis=-1).mean() < 0.1


def test_a_walk_is_made_physical_around_its_blends_alone(ways: DepartureTable, judge: ModuleType) -> None:
    found = walk(ways.graph, ways.tape, random_route(ways, 8.0, seed=2))
    clip = physical_around_blends(found)
    assert_physical(clip)
    assert_judged(clip, judge)
    off = np.linalg.norm(clip.motion.position - found.motion.position, axis=-1).max(1)
    reach = round(ROOM / ways.graph.step)
    near = np.zeros(len(off), bool)
    for first, last in found.seams:
        near[max(first - reach, 0) : last + reach + 1] = True
    assert 0 < near.sum() < len(near) - 2 * GIVEN
    assert off[~near].max() < 1e-6
    assert off[near].max() > 1e-4


@pytest.mark.parametrize("heading", [-2.0, 0.0, 1.5])
def test_a_player_turns_where_it_is_steered(ways: DepartureTable, heading: float) -> None:
    player = Player(ways)
    player.steer(1.3, heading)
    frames = [player.step() for _ in range(300)]
    root = np.array([position[0, :2] for position, _ in frames])
    velocity = (root[-1] - root[-101]) / (100 * ways.graph.step)
    assert np.angle(complex(*velocity) * np.exp(-1j * heading)) == pytest.approx(0.0, abs=0.5)
    assert np.hypot(*velocity) == pytest.approx(1.3, abs=0.25)
    assert np.allclose([np.linalg.norm(turn, axis=1) for _, turn in frames], 1.0, atol=1e-6)


def test_a_player_shows_frames_of_the_tape(ways: DepartureTable) -> None:
    player, tape = Player(ways, place=Planar(np.exp(0.4j), 2 - 1j)), ways.tape
    for _ in range(50):
        position, orientation = player.step()
        frames = np.arange(len(tape.level))
        all_of_them = np.full(len(frames), player.place.half), np.full(len(frames), player.place.shift)
        positions, orientations = tape.poses(frames, *all_of_them)
        k = int(np.argmin(abs(positions - position).max((1, 2))))
        if abs(positions[k] - position).max() < 1e-9:  # not at the end of a lap, where the place has changed
            assert np.allclose(orientations[k], orientation)
            break
    else:
        pytest.fail("the player has shown no frame of its tape")


@pytest.mark.parametrize("at_once", [False, True], ids=["by and by", "an edge at once"])
def test_what_a_player_has_shown_is_a_route(ways: DepartureTable, at_once: bool) -> None:
    edge = next(each for each in ways.graph.edges if each.source != each.target)
    leaves = int(ways.tape.first[edge.source]) + edge.leaves % ways.graph.motions[edge.source].n_frames
    player = Player(ways, frame=leaves if at_once else None, speed=1.3)
    frames, places = list[int](), list[Planar]()
    for k in range(400):
        player.steer(1.3, 0.02 * k)
        frame, place = player.next_frame()
        frames.append(frame)
        places.append(place)
    route = known_route.played_route(ways, frames, places[0])
    assert len(route.hops) > 2
    assert (route.hops[0].count == 0) == at_once
    known_route.require_way(ways.graph, route)
    found = walk(ways.graph, ways.tape, route).motion
    assert 400 - ways.graph.overlap < found.n_frames <= 400
    half, shift = (np.array([getattr(place, name) for place in places]) for name in ("half", "shift"))
    shown, _ = ways.tape.poses(np.array(frames), half, shift)
    assert np.abs(found.position - shown[: found.n_frames]).max() < 1e-3
    wrong = replace(route, hops=(replace(route.hops[0], count=route.hops[0].count + 1), *route.hops[1:]))
    with pytest.raises(InputError, match="does not leave that motion there"):
        known_route.require_way(ways.graph, wrong)


def test_planar_moves_follow_each_other() -> None:
    turn, shift = Planar(np.exp(0.2j), 1 + 2j), Planar(np.exp(-0.5j), 3 - 1j)
    place = 0.3 - 0.7j
    assert turn.after(shift).moved(place) == pytest.approx(turn.moved(shift.moved(place)))


def test_a_graph_comes_back_from_its_file(graph: MotionGraph, tmp_path: Path) -> None:
    save_graph(graph, tmp_path / "graph.json")
    back = load_graph(tmp_path / "graph.json")
    assert back.names == graph.names
    assert back.overlap == graph.overlap
    assert [(e.source, e.leaves, e.target, e.enters) for e in back.edges] == [
        (e.source, e.leaves, e.target, e.enters) for e in graph.edges
    ]
    for one, other in zip(back.edges, graph.edges, strict=True):
        assert one.verdict
        assert other.verdict
        assert astuple(one.verdict) == pytest.approx(astuple(other.verdict), abs=1e-6)
    assert back.refused == graph.refused
    for one, other in zip(back.motions, graph.motions, strict=True):
        assert np.allclose(one.position, other.position, atol=1e-6)
        assert one.cycle == replace(other.cycle, mirrored=False)


def test_one_cycle_alone_is_a_graph_that_stays_in_it(motions: dict[str, WorldMotion]) -> None:
    alone = build_graph({"turn 0": motions["turn 0"]}, max_cost=1e-9)
    assert not alone.edges
    ways = DepartureTable(alone, make_tape(alone))
    assert walk(alone, ways.tape, random_route(ways, 5.0)).motion.n_frames == round(5.0 / alone.step)
    player = Player(ways)
    for _ in range(3 * alone.motions[0].n_frames):
        player.step()
    assert np.hypot(*player.step()[0][0, :2]) > 1  # it has gone on, lap after lap


def test_a_graph_and_a_walk_from_the_command_line(clips: dict[str, Clip], tmp_path: Path) -> None:
    for name in ("turn 0", "turn 0.4", "turn -0.4"):
        clips[name].save(tmp_path / f"{name}.npz")
    files = sorted(tmp_path.glob("*.npz"))
    fine = resampled(piece(clips["slow"].motion, 0, 24), clips["slow"].motion.step / 3)
    known_clip("fine", fine, clips["slow"].provenance).save(tmp_path / "fine.npz")
    code, messages = run("graph", *files, tmp_path / "fine.npz", "--out", tmp_path)
    assert code == 0
    assert any("'fine' is resampled from 60 to 20 frames per second" in str(message) for message in messages)
    code, messages = run("graph", *files, "--out", tmp_path, "--most", 0.25)
    assert code == 0
    assert any("lead to each other" in str(message) for message in messages)
    code, _ = run("walk", tmp_path / "graph.json", "--out", tmp_path, "--seconds", 5, "--seed", 1)
    assert code == 0
    assert (tmp_path / "walk.bvh").read_text().count("\n") > 100
    arguments = "--out", tmp_path, "--seconds", 5, "--clip", "--name", "stroll"
    assert run("walk", tmp_path / "graph.json", *arguments)[0] == 0
    stroll = Clip.load(tmp_path / "clip.npz")
    assert (stroll.name, stroll.provenance.solved) == ("stroll", False)
    arguments = "--out", tmp_path, "--seconds", 5, "--physical", "--around-blends"
    assert run("walk", tmp_path / "graph.json", *arguments)[0] == 0
    assert Clip.load(tmp_path / "clip.npz").provenance.solved
    code, messages = run("walk", tmp_path / "graph.json", "--out", tmp_path, "--through", 4, 0)
    assert code == 0
    (remark,) = (each.text for each in messages if isinstance(each, Remark))
    assert "cm off the curve (rms)" in remark
    code, messages = run("walk", tmp_path / "graph.json", "--out", tmp_path)
    assert code == 2
    assert "either --seconds or --through" in str(errors(messages)[0])
    code, messages = run("graph", files[0], files[0], "--out", tmp_path)
    assert code == 2
    assert "two clips are named 'turn -0.4'" in errors(messages)[0].text
    ClipStore(tmp_path / "none.sqlite").close()
    code, messages = run("graph", tmp_path / "none.sqlite", "--out", tmp_path)
    assert code == 2
    assert "none.sqlite: there are no clips in this file" in errors(messages)[0].text


def test_its_picture_has_every_motion_and_the_ways_between(graph: MotionGraph) -> None:
    dropped = replace(
        graph,
        included=(np.zeros_like(graph.included[0]), *graph.included[1:]),
        names=("a <b>", *graph.names[1:]),
    )
    drawn = ElementTree.fromstring(picture(dropped))
    space = "{http://www.w3.org/2000/svg}"
    assert [text.text for text in drawn.iter(f"{space}text")] == list(dropped.names)
    colors = [dot.get("fill") for dot in drawn.iter(f"{space}circle")]
    assert colors[0] not in colors[1:]
    assert len(set(colors[1:])) == 1
    pairs = {frozenset((edge.source, edge.target)) for edge in graph.edges if edge.source != edge.target}
    assert len(list(drawn.iter(f"{space}path"))) == len(pairs) > 0


def test_coverage_tells_what_takes_too_long(graph: MotionGraph, tmp_path: Path) -> None:
    found = coverage(graph)
    assert set(found.names) == set(graph.names)
    slow, left = found.names.index("slow"), found.names.index("turn 0.8")
    assert found.speed[slow] == pytest.approx(0.6, abs=0.05)
    assert found.speed[slow] == found.speed.min()
    assert found.turn[left] == pytest.approx(0.8, abs=1e-6)  # of a second
    assert found.slow(1e3) == ()
    ((source, target), *_others) = found.slow(0.1)
    assert found.seconds[source, target] == found.seconds.max()
    save_graph(graph, tmp_path / "graph.json")
    code, messages = run("coverage", tmp_path / "graph.json", "--within", 0.1)
    assert code == 0
    assert f"'{found.names[target]}'" in str(messages[1])
    code, messages = run("coverage", tmp_path / "graph.json", "--within", 100)
    assert "Every motion is reached from every other within" in str(messages[1])


def test_a_walk_is_a_value(ways: DepartureTable) -> None:
    found = walk(ways.graph, ways.tape, random_route(ways, 3.0))
    assert isinstance(found, Walk)
    assert all(end - start == ways.graph.overlap - 1 for start, end in found.seams)
