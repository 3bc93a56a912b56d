"""`dicelaw rulings`: whether the machine answers questions as the documents do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import (
    echo_json,
    example,
    format_option,
    told,
)
from dicelaw.oracle.cli.output import say, say_wrapped, width
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import ExitCode, UserError

if TYPE_CHECKING:
    from dicelaw.oracle.files.rulings import Verdict
    from dicelaw.specs.rulings import Case, LeftOut, Rulings

WIDTH = 100


@click.command("rulings", epilog=example("rulings dice-throne evasive upkeep"))
@click.argument("asked", nargs=-1, metavar="[GAME] [ID | WORD]...")
@click.option(
    "--play/--list", default=None,
    help="Play them, or only list them. By default what GAME or words choose is listed.",
)  # fmt: skip
@format_option
@click.pass_context
def command(ctx: click.Context, asked: tuple[str, ...], play: bool | None, form: str) -> None:
    """Play the rulings of the documents and say where the machine differs.

    A ruling is an answer to a question, with a position, a play and what that must come to; where a game has
    several editions, it is played in each that it is about. An example is the same without a question: it
    shows what one rule comes to. An ID plays that ruling or example alone, step by step, or all whose ids
    begin with it. GAME, or words to look for in ids, questions and answers, list what they choose; if that is
    one alone, it is played. The exit code is 1 if one differs.
    """
    from dicelaw.oracle.files.rulings import run

    cases, left_out, by_id = _chosen(asked)
    if not (by_id or len(cases) == 1 if play is None else play):
        _list(cases, left_out, form)
        return
    rows = []
    with told() as tell:
        for number, case in enumerate(cases, 1):
            for verdict in run(case):
                rows.append(_row(verdict))
                if form == "pretty":
                    _print(verdict, rows[-1], steps=len(cases) == 1)
            tell("playing", number, len(cases))
    if form == "json":
        echo_json({"rulings": rows, "left_out": [_left_out(one) for one in left_out]})
    else:
        _print_left_out(left_out)
    different = sum(row["verdict"] == "differs" for row in rows)
    counts = {"rulings": len(cases), "plays": len(rows), "agree": len(rows) - different, "differ": different}
    counts["left out"] = len(left_out)
    say(", ".join(f"{what}: {count}" for what, count in counts.items()), err=form == "json")
    repeat()
    ctx.exit(ExitCode.REFUTED if different else ExitCode.OK)


def _chosen(asked: Sequence[str]) -> tuple[list[Case], list[LeftOut], bool]:
    """The cases that are meant and what is left out of them; and whether by nothing but their ids."""
    from dicelaw.oracle.games.games import GAMES, known_game
    from dicelaw.oracle.suggestions import id_of, meant, none_meant
    from dicelaw.specs.spoken import spoken

    game = known_game(id_of(asked[0])) if asked and id_of(asked[0]) in GAMES else None
    words = asked if game is None else asked[1:]
    families = {one.family: one.name for one in GAMES.values() if one.modelled}
    asked_about = families if game is None else [game.family]
    loaded = [_of(families[family], named=game is not None) for family in asked_about]
    cases = {
        case.id: case
        for rulings in loaded
        for case in (*rulings.cases, *rulings.examples)
        if game is None or any(expected.game == game.name for expected in case.expected)
    }
    left_out = {one.id: one for rulings in loaded for one in rulings.left_out}
    if not words:
        return [*cases.values()], [*left_out.values()], game is None
    texts = {id: f"{one.question} {one.answer}" for id, one in cases.items()}
    texts |= {id: one.because for id, one in left_out.items()}
    ids = meant(words, texts, [row for family in asked_about for row in spoken(families[family])])
    if not ids:
        raise none_meant("ruling", words, texts)
    by_id = game is None and all(f"{id}/".startswith(f"{id_of(' '.join(words)).rstrip('/')}/") for id in ids)
    return [cases[id] for id in ids if id in cases], [left_out[id] for id in ids if id in left_out], by_id


def _of(game: str, *, named: bool) -> Rulings:
    """The rulings on ``game``; none where it has no such part, unless it is ``named``: then UserError."""
    from dicelaw.oracle.games.description import description
    from dicelaw.specs.rulings import Rulings

    try:
        return description(game).rulings()
    except UserError:
        if named:
            raise
        return Rulings()


def _list(cases: Sequence[Case], left_out: Sequence[LeftOut], form: str) -> None:
    """Say what ``cases`` ask and answer, without playing them."""
    if form == "json":
        rows = [
            _case(case) | {"games": list(dict.fromkeys(one.game for one in case.expected))} for case in cases
        ]
        echo_json({"rulings": rows, "left_out": [_left_out(one) for one in left_out]})
    else:
        for case in cases:
            say(case.id)
            _print_case(case)
        _print_left_out(left_out)
    says = f"{number_of(len(cases), 'ruling')}, not played; left out: {len(left_out)}"
    say(says, err=form == "json")
    repeat()


def _print_left_out(left_out: Sequence[LeftOut]) -> None:
    for one in left_out:
        say(f"{one.id}: left out")
        say(*_block(f"{one.because} ({one.source})"))


def _print_case(case: Case) -> None:
    said = [f"Q: {case.question}", f"A: {case.answer}"] if case.question else [case.answer]
    for one in (*said, f"{case.source} [{', '.join(case.cites)}]"):
        say(*_block(one))


def _case(case: Case) -> dict[str, Any]:
    return {
        "id": case.id,
        "question": case.question,
        "answer": case.answer,
        "cites": list(case.cites),
        "source": str(case.source),
        "ref": list(case.source.ref),
    }


def _row(verdict: Verdict) -> dict[str, Any]:
    return _case(verdict.case) | {
        "game": verdict.game,
        "readings": dict(verdict.readings),
        "verdict": "agrees" if verdict.agrees else "differs",
        "differences": [vars(one) for one in verdict.differences],
    }


def _left_out(one: LeftOut) -> dict[str, Any]:
    source = one.source
    return {"id": one.id, "because": one.because, "source": str(source), "ref": list(source.ref)}


def _print(verdict: Verdict, row: Mapping[str, Any], *, steps: bool) -> None:
    from dicelaw.oracle.answers.narration import told

    under = "".join(f" under {point}={answer}" for point, answer in row["readings"].items())
    on = f" on {row['game']}" if len({one.game for one in verdict.case.expected}) > 1 else ""
    say(f"{row['id']}: {row['verdict']}{on}{under}")
    _print_case(verdict.case)
    for difference in verdict.differences:
        say(*_block(str(difference)))
    say_wrapped(f"    {line}" for line in (told(verdict.session, verdict.session.events) if steps else ()))


def _block(text: str) -> list[str]:
    return wrap(text, width(WIDTH), initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
