"""What players say in the place of the words of Dice Masters."""

SPOKEN = (
    ("KO", "knock out", "killed", "destroyed", "dead"),
    ("life", "health", "hit points", "HP"),
    ("purchase", "buy", "bought"),
    ("Used Pile", "discard", "graveyard"),
    ("reroll", "re-roll"),
    ("Basic Action Card", "BAC"),
    ("Fielding Cost", "TFC"),
    ("Prep Area", "preparation area"),
    ("first player", "start player", "starting player"),
    ("opponent", "enemy"),
    ("die", "dice"),
)
