"""The presets of a game, each of which is tested like a game of its own: the rooms of 炒地皮."""

from __future__ import annotations

from typing import Any

import paiju
from paiju import _native


def presets(game: str) -> dict[str, dict[str, Any]]:
    """The rules of every preset by a name of its own: the game's for the plain ones, ``game-word`` for others."""
    rules = paiju.module(game).Rules
    words = {name: allowed for name, allowed, _rule, _doc in _native.describe(game)["rules"] if name in rules.presets}
    others = {f"{game}-{word}": {name: word} for name, allowed in words.items() for word in allowed}
    plain = rules().as_dict()
    return {game: {}} | {name: given for name, given in others.items() if rules(**given).as_dict() != plain}


ALL = {name: (game, given) for game in paiju.games() for name, given in presets(game).items()}
"""By the name of the preset its game and the options that choose it."""
