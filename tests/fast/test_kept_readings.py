"""What is kept of machines under other readings changes no answer, and spares building them."""

import pytest

from dicelaw.oracle.answers import kept_readings
from dicelaw.oracle.dice_throne import opening

SCENARIOS = {
    "nothing hangs": ("dice-throne", "examples/final-damage-total.yaml"),
    "a duel": ("dice-throne", "examples/lethal-when-damaged.yaml"),
    "teams": ("dice-masters@2018", "examples/teams/unblocked.yaml"),
    "a quest": ("dice-conquest", "examples/conquest/stone-golem.yaml"),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_readings, "cache_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def built(monkeypatch):
    """The readings that duels are built by, none of which is in use yet."""
    from dicelaw.model.dice_throne import machine

    readings, duel = [], machine.duel

    def noted(pack, heroes, given, **more):
        readings.append(given)
        return duel(pack, heroes, given, **more)

    monkeypatch.setattr(machine, "duel", noted)
    return readings


@pytest.mark.parametrize("verb", ["legal", "outcome"])
@pytest.mark.parametrize("which", SCENARIOS)
@pytest.mark.usefixtures("folder")
def test_an_answer_is_the_same_whether_nothing_is_kept_or_all_is(run, monkeypatch, verb, which):
    asked = (verb, *SCENARIOS[which], "--format", "json")
    with monkeypatch.context() as alone:
        alone.setattr(kept_readings, "identity", lambda _machine: None)
        plain = run(*asked)
    assert [run(*asked), run(*asked)] == [plain, plain]


def test_what_is_kept_says_which_other_machines_need_not_be_built(run, folder, built):
    asked = ("legal", *SCENARIOS["nothing hangs"])
    times = []
    for _ in range(2):
        opening._duel.cache_clear()
        built.clear()
        answer = run(*asked)
        times.append(len(built))
    assert times[0] > 10
    assert times[1] < 5
    (file,) = (folder / "readings" / "code").iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert run(*asked) == answer


def test_what_other_code_kept_counts_no_more(run, folder, monkeypatch):
    asked = ("legal", *SCENARIOS["nothing hangs"])
    answer = run(*asked)
    monkeypatch.setattr(kept_readings, "model_digest", lambda: "another")
    assert run(*asked) == answer
    assert len([*(folder / "readings" / "code").iterdir()]) == 2


@pytest.mark.usefixtures("folder")
def test_a_refusal_hangs_on_the_same_readings_by_what_is_kept(run, tmp_path):
    scenario = tmp_path / "here.yaml"
    scenario.write_text(
        "players: [{hero: paladin, cp: 5}, {hero: barbarian}]\nplay:\n  - roll: [1, 1, 3, 3, 3]\n"
    )
    asked = ("legal", "dice-throne", scenario, "--why-not", "2 uses evasive", "--format", "json")
    assert run(*asked) == run(*asked)
