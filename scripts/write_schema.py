"""Write the JSON Schema of a job anew after its fields have changed; a test compares the two."""

import json
import sys

from scripts.environment import ROOT
from solver.problem.job import Job
from solver.record import json_schema

PLACE = ROOT / "solver" / "problem" / "job.schema.json"


def main() -> int:
    """Replace the file."""
    PLACE.write_text(schema_text(), encoding="utf-8")
    print(f"wrote {PLACE.relative_to(ROOT)}")
    return 0


def schema_text() -> str:
    """The whole file."""
    return json.dumps(json_schema(Job), indent=1) + "\n"


if __name__ == "__main__":
    sys.exit(main())
