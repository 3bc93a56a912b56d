"""Made-up content, much of it: nothing is refused, and every field that content can have is made up."""

from collections.abc import Iterator
from random import Random

import pytest

from dicelaw.model.games import game_of

pytestmark = pytest.mark.slow
WRITTEN = {
    "dice-throne": {
        "rules", "source", "alternatives", "unknown", "common", "companions", "statuses", "hero",
    },
    "dice-masters": {
        "rules", "source", "subtitle", "departs", "lacks_global", "teams", "life", "first", "second",
        "basics", "cards",
    },
    "dice-conquest": {"rules", "source", "made_up"},
}  # fmt: skip
"""What tells where content is from, and what is not part of a hero or a card."""
SEEDS = {"dice-throne": 60, "dice-masters": 400, "dice-conquest": 200}


def names(node) -> Iterator[str]:
    """The fields in ``node``."""
    if isinstance(node, dict):
        for name, part in node.items():
            yield name
            yield from names(part)
    elif isinstance(node, list):
        for part in node:
            yield from names(part)


@pytest.mark.parametrize("game", SEEDS)
def test_every_field_is_made_up_and_nothing_is_refused(game):
    part, schema = game_of(game).part("oracle", "made_up"), game_of(game).part("model", "schema")
    documents = [
        part.document("made-up-a", Random(f"{game}/{seed}"), first=seed % 2 == 0)
        for seed in range(SEEDS[game])
    ]
    assert not any(map(part.refused, documents[::2]))
    said = {name for document in documents for name in names(document)}
    kinds = [kind for kind in schema.content_schema()["$defs"].values() if "properties" in kind]
    assert {name for kind in kinds for name in kind["properties"]} - WRITTEN[game] <= said
