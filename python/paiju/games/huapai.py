"""Huapai 花牌: three players, 22 characters five times; the first to lay out eight sentences and a related pair worth
17 胡 wins (rule book: docs/rules/huapai.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .._native import Card, Cards, Deal, Legal, PositionError, Shape
from ..arrays import classify_planes
from ..dealing import dealt
from ..rules import table_of
from ..typing import CardsLike, Rng
from ._huapai_greedy import greedy as greedy
from ._huapai_hands import (
    Group,
    HuWaits,
    Value,
    group_value,
    is_ting,
    related,
    ting_discards,
    value,
    waits,
)
from ._huapai_match import progress
from ._huapai_rules import CHARACTERS as CHARACTERS
from ._huapai_rules import FLOWERED, Melds, Rules
from ._huapai_rules import KINDS as KINDS
from ._huapai_rules import RED as RED
from ._huapai_rules import SENTENCES as SENTENCES
from ._huapai_rules import Kind as Kind
from ._huapai_rules import face as face
from ._huapai_score import explain, score, zero_sum
from ._huapai_score import group_rule as group_rule
from ._huapai_terminal import terminal as terminal

__all__ = [
    "Group",
    "HuWaits",
    "Rules",
    "Value",
    "beats",
    "cards",
    "classify",
    "classify_many",
    "deal",
    "explain",
    "group_value",
    "is_ting",
    "legal",
    "progress",
    "related",
    "score",
    "ting_discards",
    "value",
    "waits",
    "zero_sum",
]


def cards(text: CardsLike = ()) -> Cards:
    """Cards from text, e.g. ``"三*三三 孔x2"`` (``*``: the flower face; 一 is 乙), or from cards.

    Raises:
        ParseError: text that is no card, a sixth copy, a flower that there is not; ``.position`` says where.

    >>> from paiju import huapai
    >>> str(huapai.cards("孔一己 三* 三x2"))
    '乙 三x2 孔 己 三*'
    """
    return Cards("huapai", text)


def classify(cards: CardsLike, rules: Rules | None = None, *, main: str | None = None) -> Shape | None:
    """What some cards are: 句 砍 统 统上顶 (H-003…H-013), or None.

    Args:
        cards: the cards.
        rules: the options.
        main: the character that is 主经; None: none is.

    The shape has ``.name``, ``.count`` (cards), ``.card`` (slot of its first character) and ``.hu``, what it is worth
    as such a group of one's own with ``main`` as 主经. In text, four or five copies without ``*`` stand for the
    character: ``"九九九九"`` is a 统 although only three 九 are plain.

    Raises:
        ParseError: text that is no card. RulesError: rules of another game, or a ``main`` that is no 经.

    >>> from paiju import huapai
    >>> huapai.classify("七十土").name, huapai.classify("五五五*").hu
    ('句', 6)
    """
    if isinstance(cards, str):
        cards = _with_flowers(cards)
    return table_of(rules, Rules).classify(cards, {} if main is None else {"called": str(main)})


def _with_flowers(text: str) -> str:
    """Text of four or five equal characters that are 经, read as the copies that there are."""
    plain = text.replace(" ", "").replace("一", "乙")
    if len(plain) in (4, 5) and len(set(plain)) == 1 and plain[0] in FLOWERED:
        return plain[:3] + f"{plain[0]}*" * (len(plain) - 3)
    return text


def classify_many(
    planes: npt.NDArray[np.uint64], rules: Rules | None = None, out: npt.NDArray[np.void] | None = None
) -> npt.NDArray[np.void]:
    """What many card sets are at once.

    Args:
        planes: uint64, shape (n, 5): bit k of plane p is set iff the set holds more than p copies of slot k.
        rules: the options.
        out: a structured array of shape (n,) to fill instead of a new one.

    Returns:
        shape (n,), fields ``kind`` (−1: no sentence), ``count``, ``card``, ``hu`` as in `classify`.

    Raises:
        PositionError: another dtype or shape.

    >>> import numpy as np
    >>> from paiju import huapai
    >>> planes = np.stack([huapai.cards(text).planes() for text in ("孔乙己", "九x3", "孔孔己")])
    >>> huapai.classify_many(planes)["kind"].tolist()
    [0, 1, -1]
    """
    return classify_planes(table_of(rules, Rules), planes, out)


def beats(new: CardsLike, on: CardsLike, rules: Rules | None = None) -> bool:
    """No play beats another in Huapai: finished hands compare by their 胡 (`value`).

    Raises:
        PositionError: always.

    >>> from paiju import huapai
    >>> huapai.beats("孔孔孔", "己己己")
    Traceback (most recent call last):
    paiju.PositionError: H-020: in huapai no play beats another; finished hands compare by their 胡
    """
    return table_of(rules, Rules).beats(new, on)


def legal(
    hand: CardsLike,
    on: CardsLike | None = None,
    rules: Rules | None = None,
    *,
    wall: int = 35,
    can_win: bool = True,
    called: str | None = None,
) -> Legal:
    """What a hand without groups may do by itself: a turn, or an answer to the discard ``on``.

    Args:
        hand: 26 cards, with ``on`` 25.
        on: a card that the seat before has discarded.
        rules: the options.
        wall: cards left in the wall.
        can_win: the seat has drawn: it may win and declare; False: after a 对.
        called: 叫经: the character called.

    Raises:
        PositionError: another number of cards (D-03), cards that the pack does not have.

    >>> from paiju import huapai
    >>> held = "上大人可知礼乙二三四五六七七七九九九孔孔孔化三千八"
    >>> [str(a) for a in huapai.legal(held, on="孔")]
    ['pass', 'dui', 'kai_zhao']
    """
    ask: dict[str, Any] = {"wall": wall, "can_win": can_win}
    if called is not None:
        ask["called"] = str(called)
    return table_of(rules, Rules).legal(hand, on, ask)


def deal(
    *,
    seed: Rng = None,
    rules: Rules | None = None,
    hands: Sequence[CardsLike] | None = None,
    stock: str | Iterable[Card | str] = (),
    melds: Sequence[Melds] | None = None,
    dealer: int | None = None,
    called: str | None = None,
    partial: bool = False,
) -> Deal:
    """A deal at its first decision.

    Args:
        seed: a whole number 0 ≤ seed < 2⁶⁴, a random generator, or None for the system's randomness.
        rules: the options.
        hands: the free cards of the three seats, instead of a shuffle: 25 each, 3 less for each group; one seat may
            have one card more, which it has just drawn.
        stock: the wall, the next card first.
        melds: by seat the groups in front of it.
        dealer: who draws first; None: a first deal, settled by `first_dealer` (with given hands seat 0).
        called: 叫经: the character that somebody has called already.
        partial: cards may be missing, because they were discarded.

    Raises:
        PositionError: hands that break the card-count identity (D-03), cards that the pack does not have.

    >>> from paiju import huapai
    >>> huapai.deal(seed=7).phase
    'act'
    """
    table = table_of(rules, Rules)
    if hands is None and (melds is not None or partial or stock != ()):
        raise PositionError("a wall, groups and partial go with hands")
    setup = {"dealer": dealer, "called": None if called is None else str(called)}
    return dealt(table, seed, hands, setup, stock=stock, melds=melds, partial=partial)
