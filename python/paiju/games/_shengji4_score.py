"""The score of shengji4: the attackers' points, and the levels they decide."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from ..arrays import as_tallies, as_tally
from ..checks import points_of
from ..rules import rules_or_default, table_of
from ..scoring import Line, Score
from ._shengji4_rules import Rules


def attackers_score(tallies: npt.NDArray[np.void] | np.void, rules: Rules | None = None) -> npt.NDArray[np.int64]:
    """The attackers' final score of finished deals: int64, shape (n,), in points (S-089 … S-096); 0 for void deals.

    Raises:
        PositionError: no tallies of this game. RulesError: rules of another game.

    >>> import paiju
    >>> paiju.shengji4.attackers_score(paiju.playouts("shengji4", n=2, seed=1)).shape
    (2,)
    """
    rules = rules_or_default(rules, Rules)
    facts = as_tallies("shengji4", tallies)
    rows = np.arange(len(facts))
    attackers = 1 - facts["dealer"].astype(np.int64) % 2
    stakes = facts["last_points"].astype(np.int64)
    everything = stakes.sum(axis=1)
    losers = np.where((facts["last_winner"] % 2 == 0)[:, None], stakes[:, 1::2], stakes[:, 0::2]).sum(axis=1)
    base = everything if rules.last_trick_base == "all" else losers
    number = facts["last_cards" if rules.last_trick_n == "cards" else "last_component"].astype(np.int64)
    won = facts["last_winner"] % 2 == attackers
    before = facts["captured"][rows, attackers].astype(np.int64) - np.where(won, everything, 0)
    gain = base * number + (everything - base if rules.last_trick_includes_capture else everything)
    loss = base * number if rules.last_trick_mode == "transfer_all" else np.zeros_like(base)
    return np.where(facts["void"], 0, before + np.where(won, gain, -loss))


def levels(score: int, rules: Rules | None = None) -> tuple[Literal["dealers", "attackers"], int]:
    """The side that gains levels by an attackers' final score, and how many (S-083 … S-088).

    Raises:
        PositionError: no whole number. RulesError: rules of another game.

    >>> from paiju import shengji4
    >>> shengji4.levels(155), shengji4.levels(240)
    (('dealers', 1), ('attackers', 2))
    """
    table_of(rules, Rules)
    score = points_of(score)
    gain = int(_gain(np.array([score]))[0])
    return ("attackers", gain) if score >= 160 else ("dealers", gain)


def _gain(final: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Levels gained, by whichever side gains."""
    return np.where(final <= 0, 3, np.where(final < 80, 2, np.where(final < 160, 1, final // 80 - 1)))


def score(tallies: npt.NDArray[np.void] | np.void, rules: Rules | None = None) -> npt.NDArray[np.int64]:
    """Levels gained by seat: int64, shape (n, 4), one row per finished deal; void deals give none.

    Both seats of the side that gains have the levels; nobody loses any (S-037).

    Raises:
        PositionError: no tallies of this game. RulesError: rules of another game.

    >>> import paiju
    >>> paiju.shengji4.score(paiju.playouts("shengji4", n=5, seed=1)).shape
    (5, 4)
    """
    facts = as_tallies("shengji4", tallies)
    final = attackers_score(facts, rules)
    dealers = facts["dealer"].astype(np.int64) % 2
    team = np.where(final >= 160, 1 - dealers, dealers)
    gains = np.where(facts["void"], 0, _gain(final))
    return np.where(np.arange(4)[None, :] % 2 == team[:, None], gains[:, None], 0)


def zero_sum(rules: Rules | None = None) -> bool:
    """Whether the points of every deal add up to nothing: never, levels are only won (S-037).

    Raises:
        RulesError: rules of another game.

    >>> from paiju import shengji4
    >>> shengji4.zero_sum()
    False
    """
    table_of(rules, Rules)
    return False


def explain(tally: npt.NDArray[np.void] | np.void, rules: Rules | None = None) -> Score:
    """The score of one finished deal as lines that name their rules.

    Raises:
        PositionError: no tally of this game, or not exactly one. RulesError: rules of another game.

    >>> from paiju import shengji4
    >>> deal = shengji4.deal(hands=["Kh", "5h", "Ah", "4h"], trump="s", dealer=0, partial=True)
    >>> for card in ["Kh", "5h", "Ah", "4h"]:
    ...     deal = deal.play(card)
    >>> print(shengji4.explain(deal.tally()).text())
    S-035: attackers took 0 points before the last trick
    S-090: seat 2 won the last trick of 15 points, 1 cards a play: -15 for the attackers
    S-082: the attackers' final score is -15
    S-083: the dealers rise 3 levels: seat 0
    S-083: the dealers rise 3 levels: seat 2
    points: +3 +0 +3 +0
    """
    rules = rules_or_default(rules, Rules)
    facts = as_tally("shengji4", tally)
    points = tuple(int(p) for p in score(facts, rules)[0])
    if facts["void"]:
        return Score(points, (Line("SA-10", None, 0, "nobody called: the deal is void", "无人叫主, 重新发牌"),))
    final = int(attackers_score(facts, rules)[0])
    side, gain = levels(final)
    dealer, attackers = int(facts["dealer"]), 1 - int(facts["dealer"]) % 2
    stakes, last = int(facts["last_points"].sum()), int(facts["last_winner"])
    won = last % 2 == attackers
    before = int(facts["captured"][attackers]) - (stakes if won else 0)
    change, size = final - before, int(facts["last_cards"])
    took = f"attackers took {before} points before the last trick"
    lines = [
        Line("S-035", None, before, took, f"末轮之前抓分方得 {before} 分"),
        Line(
            "S-090", last, change,
            f"seat {last} won the last trick of {stakes} points, {size} cards a play: {change:+d} for the attackers",
            f"{last}号位扣底, 末轮 {stakes} 分 {size} 张: 抓分方 {change:+d}",
        ),
        Line("S-082", None, final, f"the attackers' final score is {final}", f"抓分方最后得分 {final}"),
    ]  # fmt: skip
    rule = (
        {3: "S-083", 2: "S-084", 1: "S-085"}[gain] if side == "dealers" else {1: "S-086", 2: "S-087"}.get(gain, "S-088")
    )
    team = dealer % 2 if side == "dealers" else attackers
    who = {"dealers": "庄家方", "attackers": "抓分方"}[side]
    for seat in (team, team + 2):
        lines.append(
            Line(rule, seat, gain, f"the {side} rise {gain} levels: seat {seat}", f"{who}升 {gain} 级: {seat}号位")
        )
    return Score(points, tuple(lines))
