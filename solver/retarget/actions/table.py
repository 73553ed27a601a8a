"""All actions by name; of several with one name, a creature plays the first that is made for it."""

from collections.abc import Callable, Mapping

from ..action import GeneralAction
from ..creature import Creature
from . import bodies, gaits, hands

_MAKERS: tuple[Callable[[], tuple[GeneralAction, ...]], ...] = (
    hands.wave, hands.clap, hands.pick, hands.eat, hands.point, hands.punch, hands.throw, hands.hand_over,
    hands.pass_on, hands.cheer, hands.scratch, hands.pound, hands.conduct,
    bodies.look, bodies.nod, bodies.shake, bodies.roar, bodies.dance, bodies.jump, bodies.bow, bodies.crouch,
    bodies.stretch, bodies.sniff, bodies.wag, bodies.stomp, bodies.kick, bodies.breathe, bodies.lean,
    gaits.walk, gaits.trot, gaits.limp, gaits.sneak, gaits.circle, gaits.parade,
)  # fmt: skip
ACTIONS: Mapping[str, tuple[GeneralAction, ...]] = {
    versions[0].name: versions for versions in (maker() for maker in _MAKERS)
}


def version_for(versions: tuple[GeneralAction, ...], creature: Creature) -> GeneralAction | None:
    """The first version that a creature can play; None if there is none."""
    return next((each for each in versions if not each.refusal(creature)), None)
