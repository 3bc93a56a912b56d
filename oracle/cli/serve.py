"""`dicelaw serve`: other programs open sessions, ask what is legal, and decide."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from dicelaw.oracle.cli.options import (
    WholeRange,
    content_option,
    example,
)
from dicelaw.oracle.cli.output import say, say_message
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.own_content import OwnContent

HOST = "127.0.0.1"
PORT = 8000


@click.command("serve", epilog=example("serve --http --port 8000"))
@click.option("--stdio", is_flag=True, help="A JSON object a line, from stdin to stdout.")
@click.option("--http", is_flag=True, help="HTTP; needs the extra `serve`.")
@click.option("--host", default=HOST, show_default=True, help="With --http: the address to listen at.")
@click.option("--port", type=WholeRange(0, 65535), default=PORT, show_default=True,
              help="With --http: the port; 0 is any that is free.")  # fmt: skip
@click.option("--allow-remote", is_flag=True, help="With --http: listen at an address that others can reach.")
@click.option("--name", "names", multiple=True, metavar="NAME",
              help="With --http: a host name that requests may be for, besides localhost.")  # fmt: skip
@content_option
def command(
    stdio: bool,
    http: bool,
    host: str,
    port: int,
    allow_remote: bool,
    names: Sequence[str],
    content: OwnContent | None,
) -> None:
    """Serve sessions to other programs, until the input ends or Ctrl-C.

    docs/service.md has the requests and answers.
    """
    if stdio == http:
        raise click.UsageError("say --stdio or --http" + ", not both" * stdio)
    if stdio:
        _serve_lines(content)
        repeat()
    else:
        repeat()
        _serve_http(host, port, allow_remote, names, content)


def _serve_lines(content: OwnContent | None) -> None:
    from dicelaw.oracle.formats.service_formats import Limits
    from dicelaw.oracle.service.service import Service
    from dicelaw.oracle.service.stdio import serve

    limits = Limits(requests_per_second=None, opens_per_second=None)  # one caller, who waits for each answer
    serve(Service(limits, content), sys.stdin.buffer, say_message)


def _serve_http(
    host: str, port: int, allow_remote: bool, names: Sequence[str], content: OwnContent | None
) -> None:
    try:
        from dicelaw.oracle.service.http_server import is_loopback, listening, run
    except ModuleNotFoundError as missing:
        says = f"{missing.name} is not installed, which --http needs: pip install 'dicelaw[serve]'"
        raise UserError(says, ExitCode.USAGE) from None
    from dicelaw.oracle.formats.service_formats import Limits
    from dicelaw.oracle.service.service import Service
    from dicelaw.oracle.service.workers import workers

    if not is_loopback(host):
        if not allow_remote:
            raise UserError(f"others can reach {host}; add --allow-remote if they may", ExitCode.USAGE)
        say(f"warning: whoever reaches {host} can open sessions, and nothing is encrypted", err=True)
    limits = Limits()
    with listening(host, port) as bound, workers(limits) as find:
        say(f"serving at {bound.url}; Ctrl-C ends it", err=True)
        run(Service(limits, content, find=find), bound, (*names, host))
