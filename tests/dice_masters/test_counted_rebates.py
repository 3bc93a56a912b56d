"""What the next purchase costs less may be counted, as every other amount."""

import pytest
from tables import done

from dicelaw.model.content.document import Document
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.loader import load_folder
from dicelaw.model.dice_masters.machine import game
from dicelaw.oracle.dice_masters.scenario import of_document, state_of
from dicelaw.oracle.games.session import Session

CARDS = """
source: a test
cards:
  - {id: crook, name: Crook, cost: 2, type: mask, maximum: 2, levels: [0 1 1, 0 1 1, 0 1 1],
     affiliations: [villain], source: a test}
  - {id: thug, name: Thug, cost: 2, type: mask, maximum: 2, levels: [0 1 1, 0 1 1, 0 1 1],
     affiliations: [villain], source: a test}
  - {id: fence, name: Fence, cost: 2, source: a test,
     globals: [{id: fence, cost: 1, does: [next purchase costs 2 less per active villain]}]}
teams:
  - {id: dealers, name: a test, first: {crook: 2, thug: 2}, second: {thug: 2}, basics: [fence]}
"""


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("field", "less"), [((), 0), (("crook/1",), 2), (("crook/1", "crook/2", "1/thug/1"), 4)]
)
def test_a_counted_rebate_is_for_each_active_card(tmp_path, edition, field, less):
    """Two dice of one card count once; without any active villain the purchase costs what is printed."""
    path = tmp_path / "dealers.yaml"
    path.write_text(CARDS, encoding="utf-8")
    made = game(load_folder(path).teams["dealers"], edition)
    die = "npc" if edition == "2016" else "sidekick"
    first = {"reserve": {f"1/{die}/1": "bolt"}, "field": dict.fromkeys(field, "level 1")}
    document = Document("setup", {"teams": "dealers", "players": [first, {}]})
    session = Session(made, state_of(of_document(document, f"dice-masters@{edition}"), made))
    done(session, "global fence", f"pay 1/{die}/1 1")
    assert session.reader.value(made.table.rebates[0], session.state) == less
