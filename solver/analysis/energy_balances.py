"""Energy balances of clips: work of muscles, ground and impacts, as rows of a Markdown table."""

from collections.abc import Sequence

from ..clip.clip import Clip
from ..verify.report import GIVEN_SHARE

HEAD = """\
| clip | muscles + | muscles - | ground + | ground - | impacts - | change | unexplained | ground + / muscles + |
|---|---|---|---|---|---|---|---|---|"""


def balance_row(name: str, clip: Clip) -> str:
    """Energies of a clip [J], and the ground's work relative to the muscles' positive work."""
    e = clip.report.energy
    joules = (
        e.muscles_give,
        e.muscles_take,
        e.ground_gives,
        e.ground_takes,
        e.impacts_take,
        e.change,
        e.missing,
    )
    shown = " | ".join(
        f"{value:.1f}" if abs(value) >= 0.05 else f"{value:.0e}" if value else "0" for value in joules
    )
    return f"| {name} | {shown} | {clip.report.given_share:.0e} |"


def balances_summary(clips: Sequence[tuple[str, Clip]]) -> str:
    """Summary of all clips in one sentence."""
    if not clips:
        return "No clips."
    most = max(clip.report.given_share for _, clip in clips)
    given = sum(not clip.report.is_passive for _, clip in clips)
    unsolved = sum(not clip.provenance.solved for _, clip in clips)
    return (
        f"{len(clips)} clips, {unsolved} not solved. The ground gives at most {most:.0e} of the muscles' positive "
        f"work; more than {GIVEN_SHARE:g} of it in {given}."
    )
