"""What is checked of content of the user's own: that open content covers it, and the duels of its heroes."""

from __future__ import annotations

from pathlib import Path

import pytest
from duels import WILD

from dicelaw.checker.dice_throne.coverage import coverage
from dicelaw.checker.dice_throne.own_content import covered, entries, of_entry, plays
from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.dice_throne.loader import load_pack

SCOUT = Path(__file__).resolve().parents[2] / "examples" / "content" / "scout"
FREE = "it costs nothing, and all that open content has costs something"
NAP = "{id: nap, name: Nap, slot: shot, level: 1, cost: 0, effect: [heal 1]}"


def changed(tmp_path: Path, old: str, new: str) -> Path:
    """A folder with the Scout in which ``old`` is ``new``."""
    text = (SCOUT / "scout.yaml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "scout.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("folder", [SCOUT, WILD], ids=["scout", "wild"])
def test_open_content_covers_the_made_up_heroes(folder):
    found = covered(folder)
    assert (found.verdict.outcome, found.unexpected) == (Outcome.PROVED, False)
    assert len(entries(folder)) == 1


@pytest.mark.parametrize(
    ("old", "new", "gap"),
    [
        ("set own die to 6", "reroll up to 16 own dice",
         "scout/steady-aim: reroll: base 16 is not among 0 to 15"),
        ("  cards:", f"  board: [{NAP}]\n  cards:", f"scout/nap: {FREE}"),
        ("needs: 3 moon", "needs: 1 bow + 1 boot + 1 moon + 1 bow + 1 boot",
         "scout/campfire 1: it needs 5 kinds of symbols; at most 4 are looked at"),
        ("  cards:", "  companion: {health: 5, max: 6, plus: 2}\n  cards:",
         "scout: companion: max 6; proofs are of companions with 7"),
    ],
)  # fmt: skip
def test_what_open_content_cannot_be_is_named(tmp_path, old, new, gap):
    folder = changed(tmp_path, old, new)
    assert coverage(load_pack([folder]), load_pack()).gaps == (gap,)
    assert covered(folder).verdict.outcome is Outcome.UNKNOWN


@pytest.mark.slow
def test_random_plays_say_what_they_used_and_prove_nothing():
    found = plays(load_pack([SCOUT]), "scout")
    assert (found.verdict.outcome, found.unexpected) == (Outcome.UNKNOWN, False)
    assert "of 28 entries were used" in found.verdict.evidence


def test_random_plays_show_a_number_that_is_too_large(tmp_path):
    pack = load_pack([changed(tmp_path, "damage 4, damage 2 if 4 bow", "damage 99, damage 99, damage 99")])
    found = plays(pack, "scout")
    assert (found.verdict.outcome, found.unexpected) == (Outcome.REFUTED, True)
    assert "printed would become 297, outside of 0..255" in found.verdict.evidence
    assert found.verdict.witness is not None


@pytest.mark.slow
def test_what_is_proved_of_our_heroes_is_proved_of_a_new_one():
    found = of_entry("dice-throne", SCOUT, "scout", Known())
    assert [one.id for one in found] == [
        "content/scout/play/instruction-due",
        "content/scout/model/in-domain",
        "content/scout/window/closes",
        "content/scout/effects/end",
        "content/scout/plays",
    ]
    assert not [one.id for one in found if one.unexpected]
