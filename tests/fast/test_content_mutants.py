"""Mutants of content: ids, what a mistake is, and that the quick judge sees what a rebuilt duel shows."""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

from dicelaw.model.dice_throne.language import DamageType, Instruction, Op, Who
from dicelaw.mutation.content_kill_check import Shown
from dicelaw.mutation.content_mutant import one_off
from dicelaw.mutation.content_trial import ContentTrial
from dicelaw.mutation.dice_throne.arena import DuelArena
from dicelaw.mutation.dice_throne.content_equivalence import ContentProofs
from dicelaw.mutation.dice_throne.content_mutants import content_mutants
from dicelaw.mutation.dice_throne.content_operators import in_program
from dicelaw.mutation.kills.kill_check import Judge
from dicelaw.mutation.ports import contents_of
from dicelaw.mutation.worker import play_of
from dicelaw.oracle.dice_throne.opening import open_game, pack_of
from dicelaw.oracle.dice_throne.recorded import DUELS
from dicelaw.oracle.dice_throne.scenario import STARTS
from dicelaw.oracle.dice_throne.view import view_of
from dicelaw.oracle.files.stage import stage_of
from dicelaw.oracle.files.vectors import record, recorded, records_of
from dicelaw.oracle.games.session import Session

PACK = pack_of("later")
MUTANTS = {one.id: one for one in content_mutants(PACK)}
END = Instruction(Op.END)
RECORDS = [
    one
    for one in recorded("dice-throne")
    if one.id.startswith("vector/dice-throne/content/barbarian/concuss/")
]


@cache
def arena() -> DuelArena:
    opened = open_game(DUELS[0])
    return DuelArena(PACK, DUELS[0], stage_of(opened), view_of, opened.duel.statuses)


def test_ids_are_paths_and_unique_and_the_same_again() -> None:
    again = content_mutants(PACK)
    assert [one.id for one in again] == [*MUTANTS]
    assert len(MUTANTS) == len(again)
    for one in again:
        assert one.id.startswith(f"{one.owner}/{one.entry}")
        assert one.id.endswith(f"#{one.operator}")


def test_each_entry_of_each_hero_has_mutants() -> None:
    found = {(one.owner, one.entry) for one in MUTANTS.values()}
    for hero in PACK.heroes.values():
        for ability in (*hero.offense, *hero.defense):
            assert ability.unknown or (hero.id, ability.id.rpartition("/")[2]) in found
        for card in hero.cards:
            owner, _, entry = card.action.id.partition("/")
            assert (owner, entry) in found


@pytest.mark.parametrize("id", [*MUTANTS][::997])
def test_a_mutant_is_another_pack_of_the_same_shape(id: str) -> None:
    faulty = MUTANTS[id].planted(PACK)
    assert faulty != PACK
    assert [status.id for status in faulty.statuses] == [status.id for status in PACK.statuses]
    for name, hero in faulty.heroes.items():
        sizes = [len(ability.activate) for ability in PACK.heroes[name].offense]
        assert [len(ability.activate) for ability in hero.offense] == sizes


def test_a_duel_of_one_hero_with_itself_is_built_anew_with_a_mistake() -> None:
    both = ("cursed-pirate", "cursed-pirate")
    session = Session(open_game(both), heroes=both)
    mutant = next(one for one in MUTANTS.values() if one.owner == "cursed-pirate")
    rebuilt = contents_of("dice-throne").rebuilt(mutant, session)
    assert [slot.name for slot in rebuilt.machine.slots] == [slot.name for slot in session.machine.slots]


def mistakes(*program: Instruction) -> Counter[str]:
    found = in_program((*program, END), PACK.statuses, (), ())
    return Counter(mistake.operator for _, _, mistake in found)


def test_a_step_is_mistaken_in_each_of_its_parts() -> None:
    heal = Instruction(Op.HEAL, Who.SELF, base=2, need_faces=0b11, need_count=2)
    assert mistakes(heal) == {
        "left-out": 1, "base-plus-one": 1, "base-minus-one": 1, "need-count-plus-one": 1,
        "need-count-minus-one": 1, "condition-dice-left-out": 1, "other-player": 1, "other-need-faces": 1,
    }  # fmt: skip


def test_what_says_the_same_as_another_mistake_is_not_made() -> None:
    once = mistakes(Instruction(Op.HEAL, Who.SELF, base=1))
    assert "base-minus-one" not in once
    both = mistakes(
        Instruction(Op.DAMAGE, base=2, arg=DamageType.NORMAL),
        Instruction(Op.DAMAGE, base=1, arg=DamageType.NORMAL),
    )
    assert both["other-damage"] == 1
    assert [mistake.value for mistake in one_off("cost", 0, "a cost")] == []


def test_replaced_tables_tell_what_a_duel_tells_that_is_built_with_the_mistake() -> None:
    plays = [play for stage, play in map(play_of, RECORDS) if stage is arena().usual]
    judge = Judge(arena().usual, plays)
    for id in ("barbarian/concuss#cost-plus-one", "barbarian/concuss/1#other-player"):
        patch, changes = arena().patch(MUTANTS[id]), arena().changes(MUTANTS[id])
        assert patch
        assert changes
        found = [Shown(arena(), play).tells(patch) for play in plays]
        kills = {kill.play: kill.length for kill in judge.kills(changes)}
        assert found == [kills.get(number) for number in range(len(plays))]
        assert any(found)


def test_tables_are_as_before_when_a_mutant_was_judged() -> None:
    mutant = MUTANTS["barbarian/concuss#cost-plus-one"]
    shown = Shown(arena(), play_of(RECORDS[0])[1])
    assert shown.tells(arena().patch(mutant) or {}) == shown.tells(arena().patch(mutant) or {})
    assert shown.tells({}) is None


def test_vectors_notice_the_mistakes_in_what_they_are_about() -> None:
    found = {
        one.mutant.id: one.vector
        for one in ContentTrial("dice-throne", RECORDS).judged(entry="barbarian/concuss")
    }
    assert found["barbarian/concuss/1#left-out"] == RECORDS[0].id
    assert sum(bool(vector) for vector in found.values()) >= 6
    assert all(
        vector.startswith("vector/dice-throne/content/barbarian/concuss/")
        for vector in found.values()
        if vector
    )
    without = ContentTrial("dice-throne", []).judged(entry="barbarian/concuss")
    assert [one.vector for one in without] == [""] * len(found)


@pytest.mark.slow
def test_a_token_that_finds_no_room_is_proved_to_change_nothing() -> None:
    proofs = ContentProofs(arena(), STARTS)
    assert proofs.proved(MUTANTS["barbarian/concuss/1#base-plus-one"])
    assert not proofs.proved(MUTANTS["barbarian/concuss/1#left-out"])


def test_what_is_recorded_is_written_as_the_same_bytes(tmp_path: Path) -> None:
    folder = resources.files("dicelaw.specs.dice_throne") / "content-vectors"
    records = records_of(folder)
    assert len({one.id for one in records}) == len(records)
    record(tmp_path, records)
    again = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert again == {file.name: file.read_bytes() for file in folder.iterdir()}
