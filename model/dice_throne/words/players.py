"""Whom a word means: the player, or one of several opponents, whom its program's owner chooses."""

from __future__ import annotations

from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.dice_throne.words.words import HERE, NAMING, Running, is_word, lacks_opponent, settled
from dicelaw.model.kernel.expressions import all_of, any_of, negate
from dicelaw.model.kernel.graph import Agent, Choice, Kind


def add(rules: Rules) -> None:
    """The choice of a player, and with several opponents the choice of one of them."""
    _add_player(rules)
    if not rules.duel.seats.duel:
        _add_opponent(rules)


def _add_player(rules: Rules) -> None:
    """The player whom an instruction means is asked for each time."""
    d = rules.duel
    run = Running.of(rules)
    naming = any_of(*(is_word(rules, run, op) for op in sorted(NAMING)))
    rules.timing.add(
        "resolve/ask-player",
        HERE,
        "resolve/choose-player",
        Agent.RULES,
        "ask for the player who is meant",
        choices=run.row.choices,
        requires=[
            (all_of(naming, run.row.applies, negate(settled(run, d.chosen))), "def/chosen-player"),
        ],
    )
    rules.timing.point("resolve/choose-player", Kind.DECISION, "a player is to be chosen")
    player = Choice("player", 0, len(d.seats) - 1, d.seats.names)
    owner = d.owner[d.top]
    there = [] if d.seats.duel else [(d.plays(player), "health/zero-is-defeat")]
    rules.timing.add(
        "resolve/choose-player/pick",
        "resolve/choose-player",
        HERE,
        owner,
        "choose player {player}",
        choices=[player],
        requires=[*rules.free(owner), *there],
        effect={d.chosen: player + 1},
        cites=["def/chosen-player", "cards/named/not-this-time-any-player"],
    )
    rules.timing.add(
        "resolve/choose-player/silent",
        "resolve/choose-player",
        HERE,
        Agent.RULES,
        "choose nobody else, since its owner may not act",
        requires=[(rules.barred(owner), "status/stun/no-actions")],
        effect={d.chosen: owner + 1},
    )


def _add_opponent(rules: Rules) -> None:
    """Which opponent an action is about is asked once, when its program first speaks of one."""
    d, timing = rules.duel, rules.timing
    run = Running.of(rules)
    rule, owner = "def/chosen-opponent", d.owner[d.top]
    timing.add(
        "resolve/ask-opponent", HERE, "resolve/choose-opponent", Agent.RULES,
        "ask for the opponent who is meant", choices=run.row.choices,
        requires=[(lacks_opponent(rules, run), rule)],
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
