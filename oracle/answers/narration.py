"""A play retold for people: decisions, dice, and what changes for the players, with the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.games.ports import port
from dicelaw.oracle.games.session import Session, Step

MOST = 12
"""More rules than these are counted only."""


def told(session: Session, steps: Sequence[Step]) -> Iterator[str]:
    """The ``steps`` that matter, numbered as they came; dice of one roll are one line."""
    faces: list[int] = []
    first = 0
    for number, step in enumerate(steps, 1):
        transition = session.transition(step.move)
        is_die = step.actor is Agent.CHANCE and [choice.name for choice in transition.choices] == ["face"]
        is_die = is_die and port(session.name).tells_rolls
        if is_die:
            first = first if faces else number
            faces.append(step.move[1])
            continue
        if faces:
            yield _rolled(session, steps[number - 2], first, faces)
            faces = []
        for account in port(session.name).accounts(session, step) or ():
            yield from account.lines()
        if matters(session, step):
            yield f"{number}. {sentence(session, step)}"
    if faces:
        yield _rolled(session, steps[-1], first, faces)


def _rolled(session: Session, step: Step, first: int, faces: Sequence[int]) -> str:
    cites = session.reader.decisive(step.before, step.move)
    says = session.machine.points[session.machine.point_index[session.transition(step.move).source]].says
    return f"{first}. {says}: {', '.join(map(str, faces))}.{_named(cites)}"


def _named(rules: Sequence[str]) -> str:
    """``rules``, or the first of many, in brackets; nothing where there is none."""
    more = f" and {len(rules) - MOST} more" if len(rules) > MOST else ""
    return f" [{', '.join(rules[:MOST])}{more}]" if rules else ""


def matters(session: Session, step: Step) -> bool:
    """Whether ``step`` is worth telling: a decision that is no pass, chance, or a change that players see."""
    if step.actor is Agent.RULES:
        return bool(visible(session, step))
    return not session.is_pass(step.move)


def visible(session: Session, step: Step) -> list[str]:
    """What ``step`` changes that players see, or adds to what is on its way."""
    return port(session.name).visible(session, step.before, step.after)


def sentence(session: Session, step: Step) -> str:
    """``step`` in short: who did what, what players see of it, and the rules that made a difference."""
    transition = session.transition(step.move)
    who = session.machine.seats[step.actor] if isinstance(step.actor, int) else f"by {step.actor.value}"
    if step.actor is Agent.RULES:
        who = "by the rules"
    if step.actor is Agent.CHANCE and transition.choices and transition.choices[0].name == "card":
        card = port(session.name).card_name(session, step.before, step.move)
        says = f"{transition.source.rpartition('/')[2]} {card}"
    else:
        named = {choice.name: session.value_text(step, choice.name) for choice in transition.choices}
        says = transition.says.format(**named)
        shown = [value for name, value in named.items() if f"{{{name}}}" not in transition.says]
        says += f" ({', '.join(shown)})" if shown else ""
    cites = session.reader.decisive(step.before, step.move)
    return "; ".join([f"{who}: {says}", *visible(session, step)]) + f".{_named(cites)}"
