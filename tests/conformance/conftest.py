"""The game under test, and the few things that every test needs of it."""

from __future__ import annotations

from types import ModuleType

import pytest

import paiju


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test with a parameter ``game`` runs for every game that there is."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", paiju.games())


@pytest.fixture
def play(game: str) -> ModuleType:
    """The module of the game."""
    return paiju.module(game)
