"""What `dicelaw verify` does: properties, engines, rows and what is kept between runs."""
