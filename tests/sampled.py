"""Cases of which a few are in `make test`, and the others in `make test-slow`."""

import pytest


def sampled(values, every):
    """Each of ``values`` as a case; one of ``every``, from the first on, is not slow."""
    return [
        pytest.param(value, marks=[pytest.mark.slow] if place % every else [])
        for place, value in enumerate(values)
    ]
