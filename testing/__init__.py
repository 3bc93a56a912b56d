"""For authors of engines: what tests an engine against the rules, from within its own tests.

:mod:`~dicelaw.testing.strategies` has positions, dice and plays for Hypothesis,
:mod:`~dicelaw.testing.content` heroes that nobody has printed,
:mod:`~dicelaw.testing.machine` a state machine that drives an engine in Python and compares it after each
step, and :mod:`~dicelaw.testing.plugin` makes each vector a test of pytest. All is in the extra ``testing``.
"""
