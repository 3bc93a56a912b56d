"""What is used takes effect: each word that is declared does what it does."""

from __future__ import annotations

from dicelaw.model.dice_conquest.components import NOTHING
from dicelaw.model.dice_conquest.rules import Rules, Writes
from dicelaw.model.dice_conquest.vocabulary import WORDS
from dicelaw.model.effects.words import Word


def add_words(rules: Rules) -> None:
    """Every word at the point ``effect``, and leaving the rest of it undone."""
    q = rules.quest
    over: Writes = {q.word: NOTHING, q.amount: 0}
    for word in WORDS:
        if word.does is not None:
            _add(rules, word, over)
    rules.timing.add(
        "effect/leave", "effect", "judge", q.turn, "do no more of it",
        effect=over,
        cites=["hero/ability-when-attacking"],
    )  # fmt: skip


def _add(rules: Rules, word: Word, over: Writes) -> None:
    assert word.does is not None
    q, deed = rules.quest, word.does(rules)
    rules.timing.add(
        f"effect/{word.name}", "effect", deed.target, q.turn, deed.phrase,
        choices=deed.choices,
        requires=[(q.word == word.number, "model/words"), *deed.demands],
        effect={**(over if deed.target == "judge" else {}), **deed.effect},
        cites=word.cites,
    )  # fmt: skip
