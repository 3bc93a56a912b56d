"""Figures of five heroes and of all status effects, written down a second time, against the loaded content.

A row of an ability says: id and level, what it needs, its damage (with 3/4/5 of the symbol where that
matters), what else it gives, what equal numbers add, and what 1, 2, 3 ... rolled dice of a symbol add. Of two
ways the first is taken, so `gain seedling` stands for the growth of a Spirit; the damage of Nature's Grasp
counts the two just grown.
"""

import pytest
from outcomes import ability_row, card_row, pack, rows

MOON_ELF = """
longbow 1 | 3 arrow | 3/5/7
longbow 2 | 3 arrow | 4/6/8 | | 4: inflict entangle
longbow 3 | 3 arrow | 5/7/9 | | 3: inflict entangle
demising-shot 1 | 3 arrow + 2 moon | 4 | inflict targeted
demising-shot 2 | 3 arrow + 2 moon | 6 | inflict targeted
focus 2 | 2 arrow + 1 moon | | inflict entangle, inflict targeted
covered-shot 1 | 2 arrow + 3 foot | 7 | gain evasive
covered-shot 2 | 2 arrow + 3 foot | 9 | gain evasive
evasive-action 2 | 3 foot | 2 undefendable | give evasive
exploding-arrow 1 | 1 arrow + 3 moon | 4 | inflict blind | | 5 dice; arrow: damage 1/2/3/4; \
foot: damage 1/2/3/4; moon: opponent lose cp 1/2/3/4
exploding-arrow 2 | 1 arrow + 3 moon | 3 | inflict blind | | 5 dice; arrow: damage 2/4/6/8; \
foot: damage 1/2/3/4; moon: opponent lose cp 1/2/3/4
exploding-arrow 3 | 1 arrow + 3 moon | 3 | inflict blind, inflict entangle | | 5 dice; \
arrow: damage 2/4/6/8; foot: damage 1/2/3/4; moon: opponent lose cp 1/2/3/4
entangling-shot 1 | small straight | 7 | inflict entangle
entangling-shot 2 | small straight | 9 | inflict entangle
eclipse 1 | 4 moon | 7 | inflict blind, inflict entangle, inflict targeted
eclipse 2 | 4 moon | 9 | inflict blind, inflict entangle, inflict targeted
moon-shadow 2 | 3 moon | | gain evasive, inflict blind, inflict entangle, inflict targeted
blinding-shot 1 | large straight | 8 | gain evasive, inflict blind
blinding-shot 2 | large straight | 10 | gain evasive, inflict blind
lunar-blessing 2 | 1 arrow + 2 foot + 1 moon | | gain evasive 3, inflict entangle
lunar-eclipse 1 | 5 moon | 12 ultimate | gain evasive, inflict blind, inflict entangle, inflict targeted
missed-me 1 | 5 dice; arrow: deal 0/1/1/2; foot: prevent half 0/1/1/1
missed-me 2 | 5 dice; arrow: deal 1/2/3/4; foot: prevent half 0/1/1/1
"""
TREANT = """
splinter 1 | 3 branch | 5/6/7
splinter 2 | 3 branch | 5/6/7 | inflict barbed-vine
splinter 3 | 3 branch | 5/6/7 | inflict barbed-vine | 3: gain seedling
tend 1 | 2 leaf + 2 spirit | | draw, gain seedling 3, give wellspring, inflict barbed-vine
tend 2 | 2 leaf + 2 spirit | | draw, gain seedling 4, give wellspring, inflict barbed-vine
cultivate 2 | 2 branch + 2 spirit | | gain seedling 6
overgrowth 1 | 2 branch + 3 leaf
overgrowth 2 | 2 branch + 3 leaf | unknown
plant 2 | 1 branch + 2 leaf | unknown
vengeful-vines 1 | small straight | 7 | inflict barbed-vine
vengeful-vines 2 | small straight | 8 | inflict barbed-vine
bitterroot 2 | 3 leaf
natures-grasp 1 | 4 spirit | 7 undefendable | gain seedling 2
natures-grasp 2 | 4 spirit | 8 undefendable | gain seedling 2
natures-blessing 2 | 3 spirit | | draw, gain cp, gain seedling, heal
call-of-the-wild 1 | large straight | 8 | | | 4 dice; branch: damage 1/2/3/4; \
leaf: gain wellspring 1/1/1/1; spirit: gain seedling 1/2/3/4
call-of-the-wild 2 | large straight | 8 | | | 5 dice; branch: damage 1/2/3/4; \
leaf: gain wellspring 1/1/1/1; spirit: gain seedling 1/2/3/4
enrapture 2 | 2 branch + 2 spirit | 4 undefendable | inflict barbed-vine
wake-the-forest 1 | 5 spirit | 10 ultimate | gain seedling 3, gain wellspring, inflict barbed-vine
rooted 1 | 3 dice; branch: prevent 1/2/3; leaf: gain seedling 0/1/1; spirit: prevent 1/2/3
rooted 2 | 4 dice; branch: prevent 1/2/3/4; leaf: gain seedling 0/1/1/1; \
spirit: give wellspring 0/1/1/1, prevent 1/2/3/4
"""
CURSED_PIRATE = """
cutlass-strike 1 | 3 cutlass | 5/6/7 | | 4: inflict powder-keg
cutlass-strike 2 | 3 cutlass | 5/7/9 | | 3: inflict powder-keg
x-marks-the-spot 1 | 3 booty | | gain cp | | 3 dice; cutlass: damage 2/4/6; \
booty: draw 1/2/3; skull: gain cursed-doubloon 1/2/3
x-marks-the-spot 2 | 3 booty | | gain cp 2 | | 4 dice; cutlass: damage 2/4/6/8; \
booty: draw 1/2/3/4; skull: inflict cursed-doubloon 1/2/3/4
walk-the-plank 1 | 1 cutlass + 2 booty + 1 skull | 7 | steal cp
walk-the-plank 2 | 1 cutlass + 2 booty + 1 skull | 8 | inflict wither, opponent choose discard, steal cp
light-the-fuse-small 1 | small straight | 7 | inflict powder-keg
light-the-fuse-large 1 | large straight | 9 | inflict powder-keg
light-the-fuse-small 2 | small straight | 7 | inflict powder-keg, inflict wither
light-the-fuse-large 2 | large straight | 10 | inflict powder-keg, inflict wither
black-spot 1 | 4 skull | 7 undefendable | gain cursed-doubloon, inflict parlay
black-spot 2 | 4 skull | 8 undefendable | inflict parlay, inflict powder-keg, inflict wither
shiver-me-timbers 1 | 1 cutlass + 3 skull | 7 undefendable
shiver-me-timbers 2 | 1 cutlass + 3 skull | 8 undefendable
pirates-touch 1 | 5 skull | 12 ultimate | gain cursed-doubloon 2, inflict parlay, inflict powder-keg
pirates-touch 2 | 5 skull | 13 ultimate | \
inflict cursed-doubloon, inflict parlay, inflict powder-keg, inflict wither
ahoy-matey 1 | 4 dice; cutlass: deal 1/2/3/4; booty: gain cp 1/2/3/4; skull: prevent 2/4/6/8
ahoy-matey 2 | 5 dice; cutlass: deal 1/2/3/4; booty: gain cp 1/2/3/4; skull: prevent 2/4/6/8
"""
ARTIFICER = """
spanner-strike 1 | 3 wrench | 3/4/5 | | | 1 dice; wrench: damage 1; gear: damage 2; \
bolt: gain synth 1
spanner-strike 2 | 3 wrench | 4/5/6 | | | 1 dice; wrench: damage 1; gear: damage 2; \
bolt: gain synth 1
schematics 1 | 3 gear + 1 bolt | | draw 2, gain synth 4, heal 2
schematics 2 | 3 gear + 1 bolt | | draw 2, gain cp 2, gain synth 4, heal 2
jolt 1 | small straight | 7 | gain synth, inflict nanite
jolt 2 | small straight | 7 | gain synth, inflict nanite 2
nuts-n-bolts 2 | 3 wrench + 1 bolt | | gain synth 5
overclock 1 | 4 bolt | 6 undefendable
overclock 2 | 4 bolt | 6 undefendable | inflict nanite
power-up 2 | 3 bolt | | inflict nanite 3
eureka 1 | 2 wrench + 3 gear | 7 | gain synth 3
eureka 2 | 2 wrench + 3 gear | 8 | gain synth 3
scratch-built 2 | 2 wrench + 2 gear | | gain heal-bot 2
zapppp 1 | large straight | 9 | inflict nanite
zapppp 2 | large straight | 9 | gain synth 2, inflict nanite
swarming-bots 2 | 1 wrench + 2 gear + 1 bolt | 5
maximum-power 1 | 5 bolt | 10 ultimate | gain synth 2, inflict nanite
ratchet-up 1 | 4 dice; gear: gain synth 1/2/3/4; bolt: inflict nanite 1/1/1/1
ratchet-up 2 | 5 dice; wrench: deal 0/1/1/1; gear: gain synth 1/2/3/4; bolt: inflict nanite 1/2/3/4
"""
HUNTRESS = """
animalistic 1 | 3 spear | 3/4/5
animalistic 2 | 3 spear | 4/5/6 | | 4: inflict bleed
savage 1 | 3 claw + 1 nyra | 4 | | | 1 dice; spear: damage 1; claw: damage 2; \
soul: gain nyras-bond 1; nyra: inflict bleed 1
savage 2 | 3 claw + 1 nyra | 5 | | | 1 dice; spear: damage 1; claw: damage 2; \
soul: gain nyras-bond 1; nyra: inflict bleed 1
hunt 2 | 2 claw + 1 nyra | 3 | inflict bleed
resuscitate 1 | 2 soul | | gain nyras-bond, heal nyra 3
resuscitate 2 | 2 soul | | gain nyras-bond, heal nyra 4
feral-instincts 1 | 3 spear + 1 soul | 2 undefendable | gain nyras-bond
feral-instincts 2 | 3 spear + 1 soul | 3 undefendable | gain nyras-bond
swipe 2 | 2 spear + 1 nyra | | inflict bleed
onslaught-small 1 | small straight | 4 | inflict bleed
onslaught-large 1 | large straight | 7 | inflict bleed 2
onslaught-small 2 | small straight | 5 | inflict bleed
onslaught-large 2 | large straight | 8 | inflict bleed 2
feral 1 | 4 nyra | 5 undefendable | heal nyra
feral 2 | 4 nyra | 6 undefendable | heal nyra
ferocious 2 | 3 nyra | | heal nyra, inflict bleed 2
predatory-advance 1 | 2 spear + 2 claw + 1 soul | 5 | heal nyra
predatory-advance 2 | 2 spear + 2 claw + 1 soul | 6 | heal nyra
jugular 2 | 1 spear + 1 claw + 1 nyra | | inflict bleed 2
jungle-fury 1 | 5 nyra | 12 ultimate | gain nyras-bond, inflict bleed 2
maternal-bond 1 | 3 dice; spear: deal 1/1/1; claw: deal 2/2/2; soul: heal nyra 1/2/3
maternal-bond 2 | 4 dice; spear: deal 1/1/1/1; claw: deal 2/2/2/2; soul: heal nyra 1/2/3/4
maternal-bond 3 | 4 dice; spear: deal 1/2/3/4; claw: deal 2/2/2/2; soul: heal nyra 1/2/3/4; nyra: deal 1/2/3/4
"""
ABILITIES = {
    "moon-elf": MOON_ELF,
    "treant": TREANT,
    "cursed-pirate": CURSED_PIRATE,
    "artificer": ARTIFICER,
    "huntress": HUNTRESS,
}
CARDS = {
    "moon-elf": """
moon-magic | main 4 | gain evasive, inflict blind, inflict entangle, inflict targeted
take-that | roll 0 | | 1 dice; arrow: add 2; foot: inflict entangle 1; moon: inflict blind 1
volley | roll 1 | inflict entangle | 5 dice; arrow: add 1/2/3/4
evade | instant 1 | give evasive
lunar-umbra | main 0 | | 1 dice; arrow: draw 1; foot: draw 1; \
moon: inflict blind 1, inflict entangle 1, inflict targeted 1
""",
    "treant": """
harvest | main 0
cultivate | main 3 | gain seedling 3
will-o-wisp | main 1 | | \
3 dice; branch: collateral 1/1/1; leaf: gain wellspring 1/1/1; spirit: gain seedling 1/1/1
down-pour | main 2
stomp | roll 1 | | 5 dice; branch: add 1/2/3/4, inflict barbed-vine 0/0/1/1
drink-deep | instant 1 | give wellspring
mother-tree | main 0 | | 1 dice; branch: draw 1; leaf: draw 1; spirit: gain seedling 4
""",
    "cursed-pirate": """
cursed-cards | instant 0 | draw
batten-down | instant 4 | discard 60, draw 4
shark-bait | roll 1 | add 2
run-ya-through | roll 2 | | 5 dice; cutlass: add 1/2/3/4, inflict powder-keg 0/0/1/1
ransom | roll 1
swashbuckle | main 2 | | 1 dice; cutlass: deal 2; booty: draw 2; skull: inflict powder-keg 1
scurvy | main 2 | deal to self, inflict wither
pillage | main 0 | steal cp
truce | main 3 | inflict parlay
crows-nest | main 1 | | 1 dice; cutlass: opponent show hand 1; booty: opponent choose discard 1; \
skull: opponent discard 1
high-stakes | main 2 | | 2 dice; booty: draw 2/2, gain cp 2/2
pirates-life | main 1 | gain cursed-doubloon
feed-the-fish | main 3 | inflict powder-keg
light-it-up | main 2 | inflict powder-keg
yo-ho | main 2 | inflict powder-keg
weigh-anchor | main 0 | | 1 dice; cutlass: draw 1; booty: draw 1; skull: inflict parlay 1
""",
    "artificer": """
nanite-assault | instant 1 | inflict nanite
conductive | instant 0 | | 1 dice; wrench: gain cp 2; gear: gain synth 1; bolt: inflict nanite 1
arcing-shield | roll 0 | prevent 2
robo-revenge | roll 1 | inflict nanite, prevent 2
high-voltage | instant 1 | gain synth 2
oooh-shiny | instant 0 | | 1 dice; wrench: gain synth 1; gear: gain synth 2; bolt: gain synth 3
synth-mastery | main 0 | | 1 dice; wrench: draw 1; gear: draw 1; bolt: gain synth 5
""",
    "huntress": """
resilient | instant 1 | gain nyras-bond
prowl | roll 0 | | 1 dice; spear: add 1; claw: add 2; soul: heal nyra 1; nyra: add 3
pounce | roll 0 | | 5 dice; spear: add 1/2/3/4; claw: inflict bleed 1/1/1/1
savage-slash | main 1 | | 1 dice; spear: inflict bleed 1; claw: inflict bleed 2; soul: inflict bleed 1; \
nyra: inflict bleed 2
blood-bond | main 1 | heal nyra | 3 dice; soul: heal nyra 1/2/3; nyra: heal nyra 2/4/6
primal-roar | main 0 | | 1 dice; spear: draw 1; claw: draw 1; soul: draw 1; nyra: heal nyra 4
""",
}
UPGRADES = {
    "moon-elf": """
longbow 2, longbow 3: 3, demising-shot 2, covered-shot 2, exploding-arrow 2, exploding-arrow 3: 3,
entangling-shot 2, blinding-shot 2, eclipse 2, missed-me 2: 3
""",
    "treant": """
splinter 2: 1, splinter 3: 2, tend 2, overgrowth 2, vengeful-vines 2, call-of-the-wild 2, natures-grasp 2,
rooted 2: 3
""",
    "cursed-pirate": "",
    "artificer": """
spanner-strike 2: 1, schematics 2: 1, jolt 2, overclock 2, scrap-collector 2, eureka 2, zapppp 2,
ratchet-up 2: 3
""",
    "huntress": """
animalistic 2, savage 2, resuscitate 2, feral-instincts 2, onslaught 2, feral 2, predatory-advance 2,
maternal-bond 2, maternal-bond 3: 4
""",
}
"""The costs of Hero Upgrade cards; 2 where none is given."""
LIMITS = """
accuracy 1, back-strike 1, barbed-vine 1, bleed 2, blessing-of-divinity 1, blind 1, blinding-light 1,
blood-power 4, bounty 1, burn 1, chi 5, cleanse 3, concussion 1, constrict 1, crit 1, cursed-doubloon 3,
delayed-poison 2, dominance 1, entangle 1, evasive 3, fire-mastery 5, flight 3, hex 1, holy-presence 2,
honor 2, knockdown 1, life-siphon 2, mesmerize 1, nanite 3, ninjutsu 3, nyras-bond 1, parasite 1, parlay 1,
poison 3, powder-keg 1, protect 1, reload 2, retribution 1, shadows 1, shame 2, silence 1, smoke-bomb 1,
sneak-attack 1, stun 1, synth 7, tactical-advantage 5, targeted 1, wellspring 1, wither 2,
seedling 3, sapling 2, dryad 1, heal-bot 2, shock-bot 2, nanobot 2
"""
"""Stack limits; of a Bot 1 token is the basic and 2 the advanced one."""


@pytest.mark.parametrize("name", ABILITIES)
def test_abilities(name):
    hero = pack().heroes[name]
    assert sorted(ability_row(hero, one) for one in (*hero.offense, *hero.defense)) == sorted(
        rows(ABILITIES[name])
    )


@pytest.mark.parametrize("name", CARDS)
def test_cards(name):
    hero = pack().heroes[name]
    actions = [
        one.action for one in hero.cards if one.upgrade is None and one.action.id.startswith(f"{name}/")
    ]
    assert [card_row(hero, action) for action in actions] == rows(CARDS[name])


@pytest.mark.parametrize("name", UPGRADES)
def test_upgrade_costs(name):
    hero = pack().heroes[name]
    entries = (entry.strip().partition(": ") for entry in UPGRADES[name].split(",") if entry)
    costs = {what: int(cost or 2) for what, _, cost in entries}
    found = [(one.action.cp, one.upgrade) for one in hero.cards if one.upgrade]
    assert {f"{hero.slots[upgrade.slot]} {upgrade.level}": cp for cp, upgrade in found} == costs


def test_stack_limits():
    limits = dict(entry.split() for entry in LIMITS.split(","))
    found = {one.id: str(one.limit) for one in pack().statuses[1:] if one.sign != "mark"}
    assert found == limits
