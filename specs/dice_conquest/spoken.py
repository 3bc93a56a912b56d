"""What players say in the place of the words of Dice Conquest."""

SPOKEN = (
    ("Health", "life", "hit points", "HP"),
    ("slain", "slay", "kill", "defeated", "destroyed", "dead", "knocked out", "KO"),
    ("creature", "monster", "enemy"),
    ("dragon", "Kalterstorm", "boss"),
    ("hero", "character"),
    ("first player", "start player", "starting player"),
    ("clockwise", "turn order"),
    ("reroll", "re-roll"),
    ("die", "dice"),
)
