"""What several verbs share: options, the reading of readings, and the line that repeats a run."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dicelaw.model.foreign.json_text import to_json
from dicelaw.model.foreign.numbers import ALLOWED, is_whole
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.answers.policies import is_own
from dicelaw.oracle.cli.output import say, say_message
from dicelaw.oracle.games.games import GAMES, reading_of
from dicelaw.oracle.games.own_content import own_content
from dicelaw.oracle.suggestions import id_of

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

    from dicelaw.oracle.games.session import Session

T = TypeVar("T")
FORMATS = ("pretty", "json")
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class _Name(click.ParamType[str]):
    """The name of something, however it is written: the verb gets the id that it stands for."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002 (click's signature)
        """The id."""
        return id_of(str(value))


NAME = _Name()


class _PolicyName(_Name):
    """The name of a policy, or a function in a file, which stays as it is written."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name."""
        return str(value) if is_own(str(value)) else super().convert(value, param, ctx)


class _Names(click.ParamType[tuple[str, ...]]):
    """Several names; the verb gets the ids that they stand for."""

    name = "text"

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,  # noqa: ARG002 (click's signature)
        ctx: click.Context | None,  # noqa: ARG002
    ) -> tuple[str, ...]:
        """The ids."""
        return tuple(id_of(str(one)) for one in ([value] if isinstance(value, str) else value))


NAMES = _Names()


class _Teams(click.ParamType[Any]):
    """Teams: the verb gets the name of a pair, or several names and files."""

    name = "text"

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,  # noqa: ARG002 (click's signature)
        ctx: click.Context | None,  # noqa: ARG002
    ) -> str | tuple[str, ...]:
        """The id, or all of them."""
        given = (value,) if isinstance(value, str) else tuple(map(str, value))
        words = tuple(word if _is_file(word) else id_of(word) for word in given)
        return words[0] if len(words) == 1 and not _is_file(words[0]) else words


TEAMS = _Teams()


def _is_file(word: str) -> bool:
    """Whether ``word`` is the name of a team file."""
    return word.endswith((".yaml", ".yml"))


class Several(click.Option):
    """An option that takes all words after it, up to the next option."""

    def takes(self, word: str) -> bool:
        """Whether it takes ``word`` as well."""
        return not word.startswith("-")

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Let it go on taking words."""
        super().add_to_parser(parser, ctx)
        for name in self.opts:
            taking = parser._long_opt[name]
            taken = taking.process

            def process(value: str, state: Any, taken: Callable[..., None] = taken) -> None:
                values = [value]
                while state.rargs and self.takes(state.rargs[0]):
                    values.append(state.rargs.pop(0))
                taken(tuple(values), state)

            taking.process = process


class _SeveralFiles(Several):
    """An option that takes all names of team files after it."""

    def takes(self, word: str) -> bool:
        """Whether it is one."""
        return _is_file(word)


_SECONDS = re.compile(r"[0-9]+(\.[0-9]+)?(e-?[0-9]{1,3})?")


class _Whole(click.types.IntParamType):
    """A whole number, as it is written wherever one is read: `int` takes other digits, and ``1_000``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        if isinstance(value, str) and not is_whole(value):
            self.fail(f"{quoted(value)} is not a whole number; allowed: {ALLOWED}", param, ctx)
        return super().convert(value, param, ctx)


class WholeRange(click.IntRange, _Whole):
    """A whole number within bounds."""


class Seconds(click.FloatRange):
    """A number of seconds, more than none and a day at the most: `float` takes ``nan`` and ``inf`` too."""

    DAY = 86_400

    def __init__(self) -> None:
        super().__init__(0, self.DAY, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        if isinstance(value, str) and not _SECONDS.fullmatch(value):
            self.fail(f"{quoted(value)} is not a number of seconds, like 0.5", param, ctx)
        return super().convert(value, param, ctx)


WHOLE = _Whole()


def example(words: str) -> str:
    """The end of a help text: an example, on a line of its own that is not wrapped."""
    return f"\b\nExample:\n  dicelaw {words}"


def _playable(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """The games that a shell may complete ``begun`` to."""
    return [game.name for game in GAMES.values() if game.modelled and game.name.startswith(begun)]


game_argument: Decorator = click.argument("game", type=NAME, shell_complete=_playable)
file_argument: Decorator = click.argument("file", type=click.Path(path_type=Path))


def _format_option(what: str) -> Decorator:
    return click.option(
        "--format", "form", type=click.Choice(FORMATS), default=FORMATS[0], show_default=True,
        help=f"For people, or {what}.",
    )  # fmt: skip


format_option = _format_option("one JSON value")
lines_format_option = _format_option("one JSON object a line")
reading_option: Decorator = click.option(
    "--reading", "readings", multiple=True, metavar="POINT=ANSWER",
    help="Answer a point that the rule text leaves open; may be given several times.",
)  # fmt: skip
heroes_option: Decorator = click.option(
    "--heroes", cls=Several, type=NAMES, metavar="HERO...", default=(),
    help="The heroes of the seats, one after another; by default those of the game's demo.",
)  # fmt: skip
teams_option: Decorator = click.option(
    "--teams", cls=_SeveralFiles, type=TEAMS, metavar="PAIR|FILE FILE",
    help="The teams, where a game has some: a pair by its name, two team files, or their cards as "
    "CARD@DICE/CARD@DICE//CARD@DICE//BASIC; by default those of the game's demo.",
)  # fmt: skip
mode_option: Decorator = click.option(
    "--mode", type=NAME,
    help="The way to play, where a game has several; by default what so many heroes play.",
)  # fmt: skip
usual_mode_option: Decorator = click.option(
    "--mode", type=NAME, help="The way to play, where a game has several; by default the usual one."
)
content_option: Decorator = click.option(
    "--content", type=click.Path(path_type=Path), metavar="DIR",
    callback=lambda _context, _option, folder: None if folder is None else own_content(folder),
    help="Load the content files (*.yaml) of this folder, or this one, beside ours.",
)  # fmt: skip
"""The verb gets an OwnContent, or None."""
policy_option: Decorator = click.option(
    "--policy", type=_PolicyName(), metavar="POLICY",
    help="How both decide: sensible, by rules of thumb, the default; random, all moves alike; or "
    "PATH.py:NAME, a function of your own, whose file is run.",
)  # fmt: skip
processes_option: Decorator = click.option(
    "--processes", default=2, show_default=True, type=WholeRange(1, 256), help="How many at once."
)


def readings_of(texts: Sequence[str]) -> dict[str, str]:
    """The readings given on the command line."""
    return dict(reading_of(text) for text in texts)


@contextmanager
def told() -> Iterator[Callable[[str, int, int | None], None]]:
    """Bars on a terminal's stderr, one for each part of the work, from the first that is told on.

    What it gives is told of a part, how much of it is done, and how much there is, if that is known.
    Results still go to stdout, above the bars where that is the same terminal.
    """
    bars: Callable[[str, int, int | None], None] | None = None
    with ExitStack() as stack:

        def tell(part: str, done: int, whole: int | None) -> None:
            nonlocal bars
            if bars is None:
                bars = stack.enter_context(_bars())
            bars(part, done, whole)

        yield tell


NARROW = 60
"""On a terminal of fewer columns what is done is told in numbers alone, without a bar."""


def progress_columns(width: int) -> list[ProgressColumn]:
    """What is told of a part of the work, on a line of a terminal of this ``width``."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.table import Column

    bar = [BarColumn()] if width >= NARROW else []
    done = MofNCompleteColumn(separator=" of ", table_column=Column(no_wrap=True))
    return [
        TextColumn("{task.description}"), *bar, done, TimeElapsedColumn(table_column=Column(no_wrap=True)),
    ]  # fmt: skip


@contextmanager
def _bars() -> Iterator[Callable[[str, int, int | None], None]]:
    from rich.console import Console
    from rich.progress import Progress, TaskID

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _part, _done, _whole: None
        return
    tasks: dict[str, TaskID] = {}
    with Progress(
        *progress_columns(console.width), console=console, transient=True, redirect_stdout=sys.stdout.isatty()
    ) as bar:

        def tell(part: str, done: int, whole: int | None) -> None:
            if part not in tasks:
                tasks[part] = bar.add_task(part, total=whole)
            bar.update(tasks[part], completed=done, total=whole)

        yield tell


def echo_line(value: object) -> None:
    """Print one JSON value on a line of its own."""
    say_message(to_json(value))


def echo_departures(session: Session) -> None:
    """Say what the answer rests on that is not played as it is printed."""
    from dicelaw.oracle.games.departures import departure_lines

    say(*departure_lines(session))


def echo_json(value: object) -> None:
    """Print one JSON value."""
    say_message(to_json(value, indent=2))
