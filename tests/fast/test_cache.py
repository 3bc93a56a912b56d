"""Results are kept under all that they depend on."""

import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest
from damage import damaged

from dicelaw.checker.file_digest import digest
from dicelaw.checker.proof.induction import Proofs, can_share, invariant_parts
from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.sealed import SEAL
from dicelaw.checker.search.object_cache import Objects
from dicelaw.checker.verdicts import Outcome, Verdict, Witness
from dicelaw.checker.verify import result_cache as caching
from dicelaw.checker.verify.jobs import Job
from dicelaw.checker.verify.plans import GAMES, plan
from dicelaw.checker.verify.proof_session import ProofSession
from dicelaw.checker.verify.result_cache import KEPT, Results, Steps
from dicelaw.checker.verify.verify import Done, work
from dicelaw.model.kernel.graph import Requirement
from dicelaw.model.kernel.state import Field

JOB = Job("fragments", "proofs", ("fragment/queue/2/resolves-something",))
VERDICT = Verdict(
    Outcome.REFUTED, "walk", "all", "seen", Witness((1, 2), ((3, 4), (5,))), ("x",), True, {"z3 units": 7}
)
DONE = Done(JOB, {"x": VERDICT}, {"x": 3}, {"x": 0.5})
FULL = """
import resource, sys
from pathlib import Path
from dicelaw.checker.verify.result_cache import Results, Steps
from dicelaw.checker.search.object_cache import Objects
from dicelaw.checker.verify.jobs import Job
from dicelaw.checker.verify.verify import Done
resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40))
folder = Path(sys.argv[1])
results, steps, objects = Results(folder, Done), Steps(folder), Objects(folder)
results.put("part", Done(Job("fragments", "proofs", ())))
steps.known.add("step", ["what it needs", "and more"])
steps.save()
objects.put("key", b"code" * 100)
print(results.get("part"), [*Steps(folder).known.entries()])
"""


@pytest.fixture
def cache(tmp_path):
    return Results(tmp_path, Done)


def test_what_is_put_is_got(cache):
    cache.put("part", DONE)
    assert cache.get("part") == DONE
    assert cache.get("other") is None


@pytest.mark.parametrize("damage", [b"", b"{", b'{"job": 1}', b"\xff"])
def test_a_damaged_file_is_no_result(cache, damage):
    cache.put("part", DONE)
    (file,) = cache.folder.iterdir()
    file.write_bytes(damage)
    assert cache.get("part") is None
    cache.put("part", DONE)
    assert cache.get("part") == DONE


def test_random_damage_to_results_is_noticed(cache):
    cache.put("part", DONE)
    (file,) = cache.folder.iterdir()
    whole, random = file.read_bytes(), Random(0)
    for _ in range(500):
        file.write_bytes(damaged(whole, random))
        assert cache.get("part") is None
    file.write_bytes(whole)
    assert cache.get("part") == DONE


def test_a_result_counts_only_for_its_own_part(cache):
    cache.put("part", DONE)
    (file,) = cache.folder.iterdir()
    cache.put("other", DONE)
    (other,) = {*cache.folder.iterdir()} - {file}
    other.write_bytes(file.read_bytes())
    assert (cache.get("part"), cache.get("other")) == (DONE, None)


def test_random_damage_to_steps_is_noticed(tmp_path):
    steps = Steps(tmp_path)
    steps.known.add("step", ["a", "b"])
    steps.save()
    (file,) = steps.folder.iterdir()
    whole, random = file.read_bytes(), Random(0)
    for _ in range(500):
        file.write_bytes(damaged(whole, random))
        assert [*Steps(tmp_path).known.entries()] == []
    file.rename(file.with_name("0" * 64))
    assert [*Steps(tmp_path).known.entries()] == []


def test_random_damage_to_compiled_code_is_noticed(tmp_path):
    objects = Objects(tmp_path)
    objects.put("key", b"code" * 100)
    (file,) = objects.folder.iterdir()
    whole, random = file.read_bytes(), Random(0)
    for _ in range(500):
        file.write_bytes(damaged(whole, random))
        assert objects.get("key") is None
    (objects.folder / "other").write_bytes(whole)
    assert objects.get("other") is None


@pytest.mark.parametrize("content", [b"", bytes(100)])
def test_an_emptied_file_is_work_to_do_again(tmp_path, content):
    done = work(JOB, tmp_path)
    for file in (tmp_path / "results").rglob("*"):
        if file.is_file():
            file.write_bytes(content)
    again = work(JOB, tmp_path)
    assert not again.cached
    assert again.verdicts.keys() == done.verdicts.keys()
    assert work(JOB, tmp_path).cached


def test_a_full_disk_keeps_nothing_half(tmp_path):
    asked = [sys.executable, "-c", FULL, str(tmp_path)]
    assert subprocess.run(asked, capture_output=True, text=True, check=True).stdout == "None []\n"
    assert [one for one in tmp_path.rglob("*") if one.is_file()] == []


def test_other_sources_have_other_results(cache, tmp_path, monkeypatch):
    cache.put("part", DONE)
    monkeypatch.setattr(caching, "state", lambda _: "changed")
    assert Results(tmp_path, Done).get("part") is None


def test_old_states_of_the_sources_are_thrown_away(tmp_path, monkeypatch):
    for number in range(KEPT + 3):
        monkeypatch.setattr(caching, "state", lambda _, number=number: f"state-{number}")
        Results(tmp_path, Done).put("part", DONE)
    assert len([*(tmp_path / "results").iterdir()]) == KEPT
    assert Results(tmp_path, Done).get("part") == DONE


def test_a_folder_that_can_not_be_written_is_no_obstacle(tmp_path):
    (tmp_path / "file").write_text("")
    cache = Results(tmp_path / "file", Done)
    cache.put("part", DONE)
    assert cache.get("part") is None


def test_a_digest_is_of_names_and_contents(tmp_path):
    (tmp_path / "one.yaml").write_text("a")
    first = digest(tmp_path)
    (tmp_path / "one.yaml").write_text("b")
    second = digest(tmp_path)
    (tmp_path / "one.yaml").rename(tmp_path / "two.yaml")
    assert len({first, second, digest(tmp_path)}) == 3


def test_work_is_done_once(tmp_path):
    done, again = work(JOB, tmp_path), work(JOB, tmp_path)
    assert not done.cached
    assert again == replace(done, cached=True)
    assert work(replace(JOB, evidence=tmp_path / "evidence"), tmp_path).evidence


def test_only_new_steps_are_written(tmp_path):
    for step in ("1", "2"):
        steps = Steps(tmp_path)
        steps.known.add(step, ["a"])
        steps.save()
        steps.save()
    again = Steps(tmp_path)
    again.save()
    assert [*again.known.entries()] == ["1:a", "2:a"]
    assert sorted(file.read_bytes()[SEAL:] for file in again.folder.iterdir()) == [b"1:a\n", b"2:a\n"]


def test_steps_that_are_known_are_not_proved_again(tmp_path):
    work(JOB, tmp_path)
    steps = Steps(tmp_path)
    assert [*steps.known.entries()]
    session = ProofSession(plan("fragments"), Known(steps.known.entries()))
    assert session.verdict(session.properties[JOB.ids[0]]).is_proof
    assert session.proofs("queue/2").queries == 0


def test_a_changed_transition_is_proved_again(tmp_path):
    work(JOB, tmp_path)
    before = plan("fragments")
    claimed = next(one for one in before.properties if one.id == JOB.ids[0])
    machines = {**before.machines, "queue/2": claimed.bug.planted(before.machines["queue/2"])}
    session = ProofSession(replace(before, machines=machines, steps=0), Steps(tmp_path).known)
    assert not session.verdict(claimed).is_proof


def _tightened(machine, one):
    place = machine.slot_index["queue.length"]
    return (*one.requires, Requirement(Field(place, machine.slots[place]) <= 2, "queue/room"))


def _in_other_words(_machine, one):
    """What it requires, each comparison the other way round."""
    return tuple(
        replace(need, holds=~(need.holds.operands[1] < need.holds.operands[0]))
        if need.holds.op == "<="
        else need
        for need in one.requires
    )


@pytest.mark.parametrize(("require", "again"), [(_tightened, set()), (_in_other_words, {"resolve/trigger"})])
def test_of_a_changed_requirement_only_what_needs_it_is_proved_again(require, again, monkeypatch):
    before, changed = plan("fragments"), "resolve/trigger"
    machine = before.machines["queue/2"]
    claims = [one for one in before.properties if one.machine == "queue/2"]

    def rewritten(one):
        return replace(one, requires=require(machine, one)) if one.id == changed else one

    asked = _noted(monkeypatch)
    first = ProofSession(before)
    assert all(first.verdict(one).is_proof for one in claims)
    every = len(asked)
    asked.clear()
    machines = {**before.machines, "queue/2": machine.rewritten(rewritten)}
    later = ProofSession(replace(before, machines=machines), first.known)
    assert all(later.verdict(one).is_proof for one in claims)
    assert {name for name, _ in asked} == again
    assert len(asked) < every


@pytest.mark.parametrize(("slot", "again"), [("queue.length", {"resolve/trigger"}), ("remaining", set())])
def test_a_changed_effect_has_only_what_reads_it_proved_again(slot, again, monkeypatch):
    before, changed = plan("fragments"), "resolve/trigger"
    machine = before.machines["queue/2"]
    claims = [one for one in before.properties if one.machine == "queue/2" and can_share(one.claim)]
    wanted = machine.slot_index[slot]

    def rewritten(one):
        effect = tuple((at, (new + 1) - 1 if at.slots.start == wanted else new) for at, new in one.effect)
        return replace(one, effect=effect) if one.id == changed else one

    asked = _noted(monkeypatch)
    first = ProofSession(before)
    assert all(first.alone(one).is_proof for one in claims)
    assert changed in {name for name, _ in asked}
    asked.clear()
    machines = {**before.machines, "queue/2": machine.rewritten(rewritten)}
    later = ProofSession(replace(before, machines=machines), first.known)
    assert all(later.alone(one).is_proof for one in claims)
    assert {name for name, _ in asked} == again


def _noted(monkeypatch):
    """The list to which each query is added, by name with the property that it is for."""
    asked, ask = [], Proofs.ask

    def noting(proofs, obligation, property, *more):
        done = proofs.queries
        answer = ask(proofs, obligation, property, *more)
        if proofs.queries > done:
            asked.append((obligation.name, property.id))
        return answer

    monkeypatch.setattr(Proofs, "ask", noting)
    return asked


def test_a_proof_is_known_wherever_what_it_needs_is_assumed():
    known = Known(["step:one,two", "other:"])
    assert known.needed("step", {"one", "two", "three"}) == {"one", "two"}
    assert known.needed("step", {"one", "three"}) is None
    assert known.needed("other", set()) == frozenset()
    known.add("step", ["three"])
    assert known.needed("step", {"one", "three"}) == {"three"}
    assert [*known.entries()] == ["other:", "step:one,two", "step:three"]


@pytest.mark.parametrize("game", GAMES)
def test_properties_rest_on_what_is_said_of_states(game):
    properties = {one.id: one for one in plan(game).properties}
    rests = {(one.id, id) for one in properties.values() for id in one.using}
    assert rests or game == "dice-throne-modes"  # each of these is proved by itself
    assert [(one, id) for one, id in sorted(rests) if not invariant_parts(properties[id].claim)] == []


def test_with_one_engine_no_other_is_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(ProofSession, "screen", lambda *_: pytest.fail("induction was asked"))
    done = work(replace(JOB, engine="spacer"), tmp_path)
    assert {verdict.engine for verdict in done.verdicts.values()} == {"spacer"}


@pytest.mark.parametrize("edited", [False, True])
def test_what_is_found_of_content_that_changes_is_not_kept(tmp_path, monkeypatch, edited):
    content = tmp_path / "mine.yaml"
    content.write_text("one", encoding="utf-8")
    job = Job("dice-throne", "tables", (), content=content)

    def found(job, _known):
        if edited:
            content.write_text("two", encoding="utf-8")
        return Done(job)

    monkeypatch.setattr("dicelaw.checker.verify.verify._work", found)
    work(job, tmp_path / "kept")
    content.write_text("one", encoding="utf-8")
    assert work(job, tmp_path / "kept").cached is not edited
