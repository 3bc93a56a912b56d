"""What is checked of content of Dice Throne by itself: costs and effects of what its players may use."""
