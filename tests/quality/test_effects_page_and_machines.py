"""Words declare who decides of each, and which do something always, as the machines have it."""

from dicelaw.model.dice_masters.cards.cards import REACTIONS, Op
from dicelaw.model.dice_masters.declared.vocabulary import DECLARED
from dicelaw.model.dice_masters.loader import load_pack as load_cards
from dicelaw.model.dice_masters.machine import game, open_game
from dicelaw.model.dice_masters.zones.targets import OF_DICE
from dicelaw.model.dice_throne.declared.vocabulary import DECLARED as DUEL
from dicelaw.model.dice_throne.language import Op as DuelOp
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import open_duel
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.prose import phrase
from dicelaw.model.kernel.state import Cell

MACHINE = open_game("2018").machine
CLOSING = {Op.END}
"""What no line says."""
MADE = {Op.TOKEN}
"""What only a game has in which cards make tokens."""
JUDGED = "resolve/judge"


def words_of(node):
    """The words that a condition asks for of the step under way."""
    if node.op == "==" and isinstance(node.operands[0], Cell) and node.operands[0].name == "printed word":
        return {Op(node.operands[1].value)}
    parts = [words_of(part) for part in node.operands] if node.op in ("or", "and") else []
    return set().union(*parts) if node.op == "and" or all(parts) else set()


def decider(transition):
    if isinstance(transition.actor, Agent):
        return transition.actor.value
    return "opponent" if "opponent" in phrase(transition.actor) else "player"


def onward(machine, transition, seen=frozenset()):
    """Who decides ``transition`` and what comes of it until the step is done."""
    yield decider(transition)
    here = transition.target
    if here.startswith("resolve/") and here != JUDGED and here not in seen:
        for one in machine.transitions:
            if one.source == here:
                yield from onward(machine, one, seen | {here})


def column(deciders):
    seat = next((one for one in deciders if one in ("player", "opponent")), "rules")
    return seat + ", then chance" * ("chance" in deciders)


def test_who_decides_of_a_word_of_dice_masters_is_who_does_in_the_machine():
    found = {}
    for one in MACHINE.transitions:
        if one.source == "resolve":
            for op in set().union(*(words_of(requirement.holds) for requirement in one.requires)):
                found.setdefault(op, []).extend(onward(MACHINE, one))
    assert set(found) == set(Op) - CLOSING - MADE - REACTIONS
    page = {op: word.decided for op, word in DECLARED.items()}
    assert {op: column(deciders) for op, deciders in found.items()} == {op: page[op] for op in found}
    reacting = [one for one in MACHINE.transitions if one.source == "damage/react" and one.target == "pay"]
    assert {decider(one) for one in reacting} == {page[op] for op in REACTIONS} == {"player"}


def test_who_decides_of_tokens():
    machine = game(load_cards().teams["tokens"], "2018").machine
    (made,) = (one for one in machine.transitions if one.id == "resolve/token")
    assert decider(made) == DECLARED[Op.TOKEN].decided


def test_a_word_of_dice_masters_does_something_always_unless_its_step_is_passed_over():
    (skip,) = (one for one in MACHINE.transitions if one.id == "resolve/skip")
    nodes = [node for requirement in skip.requires for node in walk(requirement.holds)]
    asked = set().union(*(words_of(node) for node in nodes if node.op == "=="))
    passed_over = asked | set(OF_DICE) | MADE
    assert {op for op, word in DECLARED.items() if not word.does_if.startswith("always")} == passed_over


def test_a_word_of_dice_throne_does_something_always_unless_the_machine_asks_for_more():
    asking, seen = set(), set()
    for one in open_duel(load_pack()).machine.transitions:
        if one.source == "resolve/next" and one.requires[0].holds.op == "==":
            op = DuelOp(one.requires[0].holds.operands[1].value)
            seen.add(op)
            possible = [asked.holds for asked in one.requires[1:] if asked.rule == "def/ability"]
            asking |= {op for holds in possible if holds.op != "const"}
    assert seen == set(DuelOp)
    silent = {op for op, word in DUEL.items() if not word.lines}
    assert silent == {DuelOp.END, DuelOp.OR, DuelOp.SKIP}
    sometimes = {op for op, word in DUEL.items() if not word.does_if.startswith("always")}
    assert sometimes - silent == asking - silent
