"""What a match of shengji4 carries from deal to deal (rule book §6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .._native import PositionError
from ..checks import whole
from ..progress import Progress, Standing
from ..rules import rules_or_default
from ._shengji4_rules import RANKS, LevelLike, Rules, rank_of
from ._shengji4_score import attackers_score, levels


def match_step(
    before: Sequence[LevelLike], dealer: int, score: int, rules: Rules | None = None
) -> tuple[list[str], int, int | None]:
    """What a deal changes in a match (§6).

    Args:
        before: the levels of seats 0 and 2 and of seats 1 and 3.
        dealer: the dealer of the deal.
        score: the attackers' final score, in points.
        rules: the options.

    Returns:
        (levels after, at most A; next dealer; the team, 0 or 1, that has won the match, or None).

    Raises:
        PositionError: not two levels that a match has, no seat, no whole number. RulesError: rules of another game.

    >>> from paiju import shengji4
    >>> shengji4.match_step([3, 3], dealer=0, score=210)
    (['3', '4'], 1, None)
    """
    rules = rules_or_default(rules, Rules)
    ladder = RANKS[RANKS.index(str(rules.start_level)) :]
    if len(before) != 2:
        raise PositionError(f"the levels of two teams wanted, not {len(before)}")
    after, won = [rank_of(level, rules) for level in before], None
    dealer = whole("dealer", dealer, 0, 3)
    side, gain = levels(score, rules)
    team = dealer % 2 if side == "dealers" else 1 - dealer % 2
    if after[team] not in ladder:
        raise PositionError(f"level {after[team]}: levels begin at {rules.start_level} (SA-01)")
    place = ladder.index(after[team]) + gain
    if rules.match_end == "endless":
        place %= len(ladder)
    elif place >= len(ladder):
        at_a = side == "dealers" and after[team] == "A"
        won = team if rules.match_end == "pass_a" or at_a else None
        place = len(ladder) - 1
    after[team] = ladder[place]
    return after, (dealer + 2 if side == "dealers" else dealer + 1) % 4, won


class Shengji4Progress(Progress):
    """A match: the levels of the two teams, the dealer, and who has won (S-020, S-021, SA-02)."""

    rules: Rules

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, seats=4)
        self.ends = rules.match_end != "endless"
        self.levels = [str(rules.start_level)] * 2
        self.dealer: int | None = None
        self.won: int | None = None

    @property
    def over(self) -> bool:
        """Whether a team has won the match."""
        return self.won is not None

    def setup(self) -> Mapping[str, Any]:
        """The level of the dealer's team, at which everybody calls (SA-28), and the dealer."""
        if self.dealer is None:
            return {"level": self.levels[0]}
        return {"level": self.levels[self.dealer % 2], "dealer": self.dealer}

    def settle(self, tally: np.void, points: Sequence[int]) -> None:
        """A void deal is dealt again."""
        super().settle(tally, points)
        if not tally["void"]:
            final = int(attackers_score(tally, self.rules)[0])
            self.levels, self.dealer, self.won = match_step(self.levels, int(tally["dealer"]), final, self.rules)

    def disconnect(self, seat: int) -> None:
        """The deal is void and dealt again: the book names no fine."""

    def standing(self) -> Standing:
        """Levels gained in all, the levels of the teams, the next dealer and the team that has won."""
        facts = {"levels": tuple(self.levels), "dealer": self.dealer, "won": self.won}
        return Standing(totals=tuple(self.totals), facts=facts)


def progress(rules: Rules | None = None) -> Shengji4Progress:
    """What a match carries from deal to deal.

    Raises:
        RulesError: rules of another game.

    >>> from paiju import shengji4
    >>> shengji4.progress().standing().facts["levels"]
    ('3', '3')
    """
    return Shengji4Progress(rules_or_default(rules, Rules))
