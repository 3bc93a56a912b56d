"""What holds for the turns of heroes: who acts, how often, and with what."""

from __future__ import annotations

from dicelaw.model.dice_conquest.components import Place
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.dice_conquest.words.reroll import REROLL
from dicelaw.model.kernel.expressions import all_of, any_of, implies, negate, where
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.bugs import dropping, leaving_out, leaving_to, retargeting, rewriting
from dicelaw.specs.dice_conquest.invariants.structure import STRUCTURE
from dicelaw.specs.property import (
    Deterministic,
    EachStep,
    Goal,
    InDomain,
    Never,
    NeverStuck,
    OneOwner,
    OnGraph,
    Property,
    Unchanged,
    after,
)

OWN = ("turn/*", "attack/*", "after/*", "effect/*", "judge/give")
"""What only the hero in turn does."""


def turn_properties(made: QuestMachine) -> list[Property]:
    """The properties about turns."""
    q = made.quest
    rerolls = where(q.ability(q.turn) == REROLL.number, q.ability_amount(q.turn), 0)
    hits = q.face[q.chosen] == q.content.hero("critical_number", q.hero[q.turn])
    return [
        Property(
            "turn/nobody-out-of-turn",
            "In the turn of a hero the next one decides nothing.",
            Never(q.heroes >= 2, OWN, q.next_seat(q.turn)),
            ("turn/order-clockwise-from-first", "item/use-any-time-own-turn"),
            using=(STRUCTURE,),
            goal=Goal("two heroes play", q.heroes >= 2, "attack"),
            bug=leaving_to("turn/choose", q.first, "the First Player chooses for all"),
        ),
        Property(
            "turn/clockwise",
            "After a hero's turn comes that of the next one clockwise.",
            EachStep(after(q.turn) == q.next_seat(q.turn), along="round/turn"),
            ("turn/order-clockwise-from-first", "turn/cycle-until-round-end"),
            goal=Goal("the last hero has ended a turn", q.turn + 1 == q.heroes, "round/next"),
            bug=rewriting("round/turn", q.turn, lambda _: q.turn, "the turn stays with the hero"),
        ),
        Property(
            "turn/only-then",
            "Within a turn it stays that of the same hero.",
            Unchanged((q.turn,), along=("*", "!setup/*", "!round/turn", "!round/begin")),
            ("turn/order-clockwise-from-first",),
            goal=Goal("it is not the First Player's turn", q.turn != q.first, "attack"),
            bug=rewriting("attack/reroll", q.turn, lambda _: q.first, "a reroll gives the turn away"),
        ),
        Property(
            "turn/reroll-once",
            "A die is rerolled once in a turn, and more often only as the hero ability says.",
            EachStep(after(q.rerolls) <= rerolls + 1, along="attack/reroll"),
            ("turn/reroll-once", "facts/wizard-reroll-twice", "hero/ability-may-change-rules"),
            goal=Goal("a die was rerolled twice", q.rerolls == 2, "attack"),
            bug=dropping("turn/reroll-once"),
        ),
        Property(
            "hero/ability-once-a-turn",
            "A hero ability that is used is used once in a turn.",
            EachStep(all_of(q.used_ability == 0, after(q.used_ability) == 1), along="*/ability"),
            ("model/ability-once-a-turn",),
            goal=Goal("the ability was used", q.used_ability == 1, "after"),
            bug=dropping("model/ability-once-a-turn", "after/ability"),
        ),
        Property(
            "hero/critical-needs-number",
            "A Critical Hit is used once in a turn, with a die of its number or one that counts as such.",
            EachStep(
                all_of(q.used_critical == 0, any_of(hits, q.pierced == q.chosen + 1)), along="*/critical"
            ),
            ("hero/critical-when-die-equals-number", "hero/critical-optional"),
            goal=Goal("a Critical Hit was used", q.used_critical == 1, "after"),
            bug=dropping("hero/critical-when-die-equals-number", "attack/critical"),
        ),
        Property(
            "item/own-turn",
            "A magic item is used by the hero who has it, in that hero's turn, and is gone then.",
            EachStep(
                all_of(
                    *(
                        implies(
                            all_of(q.place[card] >= int(Place.HELD), after(q.place[card]) != q.place[card]),
                            all_of(
                                q.place[card] == q.turn + int(Place.HELD),
                                after(q.place[card]) == int(Place.GONE),
                            ),
                        )
                        for card in q.cards
                    )
                ),
            ),
            ("item/use-any-time-own-turn", "item/discard-to-use"),
            using=(STRUCTURE,),
            goal=Goal("another hero has an item",
                      q.place[1] == q.next_seat(q.turn) + int(Place.HELD), "turn"),
            bug=dropping("item/use-any-time-own-turn", "turn/item"),
        ),
        Property(
            "item/gone-for-good",
            "A card that has left the game does not come back.",
            EachStep(
                all_of(
                    *(
                        implies(q.place[card] == int(Place.GONE), after(q.place[card]) == int(Place.GONE))
                        for card in q.cards
                    )
                ),
            ),
            ("slay/no-item-remove-from-game", "item/discard-to-use"),
            using=(STRUCTURE,),
            goal=Goal("a creature has left the game", q.place[1] == int(Place.GONE), "turn"),
            bug=dropping("layout/creature-deck-mark", "draw/card"),
        ),
        Property(
            "creature/no-reroll-while-barred",
            "While a creature bars rerolls no die is rerolled, not even by a hero ability.",
            Never(q.any_shown("bars_rerolls"), "attack/reroll"),
            ("creature/example-basilisk-no-reroll", "clarify/creature-beats-hero-and-item"),
            goal=Goal("such a creature is there", q.any_shown("bars_rerolls"), "attack"),
            bug=dropping("creature/example-basilisk-no-reroll"),
        ),
        Property(
            "creature/no-ability-while-barred",
            "While a creature bars hero abilities none is used.",
            Never(q.any_shown("bars_abilities"), "*/ability"),
            ("clarify/creature-beats-hero-and-item", "facts/restriction-kinds"),
            goal=Goal("such a creature is there", q.any_shown("bars_abilities"), "attack"),
            bug=dropping("clarify/creature-beats-hero-and-item", "after/ability"),
        ),
        Property(
            "round-end/pass-ends-round",
            "A pass ends the round for all heroes.",
            OnGraph(_pass_ends_round),
            ("round-end/hero-passes",),
            goal=Goal("the round is over with dice left", negate(q.dice_placed() >= 7), "round-end"),
            bug=retargeting("turn/pass", "round/next", "the next hero goes on after a pass"),
        ),
        Property(
            "play/one-owner",
            "All decisions that are open at once are those of one hero.",
            OneOwner(),
            ("turn/order-clockwise-from-first",),
            using=(STRUCTURE,),
            goal=Goal("a hero settles what is done", q.word >= 1, "effect"),
            bug=leaving_to("turn/pass", q.first, "the First Player may pass for all"),
        ),
        Property(
            "play/never-stuck",
            "Something can always be done until the game is over.",
            NeverStuck(),
            ("turn/cycle-until-round-end", "round-end/empty-deck-continue"),
            using=(STRUCTURE, "play/pending"),
            goal=Goal("five dice are placed", q.dice_placed() >= 5, "turn"),
            bug=leaving_out("effect/leave", "what is used has to be done"),
        ),
        Property(
            "play/rules-determined",
            "What the rules do by themselves is determined.",
            Deterministic(),
            ("setup/resolve-reveals-left-to-right",),
            using=(STRUCTURE, "slay/at-once"),
            goal=Goal("a card is revealed", q.current >= 1, "reveal/effect"),
            bug=dropping("round-end/damage-dealt-one-by-one", "damage/over/sting"),
        ),
        Property(
            "play/in-domain",
            "No number leaves what it can be.",
            InDomain(),
            ("clarify/die-maximum",),
            using=(STRUCTURE, "health/never-above-start"),
            goal=Goal("a hero has an item", q.place[1] >= int(Place.HELD), "turn"),
            bug=rewriting("round/turn", q.turn, lambda _: q.turn + 1, "the last seat is followed by none"),
        ),
    ]  # fmt: skip


def _pass_ends_round(machine: Machine) -> str | None:
    """What is wrong with where a pass leads, if anything is."""
    wrong = [one.target for one in machine.transitions if one.id == "turn/pass" and one.target != "round-end"]
    return f"a pass leads to {wrong[0]}" if wrong else None
