"""What holds for creatures and traps: how they come, what they accept, and how they are slain."""

from __future__ import annotations

from collections.abc import Iterable

from dicelaw.model.dice_conquest.components import CREATURES_DRAWN, FIRST_CARD, Cause, Place
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.dice_conquest.quest import Quest
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, count, implies, negate, number, where
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.state import Cell, Field
from dicelaw.specs.bugs import Bug, dropping, rewriting
from dicelaw.specs.dice_conquest.invariants.structure import DAMAGE, STRUCTURE
from dicelaw.specs.dice_conquest.properties.spoiling import spoiling
from dicelaw.specs.property import (
    AllOf,
    Always,
    EachStep,
    Goal,
    Never,
    OnGraph,
    Property,
    Reaches,
    after,
)

JUDGING = ("judge", "judge/gift", "attack/placed", "won", "lost")
"""The points at which a creature may have suffered what slays it."""
LIMITS = ("card.parity", "card.least", "card.most")
"""The fields of open content that say which numbers a creature accepts."""


def card_properties(made: QuestMachine) -> list[Property]:
    """The properties about creatures and traps."""
    q = made.quest
    return [*_coming(q), *_accepting(q), *_slaying(made), *_clashing(q)]


def _coming(q: Quest) -> list[Property]:
    boss = q.content.boss
    others = [card for card in q.cards if card != boss]
    enough = any_of(q.fresh >= CREATURES_DRAWN, q.in_deck() == 0)
    traps = [card for card in q.cards if card > boss]
    return [
        Property(
            "setup/kalterstorm-last",
            "Kalterstorm comes when no other card is in the deck any more.",
            Always(implies(q.place[boss] != int(Place.DECK), q.in_deck(others) == 0)),
            ("setup/kalterstorm-at-bottom", "overview/final-foe", "setup/separate-kalterstorm-and-shuffle"),
            using=(STRUCTURE,),
            goal=Goal("Kalterstorm is there", q.shown(boss), "turn"),
            bug=dropping("setup/kalterstorm-at-bottom"),
        ),
        Property(
            "draw/three-or-all",
            "For each round at least three creatures are drawn, traps not counted, or all that the deck has.",
            AllOf(
                (
                    Always(any_of(q.fresh + q.to_draw >= CREATURES_DRAWN, q.in_deck() == 0), "draw"),
                    Always(enough, ("reveal", "reveal/*", "round")),
                    Always(implies(q.cause == int(Cause.REVEAL), enough), DAMAGE),
                )
            ),
            (
                "trap/min-three-creatures", "setup/draw-three-display", "round-end/draw-three-new",
                "creature/reveal-after-three-drawn", "trap/reveal-draws-another",
            ),
            using=(STRUCTURE,),
            goal=Goal("a trap was drawn among them", any_of(*(q.shown(card) for card in traps)), "reveal"),
            bug=rewriting("draw/card", q.to_draw, lambda _: q.to_draw - 1, "a trap counts as a creature"),
        ),
        Property(
            "reveal/left-to-right",
            "Cards are revealed one by one in the order in which they were laid out.",
            EachStep(
                all_of(
                    after(q.revealed) == q.revealed + 1,
                    *(implies(after(q.current) == card, q.order[card] == q.revealed + 1) for card in q.cards),
                ),
                along="reveal/card",
            ),
            (
                "setup/resolve-reveals-left-to-right", "trap/reveals-left-to-right",
                "setup/extra-draws-also-reveal",
            ),
            goal=Goal("a fourth card is revealed", q.revealed == 4, "reveal/effect"),
            bug=dropping("setup/resolve-reveals-left-to-right", "reveal/card"),
        ),
    ]  # fmt: skip


def _accepting(q: Quest) -> list[Property]:
    value = q.face[q.chosen]

    def parity(card: int) -> Expr:
        return q.suits_parity(card, value)

    def limit(card: int) -> Expr:
        return q.suits_limit(card, value)

    kinds = {
        "creature/odd-even": (
            "A die is placed on a creature that takes odd or even numbers only if it shows such a number.",
            "parity", parity, "clarify/odd-even-members",
            ("creature/example-giant-spider-odd", "clarify/odd-even-members"),
        ),
        "creature/number-limit": (
            "A die is placed on a creature with a number limit only if it shows a number within it.",
            "most", limit, "clarify/number-limit-members",
            ("clarify/number-limit-members", "facts/restriction-kinds"),
        ),
    }  # fmt: skip
    found = [
        Property(
            id,
            says,
            EachStep(
                all_of(*(implies(after(q.target) == card, suits(card)) for card in q.cards)),
                along="attack/place",
            ),
            cites,
            using=(STRUCTURE,),
            goal=Goal(
                "there is such a creature", all_of(q.shown(1), q.content.card(figure, 1) == 1), "attack"
            ),
            bug=dropping(rule, "attack/place"),
        )
        for id, (says, figure, suits, rule, cites) in kinds.items()
    ]
    barred = [all_of(q.shown(card), negate(q.reachable(card))) for card in q.cards]
    return [
        *found,
        Property(
            "creature/first-before-others",
            "While a creature has to be slain first, no other is attacked: by no die, ability or item.",
            EachStep(
                all_of(
                    *(
                        implies(
                            one,
                            all_of(after(q.damage_on(card)) <= q.damage_on(card), after(q.doomed) != card),
                        )
                        for card, one in zip(q.cards, barred, strict=True)
                    )
                ),
                along=("attack/place", "effect/strike", "effect/slay"),
            ),
            ("facts/ogre-first", "clarify/creature-beats-hero-and-item"),
            using=(STRUCTURE, "play/no-doom"),
            goal=Goal("another creature is barred", any_of(*barred), "attack"),
            bug=dropping("facts/ogre-first", "effect/strike"),
        ),
        Property(
            "placement/value-is-damage",
            "A placed die adds the number that it shows to the damage on its creature, and nothing "
            "elsewhere.",
            EachStep(
                all_of(
                    *(
                        after(q.damage_on(card))
                        == q.damage_on(card) + where(after(q.target) == card, value, 0)
                        for card in q.cards
                    )
                ),
                along="attack/place",
            ),
            ("placement/value-is-damage", "placement/on-creature-keep-value"),
            using=(STRUCTURE,),
            goal=Goal("a creature has suffered 4 and lives", q.damage_on(1) == 4, "turn"),
            bug=spoiling("attack/place", q.at, lambda _: FIRST_CARD, "the die goes to the first creature"),
        ),
    ]  # fmt: skip


def _slaying(made: QuestMachine) -> list[Property]:
    q = made.quest
    boss = q.content.boss
    slain_first = made.rules.reads("last-blow", "slain-first")
    waiting = ("attack/placed", "judge", "judge/gift", "won") if slain_first else ("attack/placed",)
    missed = [
        all_of(
            q.content.card("exact", card) == 1,
            q.damage_on(card) != q.content.card("health", card),
            q.doomed != card,
        )
        for card in q.cards
    ]
    slain = count(all_of(q.shown(card), q.is_slain(card)) for card in q.cards[:boss])
    kept = (
        implies(one, all_of(implies(q.shown(card), after(q.shown(card))), after(q.current) != card))
        for card, one in zip(q.cards, missed, strict=True)
    )
    return [
        Property(
            "slay/exact-only",
            "A creature with an exact restriction is slain by exactly its health, never by more.",
            EachStep(all_of(*kept), along=("judge/remove", "judge/item")),
            ("clarify/damage-items-not-over-exact", "clarify/exact-members", "slay/sum-at-least-health"),
            using=(STRUCTURE,),
            goal=Goal("such a creature has suffered more than its health",
                      all_of(q.content.card("exact", 1) == 1, q.shown(1),
                             q.damage_on(1) > q.content.card("health", 1)), "after"),
            bug=dropping("slay/sum-at-least-health", "judge/remove"),
        ),
        Property(
            "slay/at-once",
            "Only where it is judged is there a creature that has suffered what slays it, and never "
            "two of them.",
            AllOf(
                (
                    Always(slain == 0, ("*", *(f"!{point}" for point in (*JUDGING, *DAMAGE)))),
                    Always(slain <= 1, JUDGING),
                    Always(slain <= number(q.is_slain(q.current)), "judge/gift"),
                    Always(slain <= where(q.cause == int(Cause.STING), 1, 0), DAMAGE),
                )
            ),
            (
                "slay/by-new-die", "slay/by-altered-dice", "overview/defeat-at-health-total",
                "facts/sorceress-raises-dice",
            ),
            using=(STRUCTURE, "play/no-doom", "dice/conserved", "dice/rolled-before-use"),
            goal=Goal("a creature was slain", q.place[1] == int(Place.GONE), "after"),
            bug=dropping("slay/sum-at-least-health", "judge/none/*"),
        ),
        Property(
            "play/no-doom",
            "What an effect slays is slain before anything else is done.",
            Always(q.doomed == 0, ("*", "!judge")),
            ("hero/example-wizard-outcome",),
            goal=Goal("a creature is to be slain outright", q.doomed >= 1, "judge"),
            bug=rewriting("judge/none/*", q.doomed, lambda _: q.doomed, "the effect goes on"),
        ),
        Property(
            "end/only-kalterstorm-wins",
            "The game is won when Kalterstorm is slain, whatever else is in the display, and in no "
            "other way.",
            EachStep(all_of(q.shown(boss), q.is_slain(boss)), along="judge/win"),
            ("end/win-kalterstorm-slain", "facts/dragon-death-wins-regardless"),
            goal=Goal("it is won with another creature there",
                      any_of(*(q.shown(c) for c in q.cards[: boss - 1])),
                      "won"),
            bug=dropping("end/win-kalterstorm-slain", "judge/win"),
        ),
        Property(
            "play/pending",
            "What a placement sets off comes before anything else is decided.",
            Always(q.pending == 0, ("*", *(f"!{point}" for point in waiting))),
            ("clarify/creature-ability-despite-slaying", "end/win-kalterstorm-slain"),
            goal=Goal("it is still to come", q.pending == 1, "attack/placed"),
            bug=rewriting("placed/sting", q.pending, lambda _: q.pending, "it comes twice"),
        ),
        Property(
            "end/victory-possible",
            "The game can be won.",
            Reaches(TRUE, "won"),
            ("end/win-kalterstorm-slain", "round-end/draw-three-new"),
        ),
    ]  # fmt: skip


def _clashing(q: Quest) -> list[Property]:
    odd = all_of(q.shown(1), q.content.card("parity", 1) == 1)
    even_die = any_of(*(all_of(q.on_card(die, 1), q.face[die] % 2 == 0) for die in q.dice))
    return [
        Property(
            "clarify/manipulation-breaks-limits",
            "Changing a die on a creature asks for no odd or even number and no number limit, on any card.",
            OnGraph(_asks_for_no_limit(("effect/change", "effect/raise"))),
            ("clarify/manipulation-may-break-limits", "clarify/manipulation-members"),
            goal=Goal("an even die lies on a creature that takes odd ones", all_of(odd, even_die), "turn"),
            bug=_limiting(q, "effect/change"),
        ),
        Property(
            "clarify/items-ignore-limits",
            "Damage without a die asks for no odd or even number and no number limit, on any card.",
            OnGraph(_asks_for_no_limit(("effect/strike", "effect/slay"))),
            ("clarify/damage-items-ignore-odd-even", "clarify/damage-items-members"),
            goal=Goal("an item hurt a creature that takes odd dice", all_of(odd, q.hurt[1] >= 1), "turn"),
            bug=_limiting(q, "effect/strike"),
        ),
    ]  # fmt: skip


def _limiting(q: Quest, along: str) -> Bug:
    """The bug of asking for odd and even numbers where it does not matter."""
    from dataclasses import replace

    from dicelaw.model.kernel.graph import Requirement

    asked = Requirement(q.suits_parity(1, q.face[0]), "clarify/odd-even-members")

    def change(one: Transition) -> Transition:
        return replace(one, requires=(*one.requires, asked)) if one.id == along else one

    return Bug("odd and even numbers are asked for", change)


def _asks_for_no_limit(steps: tuple[str, ...]):  # type: ignore[no-untyped-def]
    def check(machine: Machine) -> str | None:
        for id in steps:
            names = set(_read(requirement.holds for requirement in machine.transition(id).requires))
            asked = [name for name in names if name.startswith(LIMITS)]
            if asked:
                return f"{id} asks for {asked[0]}"
        return None

    return check


def _read(conditions: Iterable[Expr]) -> Iterable[str]:
    """The names of the fields and arrays that ``conditions`` read."""
    for node in walk(*conditions):
        if isinstance(node, Field):
            yield node.slot.name
        elif isinstance(node, Cell):
            yield node.name


__all__ = ["Never", "card_properties"]
