"""JSON Schemas of content files: made from declarations, and every line of our packs fits them."""

import json
import re
from importlib import import_module
from importlib.resources import files

import pytest

from dicelaw.model.content.document import read
from dicelaw.model.dice_conquest import loader as quests
from dicelaw.model.dice_masters import loader as tables
from dicelaw.model.dice_masters.declared.forms import EXAMPLES
from dicelaw.model.dice_throne import loader as duels
from dicelaw.model.dice_throne.declared.vocabulary import FORMS
from dicelaw.oracle.cli import main

FAMILIES = ("dice_conquest", "dice_masters", "dice_throne")
HERO = "{{id: a, name: A, ability: {line}, critical: {{number: 1, effect: heal 1}}}}"
CHARACTER = (
    "{{id: a, name: A, cost: 2, type: fist, levels: [0 1 1, 0 1 1, 0 1 1], when: {{fielded: [{line}]}}}}"
)
CARD = "{{id: a, name: A, timing: main, cost: 0, effect: [{line}]}}"
LIMITS = [
    (quests, f"heroes: [{HERO}]", "heal 100", "amount 100 is not allowed; allowed: amount from 1 to 60",
     "heel 4", "heal 4"),
    (tables, f"cards: [{CHARACTER}]", "damage 100 to die",
     "amount 100 is not allowed; allowed: amount from 1 to 9", "damge 4 to dye", "damage 4 to die"),
    (duels, f"common: [{CARD}]", "deal 100", "'100' is more than can be said; allowed: 99 at most", "dael 4",
     "deal 4"),
]  # fmt: skip


def made(family):
    return import_module(f"dicelaw.model.{family}.schema").content_schema()


def own_files(family):
    folder = files(f"dicelaw.model.{family}") / "content"
    return [one for one in folder.iterdir() if one.name.endswith(".yaml")]


def fits(schema, value, whole):
    """Whether ``value`` fits ``schema``, as far as schemas of content use the draft."""
    if "$ref" in schema and not fits(whole["$defs"][schema["$ref"].rpartition("/")[2]], value, whole):
        return False
    kinds = {"string": str, "array": list, "object": dict, "boolean": bool, "null": type(None)}
    kind = schema.get("type")
    if kind == "integer" and (isinstance(value, bool) or not isinstance(value, int)):
        return False
    if kind in kinds and not isinstance(value, kinds[kind]):
        return False
    if "anyOf" in schema and not any(fits(one, value, whole) for one in schema["anyOf"]):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        return False
    if isinstance(value, int) and not schema.get("minimum", 0) <= value <= schema.get("maximum", value):
        return False
    if isinstance(value, list):
        return len(value) <= schema.get("maxItems", len(value)) and all(
            fits(schema.get("items", {}), one, whole) for one in value
        )
    if isinstance(value, dict):
        known, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        if set(schema.get("required", ())) - set(value) or (more is False and set(value) - set(known)):
            return False
        others = more if isinstance(more, dict) else {}
        return all(fits(known.get(name, others), one, whole) for name, one in value.items())
    return True


@pytest.mark.parametrize("family", FAMILIES)
def test_the_recorded_schema_is_the_one_that_is_made(family, capsys):
    text = (files(f"dicelaw.model.{family}") / "content" / "schema.json").read_text(encoding="utf-8")
    assert json.loads(text) == made(family), "run `make record RECORDFLAGS=generated`"
    assert main(["schema", "--content", family.replace("_", "-")]) == 0
    assert json.loads(capsys.readouterr().out) == made(family)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_content_file_of_ours_fits(family):
    whole, found = made(family), own_files(family)
    assert found
    for one in found:
        for edition in duels.EDITIONS if family == "dice_throne" else ("",):
            editions = duels.EDITIONS if edition else ()
            document = read(one.name, one.read_bytes(), edition, editions)
            assert fits(whole, document.data, whole), (one.name, edition)


def test_every_example_of_a_line_fits():
    step, line = made("dice_throne"), made("dice_masters")
    assert [one.example for one in FORMS if not fits(step["$defs"]["Step"], one.example, step)] == []
    assert [one for one in EXAMPLES if not fits(line["$defs"]["Line"], one, line)] == []
    for under in ("2 sword and flipped of rolled dice", "sum at most 6", "own 2 cp", "no face 6"):
        assert fits(step["$defs"]["Step"], f"draw 1 if {under}", step)
    for under in ("6 sword", "sum 100", "own 0 cp", "sword and"):
        assert not fits(step["$defs"]["Step"], f"draw 1 if {under}", step)
    assert fits(step["$defs"]["Step"], {"choose": ["draw 1", ["gain 1 cp", "then"]]}, step)


@pytest.mark.parametrize(("loader", "page", "beyond", "limit", "misspelt", "near"), LIMITS)
def test_a_limit_is_named_and_a_misspelt_line_gets_the_nearest(
    loader, page, beyond, limit, misspelt, near, tmp_path
):
    family = loader.__name__.split(".")[2]
    whole = made(family)
    for line, says in ((beyond, limit), (misspelt, f"did you mean `{near}`?")):
        text = f"source: mine\n{page.format(line=line)}\n"
        if family == "dice_conquest":
            text += "creatures: [{id: king, name: King, boss: true, health: 9, damage: 1}]\n"
        (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
        document = read("mine.yaml", text.encode())
        assert not fits(whole, document.data, whole)
        right = read("mine.yaml", text.replace(line, near).encode())
        assert fits(whole, right.data, whole)
        with pytest.raises(loader.ContentError) as error:
            loader.load_pack([document] if loader is tables else [tmp_path])
        assert says in "; ".join(one.says for one in error.value.problems)


def test_a_wrong_game_or_two_schemas_at_once_are_refused(capsys):
    assert main(["schema", "--content", "dice-thron"]) == 4
    assert "near: dice-throne" in capsys.readouterr().err
    assert main(["schema", "--content", "diceland"]) == 4
    assert main(["schema", "--content", "dice-masters@2018"]) == 0
    assert main(["schema", "Vector", "--content", "dice-throne"]) == 2
