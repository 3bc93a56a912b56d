"""Properties of tokens, of a team whose cards field some against one that takes and turns dice."""

from __future__ import annotations

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import CARD, FIELDING, PURCHASE
from dicelaw.model.kernel.expressions import all_of, any_of, implies
from dicelaw.model.kernel.lookups import lookup
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.property import AllOf, Always, EachStep, Goal, Property, after

TOKENS = "tokens"


def token_properties(made: TableMachine) -> list[Property]:
    """Tokens are characters of the Field Zone and nowhere else, where an edition and its cards have any."""
    t, rules = made.table, made.rules
    tokens = t.tokens_made
    if not (tokens and rules.newer):
        return []
    fielded = any_of(*(t.fielded(die) for die in tokens))
    printed = {
        die: card.token.faces[-1]
        for die in tokens
        if (card := t.dice.kinds[t.dice.kinds[t.dice.dice[die]].maker].card) and card.token
    }
    exists = [any_of(t.fielded(die), all_of(t.zone[die] == CARD, t.keeper[die] == 0)) for die in tokens]
    paid_for = lookup("token", [int(die in tokens) for die in range(t.count)], t.subject)
    pays = t.figures.kinds_with("fabricate dice")
    picked = () if pays else (Always(all_of(*(t.picked[die] == 0 for die in tokens))),)
    falls = any_of(*(all_of(t.fielded(die), t.damage[die] >= t.defense(die)) for die in tokens))
    first = t.face[tokens[0]]
    return [
        Property(
            "token/field-only",
            "A token is in the Field Zone, where others may control it, or does not exist.",
            AllOf((Always(all_of(*exists)), *picked,
                   Always(implies(any_of(t.act == PURCHASE, t.act == FIELDING), paid_for == 0)))),
            (rules.token("field-only"),),
            goal=Goal("a token is KO'd", falls, "ko"),
            bug=dropping(rules.token("field-only")),
            machine=TOKENS,
        ),
        Property(
            "token/is-character",
            "A token in the Field Zone is a character of level 1; it gives no energy.",
            Always(all_of(*(implies(t.fielded(die), all_of(t.shown("level", die) == 1, t.gives(die) == 0))
                            for die in tokens))),
            (rules.token("is-character"), rules.token("no-energy-type")),
            using=("token/field-only",),
            goal=Goal("a token is in the Field", fielded, "attack"),
            bug=rewriting("resolve/over", first, lambda _: first * 0 + 1, "it shows nothing any more"),
            machine=TOKENS,
        ),
        Property(
            "token/stats-from-card",
            "The A and the D of a token are what the card that fields it says, with what is applied to it.",
            Always(all_of(*(implies(t.fielded(die), all_of(t.stat("attack", die) == face.attack,
                                                           t.stat("defense", die) == face.defense))
                            for die, face in printed.items()))),
            (rules.token("stats-from-card"),),
            using=("token/field-only", "token/is-character"),
            goal=Goal("a token is strengthened", any_of(*(all_of(t.fielded(die), t.plus_attack[die] >= 1)
                                                          for die in tokens))),
            bug=rewriting("resolve/over", first, lambda _: first * 0 + 1, "it shows nothing any more"),
            machine=TOKENS,
        ),
        Property(
            "token/no-spin-reroll",
            "As long as a token is in the Field Zone it shows what it showed before.",
            EachStep(all_of(*(implies(all_of(t.fielded(die), after(t.fielded(die))),
                                      after(t.face[die]) == t.face[die]) for die in tokens))),
            (rules.token("no-spin-reroll"),),
            using=("token/field-only", "token/is-character"),
            goal=Goal("a token is in the Field as an effect turns dice",
                      all_of(fielded, t.stage >= 1), "resolve"),
            bug=rewriting("resolve/spin-up", first, lambda _: first * 0 + 1, "it is spun to another face"),
            machine=TOKENS,
        ),
    ]  # fmt: skip
