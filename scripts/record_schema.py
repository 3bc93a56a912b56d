"""Write what is made of the formats and of the words of effects: JSON schemas, and tables of pages.

Usage: python scripts/record_schema.py
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from dicelaw.checker.files import write_whole
from dicelaw.model.dice_conquest.schema import content_schema as conquest
from dicelaw.model.dice_conquest.standing import AT, CARDS, STANDING
from dicelaw.model.dice_conquest.vocabulary import CONDITIONS, WORDS
from dicelaw.model.dice_conquest.wording import PLACES, POINTS
from dicelaw.model.dice_masters.declared.moments import TRIGGERS as MASTERS_MOMENTS
from dicelaw.model.dice_masters.declared.vocabulary import page as masters_words
from dicelaw.model.dice_masters.schema import content_schema as masters
from dicelaw.model.dice_throne.declared.moments import TRIGGERS as THRONE_MOMENTS
from dicelaw.model.dice_throne.declared.vocabulary import page as throne_words
from dicelaw.model.dice_throne.schema import content_schema as throne
from dicelaw.model.effects.made import conditions_table, table
from dicelaw.model.effects.triggers import table as moments
from dicelaw.oracle.formats.formats import schema

ROOT = Path(__file__).parents[1]
TABLES = {
    "dice_conquest.md": {
        "words": lambda: f"{table(WORDS, PLACES, POINTS)}\n{conditions_table(CONDITIONS)}",
        "fields": lambda: table(STANDING, CARDS, AT),
    },
    "effects.md": {
        "words of dice-throne": throne_words,
        "moments of dice-throne": lambda: moments(THRONE_MOMENTS),
        "words of dice-masters": masters_words,
        "moments of dice-masters": lambda: moments(MASTERS_MOMENTS),
    },
}
"""The pages of documentation with tables, by what stands before and after each."""
SCHEMAS = {
    ROOT / "oracle" / "schema.json": schema,
    ROOT / "model" / "dice_conquest" / "content" / "schema.json": conquest,
    ROOT / "model" / "dice_masters" / "content" / "schema.json": masters,
    ROOT / "model" / "dice_throne" / "content" / "schema.json": throne,
}


def main() -> None:
    """Write the schemas and the tables."""
    for place, made in SCHEMAS.items():
        write_whole(place, json.dumps(made(), indent=2) + "\n")
    for name, tables in TABLES.items():
        place = ROOT / "docs" / name
        write_whole(place, written(place.read_text(encoding="utf-8"), tables))


def written(page: str, tables: Mapping[str, Callable[[], str]]) -> str:
    """``page`` with its ``tables`` made anew."""
    for title, made in tables.items():
        begin, end = f"<!-- {title}: written by scripts/record_schema.py -->\n", f"<!-- end of {title} -->\n"
        before, _, rest = page.partition(begin)
        page = f"{before}{begin}\n{made()}\n{end}{rest.partition(end)[2]}"
    return page


if __name__ == "__main__":
    main()
