"""`dicelaw outcome`: what a situation comes to, step by step, and by which rules."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import (
    WholeRange,
    content_option,
    echo_departures,
    echo_json,
    example,
    file_argument,
    format_option,
    game_argument,
    reading_option,
    readings_of,
    told,
)
from dicelaw.oracle.cli.output import say, say_wrapped
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.cli.told_readings import LEFT_OUT
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.own_content import OwnContent

if TYPE_CHECKING:
    from dicelaw.oracle.answers.hanging import Answer, Hanging
    from dicelaw.oracle.answers.odds import Result
    from dicelaw.oracle.games.session import Session


SOME = 50
"""After how many situations it is told how far it is."""


@click.command("outcome", epilog=example("outcome dice-throne examples/final-damage-total.yaml"))
@game_argument
@file_argument
@format_option
@reading_option
@content_option
@click.option(
    "--all", "every", is_flag=True, help="Follow every open choice; without it players pass if they can."
)
@click.option(
    "--limit",
    default=5000,
    show_default=True,
    type=WholeRange(1),
    help="How many open situations to follow.",
)
@click.option("--verbose", is_flag=True, help="Show every step with all that it changes.")
def command(
    game: str, file: Path, form: str, readings: tuple[str, ...], content: OwnContent | None, every: bool,
    limit: int, verbose: bool,
) -> None:  # fmt: skip
    """Say what the scenario in FILE comes to, and by which rules.

    What the file leaves open after its last decision is followed to the end of the phase: each die and each
    choice, with exact chances. Where players can pass they are taken to pass, unless --all.
    """
    from dicelaw.oracle.answers.hanging import beginning, hanging
    from dicelaw.oracle.answers.kept_readings import kept_readings, unwatched
    from dicelaw.oracle.answers.odds import results
    from dicelaw.oracle.answers.outcome import as_json, comes_to
    from dicelaw.oracle.files.position import open_scenario
    from dicelaw.oracle.files.scenario import load
    from dicelaw.oracle.files.scenario_runner import finish, play

    scenario, answers = load(file, game), readings_of(readings)
    stays = bool(scenario.play) and scenario.play[-1].kind == "until"

    def open_results(other: Session) -> list[Result]:
        """What is open in ``other`` comes to; how far that is goes to stderr."""
        with told() as tell:
            looked = count(1)

            def at_each() -> None:
                done = next(looked)
                if done % SOME == 0:
                    tell("situations, of at most", done, limit)

            return results(other, passing=not every, limit=limit, at_each=at_each)

    def ask(other: Session) -> list[dict[str, Any]]:
        """What it comes to in ``other``."""
        play(other, scenario.play, str(file))
        settled = stays or finish(other, passing=not every)
        return comes_to(other, [] if settled else open_results(other), settled)

    session, begun = open_scenario(scenario, answers, content), beginning(scenario, answers, content)
    with kept_readings(session) as known:
        try:
            play(session, scenario.play, str(file))
        except UserError as refused:
            if refused.exit_code is not ExitCode.ILLEGAL:
                raise
            unwatched(session)
            hangs = hanging(begun, session, ask, refused.lines[0], known=known)
            raise UserError([*refused.lines, *_allowed(hangs)], ExitCode.ILLEGAL) from None
        determined = stays or finish(session, passing=not every)
        if form == "pretty":
            _print_steps(session, verbose)
        found = [] if determined else open_results(session)
        if form == "pretty":
            _print_end(session) if determined else _print_results(session, found)
        usual = comes_to(session, found, determined)
        hangs = hanging(begun, session, ask, usual, known=known)  # what is known is read by then
    if form == "json":
        echo_json(as_json(session, found, determined) | {"readings": [one.as_json() for one in hangs]})
    else:
        _print_readings(session.name, hangs)
        echo_departures(session)
    repeat()


def _allowed(hangs: list[Hanging]) -> list[str]:
    """The readings under which play is not refused where it is here."""
    return [
        f"  under the reading {one.point}={answer} play goes on: {one.asks}"
        for one in hangs
        for answer, found in one.answers.items()
        if not isinstance(found, str)
    ]


def _print_steps(session: Session, verbose: bool) -> None:
    from dicelaw.oracle.answers.narration import told as narrated
    from dicelaw.oracle.games.observation import lines, standing

    say_wrapped(lines(session.name, standing(session, session.start)))
    if verbose:
        rows = [f"{number}. {session.sentence(step)}" for number, step in enumerate(session.events, 1)]
    else:
        rows = list(narrated(session, session.events))
    say_wrapped(rows)


def _print_end(session: Session) -> None:
    from dicelaw.oracle.games.observation import lines, standing

    say(f"outcome, at {session.at}:")
    say_wrapped(f"  {line}" for line in lines(session.name, standing(session)))


def _print_readings(game: str, hangs: list[Hanging]) -> None:
    """What the outcome is under the other readings that it hangs on."""
    for one in hangs:
        say(f"this hangs on the reading {one.point}: {one.asks}")
        told_of = {answer: _lines_of(game, one.point, answer, found) for answer, found in one.answers.items()}
        alike = len({*map(tuple, told_of.values())}) == 1
        for answer, rows in told_of.items():
            here = " (as here)" * (answer == one.followed)
            found = one.answers[answer]
            if isinstance(found, str) or len(found) > 1:
                say(f"  {answer}{here}: {rows[0]}")
                continue
            place = f", at {found[0]['standing']['at']}" * alike
            say(f"  {answer}{here}{place}:", *(f"    {row}" for row in rows))
        if alike:
            say(LEFT_OUT)


def _lines_of(game: str, point: str, answer: str, found: Answer) -> list[str]:
    """What is said of the outcome ``found`` under ``answer``."""
    from dicelaw.oracle.games.observation import lines

    if isinstance(found, str):
        return [found]
    if len(found) > 1:
        return [f"{len(found)} results; see them with --reading {point}={answer}"]
    return lines(game, found[0]["standing"])


def _print_results(session: Session, found: list[Result]) -> None:
    from dicelaw.oracle.games.observation import lines

    say(f"open from {session.at} on; {number_of(len(found), 'result')}:")
    shown: tuple[str, ...] | None = None
    for result in found:
        if result.choices != shown:
            shown = result.choices
            say("by choice: " + "; ".join(shown) if shown else "by chance alone:")
        say(f"  chance {result.chance} ({float(result.chance):.4f}), at {result.standing['at']}:")
        say_wrapped(f"    {line}" for line in lines(session.name, result.standing))
