"""`dicelaw play`: a game in the terminal, by people or by chance, recorded as a trace."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from dicelaw.model.foreign.limits import LINE_LENGTH
from dicelaw.model.foreign.numbers import is_whole, whole_number
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.cli.options import (
    NAME,
    WHOLE,
    WholeRange,
    content_option,
    example,
    game_argument,
    heroes_option,
    mode_option,
    reading_option,
    readings_of,
    teams_option,
)
from dicelaw.oracle.cli.output import say, say_prompt
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import PRINTING

if TYPE_CHECKING:
    from dicelaw.model.kernel.concrete import Move
    from dicelaw.oracle.games.session import Session

WHO = ("person", "random")
SHOWN = 12
HELP = "type a decision or its number; also: list, why DECISION, hand, state, quit"


class _Quit(Exception):
    """A person has had enough."""


@click.command("play", epilog=example("play dice-throne --heroes monk barbarian --save play.jsonl"))
@game_argument
@heroes_option
@teams_option
@mode_option
@click.option(
    "--seat", "seats", multiple=True, metavar="SEAT=WHO",
    help="Who decides for a seat, named by its number or hero: person or random; may be given several times. "
    "By default a person decides for seat 1, and chance for all others.",
)  # fmt: skip
@click.option(
    "--seed", type=WHOLE, default=0, show_default=True, help="What dice and random players start from."
)
@click.option("--save", type=click.Path(path_type=Path), help="Write the trace of the play here.")
@click.option("--edition", type=NAME, default=PRINTING, show_default=True, help="The printing.")
@click.option("--limit", type=WholeRange(1), default=100_000, show_default=True, help="Most steps of a play.")
@reading_option
@content_option
def command(
    game: str, heroes: tuple[str, ...], teams: str | None, mode: str | None,
    seats: tuple[str, ...], seed: int,
    save: Path | None, edition: str, limit: int, readings: tuple[str, ...], content: OwnContent | None,
) -> None:  # fmt: skip
    """Play GAME in the terminal. The play is told on stdout, questions are asked on stderr."""
    from dicelaw.oracle.files.trace import check_place, write
    from dicelaw.oracle.games.games import known_game
    from dicelaw.oracle.games.observation import lines, standing
    from dicelaw.oracle.games.ports import Asked, port
    from dicelaw.oracle.suggestions import unknown

    asked = Asked(heroes, teams, edition, content, mode)
    known = port(known_game(game).name)
    if edition not in known.printings:
        raise unknown("edition", edition, known.printings)
    session = known.begun(game, asked, readings_of(readings))
    who = _seats(session, seats)
    if save is not None:
        check_place(save)
    try:
        _run(session, who, seed, limit)
    except _Quit:
        say(f"the play stops at {session.at}", err=True)
    finally:
        if save is not None:
            write(session, save, edition)
    say(*lines(session.name, standing(session)))
    repeat()
    if not session.over and len(session.events) >= limit:
        raise UserError(f"the play is not over after {limit} steps", ExitCode.UNDECIDED)


def _seats(session: Session, given: tuple[str, ...]) -> Sequence[str]:
    """Who decides for each seat: a person for the first, chance for the others, unless ``given`` says it."""
    from dicelaw.oracle.suggestions import id_of, unknown

    names = {str(seat + 1): seat for seat in range(len(session.machine.seats))}
    names |= {id_of(name): seat for seat, name in enumerate(session.machine.seats)}
    found = ["person", *("random" for _ in session.machine.seats[1:])]
    for text in given:
        name, _, who = text.partition("=")
        who = who.lower()
        if who not in WHO:
            raise UserError(
                f"{quoted(text)} is not a seat; write SEAT={' or SEAT='.join(WHO)}", ExitCode.USAGE
            )
        if id_of(name) not in names:
            raise unknown("seat", name, names)
        found[names[id_of(name)]] = who
    return found


def _run(session: Session, seats: Sequence[str], seed: int, limit: int) -> None:
    dice = Random(seed)
    since = 0
    while not session.over and len(session.events) < limit:
        legal = session.legal()
        actor = session.actor(legal[0])
        asks = isinstance(actor, int) and seats[actor] == "person" and not all(map(session.is_pass, legal))
        if asks and since < len(session.events):
            _tell(session, since)
            since = len(session.events)
        session.apply(_ask(session, legal) if asks else _drawn(session, legal, dice))
    _tell(session, since)


def _tell(session: Session, since: int) -> None:
    """Tell what happened from step ``since`` on."""
    from dicelaw.oracle.answers.narration import told

    for row in told(session, session.events[since:]):
        number, _, says = row.partition(". ")
        say(says if is_whole(number) else row)


def _drawn(session: Session, legal: list[Move], dice: Random) -> Move:
    from dicelaw.model.kernel.graph import Agent

    if len(legal) == 1:
        return legal[0]
    if session.actor(legal[0]) is Agent.CHANCE:
        weights = [Fraction(*session.reader.weight(session.state, move)) for move in legal]
        return dice.choices(legal, weights)[0]
    return dice.choice(legal)


def _ask(session: Session, legal: list[Move]) -> Move:
    """The move that a person decides on."""
    from dicelaw.oracle.games.observation import hand, lines, standing

    actor = session.actor(legal[0])
    assert isinstance(actor, int)
    point = session.machine.point_of(session.state)
    say(*lines(session.name, standing(session)), err=True)
    say(f"{session.machine.seats[actor]}, {point.says} ({point.id}):", err=True)
    _offer(session, legal[:SHOWN], len(legal))
    while True:
        text = _line()
        if text in ("quit", "exit"):
            raise _Quit
        if text in ("", "help", "?"):
            say(HELP, err=True)
        elif text == "list":
            _offer(session, legal, len(legal))
        elif text == "hand":
            say(", ".join(hand(session, actor)) or "no cards", err=True)
        elif text == "state":
            say(*lines(session.name, standing(session)), err=True)
        elif (number := whole_number(text)) is not None and 1 <= number <= len(legal):
            return legal[number - 1]
        elif (move := _understood(session, text)) is not None:
            return move


def _offer(session: Session, legal: list[Move], count: int) -> None:
    from dicelaw.oracle.games.description import description

    for number, move in enumerate(legal, 1):
        means = description(session.name).option(session, move)
        say(f"  {number}. {session.text(move)}{f' ({means})' if means else ''}", err=True)
    if count > len(legal):
        say(f"  and {count - len(legal)} more: `list` shows all", err=True)


def _line() -> str:
    say_prompt("> ")
    line = sys.stdin.readline(LINE_LENGTH)
    if not line:
        raise _Quit
    return line.strip()


def _understood(session: Session, text: str) -> Move | None:
    """The legal move that ``text`` means; what is wrong with it is said."""
    from dicelaw.oracle.games.refusal import why_not_wanted

    asked = text.removeprefix("why ").strip()
    try:
        wanted = session.wanted(asked)
        move = session.find(wanted)
        why = why_not_wanted(session, wanted)
    except UserError as error:
        say(*error.lines, err=True)
        return None
    if move is not None and asked == text:
        return move
    say("that is legal now" if why.legal else session.refusal(why), err=True)
    for demand in session.demands(why):
        say(*demand.lines(), err=True)
    return None
