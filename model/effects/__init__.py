"""What effect languages of any game are made of: words that are declared once, and what is made of them."""
