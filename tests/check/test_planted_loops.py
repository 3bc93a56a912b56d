"""Free loops of many kinds are found and played; a harmless design beside each is proved to have none."""

from __future__ import annotations

import pytest
from designs import HERO, action, mark, token, write

from dicelaw.checker.dice_throne.free_loops import without_cards
from dicelaw.checker.dice_throne.rounds import Rounds
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel

FREE = {
    "regained": ([token("focus", ["gain focus", "deal 5"])], []),
    "points and healing": ([token("focus", ["gain focus", "gain 1 cp", "heal 1"])], []),
    "points alone": ([token("focus", ["gain focus", "gain 1 cp"])], []),
    "two for one another": ([token("ebb", ["gain flow"]), token("flow", ["gain ebb", "heal 1"])], []),
    "three for two": (
        [
            token("ebb", {"tokens": 3, "effect": ["gain 2 flow"]}, limit=6),
            token("flow", ["gain 2 ebb"], limit=6),
        ],
        [],
    ),
    "bought back": ([token("coin", ["gain 2 cp", "deal 1"])], [action("mint", ["gain coin"], cost=2)]),
    "sold cards": ([], [action("peek", ["draw 1", "heal 1"], cost=1)]),
    "attack modifier": ([token("edge", {"when": ["modifier"], "effect": ["gain edge", "add 2"]})], []),
    "dice for nothing": ([], [action("fiddle", ["reroll own die"])]),
    "tokens of the other": ([token("dart", ["gain dart", "inflict poison"])], []),
    "more healed than hurt": ([token("focus", ["gain focus", "deal 1 to self", "heal 2"])], []),
    "a way among others": ([token("focus", [{"choose": ["draw 1", ["gain focus", "gain 1 cp"]]}])], []),
    "given up": (
        [token("scrap", limit=5)],
        [action("melt", ["pay up to 2 scrap", "gain 1 scrap per paid", "heal 1"])],
    ),
    "lost too late": ([token("focus", ["lose 1 focus", "gain focus", "deal 1"], limit=1)], []),
    "a mark that comes off": (
        [mark("used"), token("focus", {"once": "used", "effect": ["gain focus", "lose 1 used", "deal 1"]})],
        [],
    ),
    "a use that is spent": (
        [mark("other"), token("count", ["heal 1"])],
        [action("tick", ["deal 1"], once="count")],
    ),
    "two for a six in two": (
        [token("luck", ["roll 1 die", "gain 2 luck if 4-6", "deal 1"], limit=6)],
        [],
    ),
    "only in their own attack": (
        [
            token("ebb", {"when": ["own-offense"], "effect": ["gain flow"]}),
            token("flow", {"when": ["own-offense"], "effect": ["gain ebb", "heal 1"]}),
        ],
        [],
    ),
    "while there is none": (
        [token("shell", limit=1), token("egg", ["gain egg", "lose 1 shell"], limit=1)],
        [action("grow", ["gain shell", "deal 1"], have="no shell")],
    ),
}
HARMLESS = {
    "regained": ([token("focus", {"cp": 1, "effect": ["gain focus", "deal 5"]})], []),
    "points and healing": ([token("focus", ["gain 1 cp", "heal 1"])], []),
    "points alone": ([token("focus", {"cp": 1, "effect": ["gain focus", "gain 1 cp"]})], []),
    "two for one another": (
        [token("ebb", ["gain flow"]), token("flow", {"cp": 1, "effect": ["gain ebb", "heal 1"]})],
        [],
    ),
    "three for two": (
        [
            token("ebb", {"tokens": 3, "effect": ["gain 2 flow", "heal 1"]}, limit=6),
            token("flow", ["gain 1 ebb"], limit=6),
        ],
        [],
    ),
    "bought back": ([token("coin", ["gain 1 cp", "deal 1"])], [action("mint", ["gain coin"], cost=2)]),
    "sold cards": ([], [action("peek", ["draw 1", "heal 1"], cost=2)]),
    "attack modifier": ([token("edge", {"when": ["modifier"], "effect": ["add 2"]})], []),
    "dice for nothing": ([mark("fiddled")], [action("fiddle", ["reroll own die"], once="fiddled")]),
    "tokens of the other": ([token("dart", ["inflict poison"])], []),
    "more healed than hurt": ([token("focus", ["gain focus", "deal 2 to self", "heal 1", "gain 1 cp"])], []),
    "a way among others": ([token("focus", [{"choose": ["draw 1", "gain 1 cp"]}])], []),
    "given up": ([token("scrap", limit=5)], [action("melt", ["pay up to 2 scrap", "gain 1 cp per paid"])]),
    "lost too late": ([token("focus", ["gain focus", "lose 1 focus", "deal 1"], limit=1)], []),
    "a mark that comes off": (
        [mark("used"), token("focus", {"once": "used", "effect": ["gain focus", "deal 1"]})],
        [],
    ),
    "a use that is spent": ([mark("other"), token("count")], [action("tick", ["deal 1"], once="count")]),
    "two for a six in two": ([token("luck", ["roll 1 die", "gain 2 luck if 5-6", "deal 1"], limit=6)], []),
    "only in their own attack": (
        [
            token("ebb", {"when": ["own-main"], "effect": ["gain flow"]}),
            token("flow", {"when": ["own-offense"], "effect": ["gain ebb", "heal 1"]}),
        ],
        [],
    ),
    "while there is none": (
        [token("shell", limit=1)],
        [action("grow", ["gain shell", "deal 1"], have="no shell")],
    ),
    "stolen": ([token("hook", ["steal 1 cp", "gain hook"])], []),
    "from before this turn": (
        [token("calm", {"when": ["not-turn-gained"], "effect": ["gain calm", "heal 1"]})],
        [],
    ),
    "nothing gained": ([token("focus", ["gain focus"])], []),
    "avoided once": ([token("veil", {"when": ["incoming"], "effect": ["gain veil", "avoid"]})], []),
}


def _found(folder, design):
    statuses, board = design
    pack = load_pack([write(folder, *statuses, board=board).parent])
    return pack, without_cards(pack, HERO, [HERO])


@pytest.mark.parametrize("kind", FREE)
def test_a_planted_loop_is_played(tmp_path, kind):
    pack, found = _found(tmp_path, FREE[kind])
    assert found.verdict.outcome is Outcome.REFUTED, found.verdict.evidence
    machine = duel(pack, found.loop.heroes)
    reader, state = Rounds(machine).reader, machine.machine.start
    for move in found.verdict.witness.moves:
        state = reader.step(state, move)
    assert all(some > 0 for _, some in found.loop.gains)


@pytest.mark.parametrize("kind", HARMLESS)
def test_its_neighbour_is_proved(tmp_path, kind):
    _, found = _found(tmp_path, HARMLESS[kind])
    assert found.verdict.outcome is Outcome.PROVED, found.verdict.evidence
