"""What is made of declarations: JSON Schemas, and the tables of pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
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
from dicelaw.model.dice_throne.declared.vocabulary import conditions_page as throne_conditions
from dicelaw.model.dice_throne.declared.vocabulary import page as throne_words
from dicelaw.model.dice_throne.schema import content_schema as throne
from dicelaw.model.effects.made import conditions_table, table
from dicelaw.model.effects.triggers import table as moments
from dicelaw.oracle.formats.formats import schema

ROOT = Path(__file__).parents[1]
Tables = Mapping[str, Callable[[], str]]
TABLES: Mapping[str, Tables] = {
    "dice_conquest.md": {
        "words": lambda: f"{table(WORDS, PLACES, POINTS)}\n{conditions_table(CONDITIONS)}",
        "fields": lambda: table(STANDING, CARDS, AT),
    },
    "effects.md": {
        "words of dice-throne": throne_words,
        "conditions of dice-throne": throne_conditions,
        "moments of dice-throne": lambda: moments(THRONE_MOMENTS),
        "words of dice-masters": masters_words,
        "moments of dice-masters": lambda: moments(MASTERS_MOMENTS),
    },
}
"""The pages of documentation with tables, by what stands before and after each."""
SCHEMAS: Mapping[str, Callable[[], object]] = {
    "oracle/schema.json": schema,
    "model/dice_conquest/content/schema.json": conquest,
    "model/dice_masters/content/schema.json": masters,
    "model/dice_throne/content/schema.json": throne,
}


def made() -> dict[Path, Callable[[Path], None]]:
    """What writes each file that is made of declarations."""
    schemas = {ROOT / name: partial(_write_schema, shape) for name, shape in SCHEMAS.items()}
    pages = {
        ROOT / "docs" / name: partial(_write_page, ROOT / "docs" / name, one) for name, one in TABLES.items()
    }
    return {**schemas, **pages}


def _write_schema(shape: Callable[[], object], place: Path) -> None:
    write_whole(place, json.dumps(shape(), indent=2) + "\n")


def _write_page(page: Path, tables: Tables, place: Path) -> None:
    write_whole(place, written(page.read_text(encoding="utf-8"), tables))


def written(page: str, tables: Tables) -> str:
    """``page`` with its ``tables`` made anew."""
    for title, one in tables.items():
        begin, end = f"<!-- {title}: written by make record -->\n", f"<!-- end of {title} -->\n"
        before, _, rest = page.partition(begin)
        page = f"{before}{begin}\n{one()}\n{end}{rest.partition(end)[2]}"
    return page
