"""Finds the packages of the layers, which pyproject.toml maps below `dicelaw`."""

from setuptools import find_packages, setup

LAYERS = ("model", "specs", "checker", "oracle", "mutation", "testing")

setup(
    packages=[
        "dicelaw",
        *(f"dicelaw.{layer}" for layer in LAYERS),
        *(f"dicelaw.{layer}.{package}" for layer in LAYERS for package in find_packages(layer)),
    ]
)
