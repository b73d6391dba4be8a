"""Wuxi 巫溪四副 (花花儿): two teams, four packs; the captured cards decide (rule book: docs/rules/wuxi.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .._native import Action, Cards, Deal, Legal, Shape, View
from ..arrays import as_tallies, as_tally, classify_planes
from ..dealing import dealt
from ..progress import Progress, Standing
from ..rules import rules_or_default, table_of
from ..scoring import Score
from ..typing import CardsLike, Rng
from . import _wuxi_score
from ._wuxi_odds import Odds, odds
from ._wuxi_rules import Rules
from ._wuxi_score import points
from ._wuxi_terminal import terminal as terminal

__all__ = [
    "Odds",
    "Rules",
    "beats",
    "cards",
    "classify",
    "classify_many",
    "deal",
    "explain",
    "legal",
    "odds",
    "points",
    "progress",
    "score",
    "settle",
    "zero_sum",
]


def cards(text: CardsLike = ()) -> Cards:
    """Cards from text, e.g. ``"5hx3 Ts w W"``, or from cards.

    Raises:
        ParseError: text that is no card, or a fifth copy of one; ``.position`` says where.

    >>> from paiju import wuxi
    >>> str(wuxi.cards("W 10s 5hx2 5h"))
    '5hx3 Ts W'
    """
    return Cards("wuxi", text)


def classify(cards: CardsLike, rules: Rules | None = None) -> Shape | None:
    """The type of a card set (W-004…W-017), or None.

    The shape has ``.name``, ``.level`` (1…42, W-019), ``.count`` (cards), ``.lead`` (rank of the 领牌: 3 4 … K A 2 =
    0…12, 小王 13, 大王 14), ``.ring`` (带响), ``.length`` (ranks of a dragon, else 0) and ``.big`` (big jokers).

    Raises:
        ParseError: text that is no card. RulesError: rules of another game.

    >>> from paiju import wuxi
    >>> wuxi.classify("5hx4").name, wuxi.classify("5hx3 5s").name, wuxi.classify("w 5h")
    ('花豹', '四只', None)
    """
    return table_of(rules, Rules).classify(cards)


def classify_many(
    planes: npt.NDArray[np.uint64], rules: Rules | None = None, out: npt.NDArray[np.void] | None = None
) -> npt.NDArray[np.void]:
    """The types of many card sets at once.

    Args:
        planes: uint64, shape (n, 4): bit k of plane p is set iff the set holds more than p copies of the card of slot
            k, k = 4·rank + suit for suited cards (c d h s), 52 小王, 53 大王.
        rules: the options.
        out: a structured array of shape (n,) to fill instead of a new one.

    Returns:
        shape (n,), fields ``kind`` (−1: no type), ``level``, ``count``, ``lead``, ``ring``, ``length``, ``big`` as in
        `classify`.

    Raises:
        PositionError: another dtype or shape.

    >>> import numpy as np
    >>> from paiju import wuxi
    >>> fours = np.array([[0b0010] * 4, [0b0011] * 4], np.uint64)  # 3dx4; 3cx4 and 3dx4
    >>> wuxi.classify_many(fours)["level"].tolist()
    [13, 12]
    """
    return classify_planes(table_of(rules, Rules), planes, out)


def beats(new: CardsLike, on: CardsLike, rules: Rules | None = None) -> bool:
    """Whether the play ``new`` may be played 打 on the play ``on`` (§3 `beats`); False when ``new`` is no type.

    Raises:
        PositionError: ``on`` is no type.

    >>> from paiju import wuxi
    >>> wuxi.beats("3s 3h 3d", "As Ks Qs"), wuxi.beats("4h 4d", "3s")
    (True, False)
    """
    return table_of(rules, Rules).beats(new, on)


def legal(
    hand: CardsLike,
    on: CardsLike | None = None,
    rules: Rules | None = None,
    *,
    decision: Literal["turn", "grab", "last"] = "turn",
) -> Legal:
    """What a hand may do by itself: lead (``on=None``) or follow the play ``on``.

    Args:
        hand: 1–54 cards.
        on: the play to beat or grab.
        rules: the options.
        decision: ``turn``, or ``grab`` for the question of a 伙 window (W-029), or ``last`` for the last play of a
            deal, which may be declined (W-041).

    Raises:
        PositionError: an empty hand, more than four copies of a card, ``on`` is no type, or there is no such decision.

    >>> from paiju import wuxi
    >>> [str(a) for a in wuxi.legal("3d 9s 9c w", on="8h 8d")]
    ['9c 9s', 'w', 'pass']
    >>> [str(a) for a in wuxi.legal("3d 9s 9c w", on="9d", decision="grab")]
    ['grab 9c 9s', 'pass']
    """
    return table_of(rules, Rules).legal(hand, on, {"decision": decision})


def deal(
    *,
    seed: Rng = None,
    rules: Rules | None = None,
    hands: Sequence[CardsLike] | None = None,
    leader: int | None = None,
    first_out: int | None = None,
    partial: bool = False,
) -> Deal:
    """A deal at its first decision.

    Args:
        seed: a whole number 0 ≤ seed < 2⁶⁴, a random generator, or None for the system's randomness.
        rules: the options.
        hands: the four hands, instead of a shuffle.
        leader: the seat that leads; None: drawn from the seed (W-034). Given hands need one.
        first_out: the 上游, in a position in which two seats have no cards left.
        partial: hands may be short, as in the middle of a deal; seats without cards have gone out, and the cards that
            are missing count as captured by nobody.

    Raises:
        PositionError: hands with more than four copies of a card, short or too long; no leader; a whole team is out.

    >>> from paiju import wuxi
    >>> wuxi.deal(seed=7).phase
    'lead'
    """
    setup = {"leader": leader, "first_out": first_out}
    return dealt(table_of(rules, Rules), seed, hands, setup, partial=partial)


def settle(tallies: npt.NDArray[np.void] | np.void, rules: Rules | None = None) -> _wuxi_score.Settlement:
    """What the five steps of the settlement find, for n deals at once: 方 and 散张 of players and teams, fines, who won
    and why. One tally is n = 1.

    Raises:
        PositionError: no tallies of this game. RulesError: rules of another game.

    >>> import paiju
    >>> from paiju import wuxi
    >>> settled = wuxi.settle(paiju.playouts("wuxi", n=1000, seed=1))
    >>> settled.teams.shape, bool((settled.fine >= 10).all())
    ((1000, 2, 2), True)
    """
    rules = rules_or_default(rules, Rules)
    return _wuxi_score.settle(as_tallies("wuxi", tallies), rules)


def score(tallies: npt.NDArray[np.void] | np.void, rules: Rules | None = None) -> npt.NDArray[np.int64]:
    """Points won and lost: int64, shape (n, 4), one row per finished deal (§4). One tally is n = 1.

    Both winners get the points; the losers 0, or with ``score_transfer="zero_sum"`` minus as many each.

    Raises:
        PositionError: no tallies of this game. RulesError: rules of another game.

    >>> import paiju
    >>> from paiju import wuxi
    >>> tallies = paiju.playouts("wuxi", n=2, seed=1)
    >>> wuxi.score(tallies, wuxi.Rules(score_transfer="zero_sum")).sum(axis=1).tolist()
    [0, 0]
    """
    rules = rules_or_default(rules, Rules)
    return _wuxi_score.pay_out(_wuxi_score.settle(as_tallies("wuxi", tallies), rules), rules)


def zero_sum(rules: Rules | None = None) -> bool:
    """Whether the points of every deal add up to nothing under the rules (WA-25).

    Raises:
        RulesError: rules of another game.

    >>> from paiju import wuxi
    >>> wuxi.zero_sum(), wuxi.zero_sum(wuxi.Rules(score_transfer="zero_sum"))
    (False, True)
    """
    return rules_or_default(rules, Rules).score_transfer == "zero_sum"


def explain(tally: npt.NDArray[np.void] | np.void, rules: Rules | None = None) -> Score:
    """The score of one finished deal as the five steps of the settlement, each line naming its rule.

    Raises:
        PositionError: no tally of this game, or not exactly one. RulesError: rules of another game.

    >>> import paiju
    >>> from paiju import wuxi
    >>> print(wuxi.explain(paiju.playouts("wuxi", n=1, seed=1)).lines[4].en)
    2. seat 3 went out first 上游: 10 散张 more
    """
    rules = rules_or_default(rules, Rules)
    facts = as_tally("wuxi", tally)
    settled = settle(facts, rules)
    captured = facts["captured"].reshape(4, 15)
    paid = _wuxi_score.pay_out(settled, rules)[0]
    return Score(tuple(int(p) for p in paid), tuple(_wuxi_score.lines(settled, captured, facts["left"], rules)))


class WuxiProgress(Progress):
    """A match of Wuxi: deals with a random leader, or led by the 上游 of the deal before (WA-25)."""

    rules: Rules

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, seats=4)
        self.ends = rules.match_hands is not None
        self.leader: int | None = None
        self.played = 0

    @property
    def over(self) -> bool:
        """Whether all the deals of the match are played."""
        return self.rules.match_hands is not None and self.played >= self.rules.match_hands

    def setup(self) -> Mapping[str, Any]:
        return {} if self.leader is None else {"leader": self.leader}

    def settle(self, tally: np.void, points: Sequence[int]) -> None:
        super().settle(tally, points)
        self.played += 1
        if self.rules.first_leader == "previous_first_out":
            self.leader = int(tally["finish"][0])

    def disconnect(self, seat: int) -> None:
        """The deal is void and costs nobody anything; the book knows no fine for leaving."""

    def standing(self) -> Standing:
        return Standing(totals=tuple(self.totals), facts={"leader": self.leader, "deals": self.played})


def progress(rules: Rules | None = None) -> WuxiProgress:
    """What a match carries from deal to deal.

    Raises:
        RulesError: rules of another game.

    >>> from paiju import wuxi
    >>> wuxi.progress(wuxi.Rules(match_hands=4)).over
    False
    """
    rules = rules_or_default(rules, Rules)
    return WuxiProgress(rules)


_ROYAL = 11
"""The level from which on a play is kept for a pile that is worth it: 四节 and up."""


def greedy(view: View, legal: Legal) -> Action:
    """The rule-of-thumb player.

    It leads the play that rids it of most low cards without breaking a larger group of their rank; follows as cheaply
    as it can, the higher the more cards lie in the pile; lets its partner have a trick that he is winning; grabs a
    single unless that breaks a group; and plays its last cards whenever it can.
    """
    if len(legal) == 1:
        return legal[0]
    return min(legal, key=lambda action: _cost(action, view))


def _cost(action: Action, view: View) -> float:
    """How unwelcome an action is; the least is taken."""
    pile: int = sum(view.pile)
    shape = action.shape
    if action.verb == "pass":
        return _pass_cost(view, pile)
    if len(action.cards) == len(view.hand):
        return -1000.0
    assert shape is not None
    count: int = shape.count
    cost: float = 0.8 * min(shape.lead, 13) + 3.0 * _broken(view.hand, action.cards) + 1.1 * max(shape.level - 3, 0)
    if action.verb == "grab":
        return cost - 14.0 - pile
    if view.asked == 0:  # a lead: rid of many and low cards
        return cost - 2.5 * count
    spared = 10.0 if shape.level >= _ROYAL and pile <= 6 else 0.0
    return cost - 0.8 * count - pile + spared


def _pass_cost(view: View, pile: int) -> float:
    """A pass leaves the pile to whoever is winning it."""
    if view.top_seat == 2:
        return -2.0 - pile
    return 8.0 if min(view.left[1], view.left[3]) > 6 else 20.0


def _broken(hand: Cards, played: Cards) -> float:
    """How many ranks the play leaves with fewer but not no cards, and how many 花豹 it breaks."""
    held, gone = hand.counts(), played.counts()
    broken = 0.0
    for rank in {slot // 4 for slot in range(52) if gone[slot]}:
        at = slice(4 * rank, 4 * rank + 4)
        left = int(held[at].sum()) - int(gone[at].sum())
        broken += left > 0
        broken += 2.0 * sum(1 for h, g in zip(held[at], gone[at], strict=True) if h == 4 and 0 < g < 4)
    return broken
