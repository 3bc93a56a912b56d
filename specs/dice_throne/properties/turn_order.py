"""Properties of the course of a turn: phases, owners, endings, and progress."""

from __future__ import annotations

from collections.abc import Iterable

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.resolution.triggers import BETWEEN, GROUPS, pick_stands
from dicelaw.model.dice_throne.rules import site
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import (
    ACTIVATION,
    DEFENSE,
    DEFENSE_ROLL,
    FRAMES,
    LANDING,
    NOTHING,
    OFFENSE_ROLL,
    PHASES,
)
from dicelaw.model.dice_throne.words.running import Running
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, count, number, total, where
from dicelaw.model.kernel.graph import Agent, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.bugs import dropping, leaving_out, rewriting
from dicelaw.specs.dice_throne.invariants.contexts import in_phase, under_actions
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.patterns import is_at
from dicelaw.specs.property import (
    Always,
    Deterministic,
    EachStep,
    Goal,
    NeverStuck,
    OneOwner,
    OnGraph,
    Progress,
    Property,
    after,
)


def determined(made: DuelMachine) -> Deterministic:
    """What the rules do is determined, whatever the content says; not where an answer is carried out."""
    said = (choice.name for choice in Running.of(made.rules).row.choices)
    return Deterministic(("*", "!answer/carry"), content=("due", "owner", *said))


def never_stuck(made: DuelMachine) -> Property:
    """Play goes on until the game is over."""
    return Property(
        "turn/never-stuck",
        "At every moment but the end of the game something can happen.",
        NeverStuck(),
        ("turn/phase-order",),
        using=(*STRUCTURE, "play/instruction-due"),
        goal=Goal("the game is over", made.duel.depth >= 0, "over"),
        bug=leaving_out("*/close-silent", "no window closes for a silenced player"),
    )


def turn_order_properties(made: DuelMachine) -> list[Property]:
    """Every turn goes its way, and the game ends when it should."""
    d = made.duel
    order = [*PHASES]
    allowed = [after(d.phase) == d.phase]
    for before, then in (
        ("setup", "hero set-up"), ("hero set-up", "upkeep"), ("upkeep", "income"), ("upkeep", "main-1"),
        ("income", "main-1"), ("main-1", "offense"), ("main-1", "main-2"), ("offense", "targeting"),
        ("offense", "defense"), ("targeting", "defense"), ("defense", "offense"), ("defense", "main-2"),
        ("main-2", "discard"), ("discard", "upkeep"),
    ):  # fmt: skip
        allowed.append(all_of(d.phase == order.index(before), after(d.phase) == order.index(then)))
    # The turn of a player who is defeated, while others play on, passes from any phase.
    lost = [] if d.seats.duel else [all_of(~d.plays(d.turn), after(d.phase) == order.index("upkeep"))]
    return [
        Property(
            "turn/phase-order",
            "The phases of a turn follow each other in their order; only whole phases are skipped.",
            EachStep(any_of(*allowed, *lost)),
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
        never_stuck(made),
        Property(
            "turn/one-thing-at-a-time",
            "What the rules do by themselves is never two things at once.",
            determined(made),
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
        *([_over_at_once(d)] if d.seats.duel else []),  # of several those who are left play on
        *progress_properties(made),
    ]


def _over_at_once(d: Duel) -> Property:
    return Property(
        "over/at-once",
        "No player goes on at 0 health: the game ends with the phase in which it was reached.",
        Always(
            all_of(*(health >= 1 for health in d.health)), ("*", "!over", "!*/check", "!resolve/isolated")
        ),
        ("health/zero-is-defeat", "turn/upkeep/defeat-checked-at-end"),
        using=STRUCTURE,
        goal=Goal("a player is at 1 health", any_of(*(health == 1 for health in d.health)), "main-2"),
        bug=dropping("health/zero-is-defeat", "conclusion/go-on"),
    )


def progress_properties(made: DuelMachine) -> list[Property]:
    """Nothing goes on for ever without something being used up."""
    d, claim = made.duel, _progress(made)
    proved_first = ("play/structure", "play/instruction-due")
    return [
        Property(
            "window/closes",
            "No cycle of play can be gone round for ever without a card, a token or combat points being "
            "spent.",
            claim,
            ("priority/turn-order-after-active", "offense/up-to-three-attempts"),
            using=proved_first,
            goal=Goal("a turn is over", d.turn >= 0, "upkeep/begin"),
            bug=rewriting(
                "offense/choose/reroll", d.attempts, lambda _: d.attempts, "attempts are not used up"
            ),
        ),
        Property(
            "effects/end",
            "What runs by itself comes to an end: each effect that is due runs as often as it was due.",
            claim,
            ("turn/upkeep/resolve-maintenance", "turn/upkeep/order-by-active-player"),
            using=proved_first,
            goal=Goal("two effects are due", total(d.due) >= 2, "upkeep/due"),
            bug=rewriting("upkeep/due/run", d.due[0], lambda _: d.due[0], "what was run is still due"),
        ),
    ]


def _progress(made: DuelMachine) -> Progress:
    d = made.duel
    return Progress(
        (
            ("phases left", len(PHASES) - d.phase),
            ("set-up", in_phase(d, "setup")),
            ("hands to deal", where(in_phase(d, "setup"), len(d.seats) - 1 - d.drawing, 0)),
            ("the Income Phase", in_phase(d, "income")),
            ("the activation", d.program == ACTIVATION),
            ("the landing", d.program == LANDING),
            ("defence to come", 1 - d.defended),
            ("the conclusion to come", 1 - d.concluded),
            ("the defence's dice", _unread_defense(d)),
            ("the defence", d.program == DEFENSE),
            ("the offensive roll", under_actions(d) == OFFENSE_ROLL),
            ("the beginning of Income to come back to", _back_to(d, "income/begin")),
            ("the end of the roll to come back to", _back_to(d, "offense/end")),
            ("the Discard Phase to come back to", _back_to(d, "discard")),
            ("something due", total(d.due)),
            ("an attempt", d.attempts),
            ("a defensive attempt", d.again),
            ("an action under way", d.depth),
            ("a declaration", d.declared),
            ("dice to roll", total(_bit_count(d.pending))),
            ("dice to pick", d.picks),
            ("cards to draw", d.draws),
            ("an empty deck", _empty_deck(made)),
            ("altered dice", d.altered),
            ("a question about a token", 1 - d.asked),
            ("the rest of the program", made.content.pc_top - d.pc[d.top]),
            ("a chosen player missing", at_least(1 - d.chosen, 0)),
            *((f"a pick to come in {window}", _unpicked(made, group)) for group, window in BETWEEN.items()),
            ("something to apply", number(d.pending_harm)),
            ("passes left", _passes_left(made)),
            *([] if d.seats.duel else _among_several(made)),
        ),
        (
            "*/act",
            "*/declare",
            "*/play",
            "*/sell",
            "*/upgrade",
            "answer/act",
            "turn-end/pass/turn",
            "conclusion/extra*",
            "conclusion/another",
        ),
    )


def _among_several(made: DuelMachine) -> list[tuple[str, Expr]]:
    """What goes down besides with more than two players."""
    d = made.duel
    asking = is_at(made.machine, "resolve/choose-opponent")
    leader = all_of(in_phase(d, "targeting"), d.depth == 0, d.program == NOTHING)
    return [
        ("answers to come", _places(d, d.holder, d.declarer)),
        ("an opponent to ask for", number(all_of(d.rival[d.top] == 0, ~asking))),
        ("what waits for its target", number(d.waiting)),
        ("the window of the aim to come back to", _back_to(d, "targeting/aimed")),
        ("the card for a Leader", number(all_of(is_at(made.machine, "draw"), leader))),
    ]


def _back_to(d: Duel, window: str) -> Expr:
    """How often play is to go back to ``window``; once more while an action is between, which goes there."""
    frames = count(all_of(d.depth >= f, d.back[f] == site(window)) for f in range(1, FRAMES))
    declared = all_of(d.declared >= 1, d.declared_at == site(window))
    return 2 * (frames + number(declared)) + number(d.returning == site(window))


def _unpicked(made: DuelMachine, group: str) -> Expr:
    """Whether nothing that is due at ``group`` is picked: what was may be due no more without its token."""
    return 1 - number(pick_stands(made.duel, made.content.trigger(made.duel, GROUPS[group])))


def _bit_count(value: Expr) -> list[Expr]:
    return [value // 2**place % 2 for place in range(5)]


def _empty_deck(made: DuelMachine) -> Expr:
    d = made.duel
    return any_of(d.library[d.drawing] == 0)


def _passes_left(made: DuelMachine) -> Expr:
    """How many passes there are still to come until that of the last player."""
    d = made.duel
    if d.seats.duel:
        return 1 - number(d.holder != d.turn)
    return _places(d, d.holder, d.turn)


def _places(d: Duel, one: Expr, other: Expr) -> Expr:
    """How many players there are between ``one`` and ``other``, in the order of turns from ``one`` on."""
    return (other - one + len(d.seats) - 1) % len(d.seats)


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


def _unread_defense(d: Duel) -> Expr:
    """Whether the defensive dice lie on the table and have not been read."""
    return all_of(under_actions(d) == DEFENSE_ROLL, d.program != DEFENSE)
