"""The heroes that are drawn can be loaded and played."""

from hypothesis import given, settings

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.testing.content import ID, content


def test_a_hero_that_is_drawn_can_be_loaded_and_played(tmp_path):
    sizes = set()

    @settings(max_examples=12)
    @given(content())
    def run(text):
        (tmp_path / "hero.yaml").write_text(text, encoding="utf-8")
        pack = load_pack([tmp_path])
        sizes.add(len(pack.heroes[ID].offense))
        assert duel(pack, (ID, "barbarian")).machine.transitions

    run()
    assert len(sizes) > 1
