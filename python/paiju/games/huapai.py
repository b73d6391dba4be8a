"""Huapai 花牌: three players, 22 characters five times; the first to lay out eight sentences and a related pair worth
17 胡 wins (rule book: docs/rules/huapai.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from .._native import Card, Cards, Deal, Legal, PositionError, Shape
from ..arrays import classify_planes
from ..rules import RulesBase, options, table_of
from ..typing import CardsLike, Rng

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
]  # fmt: skip

Kind = Literal["句", "砍", "统", "统上顶", "对", "开招", "踏船", "开泛"]
Melds = Sequence[tuple[str, CardsLike]]
"""Declared and exposed groups: (kind, cards) each."""

KINDS: tuple[Kind, ...] = ("句", "砍", "统", "统上顶", "对", "开招", "踏船", "开泛")
CHARACTERS = "乙二三四五六七八九十土子孔己化千可知礼上大人"
"""The characters by slot; slots 22…26 are the flower faces of 乙 三 五 七 九."""
FLOWERED = "乙三五七九"
RED = "可知礼上大人"
SENTENCES: tuple[str, ...] = (
    *(CHARACTERS[low : low + 3] for low in range(8)), "孔乙己", "化三千", "七十土", "八九子", "可知礼", "上大人"
)  # fmt: skip


def face(slot: int) -> str:
    """The card of a slot as text."""
    return CHARACTERS[slot] if slot < len(CHARACTERS) else FLOWERED[slot - len(CHARACTERS)] + "*"


@options
class Rules(RulesBase):
    """The options of the rule book's §10; every field names the ambiguity that it decides.

    Raises:
        RulesError: an option that there is not, or a value that it does not take.

    >>> from paiju import huapai
    >>> huapai.Rules(jing=3, settlement="hu").replace(jing=5).settlement
    'hu'
    """

    game: ClassVar[str] = "huapai"

    jing: Literal[5, 3] = 5
    """The number of 经: 5 (乙 三 五 七 九) or 3 (三 五 七) (HA-40)."""
    zhu_jing_mode: Literal["men_count", "men_maxhu", "jiao", "none"] = "men_count"
    """The 主经: the most numerous 经 of the winner's cards, the one that gives most, the one called, none (HA-26)."""
    jiao_jing_fallback: Literal["none", "men"] = "none"
    """叫经 when nobody called: no 主经, or as men_count (HA-27)."""
    min_hu: int = 17
    """胡 needed to win (H-020)."""
    pair_jing_counts: bool = True
    """The 经 of the final pair count by themselves (HA-23)."""
    discard_kan_scores: Literal["dui", "kan"] = "dui"
    """What a 砍 scores that the winning discard completed (HA-22)."""
    first_dealer: Literal["random", "seat0"] = "random"
    """The dealer of a first deal (HA-04)."""
    dealer_rotation: Literal["winner", "stay_or_next", "next"] = "winner"
    """Who deals next (HA-34)."""
    multi_win: Literal["nearest", "all"] = "nearest"
    """Two winners on one discard: the nearest after the discarder, or both (HA-21)."""
    replacement_from: Literal["front", "end"] = "front"
    """Where the draws after 开招, 开泛 and 踏船 come from (HA-09)."""
    initial_tong_phase: bool = False
    """统 may be declared before the first draw (HA-11)."""
    kai_fan_needs_declared_tong: bool = False
    """No 开泛 with four undeclared copies (HA-12)."""
    kai_zhao_from_four: bool = True
    """开招 by a seat that holds four free copies (HA-13)."""
    tong_hidden: bool = True
    """A 统 and a 统上顶 stay hidden (HA-18)."""
    settlement: Literal["tier5", "hu", "none"] = "tier5"
    """What a win is worth: a point per started five 胡 from the minimum on, the 胡, nothing (HA-33)."""
    discard_pays: int = 2
    """How many times the points the discarder alone pays: 2 or 1 (HA-33)."""
    pass_lock: Literal["none", "until_own_turn"] = "none"
    """Whether passing a win bars winning on discards until the next own draw (HA-35)."""


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

    The shape has ``.name``, ``.count`` (cards), ``.card`` (slot of its first character) and ``.hu``, what it is worth
    as such a group of one's own with ``main`` as 主经. In text, four or five copies without ``*`` stand for the
    character: ``"九九九九"`` is a 统 although only three 九 are plain.

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


def related(a: CardsLike, b: CardsLike) -> bool:
    """Whether two characters are related: equal, or both in one sentence (D-01).

    >>> from paiju import huapai
    >>> huapai.related("七", "十"), huapai.related("六", "九")
    (True, False)
    """
    return bool(table_of(None, Rules).ask("related", cards(a), cards(b)))


def group_value(kind: Kind, cards: CardsLike, main: str | None = None, rules: Rules | None = None) -> int:
    """胡 of one group (§3).

    Args:
        kind: 句 砍 统 统上顶 对 开招 踏船 开泛.
        cards: its cards.
        main: the character that is 主经.
        rules: the options; ``jing`` matters.

    Raises:
        PositionError: the cards are no such group, or ``main`` is no 经 of the game.

    >>> from paiju import huapai
    >>> huapai.group_value("砍", "三*三三"), huapai.group_value("砍", "三*三三", main="三")
    (6, 12)
    """
    return int(table_of(rules, Rules).ask("group_value", str(kind), _cards(cards), _jing(main)))


def _cards(value: CardsLike) -> Cards:
    return value if isinstance(value, Cards) else Cards("huapai", value)


def _jing(character: str | Card | None) -> Cards | None:
    return None if character is None else Cards("huapai", str(character))


def _melds(melds: Melds) -> list[tuple[str, Cards]]:
    return [(str(kind), _cards(group)) for kind, group in melds]


@dataclass(frozen=True)
class Group:
    """One of the eight groups of a finished hand.

    >>> from paiju import huapai
    >>> huapai.value("可x3知x3礼x3三x3七x3孔x3土x3己x3千千").groups[0].kind
    '砍'
    """

    kind: Kind
    """What it is; a 砍 that the winning discard completed is a 对 (D-07)."""
    cards: Cards
    """Its cards."""
    hu: int
    """What it counts, in 胡."""


@dataclass(frozen=True)
class Value:
    """What a finished hand is worth, in its best reading.

    >>> from paiju import huapai
    >>> found = huapai.value("可x3知x3礼x3三x3七x3孔x3土x3己x3千千")
    >>> found.total, str(found.main), found.pair_hu
    (24, '三', 0)
    """

    total: int
    """The 胡."""
    groups: tuple[Group, ...]
    """The eight groups: declared and exposed ones first, then 句, then 砍."""
    pair: Cards
    """The final pair."""
    pair_hu: int
    """What the pair counts, in 胡."""
    main: Card | None
    """The 主经, as a plain card."""


def value(
    hand: CardsLike,
    melds: Melds = (),
    won_on: Card | str | None = None,
    rules: Rules | None = None,
    *,
    called: str | None = None,
) -> Value | None:
    """The best reading of a finished hand (§7), or None for cards that are not finished.

    Args:
        hand: the free cards, the winning card included: 3 for each group that is not in ``melds``, and 2.
        melds: declared and exposed groups.
        won_on: the winning card if another player discarded it; None: 自摸.
        rules: the options.
        called: 叫经: the character called.

    Raises:
        PositionError: cards that the pack does not have, groups that are none, ``won_on`` not in the hand.

    >>> from paiju import huapai
    >>> rules = huapai.Rules(zhu_jing_mode="none")
    >>> v = huapai.value("上大人可知礼乙二三四五六七七七九九九孔孔孔化三千八子", rules=rules)
    >>> v.total, str(v.pair), len(v.groups)
    (17, '八 子', 8)
    """
    won = None if won_on is None else Cards("huapai", str(won_on))
    found = table_of(rules, Rules).ask("value", _cards(hand), _melds(melds), _jing(called), won)
    if found is None:
        return None
    total, main, pair, pair_hu, groups = found
    made = tuple(Group(kind, group, hu) for kind, group, hu in groups)
    return Value(total, made, pair, pair_hu, None if main is None else next(iter(main)))


class HuWaits(NamedTuple):
    """The faces that finish a hand with enough 胡.

    >>> from paiju import huapai
    >>> str(huapai.waits("可x3知x3礼x3三x3七x3孔x3土x3己x3千", with_hu=True).drawn)
    '化 千 三*'
    """

    drawn: Cards
    """When drawn."""
    discards: Cards
    """When another player discards them."""


@overload
def waits(
    hand: CardsLike, melds: Melds = (), rules: Rules | None = None, *, with_hu: Literal[False] = False
) -> Cards: ...
@overload
def waits(
    hand: CardsLike,
    melds: Melds = (),
    rules: Rules | None = None,
    *,
    with_hu: Literal[True],
    called: str | None = None,
) -> HuWaits: ...
def waits(
    hand: CardsLike, melds: Melds = (), rules: Rules | None = None, *, with_hu: bool = False, called: str | None = None
) -> Cards | HuWaits:
    """What a hand between turns waits for (§8).

    Args:
        hand: the free cards: 3 for each group that is not in ``melds``, and 1.
        melds: declared and exposed groups.
        rules: the options; they matter with ``with_hu``.
        with_hu: only faces that reach `min_hu`, drawn and as discards apart.
        called: 叫经: the character called.

    Returns:
        one plain card for each character that finishes the hand and can still come; with ``with_hu`` two sets of faces.

    Raises:
        PositionError: another number of cards (D-03), cards that the pack does not have.

    >>> from paiju import huapai
    >>> str(huapai.waits("上大人上大人可知礼可知礼孔孔孔己己己土土土化三八九"))
    '七 十 子 千'
    """
    table = table_of(rules, Rules)
    if not isinstance(hand, Cards):
        hand = Cards("huapai", hand)
    if with_hu:
        return HuWaits(*table.ask("hu_waits", hand, _melds(melds), _jing(called)))
    found: Cards = table.ask("waits", hand, _melds(melds) if melds else None)
    return found


def is_ting(hand: CardsLike, melds: Melds = ()) -> bool:
    """Whether a hand between turns is 听牌: one more card of some character finishes it (H-017…H-019).

    Raises:
        PositionError: as `waits`.

    >>> from paiju import huapai
    >>> huapai.is_ting("上大人上大人可知礼可知礼孔孔孔己己己土土土子子子三")
    True
    """
    return bool(table_of(None, Rules).ask("is_ting", _cards(hand), _melds(melds)))


def ting_discards(hand: CardsLike, melds: Melds = ()) -> Cards:
    """The cards whose discard leaves 听牌 (§8).

    Args:
        hand: the free cards of a turn: 3 for each group that is not in ``melds``, and 2.
        melds: declared and exposed groups.

    Raises:
        PositionError: as `waits`.

    >>> from paiju import huapai
    >>> str(huapai.ting_discards("上大人上大人可知礼可知礼孔孔孔己己己土土土子子子三上"))
    '三 上'
    """
    found: Cards = table_of(None, Rules).ask("ting_discards", _cards(hand), _melds(melds))
    return found


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
    setup: dict[str, Any] = {} if dealer is None else {"dealer": dealer}
    if called is not None:
        setup["called"] = str(called)
    if hands is None:
        if melds is not None or partial or stock != ():
            raise PositionError("a wall, groups and partial go with hands")
        return table.deal(seed, setup)
    if seed is not None:
        raise PositionError("give either a seed or hands")
    return table.arrange(hands, stock=stock, melds=melds, partial=partial, setup=setup)


# These parts of the game ask this module what cards are worth, so they come last.
from ._huapai_greedy import greedy as greedy  # noqa: E402
from ._huapai_match import HuapaiProgress as HuapaiProgress  # noqa: E402
from ._huapai_match import progress  # noqa: E402
from ._huapai_score import explain, score, zero_sum  # noqa: E402
from ._huapai_score import group_rule as group_rule  # noqa: E402
from ._huapai_terminal import HuapaiTerminal  # noqa: E402

terminal = HuapaiTerminal()
