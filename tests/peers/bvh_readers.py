"""Where other programs see the joints of a BVH file, in its own axes and units."""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from scripts.environment import MAIN, ROOT, ensure_peers
from scripts.failure import SetupFailure
from scripts.processes import run

Places = dict[str, np.ndarray]  # (N, 3) of each joint
THREE = Path(__file__).with_name("three")
BUILT = ROOT / "build" / "three"


def with_bvhio(path: Path) -> Places:
    """As bvhio sees them, which replaces a joint's offset by its position channels."""
    _prepare()
    import bvhio

    count = bvhio.readAsBvh(str(path)).FrameCount
    root = bvhio.readAsHierarchy(str(path))
    joints = [joint for joint, _, _ in root.layout()]
    places: dict[str, list[list[float]]] = {joint.Name: [] for joint in joints}
    for frame in range(count):
        root.loadPose(frame)
        for joint in joints:
            places[joint.Name].append(list(joint.PositionWorld))
    return {name: np.array(each) for name, each in places.items()}


def with_bvhtoolbox(path: Path) -> Places:
    """As the BVH Toolbox sees them, which multiplies the transforms of joints."""
    _prepare()
    from bvhtoolbox import BvhTree, get_affines

    tree = BvhTree(path.read_text())
    world: dict[str, np.ndarray] = {}
    for name in tree.get_joints_names():
        channels = tree.joint_channels(name)
        turns = "".join(channel[0].lower() for channel in channels if channel.endswith("rotation"))
        own = np.array(get_affines(tree, name, axes=f"r{turns}"))
        if "Xposition" not in channels:  # as its conversion to tables of world positions
            own[:, :3, 3] = tree.joint_offset(name)
        parent = tree.joint_parent(name)
        world[name] = own if parent is None else world[parent.name] @ own
    return {name: each[:, :3, 3] for name, each in world.items()}


def _prepare() -> None:
    """Install bvhio and the BVH Toolbox.

    Raises:
        SetupFailure: They cannot be installed, or this is another environment than the one that has them.
    """
    if Path(sys.prefix).resolve() != MAIN.folder.resolve():
        raise SetupFailure(f"readers of BVH files are in {MAIN.folder.name} only")
    ensure_peers("bvh_readers", "bvhio", "bvhtoolbox")


def with_three(path: Path) -> Places:
    """As the BVHLoader of three.js sees them, which adds a joint's position channels to its offset.

    Raises:
        SetupFailure: three.js cannot be installed.
    """
    if not (BUILT / "node_modules" / "three").is_dir():
        BUILT.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(THREE / name, BUILT / name)
        run(["npm", "ci", "--ignore-scripts", "--prefix", BUILT], step="installing three.js")
    shutil.copy(THREE / "places.mjs", BUILT / "places.mjs")
    told = run(["node", BUILT / "places.mjs", path], step="reading with three.js")
    return {name: np.array(each) for name, each in json.loads(told).items()}


READERS: dict[str, Callable[[Path], Places]] = {
    "bvhio": with_bvhio,
    "bvhtoolbox": with_bvhtoolbox,
    "three": with_three,
}
