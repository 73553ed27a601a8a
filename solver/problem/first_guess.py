"""A motion to start from: the root travels, the feet reach for footprints, the ground carries the weight."""

import numpy as np
from numpy.typing import NDArray

from ..mechanics.kinematics import Pose
from .constraints.pin import Pin
from .constraints.swing_clearance import swing_fraction
from .job import Cycle
from .setting import Setting
from .surfaces import ContactPlane
from .timeline import about_z
from .unfold import fold, whole_setting

Array = NDArray[np.float64]

STEP_HEIGHT = 0.08  # of a swinging contact, as a share of the root's height
REACH_STEPS = 30  # of the inverse kinematics
STIFFNESS = 1e-3  # pull towards the preferred angles against the pull of the footprints, 1 / m^2
SPIN_FLOOR = 1e-5  # m^4, times mass^2; keeps limbs of little leverage from swinging wildly
SMOOTHING = 3  # passes of (1, 2, 1) / 4 over the frames; without, corners of the way cost accelerations
WALL = 0.3  # upward part of a surface's normal; walls have less
SWING_PULL = 0.1  # of a swinging contact's target against a touching one's


def first_guess(setting: Setting) -> Array:
    """Unknowns x that look like the motion without obeying physics yet."""
    whole = whole_setting(setting)
    return fold(_guess(whole), whole, setting)


def _guess(setting: Setting) -> Array:
    """Guess of a cycle with all its frames, or of an open clip."""
    x = np.zeros(setting.variables.size)
    travel = _travel(setting)
    q = travel + _smoothed(setting, _reach(setting, travel) - travel)
    q += counter_swing(setting, q)
    noise = setting.job.options.noise
    if noise:
        q = q + noise * _smooth_noise(setting, np.random.default_rng(setting.job.options.seed))
    x[setting.variables.q] = np.clip(q, setting.tree.lower, setting.tree.upper)
    force = setting.variables.force
    if len(force):
        frames = setting.variables.force_frame
        sharing = np.bincount(frames, minlength=setting.timeline.n_frames)
        gravity = np.linalg.norm(setting.job.gravity)
        weight = setting.job.character.mass * gravity / setting.force_scale
        carried = len(setting.timeline.dynamic) / np.count_nonzero(sharing)  # flight is paid for in stance
        x[force[:, 2]] = weight * carried / sharing[frames]
    return x


def partial_transform(cycle: Cycle, share: Array) -> tuple[Array, Array]:
    """Rotations (K, 3, 3) and translations (K, 3) that carry ``share`` (K,) of a cycle's transform evenly."""
    turn = np.array([about_z(cycle.yaw * s) for s in share])
    shift = np.array(cycle.translation)
    level = share[:, None] * shift
    if abs(cycle.yaw) > 1e-9:
        whole = np.eye(2) - about_z(cycle.yaw)[:2, :2]
        centre = np.zeros(3)
        centre[:2] = np.linalg.solve(whole, shift[:2])  # the fixed point of the whole transform
        level[:, :2] = (centre - turn @ centre)[:, :2]
    return turn, level


def _travel(setting: Setting) -> Array:
    """(N, n) the root along its way, joints at their preferred angles; pins are met."""
    timeline, tree, kinematics = setting.timeline, setting.tree, setting.kinematics
    q = np.tile(tree.preferred, (timeline.n_frames, 1))
    turn, shift = partial_transform(
        timeline.cycle or Cycle(), np.arange(timeline.n_frames) / timeline.n_frames
    )
    for body, shifts in tree.roots:
        way = turn @ np.array(setting.job.character.bodies[body].position) + shift
        q[:, shifts] = way @ tree.axis[shifts].T
    for name in {pin.dof for pin in setting.job.constraints if isinstance(pin, Pin)}:
        pins = [p for p in setting.job.constraints if isinstance(p, Pin) and p.dof == name]
        keys = sorted(
            {(f % timeline.n_frames, (p.lower + p.upper) / 2) for p in pins for f in (p.first, p.last)}
        )
        frames, values = zip(*keys, strict=True)
        q[:, kinematics.tree.names.index(name)] = np.interp(np.arange(timeline.n_frames), frames, values)
    return q


def _footprints(setting: Setting, travel: Array) -> tuple[Array, Array]:
    """Targets (N, C, 3) of the contacts and their pull (N, C).

    Contacts of one body share their stances, so a foot keeps its shape while heel and toe take turns; each
    print lies where the root's way, at the middle of the stance, carries the contact's place at rest.
    """
    timeline, contacts = setting.timeline, setting.job.character.contacts
    n_frames, cycle = timeline.n_frames, timeline.cycle or Cycle()
    points = np.array([contact.point for contact in contacts])
    where = np.empty((n_frames, len(contacts), 3))
    for body in dict.fromkeys(contact.body for contact in contacts):
        own = [i for i, contact in enumerate(contacts) if contact.body == body]
        standing = timeline.active[:, own].any(1)
        for start, end in _stances(standing, timeline.cycle is not None):
            turn, shift = partial_transform(cycle, np.array([(start + end) / 2 / n_frames]))
            print_at = points[own] @ turn[0].T + shift[0]
            for t in range(start, end + 1):
                laps, f = divmod(t, n_frames)
                back, off = partial_transform(cycle, np.array([-float(laps)]))
                touched = setting.planes[timeline.surface[f, own].max()]  # 0 for those that touch nothing
                where[f, own] = _onto(touched, print_at @ back[0].T + off[0])
        _swing(where, own, standing, setting)
        if not standing.any():
            where[:, own, 2] = setting.job.ground_height
    s = swing_fraction(timeline.active, timeline.cycle is not None)
    hips = travel[:, [i for i in setting.tree.root_translations if setting.tree.axis[i, 2]]]
    lift = STEP_HEIGHT * (hips.mean() - where[..., 2].mean()) if hips.size else 0.0
    where[..., 2] += lift * np.sin(np.pi * s) ** 2
    return where, np.where(timeline.active, 1.0, SWING_PULL)


def _onto(plane: ContactPlane, points: Array) -> Array:
    """Points (..., 3) over a floor or slope dropped onto it, beside a wall moved up to it."""
    if plane.normal[2] > WALL:
        return plane.drop(points)
    beside: Array = points - (points @ plane.normal - plane.height)[..., None] * plane.normal
    return beside


def _swing(where: Array, own: list[int], standing: NDArray[np.bool_], setting: Setting) -> None:
    """Fills the swings of one body's contacts: a smooth way from print to print."""
    timeline = setting.timeline
    n_frames, down = timeline.n_frames, np.flatnonzero(standing)
    cycle = timeline.cycle or Cycle()
    for t in np.flatnonzero(~standing):
        if not len(down):
            turn, shift = partial_transform(cycle, np.array([t / n_frames]))
            points = np.array([setting.job.character.contacts[i].point for i in own])
            where[t, own] = points @ turn[0].T + shift[0]
            continue
        before, after = down[down < t], down[down > t]
        ends = []
        for side, wrapped, lap in ((before[-1:], down[-1], -1.0), (after[:1], down[0], 1.0)):
            if len(side):
                ends.append((int(side[0]), where[side[0], own]))
            elif timeline.cycle:
                turn, shift = partial_transform(cycle, np.array([lap]))
                ends.append((int(wrapped + lap * n_frames), where[wrapped, own] @ turn[0].T + shift[0]))
        (a, first), (b, second) = ends[0], ends[-1]
        share = 0.5 - 0.5 * np.cos(np.pi * (t - a) / (b - a)) if b > a else 0.0
        where[t, own] = (1 - share) * first + share * second


def _stances(standing: NDArray[np.bool_], cyclic: bool) -> list[tuple[int, int]]:
    """(first, last) frames of each stance; in a cycle ``last`` may run past the end."""
    n = len(standing)
    if standing.all():
        return [(0, n - 1)]
    before = np.roll(standing, 1)
    if not cyclic:
        before[0] = False
    stances = []
    for start in np.flatnonzero(standing & ~before):
        end = start
        while standing[(end + 1) % n] and (cyclic or end + 1 < n):
            end += 1
        stances.append((int(start), int(end)))
    return stances


def _reach(setting: Setting, travel: Array) -> Array:
    """(N, n) damped Gauss-Newton inverse kinematics of all frames at once; the root only rises and sinks."""
    kinematics, tree, timeline = setting.kinematics, setting.tree, setting.timeline
    if not setting.job.character.contacts:
        return travel
    targets, pull = _footprints(setting, travel)
    movable = tree.rotation & ~tree.root_turns
    movable |= np.array([name == "root.tz" for name in tree.names])
    dofs = np.flatnonzero(movable)
    stiffness = STIFFNESS * np.where(tree.rotation[dofs], 1.0, 10.0)
    n_contacts = len(setting.job.character.contacts)  # the first of the tracked points
    q, below = travel.copy(), setting.dynamics.points_below[:n_contacts]
    weight = np.repeat(pull, 3, axis=1)  # (N, 3 C)
    for _ in range(REACH_STEPS):
        pose = kinematics.forward(q, timeline.frame_placement)
        contact, dof = np.indices(below.shape)
        motion = setting.dynamics.point_jacobian(pose, contact.ravel(), dof.ravel())
        motion = (motion * below.ravel()).reshape(3, len(q), *below.shape)[..., dofs]
        matrix = motion.transpose(1, 2, 0, 3).reshape(len(q), -1, len(dofs))
        error = (targets - pose.points[:, :, :n_contacts].transpose(1, 2, 0)).reshape(len(q), -1)
        normal = matrix.transpose(0, 2, 1) @ (weight[..., None] * matrix)
        normal[:, range(len(dofs)), range(len(dofs))] += stiffness + 1e-2
        slope = (matrix.transpose(0, 2, 1) @ (weight * error)[..., None])[..., 0]
        slope -= stiffness * (q - travel)[:, dofs]
        step = np.linalg.solve(normal, slope[..., None])[..., 0]
        q[:, dofs] = np.clip(q[:, dofs] + step, tree.lower[dofs], tree.upper[dofs])
    return q


def counter_swing(setting: Setting, q: Array) -> Array:
    """(N, n) swing of the limbs that touch nothing, against the body's spin about the vertical.

    The guess's angular momentum L about the vertical is taken up by the least motion of the free joints:
    change_i = -H_i / (|H|^2 + floor) times the integral of L less its mean, H_i the momentum per rate of joint
    i averaged over the frames. Legs that stride so call forth arms that swing against them, or a tail.
    """
    tree, timeline = setting.tree, setting.timeline
    pose = setting.kinematics.forward(setting.sign * q.ravel()[setting.place], timeline.placement)
    momentum, per_rate = spin(setting, pose)
    touching = np.flatnonzero(timeline.active.any(0))
    free = tree.rotation & ~tree.root_turns & ~setting.dynamics.points_below[touching].any(0)
    share = np.where(free, per_rate, 0.0)
    floor = SPIN_FLOOR * setting.job.character.mass**2
    angle = np.cumsum(momentum - momentum.mean()) * timeline.step
    change = -np.outer(angle - angle.mean(), share / (share @ share + floor))
    return np.clip(q + change, tree.lower, tree.upper) - q if free.any() else np.zeros_like(q)


def spin(setting: Setting, pose: Pose) -> tuple[Array, Array]:
    """Angular momentum about the vertical through the centre of mass.

    Returns:
        (N,) [kg m^2/s] by central differences; an open clip's ends differ from themselves alone.
        (n,) the same per unit rate of each degree of freedom [kg m^2], mean over the frames.
    """
    tree, kinematics = setting.tree, setting.kinematics
    moments = setting.dynamics.weights * setting.timeline.step**2 * setting.force_scale  # (4, B)
    axes = np.einsum("rmeb,bmc->rceb", pose.rotation, kinematics.rest_axes)
    frame = np.concatenate([axes, pose.position[:, None]], axis=1)  # (3, 4, E, B)
    rate = (frame[:, :, 2:] - frame[:, :, :-2]) / (2 * setting.timeline.step)
    now = frame[:, :, 1:-1].copy()
    u, v = (a[:, None, 1:-1, None] for a in (pose.u, pose.v))  # (3, 1, N, 1, n)
    motion = np.cross(u, now[..., None], axis=0)  # (3, 4, N, B, n)
    motion[:, 3] += v[:, 0]
    now[:, 3] -= ((now[:, 3] * moments[3]).sum(-1) / moments[3].sum())[..., None]
    momentum = np.einsum("ktb,kb->t", now[0] * rate[1] - now[1] * rate[0], moments)
    turning = now[0, ..., None] * motion[1] - now[1, ..., None] * motion[0]
    return momentum, np.einsum("ktbi,kb,bi->i", turning, moments, tree.moves) / setting.timeline.n_frames


def _smoothed(setting: Setting, change: Array) -> Array:
    """(N, n) a change of the root's way and the joints without its corners; a cycle's ends meet."""
    source = setting.timeline.source
    for _ in range(SMOOTHING):
        change = (change[source[:-2]] + 2 * change + change[source[2:]]) / 4
    return change


def _smooth_noise(setting: Setting, rng: np.random.Generator) -> Array:
    """(N, n) a few slow waves per joint angle; noise that differs frame by frame would be all acceleration."""
    tree, n_frames = setting.tree, setting.timeline.n_frames
    phase = 2 * np.pi * np.arange(n_frames)[:, None] / n_frames
    noise = np.zeros((n_frames, tree.n))
    for k in (1, 2, 3):
        a, b = rng.standard_normal((2, tree.n)) / k
        noise += a * np.cos(k * phase) + b * np.sin(k * phase)
    noise[:, ~tree.rotation] = 0.0
    return noise
