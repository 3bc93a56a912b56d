"""docs/content.md has every field that a content file may have, and every condition of use."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from dicelaw.model.dice_masters import schema as masters
from dicelaw.model.dice_throne import schema as throne
from dicelaw.model.dice_throne.language.content import EXPIRES, SIGNS, When

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "content.md").read_text(encoding="utf-8")
EVERYWHERE = {"id", "name", "rules", "source", "alternatives"}
"""Fields of most entries, which the page has once."""


def told(title):
    """What the page has in code between the marks of this ``title``, and just before the first of them."""
    part = PAGE.partition(f"<!-- {title} -->")[2].partition(f"<!-- end of {title} -->")[0]
    return set(re.findall(r"`([^`]+)`", part))


@pytest.mark.parametrize(
    ("schema", "title"), [(throne, "fields of dice-throne"), (masters, "fields of dice-masters")]
)
def test_each_field_of_an_entry_is_on_the_page(schema, title):
    kinds = [kind for kind in vars(schema).values() if isinstance(kind, type) and issubclass(kind, BaseModel)]
    meant = {
        name for kind in kinds if kind.__name__ not in ("BaseModel", "Page") for name in kind.model_fields
    }
    assert meant - EVERYWHERE - told(title) == set()
    assert {*schema.Page.model_fields} - EVERYWHERE <= {*re.findall(r"`([^`]+)`", PAGE)}


def test_each_condition_of_use_is_on_the_page():
    assert told("conditions of use") == {one.name.lower().replace("_", "-") for one in When}


def test_each_sign_and_each_end_is_on_the_page():
    assert {*SIGNS, *filter(None, EXPIRES)} <= told("fields of dice-throne")
