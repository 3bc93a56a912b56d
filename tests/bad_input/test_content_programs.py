"""Mistakes in what runs by itself, in what an action wants, in named blocks and in stack limits."""

import pytest
from content_problems import only_problem

from dicelaw.model.dice_throne.loader import load_pack

STATUS = """\
source: mine
blocks:
  calm: [heal 1]
statuses:
  - id: dizzy
    name: Dizzy
    sign: negative
    limit: 2
    expires: turn
    spares: paladin
    triggers:
      - at: upkeep
        each: true
        effect: [roll 1 die, lose dizzy if 6]
    spend:
      - id: shake-off
        name: Shake off
        have: exactly 1 dizzy
        once: shaken
        dice_of: dizzy
        effect: [do: calm]
  - {id: shaken, name: Shaken, sign: mark, limit: 1}
"""
HERO = """\
source: mine
hero:
  id: scout
  name: Scout
  symbols: [bow, bow, bow, boot, boot, moon]
  slots: [shot, dodge, finale, camp]
  blocks:
    calm: [heal 1]
  limits: {chi: 6}
  offense:
    - {slot: shot, name: Shot, level: 1, needs: 3 bow, effect: [do: calm]}
    - {slot: finale, name: Finale, level: 1, needs: 5 moon, ultimate: true, effect: [damage 9 ultimate]}
  defense:
    - {slot: dodge, name: Dodge, level: 1, dice: 3, effect: [prevent 1 per boot]}
  passives:
    - {slot: camp, name: Camp, level: 1, at: upkeep, effect: [{do: calm, times: 2}]}
"""


@pytest.mark.parametrize("text", [STATUS, HERO], ids=["status", "hero"])
def test_the_samples_themselves_are_fine(tmp_path, text):
    (tmp_path / "mine.yaml").write_text(text)
    pack = load_pack([tmp_path])
    assert ("scout" in pack.heroes) == (text is HERO)
    assert ("dizzy" in {status.id for status in pack.statuses}) == (text is STATUS)


@pytest.mark.parametrize(
    ("text", "old", "new", "line", "field", "says"),
    [
        (STATUS, "expires: turn", "expires: round", 9, "statuses[0].expires", "unknown end"),
        (STATUS, "spares: paladin", "spares: 7", 10, "statuses[0].spares", "7 is not allowed"),
        (STATUS, "at: upkeep", "at: upkep", 12, "statuses[0].triggers[0].at", "did you mean `upkeep`?"),
        (STATUS, "- at: upkeep\n        each", "- each", 12, "statuses[0].triggers[0].at", "is missing"),
        (STATUS, "each: true", "each: 2", 13, "statuses[0].triggers[0].each", "allowed: true or false"),
        (STATUS, "lose dizzy if 6", "lose dizy", 14, "statuses[0].triggers[0].effect[1]", "mean 'dizzy'"),
        (STATUS, "exactly 1 dizzy", "1 dizzy or 2", 18, "statuses[0].spend[0].have",
         "'1 dizzy or 2' is not a number of tokens; allowed: `2 chi`, `exactly 1 chi`, `no chi`"),
        (STATUS, "exactly 1 dizzy", "no dizy", 18, "statuses[0].spend[0].have", "unknown status effect"),
        (STATUS, "once: shaken", "once: shakn", 19, "statuses[0].spend[0].once", "did you mean 'shaken'?"),
        (STATUS, "dice_of: dizzy", "dice_of: dice", 20, "statuses[0].spend[0].dice_of", "unknown status"),
        (STATUS, "do: calm", "do: clam", 21, "statuses[0].spend[0].effect[0].do", "did you mean 'calm'?"),
        (STATUS, "[do: calm]", "[damage 5]", 21, "statuses[0].spend[0].effect[0]", "is dealt with `deal`"),
        (STATUS, "[heal 1]", "[recoil 2]", 21, "statuses[0].spend[0].effect[0]", "received with `suffer`"),
        (STATUS, "lose dizzy if 6", "damage 1", 14, "statuses[0].triggers[0].effect[1]", "with `deal`"),
        (HERO, "{do: calm, times: 2}", "damage 2", 16, "hero.passives[0].effect[0]", "with `deal`"),
        (STATUS, "[heal 1]", "[heal]", 21, "statuses[0].spend[0].effect[0].do[0]", "'heal' is not an effect"),
        (STATUS, "limit: 2", "limit: 8", 8, "statuses[0].limit", "a whole number from 1 to 7"),
        (STATUS, "sign: mark", "sign: marks", 22, "statuses[1].sign", "companion, mark"),
        (STATUS, "have:", "tokens: 8\n        have:", 18, "statuses[0].spend[0].tokens", "0 to 7"),
        (HERO, "limits: {chi: 6}", "limits: {chi: 16}", 9, "hero.limits.chi", "allowed: 5 to 15"),
        (HERO, "limits: {chi: 6}", "limits: {chi: 4}", 9, "hero.limits.chi", "allowed: 5 to 15"),
        (HERO, "limits: {chi: 6}", "limits: {chi: six}", 9, "hero.limits.chi", "'six' is not a stack limit"),
        (HERO, "limits: {chi: 6}", "limits: {chu: 6}", 9, "hero.limits.chu", "did you mean 'chi'?"),
        (HERO, "limits: {chi: 6}", "limits: 6", 9, "hero.limits", "the stack limits of the hero"),
        (HERO, "blocks:\n    calm: [heal 1]", "blocks: calm", 7, "hero.blocks", "effect lines by name"),
        (HERO, "slot: camp", "slot: tent", 16, "hero.passives[0].slot", "unknown board space 'tent'"),
        (HERO, "at: upkeep", "at: dawn", 16, "hero.passives[0].at", "unknown moment 'dawn'"),
        (HERO, "times: 2", "times: 20", 16, "hero.passives[0].effect[0].times", "allowed: 1 to 9"),
        (HERO, "Camp, level: 1", "Camp, level: 4", 16, "hero.passives[0].level", "1, 2 or 3"),
    ],
)  # fmt: skip
def test_one_mistake_gives_one_problem_with_its_place(tmp_path, text, old, new, line, field, says):
    assert text.count(old) == 1
    found = only_problem(tmp_path, text.replace(old, new))
    assert found[:2] == (line, field)
    assert says in found[2]
