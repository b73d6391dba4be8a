"""How shengji4 shows itself in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from .._native import View
from ..cli.hooks import Terminal
from ._shengji4_greedy import TRUMPS, strength, suit_of_card
from ._shengji4_rules import RANKS

if TYPE_CHECKING:
    from ..cli.screen import Screen


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
