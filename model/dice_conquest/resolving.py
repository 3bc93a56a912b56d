"""What is used takes effect: each word that is declared does what it does, line by line."""

from __future__ import annotations

from collections.abc import Mapping

from dicelaw.model.dice_conquest.rules import Rules, Writes
from dicelaw.model.dice_conquest.vocabulary import CONDITIONS, WORDS
from dicelaw.model.dice_conquest.wording import Deed
from dicelaw.model.effects.targets import Aim
from dicelaw.model.effects.words import Cost, Duration, Word
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, where
from dicelaw.model.kernel.graph import Choice


def add_words(rules: Rules) -> None:
    """Every word at the point ``effect``, taking the other way, and leaving the rest of a line undone."""
    q = rules.quest
    for word in WORDS:
        if word.does is not None:
            aim = _aim(rules, word)
            _add(rules, word, aim, word.does(rules, aim.whom))
    rules.timing.add(
        "effect/other", "effect", "effect", q.turn, "take the other way",
        requires=[(q.frame.other_way, "model/programs")],
        effect=q.frame.loaded(q.next),
    )  # fmt: skip
    unpaid = any_of(*(q.word == word.number for word in WORDS if isinstance(word, Cost)))
    rules.timing.add(
        "effect/leave", "effect", "judge", q.turn, "do no more of it",
        effect=q.frame.loaded(where(unpaid, 0, q.frame.following)),
        cites=["hero/ability-when-attacking", "model/programs"],
    )  # fmt: skip


def passing_over(rules: Rules, duration: Duration) -> Mapping[Expr, Expr | int]:
    """What is written when what lasts for ``duration`` is over."""
    lasting = (word for word in WORDS if word.lasts == duration)
    deeds = (word.does(rules, _aim(rules, word).whom) for word in lasting if word.does)
    return {field: value for deed in deeds for field, value in deed.over.items()}


def _aim(rules: Rules, word: Word) -> Aim:
    """Whom ``word`` is done to."""
    if word.target is None or word.target.aim is None:
        raise ValueError(f"the word {word.name} is done to nobody: it needs a target")
    aim: Aim = word.target.aim(rules)
    return aim


def _add(rules: Rules, word: Word, aim: Aim, deed: Deed) -> None:
    q = rules.quest
    over: Writes = {q.next: q.frame.following}
    if deed.target == "judge":
        over = {**q.frame.loaded(q.frame.following)}
        again = {field: deed.effect.get(field, field) for field in over} | {q.next: q.frame.following}
        over = {field: where(deed.again, again[field], value) for field, value in over.items()}
    rules.timing.add(
        f"effect/{word.name}", "effect", deed.target, q.turn, deed.phrase,
        choices=[*([aim.whom] if isinstance(aim.whom, Choice) else ()), *deed.choices],
        requires=[
            (q.word == word.number, "model/words"), (_holds(rules), "model/programs"), *aim.demands,
            *deed.demands,
        ],
        effect={**deed.effect, **over},
        cites=word.cites,
    )  # fmt: skip


def _holds(rules: Rules) -> Expr:
    """Whether the condition of the line that is due holds."""
    q = rules.quest
    tests = (all_of(q.test == one.number, one.does(rules)) for one in CONDITIONS if one.does is not None)
    return any_of(q.test == 0, *tests)
