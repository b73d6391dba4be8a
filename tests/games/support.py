"""What the tests of all games share: the vectors of the rule books, how an oracle writes actions, options for deals."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from paiju import Action

DATA = Path(__file__).parents[1] / "data"
Pair = tuple[str, tuple[str, ...]]


def vectors(game: str) -> list[dict[str, Any]]:
    """The vectors of a game's rule book."""
    lines = (DATA / "vectors" / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def pair(action: Action) -> Pair:
    """An engine's action as an oracle writes it."""
    return action.verb, tuple(sorted(str(card) for card in action.cards))


def text(action: Pair) -> str:
    """An oracle's action as text for the engine."""
    verb, cards = action
    return " ".join(cards) if verb == "play" else " ".join([verb, *cards])


def options_of(values: Mapping[str, Sequence[Any]], index: int, rng: random.Random) -> dict[str, Any]:
    """The options of a deal: random, but so that the first deals already take every value of every option."""
    if index < max(len(allowed) for allowed in values.values()):
        return {name: allowed[index % len(allowed)] for name, allowed in values.items()}
    return {name: rng.choice(allowed) for name, allowed in values.items()}
