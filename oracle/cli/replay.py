"""`dicelaw replay`: a recorded play is checked step by step and retold."""

from __future__ import annotations

from pathlib import Path

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import (
    content_option,
    echo_departures,
    echo_json,
    example,
    format_option,
)
from dicelaw.oracle.cli.output import say, say_wrapped
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.games.own_content import OwnContent


@click.command("replay", epilog=example("replay play.jsonl --verbose"))
@click.argument("trace", type=click.Path(path_type=Path))
@format_option
@content_option
@click.option("--verbose", is_flag=True, help="Show every step with all that it changes.")
def command(trace: Path, form: str, content: OwnContent | None, verbose: bool) -> None:
    """Replay the recorded play in TRACE and check each of its steps against the rules.

    The exit code is 5 if the rules forbid a step, and 6 if the trace breaks off, states something else than
    what follows, or was made with other content.
    """
    from dicelaw.oracle.answers.narration import told
    from dicelaw.oracle.files.replay import replay
    from dicelaw.oracle.files.trace import load, step_of
    from dicelaw.oracle.games.departures import departures
    from dicelaw.oracle.games.observation import lines, standing

    session = replay(load(trace), content)
    if form == "json":
        steps = [
            {**step_of(session, number, step), "says": session.sentence(step)}
            for number, step in enumerate(session.events, 1)
        ]
        found = {"legal": True, "steps": steps, "standing": standing(session)}
        echo_json({**found, "not_as_printed": departures(session)})
    else:
        if verbose:
            rows = [f"{number}. {session.sentence(step)}" for number, step in enumerate(session.events, 1)]
        else:
            rows = list(told(session, session.events))
        say_wrapped(rows)
        say(f"every step is legal: {number_of(len(session.events), 'step')}, to {session.at}")
        say_wrapped(lines(session.name, standing(session)))
        echo_departures(session)
    repeat()
