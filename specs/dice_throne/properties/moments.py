"""The moments between two things that the rules of a turn do by themselves, and what the text says of each.

Instants and tokens can be used at any time of any player's turn. So wherever one thing is over and the next
has not begun there is a window, but where the text makes the two one thing, or nobody's turn goes on.
"""

from __future__ import annotations

from dataclasses import dataclass

ANY_TIME = ("cards/instant/any-time", "status/spend-any-time")
"""What opens a moment of which no rule says more."""


@dataclass(frozen=True)
class Thing:
    """Something that the rules do by themselves: the transitions that it begins with, and ends with."""

    begins: tuple[str, ...]
    ends: tuple[str, ...] = ()

    @property
    def last(self) -> tuple[str, ...]:
        """The transitions that it ends with; where none are named it is a single step."""
        return self.ends or self.begins


@dataclass(frozen=True)
class Moment:
    """When it is, the window that is open then (or none), and the statements that decide it."""

    says: str
    window: str
    by: tuple[str, ...] = ANY_TIME


THINGS = {
    "the deal": Thing(("setup/start-player",), ("draw/dealt",)),
    "a step of the set-up": Thing(("setup/due/run",), ("resolve/return/setup/due",)),
    "the passing of the turn": Thing(("turn-end/pass/turn",), ("upkeep/begin/collect",)),
    "an effect of Upkeep": Thing(("upkeep/due/run",), ("resolve/return/upkeep/due",)),
    "the application of Upkeep": Thing(("upkeep/end/apply",), ("upkeep/end/go-on",)),
    "Income": Thing(("income/take",), ("draw/income-done",)),
    "skipping Income": Thing(("income/skip-first", "income/skip-concussed")),
    "the application of Main Phase (1)": Thing(("main-1/end/apply",), ("main-1/end/go-on",)),
    "the beginning of the Offensive Roll Phase": Thing(("offense/begin/roll",)),
    "skipping the Offensive Roll Phase": Thing(
        (
            "offense/begin/knocked-down",
            "offense/begin/stunned",
            "conclusion/extra-skipped",
            "conclusion/extra-for-defender-skipped",
        )
    ),
    "an offensive roll attempt": Thing(("offense/roll/die",), ("offense/roll/rolled",)),
    "the activation": Thing(("offense/activation/activate",), ("resolve/end/activation",)),
    "an effect of the offensive conclusion": Thing(
        ("concluding/due/run",), ("resolve/return/concluding/due",)
    ),
    "an effect of the attack": Thing(("attacking/due/run",), ("resolve/return/attacking/due",)),
    "the landing": Thing(("targeting/land",), ("resolve/end/landing", "resolve/end/landing-no-attack")),
    "a defensive roll attempt": Thing(("defense/roll/die",), ("defense/roll/rolled",)),
    "the defence": Thing(("defense/again/keep", "defense/again/none"), ("resolve/end/defense",)),
    "an effect of the conclusion": Thing(("phase-over/due/run",), ("resolve/return/phase-over/due",)),
    "the application of the Roll Phase": Thing(("conclusion/apply/all",)),
    "the beginning of another Offensive Roll Phase": Thing(
        ("conclusion/extra", "conclusion/extra-for-defender", "conclusion/another")
    ),
    "the application of Main Phase (2)": Thing(("main-2/end/apply",), ("main-2/end/go-on",)),
    "an effect of the end of the turn": Thing(("turn-end/due/run",), ("resolve/return/turn-end/due",)),
    "the application at the end of the turn": Thing(("turn-end/apply/apply",), ("turn-end/apply/go-on",)),
}
"""What the rules do by themselves in a turn, each as one thing."""

OPEN = (
    Moment(
        "before the first effect of Upkeep, between any two of them, and after the last",
        "upkeep",
        (*ANY_TIME, "artificer/nanite-by-synth-any-time"),
    ),
    Moment("when the damage and healing of Upkeep are applied, before Income", "income/begin"),
    Moment("after Income, throughout Main Phase (1)", "main-1"),
    Moment("when the damage and healing of Main Phase (1) are applied", "main-1/over"),
    Moment("after each offensive roll attempt", "offense/rolled", ("offense/roll-cards-by-any-player",)),
    Moment("between announcement and activation", "offense/announced", ("offense/window-before-activation",)),
    Moment("at a then", "resolve/then", ("ability/then-window",)),
    Moment("when dice of an effect were rolled", "resolve/dice", ("offense/roll-cards-on-effect-dice",)),
    Moment("before what is no instant takes effect", "interrupt", ("cards/main-and-roll-interruptible",)),
    Moment("when an ability is carried out, before targeting", "offense/end"),
    Moment("after an effect of the conclusion of the Offensive Roll Phase", "concluding"),
    Moment("after an effect that an attack sets off, before it lands", "attacking"),
    Moment("when an attack has landed, before the defence", "defense/start"),
    Moment("after a defensive roll attempt", "defense/rolled", ("defense/roll-cards-by-any-player",)),
    Moment(
        "before the first effect of the conclusion of a Roll Phase, between any two, and after the last",
        "conclusion",
        ("defense/last-window",),
    ),
    Moment("when a Roll Phase is applied, before another Offensive Roll Phase", "conclusion/over"),
    Moment("when a Roll Phase is applied, throughout Main Phase (2)", "main-2"),
    Moment("throughout the Discard Phase, before what is due at the end of the turn", "discard"),
    Moment("after each effect of the end of the turn, and when they are applied", "turn-end"),
)
"""Every window of a turn, and what opens it. An effect that was picked waits for the one in front of it."""

AMONG_SEVERAL = (
    Moment("when the targeting die was rolled", "targeting/rolled", ("targeting/roll-cards-allowed",)),
    Moment("when the target is known, before the ability strikes it", "targeting/aimed"),
)
"""The windows that there are only where a target has to be determined."""

CLOSED = {
    ("the deal", "a step of the set-up"): Moment("nobody's turn has begun", "", ("cards/instant/any-time",)),
    ("a step of the set-up", "a step of the set-up"): Moment(
        "nobody's turn has begun", "", ("cards/instant/any-time",)
    ),
    ("the beginning of the Offensive Roll Phase", "an offensive roll attempt"): Moment(
        "the phase begins with the first attempt", "", ("offense/first-attempt-five-dice",)
    ),
    ("the beginning of another Offensive Roll Phase", "an offensive roll attempt"): Moment(
        "the phase begins with the first attempt", "", ("offense/first-attempt-five-dice",)
    ),
}
"""The moments between two things of a turn that are no window, and why."""
