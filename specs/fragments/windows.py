"""Guarantees of the windows: turn order, passes, limits, and events that happen or not."""

from __future__ import annotations

from dicelaw.model.kernel.expressions import Expr, all_of, any_of, count, implies
from dicelaw.model.kernel.fragments.reaction_window import Limit
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.bugs import allowing, dropping, rewriting
from dicelaw.specs.fragments.fields import Fields
from dicelaw.specs.property import AllOf, Always, EachStep, Goal, Never, Progress, Property, after

HANDING_ON = ("window/pass", "window/silent")
CLOSING = ("window/close", "window/close-silent")
SILENT = ("window/silent", "window/close-silent")
OF_THE_RULES = (*SILENT, "window/happens", "window/averted")
REACTING = ("window/prevent", "window/reduce", "window/redirect")


def _rank(f: Fields) -> Expr:
    """How many seats have passed since ``first``, in turn order."""
    return (f["holder"] - f["first"] + f.seats) % f.seats


def _barred(f: Fields) -> Expr:
    return any_of(*(all_of(f["holder"] == seat, lock == 1) for seat, lock in enumerate(f.array("locked"))))


def _both_windows(
    name: str, f: Fields, acts: tuple[str, ...], rule: str, before: tuple[tuple[str, Expr], ...] = ()
) -> list[Property]:
    """What every window guarantees, whatever players do in it; ``before`` bounds its openings."""
    barred = f"fragment/{rule}/barred"
    order = f"fragment/{rule}/turn-order"
    return [
        Property(
            f"fragment/{name}/barred-decides-nothing",
            "A seat that is barred decides nothing in the window; the rules pass for it.",
            Never(_barred(f), ("window/*", *(f"!{one}" for one in OF_THE_RULES))),
            (barred,),
            goal=Goal("a seat is barred while it holds priority", _barred(f), "window"),
            bug=dropping(barred, acts[-1]),
            machine=name,
        ),
        Property(
            f"fragment/{name}/only-the-barred-passed-over",
            "The rules pass for nobody who could decide.",
            Never(~_barred(f), SILENT),
            (barred,),
            goal=Goal("a seat that is not barred has priority", ~_barred(f), "window"),
            bug=dropping(barred, "window/silent"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/passes-in-turn-order",
            "Each pass hands priority to the next seat in turn order, until the last seat has it.",
            EachStep(after(_rank(f)) == _rank(f) + 1, along=HANDING_ON),
            (order,),
            goal=Goal("the last seat has priority", _rank(f) == f.seats - 1, "window"),
            bug=rewriting("window/pass", f["holder"], lambda _: f["holder"], "a pass keeps priority"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/closes-after-last",
            "Only the last seat in turn order closes the window.",
            Never(_rank(f) != f.seats - 1, CLOSING),
            (order,),
            goal=Goal("a seat before the last has priority", _rank(f) == 0, "window"),
            bug=dropping(order, "window/close"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/passes-end",
            "Without an act, play does not go round for ever: passes go round once and the window closes.",
            Progress((*before, ("the passes left", f.seats - 1 - _rank(f))), acts),
            (order,),
            goal=Goal("every seat but the last has passed", _rank(f) == f.seats - 1, "window"),
            bug=dropping(order, "window/silent"),
            machine=name,
        ),
    ]


def agreed_properties(name: str, machine: Machine) -> list[Property]:
    """The guarantees of a window that its first seat closes."""
    f = Fields(machine)
    holder, first, passed, agreed = f["holder"], f["first"], f["passed"], f["agreed"]
    order = "fragment/window/turn-order"
    counted = f"fragment/{name}/passes-counted"
    return [
        Property(
            counted,
            "The first seat may close the window exactly when all seats have passed since the last act.",
            AllOf(
                (
                    Always(implies(agreed == 0, passed == _rank(f)), "window"),
                    Always(implies(agreed == 1, all_of(passed == f.seats, holder == first)), "window"),
                    Always(all_of(passed == 0, agreed == 0), "before"),
                    Always(passed == 0, "acting"),
                )
            ),
            (order,),
            goal=Goal("all have passed", agreed == 1, "window"),
            bug=rewriting("window/act", agreed, lambda _: agreed, "an act leaves it agreed"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/first-closes",
            "Only the first seat closes the window, after all others have passed.",
            Never(any_of(holder != first, agreed == 0), "window/close"),
            (order,),
            goal=Goal("another seat has priority", holder != first, "window"),
            bug=dropping(order, "window/close"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/passes-end",
            "Without an act, play does not go round for ever.",
            Progress(
                (("the passes left", (f.seats - _rank(f)) * (1 - agreed)),), ("window/act", "window/begin")
            ),
            (order,),
            using=(counted,),
            goal=Goal("all have passed", agreed == 1, "window"),
            bug=dropping(order, "window/pass"),
            machine=name,
        ),
    ]


def priority_properties(name: str, machine: Machine) -> list[Property]:
    """The guarantees of the priority window."""
    f = Fields(machine)
    holder, first, passed = f["holder"], f["first"], f["passed"]
    return [
        *_both_windows(name, f, ("window/act", "window/begin"), "window"),
        Property(
            f"fragment/{name}/passes-counted",
            "The passes in a row are those of the seats before the one that has priority.",
            AllOf((Always(passed == _rank(f), "window"), Always(passed == 0, ("before", "acting")))),
            ("fragment/window/turn-order",),
            goal=Goal("everybody but the last has passed", passed == f.seats - 1, "window"),
            bug=rewriting("window/act", passed, lambda _: passed, "an act does not end the passes in a row"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/active-first",
            "When the window opens and after every act, priority is with the first seat.",
            Always(implies(passed == 0, holder == first), "window"),
            ("fragment/window/turn-order",),
            using=(f"fragment/{name}/passes-counted",),
            goal=Goal("the last seat is first", all_of(passed == 0, first == f.seats - 1), "window"),
            bug=rewriting("window/act", holder, lambda _: holder, "whoever acted keeps priority"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/closes-when-all-passed",
            "The window closes when all seats have passed in a row, and only then.",
            Always(all_of(passed == f.seats, holder == first), "after"),
            ("fragment/window/turn-order",),
            using=(f"fragment/{name}/passes-counted",),
            goal=Goal("it closes and a seat was not barred", f.array("locked")[0] == 0, "after"),
            bug=dropping("fragment/window/turn-order", "window/close"),
            machine=name,
        ),
    ]


def reaction_properties(name: str, machine: Machine, limit: Limit) -> list[Property]:
    """The guarantees of the reaction window with ``limit``."""
    f = Fields(machine)
    amount, happened, prevented, reactions = f["amount"], f["happened"], f["prevented"], f["reactions"]
    marks = count(cell == 1 for cell in f.array("reacted"))
    return [
        *_both_windows(name, f, REACTING, "reaction", (("the events to come", f["events"]),)),
        Property(
            f"fragment/{name}/reactions-marked",
            "Every reaction is marked with its seat, and a prevented event has nothing left of it.",
            AllOf(
                (
                    Always(happened == 0, ("window", "window/settle")),
                    Always(implies(prevented >= 1, amount == 0)),
                    Always(reactions >= marks if limit is Limit.NONE else reactions == marks),
                )
            ),
            ("fragment/reaction/limit",),
            goal=Goal("an event is prevented", prevented >= 1, "window"),
            bug=rewriting("window/prevent", amount, lambda _: amount, "prevention prevents nothing"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/happens-once-or-never",
            "An event happens once if something is left of it, and not at all if it was prevented.",
            AllOf(
                (
                    Always(happened == 0, ("window", "window/settle")),
                    Always(all_of(happened <= 1, (happened == 1) == (amount >= 1)), "after"),
                    Always(implies(prevented >= 1, happened == 0), "after"),
                )
            ),
            ("fragment/reaction/left",),
            using=(f"fragment/{name}/reactions-marked",),
            goal=Goal("an event happens after a reaction", all_of(happened == 1, reactions >= 1), "after"),
            bug=dropping("fragment/reaction/left", "window/happens"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/changes-nothing-by-itself",
            "What is not reacted to happens as it was announced, and never more of it.",
            Always(
                all_of(
                    amount <= f["announced"],
                    implies(reactions == 0, all_of(amount == f["announced"], f["target"] == f["aimed"])),
                )
            ),
            ("fragment/reaction/left",),
            goal=Goal(
                "an event is redirected and happens",
                all_of(f["target"] != f["aimed"], happened == 1),
                "after",
            ),
            bug=rewriting("window/redirect", reactions, lambda _: reactions, "redirecting is not counted"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/nothing-left-to-react-to",
            "Nobody reacts to an event of which nothing is left.",
            Never(amount == 0, REACTING),
            ("fragment/reaction/left",),
            goal=Goal("nothing is left of an event", amount == 0, "window"),
            # Where one reaction is all there is, the limit alone keeps a second one off.
            bug=allowing("window/reduce")
            if limit is Limit.ONCE
            else dropping("fragment/reaction/left", "window/reduce"),
            machine=name,
        ),
        *_limited(name, f, limit),
    ]


def _limited(name: str, f: Fields, limit: Limit) -> list[Property]:
    if limit is Limit.NONE:
        return []
    most = 1 if limit is Limit.ONCE else f.seats
    return [
        Property(
            f"fragment/{name}/limit",
            "No event is reacted to more often than the limit allows.",
            Always(f["reactions"] <= most),
            ("fragment/reaction/limit",),
            using=(f"fragment/{name}/reactions-marked",),
            goal=Goal("the limit is reached", f["reactions"] == most, "window"),
            bug=dropping("fragment/reaction/limit", "window/reduce"),
            machine=name,
        )
    ]
