"""A walking animal of any size as a BVH file."""

import math

import numpy as np

G = 9.81  # m/s^2


def animal(path, *, leg, unit, fps=50.0, froude=0.6, slower=1.0, in_place=False, names="abcdefgh"):
    """Write a walking animal of four legs that are ``leg`` long [m], at the pace of its Froude number."""
    speed = math.sqrt(froude * G * leg)
    stride = 2.4 * leg * froude**0.34
    period, duty = stride / speed, 0.6
    n_frames = round(2 * period * slower * fps)
    time = np.arange(n_frames) / (fps * slower)
    long, wide, high = 1.2 * leg, 0.4 * leg, 0.92 * leg  # of the trunk, and the hips' height

    def limb(later):
        """Angles of an upper and a lower leg [deg], about X: the foot stands, then swings forward."""
        phase = (time / period + later) % 1.0
        stands = phase < duty
        swing = (phase - duty) / (1 - duty)
        reach = duty * stride / 2
        ahead = np.where(stands, reach - stride * phase, -reach + 2 * reach * swing)
        up = np.where(stands, 0.0, 0.15 * leg * np.sin(np.pi * swing))
        down = high - up
        far = np.hypot(ahead, down)
        bend = 2 * np.arccos(np.clip(far / leg, 0, 1))
        return np.degrees(np.arctan2(ahead, down) + bend / 2), np.degrees(-bend)

    def joints(name, offset, below):
        numbers = " ".join(f"{value / unit:.6f}" for value in offset)
        return [f"JOINT {name}", "{", f"OFFSET {numbers}", "CHANNELS 1 Xrotation", *below, "}"]

    def end(offset):
        return ["End Site", "{", "OFFSET " + " ".join(f"{value / unit:.6f}" for value in offset), "}"]

    tree, columns = [], []
    walked = np.zeros(n_frames) if in_place else speed * time
    for k, (side, along, later) in enumerate(((1, 0, 0.0), (-1, 0, 0.5), (1, 1, 0.25), (-1, 1, 0.75))):
        upper, lower = limb(later)
        shin = joints(names[2 * k + 1], (0, -leg / 2, 0), end((0, -leg / 2, 0)))
        tree += joints(names[2 * k], (side * wide / 2, 0, along * long), shin)
        columns += [-upper, -lower]
    head = ["JOINT skull", "{", f"OFFSET 0 {0.2 * leg / unit:.6f} {1.4 * long / unit:.6f}", "CHANNELS 0",
            *end((0, 0, 0.3 * leg)), "}"]  # fmt: skip
    root = np.stack([np.zeros(n_frames), np.full(n_frames, high), walked]) / unit
    rows = np.concatenate([root, np.array(columns)]).T
    path.write_text("\n".join([
        "HIERARCHY", "ROOT trunk", "{", "OFFSET 0 0 0", "CHANNELS 3 Xposition Yposition Zposition", *tree, *head, "}",
        "MOTION", f"Frames: {n_frames}", f"Frame Time: {1 / fps:.8f}",
        *(" ".join(f"{value:.6f}" for value in row) for row in rows), "",
    ]))  # fmt: skip
    return path
