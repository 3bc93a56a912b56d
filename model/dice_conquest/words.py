"""What each word does, once it is used."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_conquest.language import Word
from dicelaw.model.dice_conquest.quest import AVAILABLE, DICE, FIRST_CARD, SIDES, SLEW, SPENT, Rolled
from dicelaw.model.dice_conquest.rules import Demands, Rules, Writes
from dicelaw.model.kernel.expressions import Expr, all_of, at_least, at_most, where
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import lookup


def add_words(rules: Rules) -> None:
    """Every word at the point ``effect``, and leaving the rest of it undone."""
    _change(rules)
    _raise(rules)
    _recover(rules)
    _heal(rules)
    _guard(rules)
    _strike(rules)
    _slay(rules)
    _pierce(rules)
    q = rules.quest
    rules.timing.add(
        "effect/leave", "effect", "judge", q.turn, "do no more of it",
        effect={q.word: int(Word.NOTHING), q.amount: 0},
        cites=["hero/ability-when-attacking"],
    )  # fmt: skip


def _word(
    rules: Rules,
    word: Word,
    phrase: str,
    choices: Sequence[Choice],
    demands: Demands,
    effect: Writes,
    cites: Sequence[str],
    target: str = "judge",
) -> None:
    q = rules.quest
    over: Writes = {q.word: int(Word.NOTHING), q.amount: 0} if target == "judge" else {}
    rules.timing.add(
        f"effect/{word.name.lower()}", "effect", target, q.turn, phrase,
        choices=choices,
        requires=[(q.word == int(word), "model/words"), *demands],
        effect={**over, **effect},
        cites=cites,
    )  # fmt: skip


def _card(rules: Rules) -> Choice:
    q = rules.quest
    return Choice("card", 1, q.content.cards, q.current.slot.labels[1:])


def _attackable(rules: Rules, card: Choice) -> Demands:
    q = rules.quest
    return [(q.shown(card), "creature/standing-abilities"), (q.reachable(card), "facts/ogre-first")]


def _change(rules: Rules) -> None:
    q = rules.quest
    die, value = Choice("die", 0, len(DICE) - 1, DICE), Choice("number", 1, max(SIDES))
    far = q.amount
    _word(
        rules, Word.CHANGE, "turn the {die} to {number}", [die, value],
        [
            (q.at[die] >= FIRST_CARD, "clarify/manipulation-members"),
            (all_of(value <= q.face[die] + far, q.face[die] <= value + far), "model/words"),
            (value <= lookup("sides", SIDES, die), "clarify/die-maximum"),
        ],
        {q.face[die]: value},
        ["clarify/manipulation-may-break-limits", "clarify/die-maximum-example", "slay/by-altered-dice"],
    )  # fmt: skip


def _raise(rules: Rules) -> None:
    q = rules.quest
    raised: Writes = {
        q.face[die]: where(
            all_of(q.on_card(die, q.target), q.chosen != die),
            at_most(q.face[die] + q.amount, SIDES[die]),
            q.face[die],
        )
        for die in q.dice
    }
    _word(
        rules, Word.RAISE, "raise the other dice on the creature", [],
        [(q.target >= 1, "facts/sorceress-raises-dice")],
        raised,
        ["facts/sorceress-raises-dice", "clarify/die-maximum", "slay/by-altered-dice"],
    )  # fmt: skip


def _recover(rules: Rules) -> None:
    q = rules.quest
    die = Choice("die", 0, len(DICE) - 1, DICE)
    rolled: Expr | int = 1
    if rules.reads("returned-dice", "kept"):
        rolled = where(q.any_shown("bars_rerolls"), 0, 1)
    _word(
        rules, Word.RECOVER, "take the {die} back", [die],
        [
            (q.at[die] == SPENT, "clarify/killing-die-dice-spent-at-once"),
            (q.amount >= 1, "model/words"),
        ],
        {
            q.at[die]: AVAILABLE, q.unrolled[die]: rolled, q.amount: at_least(q.amount - 1, 0),
            q.rolled: int(Rolled.EFFECT),
        },
        ["hero/returned-dice-rerolled-first", "clarify/killing-die-dice-spent-at-once"],
        target="roll",
    )  # fmt: skip


def _heal(rules: Rules) -> None:
    q = rules.quest
    seat = Choice("hero", 0, len(q.seats) - 1, q.seat_names)
    _word(
        rules, Word.HEAL, "heal {hero}", [seat],
        [(q.heroes > seat, "clarify/heal-moves-token-up")],
        {q.health[seat]: at_most(q.health[seat] + q.amount, q.starting_health())},
        ["clarify/heal-moves-token-up", "clarify/heal-cap-start", "clarify/heal-before-damage"],
    )  # fmt: skip


def _guard(rules: Rules) -> None:
    q = rules.quest
    _word(
        rules, Word.GUARD, "be on guard", [], [],
        {q.guard[q.turn]: q.guard[q.turn] + q.amount},
        ["model/guard", "clarify/avoid-damage-members"],
    )  # fmt: skip


def _strike(rules: Rules) -> None:
    q = rules.quest
    card = _card(rules)
    _word(
        rules, Word.STRIKE, "strike {card}", [card], _attackable(rules, card),
        {q.hurt[card]: q.hurt[card] + q.amount},
        [
            "clarify/damage-items-members", "clarify/damage-items-ignore-odd-even",
            "clarify/damage-items-not-over-exact",
        ],
    )  # fmt: skip


def _slay(rules: Rules) -> None:
    q = rules.quest
    card = _card(rules)
    printed = rules.reads("slay-limit", "printed")
    looked_at = q.content.card("health", card) if printed else q.remaining(card)
    _word(
        rules, Word.SLAY, "slay {card}", [card],
        [*_attackable(rules, card), (looked_at <= q.amount, "hero/example-wizard-stone-golem")],
        {q.doomed: card, q.used_critical: where(q.by_item == 1, q.used_critical, SLEW)},
        ["hero/example-wizard-outcome", "facts/wizard-critical-ten"],
    )  # fmt: skip


def _pierce(rules: Rules) -> None:
    q = rules.quest
    die = Choice("die", 0, len(DICE) - 1, DICE)
    highest = lookup("sides", SIDES, die)
    effect: Writes = {q.face[die]: highest} if rules.reads("dagger", "highest") else {q.pierced: die + 1}
    _word(
        rules, Word.PIERCE, "pierce with the {die}", [die],
        [(q.at[die] == AVAILABLE, "item/example-rogue-dagger")],
        effect,
        ["facts/gargoyle-bears-dagger", "facts/rogue-critical-four"],
    )  # fmt: skip
