"""What a match of 炒地皮 carries from deal to deal (rule book §6.3…§6.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .._native import Deal, PositionError
from ..checks import points_of, whole
from ..progress import Progress, Standing
from ..rules import rules_or_default
from ._chaodipi_rules import FLAG, ORDER, RANKS, Rules
from ._chaodipi_score import final_score, jdaodi, last_play, result, sky


def last_stage(rules: Rules) -> str:
    """The A of the last circle."""
    return f"{rules.circles}:A"


def promote(stage: str, gain: int, *, as_dealer: bool, rules: Rules | None = None) -> str:
    """Where a team goes from a stage (§6.3).

    Args:
        stage: ``circle:level``, or ``FLAG``.
        gain: the levels it has gained.
        as_dealer: it has won the deal as dealers.
        rules: the options.

    Returns:
        a stage, ``FLAG``, or ``WIN``: the match is won.

    Raises:
        PositionError: no stage, or no number of levels. RulesError: rules of another game.

    >>> from paiju import chaodipi
    >>> chaodipi.promote("1:K", 3, as_dealer=True)
    '2:3'
    """
    rules, gain = rules_or_default(rules, Rules), whole("gain", gain, 0)
    circle, _, level = stage.partition(":")
    known = level in tuple(ORDER) and circle.isdecimal() and 1 <= int(circle) <= rules.circles
    if not known and stage != "FLAG":
        raise PositionError(f"stage {stage!r}: 1:2 to {last_stage(rules)}, or FLAG wanted")
    if as_dealer and stage == "FLAG":
        return "1:2" if rules.match_end == "endless" else "WIN"  # C-106
    if as_dealer and stage == last_stage(rules):
        if rules.match_end == "win_at_last_a":
            return "WIN"
        if rules.match_end == "endless" and not rules.flag:
            return "1:2"
    stops = {*rules.must_play, *([last_stage(rules)] if rules.kang_must_play_a and rules.flag else [])}
    for step in range(gain):
        if stage in stops and (step > 0 or not as_dealer):
            break  # C-094, C-116: such a stage is left by winning it as dealers
        stage = _after(stage, rules)
    return stage


def _after(stage: str, rules: Rules) -> str:
    if stage == "FLAG":
        return stage
    if stage == last_stage(rules):
        return "FLAG" if rules.flag else stage  # C-102
    circle, level = stage.split(":")
    if level == "A":
        return f"{int(circle) + 1}:2"  # C-093
    return f"{circle}:{ORDER[ORDER.index(level) + 1]}"


def next_dealer(dealer: int, *, dealers_won: bool, rules: Rules | None = None) -> int:
    """Who deals next (CA-11): the partner (or the same seat) after a won deal, else the next seat.

    Raises:
        PositionError: no seat. RulesError: rules of another game.

    >>> from paiju import chaodipi
    >>> chaodipi.next_dealer(1, dealers_won=True)
    3
    """
    stays = rules_or_default(rules, Rules).dealer_rotation == "winner_stays"
    dealer = whole("dealer", dealer, 0, 3)
    return (dealer + (0 if stays else 2) if dealers_won else dealer + 1) % 4


def escape(*, started: bool, dealers: bool, score: int, rules: Rules | None = None) -> int | None:
    """The 积分 that one who leaves loses; None: the room has no rule (§6.5).

    Args:
        started: the first card has been played.
        dealers: he is of the dealers' side.
        score: the attackers' score as it stands, in points.
        rules: the options.

    Raises:
        PositionError: no whole number. RulesError: rules of another game.

    >>> from paiju import chaodipi
    >>> chaodipi.escape(started=True, dealers=True, score=250)
    18
    """
    least, score = rules_or_default(rules, Rules).escape_min, points_of(score)
    if least is None or not started:
        return least if least is None else 0  # C-082
    table = result(score)
    if dealers:  # C-083
        return max(least, table.gain_attackers + 1) if score >= 80 else least
    return least if score >= 80 else max(least, table.gain_dealers)  # C-084


class ChaoDiPiProgress(Progress):
    """A match of 炒地皮: the stages of the two teams, who deals, and the 积分 of the seats."""

    rules: Rules

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, seats=4)
        self.ends = rules.match_end != "endless"
        self.stages = ["1:2", "1:2"]
        """The stages of the teams of seats 0 and 2, and 1 and 3; ``WIN``: that team has won."""
        self.dealer: int | None = None
        """The next dealer; None: declaring decides (C-008)."""

    @property
    def over(self) -> bool:
        """Whether a team has won the match."""
        return "WIN" in self.stages

    def setup(self) -> Mapping[str, Any]:
        if self.dealer is None:
            return {"level": "2"}
        stage = self.stages[self.dealer % 2]
        return {"dealer": self.dealer, "level": stage if stage == "FLAG" else stage[-1]}

    def settle(self, tally: np.void, points: Sequence[int]) -> None:
        """Takes in a finished deal: 积分, levels, the next dealer. After a void one the same seat deals again."""
        super().settle(tally, points)
        if tally["void"]:
            return
        dealer = int(tally["dealer"])
        mine, yours = self.stages[dealer % 2], self.stages[1 - dealer % 2]
        dealers_won, mine, yours = settle_stages(tally, mine, yours, self.rules)
        self.stages[dealer % 2], self.stages[1 - dealer % 2] = mine, yours
        self.dealer = next_dealer(dealer, dealers_won=dealers_won, rules=self.rules)

    def disconnect(self, seat: int) -> None:
        """The deal is void and nobody gains; before the first card it costs nothing (C-082)."""

    def leave(self, seat: int, deal: Deal) -> None:
        """The deal is void; the seat loses 积分 where the room has a rule, nobody gains (C-082…C-084)."""
        if self.rules.escape_min is None:
            return
        view: Any = deal.view(seat)
        started = view.phase == 4 and (view.plays > 0 or view.left[0] < (27 if view.level == FLAG else 25))
        if not started:
            return
        now = _score_now(view, self.rules)
        loss = escape(started=True, dealers=view.dealer % 2 == 0, score=now, rules=self.rules)
        self.totals[seat] -= loss or 0

    def standing(self) -> Standing:
        return Standing(totals=tuple(self.totals), facts={"stages": tuple(self.stages), "dealer": self.dealer})


def _score_now(view: Any, rules: Rules) -> int:
    """The attackers' score as far as it stands, from the view of anyone in the play."""

    def against(pair: Sequence[int]) -> int:
        return int(pair[0]) - int(pair[1])

    score = int(view.captured[1]) + rules.misthrow_points * against(view.wrong) + rules.dark_fail * against(view.failed)
    return score + (0 if rules.bi_red5 == "off" else 50 * against(view.lost))


def settle_stages(facts: np.void, dealers: str, attackers: str, rules: Rules) -> tuple[bool, str, str]:
    """Whether the dealers have won a finished deal, and the stages of both teams after it (§6.3, §6.4)."""
    score = int(final_score(facts, rules)[0])
    if (high := sky(facts, rules)) is not None:
        gain = 1 if high.dealers else result(score, rules).gain_attackers
        risen = _rise(dealers if high.dealers else attackers, gain, as_dealer=high.dealers, rules=rules)
        return (True, risen, "1:2") if high.dealers else (False, "1:2", risen)
    flag = int(facts["level"]) == FLAG
    table = result(score, rules, flag=flag)
    won = score < (rules.flag_threshold if flag else 80)
    attackers = promote(attackers, table.gain_attackers, as_dealer=False, rules=rules)
    if won:
        return True, promote(dealers, table.gain_dealers, as_dealer=True, rules=rules), attackers
    caught = (int(facts["last"]) - int(facts["dealer"])) % 2 == 1
    level = None if flag else RANKS[int(facts["level"])]
    fall = jdaodi(level, last_play(facts), score, rules) if caught else None
    return False, fall or dealers, attackers


def _rise(stage: str, gain: int, *, as_dealer: bool, rules: Rules) -> str:
    """上天: to the last A; a team that is there has won a deal there, one beyond it stays (C-099, C-110, C-120)."""
    if stage == "FLAG":
        return stage
    if stage == last_stage(rules):
        return promote(stage, gain, as_dealer=as_dealer, rules=rules)
    return last_stage(rules)


def progress(rules: Rules | None = None) -> ChaoDiPiProgress:
    """What a match carries from deal to deal.

    Raises:
        RulesError: rules of another game.

    >>> from paiju import chaodipi
    >>> chaodipi.progress().standing().facts["stages"]
    ('1:2', '1:2')
    """
    return ChaoDiPiProgress(rules_or_default(rules, Rules))
