"""The games, one module each with the same public names; and the registry: the only list of games in Python."""

from __future__ import annotations

from types import ModuleType

from .. import _native
from . import bigtwo, chaodipi, huapai, shengji4, wuxi

MODULES: dict[str, ModuleType] = {module.Rules.game: module for module in (bigtwo, chaodipi, huapai, shengji4, wuxi)}


def games() -> tuple[str, ...]:
    """The names of all games, in alphabetical order.

    >>> import paiju
    >>> "bigtwo" in paiju.games()
    True
    """
    return tuple(sorted(MODULES))


def module(game: str) -> ModuleType:
    """The module of a game by name.

    Raises:
        RulesError: there is no such game.
    """
    if game not in MODULES:
        _native.describe(str(game))  # raises with the names there are
        raise _native.RulesError(f"game {game}: no such game; allowed: {', '.join(games())}")
    return MODULES[game]
