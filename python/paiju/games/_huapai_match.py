"""What a match of Huapai carries from deal to deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..arrays import as_tally
from ..progress import Progress, Standing
from ..rules import table_of
from . import huapai


class HuapaiProgress(Progress):
    """A match of Huapai: who deals next by `dealer_rotation` (HA-34); the first dealer by `first_dealer` (HA-04)."""

    rules: huapai.Rules

    def __init__(self, rules: huapai.Rules) -> None:
        super().__init__(rules, seats=3)
        self.dealer: int | None = None

    def setup(self) -> Mapping[str, Any]:
        return {} if self.dealer is None else {"dealer": self.dealer}

    def settle(self, tally: np.void, points: Sequence[int]) -> None:
        super().settle(tally, points)
        facts = as_tally("huapai", tally)
        dealer, winner = int(facts["dealer"]), int(facts["winner"])
        if self.rules.dealer_rotation == "winner":
            self.dealer = winner if winner >= 0 else dealer
        elif self.rules.dealer_rotation == "stay_or_next" and facts["won"][dealer]:
            self.dealer = dealer
        else:
            self.dealer = (dealer + 1) % 3

    def disconnect(self, seat: int) -> None:
        """The deal is void and is dealt again by the same dealer; the book knows no fine."""

    def standing(self) -> Standing:
        return Standing(totals=tuple(self.totals), facts={"dealer": self.dealer})


def progress(rules: huapai.Rules | None = None) -> HuapaiProgress:
    """What a match carries from deal to deal.

    >>> from paiju import huapai
    >>> huapai.progress().standing().totals
    (0, 0, 0)
    """
    rules = huapai.Rules() if rules is None else rules
    table_of(rules, huapai.Rules)
    return HuapaiProgress(rules)
