"""`dicelaw mutate`: plant each small mistake in the rules and the content, and say what notices it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import (
    NAME,
    echo_line,
    example,
    game_argument,
    lines_format_option,
    processes_option,
    told,
    usual_mode_option,
)
from dicelaw.oracle.cli.output import say
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.games.games import known_game

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from dicelaw.mutation.content_mutant import ContentMutant
    from dicelaw.mutation.content_trial import ContentTrial
    from dicelaw.mutation.mutants import Named
    from dicelaw.mutation.trial import Tell, Trial
    from dicelaw.mutation.worker import Judged
    from dicelaw.oracle.files.vectors import Record

WITNESSES = ("vectors", "rulings", "properties")
KINDS = ("machine", "content")


@click.command("mutate", epilog=example("mutate dice-throne --only content --about barbarian/smack"))
@game_argument
@usual_mode_option
@click.option("--rule", type=NAME, metavar="ID", help="Only the mistakes that break this rule.")
@click.option("--only", type=click.Choice(KINDS), help="Only mistakes in the rules, or in the content.")
@click.option(
    "--about", metavar="ENTRY",
    help="Only mistakes in this content: a hero, a card as barbarian/smack, status/stun, or one mutant.",
)  # fmt: skip
@click.option(
    "--by", type=click.Choice(WITNESSES), multiple=True, default=WITNESSES[:1], show_default=True,
    help="Who is asked whether it notices; may be given several times.",
)  # fmt: skip
@click.option(
    "--every-witness", is_flag=True,
    help="Ask each of them about every mistake, not just about what those before it missed.",
)  # fmt: skip
@click.option(
    "--sample", type=click.IntRange(1), metavar="N",
    help="Only N of the mistakes of each kind, the same ones in every run.",
)  # fmt: skip
@click.option(
    "--seed", type=int, default=0, show_default=True, metavar="N",
    help="Which sample it is; the same number draws the same one.",
)  # fmt: skip
@click.option(
    "--prove/--no-prove", default=False,
    help="Try to prove anew that what survives changes nothing; it takes about an hour.",
)  # fmt: skip
@processes_option
@lines_format_option
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    mode: str | None,
    rule: str | None,
    only: str | None,
    about: str | None,
    by: Sequence[str],
    every_witness: bool,
    sample: int | None,
    seed: int,
    prove: bool,
    processes: int,
    form: str,
) -> None:
    """Plant each small mistake in the rules and the content of GAME and say what notices it.

    A mistake is a requirement that is forgotten, a number that is one off, an effect that is left out, and so
    on. Vectors, rulings and properties (--by) are asked, in this order, about what those before them missed.

    What nobody notices is listed. What is proved to change nothing counts as equivalent.

    Ends with 0, or with 1 where there is a mistake that nobody notices.
    """
    known_game(game)
    asked = _other_mode(game, mode)
    rule, about = _known(game, asked, rule, about, only)
    kinds = [kind for kind in KINDS if only in (None, kind) and (about is None or kind == "content")]
    counts: Counter[str] = Counter()
    left: Counter[str] = Counter()

    def report(one: Judged, noticed: dict[str, str], survivor: str = "survived") -> None:
        verdict = "killed" if any(noticed.values()) else survivor
        counts.update([verdict, *(f"by {name}" for name, id in noticed.items() if id)])
        left.update([one.mutant.operator] if verdict == "survived" else [])
        if form == "json":
            echo_line(as_json(one, verdict, noticed))
        elif verdict == "survived" or rule is not None or about is not None:
            _print(one, verdict, noticed)

    with told() as tell, _executors(processes) as executors:
        for judge in _judges(game, asked, kinds, [] if "vectors" not in by else None, executors, tell):
            survived = []
            judged = _sampled([*judge.judged(rule, about)], sample, seed)
            found = {"vectors": {one.mutant.id: one.vector for one in judged}} if "vectors" in by else {}
            for name in [one for one in WITNESSES if one in by and one not in found]:
                missed = [
                    one.mutant for one in judged if every_witness or not any(_answers(one, found).values())
                ]
                found[name] = _asked(name, game, asked, missed, executors, tell)
            for one in judged:
                answers = _answers(one, found)
                if any(answers.values()):
                    report(one, answers)
                else:
                    survived.append((one, answers))
            unproved = judge.unproved([one for one, _ in survived], anew=prove)
            for one, answers in survived:
                if one.mutant.id in unproved:
                    report(replace(one, unproved=unproved[one.mutant.id]), answers)
                else:
                    report(one, answers, "equivalent")
    _summary(counts, by, left, every_witness=every_witness, drawn=sample is not None, err=form == "json")
    if "machine" in kinds and not prove and not asked:
        say_lapsed(game, err=form == "json")
    repeat()
    ctx.exit(ExitCode.REFUTED if counts["survived"] else ExitCode.OK)


def _sampled(judged: Sequence[Judged], size: int | None, seed: int) -> Sequence[Judged]:
    """``size`` of ``judged``, or all: those whose ids have the least digests, with ``seed``, in any run."""
    from hashlib import sha256

    def drawn(one: Judged) -> bytes:
        return sha256(f"{one.mutant.id}{seed or ''}".encode()).digest()

    return sorted(judged, key=drawn)[:size] if size else judged


def _executors(count: int) -> AbstractContextManager[Sequence[Executor]]:
    from dicelaw.checker.executors import processes

    return processes(count)


def _judges(
    game: str,
    mode: str,
    kinds: Sequence[str],
    records: list[Record] | None,
    executors: Sequence[Executor],
    tell: Tell,
) -> Iterator[Trial | ContentTrial]:
    """What holds the mutants of each kind against the vectors, or against ``records``."""
    from dicelaw.mutation.content_trial import ContentTrial
    from dicelaw.mutation.trial import Trial

    if "machine" in kinds:
        yield Trial(game, executors, records, tell, mode)
    if "content" in kinds:
        yield ContentTrial(game, records, tell, mode)


def _answers(one: Judged, found: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """What each witness that was asked about ``one`` says: what notices it, or empty."""
    return {name: answers[one.mutant.id] for name, answers in found.items() if one.mutant.id in answers}


def _asked(
    witness: str,
    game: str,
    mode: str,
    mutants: Sequence[Named | ContentMutant],
    executors: Sequence[Executor],
    tell: Tell,
) -> dict[str, str]:
    """For each of ``mutants`` by which ruling or property it is noticed, or empty."""
    from dicelaw.mutation.by_hand import campaign

    ask = campaign.by_rulings if witness == "rulings" else campaign.by_properties
    return dict.fromkeys([one.id for one in mutants], "") | ask(game, mutants, executors, tell, mode)


def _print(one: Judged, verdict: str, noticed: dict[str, str]) -> None:
    ids = [id for id in noticed.values() if id]
    after = f", decision {one.after}" if one.vector in ids and len(ids) == 1 else ""
    told = f" by {', '.join(ids)}{after}" if ids else ""
    say(f"{verdict}{told}: {one.mutant.id}", f"    {one.mutant.says}")
    if verdict == "survived":
        say(f"    {one.why}")


def _summary(
    counts: Counter[str],
    by: Sequence[str],
    left: Counter[str],
    *,
    every_witness: bool,
    drawn: bool,
    err: bool,
) -> None:
    """Say how many were noticed and by whom, for a sample between what all lies, and what the rest are."""
    from dicelaw.checker.intervals import wilson

    total = counts["killed"] + counts["survived"] + counts["equivalent"]
    telling = total - counts["equivalent"]
    share = f"{100 * counts['killed'] / telling:.1f} %" if telling else "none"
    if drawn and telling:
        low, high = wilson(counts["killed"], telling)
        share += f" (of all {100 * low:.1f} to {100 * high:.1f} % at 95 %)"
    said = ", ".join(f"{counts[name]} {name}" for name in ("killed", "equivalent", "survived"))
    between = "; " if every_witness else "; of the others "
    each = between.join(f"{counts[f'by {name}']} by {name}" for name in WITNESSES if name in by)
    say(f"{number_of(total, 'mutant')}: {said}; of those not equivalent {share} killed ({each})", err=err)
    if left:
        kinds = ", ".join(f"{count} {kind}" for kind, count in left.most_common())
        say(f"kinds of mistake that survived: {kinds}", err=err)


def say_lapsed(game: str, *, err: bool) -> None:
    """Say how many of the recorded proofs do not count any more, if there are such."""
    from dicelaw.mutation.recorded_proofs import lapsed

    if count := lapsed(game):
        proofs = number_of(count, "recorded proof")
        does = "is of earlier rules and does" if count == 1 else "are of earlier rules and do"
        say(f"{proofs} {does} not count; scripts/record_equivalents.py proves anew", err=err)


def as_json(one: Judged, verdict: str, noticed: dict[str, str]) -> dict[str, Any]:
    """``one`` as the JSON object that `--format json` prints."""
    return {
        "mutant": one.mutant.id,
        "kind": one.kind,
        "verdict": verdict,
        "between": list(one.between),
        "operator": one.mutant.operator,
        "rules": list(one.mutant.rules),
        "says": one.mutant.says,
        "noticed_by": next((id for id in noticed.values() if id), None),
        "after": one.after if one.vector else None,
        "why": one.why if verdict == "survived" else None,
        "by": {name: id or None for name, id in noticed.items()},
    }


def _other_mode(game: str, mode: str | None) -> str:
    """The mode of ``game``, empty for the usual one. Raises UserError for one that it does not have."""
    from dicelaw.oracle.games.description import description
    from dicelaw.oracle.games.modes import known_mode

    asked = known_mode(game, mode)
    return "" if asked in description(game).modes[:1] else asked


def _known(
    game: str, mode: str, rule: str | None, about: str | None, only: str | None
) -> tuple[str | None, str | None]:
    """The ids of the ``rule`` and of the entry that the mistakes are ``about``, however these are written."""
    from dicelaw.oracle.suggestions import id_of, unknown
    from dicelaw.specs.statements import load

    ids = [statement.id for statement in load(known_game(game).name)]
    if rule is not None and rule not in ids:
        if id_of(rule) not in ids:
            raise unknown("rule", rule, ids)
        rule = id_of(rule)
    if about is not None:
        from dicelaw.mutation.content_trial import chosen_mutants
        from dicelaw.mutation.ports import contents_of

        if only == "machine":
            raise click.UsageError("--about is about content; leave out --only machine")
        contents = contents_of(game, mode)
        if not chosen_mutants(contents, only=about):
            if chosen_mutants(contents, only=id_of(about)):
                return rule, id_of(about)
            every = dict.fromkeys(
                name for one in contents.mutants() for name in (one.owner, f"{one.owner}/{one.entry}")
            )
            raise unknown("entry of content", about, [*every])
    return rule, about
