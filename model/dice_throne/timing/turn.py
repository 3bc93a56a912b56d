"""Set-up, Upkeep, Income, the Main Phases, Discard, and the passing of the turn."""

from __future__ import annotations

from dataclasses import dataclass

from dicelaw.model.content.look import closed
from dicelaw.model.dice_throne.resolution.actions import add_acts
from dicelaw.model.dice_throne.resolution.conclusion import add_application
from dicelaw.model.dice_throne.resolution.triggers import add_due, noted
from dicelaw.model.dice_throne.rules import Demands, Rules, Writes, aging, expired
from dicelaw.model.dice_throne.state.duel_state import (
    CP_MAX,
    DECK,
    DISCARD,
    HAND,
    HAND_LIMIT,
    HAND_START,
    IN_PLAY,
    NOTHING,
    SLOTS,
)
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.dice_throne.words.words import put_away
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, at_least, at_most, implies, negate, where
from dicelaw.model.kernel.fragments.priority_window import Window
from dicelaw.model.kernel.graph import Agent, Choice, Kind, RuleByCase
from dicelaw.model.kernel.state import ArrayField

NTH = ("second", "third", "fourth", "fifth", "sixth")


def add_setup(rules: Rules) -> None:
    """The start player is found and both hands are dealt."""
    d, timing = rules.duel, rules.timing
    timing.point("setup", Kind.CHANCE, "the start player is found")
    player = Choice("player", 0, len(d.seats) - 1, d.seats.names)
    timing.add(
        "setup/start-player", "setup", "draw", Agent.CHANCE, "player {player} starts",
        choices=[player],
        effect={d.turn: player, d.drawing: 0, d.draws: HAND_START, **rules.enter("setup")},
        cites=[
            "setup/start-player-roll", "setup/shuffle-and-draw", *rules.mode.health_cites,
            "setup/starting-cp",
        ],
    )  # fmt: skip


def add_upkeep(rules: Rules) -> None:
    """Upkeep: its effects are collected, players may act, then all is applied at once."""
    d, timing = rules.duel, rules.timing
    timing.point("upkeep/begin", Kind.RULES, "a turn begins")
    mine, figures = d.companion[d.turn], rules.content.companion(d.turn)
    down = all_of(d.has_companion[d.turn] == 1, d.companion_up[d.turn] == 0)
    choices, due = noted(rules, "upkeep")
    marks = d.kinds_with(lambda status: status.sign == "mark")
    timing.add(
        "upkeep/begin/collect", "upkeep/begin", "upkeep", Agent.RULES,
        "collect the effects of the Upkeep Phase",
        choices=choices,
        effect={
            **rules.enter("upkeep"),
            **rules.opening(),
            **d.forget_damage(),
            **due,
            **aging(rules, d.turn, "turn"),
            **{d.tokens[d.place(seat, kind)]: 0 for seat in d.seats.numbers for kind in marks},
            d.tried: 0,
            d.offense_begun: 0,
            **dict.fromkeys(d.fresh, 0),
            mine: where(all_of(down, mine < figures.start), mine + 1, mine),
            d.companion_up[d.turn]: where(all_of(down, mine >= figures.start), 1, d.companion_up[d.turn]),
        },
        cites=[
            "turn/upkeep/resolve-maintenance", "status/burn/upkeep-damage", "status/poison/upkeep-damage",
            "nyra/recovery-flip-next-turn", "turn/phase-order",
        ],
    )  # fmt: skip
    add_due(
        rules, "upkeep", "effects of the Upkeep Phase are due",
        [("upkeep/due/done", "upkeep/end", TRUE, {})],
    )  # fmt: skip
    add_acts(rules, rules.window("upkeep", "the Upkeep Phase", "upkeep/due"))
    add_application(
        rules,
        "upkeep/end",
        "income",
        ["turn/upkeep/apply-together-at-end", "turn/upkeep/defeat-checked-at-end"],
        {**rules.enter("income"), **rules.opening()},
        "income/begin",
    )
    add_acts(rules, rules.window("income/begin", "the Income Phase is about to begin", "upkeep/end"))


def add_income(rules: Rules) -> None:
    """Income: 1 combat point and 1 card, unless it is skipped."""
    d, timing = rules.duel, rules.timing
    timing.point("income", Kind.RULES, "the Income Phase begins")
    concussed = d.has_trait(d.turn, lambda status: status.skips_income)
    first = d.first_turn == 1
    drawing: Writes = {d.drawing: d.turn, d.draws: 1}
    apart = rules.reads("income-steps", "apart")
    timing.add(
        "income/take", "income", "income/paid" if apart else "draw", Agent.RULES,
        "gain 1 combat point" if apart else "gain 1 combat point and draw a card",
        requires=[
            (negate(first), "income/start-player-skips"),
            (negate(concussed), "status/concussion/skip-income"),
        ],
        effect={
            **rules.enter("income"),
            d.cp[d.turn]: at_most(d.cp[d.turn] + 1, CP_MAX),
            **(rules.opening() if apart else drawing),
        },
        cites=["income/gain-cp", "income/draw-card", "income/no-gain-at-cap"],
    )  # fmt: skip
    if apart:
        add_acts(rules, rules.window("income/paid", "the combat point of Income is gained", "income/draw"))
        timing.point("income/draw", Kind.RULES, "the card of Income is due")
        timing.add(
            "income/draw/card", "income/draw", "draw", Agent.RULES, "draw a card", effect=drawing,
            cites=["income/draw-card"],
        )  # fmt: skip
    main = {**rules.enter("main-1"), **rules.opening()}
    timing.add(
        "income/skip-first", "income", "main-1", Agent.RULES, "skip the first Income Phase",
        requires=[(first, "income/start-player-skips")], effect=main,
    )  # fmt: skip
    kinds = d.kinds_with(lambda status: status.skips_income)
    timing.add(
        "income/skip-concussed", "income", "main-1", Agent.RULES, "skip the Income Phase and lose the token",
        requires=[(negate(first), "income/start-player-skips"), (concussed, "status/concussion/skip-income")],
        effect={
            **main,
            **{d.tokens[d.place(d.turn, kind)]: at_least(d.token(d.turn, kind) - 1, 0) for kind in kinds},
        },
    )  # fmt: skip
    _add_drawing(rules, main)


def _add_drawing(rules: Rules, main: Writes) -> None:
    d, timing = rules.duel, rules.timing
    timing.point("draw", Kind.CHANCE, "cards are drawn")
    seat = d.drawing
    deck, hand = (DECK, d.library), (HAND, d.hand)
    choices, placed, effect = rules.moved_card(deck, hand, "setup/shuffle-and-draw")
    waiting: Demands = [(d.draws >= 1, "income/draw-card")]
    timing.add(
        "draw/card", "draw", "draw", Agent.CHANCE, "draw card {card}" if choices else "draw a card",
        choices=choices, requires=[*waiting, (d.library[seat] >= 1, "cards/draw-empty-deck"), *placed],
        effect=effect, cites=["cards/drawn-in-roll-phase-usable"],
    )  # fmt: skip
    empty: Demands = [*waiting, (d.library[seat] == 0, "cards/draw-empty-deck")]
    shuffled: Writes = {d.library[seat]: d.pile[seat], d.pile[seat]: 0}
    if d.zone is not None:
        for owner in d.seats.numbers:
            for card_place in range(d.deck):
                cell = d.zone[owner * d.deck + card_place]
                shuffled[cell] = where(all_of(seat == owner, cell == DISCARD), DECK, cell)
    timing.add(
        "draw/reshuffle", "draw", "draw", Agent.RULES, "shuffle the discard pile into a new deck",
        requires=[*empty, (d.pile[seat] >= 1, "cards/draw-empty-deck")], effect=shuffled,
    )  # fmt: skip
    timing.add(
        "draw/nothing", "draw", "draw", Agent.RULES, "draw nothing, since deck and discard pile are empty",
        requires=[*empty, (d.pile[seat] == 0, "cards/draw-empty-deck")], effect={d.draws: 0},
    )  # fmt: skip
    drawn: tuple[Expr, str] = (d.draws == 0, "income/draw-card")
    dealing = rules.in_phase("setup")
    last = len(d.seats) - 1
    for seat_before, name in zip(range(last), NTH, strict=False):
        there = (d.drawing == seat_before, "setup/shuffle-and-draw")
        timing.add(
            f"draw/deal-{name}", "draw", "draw", Agent.RULES, f"deal the {name} hand",
            requires=[drawn, (dealing, "setup/shuffle-and-draw"), there],
            effect={d.drawing: seat_before + 1, d.draws: HAND_START},
        )  # fmt: skip
    choices, due = noted(rules, "setup")
    timing.add(
        "draw/dealt", "draw", "setup/due", Agent.RULES, "set up the heroes", choices=choices,
        requires=[drawn, (dealing, "setup/shuffle-and-draw"), (d.drawing == last, "setup/shuffle-and-draw")],
        effect={**due, **rules.enter("hero set-up")}, cites=["setup/hero-specific-steps"],
    )  # fmt: skip
    add_due(
        rules, "setup", "the heroes are set up",
        [("setup/due/done", "upkeep/begin", TRUE, rules.enter("upkeep"))],
    )  # fmt: skip
    income = all_of(rules.in_phase("income"), d.depth == 0)
    timing.add(
        "draw/income-done", "draw", "main-1", Agent.RULES, "go on to the Main Phase",
        requires=[drawn, (income, "turn/phase-order")], effect=main,
    )  # fmt: skip
    elsewhere: Demands = [(negate(income), "turn/phase-order"), (negate(dealing), "setup/shuffle-and-draw")]
    if not d.seats.duel:
        bonus = all_of(rules.in_phase("targeting"), d.depth == 0, d.program == NOTHING)
        elsewhere.append((negate(bonus), "koth/bonus-timing"))
        timing.add(
            "draw/bonus-done", "draw", "targeting/aimed", Agent.RULES, "go on with the attack",
            requires=[drawn, (bonus, "koth/bonus-timing")], effect=rules.opening(),
        )  # fmt: skip
    timing.add(
        "draw/effect-done", "draw", "resolve/next", Agent.RULES, "go on with the effect",
        requires=[drawn, *elsewhere],
    )  # fmt: skip


def add_main(rules: Rules, number: int, then: str) -> None:
    """A Main Phase: sales, Main Phase Actions and upgrades by the active player, instants by all."""
    d = rules.duel
    name = f"main-{number}"
    window = rules.window(name, f"Main Phase ({number})", f"{name}/end")
    add_acts(rules, window)
    seat = d.turn
    choices, demands, gone = _from_hand(rules, seat)
    own = (window.holder == seat, "cards/sell-only-main-or-discard")
    window.act(
        "sell", name, "sell {card}" if choices else "sell a card",
        choices=choices, requires=[own, *((implies(own[0], holds), rule) for holds, rule in demands)],
        effect={**gone, d.pile[seat]: d.pile[seat] + 1, d.cp[seat]: at_most(d.cp[seat] + 1, CP_MAX)},
        cites=[
            "main/sell-any-number", "cards/sell-value", "cards/sell-to-own-discard",
            "main/options-any-order", "main/main2-identical",
        ],
    )  # fmt: skip
    _add_upgrade(rules, window)
    end, cites = f"{name}/end", ["damage/accumulate-in-roll-phase"]
    if then == "discard":
        add_application(rules, end, then, cites, {**rules.enter("discard"), **rules.opening()})
        return
    add_application(rules, end, then, cites, rules.opening(), f"{name}/over")
    add_acts(rules, rules.window(f"{name}/over", f"Main Phase ({number}) is over", end))


def _from_hand(rules: Rules, seat: Expr) -> tuple[list[Choice], Demands, Writes]:
    """A card that leaves the hand of ``seat`` for the discard pile: choice, demands, effect."""
    d = rules.duel
    said = d.definitions.said
    demands: Demands = [(said("a card is in hand", d.hand[seat] >= 1), "cards/lost-card-unusable")]
    effect: Writes = {d.hand[seat]: said("one card less", at_least(d.hand[seat] - 1, 0))}
    if d.zone is None:
        return [], demands, effect
    card = rules.card_choice()
    place = d.card_place(seat, card)
    demands.append((d.zone[place] == HAND, "cards/lost-card-unusable"))
    effect[d.zone[place]] = DISCARD
    return [card], demands, effect


@dataclass(frozen=True)
class _Upgrade:
    """The upgrade that a player picks: the space of the board, the level it brings, and what it costs."""

    choices: list[Choice]
    slot: Expr
    level: Expr
    price: Expr
    demands: Demands
    kept: Writes


def _upgrade_in_tables(rules: Rules, content: TableContent, zone: ArrayField) -> _Upgrade:
    d = rules.duel
    card = rules.card_choice()
    place = d.card_place(d.turn, card)
    slot, level, cost, lower = (
        (content.look if "cost" in what else closed)(f"{what} of the upgrade", values, place)
        for what, values in content.upgrades().items()
    )
    demands: Demands = [
        (level >= 2, "upgrade/permanent-same-name"),
        (zone[place] == HAND, "cards/lost-card-unusable"),
    ]
    price = where(d.level[d.turn * SLOTS + slot] == 2, at_least(cost - lower, 0), cost)
    return _Upgrade([card], slot, level, price, demands, {zone[place]: IN_PLAY})


def _any_upgrade(rules: Rules) -> _Upgrade:
    d = rules.duel
    slot, level = Choice("slot", 0, SLOTS - 1), Choice("level", 2, 3)
    full, difference = Choice("full", 0, 6, open_above=True), Choice("difference", 0, 6, open_above=True)
    price = where(d.level[d.turn * SLOTS + slot] == 2, difference, full)
    demands: Demands = [(d.hand[d.turn] >= 1, "cards/lost-card-unusable")]
    return _Upgrade([slot, level, full, difference], slot, level, price, demands, {})


def _add_upgrade(rules: Rules, window: Window) -> None:
    d, content = rules.duel, rules.content
    seat = d.turn
    if isinstance(content, TableContent) and d.zone is not None:
        if not any(content.upgrades()["level"]):
            return
        upgrade = _upgrade_in_tables(rules, content, d.zone)
    else:
        upgrade = _any_upgrade(rules)
    now, said = d.level[seat * SLOTS + upgrade.slot], d.definitions.said
    window.act(
        "upgrade", window.id,
        "upgrade the board with {card}" if d.zone is not None else "upgrade space {slot} to {level}",
        choices=upgrade.choices,
        requires=[
            (window.holder == seat, "upgrade/main-phase-only"),
            *((d.definitions.holds("an upgrade demands", one), rule) for one, rule in upgrade.demands),
            (said("an upgrade is higher", upgrade.level > now), "upgrade/permanent-same-name"),
            (
                said("an upgrade is affordable", d.cp[seat] >= upgrade.price),
                RuleByCase.made(
                    "cards/cost-paid", upgrade.level - now, {2: "upgrade/direct-to-three-full-cost"}
                ),
            ),
        ],
        effect={
            **upgrade.kept,
            now: upgrade.level,
            d.hand[seat]: said("one card less", at_least(d.hand[seat] - 1, 0)),
            d.cp[seat]: said("an upgrade is paid", at_least(d.cp[seat] - upgrade.price, 0)),
        },
        cites=[
            "main/upgrade-card-procedure", "upgrade/two-to-three-difference",
            "upgrade/direct-to-three-full-cost",
            "upgrade/not-sellable-after-play",
        ],
    )  # fmt: skip


def add_discard(rules: Rules) -> None:
    """Discard: sell down to six cards, instants by all; then the turn passes."""
    d, timing = rules.duel, rules.timing
    over = d.hand[d.turn] > HAND_LIMIT
    rule = "discard/excess-must-be-sold"
    window = rules.window(
        "discard", "the Discard Phase", "discard/over",
        bound=lambda seat: all_of(seat == d.turn, over), bound_rule=rule,
    )  # fmt: skip
    add_acts(rules, window)
    choices, demands, gone = _from_hand(rules, d.turn)
    window.act(
        "sell", "discard", "sell {card}" if choices else "sell a card",
        choices=choices,
        requires=[(window.holder == d.turn, "cards/sell-only-main-or-discard"), (over, rule), *demands],
        effect={**gone, d.pile[d.turn]: d.pile[d.turn] + 1, d.cp[d.turn]: at_most(d.cp[d.turn] + 1, CP_MAX)},
        cites=[rule, "cards/sell-value", "cards/sell-only-main-or-discard", "discard/hand-limit-six"],
    )  # fmt: skip
    timing.point("discard/over", Kind.RULES, "the Discard Phase is over")
    ending, due = noted(rules, "turn-end")
    timing.add(
        "discard/end", "discard/over", "turn-end/due", Agent.RULES, "end the turn",
        choices=ending, effect=due,
        cites=["discard/hand-limit-six", "status/delayed-poison/end-of-turn-damage"],
    )  # fmt: skip


def add_turn_end(rules: Rules) -> None:
    """The end of a turn: what is due then, its damage if there is any, and the passing of the turn."""
    d, timing = rules.duel, rules.timing
    add_due(
        rules, "turn-end", "effects of the end of the turn are due",
        [("turn-end/due/done", "turn-end/apply", TRUE, {})],
    )  # fmt: skip
    add_acts(rules, rules.window("turn-end", "an effect of the end of the turn is resolved", "turn-end/due"))
    cites = ["status/delayed-poison/end-of-turn-damage"]
    add_application(rules, "turn-end/apply", "turn-end/pass", cites, rules.opening(), "turn-end")
    timing.point("turn-end/pass", Kind.RULES, "the turn is over")
    timing.add(
        "turn-end/pass/turn", "turn-end/pass", "upkeep/begin", Agent.RULES, "pass the turn",
        effect={
            **expired(rules, d.turn, "turn"),
            **rules.enter("upkeep"),
            d.turn: d.next_turn(),
            d.first_turn: 0,
            **rules.aimless(),
        },
        cites=[
            "status/shadows/removed-after-full-turn", "status/shadows/regain-no-extension",
            "def/active-player", *rules.mode.cites,
        ],
    )  # fmt: skip
    if not d.seats.duel:
        _add_turn_lost(rules)


def _add_turn_lost(rules: Rules) -> None:
    """The turn of a player who is defeated in it ends at once: what is under way is dropped."""
    d, timing = rules.duel, rules.timing
    point, rule = "turn-lost", "health/zero-is-defeat"
    timing.point(point, Kind.RULES, "the active player is defeated")
    under_way = d.depth >= 1
    timing.add(
        "turn-lost/drop", point, point, Agent.RULES, "drop what is under way",
        requires=[(under_way, rule)], effect=put_away(rules),
    )  # fmt: skip
    cleared: Writes = {
        **d.forget_attack(), d.declared: 0, d.picked: 0, d.program: 0, d.pc[0]: 0, d.chosen: 0, d.draws: 0,
        d.picks: 0, d.extra: 0, d.split: 0, d.asked: 0, d.spared: 0, **dict.fromkeys(d.due, 0),
        **dict.fromkeys(d.later, 0),
    }  # fmt: skip
    timing.add(
        "turn-lost/pass", point, "turn-end/pass", Agent.RULES, "end the turn of a defeated player",
        requires=[(negate(under_way), rule)], effect=cleared,
        cites=["status/stay-after-inflicter-defeated"],
    )  # fmt: skip
