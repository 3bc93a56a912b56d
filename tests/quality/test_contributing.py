"""The content that CONTRIBUTING.md shows can be loaded and played."""

import re
from pathlib import Path

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "content" / "scout" / "scout.yaml"
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```yaml\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_the_content_shown_is_the_example_and_makes_a_machine():
    shown, _ = SHOWN
    assert shown == EXAMPLE.read_text(encoding="utf-8")
    pack = load_pack([EXAMPLE.parent])
    assert "dazzled" in {status.id for status in pack.statuses}
    assert "scout/quick-draw" in {card.action.id for card in pack.heroes["scout"].cards}
    assert duel(pack, ("scout", "barbarian")).machine.transitions


def test_the_card_shown_can_be_played(tmp_path, run):
    own, file = tmp_path / "card.yaml", tmp_path / "scenario.yaml"
    own.write_text(SHOWN[1], encoding="utf-8")
    file.write_text(
        "{players: [{hero: barbarian, health: 10, cp: 3, hand: [pep-talk]}, {hero: paladin}],"
        " start: main-1, play: [1 plays pep-talk]}",
        encoding="utf-8",
    )
    code, out, _ = run("outcome", "dice-throne", file, "--content", own)
    assert code == 0
    assert "12 health, 2 CP" in out
