"""The settlement of 炒地皮 (rule book §6): from the facts of a finished deal to 积分."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._native import Cards
from ..arrays import as_tallies, as_tally
from ..checks import points_of
from ..rules import rules_or_default
from ..scoring import Line, Score
from ._chaodipi_rules import FLAG, RANKS, Rules

Ints = npt.NDArray[np.int64]


class Result(NamedTuple):
    """What a final score means.

    >>> from paiju import chaodipi
    >>> chaodipi.result(105).gain_attackers
    2
    """

    gain_dealers: int
    """Levels that the dealers rise."""
    gain_attackers: int
    """Levels that the attackers rise."""
    points_dealers: int
    """积分 of each dealer; each attacker has the negative."""


class Sky(NamedTuple):
    """上天入地, as `sky` finds it.

    >>> from paiju import chaodipi
    >>> chaodipi.Sky(dealers=True, points=16).points
    16
    """

    dealers: bool
    """The dealers have won it; otherwise the attackers."""
    points: int
    """积分 of each winner."""


def _table(score: Ints) -> tuple[Ints, Ints, Ints]:
    """The table of §6.2 in closed form: levels of the dealers, of the attackers, 积分 of the dealers."""
    attackers = np.where(score >= 80, (score - 80) // 10, 0)
    low = np.where(score <= 0, 9 - score // 10, 8 - score // 10)  # −(x // 10) is ⌈−x / 10⌉
    dealers = np.where(score >= 80, 0, low)
    return dealers, attackers, np.where(score >= 80, -(attackers + 1), dealers)


def _flag(score: Ints, rules: Rules) -> tuple[Ints, Ints, Ints]:
    """The same of a flag deal (§6.3). A flag team that wins has won the match; it counts as one level."""
    won = score < rules.flag_threshold
    shifted = (score - rules.flag_threshold) // 10
    plain = np.maximum(0, (score - 80) // 10)
    gains = {"shift20": shifted, "plain": plain, "none": np.zeros_like(score)}[rules.flag_table]
    kept = np.where(score <= 0, 9 - score // 10, np.maximum(1, 8 - score // 10))
    return won.astype(np.int64), np.where(won, 0, gains), np.where(won, kept, -(shifted + 1))


def result(score: int, rules: Rules | None = None, *, flag: bool = False) -> Result:
    """What a final score means: levels and 积分 (C-079…C-081; in a flag deal C-105).

    Args:
        score: the attackers' final score, in points.
        rules: the options.
        flag: of a flag deal, where the dealers' level stands for the match won.

    Raises:
        PositionError: no whole number. RulesError: rules of another game.

    >>> from paiju import chaodipi
    >>> chaodipi.result(65)
    Result(gain_dealers=2, gain_attackers=0, points_dealers=2)
    """
    points = np.array([points_of(score)], dtype=np.int64)
    found = _flag(points, rules_or_default(rules, Rules)) if flag else _table(points)
    return Result(*(int(column[0]) for column in found))


def _against_dealers(facts: npt.NDArray[np.void], name: str) -> Ints:
    pair = facts[name].astype(np.int64)
    difference: Ints = pair[:, 0] - pair[:, 1]
    return difference


def _parts(facts: npt.NDArray[np.void], rules: Rules) -> dict[str, Ints]:
    """What makes up the final score (§6.1)."""
    lost = _against_dealers(facts, "red5_lost") * (0 if rules.bi_red5 == "off" else 50)
    factor = np.where(facts["last_pair"], rules.bottom_pair, rules.bottom_single)
    return {
        "captured": facts["captured"][:, 1].astype(np.int64),
        "wrong": rules.misthrow_points * _against_dealers(facts, "wrong"),
        "failed": rules.dark_fail * _against_dealers(facts, "failed"),
        "lost": lost,
        "kept": -rules.bao_red5 * _against_dealers(facts, "red5_kept"),
        "bottom": np.where(_attackers_last(facts), facts["bottom"].astype(np.int64) * factor, 0),
    }


def _attackers_last(facts: npt.NDArray[np.void]) -> npt.NDArray[np.bool_]:
    won: npt.NDArray[np.bool_] = ((facts["last"] - facts["dealer"]) % 2 == 1) & ~facts["void"]
    return won


def _sky(facts: npt.NDArray[np.void], rules: Rules) -> npt.NDArray[np.bool_]:
    """Whether the last trick earns 上天入地 (§6.4)."""
    attackers = _attackers_last(facts)
    caught = facts["last_510k"] if rules.sky_exact else facts["last_holds_510k"]
    held = facts["last_510k"] if rules.sky_defend else np.zeros_like(attackers)
    earned: npt.NDArray[np.bool_] = np.where(attackers, caught, held) & (facts["level"] != FLAG) & ~facts["void"]
    return earned


def final_score(tallies: npt.NDArray[np.void] | np.void, rules: Rules | None = None) -> Ints:
    """The attackers' final scores in points: int64, shape (n,) (§6.1); 0 for void deals.

    Raises:
        PositionError: no tallies of this game. RulesError: rules of another game.

    >>> from paiju import chaodipi
    >>> chaodipi.final_score(chaodipi.deal(seed=1).rollout(1).tally()).shape
    (1,)
    """
    rules = rules_or_default(rules, Rules)
    facts = as_tallies("chaodipi", tallies)
    total: Ints = sum(_parts(facts, rules).values(), np.zeros(len(facts), np.int64))
    return np.where(facts["void"], 0, total)


def _dealers_points(facts: npt.NDArray[np.void], rules: Rules, final: Ints) -> Ints:
    flag = facts["level"] == FLAG
    points = np.where(flag, _flag(final, rules)[2], _table(final)[2])
    attackers = _attackers_last(facts)
    won = np.maximum(rules.sky_points, np.where(attackers, -points, points))
    points = np.where(_sky(facts, rules), np.where(attackers, -won, won), points)
    return np.where(facts["void"], 0, points)


def score(tallies: npt.NDArray[np.void] | np.void, rules: Rules | None = None) -> Ints:
    """积分 by seat: int64, shape (n, 4), one row per finished deal (§6.2…§6.4). One tally is n = 1. Zero-sum.

    Raises:
        PositionError: no tallies of this game. RulesError: rules of another game.

    >>> import paiju
    >>> from paiju import chaodipi
    >>> chaodipi.score(paiju.playouts("chaodipi", n=5, seed=1)).sum(axis=1)
    array([0, 0, 0, 0, 0])
    """
    rules = rules_or_default(rules, Rules)
    final = final_score(tallies, rules)
    facts = as_tallies("chaodipi", tallies)
    points = _dealers_points(facts, rules, final)
    attacks = (np.arange(4)[None, :] - facts["dealer"][:, None]) % 2 == 1
    return np.where(attacks, -points[:, None], points[:, None])


def sky(tally: npt.NDArray[np.void] | np.void, rules: Rules | None = None) -> Sky | None:
    """上天入地 of a finished deal, or None (C-032, §6.4).

    Raises:
        PositionError: no tally of this game, or not exactly one. RulesError: rules of another game.

    >>> from paiju import chaodipi
    >>> hands = ["5s Ts Ks", "3d 4d 6d", "3c 4c 6c", "7c 8c 9c"]
    >>> deal = chaodipi.deal(hands=hands, trump="s", dealer=1, leader=0, partial=True)
    >>> for play in hands:
    ...     deal = deal.play(play)
    >>> chaodipi.sky(deal.tally())
    Sky(dealers=False, points=16)
    """
    rules = rules_or_default(rules, Rules)
    facts = np.atleast_1d(as_tally("chaodipi", tally))
    if not _sky(facts, rules)[0]:
        return None
    dealers = not bool(_attackers_last(facts)[0])
    points = int(_dealers_points(facts, rules, final_score(facts, rules))[0])
    return Sky(dealers, points if dealers else -points)


def last_play(facts: np.void) -> Cards:
    """The winning play of the last trick, from a tally."""
    planes = [int(plane) for plane in np.asarray(facts["last_play"]).reshape(-1)]
    slots = [slot for plane in planes for slot in range(64) if plane >> slot & 1]
    return Cards("chaodipi", [card_text(slot) for slot in slots])


def card_text(slot: int) -> str:
    """The text of the card in a slot."""
    return "wW"[slot - 52] if slot >= 52 else RANKS[slot // 4] + "cdhs"[slot % 4]


def jdaodi(level: str | None, play: Any, score: int, rules: Rules | None = None) -> str | None:
    """J到底: where the dealers fall when the attackers win the last trick with a play, or None (C-114, C-115).

    Args:
        level: the level of the deal; None: a flag deal.
        play: the winning play.
        score: the attackers' final score, in points.
        rules: the options.

    Raises:
        ParseError: text that is no card. PositionError: no whole number. RulesError: rules of another game.

    >>> from paiju import chaodipi
    >>> chaodipi.jdaodi("A", "Asx2", 120, chaodipi.Rules.ming())
    '1:J'
    """
    rules, shown, score = rules_or_default(rules, Rules), Cards("chaodipi", play), points_of(score)
    if not rules.jdaodi or score < 80 or level not in ("J", "A"):
        return None
    kinds = {str(card) for card in shown}
    own = len(kinds) == 1 and next(iter(kinds))[0] == level
    single, pair = own and len(shown) == 1, own and len(shown) == 2
    if level == "J":
        return "1:2" if single or pair else None
    return "1:J" if pair or (single and rules.adaodi_single) else None


def zero_sum(rules: Rules | None = None) -> bool:
    """Whether the points of every deal add up to nothing: always, the sides' 积分 are each other's negative (C-080).

    Raises:
        RulesError: rules of another game.

    >>> from paiju import chaodipi
    >>> chaodipi.zero_sum()
    True
    """
    rules_or_default(rules, Rules)
    return True


_WORDS = {
    "captured": ("C-076", "points captured", "抓分"),
    "wrong": ("C-056", "wrongly thrown cards", "甩错牌"),
    "failed": ("C-090", "failed 炒底", "炒底失败"),
    "lost": ("C-091", "red fives forced out", "逼红5"),
    "kept": ("C-092", "red fives kept to the end", "保红5"),
}


def explain(tally: npt.NDArray[np.void] | np.void, rules: Rules | None = None) -> Score:
    """The score of one finished deal as lines that name their rules.

    Raises:
        PositionError: no tally of this game, or not exactly one. RulesError: rules of another game.

    >>> from paiju import chaodipi
    >>> chaodipi.explain(chaodipi.deal(seed=1).rollout(1).tally()).lines[0].rule
    'C-076'
    """
    rules = rules_or_default(rules, Rules)
    facts = np.atleast_1d(as_tally("chaodipi", tally))
    points = tuple(int(p) for p in score(facts, rules)[0])
    if facts["void"][0]:
        rule = "C-009" if facts["dealer"][0] < 0 else "CA-05"
        return Score(points, (Line(rule, None, 0, "nobody declared: the deal is void", "无人叫主, 流庄重新发牌"),))
    parts = {name: int(part[0]) for name, part in _parts(facts, rules).items()}
    lines = [
        Line(rule, None, parts[name], f"{en}: {parts[name]:+d} points", f"{zh}: {parts[name]:+d} 分")
        for name, (rule, en, zh) in _WORDS.items()
        if parts[name] or name == "captured"
    ]
    if _attackers_last(facts)[0] and facts["level"][0] != FLAG:
        factor = rules.bottom_pair if facts["last_pair"][0] else rules.bottom_single
        text = f"{int(facts['bottom'][0])} × {factor}"
        rule = "C-037" if facts["last_pair"][0] else "C-036"
        lines.append(Line(rule, None, parts["bottom"], f"the bottom: {text}", f"抠底: {text}"))
    final = int(final_score(facts, rules)[0])
    lines.append(Line("C-078", None, final, f"final score of the attackers: {final}", f"抓分方最终得分: {final}"))
    return Score(points, (*lines, _last_line(facts, rules, final, points)))


def _last_line(facts: npt.NDArray[np.void], rules: Rules, final: int, points: tuple[int, ...]) -> Line:
    dealer = int(facts["dealer"][0])
    each = points[dealer]
    if (high := sky(facts, rules)) is not None:
        side = ("dealers", "庄家方") if high.dealers else ("attackers", "抓分方")
        rule = {"an": "C-100", "kang": "C-111", "ming": "C-121"}[rules.room]
        en, zh = f"上天入地: the {side[0]} win {high.points} each", f"上天入地: {side[1]}各得 {high.points} 积分"
        return Line(rule, None, high.points, en, zh)
    rule, en, zh = ("C-105", "flag deal", "扛旗 ") if facts["level"][0] == FLAG else ("C-080", "the table", "")
    en, zh = f"{en} at {final} points: dealers {each:+d} each", f"{zh}{final} 分: 庄家方各 {each:+d} 积分"
    return Line(rule, dealer, each, en, zh)
