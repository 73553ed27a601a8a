"""A job for a character with longer or shorter bodies."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ..arrays import Array, Vector3
from ..character import Character
from ..job.job import Job
from ..mechanics.tree import Tree
from ..rotations import matrix_from_quaternion


def stretched(job: Job, factors: Mapping[str, float]) -> Job:
    """The job for a character with other proportions.

    A body is stretched along its longest axis, away from its parent joint, and its mass scales with its length;
    thickness and strength stay. Bodies below it move along, and the whole is lifted to stand on the ground.

    Bodies without a factor keep their length.
    """
    character = job.character
    tree = Tree(character)
    maps = _maps(character, tree, factors)
    contacts = tuple(
        replace(each, point=_moved(maps[character.body_index(each.body)], each.point))
        for each in character.contacts
    )
    sunk = min((each.point[2] for each in contacts), default=0.0)
    lift = min((each.point[2] for each in character.contacts), default=0.0) - sunk
    main = _of_main_tree(tree, character)
    raised = main[:, None] * np.array([0.0, 0.0, lift])
    maps = [(matrix, shift + up) for (matrix, shift), up in zip(maps, raised, strict=True)]

    def at(body: str, point: Vector3) -> Vector3:
        return _moved(maps[character.body_index(body)], point)

    bodies = tuple(
        replace(
            body,
            mass=body.mass * factors.get(body.name, 1.0),
            diameters=_longer(body.diameters, factors.get(body.name, 1.0)),
            position=at(body.name, body.position),
        )
        for body in character.bodies
    )
    joints = tuple(replace(each, position=at(each.body_a, each.position)) for each in character.joints)
    contacts = tuple(replace(each, point=at(each.body, each.point)) for each in character.contacts)
    holds = tuple(
        replace(
            each,
            point_a=at(each.body_a, each.point_a),
            point_b=at(each.body_b, each.point_b) if each.body_b else each.point_b,
        )
        for each in job.holds
    )
    shaped = replace(character, bodies=bodies, joints=joints, contacts=contacts)
    return replace(job, character=shaped, holds=holds)


def _maps(character: Character, tree: Tree, factors: Mapping[str, float]) -> list[tuple[Array, Array]]:
    """For each body, a matrix and a shift that map its points x in the rest pose to matrix x + shift."""
    maps: list[tuple[Array, Array]] = [(np.eye(3), np.zeros(3))] * len(tree.parent)
    for b in tree.order:
        body, pivot = character.bodies[b], tree.anchor[b]
        axis = matrix_from_quaternion(body.orientation)[:, int(np.argmax(body.diameters))]
        matrix = np.eye(3) + (factors.get(body.name, 1.0) - 1) * np.outer(axis, axis)
        carried = pivot
        if tree.parent[b] >= 0:
            above, shift = maps[tree.parent[b]]
            carried = above @ pivot + shift
        maps[b] = matrix, carried - matrix @ pivot
    return maps


def _of_main_tree(tree: Tree, character: Character) -> Array:
    """(B,) whether a body belongs to the main tree."""
    main = np.zeros(len(tree.parent), bool)
    root = character.body_index(character.root_joint.body)
    for b in tree.order:
        main[b] = b == root or (tree.parent[b] >= 0 and main[tree.parent[b]])
    return main


def _moved(by: tuple[Array, Array], point: Vector3) -> Vector3:
    x, y, z = (by[0] @ np.array(point) + by[1]).tolist()
    return x, y, z


def _longer(diameters: Vector3, factor: float) -> Vector3:
    longest = int(np.argmax(diameters))
    x, y, z = (each * factor if k == longest else each for k, each in enumerate(diameters))
    return x, y, z
