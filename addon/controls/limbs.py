"""Limbs posed by inverse kinematics: the control of their end, and that of their bend."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..runtime.event_loop import Work
from .following import Chain, Following
from .handles import Handle
from .heels import Heel, finding_heels, finding_turned, moves_rigidly
from .rehearsal import Rehearsal
from .response import measuring_responses


@dataclass(frozen=True)
class ControlChain:
    """A chain of inverse kinematics and its controls.

    Attributes:
        links: bones of the chain, from the last to the first.
        bodies: bodies that move with them, from the last, which shows the bend, to the first.
        end: the bone that moves with the target.
        target: the control of the end.
        heels: controls between the target and the chain, parents first, and those of toes beyond its end.
        pole: the control toward which the chain bends, if any.
        bend: the chain's first bone or one of its parents, if it rotates only the limb; None otherwise.
        followed: all bones that the end follows.
        ahead: bones of chains that only move the target of this one.
    """

    links: tuple[str, ...]
    bodies: tuple[str, ...]
    end: str
    target: Handle
    heels: tuple[Heel, ...]
    pole: Handle | None
    bend: Handle | None
    followed: frozenset[str]
    ahead: tuple[str, ...]

    @property
    def handles(self) -> tuple[Handle, ...]:
        """Its controls."""
        turned = [heel.handle for heel in self.heels]
        return tuple(each for each in (self.target, *turned, self.pole, self.bend) if each is not None)

    @property
    def posed(self) -> tuple[str, ...]:
        """Bodies that its controls pose."""
        return (*self.bodies, *(heel.body for heel in self.heels), self.end)


def chains_of(following: Following, bodies: Sequence[str]) -> dict[Chain, str]:
    """First body that moves with the last bone of each active chain, without chains that only move other targets."""
    found: dict[Chain, str] = {}
    for body in bodies:
        line = following.followed(body)
        for bone in sorted(line):
            for chain in following.chains[bone]:
                if chain.links[0] in line:
                    found.setdefault(chain, body)
    ahead = {name for chain in found for name in following.posed_by(*chain.goal)}
    return {chain: body for chain, body in found.items() if chain.links[0] not in ahead}


def finding_limb(
    rehearsal: Rehearsal,
    following: Following,
    handles: Sequence[Handle],
    chain: Chain,
    last: str,
    carriers: Mapping[str, str | None],
) -> Work[ControlChain | None]:
    """Finds the controls of a chain, testing a pose per step; None if no control moves its end.

    Args:
        rehearsal: with the chain active.
        following: of the rehearsal.
        handles: its controls.
        chain: of inverse kinematics.
        last: the first body that moves with its last bone.
        carriers: bone of the parent body for each body's bone.
    """
    carrying = following.followed(*chain.base)
    leads = following.posed_by(*chain.goal) - carrying
    leading = sorted(
        (each for each in handles if each.name in leads), key=lambda each: len(following.posed_by(each.name))
    )
    target = next((each for each in leading if all(each.moves)), None)
    if target is None:
        return None
    heels = yield from finding_heels(
        rehearsal, leading, tuple(dict.fromkeys([*carriers, *rehearsal.deforming]))
    )
    turned = {heel.body for heel in heels}
    end = (
        (yield from _finding_end(rehearsal, following, target, carriers, turned))
        or (yield from _finding_end(rehearsal, following, target, rehearsal.deforming, turned))
        or last
    )
    toward = following.followed(*chain.pole) - carrying
    poles = [each for each in handles if each.name in toward and all(each.moves) and each != target]
    pole = max(poles, key=lambda each: len(following.followed(each.name)), default=None)
    bodies = _line(last, carriers)[: len(chain.links)]
    bend = None if pole is not None else _bend(rehearsal, following, handles, chain, bodies, carriers)
    return ControlChain(
        links=chain.links,
        bodies=bodies,
        end=end,
        target=target,
        heels=tuple(heel for heel in heels if heel.body != end),
        pole=pole,
        bend=bend,
        followed=frozenset(following.followed(end)),
        ahead=tuple(
            link
            for name in sorted(following.posed_by(*chain.goal))
            for other in following.chains[name]
            if other != chain
            for link in other.links
        ),
    )


def finding_toes(
    rehearsal: Rehearsal, limb: ControlChain, handles: Sequence[Handle], carriers: Mapping[str, str | None]
) -> Work[ControlChain]:
    """Adds controls that rotate children of the end to a limb, testing a pose per step."""
    carried = [name for name in carriers if name not in limb.posed and limb.end in _line(name, carriers)]
    if not carried:
        return limb
    turning = [each for each in handles if all(each.turns) and each not in limb.handles]
    toes = yield from finding_turned(rehearsal, turning, carried)
    return replace(limb, heels=(*limb.heels, *toes))


def _line(body: str, carriers: Mapping[str, str | None]) -> tuple[str, ...]:
    """A body and its parents, from it upward."""
    above = carriers[body]
    return (body,) if above is None else (body, *_line(above, carriers))


def _bend(
    rehearsal: Rehearsal,
    following: Following,
    handles: Sequence[Handle],
    chain: Chain,
    bodies: Sequence[str],
    carriers: Mapping[str, str | None],
) -> Handle | None:
    """The control at the chain's first bone or its parent, if it moves only the limb."""
    first = rehearsal.object.pose.bones[chain.links[-1]]
    above = [first.name, *(bone.name for bone in first.parent_recursive)]
    turning = {each.name: each for each in handles if any(each.turns)}
    bend = next((turning[name] for name in above if name in turning), None)
    others = [body for body in carriers if not {*_line(body, carriers)} & {*bodies}]
    carries = bend is not None and any(bend.name in following.followed(body) for body in others)
    return None if carries else bend


def _finding_end(
    rehearsal: Rehearsal,
    following: Following,
    target: Handle,
    bones: Iterable[str],
    turned: Collection[str],
) -> Work[str]:
    """The first bone that moves rigidly with a target, preferably not rotated by a heel; may be empty."""
    going = [name for name in bones if target.name in following.followed(name)]
    if not going:
        return ""
    response = (yield from measuring_responses(rehearsal, [target], going))[target.name]
    is_one = moves_rigidly(response, rehearsal.matrices(going)[:, :3, 3])
    found = [name for name, is_so in zip(going, is_one.tolist(), strict=True) if is_so]
    return next((name for name in found if name not in turned), found[0] if found else "")
