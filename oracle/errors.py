"""What can go wrong for a user, and the exit code that says so."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from dicelaw.model.foreign.limits import ERROR_LENGTH, FAULTS
from dicelaw.model.foreign.shown import shown


class ExitCode(IntEnum):
    """What the exit code of `dicelaw` means.

    | code | name | meaning |
    |---|---|---|
    | 0 | OK | everything came out as expected |
    | 1 | REFUTED | a property or an expectation came out other than expected |
    | 2 | USAGE | the command line is wrong |
    | 3 | BAD_INPUT | a file is missing, unreadable or malformed, or something cannot be written |
    | 4 | UNKNOWN_NAME | no game, rule, card or property has this name |
    | 5 | ILLEGAL | the rules forbid a decision or a team |
    | 6 | BROKEN_TRACE | a trace does not fit the machine that it is replayed on |
    | 7 | UNDECIDED | unknown, a budget or the memory ran out, or a worker was killed |
    | 70 | DEFECT | dicelaw itself failed; never a verdict |

    As shells have it, a run that a signal ends has 128 and the number of that: 130 after Ctrl-C, 143 after
    SIGTERM, 129 after SIGHUP; and one whose reader has gone has 141.
    """

    OK = 0
    REFUTED = 1
    USAGE = 2
    BAD_INPUT = 3
    UNKNOWN_NAME = 4
    ILLEGAL = 5
    BROKEN_TRACE = 6
    UNDECIDED = 7
    DEFECT = 70


class UserError(Exception):
    """Something that the user can mend: the command ends with `error: <message>` and this exit code.

    ``message`` is one line, or several where several things are wrong; of very many the first are told. It
    may name what others wrote: each line is shown as one.
    """

    def __init__(
        self, message: str | Sequence[str], exit_code: ExitCode = ExitCode.BAD_INPUT, more: int = 0
    ) -> None:
        """``more`` counts what is wrong and not among the lines of ``message``."""
        lines = [message] if isinstance(message, str) else message
        self.lines = [shown(line, ERROR_LENGTH) for line in lines[:FAULTS]]
        self.more = more + len(lines) - len(self.lines)
        self.told = [*self.lines, *([f"and {self.more} more"] if self.more else [])]
        """The lines, and how many more there are."""
        self.message = "\n".join(self.told)
        self.exit_code = exit_code
        super().__init__(self.message)

    def under(self, place: str, exit_code: ExitCode | None = None) -> UserError:
        """The same with ``place`` before it, and another exit code where one is given."""
        first, *others = self.lines
        code = self.exit_code if exit_code is None else exit_code
        return UserError([f"{place}: {first}", *others], code, self.more)
