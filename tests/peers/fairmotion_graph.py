"""Time fairmotion's motion graph on BVH files, in a Python that has fairmotion: prints pairs and processor seconds.

PYTHON -m tests.peers.fairmotion_graph LENGTH STRIDE FPS FILE.bvh ...

It is called as ``construct`` of fairmotion 0.0.4 calls it, for all pairs of nodes, by one process. There a joint's
``child_joint`` is asked for, which is called ``child_joints``: both are known here.
"""

import json
import sys
import time

from fairmotion.core.motion import Joint
from fairmotion.core.velocity import MotionWithVelocity
from fairmotion.data import bvh
from fairmotion.tasks.motion_graph.motion_graph import compare_and_connect_edge, create_nodes

COMPARED = 3  # poses of a window, as its construct has it
WEIGHTS = {
    "w_joint_pos": 0.4, "w_joint_vel": 0.1, "w_root_pos": 0.4, "w_root_vel": 0.6, "w_ee_pos": 0.4,
    "w_ee_vel": 0.6, "w_trajectory": 0.5,
}  # fmt: skip


def main(arguments: list[str]) -> int:
    """Return the exit code."""
    Joint.child_joint = property(lambda joint: joint.child_joints)
    length, stride, fps = map(float, arguments[:3])
    motions = [MotionWithVelocity.from_motion(bvh.load(file)) for file in arguments[3:]]
    for motion in motions:
        motion.set_skeleton(motions[0].skel)
    found = [
        create_nodes(k, motions, base_length=length, stride_length=stride, compare_length=length, fps=fps)
        for k in range(len(motions))
    ]
    rows = [row for each in found for row in each]
    nodes = {
        k: {"motion_idx": int(motion), "frame_start": int(start), "frame_end": int(end)}
        for k, (motion, start, end) in enumerate(rows)
    }
    began = time.process_time()
    for k in nodes:
        compare_and_connect_edge(
            k, nodes=nodes, motions=motions, frames_compare=int(length * fps), w_joints=None,
            diff_threshold=1.0, num_comparison=COMPARED, verbose=False, **WEIGHTS,
        )  # fmt: skip
    print(json.dumps({"pairs": len(nodes) ** 2, "seconds": time.process_time() - began}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
