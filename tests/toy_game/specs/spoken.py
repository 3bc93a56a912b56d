"""What players say in the place of the words of Lantern."""

SPOKEN = (
    ("light", "lamp"),
    ("keeper", "player"),
)
