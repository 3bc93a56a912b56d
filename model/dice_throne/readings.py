"""Points that the rule text of Dice Throne leaves open, and the answers that the model can follow."""

from __future__ import annotations

from dicelaw.model.open_points import OpenPoint

OPEN_POINTS = (
    OpenPoint(
        "healing",
        "When is healing of a roll phase applied?",
        {
            "together": "with the damage, in one step at the conclusion of the phase",
            "at-once": "when it is received; only damage and prevention accumulate",
        },
        ("damage/healing-nets-with-damage", "offense/activation-untargeted-effects-second"),
    ),
    OpenPoint(
        "heal-cap",
        "Is the cap on healing tested on the healing alone, or on the net of healing and damage?",
        {
            "net": "on the net result of the phase",
            "healing": "on the healing alone, before the damage is taken off",
        },
        ("health/heal-cap",),
    ),
    OpenPoint(
        "subtotal-floor",
        "Is a negative subtotal raised to 0 before halves and multiples are taken?",
        {"before": "it counts as 0 before step 3", "after": "only the final total is raised to 0"},
        ("damage/total/subtotal",),
    ),
    OpenPoint(
        "ultimate-silence",
        "Who is silenced from the activation of an Ultimate on?",
        {
            "opponents": "its user's opponents only; the user may enhance it",
            "everyone": "every player, its user included",
        },
        ("ultimate/no-opponent-action",),
    ),
    OpenPoint(
        "shadows-collateral",
        "Does Shadows also stop collateral damage of an opponent's Offensive Roll Phase?",
        {
            "stopped": "yes: any damage that results from that phase",
            "received": "no: only the damage of an Attack",
        },
        ("status/shadows/no-damage",),
    ),
    OpenPoint(
        "fresh-chi",
        "Does a Chi token gained this turn block the older ones from adding damage?",
        {
            "all": "yes: after a gain no Chi adds damage in this turn",
            "per-token": "no: as many may be spent as were there before",
        },
        ("status/chi/not-turn-gained",),
    ),
    OpenPoint(
        "companion-excess",
        "What happens to damage passed to Nyra beyond her remaining health?",
        {"lost": "it is lost", "returned": "her hero receives it"},
        ("companion/nyra/pass-damage",),
    ),
    OpenPoint(
        "lost-instant",
        "What becomes of a declared card that the active player's instant made pointless?",
        {
            "kept": "it was not played: it stays in hand and nothing is paid",
            "wasted": "it is spent without effect",
        },
        ("priority/example-active-keeps-token",),
    ),
    OpenPoint(
        "defense-duty",
        "Must a defender who can use a Defensive Ability do so?",
        {"may": "no, it is an option", "must": "yes, the ability is activated"},
        ("defense/optional",),
    ),
    OpenPoint(
        "sent-back",
        "Do the attacker's own preventions reduce what is dealt back to the attacker (Retribution, recoil)?",
        {
            "incoming": "yes: it is damage coming to the attacker, so prevention and halving take it off",
            "apart": "no: it joins the attacker's final total; only avoiding all damage stops it",
        },
        ("damage/total/dependent-effects-same-step", "defense/not-against-defensive-damage"),
    ),
    OpenPoint(
        "knockdown-payment",
        "Until when may Knockdown be paid off?",
        {
            "next-phase": "until the Offensive Roll Phase that would be skipped: whenever a player has it",
            "own-phase": "in the bearer's own turn only before that turn's Offensive Roll Phase",
        },
        ("status/knockdown/pay-to-remove",),
    ),
    OpenPoint(
        "blind-roll",
        "When is the die of Blind or Blinding Light rolled?",
        {
            "first": "once the ability is chosen, before any of its effects: a failed phase has none",
            "late": "at the end of the Offensive Roll Phase: what happened on activation stays",
        },
        ("status/blind/roll-fail", "status/blinding-light/roll-table"),
    ),
    OpenPoint(
        "attack-bonus",
        "When is it noted what the target's status effects add to an attack?",
        {
            "landed": "once its other effects have landed: a Targeted that the attack inflicts counts",
            "aimed": "when the target is chosen: what the attack itself inflicts does not count",
        },
        ("status/targeted/calculated-with-rest",),
    ),
    OpenPoint(
        "wither-collateral",
        "Does Wither also lower collateral damage of an Offensive Ability?",
        {
            "lowered": "yes: it is no Attack Modifier, as the answer about the Pirate says",
            "kept": "no: it is an Attack Modifier, as its own text says",
        },
        ("status/wither/modifier-or-not",),
    ),
    OpenPoint(
        "income-steps",
        "Is there a moment for instants between the combat point and the card of the Income Phase?",
        {
            "together": "no: gaining the one and drawing the other is one thing",
            "apart": "yes: they are two steps, and an instant may be used at any time",
        },
        ("income/draw-card",),
    ),
    OpenPoint(
        "then-stun",
        "Does an ability that deals damage and inflicts Stun allow the defence first?",
        {
            "effects-first": "no: every effect besides damage is resolved before the defence",
            "defense-first": "yes: Stun is placed when the attack has concluded",
        },
        ("damage/nondamage-effects-first",),
    ),
)

SEVERAL_POINTS = (
    OpenPoint(
        "koth-health",
        "With how much Health does King of the Hill begin?",
        {
            "later": "35 with three players, 25 with four, 20 with five and with six",
            "first": "30, 25, 20 and 20, as the first printing has it",
            "variants": "35 for any number, as the variants of 2018 have it",
        },
        ("koth/starting-health",),
    ),
    OpenPoint(
        "koth-target",
        "May somebody be aimed at who is no opponent in King of the Hill?",
        {
            "opponent": "no: an Attack targets an opponent",
            "anybody": "yes, even oneself: two places say any player",
        },
        ("targeting/koth-free-choice",),
    ),
    OpenPoint(
        "koth-last-two",
        "Does an Attack on a Leader bring the bonus card when two players are left in King of the Hill?",
        {
            "card": "yes: the card is for an Attack on a Leader",
            "none": "no: with one opponent there is no target to choose",
        },
        ("targeting/single-opponent-skip",),
    ),
    OpenPoint(
        "ultimate-target",
        "Who chooses the target when the opponents were to do so, and an Ultimate is activated?",
        {
            "opponents": "the opponents: to choose is no action",
            "attacker": "the attacker: opponents do nothing during an Ultimate",
        },
        ("ultimate/targeting-roll-only-attacker",),
    ),
    OpenPoint(
        "team-seating",
        "Who of two teams across a table sits to the left, for the team of the first seat?",
        {
            "first-left": "the opponent whose turn comes first; for the other team it is the last",
            "last-left": "the opponent whose turn comes last; for the other team it is the first",
        },
        ("team/zigzag-order",),
    ),
)
"""Open points about more than two players. A duel has none of them."""

BY_ID = {point.id: point for point in (*OPEN_POINTS, *SEVERAL_POINTS)}
