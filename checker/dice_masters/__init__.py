"""What is checked of content of Dice Masters by itself: what Globals cost and come to."""
