"""Seeking: plays are the same for the same seed, and an aim brings about what it needs."""

from __future__ import annotations

from dicelaw.checker.proof.induction import invariant_parts
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.oracle.dice_throne.aims import Aims
from dicelaw.oracle.dice_throne.guided_play import Seeker
from dicelaw.oracle.dice_throne.opening import open_game
from dicelaw.oracle.dice_throne.position import begins
from dicelaw.oracle.files.stage import session_of, stage_of
from dicelaw.specs.dice_throne.invariants.instruction_due import instruction_due
from dicelaw.specs.dice_throne.invariants.structure import structure
from dicelaw.specs.patterns import matches

HEROES = ("barbarian", "paladin")
OPENED = open_game(HEROES)
STAGE = stage_of(OPENED)
TRIES = 20


def test_the_same_seed_makes_the_same_plays() -> None:
    made = []
    for _ in range(2):
        seeker = Seeker("seed")
        setups = [seeker.setup(HEROES, OPENED) for _ in range(3)]
        made.append([(setup, seeker.play(session_of(setup), STAGE, length=10).moves) for setup in setups])
    assert made[0] == made[1]


def test_positions_are_as_proofs_take_them_to_begin() -> None:
    begin, reader, seeker = begins(OPENED), STAGE.reader, Seeker("positions")
    stated = [
        part for one in (structure(OPENED), instruction_due(OPENED)) for part in invariant_parts(one.claim)
    ]
    seen = set()
    for _ in range(TRIES * 2):
        session = session_of(seeker.setup(HEROES, OPENED))
        seen.add(session.at)
        assert reader.value(begin[session.at], session.state)
        here = [part.holds for part in stated if matches(session.at, part.at)]
        assert all(reader.value(holds, session.state) for holds in here)
    assert len(seen) >= 5


def test_an_aim_asks_for_turn_board_and_dice() -> None:
    assert isinstance(OPENED.content, TableContent)
    d, machine = OPENED.duel, OPENED.machine
    number, ability = next(
        (number, ability)
        for number, (seat, ability) in enumerate(OPENED.content.printed())
        if seat == 0 and ability.level == 2 and ability.needs.symbols
    )
    state = list(machine.start)
    state[0] = machine.point_index["offense/announced"]
    state[d.phase.place] = d.phase.slot.labels.index("offense")
    state[d.announced.place] = number + 1
    aim = Aims(OPENED).of(tuple(state))
    assert aim.attacker == 0
    assert aim.boards == {0: (ability.slot, 2)}
    seeker, announced = Seeker("aim"), 0
    place = machine.transition_index["offense/choose/announce"]
    for _ in range(TRIES):
        setup = seeker.setup(HEROES, OPENED, aim)
        play = seeker.play(session_of(setup), STAGE, aim)
        announced += (place, number) in play.moves
    assert announced > TRIES / 4, "by chance it would hardly ever be announced"


def test_an_aim_in_the_first_turn_asks_for_a_set_up_with_its_tokens() -> None:
    d, machine = OPENED.duel, OPENED.machine
    state = list(machine.start)
    state[0] = machine.point_index["income"]
    state[d.phase.place] = d.phase.slot.labels.index("upkeep")
    state[d.token(0, 1).place] = 1
    aim = Aims(OPENED).of(tuple(state))
    setups = [Seeker(f"first turn {number}").setup(HEROES, OPENED, aim) for number in range(TRIES)]
    begun = [one for one in setups if one["start"] == "setup"]
    with_tokens = [one for one in begun if one["players"][0].get("tokens") == {d.statuses[1].id: 1}]
    assert len(begun) > TRIES // 2 < len(with_tokens) + TRIES // 4
    assert all(session_of(one).at == "setup" for one in with_tokens)
