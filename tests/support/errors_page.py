"""Write docs/developer/errors.md: deliberately bad jobs and their messages, which a test checks.

.venv/bin/python -m tests.support.errors_page
"""

import sys

from scripts.environment import ROOT
from tests.support.bad_jobs import JOBS, sentences

PLACE = ROOT / "docs" / "developer" / "errors.md"

HEAD = """# Error Messages

Each row is a job that has no solution and the messages it gets, the most expensive violation first. `python -m
tests.support.errors_page` writes this table from `tests/support/bad_jobs.py`, and `tests/solver/test_sentences.py`
checks it. Some messages need no solve; the others come from softening the constraints and looking at what deviates.

The clip is then the closest attempt and takes the place of a solution: `animate` returns it, and `solve JOB --out
DIR` writes it to `DIR/clip.npz` and exits with 3. `clip.provenance.infeasible` is true, and each of
`clip.provenance.violations` has what is violated (`kind`), by what (`subject`), by how much (`amount`, `unit`), the
path of the constraint (`constraint`), where it is worst (`place.moment.frame`, `place.body`) and all the frames it
affects (`frames`). `solver/wording` puts them into words. `solve --store` keeps no attempts; stores keep those of
[parameter spaces](../artist/spaces.md) apart from their clips.

| job | message |
|---|---|
"""


def main() -> int:
    """Solve all and write the table; exit with 1 if a job is feasible after all."""
    rows, silent = [], []
    for name, bad in JOBS.items():
        said = sentences(bad.job())
        print(f"{name}: {'; '.join(said) or 'NOTHING'}", flush=True)
        rows.append(f"| {bad.asked} | {'<br>'.join(said)} |\n")
        silent += [] if said else [name]
    PLACE.parent.mkdir(exist_ok=True)
    PLACE.write_text(HEAD + "".join(rows), encoding="utf-8")
    print(f"wrote {PLACE.relative_to(ROOT)}")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
