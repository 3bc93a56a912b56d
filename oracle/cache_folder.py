"""Where it is kept between runs what was found, proved, compiled and read."""

from __future__ import annotations

from pathlib import Path


def cache_folder() -> Path:
    """The folder of the user's own for it, which need not be there."""
    from platformdirs import user_cache_path

    return user_cache_path("dicelaw")
