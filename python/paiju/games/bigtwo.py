"""Big Two 大老二: four players, 13 cards each; the first to have no cards wins (rule book: docs/rules/bigtwo.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from .._native import Action, Card, Cards, Deal, Legal, Shape, View
from ..arrays import as_tallies, as_tally, classify_planes
from ..cli.hooks import Terminal
from ..dealing import dealt
from ..progress import Progress, Standing
from ..rules import RulesBase, options, rules_or_default, table_of
from ..scoring import Line, Score
from ..typing import CardsLike, Rng

if TYPE_CHECKING:
    from ..cli.screen import Screen

__all__ = [
    "Rules",
    "beats",
    "cards",
    "classify",
    "classify_many",
    "deal",
    "explain",
    "legal",
    "penalty",
    "progress",
    "score",
    "zero_sum",
]


@options
class Rules(RulesBase):
    """The options of the rule book's §2; every field names the ambiguity that it decides.

    Raises:
        RulesError: an option that there is not, or a value that it does not take.

    >>> from paiju import bigtwo
    >>> bigtwo.Rules(base=10, deuce_penalty="all").replace(base=1).deuce_penalty
    'all'
    """

    game: ClassVar[str] = "bigtwo"

    first_card: Literal["3c", "3d"] = "3c"
    """The holder of this card leads the first deal (BA-01)."""
    first_lead_must_contain: bool = True
    """That first lead contains `first_card` (BA-02)."""
    allow_triples: bool = False
    """三條, three cards of one rank, is a type (BA-03)."""
    monsters_beat_any: bool = False
    """A 鐵支 or 同花順 may be played on any play of any card count (BA-04)."""
    straight_order: Literal["tw", "mainland"] = "tw"
    """The order of the straights and their key cards (BA-05)."""
    a2345_key: Literal["two", "five", "ace"] = "two"
    """The key card of A-2-3-4-5; ignored under the mainland order (BA-06)."""
    flush_compare: Literal["top_card", "suit_first", "all_cards"] = "top_card"
    """How two 同花五 compare (BA-08)."""
    pass_is_final: bool = False
    """A seat that passed is out until the trick ends (BA-09)."""
    deuce_penalty: Literal["spade", "all"] = "spade"
    """Which 2s left in hand double the penalty (BA-12)."""
    monster_requires_kicker: bool = True
    """Four of a kind left in hand counts as a monster only with a fifth card (BA-14)."""
    deuce_inside_monster_counts: bool = True
    """A 2 inside a counted monster is an item of its own as well (BA-15)."""
    winner_collects: bool = True
    """The winner receives what the losers pay (BA-18)."""
    disconnect_penalty: int = 5
    """The fine for leaving, in bases (BA-19)."""
    base: int = 1
    """遊戲基數, coins per card (B-031)."""


def cards(text: CardsLike = ()) -> Cards:
    """Cards from text, e.g. ``"3c Td 2s"``, or from cards.

    Raises:
        ParseError: text that is no card, or a second copy of one; ``.position`` says where.

    >>> from paiju import bigtwo
    >>> str(bigtwo.cards("2s ♣3 10d".replace("♣3", "3♣")))
    '3c Td 2s'
    """
    return Cards("bigtwo", text)


def classify(cards: CardsLike, rules: Rules | None = None) -> Shape | None:
    """The type of a card set (B-001…B-010), or None.

    The shape has ``.name``, ``.count`` (cards), ``.card`` (slot of the key card, B-015) and ``.key``: of two plays with
    the same number of cards the one with the larger key is higher.

    Raises:
        ParseError: text that is no card. RulesError: rules of another game.

    >>> from paiju import bigtwo
    >>> bigtwo.classify("9s 9h 9d 5c 5d").name
    '葫蘆'
    """
    return table_of(rules, Rules).classify(cards)


def classify_many(
    planes: npt.NDArray[np.uint64], rules: Rules | None = None, out: npt.NDArray[np.void] | None = None
) -> npt.NDArray[np.void]:
    """The types of many card sets at once.

    Args:
        planes: uint64, shape (n,): bit k is set iff the set holds the card of slot k = 4·rank + suit.
        rules: the options.
        out: a structured array of shape (n,) to fill instead of a new one.

    Returns:
        shape (n,), fields ``kind`` (−1: no type), ``count``, ``card``, ``key`` as in `classify`.

    Raises:
        PositionError: another dtype or shape.

    >>> import numpy as np
    >>> from paiju import bigtwo
    >>> planes = np.array([bigtwo.cards(text).kinds for text in ("3c", "9h 9s", "9h 8s")], np.uint64)
    >>> bigtwo.classify_many(planes)["kind"].tolist()
    [0, 1, -1]
    """
    return classify_planes(table_of(rules, Rules), planes, out)


def beats(new: CardsLike, on: CardsLike, rules: Rules | None = None) -> bool:
    """Whether the play ``new`` may be played on the play ``on`` (§3 `beats`); False when ``new`` is no type.

    Raises:
        PositionError: ``on`` is no type.

    >>> from paiju import bigtwo
    >>> bigtwo.beats("3s 3h 3d 3c 4d", "2s 2h 2d Ac Ad")
    True
    """
    return table_of(rules, Rules).beats(new, on)


def legal(
    hand: CardsLike,
    on: CardsLike | None = None,
    rules: Rules | None = None,
    *,
    must_contain: Card | str | None = None,
) -> Legal:
    """What a hand may do by itself: lead (``on=None``) or follow the play ``on``.

    Args:
        hand: 1–13 cards.
        on: the play to beat.
        rules: the options.
        must_contain: a card that the lead must contain, as the first lead of a first deal (B-023).

    Raises:
        PositionError: an empty hand, cards both in hand and on the table, or ``on`` is no type.

    >>> from paiju import bigtwo
    >>> [str(a) for a in bigtwo.legal("3c 3d 4h 7c 7h", on="6s")]
    ['7c', '7h', 'pass']
    """
    ask = {} if must_contain is None else {"must_contain": Card("bigtwo", str(must_contain)).slot}
    return table_of(rules, Rules).legal(hand, on, ask)


def deal(
    *,
    seed: Rng = None,
    rules: Rules | None = None,
    hands: Sequence[CardsLike] | None = None,
    leader: int | None = None,
    partial: bool = False,
) -> Deal:
    """A deal at its first decision.

    Args:
        seed: a whole number 0 ≤ seed < 2⁶⁴, a random generator, or None for the system's randomness.
        rules: the options.
        hands: the four hands, instead of a shuffle.
        leader: the seat that leads, the winner of the deal before (B-024); None: a first deal, led by the holder of
            `first_card` (B-022).
        partial: hands may be short, as in the middle of a deal; a seat without cards has won.

    Raises:
        PositionError: hands that overlap, are short or too long.

    >>> from paiju import bigtwo
    >>> bigtwo.deal(seed=7).phase
    'lead'
    """
    return dealt(table_of(rules, Rules), seed, hands, {"leader": leader}, partial=partial)


def penalty(left: CardsLike, rules: Rules | None = None) -> int:
    """What a loser pays for the cards left in his hand, in multiples of the base (B-031…B-036).

    Raises:
        PositionError: more cards than a hand has (B-000).

    >>> from paiju import bigtwo
    >>> bigtwo.penalty("2s 2h 2d 2c 3c")
    20
    """
    table = table_of(rules, Rules)
    hand = cards(left)
    deuces, monsters = table.ask("items", hand)
    return int(_multiples(np.array(len(hand)), np.array(deuces + monsters)))


def _multiples(left: npt.NDArray[Any], items: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Penalty in bases: cards left, doubled at ten and again at thirteen cards and once for each item."""
    cards = left.astype(np.int64)
    doublings: npt.NDArray[np.int64] = (cards >= 10).astype(np.int64) + (cards >= 13) + items
    return np.left_shift(cards, doublings)


def score(tallies: npt.NDArray[np.void] | np.void, rules: Rules | None = None) -> npt.NDArray[np.int64]:
    """Coins won and lost: int64, shape (n, 4), one row per finished deal (§4). One tally is n = 1.

    Zero-sum unless ``winner_collects`` is off.

    Raises:
        PositionError: something that is no tallies of this game. RulesError: rules of another game.

    >>> import paiju
    >>> from paiju import bigtwo
    >>> bigtwo.score(paiju.playouts("bigtwo", n=2, seed=1)).sum(axis=1).tolist()
    [0, 0]
    """
    rules = rules_or_default(rules, Rules)
    facts = as_tallies("bigtwo", tallies)
    items = facts["deuces"].astype(np.int64) + facts["monsters"]
    points = -rules.base * _multiples(facts["left"], items)
    winners = facts["winner"].astype(np.intp)[:, None]
    lost = points.sum(axis=1, keepdims=True)  # the winner has no cards left and so pays nothing
    np.put_along_axis(points, winners, -lost if rules.winner_collects else np.zeros_like(lost), axis=1)
    return points


def zero_sum(rules: Rules | None = None) -> bool:
    """Whether the points of every deal add up to nothing under the rules (BA-18).

    Raises:
        RulesError: rules of another game.

    >>> from paiju import bigtwo
    >>> bigtwo.zero_sum(), bigtwo.zero_sum(bigtwo.Rules(winner_collects=False))
    (True, False)
    """
    return rules_or_default(rules, Rules).winner_collects


def explain(tally: npt.NDArray[np.void] | np.void, rules: Rules | None = None) -> Score:
    """The score of one finished deal as lines that name their rules.

    Raises:
        PositionError: no tally of this game, or not exactly one. RulesError: rules of another game.

    >>> from paiju import bigtwo
    >>> deal = bigtwo.deal(hands=["3c", "2s 4h", "4c", "5c"], partial=True).play("3c")
    >>> print(bigtwo.explain(deal.tally()).text())
    B-031: seat 1 has 2 cards left: 2 × 1
    B-035: 大老二 left, 1: × 2
    B-031: seat 1 pays 4
    B-031: seat 2 has 1 cards left: 1 × 1
    B-031: seat 2 pays 1
    B-031: seat 3 has 1 cards left: 1 × 1
    B-031: seat 3 pays 1
    BA-18: seat 0 collects 6
    points: +6 -4 -1 -1
    """
    rules = rules_or_default(rules, Rules)
    facts = as_tally("bigtwo", tally)
    points = tuple(int(p) for p in score(facts, rules)[0])
    winner, lines = int(facts["winner"]), []
    for seat in (s for s in range(4) if s != winner):
        lines += _loser_lines(facts, seat, rules.base)
        paid = -points[seat]
        lines.append(Line("B-031", seat, -paid, f"seat {seat} pays {paid}", f"{seat}號位付 {paid}"))
    if rules.winner_collects:
        won = points[winner]
        lines.append(Line("BA-18", winner, won, f"seat {winner} collects {won}", f"{winner}號位收 {won}"))
    return Score(points, tuple(lines))


def _loser_lines(facts: np.void, seat: int, base: int) -> list[Line]:
    left, deuces, monsters = (int(facts[name][seat]) for name in ("left", "deuces", "monsters"))
    cost = f"{left} × {base}"
    lines = [Line("B-031", seat, left, f"seat {seat} has {left} cards left: {cost}", f"{seat}號位剩 {left} 張: {cost}")]
    if left >= 10:
        lines.append(Line("B-033", seat, 2, "ten cards or more: × 2", "十張以上暴牌: × 2"))
    if left >= 13:
        lines.append(Line("B-034", seat, 2, "thirteen cards: × 2 again", "十三張再暴牌: × 2"))
    if deuces:
        times = 2**deuces
        lines.append(Line("B-035", seat, times, f"大老二 left, {deuces}: × {times}", f"剩大老二 {deuces}: × {times}"))
    if monsters:
        times = 2**monsters
        lines.append(
            Line("B-036", seat, times, f"monsters left, {monsters}: × {times}", f"剩怪物 {monsters}: × {times}")
        )
    return lines


class BigTwoProgress(Progress):
    """A match of Big Two: the winner of a deal leads the next, after a void deal the first card (B-024, BA-20)."""

    rules: Rules

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, seats=4)
        self.leader: int | None = None

    def setup(self) -> Mapping[str, Any]:
        return {} if self.leader is None else {"leader": self.leader}

    def settle(self, tally: np.void, points: Sequence[int]) -> None:
        super().settle(tally, points)
        self.leader = int(tally["winner"])

    def disconnect(self, seat: int) -> None:
        """The deal is void; the seat pays the fine, which nobody receives (B-037, BA-19)."""
        self.totals[seat] -= self.rules.disconnect_penalty * self.rules.base
        self.leader = None

    def standing(self) -> Standing:
        return Standing(totals=tuple(self.totals), facts={"leader": self.leader})


def progress(rules: Rules | None = None) -> BigTwoProgress:
    """What a match carries from deal to deal.

    Raises:
        RulesError: rules of another game.

    >>> from paiju import bigtwo
    >>> bigtwo.progress().standing().totals
    (0, 0, 0, 0)
    """
    rules = rules_or_default(rules, Rules)
    return BigTwoProgress(rules)


_RANKS = 0x1_1111_1111_1111


def greedy(view: View, legal: Legal) -> Action:
    """The rule-of-thumb player.

    It leads the lowest play of the kind that takes most cards with it, keeping monsters and 2s back; it follows with
    the lowest play that beats, unless that would spend a 2 or break a pair while everyone still holds many cards; and
    when the next player has one card left it never leaves him a cheap single.
    """
    if len(legal) == 1:
        return legal[0]
    danger = min(view.left[1:])
    return min(legal, key=lambda action: _cost(action, view, danger))


def _cost(action: Action, view: View, danger: int) -> tuple[float, int]:
    """How unwelcome an action is; the least is taken."""
    shape = action.shape
    if shape is None:  # the pass
        return (30.0 if danger > 3 else 200.0, 0)
    hand: int = view.hand.kinds
    played: int = action.cards.kinds
    if played == hand:
        return (-1000.0, 0)
    rank = shape.card >> 2
    twos = (played >> 48).bit_count()
    cost = rank + 12.0 * twos + _broken(hand, played) * 6.0
    if shape.kind >= 6:
        cost += 20.0 if danger > 5 else 0.0
    if view.phase == 0:  # a lead: rid of many and low cards
        cost -= 9.0 * shape.count
    if shape.count == 1 and view.left[1] == 1:
        cost += 60.0 - 5.0 * rank
    return (cost, shape.key)


def _broken(hand: int, played: int) -> int:
    """How many ranks the play leaves with fewer but not no cards."""
    return (_ranks(hand & ~played) & _ranks(played)).bit_count()


def _ranks(kinds: int) -> int:
    """The ranks held: bit 4·rank."""
    return (kinds | kinds >> 1 | kinds >> 2 | kinds >> 3) & _RANKS


class BigTwoTerminal(Terminal):
    """The words of the game, and the play to beat with who played it."""

    title = ("Big Two", "大老二")
    words: ClassVar[Mapping[str, tuple[str, str]]] = {
        "play": ("play", "出牌"),
        "pass": ("pass", "過"),
        "lead": ("lead", "領出"),
        "follow": ("follow", "跟牌"),
        "score": ("score", "結算"),
        "leader": ("leader", "首家"),
        "單張": ("single", "單張"),
        "一對": ("pair", "一對"),
        "三條": ("triple", "三條"),
        "雜順": ("straight", "雜順"),
        "同花五": ("flush", "同花五"),
        "葫蘆": ("full house", "葫蘆"),
        "鐵支": ("four of a kind", "鐵支"),
        "同花順": ("straight flush", "同花順"),
        "rule:first_card": ("", "第一副持此牌者首家出牌"),
        "rule:first_lead_must_contain": ("", "第一手須含首牌"),
        "rule:allow_triples": ("", "三條算牌型"),
        "rule:monsters_beat_any": ("", "鐵支和同花順可壓任何張數的牌"),
        "rule:straight_order": ("", "順子的大小次序"),
        "rule:a2345_key": ("", "A2345 以哪張論大小; 大陸次序不看此項"),
        "rule:flush_compare": ("", "兩手同花五怎樣比"),
        "rule:pass_is_final": ("", "過牌後本輪不能再出"),
        "rule:deuce_penalty": ("", "剩哪些 2 要加倍"),
        "rule:monster_requires_kicker": ("", "剩四張同點要帶第五張才算怪物"),
        "rule:deuce_inside_monster_counts": ("", "怪物裏的 2 另計"),
        "rule:winner_collects": ("", "贏家收輸家所付"),
        "rule:disconnect_penalty": ("", "離線罰金, 以基數計"),
        "rule:base": ("", "遊戲基數, 每張牌的金幣"),
    }

    def table(self, screen: Screen, view: View) -> list[str]:
        """The play to beat, or the card that the first lead must contain."""
        if view.must:
            card = screen.cards(view.must)
            return [screen.say(f"the lead must contain {card}", f"首家須出含 {card} 的牌")]
        if not view.top:
            return []
        shape = table_of(screen.rules, Rules).classify(view.top)
        who = screen.seat((view.seat + view.top_seat) % 4)
        kind = f"  [dim]{screen.word(shape.name)}[/dim]" if shape else ""
        return [f"{screen.say('to beat', '要壓')}: {screen.cards(view.top)}{kind}  ({who})"]

    def read(self, text: str, view: View, legal: Legal) -> Action | str:
        """Text as the engine reads it; the pass also in simplified characters."""
        return super().read("過" if text == "过" else text, view, legal)


terminal = BigTwoTerminal()
