"""The command line: `dicelaw <verb> ...`, one module a verb, imported when the verb runs."""

from __future__ import annotations

import errno
import gc
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

import click

from dicelaw.model.collecting import collect_rarely
from dicelaw.model.games import NoPart
from dicelaw.oracle.cli.interruption import Interrupted, interruptible
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.present_folder import leave_out

VERBS = {
    "verify": ("dicelaw.oracle.cli.verify", "Prove the properties of the rules, or show what breaks them."),
    "recheck": ("dicelaw.oracle.cli.recheck", "Check the evidence of proofs without the prover."),
    "search": ("dicelaw.oracle.cli.search", "Look at every state that play can reach."),
    "chance": (
        "dicelaw.oracle.cli.chance",
        "Say whether play ends, how likely a goal is, and what to do for it.",
    ),
    "outcome": ("dicelaw.oracle.cli.outcome", "Say what a situation comes to, and by which rules."),
    "legal": ("dicelaw.oracle.cli.legal", "List the legal decisions, or say why one is not."),
    "play": ("dicelaw.oracle.cli.play", "Play a machine step by step and record the trace."),
    "replay": ("dicelaw.oracle.cli.replay", "Replay a trace and check each step."),
    "audit": ("dicelaw.oracle.cli.audit", "Check the log of another engine, through a mapping file."),
    "serve": ("dicelaw.oracle.cli.serve", "Serve sessions to other programs."),
    "fuzz": ("dicelaw.oracle.cli.fuzz", "Look for what goes wrong between cards that meet in play."),
    "conform": ("dicelaw.oracle.cli.conform", "Check an implementation against the rules."),
    "diff": ("dicelaw.oracle.cli.diff", "Tell two editions or readings apart by a shortest play."),
    "graph": ("dicelaw.oracle.cli.graph", "Draw or export a timing graph."),
    "rules": ("dicelaw.oracle.cli.rules", "Look up what the documents say, and what carries it."),
    "rulings": ("dicelaw.oracle.cli.rulings", "Check the model against the answers that the documents give."),
    "check": ("dicelaw.oracle.cli.check", "Say whether content of your own breaks anything."),
    "matchups": ("dicelaw.oracle.cli.matchups", "Measure how often each hero wins against each other."),
    "atlas": ("dicelaw.oracle.cli.atlas", "Draw what any two entries do to each other, as pages."),
    "check-team": (
        "dicelaw.oracle.dice_masters.check_team",
        "Check a team by the rules of team building.",
    ),
    "vectors": ("dicelaw.oracle.cli.vectors", "Write recorded plays for the tests of other engines."),
    "mutate": ("dicelaw.mutation.cli", "Plant mistakes in the rules and say what notices them."),
    "hero": ("dicelaw.oracle.cli.hero", "Lay out a hero's board and deck, with exact chances."),
    "list": ("dicelaw.oracle.cli.list", "List the games, cards, teams, dice, readings and properties."),
    "schema": ("dicelaw.oracle.cli.schema", "Print JSON schemas of messages, and of files for editors."),
    "help": ("dicelaw.oracle.cli.help", "Say what a verb does and what it takes."),
}
"""For each verb its module, which has a click command named `command`, and its line in `dicelaw --help`."""

COMPLETE = "_DICELAW_COMPLETE"
"""Where a shell says that it wants the rest of a word, or what it needs for that."""

_READER_GONE = 141
_OF_MEMORY = ("MemoryError", "out of memory", "can't start new thread", "Cannot allocate memory")
_OF_LIBRARIES = ("libz3", "shared object", "failed to map segment")


class _Verbs(click.Group):
    """The verbs of the table; only one that runs is imported."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return [*VERBS]  # not list(VERBS): once the verb `list` is imported, that name is its module here

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 (same)
        if cmd_name not in VERBS:
            return None
        command = import_module(VERBS[cmd_name][0]).command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as unknown:
            raise click.NoSuchCommand(unknown.command_name, possibilities=VERBS, ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 (same)
        with formatter.section("Commands"):
            formatter.write_dl([(verb, summary) for verb, (_, summary) in VERBS.items()])


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dicelaw")
def dicelaw() -> None:
    """Prove, fuzz and answer: a rules verifier and test oracle for dice-and-card games.

    Where a verb reads a file, - stands for standard input.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, by default the one of this process, and return its exit code.

    A verb sets its code with `ctx.exit(ExitCode...)` or by raising a `UserError`.
    """
    if arguments is not None:
        return _heard(arguments, to_the_end=False)
    collect_rarely()
    leave_out()
    code = _heard(sys.argv[1:], to_the_end=True)
    gc.freeze()  # else all of it is looked through once more at the end
    return code


def _heard(arguments: Sequence[str], *, to_the_end: bool) -> int:
    """The exit code of a command that signals may end, if so wanted with its process."""
    try:
        with interruptible(to_the_end=to_the_end):
            return int(_ended(arguments))
    except KeyboardInterrupt as interrupted:
        one = interrupted if isinstance(interrupted, Interrupted) else Interrupted()
        _tell(one.says)
        return one.exit_code


def _ended(arguments: Sequence[str]) -> int:
    """The exit code of a command, whatever becomes of it but an interruption."""
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except UserError as error:
        code = _refused(error, arguments)
    except NoPart as missing:
        code = _refused(UserError(str(missing), ExitCode.UNKNOWN_NAME), arguments)
    except click.ClickException as error:
        error.show()
        code = ExitCode.USAGE if _is_usage(error) else ExitCode.BAD_INPUT
        _answer(error.format_message(), code, arguments)
    except click.Abort:
        raise Interrupted from None
    except BrokenPipeError:
        _write_no_more()
        code = _READER_GONE
    except Exception as error:
        unread = _unread(error)
        code = _failed(error) if unread is None else _refused(unread, arguments)
    return code


def _unread(error: Exception) -> UserError | None:
    """What is wrong with a file of a game itself, where ``error`` is that: whoever writes it can mend it."""
    document = sys.modules.get("dicelaw.model.content.document")  # whoever raises it has loaded it
    if document is None or not isinstance(error, document.ContentError):
        return None
    return UserError(error.lines, more=error.more)


def _refused(error: UserError, arguments: Sequence[str]) -> ExitCode:
    """The exit code of ``error``, once it is told."""
    _tell("error: " + error.told[0], *error.told[1:])
    _answer(error.message, error.exit_code, arguments)
    return error.exit_code


def _answer(message: str, code: ExitCode, arguments: Sequence[str]) -> None:
    """Say what is wrong as JSON too, where that is asked for."""
    if _as_json(arguments):
        from dicelaw.oracle.cli.options import echo_json

        echo_json({"error": {"message": message, "exit_code": int(code), "name": code.name}})


def _is_usage(error: click.ClickException) -> bool:
    """Whether the command line is wrong, and not a file that it names."""
    given = isinstance(error, click.BadParameter) and not isinstance(error, click.MissingParameter)
    of_file = given and isinstance(getattr(getattr(error, "param", None), "type", None), click.Path)
    return isinstance(error, click.UsageError) and not of_file


def _as_json(arguments: Sequence[str]) -> bool:
    """Whether the answer is asked for as JSON; then what is wrong is said so too."""
    pairs = zip(arguments, [*arguments[1:], ""], strict=True)
    return any(pair == ("--format", "json") or pair[0] == "--format=json" for pair in pairs)


def _failed(error: Exception) -> ExitCode:
    """Tell what went wrong around the program in one sentence, and a defect of it with its traceback."""
    executors = sys.modules.get("concurrent.futures")  # to load it there may be no room
    if executors is not None and isinstance(error, executors.BrokenExecutor):
        _tell(
            "error: a process that did a part of the work was ended, from outside or for want of memory; "
            "nothing is decided: run it again, if memory is short with fewer processes at once"
        )
        return ExitCode.UNDECIDED
    if _is_of_memory(error):
        _tell(
            "error: there is not enough memory, or no room for another process; nothing is decided: "
            "run it again with more, or with fewer processes at once"
        )
        return ExitCode.UNDECIDED
    if isinstance(error, OSError):
        what = f"{error.filename}: this cannot be used" if error.filename else "the output cannot be written"
        _tell(f"error: {what}: {error.strerror or error}")
        _write_no_more()
        return ExitCode.BAD_INPUT
    traceback.print_exception(error)
    return ExitCode.DEFECT


def _is_of_memory(error: BaseException | None) -> bool:
    """Whether ``error`` came, directly or not, of a lack of memory, processes or address space."""
    while error is not None:
        if isinstance(error, MemoryError):
            return True
        if isinstance(error, OSError) and error.errno in (errno.ENOMEM, errno.EAGAIN):
            return True
        says = str(error)
        if any(one in says for one in _OF_MEMORY):
            return True
        at_odds = isinstance(error, ImportError | SystemError) or any(one in says for one in _OF_LIBRARIES)
        if at_odds and _is_limited():
            return True
        error = error.__cause__ or error.__context__
    return False


def _is_limited() -> bool:
    """Whether this process may not have all the address space that there is: libraries then fail to load."""
    try:
        import resource
    except ModuleNotFoundError:
        return False  # not on this system
    except ImportError:
        return True  # it fails to load too
    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


def _tell(*rows: str) -> None:
    """Say it on stderr, if that takes it."""
    from dicelaw.oracle.cli.output import say

    with suppress(OSError):
        say(*rows, err=True)


def _write_no_more() -> None:
    """Let go of what is still buffered, as nobody takes it."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: Sequence[str]) -> int:
    if instruction := os.environ.get(COMPLETE):
        from click.shell_completion import shell_complete

        failed = shell_complete(dicelaw, {}, "dicelaw", COMPLETE, instruction)
        return ExitCode.USAGE if failed else ExitCode.OK
    # Not dicelaw.main(): where a pipe breaks or a file won't open that ends with 1, which here means REFUTED.
    try:
        with dicelaw.make_context("dicelaw", [*arguments]) as ctx:
            dicelaw.invoke(ctx)
    except click.exceptions.Exit as done:
        return done.exit_code
    return ExitCode.OK
