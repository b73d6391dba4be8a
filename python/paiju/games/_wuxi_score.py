"""Wuxi 巫溪四副: the settlement (rule book §4), for many deals at once and explained for one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..scoring import Line
from ._wuxi_rules import Rules

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

RANKS = ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "w", "W"]
"""The ranks of captured counts, in order."""
LIMITS = (16, 20, 24, 27, 29, 31, 33, 35, 37, 39)
"""Up to so many 方 the win is 1, 2, 3 … points (W-058)."""
KINDS = ("无反", "单反", "双反")
WHYS = (("方", "方"), ("散张", "散张"), ("无反牌", "no 反牌"), ("上游", "上游"))


def points(fang: npt.ArrayLike) -> Ints:
    """The points of a number of 方 (W-058, W-059), without the point of W-060.

    >>> from paiju import wuxi
    >>> wuxi.points([0, 16, 17, 40, 41, 50]).tolist()
    [1, 1, 2, 11, 12, 21]
    """
    fang = np.asarray(fang, np.int64)
    table = 1 + np.searchsorted(np.array(LIMITS), fang, side="left")
    return np.where(fang > 40, fang - 29, table).astype(np.int64)


@dataclass
class Stock:
    """What players have to count and to pay with; all arrays of one shape."""

    fang: Ints
    """方, eight of them for each 齐."""
    loose: Ints
    """散张."""
    qi: Ints
    """齐."""

    @classmethod
    def sorted(cls, captured: Ints, joker_fang: str) -> Stock:
        """Captured counts, ranks last, sorted into 方, 齐 and 散张 (W-044, W-032, W-033, WA-20)."""
        plain, jokers = captured[..., :13], captured[..., 13:]
        full = plain == 16
        if joker_fang == "any_four":
            jokers = jokers.sum(axis=-1, keepdims=True)
        joker_sets = jokers // 4 * (joker_fang != "none")
        fang = np.where(full, 8, plain // 4).sum(axis=-1) + joker_sets.sum(axis=-1)
        loose = np.where(full, 0, plain % 4).sum(axis=-1) + (jokers - 4 * joker_sets).sum(axis=-1)
        return cls(fang, loose, full.sum(axis=-1))

    def pay(self, seat: Ints, fine: Ints, mode: str) -> Ints:
        """Takes a fine from one seat of every deal; returns what it could not pay (WA-19)."""
        rows = np.arange(len(seat))
        fang, loose, qi = self.fang[rows, seat], self.loose[rows, seat], self.qi[rows, seat]
        left = _pay_units(fang, loose, fine) if mode == "units" else _pay_cards(fang, loose, qi, fine)
        self.fang[rows, seat], self.loose[rows, seat], self.qi[rows, seat] = fang, loose, qi
        return left

    def settle_loose(self) -> None:
        """Each 14 散张 are one 方 (W-031, W-045)."""
        self.fang += self.loose // 14
        self.loose %= 14


def _pay_units(fang: Ints, loose: Ints, fine: Ints) -> Ints:
    """14 · 方 + 散张 is reduced. The arrays are changed in place."""
    value = 14 * fang + loose
    rest = np.maximum(value - fine, 0)
    fang[:], loose[:] = rest // 14, rest % 14
    return np.maximum(fine - value, 0)


def _pay_cards(fang: Ints, loose: Ints, qi: Ints, fine: Ints) -> Ints:
    """Cards are taken: 散张, then whole 方 are broken, four cards each, then 齐, sixteen each. What is left over of a
    broken group becomes 散张, of a 齐 also 方. The arrays are changed in place."""
    paid = np.minimum(loose, fine)
    loose -= paid
    fine = fine - paid
    broken = np.minimum(fang - 8 * qi, -(-fine // 4))
    paid = np.minimum(4 * broken, fine)
    fang -= broken
    loose += 4 * broken - paid
    fine = fine - paid
    broken = np.minimum(qi, -(-fine // 16))
    paid = np.minimum(16 * broken, fine)
    over = 16 * broken - paid
    qi -= broken
    fang += over // 4 - 8 * broken
    loose += over % 4
    return np.asarray(fine - paid)


@dataclass
class Settlement:
    """The five steps for n deals. Seats and teams are columns."""

    captured: Ints
    """Cards by seat, shape (n, 4)."""
    sorted: Stock
    """After step 1, before any 14 散张 are made a 方."""
    first: Ints
    """上游 (W-046)."""
    kind: Ints
    """0 无反, 1 单反, 2 双反 (W-042)."""
    payer: Ints
    """Who pays the fine (W-047, W-050)."""
    fine: Ints
    """The fine in cards (W-047 … W-049)."""
    passed_on: Ints
    """Cards that the payer could not pay and his partner was asked for: 代罚 (W-051)."""
    in_debt: Bools
    """双欠 (W-052)."""
    players: Stock
    """After all corrections."""
    teams: Ints
    """[方, 散张] of seats 0 + 2 and 1 + 3: shape (n, 2, 2)."""
    winner: Ints
    """The winning team."""
    why: Ints
    """What decided: 0 方, 1 散张, 2 no 反牌, 3 上游 (W-053 … W-056)."""
    best: Ints
    """方 of the better winner (W-057)."""
    points: Ints
    """Points of each winner (W-058 … W-060)."""


def settle(facts: npt.NDArray[np.void], rules: Rules) -> Settlement:
    """The settlement of tallies."""
    captured = facts["captured"].astype(np.int64).reshape(-1, 4, 15)
    left, finish = facts["left"].astype(np.int64), facts["finish"].astype(np.int64)
    cards, first = captured.sum(axis=2), finish[:, 0]
    rows = np.arange(len(cards))
    start = Stock.sorted(captured, rules.joker_fang)
    stock = Stock(start.fang.copy(), start.loose.copy(), start.qi.copy())
    stock.loose[rows, first] += 10
    kind, payer, fine = _fine(cards, left, finish)
    passed_on = stock.pay(payer, fine, rules.penalty_mode)
    in_debt = stock.pay(payer ^ 2, passed_on, rules.penalty_mode) > 0
    stock.settle_loose()
    teams = np.stack([stock.fang[:, :2] + stock.fang[:, 2:], stock.loose[:, :2] + stock.loose[:, 2:]], axis=2)
    if rules.merge_team_loose:
        teams[:, :, 0] += teams[:, :, 1] // 14
        teams[:, :, 1] %= 14
    winner, why = _winner(teams, left, first)
    best = np.maximum(stock.fang[rows, winner], stock.fang[rows, winner + 2])
    won = points(best) + (in_debt & (payer % 2 != winner))
    return Settlement(cards, start, first, kind, payer, fine, passed_on, in_debt, stock, teams, winner, why, best, won)


def _fine(cards: Ints, left: Ints, finish: Ints) -> tuple[Ints, Ints, Ints]:
    """Kind, payer and fine of each deal (W-047 … W-050, WA-22)."""
    fan = left > 0
    kind = fan.sum(axis=1)
    most = np.argmax(np.where(fan, cards, -1), axis=1)  # the first, hence the lower seat, of equals
    payer = np.where(kind == 0, finish[:, 3], most)  # without 反牌 all four are out
    return kind, payer, np.where(kind == 2, 20, 10) + left.sum(axis=1)


def _winner(teams: Ints, left: Ints, first: Ints) -> tuple[Ints, Ints]:
    """The winning team and what decided (W-053 … W-056)."""
    ahead = np.sign(teams[:, 1] - teams[:, 0])  # 1: team 1 has more
    fan = left > 0
    has_fan = fan.any(axis=1)
    by_tie = np.where(has_fan, 1 - np.argmax(fan, axis=1) % 2, first % 2)
    why = np.select([ahead[:, 0] != 0, ahead[:, 1] != 0, has_fan], [0, 1, 2], 3)
    winner = np.select([why == 0, why == 1], [ahead[:, 0] > 0, ahead[:, 1] > 0], by_tie)
    return winner.astype(np.int64), why.astype(np.int64)


def pay_out(settled: Settlement, rules: Rules) -> Ints:
    """Points by seat, shape (n, 4) (WA-25)."""
    wins = np.arange(4)[None, :] % 2 == settled.winner[:, None]
    loss = -settled.points[:, None] if rules.score_transfer == "zero_sum" else 0
    return np.where(wins, settled.points[:, None], loss).astype(np.int64)


def lines(settled: Settlement, captured: Ints, left: Ints, rules: Rules) -> Iterator[Line]:
    """The five steps of one deal as a player would count them."""
    yield from _sorting(settled, captured)
    yield from _corrections(settled, left, rules)
    yield from _counting(settled)
    yield from _outcome(settled, rules)


def _sorting(s: Settlement, captured: Ints) -> Iterator[Line]:
    """Step 1 清方数."""
    for seat in range(4):
        cards, fang, loose = int(s.captured[0, seat]), int(s.sorted.fang[0, seat]), int(s.sorted.loose[0, seat])
        en = f"1. seat {seat} captured {cards} cards: {fang} 方, {loose} 散张"
        yield Line("W-044", seat, fang, en, f"一、{seat}号位得牌 {cards} 张：{fang} 方 {loose} 散张")
        for rank in np.flatnonzero(captured[seat, :13] == 16):
            name = RANKS[rank]
            yield Line("W-033", seat, 8, f"   of them 8 方 for the 齐 of {name}", f"　　其中齐{name}折 8 方")


def _corrections(s: Settlement, left: Ints, rules: Rules) -> Iterator[Line]:
    """Steps 2 奖上游 and 3 罚反牌."""
    first, payer, fine = int(s.first[0]), int(s.payer[0]), int(s.fine[0])
    kind, passed_on, in_debt = int(s.kind[0]), int(s.passed_on[0]), bool(s.in_debt[0])
    yield Line(
        "W-046", first, 10, f"2. seat {first} went out first 上游: 10 散张 more", f"二、{first}号位上游，奖 10 散张"
    )
    if kind == 0:
        yield Line(
            "W-047", payer, -10, f"3. seat {payer} went out last 下游: fined 10 cards", f"三、{payer}号位下游，罚 10 张"
        )
    elif kind == 1:
        n = int(left.sum())
        en = f"3. seat {payer} has {n} cards left, 单反: fined 10 + {n} = {fine} cards"
        yield Line("W-048", payer, -fine, en, f"三、{payer}号位反 {n} 张，单反，罚 10 + {n} = {fine} 张")
    else:
        a, b = (int(n) for n in left[left > 0])
        en = f"3. partners have {a} and {b} cards left, 双反: fined 20 + {a + b} = {fine} cards"
        yield Line("W-049", None, -fine, en, f"三、同伙各反 {a}、{b} 张，双反，罚 20 + {a + b} = {fine} 张")
        yield Line(
            "W-050", payer, -fine, f"   seat {payer} captured more and pays", f"　　{payer}号位得牌较多，由其受罚"
        )
    if passed_on:
        yield Line(
            "W-051", payer ^ 2, -passed_on,
            f"   seat {payer} pays {fine - passed_on}; his partner pays for the other {passed_on} 代罚",
            f"　　{payer}号位只够罚 {fine - passed_on} 张，余 {passed_on} 张由同伙代罚",
        )  # fmt: skip
    if in_debt:
        yield Line("W-052", None, 0, "   both together cannot pay: 双欠", "　　双方得牌不够罚：双欠")
    mode = "in cards, 散张 first" if rules.penalty_mode == "physical" else "as 1 方 = 14 散张"
    fined = (payer, payer ^ 2) if passed_on else (payer,)
    for seat in range(4):
        fang, loose = int(s.players.fang[0, seat]), int(s.players.loose[0, seat])
        how = f" (fine taken {mode})" if seat in fined else ""
        yield Line(
            "W-045",
            seat,
            fang,
            f"   seat {seat} has {fang} 方 {loose} 散张{how}",
            f"　　{seat}号位：{fang} 方 {loose} 散张",
        )


def _counting(s: Settlement) -> Iterator[Line]:
    """Step 4 定成败."""
    (a, x), (b, y) = s.teams[0].tolist()
    winner, why = int(s.winner[0]), int(s.why[0])
    seats = f"{winner} + {winner + 2}"
    rule = ("W-053", "W-054", "W-055", "W-056")[why]
    zh, en = WHYS[why]
    yield Line(
        rule, winner, abs(a - b) if why == 0 else abs(x - y),
        f"4. seats 0 + 2 have {a} 方 {x} 散张, seats 1 + 3 have {b} 方 {y} 散张: seats {seats} win by {en}",
        f"四、0、2号位 {a} 方 {x} 散张，1、3号位 {b} 方 {y} 散张：{winner}、{winner + 2}号位以{zh}取胜",
    )  # fmt: skip


def _outcome(s: Settlement, rules: Rules) -> Iterator[Line]:
    """Step 5 计分值."""
    winner, best, won = int(s.winner[0]), int(s.best[0]), int(s.points[0])
    base = int(points(best))
    rule = "W-059" if best > 40 else "W-058"
    pair = f"seats {winner} and {winner + 2}"
    yield Line(
        "W-057", winner, best, f"5. the most 方 that one of {pair} has: {best}", f"五、胜方二人中最多者 {best} 方"
    )
    yield Line(rule, winner, base, f"   {best} 方 are {base} points", f"　　{best} 方计 {base} 分")
    if won > base:
        yield Line("W-060", winner, 1, "   the losers are in 双欠: 1 point more", "　　败方双欠，加 1 分")
    paid = rules.score_transfer == "zero_sum"
    en = f"   each winner +{won}" + (f", each loser -{won}" if paid else "")
    yield Line("WA-25", winner, won, en, f"　　胜方各得 {won} 分" + (f"，败方各失 {won} 分" if paid else ""))


def named(s: Settlement, i: int = 0) -> dict[str, Any]:
    """The settlement of one deal in the words of the rule book's vectors."""
    fang, loose = s.players.fang[i].tolist(), s.players.loose[i].tolist()
    return {
        "kind": KINDS[int(s.kind[i])],
        "payer": int(s.payer[i]),
        "penalty": int(s.fine[i]),
        "daifa": int(s.passed_on[i]),
        "shuangqian": bool(s.in_debt[i]),
        "players": [list(pair) for pair in zip(fang, loose, strict=True)],
        "teams": s.teams[i].tolist(),
        "winner": int(s.winner[i]),
        "why": WHYS[int(s.why[i])][0],
        "best": int(s.best[i]),
        "points": int(s.points[i]),
    }
