"""The content that CONTRIBUTING.md shows can be loaded and played."""

import re
from pathlib import Path

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "content" / "scout" / "scout.yaml"
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_the_content_shown_is_the_example_and_makes_a_machine():
    (shown,) = re.findall(r"^```yaml\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    assert shown == EXAMPLE.read_text(encoding="utf-8")
    pack = load_pack([EXAMPLE.parent])
    assert "dazzled" in {status.id for status in pack.statuses}
    assert "scout/quick-draw" in {card.action.id for card in pack.heroes["scout"].cards}
    assert duel(pack, ("scout", "barbarian")).machine.transitions
