"""Whom a word means: the player, or one of several opponents, whom its program's owner chooses."""

from __future__ import annotations

from dicelaw.model.dice_throne.language import DamageType, Op, Who
from dicelaw.model.dice_throne.resolution.leaders import brings_card
from dicelaw.model.dice_throne.rules import Rules, Writes
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import ACTIVATION, NO_ROLL, NOTHING
from dicelaw.model.dice_throne.words.running import (
    HERE,
    Running,
    lacks_opponent,
    naming,
    nobody,
    pickable,
    settled,
)
from dicelaw.model.dice_throne.words.words import word
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, negate, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind, rules_where


def add(rules: Rules) -> None:
    """The choice of a player, and with several opponents the choice of one of them; and AIM."""
    _add_player(rules)
    _add_aim(rules)
    if not rules.duel.seats.duel:
        _add_opponent(rules)


def _add_player(rules: Rules) -> None:
    """The player whom an instruction means is asked for each time."""
    d = rules.duel
    run = Running.of(rules)
    rules.timing.add(
        "resolve/ask-player",
        HERE,
        "resolve/choose-player",
        Agent.RULES,
        "ask for the player who is meant",
        choices=run.row.choices,
        requires=[
            (all_of(naming(rules, run), run.row.applies, negate(settled(rules, run))), "def/chosen-player"),
            *([] if d.seats.duel else [(negate(nobody(rules, run)), "def/chosen-player")]),
            *([] if d.seats.duel else [(negate(lacks_opponent(rules, run)), "def/chosen-opponent")]),
        ],
    )
    rules.timing.point("resolve/choose-player", Kind.DECISION, "a player is to be chosen")
    player = Choice("player", 0, len(d.seats) - 1, d.seats.names)
    owner = d.owner[d.top]
    run = Running.of(rules)
    more = () if d.seats.duel else run.row.choices
    rules.timing.add(
        "resolve/choose-player/pick",
        "resolve/choose-player",
        HERE,
        owner,
        "choose player {player}",
        choices=[player, *more],
        requires=[*rules.free(owner), *pickable(rules, run, player)],
        effect=_picked(d, player),
        cites=_of_whom(rules, run),
    )
    rules.timing.add(
        "resolve/choose-player/silent",
        "resolve/choose-player",
        HERE,
        Agent.RULES,
        "choose nobody else, since its owner may not act",
        choices=list(more),
        requires=[(rules.barred(owner), "status/stun/no-actions")],
        effect=_picked(d, _first(rules, run)),
    )


def _add_aim(rules: Rules) -> None:
    """AIM: with the only opponent there is nothing to aim; on a hill, to attack a Leader brings a card."""
    d, run = rules.duel, Running.of(rules)
    if d.seats.duel:
        word(rules, Op.AIM, "the ability is aimed", {}, run)
        return
    effect: Writes = {d.target: run.target + 1}
    cites = ["def/defender"]
    target = HERE
    if not rules.mode.die:
        bonus = all_of(d.is_attack, brings_card(rules, run.target))
        effect |= {d.drawing: d.attacker, d.draws: where(bonus, 1, 0)}
        cites += rules_where({"koth/leader-bonus-card": bonus, "koth/bonus-timing": bonus})
        target = "draw"
    word(rules, Op.AIM, "the ability is aimed", effect, run, target=target, cites=(*cites,))


def _of_whom(rules: Rules, run: Running) -> tuple[str, ...]:
    """The rule about whom the word that the instruction names a player by may mean."""
    if rules.duel.seats.duel:
        return ("def/chosen-player",)
    opponent = any_of(*(run.row.who == who for who in (Who.CHOSEN_OPPONENT, Who.ANOTHER_OPPONENT)))
    return rules_where({"def/chosen-opponent": opponent, "def/chosen-player": negate(opponent)})


def _picked(d: Duel, player: Expr) -> Writes:
    """The effect of picking ``player``, whom later words of the action may mean again, or leave out."""
    if d.seats.duel:
        return {d.chosen: player + 1}
    return {d.chosen: player + 1, d.named[d.top]: player + 1, d.has_met(player): 1}


def _first(rules: Rules, run: Running) -> Expr:
    """The first player, from the owner on in the order of turns, who can be picked; else the owner."""
    d, owner = rules.duel, run.owner
    found: Expr = owner
    for places in () if d.seats.duel else reversed(range(len(d.seats))):
        seat = d.seats.next(owner, places)
        found = where(all_of(*(holds for holds, _ in pickable(rules, run, seat))), seat, found)
    return found


def _add_opponent(rules: Rules) -> None:
    """Which opponent an action is about is asked once, when its program first speaks of one.

    An ability speaks of its target: what is left of it waits until that is known.
    """
    d, timing = rules.duel, rules.timing
    run = Running.of(rules)
    rule, owner = "def/chosen-opponent", d.owner[d.top]
    awaits = all_of(d.top == 0, d.program == ACTIVATION)
    timing.add(
        "resolve/ask-opponent", HERE, "resolve/choose-opponent", Agent.RULES,
        "ask for the opponent who is meant", choices=run.row.choices,
        requires=[(lacks_opponent(rules, run), rule), (negate(awaits), rule)],
    )  # fmt: skip
    printed = where(d.ultimate == 1, DamageType.ULTIMATE, rules.content.damage_type(d.announced, run.row.arg))
    attack = all_of(d.kind == DamageType.NONE, rules.content.attacks(d.announced) == 1)
    timing.add(
        "resolve/await-target", HERE, "offense/end", Agent.RULES,
        "go on with the ability when its target is known", choices=run.row.choices,
        requires=[(lacks_opponent(rules, run), rule), (awaits, "targeting/several-opponents-required")],
        effect={
            d.program: NOTHING, d.live: NO_ROLL, d.kind: where(attack, printed, d.kind), **rules.opening()
        },
        cites=["def/defender"],
    )  # fmt: skip
    timing.point("resolve/choose-opponent", Kind.DECISION, "an opponent is to be chosen")
    player = Choice("player", 0, len(d.seats) - 1, d.seats.names)
    timing.add(
        "resolve/choose-opponent/pick", "resolve/choose-opponent", HERE, owner, "choose opponent {player}",
        choices=[player],
        requires=[
            *rules.free(owner), (d.opposed(player, owner), rule), (d.plays(player), "health/zero-is-defeat")
        ],
        effect={d.rival[d.top]: player + 1}, cites=[rule],
    )  # fmt: skip
    timing.add(
        "resolve/choose-opponent/silent", "resolve/choose-opponent", HERE, Agent.RULES,
        "take the next opponent in turn order, since its owner may not act",
        requires=[(rules.barred(owner), "status/stun/no-actions")],
        effect={d.rival[d.top]: d.next_opponent(owner) + 1},
    )  # fmt: skip
