"""Huapai 花牌: three players, 22 characters five times; the first to lay out eight sentences and a related pair worth
17 胡 wins (rule book: docs/rules/huapai.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from .._native import Action, Card, Cards, Deal, Legal, PositionError, Shape, View
from ..arrays import as_tallies, classify_planes
from ..progress import Progress, Standing
from ..rules import RulesBase, options, table_of
from ..scoring import Line, Score

__all__ = [
    "Group", "HuWaits", "Rules", "Value", "beats", "cards", "classify", "classify_many", "deal", "explain", "greedy",
    "group_value", "is_ting", "legal", "progress", "related", "score", "ting_discards", "value", "waits",
]  # fmt: skip

CardsLike = Cards | Card | str | Iterable[Any]
Kind = Literal["句", "砍", "统", "统上顶", "对", "开招", "踏船", "开泛"]
Melds = Sequence[tuple[str, CardsLike]]
"""Declared and exposed groups: (kind, cards) each."""

KINDS: tuple[Kind, ...] = ("句", "砍", "统", "统上顶", "对", "开招", "踏船", "开泛")
CHARACTERS = "乙二三四五六七八九十土子孔己化千可知礼上大人"
"""The characters by slot; slots 22…26 are the flower faces of 乙 三 五 七 九."""
FLOWERED = "乙三五七九"
RED = "可知礼上大人"
SENTENCES = (*(CHARACTERS[low : low + 3] for low in range(8)), "孔乙己", "化三千", "七十土", "八九子", "可知礼", "上大人")


@options
class Rules(RulesBase):
    """The options of the rule book's §10; every field names the ambiguity that it decides."""

    game: ClassVar[str] = "huapai"

    jing: Literal["5", "3", 5, 3] = 5
    """The number of 经: 5 (乙 三 五 七 九) or 3 (三 五 七) (HA-40)."""
    zhu_jing_mode: Literal["men_count", "men_maxhu", "jiao", "none"] = "men_count"
    """The 主经: the most numerous 经 of the winner's cards, the 经 that gives most, the character called, none (HA-26)."""
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

    def __post_init__(self) -> None:
        if self.jing in ("5", "3"):
            object.__setattr__(self, "jing", int(self.jing))
        super().__post_init__()


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
    """
    return classify_planes(table_of(rules, Rules), planes, out)


def beats(new: CardsLike, on: CardsLike, rules: Rules | None = None) -> bool:
    """No play beats another in Huapai: finished hands compare by their 胡 (`value`).

    Raises:
        PositionError: always.
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
    """One of the eight groups of a finished hand."""

    kind: Kind
    """What it is; a 砍 that the winning discard completed is a 对 (D-07)."""
    cards: Cards
    """Its cards."""
    hu: int
    """What it counts, in 胡."""


@dataclass(frozen=True)
class Value:
    """What a finished hand is worth, in its best reading."""

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
    >>> v = huapai.value("上大人可知礼乙二三四五六七七七九九九孔孔孔化三千八子", rules=huapai.Rules(zhu_jing_mode="none"))
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
    """The faces that finish a hand with enough 胡."""

    drawn: Cards
    """When drawn."""
    discards: Cards
    """When another player discards them."""


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
    """
    return bool(table_of(None, Rules).ask("is_ting", _cards(hand), _melds(melds)))


def ting_discards(hand: CardsLike, melds: Melds = ()) -> Cards:
    """The cards whose discard leaves 听牌 (§8).

    Args:
        hand: the free cards of a turn: 3 for each group that is not in ``melds``, and 2.
        melds: declared and exposed groups.

    Raises:
        PositionError: as `waits`.
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
    seed: Any = None,
    rules: Rules | None = None,
    hands: Sequence[CardsLike] | None = None,
    stock: CardsLike = (),
    melds: Sequence[Melds] | None = None,
    dealer: int | None = None,
    called: str | None = None,
    partial: bool = False,
) -> Deal:
    """A deal at its first decision.

    Args:
        seed: a whole number 0 ≤ seed < 2⁶⁴, a random generator, or None for the system's randomness.
        rules: the options.
        hands: the free cards of the three seats, instead of a shuffle: 25 each, 3 less for each group; one seat may have
            one card more, which it has just drawn.
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


# ---------------------------------------------------------------- the price of a win


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
    """
    table_of(rules, Rules)
    rules = rules if rules is not None else Rules()
    facts = as_tallies("huapai", tallies)
    prices = np.where(facts["won"], _price(facts["hu"], rules), 0)
    paid = prices.sum(axis=1, keepdims=True)
    discarder = facts["discarder"].astype(np.int64)[:, None]
    by_discard = rules.discard_pays * (prices - np.where(np.arange(3) == discarder, paid, 0))
    return np.where(discarder < 0, 3 * prices - paid, by_discard)


_JING_RULES = {"砍": "H-061", "统": "H-065", "统上顶": "H-068", "对": "H-071", "开招": "H-073", "踏船": "H-074", "开泛": "HA-24"}
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
    """The score of one finished deal as lines that name their rules: the 胡 of each winner group by group, then who pays."""
    table_of(rules, Rules)
    rules = rules if rules is not None else Rules()
    facts = as_tallies("huapai", tally)[0]
    points = tuple(int(p) for p in score(tally, rules)[0])
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
    pair = Cards("huapai", [_text(slot) for slot in facts["pair"][2 * seat : 2 * seat + 2]])
    hu = int(facts["pair_hu"][seat])
    yield Line("HA-23", seat, hu, f"final pair {pair}: {hu} 胡", f"对子 {pair}: {hu} 胡")
    total = int(facts["hu"][seat])
    yield Line("H-020", seat, total, f"seat {seat} has {total} 胡", f"{seat}号位共 {total} 胡")


def _by_discard(facts: np.void, seat: int, group: Cards) -> bool:
    """Whether a 对 is the 砍 that the winning discard completed: the character then stands in no sentence (D-07)."""
    won_on = int(facts["won_on"])
    character = str(next(iter(group))).rstrip("*")
    if won_on < 0 or _text(won_on).rstrip("*") != character:
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
    en, zh = f"放冲: seat {discarder} pays {rules.discard_pays} × {price}", f"放冲: {discarder}号位付 {rules.discard_pays} × {price}"
    yield Line("HA-33", discarder, -paid, en, zh)
    yield Line("HA-33", seat, paid, f"seat {seat} receives {paid}", f"{seat}号位收 {paid}")


def _text(slot: int) -> str:
    return CHARACTERS[slot] if slot < len(CHARACTERS) else FLOWERED[slot - len(CHARACTERS)] + "*"


def groups_of(facts: np.void, seat: int) -> list[tuple[Kind, Cards, int]]:
    """The groups of a winner in a tally: kind, cards, 胡."""
    found: list[tuple[Kind, Cards, int]] = []
    for at in range(8 * seat, 8 * seat + 8):
        if facts["group_kind"][at] >= 0:
            slots = [int(slot) for slot in facts["group_cards"][5 * at : 5 * at + 5] if slot >= 0]
            kind = KINDS[int(facts["group_kind"][at])]
            found.append((kind, Cards("huapai", [_text(slot) for slot in slots]), int(facts["group_hu"][at])))
    return found


# ---------------------------------------------------------------- matches


class HuapaiProgress(Progress):
    """A match of Huapai: who deals next by `dealer_rotation` (HA-34); the first dealer by `first_dealer` (HA-04)."""

    rules: Rules

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, seats=3)
        self.dealer: int | None = None

    def setup(self) -> Mapping[str, Any]:
        return {} if self.dealer is None else {"dealer": self.dealer}

    def settle(self, tally: np.void, points: Sequence[int]) -> None:
        super().settle(tally, points)
        facts = as_tallies("huapai", tally)[0]
        dealer, winner = int(facts["dealer"]), int(facts["winner"])
        if self.rules.dealer_rotation == "winner":
            self.dealer = winner if winner >= 0 else dealer
        elif self.rules.dealer_rotation == "stay_or_next" and facts["won"][dealer]:
            self.dealer = dealer
        else:
            self.dealer = (dealer + 1) % 3

    def disconnect(self, seat: int) -> None:
        """The deal is void and is dealt again by the same dealer; the book knows no fine."""

    def standing(self) -> Standing:
        return Standing(totals=tuple(self.totals), facts={"dealer": self.dealer})


def progress(rules: Rules | None = None) -> HuapaiProgress:
    """What a match carries from deal to deal."""
    return HuapaiProgress(rules if rules is not None else Rules())


from ._huapai_play import greedy  # noqa: E402 (it asks this module what cards are worth)
