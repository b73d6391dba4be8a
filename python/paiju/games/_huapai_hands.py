"""What groups and hands of Huapai are worth, and what they wait for (rule book §3, §7, §8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, overload

from .._native import Card, Cards
from ..rules import table_of
from ..typing import CardsLike
from ._huapai_rules import Kind, Melds, Rules


def related(a: CardsLike, b: CardsLike) -> bool:
    """Whether two characters are related: equal, or both in one sentence (D-01).

    Raises:
        PositionError: not one card each.

    >>> from paiju import huapai
    >>> huapai.related("七", "十"), huapai.related("六", "九")
    (True, False)
    """
    return bool(table_of(None, Rules).ask("related", _cards(a), _cards(b)))


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
    table, held = table_of(rules, Rules), _cards(hand)
    if with_hu:
        return HuWaits(*table.ask("hu_waits", held, _melds(melds), _jing(called)))
    found: Cards = table.ask("waits", held, _melds(melds) if melds else None)
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
