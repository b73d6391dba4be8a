"""How Huapai shows itself in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from .._native import Card, Cards, Deal, Legal, View
from ..cli.hooks import Question, Terminal
from ..rules import rules_or_default
from ._huapai_greedy import melds_of
from ._huapai_hands import is_ting, ting_discards, waits
from ._huapai_rules import CHARACTERS, FLOWERED, RED, Rules, face

if TYPE_CHECKING:
    from ..cli.screen import Screen

_ROW = 16
"""Cards drawn side by side: four columns each fit 80 columns with some room."""


def _style(character: str) -> str:
    """Red and black as on the cards; 经 stand out."""
    if character in RED:
        return "bold red"
    return "bold yellow" if character in FLOWERED else "bold"


def _waits(screen: Screen, view: View, legal: Legal, words: str) -> list[str]:
    """What the hand waits for; on one's turn, after which discard for what."""
    melds, rules = melds_of(view), rules_or_default(screen.rules, Rules)
    called = CHARACTERS[view.called] if view.called >= 0 else None
    none = screen.say("not 听牌", "没有听牌")
    if len(view.hand) % 3 == 1:
        return [_wait_line(screen, view.hand, melds, rules, called)] if is_ting(view.hand, melds) else [none]
    leaving = ting_discards(view.hand, melds)
    lines = []
    for card in leaving:
        rest = _wait_line(screen, view.hand - Cards("huapai", card), melds, rules, called)
        lines.append(screen.say("without ", "打 ") + f"{screen.cards(Cards('huapai', card))}: {rest}")
    return lines or [none]


def _wait_line(screen: Screen, hand: Cards, melds: list[tuple[str, Cards]], rules: Rules, called: str | None) -> str:
    shape = waits(hand, melds, rules)
    hu = waits(hand, melds, rules, with_hu=True, called=called)
    line = screen.say("waits for ", "听 ") + (screen.cards(shape) if shape else "—")
    drawn, discards = (screen.cards(faces) if faces else "—" for faces in hu)
    return line + screen.say(f"; wins on {discards}, drawn {drawn}", f"; 可胡 {discards}, 自摸 {drawn}")


class HuapaiTerminal(Terminal):
    """Large characters, flowers marked, the groups and discards of every seat, and the waits on request."""

    title = ("Huapai", "花牌")
    questions: ClassVar[Mapping[str, Question]] = {"waits": _waits, "听": _waits}
    words: ClassVar[Mapping[str, tuple[str, str]]] = {
        "play": ("discard", "打"),
        "pass": ("pass", "过"),
        "hu": ("win", "胡"),
        "dui": ("对", "对"),
        "kai_zhao": ("开招", "开招"),
        "kai_fan": ("开泛", "开泛"),
        "tong": ("统", "统"),
        "tong_shang_ding": ("统上顶", "统上顶"),
        "ta_chuan": ("踏船", "踏船"),
        "call_jing": ("call a 经", "叫经"),
        "initial_tong": ("统 before the first draw", "起手统"),
        "act": ("draw and discard", "摸打"),
        "claim": ("a discard is offered", "要牌"),
        "end": ("end", "结束"),
        "dealer": ("dealer", "庄家"),
        "called": ("经 called", "所叫之经"),
        "rule:jing": ("", "经的条数: 5 (乙三五七九) 或 3 (三五七)"),
        "rule:zhu_jing_mode": ("", "主经: 最多的经 / 胡最多的经 / 叫经 / 无"),
        "rule:jiao_jing_fallback": ("", "叫经而无人叫: 无主经, 或按最多的经"),
        "rule:min_hu": ("", "胡牌最少的胡数"),
        "rule:pair_jing_counts": ("", "对子里的经自身算胡"),
        "rule:discard_kan_scores": ("", "放冲凑成的砍按对算, 或按砍算"),
        "rule:first_dealer": ("", "第一副的庄家"),
        "rule:dealer_rotation": ("", "下一副谁坐庄"),
        "rule:multi_win": ("", "一炮两响: 只算下家最近的, 或都算"),
        "rule:replacement_from": ("", "开招、开泛、踏船后从牌头还是牌尾摸"),
        "rule:initial_tong_phase": ("", "第一次摸牌前可以统"),
        "rule:kai_fan_needs_declared_tong": ("", "没有先统的四张不能开泛"),
        "rule:kai_zhao_from_four": ("", "手中四张也可以只开招"),
        "rule:tong_hidden": ("", "统和统上顶不亮"),
        "rule:settlement": ("", "胡牌的分数: 五胡一档 / 胡数 / 不计"),
        "rule:discard_pays": ("", "放冲者付几倍"),
        "rule:pass_lock": ("", "有胡不胡, 自己摸牌前不能再胡别人的牌"),
    }

    def card(self, card: Card, lang: str) -> tuple[str, str]:
        """A card as it is typed, in its colour."""
        text = str(card)
        return text, _style(text[0]) + (" underline" if text.endswith("*") else "")

    def hand(self, screen: Screen, view: View, marks: int) -> list[str]:
        """The hand in large cards: the character, below it ✿ for a flower and the number of copies."""
        kinds = sorted(set(view.hand), key=lambda card: (CHARACTERS.index(str(card)[0]), card.slot))
        rows = [kinds[at : at + _ROW] for at in range(0, len(kinds), _ROW)]
        return [line for row in rows for line in self._row(view.hand, row, marks)]

    def _row(self, hand: Cards, kinds: list[Card], marks: int) -> list[str]:
        lines = ["", "", "", ""]
        for card in kinds:
            text, copies = str(card), hand.count(card)
            edge = "" if marks >> card.slot & 1 else "[dim]"
            end = "[/dim]" if edge else ""
            style = _style(text[0])
            below = ("✿" if text.endswith("*") else " ") + (str(copies) if copies > 1 else " ")
            lines[0] += f"{edge}╭──╮{end}"
            lines[1] += f"{edge}│{end}[{style}]{text[0]}[/]{edge}│{end}"
            lines[2] += f"{edge}│{end}[{style}]{below}[/]{edge}│{end}"
            lines[3] += f"{edge}╰──╯{end}"
        return lines

    def table(self, screen: Screen, view: View) -> list[str]:
        """The wall, the offered discard, and of every seat its groups and discards."""
        wall = screen.say(f"wall: {view.wall} cards", f"牌墙: {view.wall} 张")
        if view.called >= 0:
            wall += screen.say("; 经 called: ", "; 叫经: ") + CHARACTERS[view.called]
        lines = [wall]
        for n in range(3):
            shown = [f"{kind} {screen.cards(cards)}" for kind, cards in melds_of(view, n)]
            shown += ["统 ▒▒▒▒"] * view.tongs[n] + ["统上顶 ▒▒▒▒▒"] * view.tops[n]
            river = screen.cards(view.rivers[n]) if view.rivers[n] else "—"
            parts = [*shown, screen.say(f"discards: {river}", f"出过: {river}")]
            lines.append(f"{screen.seat((view.seat + n) % 3)}: " + "  ".join(parts))
        if view.card >= 0 and view.discarder >= 0:
            card = screen.cards(Cards("huapai", face(view.card)))
            who = screen.seat((view.seat + view.discarder) % 3)
            lines.append(screen.say("offered: ", "打出: ") + f"{card} ({who})")
        return lines

    def deal(self, screen: Screen, deal: Deal) -> list[str]:
        """Every hand and every group."""
        lines = []
        for seat, hand in enumerate(deal.hands):
            groups = "".join(f"  {kind} {screen.cards(cards)}" for kind, cards in deal.melds[seat])
            lines.append(f"{screen.seat(seat)}: {screen.cards(hand)}{groups}")
        return lines


terminal = HuapaiTerminal()
