"""The public surface: the fixed names, and docstrings whose examples run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from types import ModuleType

import pytest

import paiju
from paiju import _native

FIXED = {"Rules", "beats", "cards", "classify", "deal", "explain", "legal", "progress", "score", "zero_sum"}
"""The names that every game's module has."""


def public_modules() -> list[str]:
    """The modules of the package that can be imported without extras."""
    found = ["paiju"]
    for info in pkgutil.walk_packages(paiju.__path__, "paiju."):
        if info.name.split(".")[1] not in ("_native", "__main__", "cli", "envs"):
            found.append(info.name)
    return sorted(found)


def examples(thing: object) -> list[doctest.Example]:
    return doctest.DocTestParser().get_examples(inspect.getdoc(thing) or "")


def test_the_games_are_all_there() -> None:
    assert paiju.games() == tuple(sorted(_native.games())) == tuple(sorted(paiju.games()))
    for game in paiju.games():
        assert getattr(paiju, game) is paiju.module(game)


def test_every_game_has_the_fixed_names(game: str, play: ModuleType) -> None:
    assert set(play.__all__) >= FIXED
    assert sorted(play.__all__) == sorted(set(play.__all__))
    assert callable(play.greedy)
    assert play.Rules.game == game


def test_every_public_name_has_an_example(game: str, play: ModuleType) -> None:
    for name in play.__all__:
        thing = getattr(play, name)
        assert inspect.getdoc(thing), name
        assert examples(thing), f"{game}.{name} has no example"


@pytest.mark.parametrize("name", public_modules())
def test_examples_run(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    assert doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0


def test_everything_public_is_documented() -> None:
    for name in paiju.__all__:
        thing = getattr(paiju, name)
        assert isinstance(thing, str | ModuleType) or inspect.getdoc(thing), name
    for name in _native.__all__:
        thing = getattr(_native, name)
        assert isinstance(thing, str) or thing.__doc__, name
        for member, value in vars(thing).items() if isinstance(thing, type) else ():
            assert member.startswith("_") or value.__doc__, f"{name}.{member}"
