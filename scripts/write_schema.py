"""Update the JSON Schemas of jobs and parameter spaces after changes of fields; a test compares them."""

import json
import sys
from pathlib import Path

from scripts.environment import ROOT
from solver.job.job import Job
from solver.record import json_schema
from solver.space.parameter_space import ParameterSpace

SCHEMAS: dict[Path, type] = {
    ROOT / "solver" / "job" / "job.schema.json": Job,
    ROOT / "solver" / "space" / "space.schema.json": ParameterSpace,
}


def main() -> int:
    """Write the files."""
    for place, kind in SCHEMAS.items():
        place.write_text(schema_text(kind), encoding="utf-8")
        print(f"wrote {place.relative_to(ROOT)}")
    return 0


def schema_text(kind: type) -> str:
    """Content of a file."""
    return json.dumps(json_schema(kind), indent=1) + "\n"


if __name__ == "__main__":
    sys.exit(main())
