"""The content that CONTRIBUTING.md shows can be loaded and played."""

import re
from pathlib import Path

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel

TEXT = (Path(__file__).resolve().parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_the_content_shown_makes_a_machine(tmp_path):
    (shown,) = re.findall(r"^```yaml\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    (tmp_path / "shown.yaml").write_text(shown, encoding="utf-8")
    pack = load_pack([tmp_path])
    assert "dazzled" in {status.id for status in pack.statuses}
    assert "scout/quick-draw" in {card.action.id for card in pack.heroes["scout"].cards}
    assert duel(pack, ("scout", "barbarian")).machine.transitions
