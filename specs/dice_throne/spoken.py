"""What players say in the place of the words of Dice Throne."""

SPOKEN = (
    ("CP", "combat points"),
    ("Health", "life", "hit points", "HP"),
    ("defeated", "knocked out", "KO", "dead", "killed", "eliminated"),
    ("reroll", "re-roll"),
    ("Roll Attempt", "throw"),
    ("undefendable", "unblockable"),
    ("discard pile", "graveyard"),
    ("start player", "first player", "starting player"),
    ("opponent", "enemy"),
    ("status effect", "status token", "buff", "debuff"),
    ("die", "dice"),
)
