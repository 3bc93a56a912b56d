from test_attack import Attacks

from dicelaw.testing.adapter import serve

serve(Attacks)
