"""What a match carries from deal to deal; each game says how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ._native import Deal
from .rules import RulesBase


@dataclass(frozen=True)
class Standing:
    """How a match stands."""

    totals: tuple[int, ...]
    """Points by seat since the match began."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What else the game carries on: leader, dealer, levels …"""


class Progress:
    """The state of a match between two deals. A game's module extends it and makes it with `progress(rules)`."""

    ends: bool = False
    """Whether matches of the game, or of these rules, have an end of their own."""

    def __init__(self, rules: RulesBase, seats: int) -> None:
        self.rules = rules
        self.totals = [0] * seats

    @property
    def over(self) -> bool:
        """Whether the match is decided; False in games whose matches end by agreement."""
        return False

    def setup(self) -> Mapping[str, Any]:
        """The set-up parameters of the next deal, as `deal` takes them."""
        raise NotImplementedError

    def settle(self, tally: np.void, points: Sequence[int]) -> None:
        """Takes in a finished deal."""
        self.totals = [total + point for total, point in zip(self.totals, points, strict=True)]

    def disconnect(self, seat: int) -> None:
        """A player leaves in the middle of a deal, which is void."""
        raise NotImplementedError

    def leave(self, seat: int, deal: Deal) -> None:
        """A player leaves this deal, which is void. Games where the cost depends on how it stands extend this."""
        self.disconnect(seat)

    def standing(self) -> Standing:
        """How the match stands."""
        return Standing(tuple(self.totals))
