"""What is used takes effect: each word that is declared does what it does, line by line."""

from __future__ import annotations

from collections.abc import Mapping

from dicelaw.model.dice_conquest.rules import Rules, Writes
from dicelaw.model.dice_conquest.running import following, loaded, other_way
from dicelaw.model.dice_conquest.vocabulary import CONDITIONS, WORDS
from dicelaw.model.dice_conquest.wording import Deed
from dicelaw.model.effects.words import Cost, Duration, Word
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, where


def add_words(rules: Rules) -> None:
    """Every word at the point ``effect``, taking the other way, and leaving the rest of a line undone."""
    q = rules.quest
    for word in WORDS:
        if word.does is not None:
            _add(rules, word, word.does(rules))
    rules.timing.add(
        "effect/other", "effect", "effect", q.turn, "take the other way",
        requires=[(other_way(q), "model/programs")],
        effect=loaded(q, q.next),
    )  # fmt: skip
    unpaid = any_of(*(q.word == word.number for word in WORDS if isinstance(word, Cost)))
    rules.timing.add(
        "effect/leave", "effect", "judge", q.turn, "do no more of it",
        effect=loaded(q, where(unpaid, 0, following(q))),
        cites=["hero/ability-when-attacking", "model/programs"],
    )  # fmt: skip


def passing_over(rules: Rules, duration: Duration) -> Mapping[Expr, Expr | int]:
    """What is written when what lasts for ``duration`` is over."""
    deeds = (word.does(rules) for word in WORDS if word.does is not None and word.lasts == duration)
    return {field: value for deed in deeds for field, value in deed.over.items()}


def _add(rules: Rules, word: Word, deed: Deed) -> None:
    q = rules.quest
    over: Writes = {q.next: following(q)}
    if deed.target == "judge":
        over = loaded(q, following(q))
        again = {field: deed.effect.get(field, field) for field in over} | {q.next: following(q)}
        over = {field: where(deed.again, again[field], value) for field, value in over.items()}
    rules.timing.add(
        f"effect/{word.name}", "effect", deed.target, q.turn, deed.phrase,
        choices=deed.choices,
        requires=[(q.word == word.number, "model/words"), (_holds(rules), "model/programs"), *deed.demands],
        effect={**deed.effect, **over},
        cites=word.cites,
    )  # fmt: skip


def _holds(rules: Rules) -> Expr:
    """Whether the condition of the line that is due holds."""
    q = rules.quest
    tests = (all_of(q.test == one.number, one.does(rules)) for one in CONDITIONS if one.does is not None)
    return any_of(q.test == 0, *tests)
