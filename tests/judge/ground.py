"""Ground contact in a motion JSON: slide and penetration of feet, pull, excess friction, and energy from the ground."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from tests.judge.poses import Array, Recorded, recorded

LOADED = 1e-6  # body weights, least force of a loaded contact
Entry = dict[str, Any]


def contacts(motion: Mapping[str, Any], recording: Recorded) -> dict[str, Any]:
    """Measures of all contacts; empty if the ground is not a single plane.

    Returns:
        ``slide_inner.total_path_per_contact`` [m]: slide of each between frames in which it is loaded.
        ``friction``: ``worst_pull_N``, ``worst_excess_bw`` beyond the cone, number of ``loaded`` contacts overall.
        ``ground_work``: ``given`` and ``taken`` [J]. ``penetration.max`` [m] of any ellipsoid, ``contact_height.max``
        [m] of loaded points. ``gait``: ``grf_vertical_mean_bw`` and, for a cycle, ``speed`` [m/s].
    """
    plane = motion.get("ground")
    if not plane:
        return {}
    up = np.array(plane["normal"], float) / np.linalg.norm(plane["normal"])
    height, friction = float(plane.get("height", 0.0)), float(plane["mu"])
    loaded = [entry for frame in motion["contacts"] for entry in _loaded(frame, recording.weight).values()]
    forces = np.array([entry["force"] for entry in loaded], float).reshape(-1, 3)
    points = np.array([entry["point"] for entry in loaded], float).reshape(-1, 3)
    pushed = forces @ up
    dragged = np.linalg.norm(forces - pushed[:, None] * up, axis=-1)
    work = np.array([push @ (after - before) / 2 for push, before, after in _moved(recording)])
    heights = np.abs(points @ up - height)
    return {
        "slide_inner": {"total_path_per_contact": slides(motion, up)},
        "friction": {
            "worst_pull_N": float(max((-pushed).max(initial=0.0), 0.0)),
            "worst_excess_bw": float((dragged - friction * pushed).max(initial=0.0)) / recording.weight,
            "loaded": len(loaded),
        },
        "ground_work": {"given": float(work[work > 0].sum()), "taken": float(-work[work < 0].sum())},
        "penetration": {"max": max(0.0, -lowest(motion, up) + height)},
        "contact_height": {"max": float(heights.max(initial=0.0))},
        "gait": {
            "grf_vertical_mean_bw": float(pushed.sum()) / len(motion["pos"]) / recording.weight,
            **_speed(motion, up),
        },
    }


def slides(motion: Mapping[str, Any], up: Array) -> dict[str, float]:
    """Path [m] of each contact's body point along the ground between consecutive loaded frames."""
    recording = recorded({**motion, "cycle": None})
    paths: dict[str, float] = {}
    frames = [_loaded(entries, recording.weight) for entries in motion["contacts"]]
    for t, (these, those) in enumerate(pairwise(frames)):
        for key in these.keys() & those.keys():
            body, point = recording.names.index(these[key]["body"]), np.array(these[key]["point"], float)
            way = _carried(recording, body, point, t, t + 1) - point
            paths[key] = paths.get(key, 0.0) + float(np.linalg.norm(way - up * (way @ up)))
    return paths


def lowest(motion: Mapping[str, Any], up: Array) -> float:
    """Lowest point of all ellipsoids in all frames, along ``up`` [m]."""
    recording = recorded({**motion, "cycle": None})
    reach = np.linalg.norm(np.einsum("tbij,i->tbj", recording.turns, up) * recording.radii, axis=-1)
    return float((recording.centers @ up - reach).min())


def _moved(recording: Recorded) -> Iterator[tuple[Array, Array, Array]]:
    """Each claimed force of the judged frames, with its point in the previous and next frames."""
    for t, entries in enumerate(recording.forces, start=1):
        for entry in entries:
            body, point = recording.names.index(entry["body"]), np.array(entry["point"], float)
            before, after = (_carried(recording, body, point, t, k) for k in (t - 1, t + 1))
            yield np.array(entry["force"], float), before, after


def _carried(recording: Recorded, body: int, point: Array, here: int, there: int) -> Array:
    """Position (3,) of a body point in another frame."""
    arm = recording.turns[here, body].T @ (point - recording.centers[here, body])
    place: Array = recording.centers[there, body] + recording.turns[there, body] @ arm
    return place


def _loaded(entries: list[Entry], weight: float) -> dict[str, Entry]:
    heavy = (entry for entry in entries if np.linalg.norm(entry["force"]) > LOADED * weight)
    return {f"{entry['body']}/{entry.get('id', '')}": entry for entry in heavy}


def _speed(motion: Mapping[str, Any], up: Array) -> dict[str, float]:
    if not motion.get("cycle"):
        return {}
    way = np.array(motion["cycle"]["trans"], float)
    return {"speed": float(np.linalg.norm(way - up * (way @ up))) / (len(motion["pos"]) * float(motion["h"]))}
