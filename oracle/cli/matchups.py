"""`dicelaw matchups`: how often each hero or team wins against each other, where both decide alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelaw.model.games import Game
from dicelaw.model.number_of import number_of
from dicelaw.oracle.answers.policies import players
from dicelaw.oracle.cache_folder import cache_folder
from dicelaw.oracle.cli.options import (
    NAMES,
    TEAMS,
    WHOLE,
    Several,
    WholeRange,
    content_option,
    echo_json,
    example,
    format_option,
    game_argument,
    policy_option,
    processes_option,
    told,
)
from dicelaw.oracle.cli.output import say, say_table
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.games import known_game
from dicelaw.oracle.games.own_content import OwnContent, unchanging
from dicelaw.oracle.games.ports import Asked, Teams

if TYPE_CHECKING:
    from dicelaw.checker.duels import Duels
    from dicelaw.checker.matchups import Matrix, Pair, Question
    from dicelaw.checker.verify.result_cache import Results

SUFFIXES = (".csv", ".json", ".svg")
MOST = 100_000
WIDTH = 120
MATCHED = "matched"
"""The module in the folder of a game that says who can be matched."""


@click.command("matchups", epilog=example("matchups dice-throne --heroes barbarian monk --within 10"))
@game_argument
@click.option("--heroes", cls=Several, type=NAMES, metavar="HERO...", default=(),
              help="Match these alone, where a game has heroes; by default all.")  # fmt: skip
@click.option("--teams", cls=Several, type=TEAMS, metavar="TEAM...",
              help="Match these alone, where a game has teams: pairs by name, one team of a pair as PAIR/1, "
              "or team files; by default the teams of our demos, and those of --content.")  # fmt: skip
@policy_option
@click.option("--within", type=WholeRange(1, 50), default=3, show_default=True, metavar="POINTS",
              help="Play until each interval is this many points to both sides of its middle.")  # fmt: skip
@click.option("--games", type=WholeRange(2, MOST), default=1200, show_default=True, metavar="N",
              help="No more games of two than these.")  # fmt: skip
@click.option("--seed", type=WHOLE, default=0, show_default=True, help="Other games by another seed.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write the matrix too: as .svg, a picture; as .csv or as .json.")  # fmt: skip
@processes_option
@click.option("--cluster", metavar="ADDRESS", help="Let the workers of this scheduler of dask play.")
@click.option("--cache/--no-cache", default=True,
              help="Take games that an earlier run has played, where nothing has changed since.")  # fmt: skip
@content_option
@format_option
@click.pass_context
def command(
    ctx: click.Context, game: str, heroes: tuple[str, ...], teams: Teams, policy: str | None, within: int,
    games: int, seed: int, out: Path | None, processes: int, cluster: str | None, cache: bool,
    content: OwnContent | None, form: str,
) -> None:  # fmt: skip
    """Measure how often each hero or team of GAME wins against each other, and by what.

    The first table says how many of a hundred games the row wins against the column; the second one how many
    turns that takes, and what most often takes the last life or health.

    Both players decide by the same policy, and each starts every second game: it is about this way to decide,
    not about best play. A run that was ended goes on where it stopped.

    Ends with 0, or with 7 where some interval is wider than is asked for after the most games.
    """
    from dicelaw.checker.matchups import Matrix, Pair, Question, pairs_of

    known = known_game(game)
    who = players(known.name, policy)
    if out is not None:
        _check_out(out)
    if cluster is not None and content is not None:
        raise click.UsageError("--cluster does not go with --content, which its workers don't have")
    if cluster is not None and who.own:
        raise click.UsageError("--cluster does not go with your own policy, which its workers don't have")
    chosen = _chosen(known, Asked(heroes, teams, content=content))
    asked = Question(known.name, who, None if content is None else content.folder, seed, within / 100, games)
    with unchanging(content), _executors(processes, cluster) as executors:
        played = _played(asked, [*chosen.values()], content, executors, cache=cache)
    found = {pair: played[Pair(chosen[pair.one], chosen[pair.other])] for pair in pairs_of([*chosen])}
    matrix = Matrix(asked, tuple(chosen), found)
    if out is not None:
        _write(out, matrix)
    if form == "json":
        from dicelaw.oracle.answers.matrix import as_json

        echo_json(as_json(matrix))
    else:
        _print(matrix)
    repeat()
    wide = [duels for duels in matrix.found.values() if duels.within > asked.within]
    ctx.exit(ExitCode.UNDECIDED if wide else ExitCode.OK)


def _chosen(game: Game, asked: Asked) -> Mapping[str, str]:
    """Who is to be matched, by name as the players of ``game`` know them. Raises UserError."""
    matched: Callable[[str, Asked], Mapping[str, str]] = game.part("oracle", MATCHED).matched
    found = matched(game.name, asked)
    if len(found) < 2:
        raise UserError(f"a match-up is between two different ones; given: {', '.join(found)}")
    return found


@contextmanager
def _executors(processes: int, cluster: str | None) -> Iterator[list[Executor]]:
    if cluster is None:
        from dicelaw.checker.executors import processes as started

        with started(processes) as executors:
            yield executors
        return
    from dicelaw.oracle.cluster import workers

    with workers(cluster) as executors:
        yield executors


def _played(
    asked: Question, names: list[str], content: OwnContent | None, executors: list[Executor], *,
    cache: bool,
) -> dict[Pair, Duels]:  # fmt: skip
    """The games of each two of ``names``: those that are kept, and what is left to play."""
    from dicelaw.checker.duels import Duels
    from dicelaw.checker.matchups import measured, pairs_of
    from dicelaw.checker.verify.result_cache import Results

    kept = Results(cache_folder(), Duels)
    found = {pair: Duels() for pair in pairs_of(names)}
    digest = "" if content is None else content.digest
    if cache and not asked.players.own:
        for pair in found:
            found[pair] = _kept(kept, asked, pair, digest)
    with told() as tell:
        done = sum(asked.done(duels) for duels in found.values())
        tell("match-ups", done, len(found))
        for pair, first, duels in measured(asked, found, executors):
            if not asked.players.own:
                kept.put(_part(asked, pair, first, duels.games, digest), duels)
            found[pair] += duels
            done += asked.done(found[pair])
            tell("match-ups", done, len(found))
    return found


def _kept(kept: Results[Duels], asked: Question, pair: Pair, digest: str) -> Duels:
    """The batches of ``pair`` from its first duel on that are kept, as far as they are asked for."""
    from dicelaw.checker.duels import Duels
    from dicelaw.checker.matchups import batch_size

    found = Duels()
    while not asked.done(found):
        one = kept.get(_part(asked, pair, found.games, batch_size(asked, found.games), digest))
        if one is None:
            break
        found += one
    return found


def _part(asked: Question, pair: Pair, first: int, count: int, digest: str) -> str:
    by = f"{asked.game} {digest} {asked.players.name} {asked.seed}"
    return f"matchups {by} {pair.one} {pair.other} {first} {count}"


def _check_out(path: Path) -> None:
    from dicelaw.checker.files import check_writable

    if path.suffix not in SUFFIXES:
        raise click.UsageError(f"--out {path}: name a file that ends with {', '.join(SUFFIXES)}")
    check_writable(path)


def _write(path: Path, matrix: Matrix) -> None:
    from dicelaw.checker.files import write_whole
    from dicelaw.model.foreign.json_text import to_json
    from dicelaw.oracle.answers.matrix import as_csv, as_json, picture

    if path.suffix == ".svg":
        text = picture(matrix)
    else:
        text = as_csv(matrix) if path.suffix == ".csv" else to_json(as_json(matrix), indent=2) + "\n"
    write_whole(path, text)
    say(f"wrote {path}", err=True)


def _print(matrix: Matrix) -> None:
    from dicelaw.oracle.answers.matrix import endings, how_measured, table

    say_table(table(matrix), WIDTH)
    say_table(endings(matrix), WIDTH)
    say(how_measured(matrix), matrix.question.players.says)
    outside = sum(duels.outside for duels in matrix.found.values())
    drawn = sum(duels.games - duels.won - duels.lost for duels in matrix.found.values())
    if drawn:
        beyond = f", of {outside:,} since a number left what the model counts up to" if outside else ""
        say(f"nobody won {number_of(drawn, 'game')}{beyond}")
