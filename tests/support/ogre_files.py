"""Reads Ogre skeleton XML as the engine does: keys are relative to the rest transform, children to their parents."""

import xml.etree.ElementTree as ET
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

WORLD = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])  # columns: the file's X, Y and Z in a world with Z up


@dataclass
class OgreMotion:
    """Content of a file: times [s], and world matrices of bones at rest and at each time."""

    animation: str
    length: float
    names: list
    parents: list
    times: np.ndarray
    rest: np.ndarray
    poses: np.ndarray


def read_ogre(path):
    """Read a file with one animation whose tracks all have the same key times."""
    root = ET.parse(path).getroot()
    assert root.tag == "skeleton"
    bones = root.findall("bones/bone")
    assert [int(bone.get("id")) for bone in bones] == list(range(len(bones)))
    names = [bone.get("name") for bone in bones]
    above = {each.get("bone"): each.get("parent") for each in root.findall("bonehierarchy/boneparent")}
    parents = [names.index(above[name]) if name in above else -1 for name in names]
    places = np.array([numbers(bone.find("position")) for bone in bones])
    turns = Rotation.concatenate([rotation(bone.find("rotation")) for bone in bones])
    (animation,) = root.findall("animations/animation")
    tracks = {track.get("bone"): track.findall("keyframes/keyframe") for track in animation.iter("track")}
    assert set(tracks) == set(names)
    times = np.array([float(key.get("time")) for key in tracks[names[0]]])
    poses = []
    for place, turn, name in zip(places, turns, names, strict=True):
        keys = tracks[name]
        assert [float(key.get("time")) for key in keys] == times.tolist()
        moved = place + np.array([numbers(key.find("translate")) for key in keys])
        turned = turn * Rotation.concatenate([rotation(key.find("rotate")) for key in keys])
        poses.append(matrices(moved, turned, [scale(key.find("scale")) for key in keys]))
    rest = carried(matrices(places, turns, np.ones((len(names), 3))), parents)
    return OgreMotion(
        animation.get("name"),
        float(animation.get("length")),
        names,
        parents,
        times,
        rest,
        carried(np.stack(poses, 1), parents),
    )


def numbers(element):
    return [float(element.get(axis)) for axis in "xyz"]


def rotation(element):
    axis = np.array(numbers(element.find("axis")))
    assert np.isclose(np.linalg.norm(axis), 1, atol=1e-6)
    return Rotation.from_rotvec(float(element.get("angle")) * axis)


def scale(element):
    return [1.0, 1.0, 1.0] if element is None else numbers(element)


def matrices(places, turns, scales):
    found = np.tile(np.eye(4), (len(places), 1, 1))
    found[:, :3, :3] = turns.as_matrix() * np.array(scales)[:, None]
    found[:, :3, 3] = places
    return found


def carried(local, parents):
    """World matrices with Z up; parents come before their children."""
    found = local.copy()
    for bone, parent in enumerate(parents):
        assert parent < bone
        if parent >= 0:
            found[..., bone, :, :] = found[..., parent, :, :] @ local[..., bone, :, :]
    back = np.eye(4)
    back[:3, :3] = WORLD
    return back @ found
