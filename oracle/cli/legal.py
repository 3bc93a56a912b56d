"""`dicelaw legal`: what may happen now and who decides it, or why something may not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelaw.model.foreign.numbers import whole_number
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.cli.options import (
    content_option,
    echo_departures,
    echo_json,
    example,
    file_argument,
    format_option,
    game_argument,
    reading_option,
    readings_of,
)
from dicelaw.oracle.cli.output import say, say_wrapped
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.cli.told_readings import say_hanging
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.games.departures import departures
from dicelaw.oracle.games.own_content import OwnContent

if TYPE_CHECKING:
    from dicelaw.oracle.answers.hanging import Hanging
    from dicelaw.oracle.games.refusal import WhyNot
    from dicelaw.oracle.games.session import Session

MANY = 8
"""More ways than this to decide the same thing are listed as one line."""


@click.command("legal", epilog=example('legal dice-throne examples/ultimate.yaml --why-not "2 uses evasive"'))
@game_argument
@file_argument
@format_option
@reading_option
@content_option
@click.option("--why-not", "asked", metavar="DECISION", help="Say why this decision may not be made now.")
@click.pass_context
def command(
    ctx: click.Context, game: str, file: Path, form: str, readings: tuple[str, ...],
    content: OwnContent | None, asked: str | None,
) -> None:  # fmt: skip
    """List what may happen after the play of the scenario in FILE, and who decides it.

    With --why-not the rules that forbid a decision are named; the exit code is 5 if it is forbidden and 0 if
    it is legal.
    """
    from dicelaw.oracle.answers.hanging import beginning, hanging
    from dicelaw.oracle.answers.kept_readings import kept_readings
    from dicelaw.oracle.answers.offered import offered
    from dicelaw.oracle.files.position import open_scenario
    from dicelaw.oracle.files.scenario import load
    from dicelaw.oracle.files.scenario_runner import play, settle, settle_here
    from dicelaw.oracle.games.refusal import with_moments

    scenario, answers = load(file, game), readings_of(readings)
    session, begun = open_scenario(scenario, answers, content), beginning(scenario, answers, content)

    def ask(other: Session) -> object:
        """What `legal` says in ``other``."""
        play(other, scenario.play, str(file))
        if scenario.play and scenario.play[-1].kind == "until":
            settle_here(other)
        else:
            settle(other)
        if asked is None:
            return [[offer.actor, offer.text, offer.after_pass_of] for offer in offered(other)]
        said = other.why_not(asked)
        return {"legal": said.legal, "rules": list(dict.fromkeys(said.rules))}

    with kept_readings(session, watched=asked is None) as known:
        usual, code = ask(session), ExitCode.OK
        if asked is None:
            _list(session, form, hanging(begun, session, ask, usual, known=known))
        else:
            why = with_moments(session, session.why_not(asked))
            why = replace(why, facts=(*why.facts, *_due(session)))
            code = ExitCode.OK if why.legal else ExitCode.ILLEGAL
            _explain(session, why, form, hanging(begun, session, ask, usual, why.rules, known))
    if form == "pretty":
        echo_departures(session)
    repeat()
    ctx.exit(code)


def _list(session: Session, form: str, hangs: list[Hanging]) -> None:
    from dicelaw.oracle.answers.offered import offered

    rows = offered(session)
    point = session.machine.point_of(session.state)
    if form == "json":
        legal = [row.as_json() for row in rows]
        found = {"at": point.id, "says": point.says, "legal": legal}
        readings = [one.as_json() for one in hangs]
        echo_json({**found, "readings": readings, "not_as_printed": departures(session)})
        return
    say(f"at {point.id}: {point.says}")
    if not rows:
        say("  nothing: the game is over")
    for of in dict.fromkeys((row.transition, row.after_pass_of) for row in rows):
        same = [row for row in rows if (row.transition, row.after_pass_of) == of]
        for row in same if len(same) <= MANY else same[:1]:
            more = f" (or another of {len(same)} ways)" if len(same) > MANY else ""
            means = f" ({row.means})" if row.means else ""
            after = f", when {_who(session, of[1])} has passed" if of[1] else ""
            say(f"  {_who(session, row.actor)}: {row.text}{means}{more}{after}  [{row.transition}]")
    say_hanging(hangs, lambda found: _listed(session, found))


def _listed(session: Session, found: object) -> str:
    """The decisions of another reading, in one line."""
    if not isinstance(found, list):
        return str(found)
    return "; ".join(f"{_who(session, actor)}: {text}" for actor, text, _ in found)


def _who(session: Session, actor: str) -> str:
    return actor if (seat := whole_number(actor)) is None else f"{actor} {session.machine.seats[seat - 1]}"


def _due(session: Session) -> list[str]:
    """What is to be given where chance decides now."""
    from dicelaw.model.kernel.graph import Agent
    from dicelaw.oracle.files.scenario_runner import needed

    by_chance = any(session.actor(move) is Agent.CHANCE for move in session.legal())
    return [needed(session)] if by_chance else []


def _explain(session: Session, why: WhyNot, form: str, hangs: list[Hanging]) -> None:
    if form == "json":
        demands = [asdict(demand) for demand in session.demands(why)]
        answer: dict[str, Any] = {
            "at": session.at, "asked": why.asked, "transition": why.transition, "legal": why.legal,
            "unmet": demands, "facts": list(why.facts), "moments": list(why.moments),
            "next_turn": why.turns == 1, "turns": why.turns, "later": why.later,
            "written": list(why.spelled),
        }  # fmt: skip
        answer["in_turn_of"] = None if why.in_turn_of is None else str(why.in_turn_of + 1)
        answer["after_pass_of"] = None if why.after_pass is None else str(why.after_pass + 1)
        answer["not_as_printed"] = departures(session)
        answer["decided_by"] = None if why.turn_of is None else str(why.turn_of + 1)
        answer["readings"] = [one.as_json() for one in hangs]
        echo_json(answer)
        return
    if why.legal and why.after_pass is None and not why.spelled:
        say(f"{quoted(why.asked)} is legal now ({why.transition}, at {session.at})")
    else:
        say_wrapped([session.refusal(why)])
        for demand in session.demands(why):
            say_wrapped(demand.lines())
    say_wrapped(f"  here: {fact}" for fact in why.facts)
    say_hanging(hangs, _ruled)


def _ruled(found: object) -> str:
    """Whether it is legal under another reading, in words."""
    if not isinstance(found, Mapping):
        return str(found)
    return "legal" if found["legal"] else f"refused by {', '.join(found['rules'])}"
