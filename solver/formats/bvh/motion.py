"""Contents of a BVH file, in meters with Z up."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...arrays import Array
from ...rotations import matrix_from_quaternion, quaternion_from_matrix


@dataclass(frozen=True, eq=False)
class BvhMotion:
    """A skeleton and its motion as in the file, not resampled.

    With all rotations zero, the joints' frames are aligned with the world. The skeleton need not ever take this pose,
    which is defined by the offsets.

    Attributes:
        names: (J,) joints, each after its parent; repeated names of the file have a number ("Spine.001").
        parents: (J,) indices of the parents; -1 for a root, of which there may be several.
        offsets: (J, 3) from the parent's joint [m], possibly zero; for a root, its rest position.
        channels: (J,) names of each joint's channels in the file's order, such as "Zrotation".
        end_sites: (S,) indices of the joints that have an end site.
        end_offsets: (S, 3) of the end sites from their joints [m].
        positions: (N, J, 3) of each joint from its parent's, in the parent's frame [m]; the offset if the file has no
            position channels.
        rotations: (N, J, 4) wxyz of each joint in its parent's frame.
        frame_time: time step between frames [s].
        notices: what the file contradicts or lacks and how it was read, each with its line.
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    offsets: Array
    channels: tuple[tuple[str, ...], ...]
    end_sites: tuple[int, ...]
    end_offsets: Array
    positions: Array
    rotations: Array
    frame_time: float
    notices: tuple[str, ...] = ()

    @property
    def n_frames(self) -> int:
        """Number of frames; 0 if the file has only a skeleton."""
        return len(self.rotations)

    def scaled(self, factor: float) -> "BvhMotion":
        """The motion with all lengths multiplied by a factor."""
        return replace(
            self,
            offsets=factor * self.offsets,
            end_offsets=factor * self.end_offsets,
            positions=factor * self.positions,
        )

    def between(self, first: int, end: int) -> "BvhMotion":
        """The motion from frame ``first`` up to, but without, ``end``."""
        return replace(self, positions=self.positions[first:end], rotations=self.rotations[first:end])

    @cached_property
    def world_positions(self) -> Array:
        """(N, J, 3) joints in the world [m]."""
        return self._world[0]

    @cached_property
    def world_rotations(self) -> Array:
        """(N, J, 4) wxyz of the joints' frames in the world."""
        return quaternion_from_matrix(self._world[1])

    @cached_property
    def world_end_sites(self) -> Array:
        """(N, S, 3) end sites in the world [m]."""
        position, rotation = self._world
        sites = list(self.end_sites)
        ends: Array = position[:, sites] + np.einsum("tsij,sj->tsi", rotation[:, sites], self.end_offsets)
        return ends

    @cached_property
    def _world(self) -> tuple[Array, Array]:
        position, rotation = self.positions.copy(), matrix_from_quaternion(self.rotations)
        for j, parent in enumerate(self.parents):
            if parent >= 0:
                position[:, j] = position[:, parent] + np.einsum(
                    "tij,tj->ti", rotation[:, parent], position[:, j]
                )
                rotation[:, j] = rotation[:, parent] @ rotation[:, j]
        return position, rotation
