"""`dicelaw search --from`: whether there is a way to a goal from a position, and who can force it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import echo_departures, echo_json
from dicelaw.oracle.cli.output import say
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.cli.told_readings import say_readings
from dicelaw.oracle.errors import ExitCode, UserError

FEW_HANDS = 8
"""How many hands are named one by one."""

if TYPE_CHECKING:
    from dicelaw.oracle.answers.asked_again import Ask
    from dicelaw.oracle.answers.open_hands import Answers
    from dicelaw.oracle.answers.question import Answer, Question
    from dicelaw.oracle.answers.search_again import Words
    from dicelaw.oracle.games.ports import Position
    from dicelaw.oracle.games.session import Session


def answered(
    name: str, file: Path, words: Words, readings: dict[str, str], ask: Ask, who: bool, budget: int,
    kept: Path | None, form: str,
) -> ExitCode:  # fmt: skip
    """Answer the question in ``words`` about where the scenario in ``file`` ends. Raises UserError."""
    from dicelaw.oracle.answers.asked_again import Here, under_readings
    from dicelaw.oracle.answers.hanging import Others, beginning
    from dicelaw.oracle.answers.open_hands import reported_hands
    from dicelaw.oracle.answers.question_report import reported
    from dicelaw.oracle.answers.search_again import HandsAgain, SearchAgain
    from dicelaw.oracle.files.scenario import load
    from dicelaw.oracle.games.departures import departures

    scenario = load(file, name)
    session = placed(scenario, file, readings, any_hands=True)
    here, asked = Here(session.at, session.state), words.asked(session)
    again: SearchAgain | HandsAgain
    if session.left_open:
        if who:
            raise UserError("--who is for positions in which all hands are known; say which cards they have")
        answers = _any_hand(name, session, asked, budget, kept)
        again = HandsAgain(words, session, answers, budget, kept)
        report = reported_hands(session, answers, words.goal, words.until, words.never)
        possible = None if answers.left else bool(answers.found)
    else:
        answer = _asked(name, session, asked, who, budget, kept)
        again = SearchAgain(words, session, answer, budget, kept, who)
        report = reported(session, answer, words.goal, words.until, words.never)
        possible = answer.possible
    if form == "pretty" and session.left_open:
        _print_hands(report)
    elif form == "pretty":
        _print(report, "raise --budget" if who else "--who looks at more")
    with _looking(name, budget) as again.progress:  # takes longest: what is known is read by then
        others = Others(beginning(scenario, readings, any_hands=True), session, again.looked_at.reader)
        found = under_readings(others, again, here, lambda one: play_out(one, scenario, file), ask)
    if form == "json":
        said = {**report, **found.as_json(), "not_as_printed": departures(session)}
        echo_json({"machine": session.name, **said})
    else:
        say_readings(found, again.told)
        echo_departures(session)
    repeat()
    if possible is None:
        return ExitCode.UNDECIDED
    return ExitCode.OK if possible else ExitCode.REFUTED


def opened(name: str, file: Path, *, any_hands: bool = False) -> Session:
    """A session where the scenario in ``file`` ends, which is for the game ``name``. Raises UserError.

    Hands may be left open where ``any_hands`` are meant.
    """
    from dicelaw.oracle.files.scenario import load

    return placed(load(file, name), file, {}, any_hands=any_hands)


def placed(
    scenario: Position, file: Path, readings: Mapping[str, str], *, any_hands: bool = False
) -> Session:
    """As :func:`opened`, for a ``scenario`` that was read, and by ``readings``."""
    from dicelaw.oracle.files.position import open_scenario

    session = open_scenario(scenario, readings, any_hands=any_hands)
    play_out(session, scenario, file)
    return session


def play_out(session: Session, scenario: Position, file: Path) -> None:
    """Bring ``session`` to where ``scenario`` ends, which is that of ``file``. Raises UserError."""
    from dicelaw.oracle.files.scenario_runner import play

    play(session, scenario.play, str(file))


def _asked(name: str, session: Session, asked: Question, who: bool, budget: int, kept: Path | None) -> Answer:
    from dicelaw.oracle.answers.question import ask

    with _looking(name, budget) as progress:
        return ask(
            session.machine, session.state, asked, budget=budget, who=who, kept=kept, progress=progress
        )


@contextmanager
def _looking(name: str, budget: int) -> Iterator[Callable[[int], None]]:
    """Tell how many states were seen. Raises UserError for what can't be searched."""
    from rich.console import Console

    from dicelaw.checker.chances.game import Improper
    from dicelaw.checker.search.layout import TooWide
    from dicelaw.checker.search.memory import NoRoom
    from dicelaw.checker.search.native import NotInstalled
    from dicelaw.model.kernel.concrete import OutsideDomain

    with Console(stderr=True).status("looking at states ...") as status:
        try:
            yield lambda seen: status.update(f"{seen:,} of {budget:,} states at most ...")
        except (Improper, NotInstalled, TooWide, NoRoom, OutsideDomain) as refused:
            raise UserError(f"{name} cannot be searched from here: {refused}") from None


def _any_hand(name: str, session: Session, asked: Question, budget: int, kept: Path | None) -> Answers:
    """The answers for each hand that those whose cards are left open may have."""
    from dicelaw.oracle.answers.open_hands import ask_each, hands

    with _looking(name, budget) as progress:
        return ask_each(session.machine, hands(session), asked, budget=budget, kept=kept, progress=progress)


def _print_hands(report: dict[str, Any]) -> None:
    whose = " and ".join(report["seats"])
    total = sum(len(way["hands"]) for way in report["ways"]) + len(report["without"]) + len(report["unknown"])
    say(f"{number_of(total, 'hand')} of {whose}, and whether there is a way to {_asked_for(report)}:")
    for way in report["ways"]:
        say(f"with {number_of(len(way['hands']), 'hand')} there is{_together(way['hands'])}:")
        say(*(f"  {line}" for line in way["told"]))
    for key, says in (
        ("without", "none, whatever is decided and rolled"),
        ("unknown", "unknown; raise --budget"),
    ):
        if report[key]:
            say(f"with {number_of(len(report[key]), 'hand')} {says}{_together(report[key])}")
    say(f"{number_of(report['states'], 'state')} stored")


def _together(hands: list[list[list[str]]]) -> str:
    """The hands where they are few, or else the cards that all of them have."""
    if len(hands) <= FEW_HANDS:
        return f" ({'; '.join(_cards(hand) for hand in hands)})"
    common = set.intersection(*({card for cards in hand for card in cards} for hand in hands))
    return f" (all with {', '.join(sorted(common))})" if common else ""


def _cards(hand: list[list[str]]) -> str:
    return " against ".join(", ".join(cards) or "no cards" for cards in hand)


def _print(report: dict[str, Any], more: str) -> None:
    """Print ``report``; ``more`` says what tells more of who can bring the goal about."""
    from dicelaw.oracle.cli.search import states_said

    seen = f"{states_said(report)}: {'all' if report['complete'] else 'not all'} there are"
    if report["wished"]:
        seen += " even where dice show what is wished for"
    asked = _asked_for(report)
    if report["possible"] is None:
        say(f"unknown whether there is a way to {asked}; raise --budget", seen)
        return
    if not report["possible"]:
        say(f"no way to {asked}, whatever is decided and rolled", seen)
        return
    say(f"there is a way to {asked}; {_steps(report)}:")
    say(*(f"  {line}" for line in report["told"]))
    if report["forces"]:
        say("who can bring it about:")
        say(*(f"  {who}: {_force(force, more)}" for who, force in report["forces"].items()))
    else:
        say(f"who can bring it about: unknown, for too many states are open; {more}")
    say(seen)


def _asked_for(report: dict[str, Any]) -> str:
    """What was asked for: the goal, by when, and without what."""
    never = f", without {' or '.join(report['never'])}" if report["never"] else ""
    return f"{report['goal']} up to {' or '.join(report['until']) or 'the end of the turn'}{never}"


def _steps(report: dict[str, Any]) -> str:
    steps = number_of(len(report["play"]), "step")
    return (
        f"a shortest takes {steps}" if report["shortest"] else f"one takes {steps}, and there may be shorter"
    )


def _force(force: dict[str, str], more: str) -> str:
    if force["least"] == force["most"]:
        return force["least"]
    return f"{force['least']}, or more, for not all states were seen; {more}"
