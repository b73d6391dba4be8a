"""The greedy player of shengji4, and how the game shows itself in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from .._native import Action, Card, Cards, Legal, View
from ..cli.hooks import Terminal
from ._shengji4_rules import RANKS, SUITS, Rules

if TYPE_CHECKING:
    from ..cli.screen import Screen

TRUMPS = 4
_POINTS = {"5": 5, "T": 10, "K": 10}


def _context(view: View) -> tuple[str, str]:
    """Level and trump suit as the engine's questions take them; spades while no suit is shown."""
    return RANKS[view.level - 2], SUITS[view.trump] if view.trump >= 0 else "s"


def suit_of_card(card: Card, view: View) -> int:
    """The effective suit of a card: c d h s = 0 … 3, trumps 4 (S-041 … S-045, S-081)."""
    level, trump = _context(view)
    text = str(card)
    if text in ("w", "W") or text[0] in ("2", level) or (view.trump >= 0 and text[-1] == trump):
        return TRUMPS
    return SUITS.index(text[-1])


def strength(card: Card, view: View) -> int:
    """The strength of a card within its effective suit (§3.1)."""
    level, trump = _context(view)
    text = str(card)
    if text in ("w", "W"):
        return 100 if text == "W" else 99
    main = text[-1] == trump
    if text[0] == level:
        return 97 + main
    return 95 + main if text[0] == "2" else RANKS.index(text[0]) + 2


def points(cards: Cards) -> int:
    """The points in some cards (S-039)."""
    return sum(_POINTS.get(str(card)[0], 0) for card in cards)


def greedy(view: View, legal: Legal) -> Action:
    """The rule-of-thumb player.

    It calls a suit of which it holds two level cards, or one with a long suit. It leads what is widest and highest in a
    side suit, throws when it may, and keeps trumps for later. It follows with the cheapest play that wins when there is
    something to be had; it gives points to a partner who is winning, and else what is worth least.
    """
    if len(legal) == 1:
        return legal[0]
    if view.phase < 2:
        return _call(view, legal)
    if view.plays == 0:
        return max(legal, key=lambda action: _lead_value(action, view))
    wins = _winners(view, legal)
    partner = view.best == 2
    last = view.plays == 3
    stake = sum(view.stakes)
    if partner and (last or view.best_key == 0 or not wins or _is_high(view)):
        return max(legal, key=lambda action: (points(action.cards), -_worth(action.cards, view)))
    if wins and (stake + max(points(action.cards) for action in wins) > 0 or last):
        return min(wins, key=lambda action: (_worth(action.cards, view) - 3 * points(action.cards) * last, str(action)))
    losers = [action for action in legal if action not in wins] or list(legal)
    return min(losers, key=lambda action: (points(action.cards), _worth(action.cards, view)))


def _call(view: View, legal: Legal) -> Action:
    """The call with most trumps behind it, or a pass."""
    hand = view.hand

    def trumps(action: Action) -> int:
        suit = action.verb[-1]
        return sum(1 for card in hand if str(card)[-1] == suit)

    calls = [action for action in legal if action.verb != "pass"]
    best = max(calls, key=lambda action: (trumps(action), -len(action.cards)))
    long = trumps(best) * 3 >= len(hand) + 3
    return best if len(best.cards) > 1 or long else next(action for action in legal if action.verb == "pass")


def _lead_value(action: Action, view: View) -> tuple[float, str]:
    """How good a lead is."""
    shape = action.shape
    size = len(action.cards)
    top = max(strength(card, view) for card in action.cards)
    suit = suit_of_card(next(iter(action.cards)), view)
    value = 2.0 * size + (top if suit != TRUMPS else top / 8)
    if shape is not None and shape.name == "throw":
        value += 40  # the others are void: only trumps can take it
    if suit == TRUMPS:
        value -= 12
    if top < 13 and size == 1:
        value -= 2 * points(action.cards)
    return value, str(action)


def _winners(view: View, legal: Legal) -> list[Action]:
    """The plays that win the trick as it stands."""
    level, trump = _context(view)
    trick = list(view.trick[: view.plays])
    ask = Rules().table.ask
    return [a for a in legal if ask("winner", level, trump, [*trick, a.cards])[0] == view.plays]


def _is_high(view: View) -> bool:
    """Whether the winning play looks safe."""
    at = (view.best - view.leader) % 4
    cards = view.trick[at]
    return max(strength(card, view) for card in cards) >= 13


def _worth(cards: Cards, view: View) -> float:
    """What cards are worth keeping for: high cards, trumps and groups."""
    total = 0.0
    for card in dict.fromkeys(cards):
        n = cards.count(card)
        each = strength(card, view) + (12 if suit_of_card(card, view) == TRUMPS else 0)
        broken = view.hand.count(card) - n
        total += each * n + (4 if broken else 0) * n
    return total


class Shengji4Terminal(Terminal):
    """The hand by effective suit, the trick, the points so far, and who called."""

    title = ("Four-deck Shengji", "四副牌升级")
    words: ClassVar[Mapping[str, tuple[str, str]]] = {
        "play": ("play", "出牌"),
        "pass": ("pass", "不叫"),
        "call c": ("call clubs", "叫梅花"),
        "call d": ("call diamonds", "叫方块"),
        "call h": ("call hearts", "叫红桃"),
        "call s": ("call spades", "叫黑桃"),
        "called 1": ("called with 1 card", "叫了一张"),
        "called 2": ("called with 2 cards", "叫了两张"),
        "called 3": ("called with 3 cards", "叫了三张"),
        "called 4": ("called with 4 cards", "叫了四张"),
        "deal": ("dealing", "发牌"),
        "call_grace": ("last calls", "最后叫牌"),
        "settle": ("settled", "结算"),
        "single": ("single", "单牌"),
        "pair": ("pair", "对牌"),
        "triple": ("triple", "三张"),
        "quad": ("quad", "四张"),
        "tractor": ("tractor", "拖拉机"),
        "throw": ("throw", "甩牌"),
        "dealer": ("dealer", "庄家"),
        "level": ("level", "级别"),
        "trump": ("trump suit", "主牌花色"),
        "first_recipient": ("first recipient", "先得牌者"),
        "rule:start_level": ("", "第一局打几"),
        "rule:match_end": ("", "何时赢得全局"),
        "rule:overturn_step": ("", "反主要多几张"),
        "rule:overturn_by": ("", "谁可以反主"),
        "rule:same_suit_overturn": ("", "可用同一花色反主"),
        "rule:call_grace": ("", "发完牌后再问一次"),
        "rule:no_call_first_dealer": ("", "第一盘无人叫主时谁坐庄"),
        "rule:overturn_changes_dealer": ("", "哪些盘反主也反庄"),
        "rule:joker_tractor": ("", "大小鬼连成拖拉机"),
        "rule:side_tractor_skip_level": ("", "副牌拖拉机可跳过级牌"),
        "rule:throw_rule": ("", "何时可以甩牌"),
        "rule:mixed_width_order": ("", "先比主副还是先比宽窄"),
        "rule:wider_kill": ("", "更宽的主牌可以毙副牌"),
        "rule:loose_quads_beat_2x4": ("", "两个不相连的四张大过四连对"),
        "rule:last_trick_base": ("", "扣底以哪些分为底"),
        "rule:last_trick_mode": ("", "庄家扣底是否扣分"),
        "rule:last_trick_includes_capture": ("", "扣底分含末轮得分"),
        "rule:last_trick_n": ("", "扣底乘几"),
    }

    def hand(self, screen: Screen, view: View, marks: int) -> list[str]:
        """The hand by effective suit, trumps first, each from high to low."""
        names = [("♣", "♣"), ("♦", "♦"), ("♥", "♥"), ("♠", "♠"), ("trumps", "主")]
        lines = []
        for suit in (TRUMPS, 3, 2, 1, 0):
            kinds = [card for card in dict.fromkeys(view.hand) if suit_of_card(card, view) == suit]
            if kinds:
                kinds.sort(key=lambda card: (-strength(card, view), str(card)))
                texts = [screen.card(card, view.hand.count(card), bool(marks >> card.slot & 1)) for card in kinds]
                lines.append(f"{screen.say(*names[suit]):>6}  {' '.join(texts)}")
        return lines

    def table(self, screen: Screen, view: View) -> list[str]:
        """Level and trump suit, calls, points so far, the trick."""
        lines = [f"{screen.word('level')} {RANKS[view.level - 2]}  {screen.word('trump')} {self._trump(view)}"]
        if view.dealer >= 0:
            lines[0] += f"  {screen.word('dealer')}: {screen.seat((view.seat + view.dealer) % 4)}"
        for caller, suit, size in zip(view.call_seats, view.call_suits, view.call_sizes, strict=True):
            if caller >= 0:
                who, what = screen.seat((view.seat + caller) % 4), "?" if suit < 0 else "♣♦♥♠"[suit]
                lines.append(screen.say(f"{who} called {size} × {what}", f"{who} 叫 {size} 张 {what}"))
        if view.phase >= 2:
            mine, theirs = view.taken
            lines.append(screen.say(f"points: we {mine}, they {theirs}", f"得分: 我方 {mine}, 对方 {theirs}"))
        for n in range(view.plays):
            who = screen.seat((view.seat + view.leader + n) % 4)
            best = "  [green]*[/green]" if (view.leader + n) % 4 == view.best else ""
            lines.append(f"{who}: {screen.cards(view.trick[n])}{best}")
        return lines

    @staticmethod
    def _trump(view: View) -> str:
        return "?" if view.trump < 0 else "♣♦♥♠"[view.trump]


terminal = Shengji4Terminal()
