"""Properties of the turn: bounds, owners, endings, priority, and status effects outside of the attack."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx

from dicelaw.model.dice_throne.duel_state import (
    ACTIVATION,
    DEFENSE,
    FRAMES,
    HAND_LIMIT,
    HEALTH_START,
    LANDING,
    PHASES,
    SEATS,
)
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.totals import final_total
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, implies, number, total
from dicelaw.model.kernel.graph import Agent, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.dice_throne.odds import stun_chain
from dicelaw.specs.dice_throne.structure import QUIET, STRUCTURE, in_phase
from dicelaw.specs.property import (
    Always,
    Covered,
    Deterministic,
    EachStep,
    Goal,
    InDomain,
    Never,
    NeverStuck,
    Odds,
    OneOwner,
    OnGraph,
    Progress,
    Property,
    Theorem,
    after,
    dropping,
    leaving_out,
    rewriting,
)


def turn_properties(made: DuelMachine) -> list[Property]:
    """Every property of the turn, for a duel with any content."""
    return [*_bounds(made), *_control(made), *_priority(made), *_statuses(made), *_chains(made)]


def _bounds(made: DuelMachine) -> list[Property]:
    d = made.duel
    seats = range(SEATS)
    limits = all_of(
        *(d.token(seat, kind) <= d.limit(seat, kind) for seat in seats for kind in range(1, d.kinds + 1))
    )
    return [
        Property(
            "model/in-domain",
            "Health stays in 0..60, combat points in 0..15, dice in 1..6, and every other number in its "
            "domain.",
            InDomain(),
            ("health/heal-cap", "cp/maximum-15", "cp/overflow-lost", "damage/total/floor-zero"),
            using=STRUCTURE,
            goal=Goal(
                "a player has more health than at the start", any_of(*(h > HEALTH_START for h in d.health))
            ),
            bug=rewriting("resolve/cp", d.cp[0], lambda _: d.cp[0] + 3, "combat points are not capped"),
        ),
        Property(
            "model/paid-in-full",
            "Nothing is paid that is not there: no card, token, combat point or attempt is spent twice.",
            Covered(
                ("*", "!resolve/*", "!conclusion/*", "!*/apply"),
                ("cp*", "hand*", "library*", "attempts", "draws"),
            ),
            ("cards/cost-paid", "status/spend-discards-no-cost", "main/sell-any-number"),
            using=STRUCTURE,
            goal=Goal("a player has no combat points left", any_of(*(c == 0 for c in d.cp)), "main-*"),
            bug=dropping("cards/cost-paid"),
        ),
        Property(
            "status/stack-limit",
            "No player has more tokens of a status effect than its stack limit.",
            Always(limits),
            ("status/stack-limit", "status/gain-at-limit-lost"),
            using=STRUCTURE,
            goal=Goal(
                "a limit is reached",
                any_of(*(d.token(0, kind) == d.limit(0, kind) for kind in range(1, d.kinds + 1))),
            ),
            bug=rewriting(
                "resolve/token", d.tokens[0], lambda _: d.tokens[0] + 1, "a token is placed beyond the limit"
            ),
        ),
        Property(
            "discard/hand-limit",
            "A turn ends with at most six cards in hand, unless its player is stunned and may not sell.",
            Never((d.hand[d.turn] > HAND_LIMIT) & ~d.stunned(d.turn), ("discard/end", "discard/silent")),
            ("discard/hand-limit-six", "discard/excess-must-be-sold"),
            using=STRUCTURE,
            goal=Goal("a hand is too large in the Discard Phase", d.hand[d.turn] > HAND_LIMIT, "discard"),
            bug=dropping("discard/hand-limit-six"),
        ),
        Property(
            "income/first-turn",
            "The start player has no Income Phase in the first turn.",
            Never(d.first_turn == 1, "income/take"),
            ("income/start-player-skips",),
            goal=Goal("the first turn goes on", d.first_turn == 1, "main-1"),
            bug=dropping("income/start-player-skips", "income/take"),
        ),
    ]


def _control(made: DuelMachine) -> list[Property]:
    d = made.duel
    order = [*PHASES]
    allowed = [after(d.phase) == d.phase]
    for before, then in (
        ("setup", "upkeep"), ("upkeep", "income"), ("upkeep", "main-1"), ("income", "main-1"),
        ("main-1", "offense"), ("main-1", "main-2"), ("offense", "defense"), ("defense", "offense"),
        ("defense", "main-2"), ("main-2", "discard"), ("discard", "upkeep"),
    ):  # fmt: skip
        allowed.append(all_of(d.phase == order.index(before), after(d.phase) == order.index(then)))
    return [
        Property(
            "turn/phase-order",
            "The phases of a turn follow each other in their order; only whole phases are skipped.",
            EachStep(any_of(*allowed)),
            ("turn/phase-order", "targeting/single-opponent-skip"),
            using=STRUCTURE,
            goal=Goal("the second Main Phase is reached", in_phase(d, "main-2"), "main-2"),
            bug=rewriting(
                "main-1/end/go-on",
                d.phase,
                lambda _: d.phase * 0 + order.index("discard"),
                "the Discard Phase comes after the first Main Phase",
            ),
        ),
        Property(
            "turn/one-owner",
            "Decisions that are open at the same time belong to one player, and the rules do nothing "
            "meanwhile.",
            OneOwner(),
            ("priority/active-player-first", "def/active-player"),
            using=STRUCTURE,
            goal=Goal("a player decides", d.depth >= 0, "offense/choose"),
            bug=dropping("status/stun/no-actions", "*/silent"),
        ),
        Property(
            "turn/never-stuck",
            "At every moment but the end of the game something can happen.",
            NeverStuck(),
            ("turn/phase-order",),
            using=STRUCTURE,
            goal=Goal("the game is over", d.depth >= 0, "over"),
            bug=leaving_out("*/close-silent", "no window closes for a silenced player"),
        ),
        Property(
            "turn/one-thing-at-a-time",
            "What the rules do by themselves is never two things at once.",
            Deterministic(("*", "!resolve/next", "!answer/carry")),
            ("turn/phase-order",),
            using=STRUCTURE,
            goal=Goal("a Roll Phase is over", d.depth >= 0, "conclusion/check"),
            bug=dropping("def/conclusion-of-roll-phase"),
        ),
        Property(
            "over/final",
            "Nothing happens after the end of the game, and only a player at 0 health ends it.",
            OnGraph(_nothing_after_the_end),
            ("health/zero-is-defeat", "health/simultaneous-zero-draw"),
            goal=Goal("the game is over", d.depth >= 0, "over"),
            bug=rewriting(
                "conclusion/defeat", d.turn, lambda _: d.turn, "the end of the game changes the turn"
            ),
        ),
        Property(
            "over/somebody-lost",
            "When the game is over a player is at 0 health.",
            Always(any_of(*(health == 0 for health in d.health)), "over"),
            ("health/zero-is-defeat",),
            goal=Goal("the game is over", any_of(*(health > 0 for health in d.health)), "over"),
            bug=dropping("health/zero-is-defeat", "conclusion/defeat"),
        ),
        Property(
            "over/at-once",
            "No player goes on at 0 health: the game ends with the phase in which it was reached.",
            Always(
                all_of(*(health >= 1 for health in d.health)),
                ("*", "!over", "!*/check", "!resolve/isolated"),
            ),
            ("health/zero-is-defeat", "turn/upkeep/defeat-checked-at-end"),
            using=STRUCTURE,
            goal=Goal("a player is at 1 health", any_of(*(health == 1 for health in d.health)), "main-2"),
            bug=dropping("health/zero-is-defeat", "conclusion/go-on"),
        ),
        Property(
            "window/closes",
            "No cycle of play can be gone round for ever without a card, a token or combat points being "
            "spent.",
            Progress(
                (
                    ("set-up", in_phase(d, "setup")),
                    ("the first hand", all_of(in_phase(d, "setup"), d.drawing == 0)),
                    ("the Income Phase", in_phase(d, "income")),
                    ("the activation", d.program == ACTIVATION),
                    ("the landing", d.program == LANDING),
                    ("the defence", d.program == DEFENSE),
                    ("an attempt", d.attempts),
                    ("a defensive attempt", d.again),
                    ("an action under way", d.depth),
                    ("a declaration", d.declared),
                    ("dice to roll", total(_bit_count(d.pending))),
                    ("dice to pick", d.picks),
                    ("cards to draw", d.draws),
                    ("an empty deck", _empty_deck(made)),
                    ("altered dice", d.altered),
                    ("the rest of the program", made.content.pc_top - d.pc[d.top]),
                    ("a chosen player missing", at_least(1 - d.chosen, 0)),
                    ("passes left", 1 - _second(made)),
                ),
                (
                    "*/act",
                    "*/declare",
                    "*/play",
                    "*/sell",
                    "*/upgrade",
                    "answer/act",
                    "discard/end",
                    "discard/silent",
                    "conclusion/extra*",
                    "conclusion/another",
                ),
            ),
            ("priority/turn-order-after-active", "offense/up-to-three-attempts"),
            using=("play/instruction-due",),
            machine="duel",
            goal=Goal("a turn is over", d.turn >= 0, "upkeep/begin"),
            bug=rewriting(
                "offense/choose/reroll", d.attempts, lambda _: d.attempts, "attempts are not used up"
            ),
        ),
    ]


def _bit_count(value: Expr) -> list[Expr]:
    return [value // 2**place % 2 for place in range(5)]


def _empty_deck(made: DuelMachine) -> Expr:
    d = made.duel
    return any_of(d.library[d.drawing] == 0)


def _second(made: DuelMachine) -> Expr:
    d = made.duel
    return number(d.holder != d.turn)


def _nothing_after_the_end(machine: Machine) -> str | None:
    leaving = list(machine.graph.out_edges("over", keys=True))
    if leaving:
        return f"{leaving[0][2]} leaves the end of the game"
    endings: Iterable[tuple[str, str, Transition]] = machine.graph.in_edges("over", data="transition")
    for _, _, transition in endings:
        if transition.effect:
            return f"{transition.id} changes something when the game is over"
        if transition.actor is not Agent.RULES:
            return f"{transition.id} lets somebody decide whether the game is over"
    return None


def _priority(made: DuelMachine) -> list[Property]:
    d = made.duel
    waiting = []
    for frame in range(1, FRAMES - 1):
        stays = all_of(*(after(array[frame]) == array[frame] for array in (d.pc, d.owner, d.back, d.played)))
        waiting.append(implies(all_of(d.depth > frame, after(d.depth) >= frame + 1), stays))
    return [
        Property(
            "priority/active-first",
            "An instant of the player whose turn it is not never takes effect without the active player's "
            "chance to go first.",
            Never(d.holder != d.turn, ("*/act", "!answer/act")),
            ("priority/active-player-first",),
            using=STRUCTURE,
            goal=Goal("the other player declares an instant", d.declared >= 1, "answer"),
            bug=dropping("priority/active-player-first", "*/act"),
        ),
        Property(
            "priority/answer-first",
            "Every way from a declaration to its being carried out leads past the active player's answer.",
            OnGraph(_answer_dominates),
            ("priority/active-player-first", "priority/example-active-removes-first"),
            goal=Goal("a declared instant is carried out", d.declared >= 1, "answer/carry"),
            bug=leaving_out("answer/act", "the active player can't answer"),
        ),
        Property(
            "priority/declared-kept",
            "What was declared waits until it is carried out or found impossible: it is never forgotten.",
            EachStep(
                after(d.declared) == d.declared,
                d.declared >= 1,
                ("*", "!answer/carry-out", "!answer/lost", "!resolve/isolated/defeat"),
            ),
            ("priority/example-active-keeps-token", "cards/instant/interrupted-completes"),
            using=STRUCTURE,
            goal=Goal(
                "an action runs in front of a declared one",
                all_of(d.declared >= 1, d.depth >= 1),
                "resolve/next",
            ),
            bug=dropping("model/one-declaration"),
        ),
        Property(
            "interrupted/never-lost",
            "An interrupted action keeps its place until what interrupted it is over.",
            EachStep(all_of(*waiting)),
            ("cards/instant/interrupted-completes",),
            using=STRUCTURE,
            goal=Goal("an action is interrupted", d.depth >= 2, "resolve/next"),
            bug=rewriting(
                "interrupt/act", d.pc[1], lambda old: old * 0, "an instant ends what it interrupts"
            ),
        ),
        Property(
            "interrupted/completes",
            "Where the turn itself goes on, everything that was used has been resolved.",
            Always(all_of(d.depth == 0, d.declared == 0), QUIET),
            ("cards/instant/interrupted-completes", "priority/turn-order-after-active"),
            using=STRUCTURE,
            goal=Goal("an action was used", any_of(*(p >= 1 for p in d.pile)), "main-2"),
            bug=rewriting(
                "resolve/end/action", d.depth, lambda _: d.depth, "a finished action stays under way"
            ),
        ),
    ]


def _answer_dominates(machine: Machine) -> str | None:
    for transition in machine.transitions:
        if transition.id.endswith("/declare") and transition.target != "answer":
            return f"{transition.id} leads to {transition.target}, not to the active player's answer"
    for source, _, key in machine.graph.in_edges("answer/carry", keys=True):
        if source != "answer":
            return f"{key} carries out an instant that the active player could not answer"
    decisions = [t for t in machine.transitions if t.source == "answer" and t.by_seat]
    if not any(t.target == "resolve/next" for t in decisions):
        return "the active player has nothing to answer with"
    return None


def _statuses(made: DuelMachine) -> list[Property]:
    d, rules = made.duel, made.rules
    seats = range(SEATS)
    saving = d.kinds_with(lambda status: status.saves)
    saved = [d.token(seat, saving[0]) for seat in seats]
    shadow = [d.has_trait(seat, lambda status: status.no_offense_damage) for seat in seats]
    down = d.has_trait(d.turn, lambda status: status.skips_offense)
    phases: list[Property] = []
    for seat in seats:
        phases.append(
            Property(
                f"status/stun/no-actions-{seat + 1}",
                f"Player {seat + 1} decides nothing while stunned.",
                Never(d.stunned(seat), "*", d.turn * 0 + seat),
                ("status/stun/no-actions",),
                using=STRUCTURE,
                goal=Goal("a player is stunned", d.stunned(seat), "conclusion"),
                bug=dropping("status/stun/no-actions", "conclusion/*"),
            )
        )
    return [
        *phases,
        Property(
            "status/stun/extra-phase",
            "When the attack is over and the defender is stunned, its attacker begins another Offensive Roll "
            "Phase.",
            Never(
                d.stunned(d.defender),
                (
                    "conclusion/*",
                    "!conclusion/extra*",
                    "!conclusion/defeat",
                    "!conclusion/act",
                    "!conclusion/play",
                    "!conclusion/declare",
                    "!conclusion/pass",
                    "!conclusion/silent",
                    "!conclusion/close*",
                    "!conclusion/split/*",
                    "!conclusion/apply/*",
                ),
            ),
            ("status/stun/extra-offensive-phase", "status/stun/can-chain"),
            using=STRUCTURE,
            goal=Goal(
                "the defender is stunned when the Roll Phase is over",
                d.stunned(d.defender),
                "conclusion/check",
            ),
            bug=dropping("def/conclusion-of-roll-phase"),
        ),
        Property(
            "status/stun/removed",
            "Stun is removed when the additional phase begins, so that its bearer can act in it.",
            EachStep(
                all_of(after(d.stunned(1 - d.attacker)) == 0, after(d.attacker) == d.attacker),
                along="conclusion/extra",
            ),
            ("status/stun/removed-at-second-phase-start",),
            using=STRUCTURE,
            goal=Goal("an additional phase begins", d.offense_begun == 1, "offense/roll"),
            bug=rewriting(
                "conclusion/extra", d.attacker, lambda _: 1 - d.attacker, "the wrong player attacks again"
            ),
        ),
        Property(
            "status/knockdown/skips",
            "A player who is knocked down begins no Offensive Roll Phase.",
            Never(down, "offense/begin/roll"),
            ("status/knockdown/skip-offense",),
            goal=Goal("the active player is knocked down", down, "offense/begin"),
            bug=dropping("status/knockdown/skip-offense", "offense/begin/roll"),
        ),
        Property(
            "status/blessing-of-divinity/never-zero",
            "A player with Blessing of Divinity never falls to 0 health.",
            EachStep(
                all_of(
                    *(
                        implies(all_of(saved[seat] >= 1, d.health[seat] >= 1), after(d.health[seat]) >= 1)
                        for seat in seats
                    )
                )
            ),
            ("status/blessing-of-divinity/health-never-zero", "status/blessing-of-divinity/set-health-one"),
            using=STRUCTURE,
            goal=Goal("a player has the Blessing", saved[0] >= 1, "conclusion"),
            bug=rewriting(
                "*/apply",
                d.health[0],
                lambda _: at_least(d.health[0] - d.dealt[0], 0),
                "the Blessing is forgotten in the Upkeep Phase",
            ),
        ),
        Property(
            "status/blessing-of-divinity/after-ultimate",
            "The Blessing prevents none of an Ultimate's damage; afterwards its bearer has 1 health and no "
            "token.",
            EachStep(
                all_of(
                    *(
                        implies(
                            all_of(
                                d.ultimate == 1,
                                d.activated == 1,
                                d.defender == seat,
                                saved[seat] >= 1,
                                d.health[seat] >= 1,
                                d.printed + d.added >= d.health[seat],
                                d.healing[seat] == 0,
                                d.passed_on == 0,
                                d.shared == 0,
                                d.split == 0,
                                d.doubled[seat] == 0,
                            ),
                            all_of(after(d.health[seat]) == 1, after(saved[seat]) == 0),
                        )
                        for seat in seats
                    )
                ),
                along="conclusion/apply/all",
            ),
            ("status/blessing-of-divinity/after-ultimate",),
            using=STRUCTURE,
            goal=Goal(
                "an Ultimate is about to hit a blessed player",
                all_of(d.ultimate == 1, any_of(*(s >= 1 for s in saved))),
                "conclusion",
            ),
            bug=rewriting(
                "conclusion/apply/all", d.health[1], lambda _: d.health[1], "the second player is not hurt"
            ),
        ),
        Property(
            "status/evasive/covers-phase",
            "One success avoids everything that its player would receive in the phase, but for an Ultimate.",
            Theorem(
                all_of(
                    *(
                        implies(all_of(d.avoided[seat] == 1, d.ultimate == 0), final_total(rules, seat) == 0)
                        for seat in seats
                    )
                )
            ),
            ("status/evasive/final-total-zero", "status/evasive/upkeep-all-damage"),
            goal=Goal(
                "damage was added after it was avoided",
                all_of(any_of(*(a == 1 for a in d.avoided)), d.added >= 1),
                "conclusion",
            ),
        ),
        Property(
            "status/shadows/no-damage",
            "A player in Shadows receives no damage from an opponent's attack, but for an Ultimate.",
            Theorem(
                all_of(
                    *(
                        implies(
                            all_of(
                                shadow[seat],
                                d.defender == seat,
                                d.activated == 1,
                                d.ultimate == 0,
                                d.dealt[seat] == 0,
                                d.collateral[seat] == 0,
                            ),
                            final_total(rules, seat) == 0,
                        )
                        for seat in seats
                    )
                )
            ),
            ("status/shadows/no-damage",),
            goal=Goal(
                "a player in Shadows is attacked",
                all_of(d.activated == 1, d.printed >= 1, any_of(*shadow)),
                "conclusion",
            ),
        ),
        Property(
            "status/shadows/no-defense",
            "A player in Shadows makes no defence.",
            Never(d.has_trait(d.defender, lambda status: status.no_offense_damage), "defense/choose/defend"),
            ("status/shadows/no-defense",),
            using=STRUCTURE,
            goal=Goal(
                "a player in Shadows is attacked",
                d.has_trait(d.defender, lambda s: s.no_offense_damage),
                "defense/choose",
            ),
            bug=dropping("status/shadows/no-defense"),
        ),
        Property(
            "cards/main-phase-only",
            "Upgrades and sales happen in the active player's own Main Phases.",
            Never(
                any_of(~in_phase(d, "main-1", "main-2"), d.holder != d.turn),
                ("*/upgrade", "*/sell", "!discard/*"),
            ),
            ("upgrade/main-phase-only", "cards/sell-only-main-or-discard"),
            using=STRUCTURE,
            goal=Goal("a card is sold", any_of(*(p >= 1 for p in d.pile)), "main-1"),
            bug=dropping("upgrade/main-phase-only"),
        ),
    ]


def _chains(made: DuelMachine) -> list[Property]:
    d = made.duel
    return [
        Property(
            "status/stun/chain-ends-almost-surely",
            "A chain of Stuns that only dice feed ends with probability 1.",
            Odds(stun_chain),
            ("status/stun/can-chain",),
            machine="duel",
            goal=Goal("an additional phase begins", d.offense_begun == 1, "offense/roll"),
        ),
        Property(
            "status/stun/chain-may-go-on",
            "No rule ends a chain of Stuns: an additional Offensive Roll Phase can be followed by another.",
            OnGraph(_chain_is_possible),
            ("status/stun/can-chain",),
            goal=Goal(
                "a defender is stunned in an additional phase", d.stunned(d.defender), "conclusion/check"
            ),
            bug=leaving_out("conclusion/extra", "no additional phase begins"),
        ),
    ]


def _chain_is_possible(machine: Machine) -> str | None:
    graph = machine.graph
    if not nx.has_path(graph, "offense/roll", "conclusion/check"):
        return "no Roll Phase comes to its conclusion"
    if not graph.has_edge("conclusion/check", "offense/roll", key="conclusion/extra"):
        return "Stun gives no additional phase"
    return None
