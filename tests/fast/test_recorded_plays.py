"""The recorded plays: each goal is reached, and each refutation under another reading is shown, by one."""

from __future__ import annotations

import pytest

from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.proof_session import ProofSession
from dicelaw.checker.verify.report import expected
from dicelaw.checker.walks.witnesses import BREACH, recorded
from dicelaw.specs.property import Theorem

RECORD = "run `make record RECORDFLAGS=witnesses`, which looks for other plays"
GAMES = ("dice-throne", "dice-masters@2016", "dice-masters@2018", "dice-conquest")


@pytest.mark.parametrize("game", GAMES)
def test_each_goal_is_reached_by_a_recorded_play(game: str) -> None:
    chosen = plan(game)
    reached = ProofSession(chosen).goals(chosen.properties, search=False)
    missing = [one.id for one in chosen.properties if one.goal is not None and one.id not in reached]
    assert missing == [], RECORD


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", GAMES[:3]
)  # walks soon find those of Dice Conquest, of which one a property is kept
def test_each_refutation_under_another_reading_is_shown_by_a_recorded_play(game: str) -> None:
    missing = []
    for reading, changes in expected(game).readings.items():
        point, _, answer = reading.partition("=")
        session = ProofSession(plan(game, ((point, answer),)))
        for id in [id for id, outcome in changes.items() if outcome == "refuted"]:
            one = session.properties[id]
            machine = session.plan.machines[one.machine]
            kept = recorded(session.plan.witnesses, machine, BREACH)
            if not isinstance(one.claim, Theorem) and not session.shows(kept.get(id), one):
                missing.append(f"{id} under {reading}")
    assert missing == [], RECORD
