"""What cites each rule of a game, in words, kept between runs: to find it all its machines are built."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dicelaw.checker.file_digest import digest
from dicelaw.checker.verify.result_cache import Results


@dataclass(frozen=True)
class Cited:
    """For each rule of a game the ids of what is about it; ``says`` has what each of these says."""

    carriers: dict[str, list[str]]
    """Transitions, then content, then properties."""
    transitions: dict[str, list[str]]
    properties: dict[str, list[str]]
    examples: dict[str, list[str]]
    """Examples and rulings."""
    says: dict[str, str]
    """By id; that of a property begins with ``property/``."""


def cited(game: str, kept: Path | None) -> Cited:
    """What cites the rules of ``game``, as an earlier run in ``kept`` found it if the rules are the same."""
    if kept is None:
        return _found(game)
    results = Results(kept, Cited)
    part = f"cited {game} {digest(Path(__file__))}"
    found = results.get(part)
    if found is None:
        found = _found(game)
        results.put(part, found)
    return found


def _found(game: str) -> Cited:
    from dicelaw.model.kernel.prose import transition_sentence
    from dicelaw.oracle.games.statement_coverage import examples_of, stated

    statements, found = stated(game)
    stating = {one.id for one in statements}
    says: dict[str, str] = {}
    transitions: dict[str, list[str]] = {}
    properties: dict[str, list[str]] = {}
    examples: dict[str, list[str]] = {}
    for transition in found.machine.transitions:
        if about := [rule for rule in dict.fromkeys(transition.rules) if rule in stating]:
            says[transition.id] = transition_sentence(found.machine, transition)
        for rule in about:
            transitions.setdefault(rule, []).append(transition.id)
    for property in found.properties():
        says[f"property/{property.id}"] = property.says
        for rule in [one for one in dict.fromkeys(property.cites) if one in stating]:
            properties.setdefault(rule, []).append(property.id)
    for rule in sorted(stating):
        for case in examples_of(game, rule):
            says[case.id] = f"{case.question} {case.answer}" if case.question else case.answer
            examples.setdefault(rule, []).append(case.id)
    carriers = {rule: [*carried] for rule, carried in found.carriers.items()}
    return Cited(carriers, transitions, properties, examples, says)
