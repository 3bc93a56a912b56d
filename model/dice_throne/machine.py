"""The duel of Dice Throne as a machine: with the heroes of a content pack, or with open content."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dicelaw.model.content.look import Look, closed
from dicelaw.model.dice_throne import words, words_cards, words_damage, words_dice, words_tokens
from dicelaw.model.dice_throne.actions import add_acts, add_answer, add_returns
from dicelaw.model.dice_throne.conclusion import add_conclusion
from dicelaw.model.dice_throne.defense import add_defense
from dicelaw.model.dice_throne.duel import Duel
from dicelaw.model.dice_throne.duel_state import (
    CP_START,
    DICE,
    FRAMES,
    HEALTH_START,
    IN_PLAY,
    NO_ROLL,
    PHASE_ROLLS,
    SEATS,
)
from dicelaw.model.dice_throne.language import Pack
from dicelaw.model.dice_throne.narrow import narrowed, representatives
from dicelaw.model.dice_throne.offense import add_offense
from dicelaw.model.dice_throne.open_content import LONGEST, TOKENS_TOP, OpenContent
from dicelaw.model.dice_throne.readings import OPEN_POINTS
from dicelaw.model.dice_throne.rows import Content
from dicelaw.model.dice_throne.rules import Rules, Writes
from dicelaw.model.dice_throne.tables import TableContent
from dicelaw.model.dice_throne.turn import (
    add_discard,
    add_income,
    add_main,
    add_setup,
    add_turn_end,
    add_upkeep,
)
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, where
from dicelaw.model.kernel.graph import TimingGraph, alive
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.pools import Pool, Pools
from dicelaw.model.kernel.state import Field
from dicelaw.model.open_points import chosen


@dataclass(frozen=True, eq=False)
class DuelMachine:
    """A machine together with the names of its fields, its content and its rules."""

    machine: Machine
    duel: Duel
    content: Content
    rules: Rules


def duel(
    pack: Pack,
    heroes: Sequence[str] = ("barbarian", "paladin"),
    readings: Mapping[str, str] | None = None,
    known_rules: frozenset[str] | None = None,
    also: Iterable[str] = (),
    look: Look = closed,
) -> DuelMachine:
    """A duel between two heroes of ``pack``, from set-up on, in which tables of content are read by ``look``.

    It knows the status effects that these heroes can bring about, and those in ``also``. Raises KeyError
    for an unknown hero or status effect.
    """
    statuses, duellists = narrowed(pack, heroes, also)
    content = TableContent(statuses, duellists, [*pack.companions.values()], look)
    made = _rules(content, readings)
    d = made.duel
    start: dict[Field, int] = {}
    for seat, hero in enumerate(duellists):
        start[d.library[seat]] = len(hero.cards)
        for kind, limit in hero.limits:
            start[d.raised[seat * d.kinds + kind - 1]] = max(limit - statuses[kind].limit, 0)
        start[d.companion[seat]] = hero.companion
        start[d.companion_up[seat]] = start[d.has_companion[seat]] = int(hero.companion > 0)
        if d.zone is not None:
            for card in range(len(hero.cards), content.deck):
                start[d.zone[seat * content.deck + card]] = IN_PLAY
    labels = tuple(pack.heroes[name].name for name in heroes)
    if labels[0] == labels[1]:
        labels = (f"{labels[0]} (1)", f"{labels[1]} (2)")
    return _finish(made, start, (), labels, " against ".join(heroes), known_rules)


def open_duel(
    pack: Pack,
    readings: Mapping[str, str] | None = None,
    known_rules: frozenset[str] | None = None,
) -> DuelMachine:
    """A duel with open content: any cards, abilities and token uses, any hands, decks and companions."""
    made = _rules(OpenContent(representatives(pack.statuses)), readings)
    d = made.duel
    start = {cell: value for array, value in ((d.library, 8), (d.has_companion, 1)) for cell in array}
    start |= {cell: value for array, value in ((d.companion, 5), (d.companion_up, 1)) for cell in array}
    given = (*d.health, *d.cp, *d.tokens, *d.library, *d.has_companion, *d.companion, *d.companion_up)
    possible = all_of(
        *(health >= 1 for health in d.health),
        *(
            d.tokens[d.place(seat, kind)] <= d.limit(seat, kind)
            for seat in range(SEATS)
            for kind in range(1, d.kinds + 1)
        ),
    )
    bounds = f"{FRAMES - 1} actions deep, programs of {LONGEST} steps, {TOKENS_TOP} tokens a use"
    scope = f"any content, health, tokens and combat points ({bounds})"
    return _finish(made, start, given, ("player 1", "player 2"), scope, known_rules, possible)


def _rules(content: Content, readings: Mapping[str, str] | None) -> Rules:
    answers = chosen(OPEN_POINTS, readings or {})
    d = Duel(
        content.statuses,
        content.deck,
        content.pc_top,
        content.actions,
        content.abilities,
        content.triggers,
        weakens_collateral=answers["wither-collateral"] == "lowered",
        look=content.look,
    )
    made = Rules(d, TimingGraph(), content, answers)
    add_setup(made)
    add_upkeep(made)
    add_income(made)
    add_main(made, 1, "offense/begin")
    add_offense(made)
    add_defense(made)
    add_conclusion(made)
    add_main(made, 2, "discard")
    add_discard(made)
    add_turn_end(made)
    for id, says in (
        ("resolve/then", "an effect has reached a then"),
        ("resolve/dice", "dice rolled for an effect lie on the table"),
        ("interrupt", "an action may be interrupted before it takes effect"),
    ):
        read: Writes = {d.live: where(d.depth == 0, NO_ROLL, d.live)}
        add_acts(made, made.window(id, says, "resolve/next", read if id == "resolve/dice" else {}))
    add_answer(made)
    add_returns(made)
    for module in (words, words_damage, words_tokens, words_cards, words_dice):
        module.add(made)
    return made


def _finish(
    made: Rules,
    start: Mapping[Field, int],
    given: Sequence[Field],
    seats: tuple[str, ...],
    scope: str,
    known_rules: frozenset[str] | None,
    given_holds: Expr = TRUE,
) -> DuelMachine:
    d = made.duel
    begin = {d.health[seat]: HEALTH_START for seat in range(SEATS)}
    begin |= {d.cp[seat]: CP_START for seat in range(SEATS)}
    begin |= {d.first_turn: 1, **start}
    machine = build(
        "dice-throne",
        d.declaration,
        alive(made.timing, "setup"),
        start_at="setup",
        start=begin,
        seats=seats,
        known_rules=known_rules,
        profile="dice-throne",
        scope=scope,
        readings=made.readings,
        given=given,
        given_holds=given_holds,
        definitions=d.definitions.noted(),
        pools=_pools(d),
    )
    return DuelMachine(machine, d, made.content, made)


def _pools(d: Duel) -> Pools:
    """The dice of the offensive and of the defensive roll."""
    return Pools(
        tuple(
            Pool(
                tuple(d.die(number, place).args[0] for place in range(DICE)),
                d.pending.args[0],
                d.live.args[0],
                roll,
            )
            for number, roll in PHASE_ROLLS.values()
        )
    )
