"""What a win in Huapai is worth, and how it came about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from .._native import Cards
from ..arrays import as_tallies, as_tally
from ..rules import rules_or_default, table_of
from ..scoring import Line, Score
from ._huapai_rules import CHARACTERS, FLOWERED, KINDS, RED, Kind, Rules, face


def _price(hu: npt.NDArray[Any], rules: Rules) -> npt.NDArray[np.int64]:
    """Points of a win of so many 胡 (HA-33)."""
    hu = hu.astype(np.int64)
    if rules.settlement == "tier5":
        return 1 + (hu - rules.min_hu) // 5
    return hu if rules.settlement == "hu" else np.zeros_like(hu)


def score(tallies: npt.NDArray[np.void] | np.void, rules: Rules | None = None) -> npt.NDArray[np.int64]:
    """Points won and lost: int64, shape (n, 3), one row per finished deal (§7). One tally is n = 1. Zero-sum.

    自摸: each other seat pays the price of the win; otherwise the discarder pays `discard_pays` times of it, to every
    winner apart. A deal without a winner is worth nothing.

    Raises:
        PositionError: no tallies of this game. RulesError: rules of another game.

    >>> import paiju
    >>> from paiju import huapai
    >>> huapai.score(paiju.playouts("huapai", n=2, seed=1)).sum(axis=1).tolist()
    [0, 0]
    """
    rules = rules_or_default(rules, Rules)
    facts = as_tallies("huapai", tallies)
    prices = np.where(facts["won"], _price(facts["hu"], rules), 0)
    paid = prices.sum(axis=1, keepdims=True)
    discarder = facts["discarder"].astype(np.int64)[:, None]
    by_discard = rules.discard_pays * (prices - np.where(np.arange(3) == discarder, paid, 0))
    return np.where(discarder < 0, 3 * prices - paid, by_discard)


def zero_sum(rules: Rules | None = None) -> bool:
    """Whether the points of every deal add up to nothing under the rules: always, what one wins others pay (HA-33).

    Raises:
        RulesError: rules of another game.

    >>> from paiju import huapai
    >>> huapai.zero_sum()
    True
    """
    table_of(rules, Rules)
    return True


_JING_RULES = {
    "砍": "H-061", "统": "H-065", "统上顶": "H-068", "对": "H-071", "开招": "H-073", "踏船": "H-074", "开泛": "HA-24"
}  # fmt: skip
_TABLE_ORDER = ("砍", "统", "统上顶", "开招", "踏船", "开泛", "对", "句")


def group_rule(kind: Kind, group: Cards, jing: int = 5) -> str:
    """The rule by which a group counts: H-043…H-058 for black and red, H-059…H-077 for 经."""
    characters = [str(card).rstrip("*") for card in group]
    jings = FLOWERED if jing == 5 else "三五七"
    if kind == "句":
        if any(c in jings for c in characters):
            return "H-059" if any("*" in str(card) for card in group) else "H-060"
    elif characters[0] in jings:
        return _JING_RULES[kind]
    if any("*" in str(card) for card in group):
        return "H-077"
    return f"H-0{(51 if characters[0] in RED else 43) + _TABLE_ORDER.index(kind)}"


def explain(tally: npt.NDArray[np.void] | np.void, rules: Rules | None = None) -> Score:
    """The score of one finished deal as lines that name their rules: the 胡 group by group, then who pays.

    Raises:
        PositionError: no tally of this game, or not exactly one. RulesError: rules of another game.

    >>> from paiju import huapai
    >>> empty = huapai.deal(hands=["乙二三x3四五六七x3八九十土子孔己化千可知礼上大人", "二x4四x4六x4八x4十x4土x4孔",
    ...                            "子x4己x4化x4千x4可x4知x4孔"], partial=True)
    >>> huapai.explain(empty.play(str(empty.legal()[0])).tally()).points
    (0, 0, 0)
    """
    rules = rules_or_default(rules, Rules)
    facts = as_tally("huapai", tally)
    points = tuple(int(p) for p in score(facts, rules)[0])
    winners = [seat for seat in range(3) if facts["won"][seat]]
    lines = [line for seat in winners for line in _count_lines(facts, seat, rules)]
    if not winners:
        lines.append(Line("HA-31", None, 0, "the wall is empty: nobody wins", "牌摸完, 黄牌"))
    lines += [line for seat in winners for line in _payment_lines(facts, seat, rules)]
    return Score(points, tuple(lines))


def _count_lines(facts: np.void, seat: int, rules: Rules) -> Iterator[Line]:
    main = int(facts["main"][seat])
    if main >= 0:
        rule = "H-039" if rules.zhu_jing_mode == "jiao" and facts["called"] >= 0 else "H-038"
        c = CHARACTERS[main]
        yield Line(rule, seat, 2, f"the 主经 is {c}: it counts double (H-069)", f"主经 {c}: 加倍 (H-069)")
    for kind, group, hu in groups_of(facts, seat):
        rule, zh, en = group_rule(kind, group, int(rules.jing)), f"{kind} {group}: {hu} 胡", f"{kind} {group}: {hu} 胡"
        if kind == "对" and _by_discard(facts, seat, group):
            rule, en, zh = "D-07", f"{en}, a 砍 completed by the discard", f"{zh}, 放冲凑成的砍"
        yield Line(rule, seat, hu, en, zh)
    pair = Cards("huapai", [face(slot) for slot in facts["pair"][2 * seat : 2 * seat + 2]])
    hu = int(facts["pair_hu"][seat])
    yield Line("HA-23", seat, hu, f"final pair {pair}: {hu} 胡", f"对子 {pair}: {hu} 胡")
    total = int(facts["hu"][seat])
    yield Line("H-020", seat, total, f"seat {seat} has {total} 胡", f"{seat}号位共 {total} 胡")


def _by_discard(facts: np.void, seat: int, group: Cards) -> bool:
    """Whether a 对 is the 砍 that the winning discard completed: the character then stands in no sentence (D-07)."""
    won_on = int(facts["won_on"])
    character = str(next(iter(group))).rstrip("*")
    if won_on < 0 or face(won_on).rstrip("*") != character:
        return False
    sentences = [other for kind, other, _ in groups_of(facts, seat) if kind == "句"]
    return all(character not in str(other) for other in sentences)


def _payment_lines(facts: np.void, seat: int, rules: Rules) -> Iterator[Line]:
    price = int(_price(facts["hu"][seat : seat + 1], rules)[0])
    discarder = int(facts["discarder"])
    if discarder < 0:
        for other in (s for s in range(3) if s != seat):
            yield Line("HA-33", other, -price, f"自摸: seat {other} pays {price}", f"自摸: {other}号位付 {price}")
        yield Line("HA-33", seat, 2 * price, f"seat {seat} receives {2 * price}", f"{seat}号位收 {2 * price}")
        return
    paid = rules.discard_pays * price
    factor = f"{rules.discard_pays} × {price}"
    en, zh = f"放冲: seat {discarder} pays {factor}", f"放冲: {discarder}号位付 {factor}"
    yield Line("HA-33", discarder, -paid, en, zh)
    yield Line("HA-33", seat, paid, f"seat {seat} receives {paid}", f"{seat}号位收 {paid}")


def groups_of(facts: np.void, seat: int) -> list[tuple[Kind, Cards, int]]:
    """The groups of a winner in a tally: kind, cards, 胡."""
    found: list[tuple[Kind, Cards, int]] = []
    for at in range(8 * seat, 8 * seat + 8):
        if facts["group_kind"][at] >= 0:
            slots = [int(slot) for slot in facts["group_cards"][5 * at : 5 * at + 5] if slot >= 0]
            kind = KINDS[int(facts["group_kind"][at])]
            found.append((kind, Cards("huapai", [face(slot) for slot in slots]), int(facts["group_hu"][at])))
    return found
