"""Write the JSON schema of the formats into the package.

Usage: python scripts/record_schema.py
"""

import json
from pathlib import Path

from dicelaw.checker.files import write_whole
from dicelaw.oracle.formats import schema

PLACE = Path(__file__).parents[1] / "oracle" / "schema.json"


def main() -> None:
    """Write the schema."""
    write_whole(PLACE, json.dumps(schema(), indent=2) + "\n")


if __name__ == "__main__":
    main()
