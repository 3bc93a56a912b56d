"""What holds for the dice: where they are, what they show, and that they come back."""

from __future__ import annotations

from dicelaw.model.dice_conquest.components import AVAILABLE, FIRST_CARD, SIDES, SPENT, Cause, Place
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.kernel.expressions import all_of, at_least, at_most, implies
from dicelaw.specs.bugs import dropping, forgetting, rewriting
from dicelaw.specs.dice_conquest.invariants.structure import BEFORE_ROUND, DAMAGE, STRUCTURE, no_die_spent
from dicelaw.specs.dice_conquest.properties.spoiling import spoiling
from dicelaw.specs.property import AllOf, Always, EachStep, Goal, Property, Unchanged, after


def dice_properties(made: QuestMachine) -> list[Property]:
    """The properties about dice."""
    q = made.quest
    free = q.dice_at(AVAILABLE) >= 1
    under = [q.place[at_least(q.at[die] - (FIRST_CARD - 1), 0)] for die in q.dice]
    return [
        Property(
            "dice/conserved",
            "Each of the seven dice is Available, Spent, or on a creature that is in the display.",
            AllOf(
                tuple(
                    Always(implies(q.at[die] >= FIRST_CARD, card == int(Place.DISPLAY)))
                    for die, card in zip(q.dice, under, strict=True)
                )
                + tuple(Always(q.at[die] != q.current + (FIRST_CARD - 1), "judge/gift") for die in q.dice)
            ),
            ("slay/dice-to-spent", "setup/available-dice-area", "setup/spent-dice-area", "component/dice-7"),
            using=(STRUCTURE,),
            goal=Goal("dice are in all three", all_of(q.dice_at(SPENT) >= 1, q.dice_placed() >= 1), "turn"),
            bug=forgetting("judge/remove", list(q.at), "the dice stay on a slain creature"),
        ),
        Property(
            "clarify/die-maximum",
            "No die shows a number that it does not have.",
            Always(all_of(*(q.face[die] <= SIDES[die] for die in q.dice))),
            ("clarify/die-maximum", "clarify/die-maximum-example", "facts/dice-identities"),
            goal=Goal("the d4 shows its highest number on a creature",
                      all_of(q.at[0] >= FIRST_CARD, q.face[0] == SIDES[0]), "after"),
            bug=dropping("clarify/die-maximum", "effect/change"),
        ),
        Property(
            "dice/rolled-before-use",
            "Dice that are to be rolled are rolled before anybody decides anything.",
            Always(all_of(*(q.unrolled[die] == 0 for die in q.dice)), ("*", "!roll")),
            ("hero/returned-dice-rerolled-first", "round/start-roll-all-available"),
            goal=Goal("a die came back", q.dice_at(SPENT) >= 1, "effect"),
            bug=dropping("model/roll-order", "roll/done/effect"),
        ),
        Property(
            "turn/choice-of-die-binding",
            "A die that was chosen is not exchanged for another in that turn.",
            Unchanged((q.chosen,), along=("*", "!turn/choose")),
            ("turn/choice-of-die-binding", "turn/one-die-per-turn"),
            goal=Goal("a die is chosen", q.chosen >= 1, "attack"),
            bug=rewriting("attack/reroll", q.chosen, lambda _: at_most(q.chosen + 1, 6), "another is taken"),
        ),
        Property(
            "turn/one-die-per-turn",
            "An attack places the chosen die and no other, with the number that it shows.",
            EachStep(
                all_of(
                    *(implies(q.chosen != die, after(q.at[die]) == q.at[die]) for die in q.dice),
                    *(implies(q.chosen == die, after(q.at[die]) >= FIRST_CARD) for die in q.dice),
                    *(after(q.face[die]) == q.face[die] for die in q.dice),
                ),
                along="attack/place",
            ),
            ("turn/one-die-per-turn", "placement/on-creature-keep-value"),
            using=(STRUCTURE,),
            goal=Goal("two dice are placed", q.dice_placed() >= 2, "after"),
            bug=rewriting("attack/place", q.at[6], lambda _: q.at[0] * 0 + FIRST_CARD, "the d20 goes along"),
        ),
        Property(
            "round/dice-come-back",
            "No die is Spent when a round begins: those that were are Available again.",
            AllOf(
                (
                    Always(no_die_spent(q), BEFORE_ROUND),
                    Always(implies(q.cause == int(Cause.REVEAL), no_die_spent(q)), DAMAGE),
                )
            ),
            ("round/start-roll-all-available", "round-end/removed-dice-rolled-next-round"),
            using=(STRUCTURE,),
            goal=Goal("a round begins after dice were spent", q.first != q.turn, "round"),
            bug=spoiling("round-end/next", q.at, lambda _: SPENT, "dice are spent for the next round"),
        ),
        Property(
            "round/has-a-die",
            "A round begins with at least one die to roll.",
            AllOf(
                (
                    Always(free, BEFORE_ROUND),
                    Always(implies(q.cause == int(Cause.REVEAL), free), DAMAGE),
                    Always(q.dice_placed() < len(q.dice), "round-end/prepare"),
                )
            ),
            ("round-end/all-dice-used", "round-end/keep-or-remove-dice"),
            using=(STRUCTURE,),
            goal=Goal("six dice were kept", q.dice_placed() >= 6, "turn"),
        ),
    ]  # fmt: skip
