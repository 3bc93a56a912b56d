"""Whom effects are for where more than two play, as it is printed: whom, and how many of what."""

from dicelaw.model.dice_throne.language import AMONG_SEVERAL, Op, Who
from dicelaw.model.dice_throne.loader import load_pack

PACK = load_pack()
# The players that its owner picks, and what each gains or is dealt.
PICKED = {
    **dict.fromkeys(
        (
            "artificer/overclock",
            "artificer/overclock II",
            "artificer/zapppp",
            "artificer/zapppp II",
            "artificer/maximum-power",
            "artificer/basic-nanobot",
            "artificer/advanced-nanobot",
        ),
        "each 1, each 2, each 2, each 3 nanite",
    ),
    "artificer/power-up": "chosen-opponent 3 nanite",
    "artificer/nanite": "chosen-opponent 1 nanite",
    "artificer/nanite-assault": "chosen-opponent 1 nanite",
    "cursed-pirate/pirates-touch": "chosen-opponent 1 powder-keg" + ", chosen-opponent 1 powder-keg" * 2,
    "cursed-pirate/feed-the-fish": "another-opponent 1 powder-keg" + ", another-opponent 1 powder-keg" * 2,
    "gunslinger/enforcer": (
        "chosen-opponent 1 bounty, that-player 1 knockdown, "
        "another-opponent 1 bounty, that-player 1 knockdown"
    ),
    "gunslinger/roulette": "that-player 1 die, that-player 2, that-player 1 knockdown, that-player 1 bounty",
    "huntress/swipe": "another-opponent 1 bleed, another-opponent 1 bleed, another-opponent 1 bleed",
    "huntress/ferocious": "chosen-opponent 2 bleed",
    "huntress/savage-slash": "that-player 1 die, that-player 2 bleed, that-player 1 bleed",
    "ninja/smoke-screen": (
        "that-player 1 smoke-bomb, that-player 2 ninjutsu, chosen-opponent 1 delayed-poison"
    ),
    "ninja/smoke-screen II": (
        "that-player 1 smoke-bomb, that-player 3 ninjutsu, chosen-opponent 1 delayed-poison"
    ),
    "ninja/kuji-kiri": "chosen-opponent, another-opponent 4",
    "ninja/jugulate": "chosen-opponent 1 delayed-poison",
    "ninja/assassinate": "chosen-opponent 1 delayed-poison, chosen-opponent 1 delayed-poison",
    "ninja/fan-of-knives": "chosen-opponent 1, chosen-opponent 1, chosen-opponent 1",
    "paladin/consecration": (
        "that-player 1 protect, that-player 1 retribution, that-player 1 crit, that-player 1 accuracy"
    ),
    "seraph/purify": "chosen-opponent, chosen-teammate 4, that-player",
    "seraph/purify II": "chosen-opponent, chosen-teammate 5, that-player",
    "seraph/heavens-blessing": "that-player 2 cleanse, that-player 2 flight",
    "shadow-thief/poison-wound": "chosen-opponent 1 poison",
    "tactician/carpet-bomb": "another-opponent 2, another-opponent 2",
    "tactician/carpet-bomb II": "another-opponent 2, another-opponent 2",
    "treant/tend": "chosen 1 wellspring, chosen-opponent 1 barbed-vine",
    "treant/tend II": "chosen 1 wellspring, chosen-opponent 1 barbed-vine",
    "treant/wake-the-forest": "chosen-teammate 1 wellspring",
    "treant/harvest": "another-player 1 wellspring, another-player 1 wellspring, another-player 1 wellspring",
    "vampire-lord/influence": "chosen-opponent 2 bleed",
    "status/tactical-advantage/targeted": "chosen-opponent 1 targeted",
    "powder-keg": "chosen 1 powder-keg",
    "dominance": "chosen-teammate",
}


def picks(program):
    """The players whom ``program`` lets its owner pick, each with what happens to that player."""
    for step in program:
        if step.who in AMONG_SEVERAL or step.who is Who.CHOSEN:
            what = "die" if step.op is Op.ROLL else PACK.statuses[step.token].id if step.token else ""
            amount = str(step.base) if step.base else ""
            yield " ".join(filter(None, (step.who.name.lower().replace("_", "-"), amount, what)))


def entries():
    """The id of each entry that is another among several players, with its program there."""
    for hero in PACK.heroes.values():
        for ability in (*hero.offense, *hero.defense):
            if ability.several:
                doubled = [one for one in hero.offense if one.several and one.id == ability.id]
                numeral = " II" if ability.level == 2 and len(doubled) == 2 else ""
                yield ability.id + numeral, (*ability.several.activate, *ability.several.land)
        for action in (*(card.action for card in hero.cards), *(action for *_, action in hero.board)):
            yield action.id, action.several
    for status in PACK.statuses:
        yield from ((action.id, action.several) for action in status.spend)
        yield from ((status.id, trigger.several) for trigger in status.triggers)


def test_each_effect_is_for_whom_it_is_printed_for():
    found = {id: sorted(picks(program)) for id, program in entries() if program}
    assert found == {id: sorted(whom.split(", ")) for id, whom in PICKED.items()}


def test_all_else_of_an_ability_is_as_in_a_duel():
    """What the owner gets, and what an attack deals its target, does not depend on how many play."""
    for hero in PACK.heroes.values():
        for one in (ability for ability in hero.offense if ability.several):
            damage, there = (
                [step for step in part.activate if step.op is Op.DAMAGE and step.who is Who.SELF]
                for part in (one, one.several)
            )
            assert damage == there, one.id
            assert (one.needs, one.is_ultimate) == (one.several.needs, one.several.is_ultimate)
