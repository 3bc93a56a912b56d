"""Forget a requirement of the duel and show which property then is no longer proved.

Run it without arguments for the requirements of the table, or name others as RULE@TRANSITIONS: a pattern, as
a shell matches file names, says in which transitions the requirement of the rule is forgotten. A ! before the
rule turns the requirement round instead. It exits with 1 if no property notices.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence

import click

from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.verify.plans import plan
from dicelaw.mutation.by_hand.properties import noticing
from dicelaw.specs.bugs import Bug, dropping, negating

TABLE = {
    "ultimate/no-opponent-action@conclusion/act": "ultimate/no-opponent-action",
    "!ultimate/no-opponent-action@conclusion/pass": "ultimate/no-opponent-action",
    "status/stun/no-actions@*/silent": "turn/one-owner",
    "offense/requirement-must-be-met@offense/choose/announce": "ultimate/announced-sixes",
    "offense/window-before-activation@offense/activation/activate": "ultimate/stopped-before-activation",
    "offense/up-to-three-attempts@offense/choose/reroll": "offense/attempts",
    "defense/step2-activate-if-defendable@defense/choose/defend": "defense/only-against-normal",
    "defense/begins-after-attack@resolve/end/landing": "play/structure",
    "status/shadows/no-defense@defense/choose/defend": "status/shadows/no-defense",
    "status/knockdown/skip-offense@offense/begin/roll": "status/knockdown/skips",
    "modifier/needs-attack@offense/end/act": "play/structure",
    "damage/pure/enhanceable@offense/end/act": "play/structure",
    "priority/active-player-first@main-1/act": "priority/active-first",
    "model/one-declaration@resolve/then/declare": "play/structure",
    "cards/cost-paid@main-1/upgrade": "model/paid-in-full",
    "!upgrade/main-phase-only@*/upgrade": "cards/main-phase-only",
    "discard/hand-limit-six@discard/end": "discard/hand-limit",
    "income/start-player-skips@income/take": "income/first-turn",
    "health/zero-is-defeat@conclusion/defeat": "over/somebody-lost",
    "health/zero-is-defeat@conclusion/go-on": "over/at-once",
}
"""The requirements, each with the property that is likely to notice."""


def planted(requirement: str) -> Bug:
    """The bug that RULE@TRANSITIONS or !RULE@TRANSITIONS stands for. Raises ValueError for anything else."""
    rule, found, along = requirement.partition("@")
    if not found:
        raise ValueError(f"{requirement} is not of the form RULE@TRANSITIONS")
    return negating(rule[1:], along) if rule.startswith("!") else dropping(rule, along)


def rows(requirements: Sequence[str]) -> Iterator[tuple[str, str, float]]:
    """For each of ``requirements`` the id of a property that notices, or nothing, and the seconds it took."""
    sound = plan("dice-throne")
    known = Known()
    for requirement in requirements:
        begin = time.perf_counter()
        bug = planted(requirement)
        faulty = {name: bug.planted(machine) for name, machine in sound.machines.items()}
        found = next(noticing(sound, faulty, known, TABLE.get(requirement, "")), "")
        yield requirement, found, time.perf_counter() - begin


@click.command(help=__doc__)
@click.argument("requirements", nargs=-1)
def main(requirements: tuple[str, ...]) -> None:
    """Print a table; exit with 1 if a requirement can be forgotten unnoticed."""
    width = max(len(requirement) for requirement in requirements or TABLE)
    unnoticed = 0
    try:
        for requirement, id, seconds in rows(requirements or tuple(TABLE)):
            unnoticed += not id
            click.echo(f"{requirement:{width}}  {id or 'UNNOTICED':36} {seconds:6.2f} s")
    except ValueError as wrong:
        raise click.UsageError(str(wrong)) from wrong
    click.echo(f"{unnoticed} unnoticed")
    sys.exit(1 if unnoticed else 0)


if __name__ == "__main__":
    main()
