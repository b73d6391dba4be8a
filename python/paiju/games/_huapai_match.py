"""What a match of Huapai carries from deal to deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..progress import Progress, Standing
from ..rules import rules_or_default
from ._huapai_rules import Rules


class HuapaiProgress(Progress):
    """A match of Huapai: who deals next by `dealer_rotation` (HA-34); the first dealer by `first_dealer` (HA-04)."""

    rules: Rules

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, seats=3)
        self.dealer: int | None = None

    def setup(self) -> Mapping[str, Any]:
        return {} if self.dealer is None else {"dealer": self.dealer}

    def settle(self, tally: np.void, points: Sequence[int]) -> None:
        super().settle(tally, points)
        dealer, winner = int(tally["dealer"]), int(tally["winner"])
        if self.rules.dealer_rotation == "winner":
            self.dealer = winner if winner >= 0 else dealer
        elif self.rules.dealer_rotation == "stay_or_next" and tally["won"][dealer]:
            self.dealer = dealer
        else:
            self.dealer = (dealer + 1) % 3

    def disconnect(self, seat: int) -> None:
        """The deal is void and is dealt again by the same dealer; the book knows no fine."""

    def standing(self) -> Standing:
        return Standing(totals=tuple(self.totals), facts={"dealer": self.dealer})


def progress(rules: Rules | None = None) -> HuapaiProgress:
    """What a match carries from deal to deal.

    Raises:
        RulesError: rules of another game.

    >>> from paiju import huapai
    >>> huapai.progress().standing().totals
    (0, 0, 0)
    """
    return HuapaiProgress(rules_or_default(rules, Rules))
