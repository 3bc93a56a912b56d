"""`dicelaw fuzz`: plays that are steered to interactions of content, and what goes wrong in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelaw.oracle.cli.options import (
    WHOLE,
    Seconds,
    WholeRange,
    content_option,
    example,
    game_argument,
    lines_format_option,
    usual_mode_option,
)
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.cli.told_finds import tell_end, tell_find, tell_least, telling
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.own_content import OwnContent, unchanging

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from dicelaw.oracle.conform.run import Run
    from dicelaw.oracle.fuzz.arena import Fuzzing
    from dicelaw.oracle.fuzz.rounds import Judge

SECONDS = 60.0
"""How long a campaign goes on by itself."""
MOST_MADE_UP = 200
"""How many heroes or cards are made up at most."""
UNBOUNDED = 2**63
"""More questions, and more bytes of answers, than there are in any campaign."""


@click.command("fuzz", epilog=example("fuzz dice-throne --content examples/content/tinker --seconds 20"))
@game_argument
@usual_mode_option
@content_option
@click.option(
    "--with", "entries", multiple=True, metavar="ENTRY",
    help="Only pairs with this card, ability, status effect or passive; may be given several times.",
)  # fmt: skip
@click.option("--triples", is_flag=True, help="Look at three entries at a time, one of them given by --with.")
@click.option(
    "--seconds", type=Seconds(), metavar="SECONDS", help=f"How long to go on.  [default: {SECONDS:g}]"
)
@click.option(
    "--plays", type=WholeRange(1), metavar="N",
    help="How many plays the campaign has, those of earlier runs with --out included.",
)  # fmt: skip
@click.option("--seed", type=WHOLE, default=0, show_default=True, help="What the plays start from.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Keep what was found and what has met here, and go on from what is there.",
)  # fmt: skip
@click.option(
    "--engine", "impl", metavar="COMMAND",
    help="Check the implementation whose adapter this command starts, in the same plays.",
)  # fmt: skip
@click.option(
    "--made-up", "count", type=WholeRange(1, MOST_MADE_UP), metavar="N",
    help="With N heroes, or N cards, of words at random; they are written to DIR/content.",
)  # fmt: skip
@click.option("--processes", default=1, show_default=True, type=WholeRange(1, 256), metavar="N",
              help="How many play at once; what is found within --plays does not hang on it.")  # fmt: skip
@lines_format_option
@click.pass_context
def command(
    ctx: click.Context, game: str, mode: str | None, content: OwnContent | None,
    entries: tuple[str, ...], triples: bool, seconds: float | None, plays: int | None, seed: int,
    out: Path | None, impl: str | None, count: int | None, processes: int, form: str,
) -> None:  # fmt: skip
    """Play GAME at random, steered to pairs of entries that have not met, and say what goes wrong.

    Entries are cards, abilities, status effects, board actions and passives. Any two of ours are paired; with
    --content those of your own are paired with each other and with ours. The run looks for broken properties,
    play that is stuck or goes on by itself for ever, numbers beyond what the model counts, and rounds that
    can be repeated for nothing. Each find is shrunk, and named by the entries that it takes.

    With --engine the same plays are made on an implementation, and the run looks for departures from the
    rules instead.

    With --made-up the content is made up too: heroes or cards of words at random, weighted to the odd. Each
    find comes with a content file that has no more than it takes to show it.

    Ends with 0 where nothing was found, and with 1 where something was; with 7 where an implementation broke,
    answered otherwise the next time, or could not be held against the rules.
    """
    from dicelaw.oracle.conform.report import exit_code
    from dicelaw.oracle.fuzz.campaign import Bounds, Campaign
    from dicelaw.oracle.fuzz.corpus import Corpus, Done
    from dicelaw.oracle.fuzz.made_up import least_content
    from dicelaw.oracle.fuzz.meetings import PAIR, TRIPLE
    from dicelaw.oracle.fuzz.rounds import Subject, among
    from dicelaw.oracle.games.description import description
    from dicelaw.oracle.games.modes import known_mode

    asked = known_mode(game, mode)
    if content is not None and impl is not None:
        raise UserError(
            "--content: implementations are held against our own content; leave out this or --engine"
        )
    if processes > 1 and impl is not None:
        raise UserError(
            "--processes: an implementation is asked by one alone; leave out this or --engine", ExitCode.USAGE
        )
    if triples and not entries:
        raise UserError(
            "--triples: there are too many; name an entry that is in each of them by --with", ExitCode.USAGE
        )
    if count is not None:
        content = _made_up(game, count, seed, out, others=content is not None or impl is not None)
    if seconds is None and plays is None:
        seconds = SECONDS
    fuzzing = description(game).fuzzing(game, content, asked)
    other = "" if asked in description(game).modes[:1] else asked
    wanted, size = entries_called(fuzzing, entries), TRIPLE if triples else PAIR
    with (
        _asked(impl, game, asked, fuzzing) as (played, run), _workers(processes) as executor,
        telling() as tell, unchanging(content),
    ):  # fmt: skip
        corpus = None if out is None else Corpus(out, game)
        against = "" if run is None else run.support.name
        wished = Done(seed, against=against, size=size, mode=other)
        done = wished if corpus is None else corpus.done(wished)
        campaign = Campaign(played, done, Bounds(plays, seconds), corpus, wanted, tell, _judge(run), size)
        answers = None if run is None else run.tally
        if executor is not None:
            campaign.players = among(executor, Subject(game, content, asked), campaign.meetings)
        try:
            for find in campaign.run():
                tell_find(campaign, find, out, form)
                if count is not None and content is not None and corpus is not None and not find.is_known:
                    tell_least(corpus.keep_content(find, least_content(game, content, find)), form)
        finally:
            tell_end(campaign, answers, form)
    repeat()
    if answers is not None and answers.results:
        ctx.exit(exit_code(answers))
    ctx.exit(ExitCode.REFUTED if campaign.tally.all else ExitCode.OK)


def _made_up(game: str, count: int, seed: int, out: Path | None, *, others: bool) -> OwnContent:
    """``count`` files of made-up content in ``out``. Raises UserError, also where there are ``others``."""
    from dicelaw.oracle.fuzz.made_up import FOLDER, made_up

    if others:
        raise UserError("--made-up: plays are with made-up content alone; leave out --content and --engine")
    if out is None:
        raise UserError("--made-up: what is made up needs a place; give a folder with --out")
    return made_up(game, out / FOLDER, count, seed)


@contextmanager
def _asked(impl: str | None, game: str, mode: str, fuzzing: Fuzzing) -> Iterator[tuple[Fuzzing, Run | None]]:
    """What is played of ``fuzzing``, and on which implementation; it is ended after that.

    Raises UserError where it cannot be held against the rules.
    """
    from dicelaw.oracle.conform.budget import Budget
    from dicelaw.oracle.conform.check import greet
    from dicelaw.oracle.conform.engine import Broken, GivenUp, Supervised
    from dicelaw.oracle.conform.process import TIMEOUT, Process
    from dicelaw.oracle.conform.run import Run, Tally
    from dicelaw.oracle.fuzz.against import supported

    if impl is None:
        yield fuzzing, None
        return
    allowed = Budget(UNBOUNDED, UNBOUNDED)
    with closing(Supervised(lambda: Process(impl, TIMEOUT, allowed), budget=allowed)) as engine:
        try:
            support = greet(engine)
        except (Broken, GivenUp) as broken:
            raise UserError(f"--engine: {broken}", ExitCode.UNDECIDED) from None
        played = supported(fuzzing, game, support, mode)
        if played is None:
            lacks = support.lacks(game, mode) or "it supports none of those between whom plays are"
            raise UserError(
                f"--engine: {support.name} cannot be held against {game}: {lacks}", ExitCode.UNDECIDED
            )
        yield played, Run(game, engine, support, Tally(support))


@contextmanager
def _workers(count: int) -> Iterator[Executor | None]:
    """What makes rounds in ``count`` processes; None where this one does."""
    from multiprocessing import get_context

    from dicelaw.checker.executors import pool

    if count == 1:
        yield None
        return
    with pool(count, context=get_context("spawn")) as executor:
        yield executor


def _judge(run: Run | None) -> Judge:
    """What is wrong with plays: in the rules, or where ``run`` is given in the implementation."""
    from dicelaw.oracle.fuzz.against import ByEngine
    from dicelaw.oracle.fuzz.judging import ByRules

    return ByRules if run is None else partial(ByEngine, run)


def entries_called(fuzzing: Any, names: tuple[str, ...]) -> frozenset[str]:
    """The entries that ``names`` are for. Raises UserError for one that there is not."""
    from dicelaw.oracle.suggestions import meant, unknown

    if not names:
        return frozenset()
    known = {id: id for pairing in fuzzing.pairings for id in fuzzing.entries(pairing)}
    found: set[str] = set()
    for name in names:
        ids = meant([name], known)
        if not ids:
            raise unknown("entry", name, known)
        found.update(ids)
    return frozenset(found)
