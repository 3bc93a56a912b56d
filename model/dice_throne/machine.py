"""Dice Throne as a machine: with the heroes of a content pack, or with open content."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from dicelaw.model.content.look import Look, closed
from dicelaw.model.dice_throne.language import Pack
from dicelaw.model.dice_throne.modes import DUEL, Mode, usual_mode
from dicelaw.model.dice_throne.readings import OPEN_POINTS, SEVERAL_POINTS
from dicelaw.model.dice_throne.resolution.actions import add_acts, add_answer, add_returns
from dicelaw.model.dice_throne.resolution.conclusion import add_conclusion
from dicelaw.model.dice_throne.rules import Rules, Writes
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import (
    ABILITY_ROLL,
    ACTION_ROLL,
    CP_START,
    DICE,
    FRAMES,
    HEALTH_ABOVE,
    IN_PLAY,
    NO_ROLL,
    PHASE_ROLLS,
)
from dicelaw.model.dice_throne.state.rows import Content
from dicelaw.model.dice_throne.tables.narrow import narrowed, representatives
from dicelaw.model.dice_throne.tables.open_content import LONGEST, TOKENS_TOP, OpenContent
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.dice_throne.timing.defense import add_defense
from dicelaw.model.dice_throne.timing.offense import add_offense
from dicelaw.model.dice_throne.timing.turn import (
    add_discard,
    add_income,
    add_main,
    add_setup,
    add_turn_end,
    add_upkeep,
)
from dicelaw.model.dice_throne.words import cards as words_cards
from dicelaw.model.dice_throne.words import damage as words_damage
from dicelaw.model.dice_throne.words import dice as words_dice
from dicelaw.model.dice_throne.words import players as words_players
from dicelaw.model.dice_throne.words import tokens as words_tokens
from dicelaw.model.dice_throne.words import words
from dicelaw.model.kernel.definitions import Noted
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, where
from dicelaw.model.kernel.graph import TimingGraph, alive
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.pools import Pool, Pools
from dicelaw.model.kernel.seats import Seats
from dicelaw.model.kernel.state import Field
from dicelaw.model.open_points import OpenPoint, chosen
from dicelaw.model.parts import Answers, Parts


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
    mode: Mode | None = None,
    parts: Parts | None = None,
) -> DuelMachine:
    """A game of heroes of ``pack``, from set-up on, in which tables of content are read by ``look``.

    ``heroes`` are in the order of turns; two of them play a duel, more King of the Hill, unless ``mode`` says
    how. It knows the status effects that these heroes can bring about, and those in ``also``. Parts of the
    same game are taken from ``parts`` where ``readings`` leave them as they are. Raises KeyError for an
    unknown hero or status effect, and ValueError for a number of heroes that cannot play so.
    """
    mode = mode or usual_mode(heroes)
    seats = mode.seats(len(heroes))
    statuses, duellists = narrowed(pack, heroes, also, several=not seats.duel)

    def content() -> Content:
        return TableContent(statuses, duellists, [*pack.companions.values()], look)

    made = _rules(content, readings, mode, seats, parts)
    d = made.duel
    start: dict[Field, int] = {}
    for seat, hero in enumerate(duellists):
        start[d.library[seat]] = len(hero.cards)
        for kind, limit in hero.limits:
            start[d.raised[seat * d.kinds + kind - 1]] = max(limit - statuses[kind].limit, 0)
        start[d.companion[seat]] = hero.companion
        start[d.companion_up[seat]] = start[d.has_companion[seat]] = int(hero.companion > 0)
        if d.zone is not None:
            for card in range(len(hero.cards), made.content.deck):
                start[d.zone[seat * made.content.deck + card]] = IN_PLAY
    labels = _told_apart([pack.heroes[name].name for name in heroes])
    sides = (" and ".join(heroes[seat] for seat in seats.members(side)) for side in seats.side_numbers)
    return _finish(made, start, (), labels, " against ".join(sides), known_rules)


def _told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """``names``, those that are there several times with a number."""
    return tuple(
        f"{name} ({names[: place + 1].count(name)})" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    )


def open_duel(
    pack: Pack,
    readings: Mapping[str, str] | None = None,
    known_rules: frozenset[str] | None = None,
    mode: Mode = DUEL,
    count: int = 2,
    parts: Parts | None = None,
) -> DuelMachine:
    """A game with open content: any cards, abilities and token uses, any hands, decks and companions.

    It is a duel, unless ``mode`` and the ``count`` of seats say otherwise. ``parts`` as for :func:`duel`.
    """
    seats = mode.seats(count)
    made = _rules(lambda: OpenContent(representatives(pack.statuses)), readings, mode, seats, parts)
    d = made.duel
    start = {cell: value for array, value in ((d.library, 8), (d.has_companion, 1)) for cell in array}
    start |= {cell: value for array, value in ((d.companion, 5), (d.companion_up, 1)) for cell in array}
    given = (*d.health, *d.cp, *d.tokens, *d.library, *d.has_companion, *d.companion, *d.companion_up)
    possible = all_of(
        *(health >= 1 for health in d.health),
        *(
            d.tokens[d.place(seat, kind)] <= d.limit(seat, kind)
            for seat in seats.numbers
            for kind in range(1, d.kinds + 1)
        ),
    )
    bounds = f"{FRAMES - 1} actions deep, programs of {LONGEST} steps, {TOKENS_TOP} tokens a use"
    scope = f"any content, health, tokens and combat points ({bounds})"
    if mode is not DUEL:
        scope = f"{mode.title} of {count}, {scope}"
    names = tuple(f"player {name}" for name in seats)
    return _finish(made, start, given, names, scope, known_rules, possible)


def open_points(mode: Mode) -> tuple[OpenPoint, ...]:
    """What the text leaves open for ``mode``."""
    return OPEN_POINTS if mode is DUEL else (*OPEN_POINTS, *SEVERAL_POINTS)


def _rules(
    content: Callable[[], Content],
    readings: Mapping[str, str] | None,
    mode: Mode,
    seats: Seats,
    parts: Parts | None,
) -> Rules:
    answers = Answers(chosen(open_points(mode), readings or {}))
    parts = Parts() if parts is None else parts
    d, of_cards, defined = parts.made("state", answers, lambda: _state(content(), answers, mode, seats))
    d.definitions.log[:] = defined
    made = Rules(d, TimingGraph(), of_cards, answers, parts, mode)

    def part(add: Callable[..., object], *given: object) -> None:
        made.once(f"{add.__module__} {add.__name__} {given}", lambda: add(made, *given))

    part(add_setup)
    part(add_upkeep)
    part(add_income)
    part(add_main, 1, "offense/begin")
    part(add_offense)
    part(add_defense)
    part(add_conclusion)
    part(add_main, 2, "discard")
    part(add_discard)
    part(add_turn_end)
    for id, says in (
        ("resolve/then", "an effect has reached a then"),
        ("resolve/dice", "dice rolled for an effect lie on the table"),
        ("interrupt", "an action may be interrupted before it takes effect"),
    ):
        part(_add_window, id, says)
    part(add_answer)
    add_returns(made)  # to the windows that there are by now
    for module in (words, words_players, words_damage, words_tokens, words_cards, words_dice):
        part(module.add)
    return made


def _state(
    content: Content, answers: Answers, mode: Mode, seats: Seats
) -> tuple[Duel, Content, Sequence[Noted]]:
    """The state of a game, the content that it is for, and what is defined of it before any rule is."""
    health = mode.starting_health(len(seats), answers.get("koth-health", ""))
    # Only asked for where it makes a difference: other games share all of this, whatever the answer is.
    weakened = any(status.attack_minus and not status.minus_once for status in content.statuses)
    d = Duel(
        content.statuses,
        content.deck,
        content.pc_top,
        content.actions,
        content.abilities,
        content.triggers,
        weakens_collateral=not (weakened and answers["wither-collateral"] == "kept"),
        look=content.look,
        seats=seats,
        health_most=health + HEALTH_ABOVE,
    )
    return d, content, tuple(d.definitions.log)


def _add_window(rules: Rules, id: str, says: str) -> None:
    """A window in which the resolution of an effect or of an action waits."""
    d = rules.duel
    read: Writes = {d.live: where(d.depth == 0, NO_ROLL, d.live)}
    add_acts(rules, rules.window(id, says, "resolve/next", read if id == "resolve/dice" else {}))


def _finish(
    made: Rules,
    start: Mapping[Field, int],
    given: Sequence[Field],
    names: Sequence[str],
    scope: str,
    known_rules: frozenset[str] | None,
    given_holds: Expr = TRUE,
) -> DuelMachine:
    d = made.duel
    begin: dict[Field, int] = dict.fromkeys(d.health, d.health_most - HEALTH_ABOVE)
    begin |= dict.fromkeys(d.cp, CP_START)
    begin |= {d.first_turn: 1, **start}
    machine = build(
        "dice-throne",
        d.declaration,
        alive(made.timing, "setup"),
        start_at="setup",
        start=begin,
        seats=d.seats.named(names),
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
    """The dice of each roll; for an effect, where it is no roll-off, in which each player has a die."""
    rolls = [(number, roll, None) for number, roll in PHASE_ROLLS.values()]
    effects = [
        (2 + which, roll, d.versus[which].place) for which, roll in enumerate((ABILITY_ROLL, ACTION_ROLL))
    ]
    return Pools(
        tuple(
            Pool(
                tuple(d.dice[number * DICE + place].place for place in range(DICE)),
                d.pending.place,
                d.live.place,
                roll,
                unlike,
            )
            for number, roll, unlike in [*rolls, *effects]
        )
    )
