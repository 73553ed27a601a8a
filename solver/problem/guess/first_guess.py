"""The initial guess: the root travels, the feet reach for footprints, the ground carries the weight.

Drawn motions stay as drawn: the optimizer takes fewer iterations from there than from feet on their footprints.
"""

import numpy as np

from ...arrays import Array
from ...mechanics.kinematics import Pose
from ...mechanics.mirror import Mirror
from ..half_cycle import half_unknowns
from ..transcription import Transcription
from .footprints import footprints
from .root_trajectory import flying, travel

IN_FLIGHT = 1e3  # weight of the root's trajectory in free flight
BETWEEN_FLIGHTS = 0.3  # likewise between flights, where the root may sink to gain momentum but not rise
REACHED = 1e-3  # rad and m; step size at which the inverse kinematics stops
REACH_STEPS = 10  # of the inverse kinematics
DAMPING = 1e-3  # m^2; keeps steps short where legs are straight; ten times as much needs thirty steps
STIFFNESS = 1e-3  # weight of the preferred angles relative to the footprints, 1 / m^2
SPIN_FLOOR = 1e-5  # m^4, times mass^2; keeps limbs with little leverage from swinging wildly
SMOOTHING = 3  # passes of (1, 2, 1) / 4 over the frames, which remove costly corners of the trajectory


def first_guess(transcription: Transcription) -> Array:
    """Unknowns x (size,) that resemble the motion but do not obey physics yet."""
    whole = transcription.full_cycle
    return half_unknowns(_guess(whole, transcription.timeline.mirror), whole, transcription)


def _guess(transcription: Transcription, mirror: Mirror | None) -> Array:
    """Guess of a whole cycle or of an open clip."""
    x = carrying(transcription)
    q = travel(transcription)
    if not transcription.job.is_drawn:
        q += _smoothed(transcription, _reaching(transcription, q, mirror))
        q += counter_swing(transcription, q)
    noise = transcription.job.options.noise
    if noise:
        q = q + noise * _smooth_noise(
            transcription, np.random.default_rng(transcription.job.options.seed), mirror
        )
    x[transcription.variables.q] = np.clip(q, transcription.tree.lower, transcription.tree.upper)
    return x


def carrying(transcription: Transcription) -> Array:
    """(size,) unknowns with only contact forces, which share the weight among the touching contacts."""
    x, force = np.zeros(transcription.variables.size), transcription.variables.force
    if len(force):
        frames = transcription.variables.force_frame
        sharing = np.bincount(frames, minlength=transcription.timeline.n_frames)
        gravity = np.linalg.norm(transcription.job.gravity)
        weight = transcription.job.character.mass * gravity / transcription.force_scale
        carried = len(transcription.timeline.dynamic) / np.count_nonzero(
            sharing
        )  # stance makes up for flight
        x[force[:, 2]] = weight * carried / sharing[frames]
    x[transcription.variables.weight] = even_weight(transcription)
    return x


def even_weight(transcription: Transcription) -> float:
    """Equal weight of each frame of a least peak."""
    return 1.0 / max(1, transcription.variables.weight.shape[1])


def _reaching(transcription: Transcription, trajectory: Array, mirror: Mirror | None) -> Array:
    """(N, n) the root's trajectory with contacts on their footprints; mirrors the second half of a mirrored cycle."""
    if not transcription.job.character.contacts:
        return np.zeros_like(trajectory)
    if mirror is None:
        return _reach(transcription, trajectory, slice(None)) - trajectory
    half = slice(len(trajectory) // 2)
    change = _reach(transcription, trajectory, half) - trajectory[half]
    return np.concatenate([change, mirror.sign * change[:, mirror.dofs]])


def _reach(transcription: Transcription, trajectory: Array, frames: slice) -> Array:
    """(F, n) damped Gauss-Newton inverse kinematics of several frames at once; the root moves vertically only."""
    kinematics, tree, placement = (
        transcription.kinematics,
        transcription.tree,
        transcription.timeline.frame_placement,
    )
    targets, pull = (a[frames] for a in footprints(transcription, trajectory))
    flies, trajectory = flying(transcription)[frames], trajectory[frames]
    placement = placement.at(frames)
    movable = tree.rotation & ~tree.root_turns
    movable |= np.array([name == "root.tz" for name in tree.names])
    n_contacts = len(transcription.job.character.contacts)  # contacts are the first tracked points
    below = transcription.dynamics.points_below[:n_contacts]
    dofs = np.flatnonzero(movable & below.any(0))  # the others would stay where they are
    sinking = BETWEEN_FLIGHTS if flies.any() else 10 * STIFFNESS
    stiffness = np.tile(np.where(tree.rotation[dofs], STIFFNESS, sinking), (len(trajectory), 1))
    stiffness[np.ix_(flies, ~tree.rotation[dofs])] = IN_FLIGHT
    q = trajectory.copy()
    weight = np.repeat(pull, 3, axis=1)  # (N, 3 C)
    contact, dof = np.nonzero(below[:, dofs])
    matrix = np.zeros((len(q), n_contacts, 3, len(dofs)))
    for _ in range(REACH_STEPS):
        pose = kinematics.forward(q, placement)
        motion = transcription.dynamics.point_jacobian(pose, contact, dofs[dof])
        matrix[:, contact, :, dof] = motion.transpose(2, 1, 0)
        error = (targets - pose.points[:, :, :n_contacts].transpose(1, 2, 0)).reshape(len(q), -1)
        slopes = matrix.reshape(len(q), 3 * n_contacts, len(dofs))  # the last may be none
        normal = slopes.transpose(0, 2, 1) @ (weight[..., None] * slopes)
        normal[:, range(len(dofs)), range(len(dofs))] += stiffness + DAMPING
        slope = (slopes.transpose(0, 2, 1) @ (weight * error)[..., None])[..., 0]
        slope -= stiffness * (q - trajectory)[:, dofs]
        step = np.linalg.solve(normal, slope[..., None])[..., 0]
        before, q[:, dofs] = q[:, dofs], np.clip(q[:, dofs] + step, tree.lower[dofs], tree.upper[dofs])
        if np.abs(q[:, dofs] - before).max(initial=0.0) < REACHED:
            break
    return q


def counter_swing(transcription: Transcription, q: Array) -> Array:
    """(N, n) swing of the limbs without contact, against the body's spin about the vertical.

    The smallest motion of the free joints compensates the guess's angular momentum L about the vertical:
    change_i = -H_i / (|H|^2 + floor) times the integral of L minus its mean, H_i the momentum per rate of joint
    i averaged over the frames. Arms or a tail thus swing against striding legs.
    """
    tree, timeline = transcription.tree, transcription.timeline
    pose = transcription.kinematics.forward(
        transcription.sign * q.ravel()[transcription.index], timeline.placement
    )
    momentum, per_rate = spin(transcription, pose)
    touching = np.flatnonzero(timeline.active.any(0))
    free = tree.rotation & ~tree.root_turns & ~transcription.dynamics.points_below[touching].any(0)
    share = np.where(free, per_rate, 0.0)
    floor = SPIN_FLOOR * transcription.job.character.mass**2
    angle = np.cumsum(momentum - momentum.mean()) * timeline.step
    change = -np.outer(angle - angle.mean(), share / (share @ share + floor))
    return np.clip(q + change, tree.lower, tree.upper) - q if free.any() else np.zeros_like(q)


def spin(transcription: Transcription, pose: Pose) -> tuple[Array, Array]:
    """Angular momentum about the vertical through the center of mass.

    Returns:
        (N,) [kg m^2/s] by central differences, one-sided at an open clip's ends.
        (n,) the same per unit rate of each degree of freedom [kg m^2], mean over the frames.
    """
    tree, kinematics = transcription.tree, transcription.kinematics
    moments = (
        transcription.dynamics.weights * transcription.timeline.step**2 * transcription.force_scale
    )  # (4, B)
    axes = np.einsum("rmeb,bmc->rceb", pose.rotation, kinematics.rest_axes)
    frame = np.concatenate([axes, pose.position[:, None]], axis=1)  # (3, 4, E, B)
    rate = (frame[:, :, 2:] - frame[:, :, :-2]) / (2 * transcription.timeline.step)
    now = frame[:, :, 1:-1].copy()
    u, v = (a[:, None, 1:-1, None] for a in (pose.u, pose.v))  # (3, 1, N, 1, n)
    motion = np.cross(u, now[..., None], axis=0)  # (3, 4, N, B, n)
    motion[:, 3] += v[:, 0]
    now[:, 3] -= ((now[:, 3] * moments[3]).sum(-1) / moments[3].sum())[..., None]
    momentum = np.einsum("ktb,kb->t", now[0] * rate[1] - now[1] * rate[0], moments)
    turning = now[0, ..., None] * motion[1] - now[1, ..., None] * motion[0]
    return momentum, np.einsum(
        "ktbi,kb,bi->i", turning, moments, tree.moves
    ) / transcription.timeline.n_frames


def _smoothed(transcription: Transcription, change: Array) -> Array:
    """(N, n) a change of the root's trajectory and the joints, smoothed; a cycle's ends meet."""
    source = transcription.timeline.source
    for _ in range(SMOOTHING):
        change = (change[source[:-2]] + 2 * change + change[source[2:]]) / 4
    return change


def _smooth_noise(transcription: Transcription, rng: np.random.Generator, mirror: Mirror | None) -> Array:
    """(N, n) a few slow waves per joint angle, because noise per frame would cause large accelerations.

    A mirrored cycle's second half is the image of its first, to avoid a jump between them.
    """
    tree, n_frames = transcription.tree, transcription.timeline.n_frames
    phase = 2 * np.pi * np.arange(n_frames)[:, None] / n_frames
    noise = np.zeros((n_frames, tree.n))
    for k in (1, 2, 3):
        a, b = rng.standard_normal((2, tree.n)) / k
        noise += a * np.cos(k * phase) + b * np.sin(k * phase)
    noise[:, ~tree.rotation] = 0.0
    if mirror is None:
        return noise
    image = np.roll(mirror.sign * noise[:, mirror.dofs], n_frames // 2, axis=0)
    return (noise + image) / np.sqrt(2.0)
