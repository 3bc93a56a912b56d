"""Write what is made of the formats and of the words of effects: JSON schemas, and a table of a page.

Usage: python scripts/record_schema.py
"""

import json
from pathlib import Path

from dicelaw.checker.files import write_whole
from dicelaw.model.dice_conquest.schema import content_schema as conquest
from dicelaw.model.dice_conquest.vocabulary import CONDITIONS, WORDS
from dicelaw.model.dice_conquest.wording import PLACES, POINTS
from dicelaw.model.dice_masters.schema import content_schema as masters
from dicelaw.model.dice_throne.schema import content_schema as throne
from dicelaw.model.effects.made import conditions_table, table
from dicelaw.oracle.formats import schema

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "dice_conquest.md"
BEGIN = "<!-- words: written by scripts/record_schema.py -->\n"
END = "<!-- end of words -->\n"
SCHEMAS = {
    ROOT / "oracle" / "schema.json": schema,
    ROOT / "model" / "dice_conquest" / "content" / "schema.json": conquest,
    ROOT / "model" / "dice_masters" / "content" / "schema.json": masters,
    ROOT / "model" / "dice_throne" / "content" / "schema.json": throne,
}


def main() -> None:
    """Write the schemas and the table."""
    for place, made in SCHEMAS.items():
        write_whole(place, json.dumps(made(), indent=2) + "\n")
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    tables = f"{table(WORDS, PLACES, POINTS)}\n{conditions_table(CONDITIONS)}"
    write_whole(PAGE, f"{before}{BEGIN}\n{tables}\n{END}{rest.partition(END)[2]}")


if __name__ == "__main__":
    main()
