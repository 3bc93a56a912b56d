"""What is made of declarations: JSON Schemas, and the tables of pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from dicelaw.checker.files import write_whole

ROOT = Path(__file__).parents[1]
Tables = Mapping[str, Callable[[], str]]


def _by(module: str, name: str, *given: str) -> Callable[[], Any]:
    """What the function ``name`` of ``module`` gives of what else is called ``given``, as MODULE:NAME.

    Modules are loaded once it is asked for: a recording is made anew when one that it needs has changed.
    """

    def made() -> Any:
        parts = (one.split(":") for one in given)
        return getattr(_module(module), name)(*(getattr(_module(of), part) for of, part in parts))

    return made


def _module(name: str) -> Any:
    return import_module(f"dicelaw.model.{name}" if not name.startswith("oracle") else f"dicelaw.{name}")


def _conquest_words() -> str:
    words = _by(
        "effects.made", "table", "dice_conquest.vocabulary:WORDS", "dice_conquest.wording:PLACES",
        "dice_conquest.wording:POINTS",
    )  # fmt: skip
    return f"{words()}\n{_by('effects.made', 'conditions_table', 'dice_conquest.vocabulary:CONDITIONS')()}"


TABLES: Mapping[str, Tables] = {
    "dice_conquest.md": {
        "words": _conquest_words,
        "fields": _by(
            "effects.made", "table", *(f"dice_conquest.standing:{one}" for one in ("STANDING", "CARDS", "AT"))
        ),
    },
    "effects.md": {
        "words of dice-throne": _by("dice_throne.declared.vocabulary", "page"),
        "conditions of dice-throne": _by("dice_throne.declared.vocabulary", "conditions_page"),
        "moments of dice-throne": _by("effects.triggers", "table", "dice_throne.declared.moments:TRIGGERS"),
        "words of dice-masters": _by("dice_masters.declared.vocabulary", "page"),
        "moments of dice-masters": _by("effects.triggers", "table", "dice_masters.declared.moments:TRIGGERS"),
    },
}
"""The pages of documentation with tables, by what stands before and after each."""
SCHEMAS: Mapping[str, Callable[[], object]] = {
    "oracle/schema.json": _by("oracle.formats.formats", "schema"),
    **{
        f"model/{game}/content/schema.json": _by(f"{game}.schema", "content_schema")
        for game in ("dice_conquest", "dice_masters", "dice_throne")
    },
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
