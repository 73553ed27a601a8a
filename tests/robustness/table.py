"""Outcomes as a table in Markdown."""

from collections.abc import Sequence
from statistics import median

from tests.robustness.solve import Outcome


def table(outcomes: Sequence[Outcome]) -> str:
    """A row per kind, a row for all, and every failure with its reason."""
    rows = ["| kind | tasks | solved | judged | median s | median iterations |", "|---|---|---|---|---|---|"]
    kinds = dict.fromkeys(outcome.kind for outcome in outcomes)
    rows += [_row(kind, [outcome for outcome in outcomes if outcome.kind == kind]) for kind in kinds]
    rows.append(_row("**all**", outcomes))
    failures = [outcome for outcome in outcomes if not outcome.judged]
    if failures:
        rows += ["", "| failure | task | s | iterations | reason |", "|---|---|---|---|---|"]
        rows += [
            f"| {o.number} {o.kind} | {o.name} | {o.seconds:.0f} | {o.iterations} | {o.reason[:240]} |"
            for o in failures
        ]
    return "\n".join(rows)


def _row(name: str, outcomes: Sequence[Outcome]) -> str:
    solved, judged = sum(o.solved for o in outcomes), sum(o.judged for o in outcomes)
    seconds, iterations = median(o.seconds for o in outcomes), median(o.iterations for o in outcomes)
    return f"| {name} | {len(outcomes)} | {solved} | {judged} | {seconds:.1f} | {iterations:.0f} |"
